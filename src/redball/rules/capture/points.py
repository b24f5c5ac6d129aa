"""Points where editions differ on entering a hex (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from redball.core.point import Point

ENTERED: Point[Callable[[Any, str, int], None]] = Point("entered", "P11")
"""(run, side, hex): what else happens when units of a side have come into a hex, by whatever way (P11, 5.7d)."""
