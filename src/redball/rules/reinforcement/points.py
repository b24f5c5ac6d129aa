"""Points of arrivals: what editions do otherwise (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable

from redball.core.look import Look
from redball.core.point import Point

SUPPLY_BATCHES: Point[Callable[[Look, str, int], tuple[tuple[tuple[int, ...], int], ...]]] = Point("supply_batches")
"""(look, side, tokens): how what the Supply Table brings is divided: entries and tokens of each part (2.3-D)."""

SUPPLY_ARRIVING: Point[Callable[[int], int]] = Point("supply_arriving")
"""(tokens): how many tokens arrive where the schedule or the Supply Table has so many."""
