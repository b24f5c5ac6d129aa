"""Points where editions differ on trace supply (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from redball.core.look import Look
from redball.core.point import Point

SUPPLIED_FREELY: Point[Callable[[Look, str, dict[str, Any]], dict[str, Any]]] = Point("supplied_freely", "P37", "P44")
"""(look, side, way and dropping case by unit): the same, once each HQ has chosen the units that it serves for free;
the others lose their way, and get the case for that (P44; 12.6: all that trace through it)."""
