"""What somebody is told of a bot that plans before it acts."""

from __future__ import annotations

import msgspec

from redball.online.access import Place
from redball.online.thinking import Far


class Thinks(msgspec.Struct, frozen=True):
    """A bot plans before it acts: `side` is its side, "" if none does; `done` imagined games, of `of` at most. Both are
    0 for whoever may not see that side's view: how many there are hangs on what it sees."""

    type: str
    side: str
    done: int
    of: int


NOBODY_THINKS = Thinks("thinks", "", 0, 0)


def thinks_for(far: Far | None, place: Place) -> Thinks:
    """What somebody is told of a bot that thinks. Late spectators are told nothing; whoever may not see the view of its
    side, only that it thinks about its Player Turn: that it thinks again is because of what it has seen."""
    if far is None or place.late:
        return NOBODY_THINKS
    if place.looks(far.side) or place.looks(""):
        return Thinks("thinks", far.side, far.done, far.of)
    return Thinks("thinks", far.side, 0, 0) if far.first else NOBODY_THINKS
