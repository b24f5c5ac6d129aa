"""Attachment to armies, which a player may change in the Reinforcement Phase before drawing boundaries.

A subordinate army may go under another parent. Where the scenario lets attachments change, an HQ may go to another
army, within the limits of both. An army's own HQ stays with it.

Cases: C4.2-subordinate, C2-min-armies, C1.1-army
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterator

from redball.core.engine import Run
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import DEAD_PILE, REMOVED, Unit
from redball.editions.command_control import slots, zones
from redball.editions.command_control.actions import AttachHq, SubordinateArmy
from redball.editions.command_control.charts import ArmyLimit, CommandZones
from redball.editions.command_control.events import ArmySubordinated, HqAttached

FIXED = refusal("attachment.fixed", case="C1.1-army", text="{units} belongs to its army for the whole scenario")
NO_HQ = refusal("attachment.no_hq", case="C1.1-army", text="{units} is not an HQ on the map of a side that has armies")
NO_ARMY = refusal("attachment.no_army", case="C1.1-army", text="{detail} is not another army of this side")
OWN_HQ = refusal("attachment.own_hq", case="C1.1-army", text="{units} is its army's own HQ and stays with it")
LAST_HQ = refusal(
    "attachment.last_hq", case="C1.1-army", text="{units} is the last HQ of {detail}, and an army needs HQs"
)
FEW_ARMIES = refusal(
    "attachment.few_armies",
    case="C2-min-armies",
    text="{detail} has {have} armies; a front with {need} or fewer keeps them all",
)
TOO_MANY = refusal(
    "attachment.too_many",
    case="C3.1-rule",
    text="{detail} cannot hold {units} as well: it holds {have}",
    remedy="attach another of its HQs elsewhere first",
)
TOO_FEW = refusal(
    "attachment.too_few",
    case="C3.1-rule",
    text="{detail} must hold at least {need}; without {units} it would hold fewer",
)
NOT_SUBORDINATE = refusal(
    "attachment.not_subordinate",
    case="C4.2-subordinate",
    text="{detail} is under no other army, and cannot be put under one",
)
NO_PARENT = refusal(
    "attachment.no_parent",
    case="C4.2-subordinate",
    text="{detail} is not an army that is itself under none",
)
PARENT_TAKEN = refusal(
    "attachment.parent_taken",
    case="C4.2-subordinate",
    text="{detail} already has {have} under it; the limit is one army",
    remedy="put that one under another army first",
)
OWN_KIND = "army"
"""The row of an army's own HQ, where armies are groups of corps."""


def kind_of(look: Look, side: str, hq: str) -> str:
    """An HQ's row in the tables of its side."""
    command = slots.side_command(look, side)
    return command.headquarters.get(hq, "") if command is not None else ""


def limits_of(look: Look, side: str, army: str) -> tuple[ArmyLimit, ...]:
    """What an army of its kind may hold; no limits if the side has no such table (C3.1-rule)."""
    info, command = look.world.scenario.command, slots.side_command(look, side)
    if info is None or command is None or not command.army_limits:
        return ()
    kind = zones.info(look, side, army).kind
    rows = look.world.charts.rows(ArmyLimit).values()
    return tuple(row for row in rows if (row.table, row.hq) == (command.army_limits, kind) and row.holds_in(info.month))


def living(look: Look, side: str, army: str) -> list[Unit]:
    """The HQs of an army that are still in the game, arrived or not."""
    units = (u for u in look.state.units.values() if u.side == side and u.hex not in (DEAD_PILE, REMOVED))
    return [unit for unit in units if look.counter(unit).kind == "hq" and slots.army_of(look, unit) == army]


def held(look: Look, side: str, army: str) -> Count[str]:
    """The HQs of an army by kind, without its own."""
    kinds = (kind_of(look, side, hq.id) for hq in living(look, side, army))
    return Count(kind for kind in kinds if not _is_own(look, side, army, kind))


def _is_own(look: Look, side: str, army: str, kind: str) -> bool:
    return kind == OWN_KIND and zones.info(look, side, army).kind != zones.FRONT


# --- HQs -------------------------------------------------------------------------------------------------------


