"""Points where editions differ on field works (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from redball.charts import Charts
from redball.core.look import Look
from redball.core.point import Point
from redball.core.refusals import RefusalKind
from redball.forces.aircraft import Aircraft, AirFace

HEDGEHOG_LIMIT: Point[Callable[[Look, str, int], tuple[int, RefusalKind]]] = Point("hedgehog_limit", "P41")
"""(look, side, hex): the highest level that a side may build there now, and the refusal for more (16.0a); hex -1 asks
for the highest level anywhere."""

WORKS_DONE: Point[Callable[[Look, str], Collection[int]]] = Point("works_done", "P41")
"""(look, side): hexes where the side may build no more Levels in this game turn (16.0b-B)."""

BUILT: Point[Callable[[Any, str, int, int], None]] = Point("built", "P41")
"""(run, side, hex, level): what else happens when a Level is built (16.0b: nothing)."""

DAMAGED_RAILS: Point[Callable[[Look], Collection[int]]] = Point("damaged_rails", "P34")
"""(look): damaged rail hexes, which nobody can use (13.3: none)."""

FACILITIES: Point[Callable[[Look, str], frozenset[int]]] = Point("facilities", "P40")
"""(look, side): hexes with an air base or a port of the side, which only Attack-Capable units of the other one enter
(15.0, 19.0)."""

PORT_SHUT: Point[Callable[[Look, str, int], bool]] = Point("port_shut", "P8")
"""(look, side, hex): whether the enemy shuts a port of the side for what is landed and shipped there (19.0a-C)."""

AIR_FACE: Point[Callable[[Charts, Aircraft, AirFace], AirFace] | None] = Point("air_face", "P32", "P30")
"""(charts, aircraft, the side that shows): its values where an edition changes what is printed; None: as printed."""
