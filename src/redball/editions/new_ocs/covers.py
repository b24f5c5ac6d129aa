"""What tokens paid for small barrages still cover in a phase."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from redball.board.hexes import NO_HEX
from redball.core.events import Event
from redball.core.own import drop, find, put
from redball.core.state import State, StateOwn
from redball.core.telling import Names


class Covered(Struct, frozen=True):
    """What tokens paid for small barrages of a side in this phase still cover, in quarter tokens: through the HQ `via`,
    or at the dump in the hex `source` (NO_HEX with an HQ)."""

    side: str
    via: str = ""
    source: int = NO_HEX
    quarters: int = 0


class Covers(StateOwn, frozen=True):
    """All cover in this phase."""

    sources: tuple[Covered, ...]

    def in_new_phase(self, state: State) -> Covers | None:
        return None

    def as_seen(self, look: Any, viewer: str) -> Covers | None:
        return Covers(own) if (own := tuple([one for one in self.sources if one.side == viewer])) else None

    @classmethod
    def of_older(cls, fields: dict[str, Any]) -> Covers | None:
        """`covers` of the state."""
        found = msgspec.convert(fields.get("covers", ()), tuple[Covered, ...])
        return cls(found) if found else None


RECORDS = (Covers,)


def covered_in(state: State) -> tuple[Covered, ...]:
    """The cover in this phase."""
    found = find(state.own, Covers)
    return found.sources if found is not None else ()


def with_covers(state: State, sources: tuple[Covered, ...]) -> State:
    """The state with this cover."""
    return state.change(own=put(state.own, Covers(sources)) if sources else drop(state.own, Covers))


class BarrageCovered(Event, frozen=True, kw_only=True):
    """A small barrage took `used` quarter tokens of what was paid at a source: the HQ `via`, or the dump in the hex
    `source`. `quarters` are left there for others in this phase (N10-table-sharing)."""

    audience: ClassVar[str] = "own"
    via: str
    source: int
    used: int
    quarters: int

    def apply(self, state: State) -> State:
        here = (self.side, self.via, self.source)
        others = tuple(c for c in covered_in(state) if (c.side, c.via, c.source) != here)
        left = (Covered(*here, self.quarters),) if self.quarters else ()
        return with_covers(state, (*others, *left))

    def told(self, n: Names) -> str:
        where = f"through {n.unit(self.via)}" if self.via else f"at {n.hex(self.source)}"
        return f"The barrage uses {self.used}/4T already paid {where}; {self.quarters}/4T is left there for others"


EVENTS = (BarrageCovered,)
