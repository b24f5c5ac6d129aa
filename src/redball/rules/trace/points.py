"""Points of trace supply: what editions do otherwise (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from redball.core.look import Look
from redball.core.point import Point

SUPPLIED_FREELY: Point[Callable[[Look, str, dict[str, Any]], dict[str, Any]]] = Point("supplied_freely", "P37", "P44")
"""(look, side, ways to trace by unit with the case by which some have none): the same for those whom HQs serve for
nothing (P44; 12.6: all that trace)."""
