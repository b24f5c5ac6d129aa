"""The vocabulary of a board: its terrains, hexside features and paths, and which of them are water.

Their movement costs are in the movement chart, never here; `CostTable.check_board` says when a board uses a word that
the chart of an edition lacks.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

ALL_WATER = "sea_or_lake"
"""Terrain of an all-water hex; as a hexside, open water along all of it."""
SEA = "sea"
"""The same where ships go (18.1c): sea, and no lake."""
WATERS = frozenset({ALL_WATER, SEA})
ESTUARY = "estuary"
"""A hexside of the sea along the coast (18.1c). Ground units cross it, unless open water lies along it, too."""
PORT = "port"

FACILITY_PLACES = frozenset({PORT})
"""Kinds of place that do not change a hex's terrain."""


class Vocabulary(msgspec.Struct, frozen=True):
    """Ids that a board file may use. `water` are the hexside features that follow the rules for water (6.2d); `bridged`
    says what a bridged river counts as, "" for nothing (13.8b)."""

    hexes: frozenset[str]
    hexsides: frozenset[str]
    paths: frozenset[str]
    water: frozenset[str]
    bridged: Mapping[str, str] = MappingProxyType({})

    def allows_in_hex(self, terrain: str) -> bool:
        """Whether a hex may have this terrain: any of `hexes`, or all-water."""
        return terrain in self.hexes or terrain in WATERS


STANDARD = Vocabulary(
    hexes=frozenset(
        {
            "open", "woods", "forest", "low_hills", "hills", "rough", "mountain", "lava", "village", "minor_city",
            "major_city", "salt_marsh", "swamp", "frozen_swamp", "moscow_defense",
        }
    ),
    hexsides=frozenset(
        {
            "minor_river", "major_river", "frozen_minor_river", "frozen_major_river", "dry_lake", "wadi", "escarpment",
            "sea_or_lake", "sea", "estuary",
        }
    ),
    paths=frozenset({"road", "track", "railroad"}),
    water=frozenset(
        {"minor_river", "major_river", "frozen_minor_river", "frozen_major_river", "dry_lake", "sea_or_lake", "sea"}
    ),
    bridged=MappingProxyType(
        {
            "major_river": "minor_river",
            "minor_river": "",
            "frozen_major_river": "frozen_minor_river",
            "frozen_minor_river": "",
        }
    ),
)  # fmt: skip
"""The ids of the generic movement chart."""


def words(identifier: str) -> str:
    """An id as a reader sees it.

    >>> words("minor_river")
    'minor river'
    """
    return identifier.replace("_", " ")