def attach_candidates(look: Look, side: str) -> Iterator[AttachHq]:
    """Every HQ with every other army, where attachments change."""
    command = slots.side_command(look, side)
    if command is None or not command.attachments_change:
        return
    for army in command.armies:
        for hq in slots.headquarters_of(look, side, army.id):
            yield from (AttachHq(hq.id, other.id) for other in command.armies if other.id != army.id)


def refuse_attach(look: Look, side: str, action: AttachHq) -> Refusal | None:
    """Refuse to leave an army below its minimum, or to exceed the other's limits (C2-min-armies, C3.1-rule)."""
    command, unit = slots.side_command(look, side), look.state.units[action.unit]
    old = slots.army_of(look, unit) if unit.side == side else ""
    if command is None or not old or not unit.on_map:
        return NO_HQ(units=(action.unit,))
    if not command.attachments_change:
        return FIXED(units=(action.unit,))
    if action.army == old or action.army not in {army.id for army in command.armies}:
        return NO_ARMY(detail=action.army)
    kind = kind_of(look, side, action.unit)
    if _is_own(look, side, old, kind):
        return OWN_HQ(units=(action.unit,))
    return _refuse_leave(look, side, old, action.unit) or _refuse_join(look, side, action.army, action.unit)


def _refuse_leave(look: Look, side: str, army: str, hq: str) -> Refusal | None:
    info, hqs = zones.info(look, side, army), living(look, side, army)
    if len(hqs) == 1:
        return LAST_HQ(units=(hq,), detail=info.name)
    least = look.world.charts.table(CommandZones).least_armies_of_a_front
    if info.kind == zones.FRONT and len(hqs) <= least:
        return FEW_ARMIES(detail=info.name, have=len(hqs), need=least)
    kind, rows = kind_of(look, side, hq), limits_of(look, side, army)
    rest = held(look, side, army)
    rest[kind] -= 1
    floors = [(row, row.counts_as.get(kind, kind)) for row in rows]
    short = [(row.least[floor], floor) for row, floor in floors if row.lacking(rest).get(floor)]
    if rows and len(short) == len(rows):
        need, floor = min(short)
        return TOO_FEW(units=(hq,), detail=info.name, need=f"{need} {floor.replace('_', ' ')}")
    return None


def _refuse_join(look: Look, side: str, army: str, hq: str) -> Refusal | None:
    rows, load = limits_of(look, side, army), held(look, side, army)
    have = ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in sorted(load.items()))
    load[kind_of(look, side, hq)] += 1
    if rows and all(row.excess(load) for row in rows):
        return TOO_MANY(units=(hq,), detail=zones.info(look, side, army).name, have=have or "none")
    return None


def take_attach(run: Run, side: str, action: AttachHq) -> None:
    run.emit(HqAttached(case="C1.1-army", side=side, hq=action.unit, army=action.army))


# --- armies ----------------------------------------------------------------------------------------------------


def subordinate_candidates(look: Look, side: str) -> Iterator[SubordinateArmy]:
    """Every subordinate army under every other parent."""
    for army in slots.armies_of(look, side):
        if army.under:
            now = slots.parent_of(look, side, army)
            yield from (SubordinateArmy(army.id, other.id) for other in zones.owners(look, side) if other.id != now)


def refuse_subordinate(look: Look, side: str, action: SubordinateArmy) -> Refusal | None:
    """Under an army that stands under none and has none under it (C4.2-subordinate)."""
    armies = {army.id: army for army in slots.armies_of(look, side)}
    army, parent = armies.get(action.army), armies.get(action.parent)
    if army is None or not army.under:
        return NOT_SUBORDINATE(detail=army.name if army is not None else action.army)
    if parent is None or parent.under or slots.parent_of(look, side, army) == parent.id:
        return NO_PARENT(detail=parent.name if parent is not None else action.parent)
    others = [one for one in armies.values() if one is not army and slots.parent_of(look, side, one) == parent.id]
    return PARENT_TAKEN(detail=parent.name, have=others[0].name) if others else None


def take_subordinate(run: Run, side: str, action: SubordinateArmy) -> None:
    run.emit(ArmySubordinated(case="C4.2-subordinate", side=side, army=action.army, parent=action.parent))
