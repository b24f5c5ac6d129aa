"""Raids: what drives goes where a ZOC would cut the enemy's trace."""

from __future__ import annotations

from redball.bots.planner.guide import Lean
from redball.bots.steady.scene import Guide
from redball.bots.steady.worth import step_worth
from redball.core.look import Look
from redball.core.state import Clock, Unit
from redball.forces.counter import LEG
from redball.rules.trace.cuts import cut_map
from redball.rules.units.abilities import attack_capable, mobility

SHARE = 5
"""A fifth of what the steps are worth that a hex would cut off."""


class Raids(Guide):
    """Units that drive are drawn to hexes whose ZOC would cut the trace of enemies, by the worth of their steps. The
    map of cuts is made once a segment, from what the side may believe as it begins."""

    def __init__(self) -> None:
        self._made: tuple[Clock, str] | None = None
        self._worth: dict[int, int] = {}

    def lean(self, look: Look, unit: Unit) -> Lean | None:
        if mobility(look, unit) == LEG or not attack_capable(look, unit):
            return None
        worth = self.worth(look, unit.side)
        return (lambda hex_: worth.get(hex_, 0)) if worth else None

    def worth(self, look: Look, side: str) -> dict[int, int]:
        """What standing in a hex is worth to a raider."""
        now = (look.state.clock, side)
        if self._made != now:
            self._made = now
            cuts = cut_map(look, look.enemy(side)).cuts
            self._worth = {hex_: worth_of(look, units) // SHARE for hex_, units in cuts.items()}
        return self._worth


def worth_of(look: Look, units: tuple[str, ...]) -> int:
    """What all steps of units are worth."""
    return sum(step_worth(look, look.unit(uid)) * look.steps(look.unit(uid)) for uid in units)
