"""What an air base holds: how many Active aircraft, which ones, and which of them the enemy sees.

Cases: 14.2a-B, 15.0, 15.0a, 15.0b-D, 15.2-D
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.core.derived import derived
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.world import World
from redball.rules.ground.air_force import AIR_STRIP, Base, Plane, base_in, force_in, parked_at

NOWHERE: frozenset[int] = frozenset()

NO_BASE = refusal(
    "air.no_base",
    case="15.0",
    text="{hexes} has no air base of this side",
    remedy="choose a hex with one of your air bases",
)
UNKNOWN_PLANE = refusal("air.unknown_plane", case="3.5", text="there is no aircraft {detail} in this game")
NOT_YOURS = refusal("air.not_yours", case="14.1a", text="{detail} is not an aircraft of this side on the map")
FULL = refusal(
    "air.base_full",
    case="14.2a-B",
    text="the {detail} at {hexes} holds {need} Active aircraft at most and has {have}",
    remedy="fly missions from there first, or leave aircraft Inactive",
)


def active_limit(world: World, base: Base) -> int:
    """The most Active aircraft at a base (15.0b-D), or at an air strip (15.2-D). Any number may be Inactive."""
    limits = world.charts.air_transport_limits
    if base.level == AIR_STRIP:
        return limits.active_aircraft_at_air_strip
    return limits.active_aircraft_at_base_besides_level + base.level


def active_count(look: Look, base: Base) -> int:
    """Its Active aircraft, each counter as one whatever its steps (14.2a-B); those on a mission are not there."""
    return sum(plane.active for plane in parked_at(look, base.hex, base.side))


def refuse_full(look: Look, base: Base, more: int = 1) -> Refusal | None:
    """Whether so many more aircraft can be Active there."""
    have, most = active_count(look, base), active_limit(look.world, base)
    if have + more <= most:
        return None
    return FULL(hexes=(base.hex,), have=have, need=most, detail=base.called, case="15.2-D" if not base.level else "")


def own_bases(look: Look, side: str) -> Iterator[Base]:
    """The bases of a side, by hex."""
    return (base for base in force_in(look.state).bases if base.side == side)


def own_base(look: Look, side: str, hex_: int) -> Base | None:
    """The base of a side in a hex."""
    base = base_in(look.state, hex_)
    return base if base is not None and base.side == side else None


def base_hexes(look: Look, side: str) -> frozenset[int]:
    """The hexes with a base of a side (15.0)."""
    return _base_hexes(look, side) if force_in(look.state).bases else NOWHERE


@derived
def _base_hexes(look: Look, side: str) -> frozenset[int]:
    return frozenset(base.hex for base in own_bases(look, side))


def inactive_at(look: Look, base: Base) -> tuple[Plane, ...]:
    """Its Inactive aircraft."""
    return tuple([plane for plane in parked_at(look, base.hex, base.side) if not plane.active])


def all_levels(look: Look, base: Base) -> int:
    """Every Level of a base is in use: it needs no supply for that."""
    return base.level


def always_open(look: Look, base: Base, use: str) -> Refusal | None:
    """Aircraft refit and take off at any base."""
    return None


def always_ready(look: Look, plane: Plane) -> Refusal | None:
    """Aircraft fly from wherever they are."""
    return None


POLICIES = {
    "facilities": base_hexes,
    "refuse_take_off": always_ready,
    "usable_levels": all_levels,
    "refuse_base_use": always_open,
}
