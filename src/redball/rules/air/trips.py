"""How far an aircraft flies on Air Transport, what it carries then, and whether it stays: each one by itself (14.9e).

Cases: 14.9e-A, 14.9e-B, 14.9e-C
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from redball.core.look import Look
from redball.core.world import World
from redball.rules.ground.air_force import Plane, face


class Trip(NamedTuple):
    """A way to fly: so many half ranges to the hex, and back if it does not stay there; `factor` names the chart's
    multiplier of its capacity."""

    half_ranges: int
    factor: str
    case: str
    stays: bool = False


TRIPS = {
    "stay": Trip(4, "double_range_capacity", "14.9e-A", stays=True),
    "return": Trip(2, "normal_range_capacity", "14.9e-B"),
    "double": Trip(1, "half_range_capacity", "14.9e-C"),
}


def within(look: Look, plane: Plane, hex_: int, half_ranges: int) -> bool:
    """Whether a hex is within so many half ranges of an aircraft, which are not rounded."""
    return 2 * look.board.distance(plane.hex, hex_) <= half_ranges * face(look.world, plane).range


def carries(world: World, plane: Plane, trip: str) -> int:
    """What it carries on a trip, in half tokens."""
    factor: Fraction = getattr(world.charts.air_transport_limits, TRIPS[trip].factor)
    return int(face(world, plane).capacity * factor)
