"""What engineers and working parties build and demolish."""

from __future__ import annotations

from redball.core.events.base import Event
from redball.core.state import Hedgehog, State
from redball.core.telling import Names


class HedgehogBuilt(Event, frozen=True, kw_only=True):
    """A hedgehog gained a Level, or its first, by the work of `units` (16.0b)."""

    hex: int
    level: int
    units: tuple[str, ...]

    def touched(self) -> tuple[str, ...]:
        return self.units

    def apply(self, state: State) -> State:
        works = {**state.hedgehogs, self.hex: Hedgehog(self.side, self.level)}
        raised = {**state.raised, self.hex: state.raised.get(self.hex, 0) + 1}
        return after_work(state, self.units).change(hedgehogs=works, raised=raised)

    def told(self, n: Names) -> str:
        return f"{n.side(self.side)} builds a Level {self.level} hedgehog at {n.hex(self.hex)}"


class HedgehogReduced(Event, frozen=True, kw_only=True):
    """A hedgehog lost a Level by the work of `units` (no units: by capture); at Level 0 it is gone (16.0c)."""

    hex: int
    level: int
    units: tuple[str, ...]

    def touched(self) -> tuple[str, ...]:
        return self.units

    def apply(self, state: State) -> State:
        works = {h: w for h, w in state.hedgehogs.items() if h != self.hex}
        if self.level:
            works[self.hex] = Hedgehog(self.side, self.level)
        lowered = state.lowered | {self.hex} if self.units else state.lowered
        return after_work(state, self.units).change(hedgehogs=works, lowered=lowered)

    def told(self, n: Names) -> str:
        return f"{n.side(self.side)} {'reduces' if self.level else 'removes'} the hedgehog at {n.hex(self.hex)}"


def after_work(state: State, units: tuple[str, ...]) -> State:
    """The workers have done their one task and may not move in this phase (13.8d-C)."""
    return state.with_units([state.units[uid].act(worked=True, moved=True) for uid in units])
