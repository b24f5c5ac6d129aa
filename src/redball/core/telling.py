"""How an event is told: a sentence, in the names that one viewer may read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class Names(Protocol):
    """The names of units, sides and hexes as one viewer may read them."""

    def knows(self, uid: str) -> bool:
        """The viewer may know this unit."""

    def unit(self, uid: str) -> str:
        """A unit, or "an enemy unit"."""

    def units(self, uids: tuple[str, ...]) -> str:
        """Several units."""

    def side(self, side: str) -> str:
        """A side's name as the scenario gives it."""

    def hex(self, hex_: int) -> str:
        """`12.10 Yelnya`."""


Teller = Callable[[Any, Names], str]
"""(event, names): the sentence without its full stop. What a part brings in its `EVENTS`, kind by kind."""
