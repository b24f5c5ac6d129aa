"""Points where editions differ on ships and shipping (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable

from redball.core.look import Look
from redball.core.point import Point

NAVAL_PHASES: Point[Callable[[], tuple[str, ...]]] = Point("naval_phases", "P29")
"""(): the phases in whose Barrage Segments ships fire (P29, 10.0e)."""

SAILING_PHASES: Point[Callable[[], tuple[str, ...]]] = Point("sailing_phases", "P11")
"""(): the phases in whose segments of movement ships and Landing Craft sail (P11, 18.1e, 7.0c)."""

SHIPPING_ALLOWANCE: Point[Callable[[Look, str], int]] = Point("shipping_allowance", "P34")
"""(look, side): its Shipping Allowance of this turn, in 1/16 points (19.0f)."""

SEA_LINK: Point[Callable[[Look, int, int], bool]] = Point("sea_link", "P34")
"""(look, one port, another): whether anything can be shipped between them (19.0f: always)."""
