"""Points of the set-up: what options do otherwise (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable

from redball.core.point import Point
from redball.core.state import Unit
from redball.forces.counter import Counter

SUPPLY_SET_UP: Point[Callable[[int], int]] = Point("supply_set_up")
"""(tokens): how many tokens are set up where the scenario has so many."""

TRANSPORT_SET_UP: Point[Callable[[Unit, Counter], Unit]] = Point("transport_set_up")
"""(unit as the scenario has it, its counter): the same with the Transport Points and the load that it begins with."""
