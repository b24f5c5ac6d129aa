"""Points where editions differ on zones of control, which core derives (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable

from redball.core.point import Point
from redball.core.state import State, Unit
from redball.core.world import World

PROJECTS_ZOC: Point[Callable[[World, Unit], bool]] = Point("projects_zoc", "P6")
"""(world, unit): whether the unit has a ZOC (4.4b, 4.5), or counts towards the ZOC of its hex (P6)."""

ZOC_OF_HEX: Point[Callable[[World, State, Callable[[int], list[Unit]], str, int], tuple[int, ...]] | None] = Point(
    "zoc_of_hex", "P6"
)
"""(world, state, units of a hex, side, hex): the hexes into which the units together extend a ZOC; None where
each unit has its own (P6, 4.5-B). The answer may depend only on the units of the hex, on units across hexsides with a
feature, and on the weather, because `core.facts` caches it."""
