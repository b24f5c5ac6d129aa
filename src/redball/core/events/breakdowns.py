"""Breakdowns."""

from __future__ import annotations

from typing import ClassVar

from redball.core.events.base import UnitEvent
from redball.core.state import State
from redball.core.telling import Names


class BreakdownDetached(UnitEvent, frozen=True, kw_only=True):
    """A multi-step unit detached a step: `new`, with the counter of a Breakdown, its mode and its markers (20.0). Its
    fuel stays with it: that is for one counter (12.5c-C)."""

    audience: ClassVar[str] = "own"
    new: str
    counter: str

    def touched(self) -> tuple[str, ...]:
        return (self.unit, self.new)

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        part = unit.act(fueled=False, short=False).change(
            id=self.new, counter=self.counter, steps_lost=0, hq_fueled=False, formation_fueled=False, points=0, load=0
        )
        return state.with_units([unit.change(steps_lost=unit.steps_lost + 1), part])

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} detaches {n.unit(self.new)}"


class BreakdownAbsorbed(UnitEvent, frozen=True, kw_only=True):
    """A multi-step unit absorbed the Breakdown `other` as a step; the counter is back in its pool (20.0d)."""

    audience: ClassVar[str] = "own"
    other: str

    def touched(self) -> tuple[str, ...]:
        return (self.unit, self.other)

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        return state.with_unit(unit.change(steps_lost=unit.steps_lost - 1)).without_units([self.other])

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} absorbs {n.unit(self.other)}"
