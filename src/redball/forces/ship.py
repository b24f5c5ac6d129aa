"""The printed ship, and its values as text. Where one is and what it has done: `rules.ground.fleet.Vessel`.

Cases: 3.4-A
"""

from __future__ import annotations

import re
from typing import Literal, get_args

from msgspec import Struct

ShipType = Literal["battleship", "carrier", "cruiser", "destroyer", "monitor"]
SHIP_TYPES: tuple[ShipType, ...] = get_args(ShipType)
CARRIER: ShipType = "carrier"

FACE = re.compile(r"(?P<barrage>\d{1,3})-(?P<range>\d{1,2})-(?P<flak>\d{1,2})-(?P<protection>\d{1,2})")


class ShipFace(Struct, frozen=True):
    """One side of the counter: barrage in points, range in hexes, Flak, Protection (0: none is printed)."""

    barrage: int
    range: int
    flak: int = 0
    protection: int = 0


class Ship(Struct, frozen=True):
    """A printed ship; `back` is its damaged side. In play it has the same id. `several`: the counter is more than one
    ship, as cruisers and destroyers mostly are. `slow`: its front has the white stripe (18.1f). `aircraft`: how many
    it carries; a carrier without a number takes those that name it (18.2a)."""

    id: str
    side: str
    name: str
    nation: str
    type: ShipType
    front: ShipFace
    back: ShipFace
    several: bool = False
    slow: bool = False
    aircraft: int = 0

    def face(self, damaged: bool) -> ShipFace:
        """The side that shows."""
        return self.back if damaged else self.front

    @property
    def is_carrier(self) -> bool:
        """By the type that is printed."""
        return self.type == CARRIER

    def is_slow(self, damaged: bool) -> bool:
        """18.1f: a single ship that is damaged is slow, several ships keep their speed."""
        return self.slow or (damaged and not self.several)


def ship_type(text: str) -> ShipType:
    """A type of ship. Raises ValueError."""
    for known in SHIP_TYPES:
        if text == known:
            return known
    raise ValueError(f"{text!r} is not a type of ship: {', '.join(SHIP_TYPES)}")


def ship_face(text: str) -> ShipFace:
    """Barrage, range, Flak and Protection. Raises ValueError.

    >>> ship_face("30-4-2-3")
    ShipFace(barrage=30, range=4, flak=2, protection=3)
    """
    found = FACE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not barrage-range-Flak-Protection such as 30-4-2-3")
    return ShipFace(*(int(found[name]) for name in ("barrage", "range", "flak", "protection")))


def show_ship_face(face: ShipFace) -> str:
    """As `ship_face` reads it.

    >>> show_ship_face(ship_face("8-2-0-0"))
    '8-2-0-0'
    """
    return f"{face.barrage}-{face.range}-{face.flak}-{face.protection}"
