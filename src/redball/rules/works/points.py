"""Points of construction: what editions do otherwise (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable

from redball.core.look import Look
from redball.core.point import Point

HEDGEHOG_PRICE: Point[Callable[[Look, str], int]] = Point("hedgehog_price", "P41")
"""(look, side): tokens for a level of a hedgehog (16.0b)."""
