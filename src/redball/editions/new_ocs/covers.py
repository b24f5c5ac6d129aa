"""What tokens paid for small barrages still cover in a phase."""

from __future__ import annotations

from typing import ClassVar

from redball.core.events import Event
from redball.core.state import Covered, State
from redball.core.telling import Teller


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
        others = tuple(c for c in state.covers if (c.side, c.via, c.source) != here)
        left = (Covered(*here, self.quarters),) if self.quarters else ()
        return state.change(covers=(*others, *left))


EVENTS: dict[type[Event], Teller] = {
    BarrageCovered: lambda e, n: (
        f"{e.used}/4T for the barrage is paid{f' through {n.unit(e.via)}' if e.via else f' at {n.hex(e.source)}'}; "
        f"{e.quarters}/4T is left there for others"
    ),
}
