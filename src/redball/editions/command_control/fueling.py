"""Fuel of an HQ under the order of command: for units that it leads, and for HQs of its army
that are played later.

In other phases, and for units outside the order, the series rules hold. Later HQs get their fuel as the HQ moves behind
its units or ends, from the hex in which it throws (12.5e-B).

Cases: C1.3-fuel-units, C1.3-fuel-hqs
"""

from __future__ import annotations

from redball.board.hexes import NO_HEX
from redball.core.engine import Run
from redball.core.events import FuelDrawn
from redball.core.look import Look
from redball.core.state import Unit
from redball.editions.command_control import slots
from redball.editions.command_control.record import command_in
from redball.rules.moving_stack.fuel import has_fuel
from redball.rules.supply.draw_and_throw import may_throw
from redball.rules.supply.paths import throw_leg


def fuels(look: Look, hq: Unit, unit: Unit) -> bool:
    """The HQ that is being played fuels independent units that it leads (C1.3-fuel-units)."""
    if not slots.in_order(look, unit.side):
        return True
    return command_in(look.state).hq == hq.id and look.counter(unit).kind != "hq" and unit.marker != "strat"


def fuel_later(run: Run, hq: Unit) -> None:
    """A fueled HQ fuels those of its army that are in its range and have not been played (C1.3-fuel-hqs)."""
    look = run.look
    elsewhere = hq.activity.fuel_hex not in (NO_HEX, hq.hex)
    if not hq.hq_fueled or elsewhere or not may_throw(look, hq):
        return
    for other in slots.headquarters_of(look, hq.side, slots.army_of(look, hq)):
        waits = other.id != hq.id and other.id not in command_in(look.state).played and not has_fuel(other)
        if waits and throw_leg(look, hq, other.hex) is not None:
            run.emit(FuelDrawn(case="C1.3-fuel-hqs", side=hq.side, unit=other.id, hq=hq.id, hex=hq.hex))


POLICIES = {"fuels": fuels}
