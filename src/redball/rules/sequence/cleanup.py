"""The Clean Up Phase of the phasing side.

Cases: 2.3-K, 5.9-C
"""

from __future__ import annotations

from redball.core.engine import Run
from redball.core.events import MarkerRemoved
from redball.rules.combat.points import CASE_OF
from redball.rules.ground import trainbusting
from redball.rules.modes.disorganization import recover
from redball.rules.moving_stack.fuel import remove_fuel
from redball.rules.naval.in_port import recover_ships


def clean_up(run: Run, side: str) -> None:
    """Exploit markers come off the units of that side, DG (5.10-B), and its fuel (12.5d). Reserve and Strat stay."""
    look = run.look
    for unit in (*look.own(side), *look.own(run.world.enemy(side))):
        if unit.marker == "exploit" and unit.side == side:
            run.emit(MarkerRemoved(case="5.9-C", side=side, unit=unit.id, marker=unit.marker))
        elif unit.marker == "dg":
            recover(run, unit, side)
    recover_ships(run, side)
    remove_fuel(run, side)
    trainbusting.clean_up(run, side, run.look.policies[CASE_OF](run.look, "14.8d"))
