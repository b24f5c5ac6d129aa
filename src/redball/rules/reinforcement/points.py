"""Points where editions differ on arrivals (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable

from redball.core.look import Look
from redball.core.point import Point

SUPPLY_BATCHES: Point[Callable[[Look, str, int], tuple[tuple[tuple[int, ...], int], ...]]] = Point("supply_batches")
"""(look, side, tokens): how to divide supply from the Supply Table: entries and tokens of each part (2.3-D)."""

SUPPLY_ARRIVING: Point[Callable[[int], int]] = Point("supply_arriving")
"""(tokens): tokens that arrive for a number from the schedule or the Supply Table."""
