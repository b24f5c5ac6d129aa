"""Command capacity: HQs, the slots that units take, and the room left.

Cases: C1.3-limited-units, C1.3-limited-units-free, C1.3-hq-selection-type, C1.3-hq-selection-change, C1.3-fuel-notes,
C1.3-breakdown, C1.6-all-optional
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterable

from redball.core.edition import option
from redball.core.look import Look
from redball.core.state import Unit
from redball.editions.command_control.charts import CommandLimit
from redball.editions.command_control.record import command_in
from redball.rules.units.abilities import formation_of
from redball.rules.units.breakdowns import is_breakdown, pool_of
from redball.scenarios.records import ArmyInfo, SideCommand

BREAKDOWNS = option(
    "breakdown_command",
    "C1.6-all-optional",
    "Only HQs that may command a unit that breaks down into a Breakdown may command it",
)
SWITCHES = (BREAKDOWNS,)

Pairs = Iterable[tuple[str, str]]
"""(slot, HQ) pairs."""


def side_command(look: Look, side: str) -> SideCommand | None:
    """How a side commands, None where the scenario does not say."""
    info = look.world.scenario.command
    return info.sides.get(side) if info is not None else None


def in_order(look: Look, side: str) -> bool:
    """The order of command holds: a side with armies in its Movement Phase."""
    clock = look.state.clock
    return clock.phase == "movement" and side == clock.phasing and bool(armies_of(look, side))


def armies_of(look: Look, side: str) -> tuple[ArmyInfo, ...]:
    """The armies of a side, called fronts where its HQs are armies (C1.1-army)."""
    command = side_command(look, side)
    return command.armies if command is not None else ()


def army_name(look: Look, side: str, army: str) -> str:
    """What an army is called; what is no army of the side, as it is."""
    return next((one.name for one in armies_of(look, side) if one.id == army), army)


def army_of(look: Look, hq: Unit) -> str:
    """The army that an HQ belongs to, "" none: as the scenario has it, or as its player changed it (C1.1-army)."""
    return army_with(look, hq.side, hq.id)


def army_with(look: Look, side: str, hq: str) -> str:
    """The army with the HQ of that id, "" none."""
    attached = next((army for name, army in command_in(look.state).attached if name == hq), "")
    return attached or next((army.id for army in armies_of(look, side) if hq in army.headquarters), "")


def parent_of(look: Look, side: str, army: ArmyInfo) -> str:
    """The present parent of an army, "" none (C4.2-subordinate)."""
    changed = (parent for by, name, parent in command_in(look.state).under if (by, name) == (side, army.id))
    return next(changed, army.under)


def headquarters_of(look: Look, side: str, army: str) -> list[Unit]:
    """The HQs of an army on the map."""
    return [hq for hq in look.own_of(side, "hq") if army_of(look, hq) == army]


def leader_of(look: Look, unit: Unit) -> str:
    """The HQ that led the unit in its side's last Movement Phase, or ""."""
    slot, command = slot_of(look, unit), side_command(look, unit.side)
    own = command.headquarters if command is not None else {}
    return next((hq for name, hq in command_in(look.state).led if name == slot and hq in own), "")


def army_of_unit(look: Look, unit: Unit) -> str:
    """The army of an HQ, or of the HQ that led a unit, "" none."""
    if look.counter(unit).kind == "hq":
        return army_of(look, unit)
    led = leader_of(look, unit)
    return army_with(look, unit.side, led) if led else ""


def slot_of(look: Look, unit: Unit) -> str:
    """The name of a slot, which moves together: a multi-unit formation, or a unit by itself (C1.3-limited-units)."""
    return formation_of(look, unit) or unit.id


def spare_slot(look: Look, unit: Unit, taken: str) -> str:
    """The slot of a unit without command where the slot `taken` ("" none) may move: a division that takes over from
    its Breakdown has its own, a Breakdown that follows its division has that of the division (C1.3-breakdown)."""
    if taken and is_breakdown(look, unit) and _go_together(look, unit, taken):
        return taken
    return slot_of(look, unit)


