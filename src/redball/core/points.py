"""Points of zones of control, which core derives: what editions do otherwise (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable

from redball.core.point import Point
from redball.core.state import State, Unit
from redball.core.world import World

PROJECTS_ZOC: Point[Callable[[World, Unit], bool]] = Point("projects_zoc", "P6")
"""(world, unit): the unit has a ZOC (4.4b, 4.5), or counts towards that of its hex (P6)."""

ZOC_OF_HEX: Point[Callable[[World, State, Callable[[int], list[Unit]], str, int], tuple[int, ...]] | None] = Point(
    "zoc_of_hex", "P6"
)
"""(world, state, units of a hex, side, hex): the hexes into which the units of a side in the hex extend a ZOC together;
None where each unit has its own (P6, 4.5-B). It may depend on the units of the hex and of those beyond a hexside with
something on it, and on the weather: `core.facts` keeps it."""
