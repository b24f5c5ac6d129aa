"""Who may attack together: Soviet mobile units only alone, and only one small unit.

Cases: C5.1-alone, C5.1-defend, C5.1-nov-42, C5.1-may-43, C5.2-one, C5.2-brigades
"""

from __future__ import annotations

from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Do
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.editions.command_control import slots
from redball.editions.command_control.events import CorpsJoined
from redball.editions.command_control.record import command_in
from redball.rules.combat.record import CombatData

LONERS = frozenset({"tank_corps", "mech_corps", "cavalry_corps", "tank_brigade"})
"""Classes of the Soviet tables that attack alone."""
CORPS = frozenset({"tank_corps", "mech_corps"})
TANK_ARMY = "tank_army"
DIVISIONAL_SIZES = frozenset({"Div", "Corps", "Army"})
INFANTRY_BRIGADES = "rifle"
"""Soviet infantry brigades replace divisions."""
EASED = (("1942-11", "1943-04", 1, "C5.1-nov-42"), ("1943-05", "1943-08", 2, "C5.1-may-43"))
"""Months in which corps of a tank army may attack with a small unit, how many of the army may in a phase, and the
case."""

ALONE = refusal(
    "command.attacks_alone",
    case="C5.1-alone",
    text="{units} attacks alone: tank, mechanized and cavalry corps and tank brigades never combine with others",
    remedy="attack with that formation only, or without it",
)
ONE_SMALL = refusal(
    "command.one_small_unit",
    case="C5.2-one",
    text="only one unit that belongs to no division may attack; that is {detail}, and {units} is another",
)


def lesser(look: Look, unit: Unit) -> bool:
    """An independent battalion, regiment or brigade of any kind."""
    counter = look.counter(unit)
    return not counter.formation and counter.size not in DIVISIONAL_SIZES


def small(look: Look, unit: Unit) -> bool:
    """A unit outside divisions; rifle brigades count as divisions (C5.2-brigades)."""
    return lesser(look, unit) and slots.class_of(look, unit) != INFANTRY_BRIGADES


def may_take_along(look: Look, corps: Unit) -> bool:
    """The corps is one of those that may still attack with a small unit in this phase: so many of each tank army, first
    come, first served (C5.1-nov-42, C5.1-may-43)."""
    info = look.world.scenario.command
    command = slots.side_command(look, corps.side)
    if info is None or command is None or slots.class_of(look, corps) not in CORPS:
        return False
    slot, leader = slots.slot_of(look, corps), slots.leader_of(look, corps)
    if command.headquarters.get(leader) != TANK_ARMY:
        return False
    number = next((count for since, until, count, _ in EASED if since <= info.month <= until), 0)
    joined = [name for hq, name in command_in(look.state).joined if hq == leader]
    return slot in joined or len(joined) < number


def refuse_company(look: Look, units: tuple[str, ...], unit: Unit) -> Refusal | None:
    """Why a unit may not join others in an attack or overrun. In defence all units fight together (C5.1-defend)."""
    if slots.side_command(look, unit.side) is None:
        return None
    others = [look.unit(uid) for uid in units]
    for member in (unit, *others):
        alone = slots.class_of(look, member) in LONERS
        company = [other for other in (*others, unit) if slots.slot_of(look, other) != slots.slot_of(look, member)]
        if alone and company and not _eased(look, member, company):
            return ALONE(units=(member.id,))
    if small(look, unit):
        first = next((other.id for other in others if small(look, other)), "")
        if first:
            return ONE_SMALL(units=(unit.id,), detail=look.counter(look.unit(first)).name)
    return None


def _eased(look: Look, loner: Unit, company: list[Unit]) -> bool:
    """One small unit of any kind, even a tank brigade, attacks with one corps that may take it along."""
    small_ones = [unit for unit in (loner, *company) if lesser(look, unit)]
    large = [unit for unit in (loner, *company) if unit not in small_ones]
    one_corps = len({slots.slot_of(look, unit) for unit in large}) == 1
    return one_corps and len(small_ones) == 1 and may_take_along(look, large[0])


def note_company(run: Run, data: CombatData) -> None:
    """Note which corps attacks with a small unit, because their number is limited."""
    look, info = run.look, run.world.scenario.command
    attackers = [look.unit(uid) for uid in data.attackers]
    corps = next((unit for unit in attackers if slots.class_of(look, unit) in CORPS), None)
    if corps is None or info is None or not any(lesser(look, unit) for unit in attackers):
        return
    pair = (slots.leader_of(look, corps), slots.slot_of(look, corps))
    if pair not in command_in(look.state).joined:
        case = next(case for since, until, _, case in EASED if since <= info.month <= until)
        run.emit(CorpsJoined(case=case, side=data.side, hq=pair[0], slot=pair[1]))


EDITS = (("combat", "after", "attackers_ready", Do("note_company", note_company)),)
POLICIES = {"refuse_company": refuse_company}
