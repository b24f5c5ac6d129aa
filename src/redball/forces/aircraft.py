"""The printed aircraft, and its values as text. Where one is and what it has done: `rules.ground.air_force.Plane`.

Cases: 3.5, 14.1-B
"""

from __future__ import annotations

import re
from typing import Literal, get_args

from msgspec import Struct

AirType = Literal["F", "T", "S", "Tpt"]
"""Fighter, tactical bomber, strategic bomber, transport."""
FIGHTER: AirType = "F"
TACTICAL: AirType = "T"
STRATEGIC: AirType = "S"
TRANSPORT: AirType = "Tpt"
AIR_TYPES: tuple[AirType, ...] = get_args(AirType)

ANY_CARRIER = "any"
"""What stands for every carrier that carries a number of aircraft (18.2a)."""

STEPS = 2
"""Every aircraft has two (14.1b)."""

FACE = re.compile(r"(?P<rating>\d+|\(\d+\))-(?P<barrage>\d+)(?:\((?P<torpedo>\d+)\))?-(?P<range>\d+)")
CAPACITY = re.compile(r"(?P<tokens>\d+)(?P<half>\+1/2)?T|(?P<alone>1/2)T")


class AirFace(Struct, frozen=True):
    """One side of the counter: Air Combat Rating, barrage and torpedo barrage in points, range in hexes, capacity in
    half tokens."""

    rating: int
    parenthesized: bool
    barrage: int
    range: int
    torpedo: int = 0
    capacity: int = 0


class Aircraft(Struct, frozen=True):
    """A printed aircraft; `back` is its reduced side. Each counter is one aircraft: in play it has the same id. Some
    editions ask for its `engines` (0: the usual number of its type). One with an `integral_glider` always tows it, so
    all that it carries goes on that (14.10f); some of these never fly Air Drops (`no_drops`). `carrier` is the ship
    that it may use, ANY_CARRIER, or "": it needs a base on land (18.2a)."""

    id: str
    side: str
    name: str
    nation: str
    types: tuple[AirType, ...]
    front: AirFace
    back: AirFace
    engines: int = 0
    integral_glider: bool = False
    no_drops: bool = False
    carrier: str = ""

    def is_a(self, type_: AirType) -> bool:
        """Whether it can act as this type: one of two types can act as either."""
        return type_ in self.types

    @property
    def engined(self) -> int:
        """How many engines it has: if nothing is said, a Fighter one, every other type two."""
        return self.engines or (1 if self.is_a(FIGHTER) else 2)

    def face(self, steps_lost: int) -> AirFace:
        """The side that shows."""
        return self.back if steps_lost else self.front


def types_of(text: str) -> tuple[AirType, ...]:
    """The types of an aircraft: one, or two joined by a plus sign. Raises ValueError.

    >>> types_of("F"), types_of("T+Tpt")
    (('F',), ('T', 'Tpt'))
    """
    found = tuple(known for word in text.split("+") for known in AIR_TYPES if known == word)
    if len(found) != len(text.split("+")) or len({*found}) != len(found) or len(found) > 2:
        raise ValueError(f"{text!r} is not a type of aircraft: {', '.join(AIR_TYPES)}, or two of them as in T+Tpt")
    return found


def capacity_of(text: str) -> int:
    """Capacity in half tokens. Raises ValueError.

    >>> capacity_of("2T"), capacity_of("1/2T"), capacity_of("1+1/2T")
    (4, 1, 3)
    """
    found = CAPACITY.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not a capacity such as 2T, 1+1/2T or 1/2T")
    return 1 if found["alone"] else 2 * int(found["tokens"]) + (found["half"] is not None)


def show_capacity(halves: int) -> str:
    """As players write it.

    >>> show_capacity(4), show_capacity(1), show_capacity(3)
    ('2T', '1/2T', '1+1/2T')
    """
    whole, half = divmod(halves, 2)
    return "1/2T" if not whole and half else f"{whole}{'+1/2' if half else ''}T"


def face_of(text: str, capacity: int = 0) -> AirFace:
    """Rating, barrage (torpedoes in parentheses) and range. Raises ValueError.

    >>> face_of("4-3-12") == AirFace(4, False, 3, 12), face_of("(1)-18(6)-9") == AirFace(1, True, 18, 9, 6)
    (True, True)
    """
    found = FACE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not rating-barrage-range such as 4-3-12 or (1)-18(6)-9")
    rating, barrage, reach, torpedo = (found[name] for name in ("rating", "barrage", "range", "torpedo"))
    return AirFace(
        int(rating.strip("()")), rating.startswith("("), int(barrage), int(reach), int(torpedo or 0), capacity
    )


def show_face(face: AirFace) -> str:
    """As `face_of` reads it.

    >>> show_face(face_of("(1)-18(6)-9"))
    '(1)-18(6)-9'
    """
    rating = f"({face.rating})" if face.parenthesized else str(face.rating)
    torpedo = f"({face.torpedo})" if face.torpedo else ""
    return f"{rating}-{face.barrage}{torpedo}-{face.range}"
