"""Who may attack together: Soviet mobile units only alone, and only one small unit.

Cases: C5.1-alone, C5.1-defend, C5.1-nov-42, C5.1-may-43, C5.2-one, C5.2-brigades
"""

from __future__ import annotations

from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.editions.command_control import slots
from redball.editions.command_control.record import command_in

LONERS = frozenset({"tank_corps", "mech_corps", "cavalry_corps", "tank_brigade"})
"""Classes of the Soviet tables that attack alone."""
CORPS = frozenset({"tank_corps", "mech_corps"})
TANK_ARMY = "tank_army"
DIVISIONAL_SIZES = frozenset({"Div", "Corps", "Army"})
INFANTRY_BRIGADES = "rifle"
"""Soviet infantry brigades replace divisions."""
EASED = (("1942-11", "1943-04", 1), ("1943-05", "1943-08", 2))
"""Months in which a corps under a tank army may take a small unit along, and how many corps of it may."""

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


def small(look: Look, unit: Unit) -> bool:
    """A unit outside divisions: neither part of a formation nor one itself (C5.2-brigades: rifle brigades count as
    divisions)."""
    counter = look.counter(unit)
    if counter.formation or counter.size in DIVISIONAL_SIZES:
        return False
    return slots.class_of(look, unit) != INFANTRY_BRIGADES


def allowance(look: Look, unit: Unit) -> int:
    """How many corps of the tank army that leads this one may take a small unit along (C5.1-nov-42, C5.1-may-43)."""
    info = look.world.scenario.command
    command = slots.side_command(look, unit.side)
    if info is None or command is None or slots.class_of(look, unit) not in CORPS:
        return 0
    slot, leader = slots.slot_of(look, unit), slots.leader_of(look, unit)
    if command.headquarters.get(leader) != TANK_ARMY:
        return 0
    corps = [n for n, hq in command_in(look.state).led if hq == leader and slots.class_of_slot(command, n) in CORPS]
    number = next((count for since, until, count in EASED if since <= info.month <= until), 0)
    return number if slot in corps[:number] else 0


def refuse_company(look: Look, units: tuple[str, ...], unit: Unit) -> Refusal | None:
    """Why a unit may not join others in an attack or overrun. In defence all units fight together (C5.1-defend)."""
    if slots.side_command(look, unit.side) is None:
        return None
    others = [look.unit(uid) for uid in units]
    for other in others:
        for loner, company in ((unit, other), (other, unit)):
            apart = slots.slot_of(look, loner) != slots.slot_of(look, company)
            eased = small(look, company) and allowance(look, loner)
            if apart and slots.class_of(look, loner) in LONERS and not eased:
                return ALONE(units=(loner.id,))
    if small(look, unit):
        first = next((other.id for other in others if small(look, other)), "")
        if first:
            return ONE_SMALL(units=(unit.id,), detail=look.counter(look.unit(first)).name)
    return None


POLICIES = {"refuse_company": refuse_company}
