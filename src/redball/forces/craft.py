"""The printed Landing Craft. Where its points are and what they carry: `rules.ground.craft`.

Cases: 3.4-B, 18.4
"""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import Struct

from redball.board.hexes import MP
from redball.forces.counter import Counter, Face

CraftKind = Literal["landing_craft", "dukw", "lst"]
CRAFT_KINDS: tuple[CraftKind, ...] = get_args(CraftKind)
DUKW: CraftKind = "dukw"
LST: CraftKind = "lst"

CALLED: dict[CraftKind, str] = {"landing_craft": "Landing Craft", "dukw": "DUKW", "lst": "LST"}
"""What sentences call them: most counters print no name."""

DUKW_MA = 24
"""18.4e: MP of a DUKW as a Transport Point, as its counter prints them."""


class Craft(Struct, frozen=True):
    """A printed counter of Landing Craft: so many points of capacity. A DUKW has the same id on land, where it is a
    Transport Point (18.4e)."""

    id: str
    side: str
    name: str
    nation: str
    kind: CraftKind
    points: int

    @property
    def called(self) -> str:
        """Its name in a sentence."""
        return self.name or CALLED[self.kind]


def craft_kind(text: str) -> CraftKind:
    """A kind of Landing Craft. Raises ValueError.

    >>> craft_kind("lst")
    'lst'
    """
    for known in CRAFT_KINDS:
        if text == known:
            return known
    raise ValueError(f"{text!r} is not a kind of Landing Craft: {', '.join(CRAFT_KINDS)}")


def ashore(craft: Craft) -> Counter:
    """A DUKW's counter as a Transport Point (18.4e)."""
    return Counter(
        id=craft.id,
        side=craft.side,
        name=craft.called,
        nation=craft.nation,
        formation="",
        kind="transport",
        size="",
        symbol="truck",
        colour="",
        printed_re=0,
        no_rebuild=False,
        combat=None,
        move=Face(None, False, 0, DUKW_MA * MP, "truck"),
        points=craft.points,
        transport="truck",
    )
