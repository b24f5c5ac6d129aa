"""Combat supply that HQs throw: to a limited number of units per player turn, and never to another army's.

Which army a unit belongs to follows from the HQ that led it in the Movement Phase of this player turn; a unit that
no HQ led belongs to none.

Cases: C1.5-limit, C1.5-cross-army
"""

from __future__ import annotations

from redball.core.engine import Run
from redball.core.look import Look
from redball.core.state import Unit
from redball.editions.command_control import slots
from redball.editions.command_control.events import CombatSupplyThrown
from redball.editions.command_control.record import command_in
from redball.rules.combat.supply import PURPOSE
from redball.rules.supply.bills import Bill
from redball.rules.supply.draw_and_throw import Payer


def may_throw_to_all(look: Look, hq: Unit, units: list[Unit]) -> bool:
    """Whether an HQ has room for all units (C1.5-limit) and belongs to the army of each that has one
    (C1.5-cross-army)."""
    own, pairs = slots.army_of(look, hq), list(command_in(look.state).fed)
    for unit in units:
        other = slots.army_of_unit(look, unit)
        if (own and other and own != other) or not slots.has_room(look, hq, unit, pairs):
            return False
        pairs.append((slots.slot_of(look, unit), hq.id))
    return True


def paying(look: Look, bill: Bill, found: tuple[Payer, ...]) -> tuple[Payer, ...]:
    """The payers of a combat bill: those without an HQ, and those with an HQ that may throw to all of its units."""
    if bill.purpose != PURPOSE or slots.side_command(look, bill.side) is None:
        return found
    units = [look.unit(uid) for uid in bill.units]
    return tuple(p for p in found if not p.via or may_throw_to_all(look, look.unit(p.via), units))


def paid(run: Run, bill: Bill, payer: Payer) -> None:
    """The HQ has filled a slot with each unit that it served (C1.5-limit)."""
    if bill.purpose != PURPOSE or not payer.via or slots.side_command(run.look, bill.side) is None:
        return
    for uid in bill.units:
        slot = slots.slot_of(run.look, run.look.unit(uid))
        run.emit(CombatSupplyThrown(case="C1.5-limit", side=bill.side, unit=uid, hq=payer.via, slot=slot))


POLICIES = {"paying": paying, "paid": paid}
