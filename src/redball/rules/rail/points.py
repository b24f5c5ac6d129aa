"""Points where editions differ on railroads (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable, Collection

from redball.core.events import Event
from redball.core.look import Look
from redball.core.point import Point
from redball.core.state import Unit

RAIL_CAP: Point[Callable[[Look, str], int]] = Point("rail_cap", "P34")
"""(look, side): a side's Rail Cap in this turn, in 1/16 points (13.3b)."""

CONVERSION_PRICE: Point[Callable[[Look], int]] = Point("conversion_price", "P34")
"""(look): tokens to convert a rail hex (13.3f-B)."""

RAIL_WORK: Point[Callable[[Look, Unit], Event]] = Point("rail_work", "P34")
"""(look, Rail Repair unit): the event of its work on the railroad in its hex; the series converts the gauge to
its side's (13.3f-B)."""

RAILS_BUSTED: Point[Callable[[Look, str], Collection[int]]] = Point("rails_busted", "P34")
"""(look, side): hexes through which the side's cargo takes double Rail Cap (14.8c-B)."""

RAILS_CLOSED: Point[Callable[[Look, str], Collection[int]]] = Point("rails_closed", "P34")
"""(look, side): hexes that markers of the enemy close to the side's trains, though not to traces (14.8c: none)."""
