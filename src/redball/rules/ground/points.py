"""Points of field works: what editions do otherwise (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable, Collection

from redball.core.look import Look
from redball.core.point import Point
from redball.core.refusals import RefusalKind

HEDGEHOG_LIMIT: Point[Callable[[Look, str, int], tuple[int, RefusalKind]]] = Point("hedgehog_limit", "P41")
"""(look, side, hex): the highest level to which a side may build there now, and the refusal of more (16.0a); with hex
-1 that of the hex where it may build highest."""

WORKS_DONE: Point[Callable[[Look, str], Collection[int]]] = Point("works_done", "P41")
"""(look, side): hexes where the side builds no further Level of works in this game turn (16.0b-B)."""

DAMAGED_RAILS: Point[Callable[[Look], Collection[int]]] = Point("damaged_rails", "P34")
"""(look): rail hexes that nobody can use, damaged as they are (13.3: none)."""
