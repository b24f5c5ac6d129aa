"""Points where editions differ on ships (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable

from redball.core.point import Point

NAVAL_PHASES: Point[Callable[[], tuple[str, ...]]] = Point("naval_phases", "P29")
"""(): the phases in whose Barrage Segments ships fire (P29, 10.0e)."""
