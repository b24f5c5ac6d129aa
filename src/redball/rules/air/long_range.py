"""Option 21.4: aircraft that have flown more than half their range are worse at what they do there.

The range is that of the side that shows, and a half is not rounded. What it costs a barrage is in `strikes`, a Base
Transfer in `transfer`. Interceptors and aircraft that defend a mission are affected as all others are.

Cases: 21.4, 21.4-B
"""

from __future__ import annotations

from redball.board.hexes import NO_HEX
from redball.core.edition import option
from redball.core.look import Look
from redball.rules.ground.air_force import Plane, face

LONG_RANGE = option(
    "long_range_air",
    "21.4",
    "Aircraft that fly more than half their range have a rating one lower, shift barrages a column to the left, and do"
    " not stay Active after a Base Transfer",
)
SWITCHES = (LONG_RANGE,)


def beyond_half(look: Look, plane: Plane, start: int, hex_: int) -> bool:
    """Whether it flies more than half its range from `start` to a hex, where that matters."""
    if not look.option(LONG_RANGE.name):
        return False
    return 2 * look.board.distance(start, hex_) > face(look.world, plane).range


def far_out(look: Look, plane: Plane) -> bool:
    """Whether it is on a mission that far from its base."""
    return plane.base != NO_HEX and beyond_half(look, plane, plane.base, plane.hex)


def rating(look: Look, plane: Plane) -> int:
    """21.4-B: its Air Combat Rating where it is."""
    lower = look.world.charts.air_combat.modifier("long_range") if far_out(look, plane) else 0
    return face(look.world, plane).rating + lower
