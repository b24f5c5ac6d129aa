"""How far an aircraft flies on Air Transport, what it carries then, whether it stays, and what it tows (14.9e, 14.10e).

What goes on gliders is a load of its own: it lands better, and no base limits it. An integral glider carries all that
its aircraft does.

Cases: 14.9e-A, 14.9e-B, 14.9e-C, 14.10e-C, 14.10e-F, 14.10e-G, 14.10f
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from redball.core.look import Look
from redball.core.world import World
from redball.forces.aircraft import TRANSPORT
from redball.rules.ground.air_force import Plane, base_in, face, printed

HALVES = 2
"""Half tokens of a token."""


class Trip(NamedTuple):
    """A way to fly: so many half ranges to the hex, and back if it does not stay there; `factor` names the chart's
    multiplier of its own capacity ("": it carries nothing itself); it tows so many `gliders`."""

    half_ranges: int
    factor: str
    case: str
    stays: bool = False
    gliders: int = 0

    @property
    def halved(self) -> bool:
        """It flies half its range, there and back."""
        return self.half_ranges == 1


WAYS = {
    "stay": Trip(4, "double_range_capacity", "14.9e-A", stays=True),
    "return": Trip(2, "normal_range_capacity", "14.9e-B"),
    "double": Trip(1, "half_range_capacity", "14.9e-C"),
    "stay_tow": Trip(4, "", "14.10e-C", stays=True, gliders=1),
    "return_tow": Trip(2, "", "14.10e-C", gliders=1),
    "double_tow": Trip(1, "", "14.10e-C", gliders=2),
    "double_mixed": Trip(1, "normal_range_capacity", "14.10e-C", gliders=1),
}
"""By name; `double_mixed` drops its own load by parachute, so it is of no use on Air Transport."""
ONWARD = {
    "onward": Trip(2, "normal_range_capacity", "21.12a-A", stays=True),
    "onward_double": Trip(1, "half_range_capacity", "21.12a-A", stays=True),
}
"""The ways of a second leg: as far as the first one, and it ends there."""
TRIPS = WAYS | ONWARD


def carries(world: World, plane: Plane, trip: str, *, glider: bool = False) -> int:
    """What it carries on a trip, in half tokens: on its own, or on gliders. A glider whose tow has lost a step carries
    less (14.10e-F)."""
    way, limits = TRIPS[trip], world.charts.air_transport_limits
    if glider and way.gliders:
        each = limits.transport_plus_glider_t_after_loss if plane.steps_lost else limits.transport_plus_glider_t
        return HALVES * way.gliders * each
    if not way.factor or glider is not printed(world, plane).integral_glider:
        return 0
    factor: Fraction = getattr(limits, way.factor)
    return int(face(world, plane).capacity * factor)


def can_tow(look: Look, plane: Plane, gliders: int) -> bool:
    """14.10e-C: a Transport at full strength, where there are so many Glider Points; none tows beside its own."""
    base, aircraft = base_in(look.state, plane.hex), printed(look.world, plane)
    fit = aircraft.is_a(TRANSPORT) and not aircraft.integral_glider and not plane.steps_lost
    return fit and base is not None and base.gliders >= gliders


def ways(look: Look, plane: Plane, hex_: int) -> tuple[str, ...]:
    """The ways in which it may fly to a hex, by half ranges that are not rounded; only what carries something doubles
    its capacity."""
    shown, twice = face(look.world, plane), 2 * look.board.distance(plane.hex, hex_)
    empty = not shown.capacity
    near = ((name, trip) for name, trip in WAYS.items() if twice <= trip.half_ranges * shown.range)
    able = ((name, trip) for name, trip in near if not trip.gliders or can_tow(look, plane, trip.gliders))
    return tuple([name for name, trip in able if not (empty and name == "double")])


def second_leg(first: str) -> str:
    """21.12a-A: how it flies on. The longest leg says how far, so both are flown alike; "" if it stays."""
    if TRIPS[first].stays:
        return ""
    return "onward_double" if TRIPS[first].halved else "onward"
