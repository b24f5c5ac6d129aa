"""Points where editions differ on attrition (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from redball.core.look import Look
from redball.core.point import Point
from redball.core.state import Unit

ATTRITION_STEPS: Point[Callable[[Look, str, int, Sequence[Unit]], int]] = Point("attrition_steps", "P37")
"""(look, side, hex, Out of Supply units): how many of a stack's steps count for the modifier of the Attrition Table
(P37; 12.8b-A)."""
