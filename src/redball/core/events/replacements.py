"""Replacements: what the Variable Reinforcement Table brings."""

from __future__ import annotations

from redball.core.events.base import Event, UnitEvent
from redball.core.state import State, Unit


class ReplacementsRolled(Event, frozen=True, kw_only=True):
    """The Variable Reinforcement Table gave so many of each: `pax`, `eq`, units of a pool (13.5-A)."""

    results: dict[str, int]


class ReplacementsForfeited(Event, frozen=True, kw_only=True):
    """Repls that were not placed are lost (13.6)."""

    results: dict[str, int]


class ReplArrived(UnitEvent, frozen=True, kw_only=True):
    """A new Repl, `unit`, came onto the map (13.5-A)."""

    counter: str
    hex: int
    marker: str = ""

    def apply(self, state: State) -> State:
        repl = Unit(id=self.unit, counter=self.counter, side=self.side, hex=self.hex, facing="move", marker=self.marker)
        return state.with_unit(repl)
