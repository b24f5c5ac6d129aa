"""Points of what enters a hex: what editions do otherwise (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from redball.core.point import Point

ENTERED: Point[Callable[[Any, str, int], None]] = Point("entered", "P11")
"""(run, side, hex): units of a side have entered a hex, by movement, advance or retreat: what follows for units about
(P11, 5.7d)."""
