"""Supply that gets away from a hex when the enemy enters."""

from __future__ import annotations

from redball.core.events import Event
from redball.core.ledger import show_tokens
from redball.core.state import Dump, State
from redball.core.telling import Names


class SupplyEvaded(Event, frozen=True, kw_only=True):
    """SP on the ground got away from a hex that the enemy entered (N12.11)."""

    start: int
    hex: int
    tokens: int

    def apply(self, state: State) -> State:
        left, there = state.ground_supply(self.side, self.start), state.ground_supply(self.side, self.hex)
        state = state.with_dump(self.side, self.start, Dump(left.tokens - self.tokens, 0))
        return state.with_dump(self.side, self.hex, Dump(there.tokens + self.tokens, there.fresh))

    def told(self, n: Names) -> str:
        return f"{show_tokens(self.tokens)} moved to safety from {n.hex(self.start)} to {n.hex(self.hex)}"


EVENTS = (SupplyEvaded,)