def in_spare_slot(look: Look, unit: Unit, taken: str) -> bool:
    """The unit is of that slot, or a Breakdown and its division go as one (C1.3-breakdown)."""
    return slot_of(look, unit) == taken or _go_together(look, unit, taken)


def _go_together(look: Look, unit: Unit, other_id: str) -> bool:
    """A Breakdown and a reduced unit of its pool that began the phase in the same hex or side by side."""
    other = look.state.units.get(other_id)
    if other is None or not other.on_map or is_breakdown(look, unit) == is_breakdown(look, other):
        return False
    mother, part = (other, unit) if is_breakdown(look, unit) else (unit, other)
    pool = pool_of(look, mother)
    related = pool is not None and look.counter(part).nation == pool.nation
    beside = look.board.distance(mother.began_at, part.began_at) <= 1
    return related and mother.steps_lost > 0 and beside


def class_of(look: Look, unit: Unit) -> str:
    """The class that limits the slot of a unit, "" if it needs none (C1.3-limited-units-free)."""
    command = side_command(look, unit.side)
    return class_of_slot(command, slot_of(look, unit)) if command is not None else ""


def class_of_slot(command: SideCommand, slot: str) -> str:
    """The class of a formation or unit by its name."""
    return command.classes.get(slot, "")


def limits_of(look: Look, hq: Unit) -> tuple[CommandLimit, ...]:
    """The alternative loads that an HQ may command, by its row of the scenario's table (C1.6)."""
    command = side_command(look, hq.side)
    if command is None:
        return ()
    month = look.world.scenario.command.month if look.world.scenario.command is not None else ""
    rows = look.world.charts.rows(CommandLimit).values()
    kind = command.headquarters.get(hq.id, "")
    return tuple(row for row in rows if (row.table, row.hq) == (command.limits, kind) and row.holds_in(month))


def load_of(command: SideCommand, hq: str, pairs: Pairs) -> Count[str]:
    """How many slots of each class an HQ fills."""
    return Count(kind for slot, by in pairs if by == hq and (kind := class_of_slot(command, slot)))


def has_room(look: Look, hq: Unit, unit: Unit, pairs: Pairs) -> bool:
    """The HQ may command the unit besides the slots that it fills: it fills one of them, needs none, or there is room
    (C1.3-hq-selection-type). Who is commanded may change from phase to phase (C1.3-hq-selection-change)."""
    command, slot, pairs = side_command(look, unit.side), slot_of(look, unit), tuple(pairs)
    if command is None or (slot, hq.id) in pairs:
        return True
    kind = class_of_slot(command, slot)
    if not kind:
        return not look.option(BREAKDOWNS.name) or may_select_breakdown(look, hq, unit)
    load = load_of(command, hq.id, pairs)
    load[kind] += 1
    return any(row.excess(load) == 0 for row in limits_of(look, hq))


def may_select_breakdown(look: Look, hq: Unit, unit: Unit) -> bool:
    """A Breakdown is for HQs that may command some unit which breaks down into it (C1.6-all-optional, an option)."""
    command = side_command(look, unit.side)
    if command is None or not is_breakdown(look, unit):
        return True
    nation = look.counter(unit).nation
    parents = (u for u in look.state.units.values() if u.side == unit.side and look.counter(u).nation == nation)
    classes = {class_of(look, u) for u in parents if pool_of(look, u) is not None}
    return any(row.commands(kind) for row in limits_of(look, hq) for kind in classes if kind)


def lacking(look: Look, hq: Unit, pairs: Pairs) -> dict[str, int]:
    """How many slots of each class an HQ must still fill, by the load with the lowest minimum (C1.6-interval)."""
    command = side_command(look, hq.side)
    if command is None:
        return {}
    load = load_of(command, hq.id, pairs)
    rows = [row for row in limits_of(look, hq) if row.excess(load) == 0]
    return min((row.lacking(load) for row in rows), key=lambda missing: sum(missing.values()), default={})


def load_text(look: Look, hq: Unit, pairs: Pairs) -> str:
    """What an HQ commands, in words."""
    command = side_command(look, hq.side)
    load = load_of(command, hq.id, pairs) if command is not None else Count()
    return ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in sorted(load.items())) or "no units yet"
