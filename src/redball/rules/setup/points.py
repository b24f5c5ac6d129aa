"""Points where options change the set-up (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable

from redball.core.point import Point
from redball.core.state import Unit
from redball.forces.counter import Counter

SUPPLY_SET_UP: Point[Callable[[int], int]] = Point("supply_set_up")
"""(tokens): how many tokens to set up for this number of tokens in the scenario."""

TRANSPORT_SET_UP: Point[Callable[[Unit, Counter], Unit]] = Point("transport_set_up")
"""(unit as the scenario has it, its counter): the unit with the Transport Points and load that it starts with."""
