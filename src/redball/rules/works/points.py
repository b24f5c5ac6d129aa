"""Points where editions differ on construction (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable

from redball.core.look import Look
from redball.core.point import Point

HEDGEHOG_PRICE: Point[Callable[[Look, str], int]] = Point("hedgehog_price", "P41")
"""(look, side): tokens for one Level of a hedgehog (16.0b)."""
