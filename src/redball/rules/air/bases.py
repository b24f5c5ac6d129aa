"""What an air base holds: how many Active aircraft, which ones, and which of them the enemy sees.

A carrier is a base as far as a rule is about where aircraft are and come down; what a rule takes, builds or bombs is
a base ashore.

Cases: 3.3c-C, 14.2a-B, 15.0, 15.0a, 15.0b-D, 15.2-D
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from redball.core.derived import derived
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.world import World
from redball.rules.air.decks import assigned, capacity, decks, refuse_deck
from redball.rules.ground.air_force import AIR_STRIP, Base, Plane, base_in, force_in, parked_at

NOWHERE: frozenset[int] = frozenset()
_HEX = attrgetter("hex")

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
    """The most Active aircraft at a base (15.0b-D), or at an air strip (15.2-D). Any number may be Inactive, but on
    carriers, which hold so many aircraft in all (18.2a)."""
    limits = world.charts.air_transport_limits
    if base.ships:
        return sum(capacity(world, sid) for sid in base.ships)
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


def ashore_bases(look: Look, side: str) -> Iterator[Base]:
    """The bases of a side on land, by hex."""
    return (base for base in force_in(look.state).bases if base.side == side)


def ashore_base(look: Look, side: str, hex_: int) -> Base | None:
    """The base of a side on land in a hex."""
    base = base_in(look.state, hex_)
    return base if base is not None and base.side == side else None


def _decks(look: Look, side: str) -> tuple[Base, ...]:
    """The carriers of a side as bases; quick in games without ships."""
    return decks(look, side) if look.world.scenario.ships else ()


def own_bases(look: Look, side: str) -> Iterator[Base]:
    """The bases of a side, by hex, its carriers among them."""
    afloat = _decks(look, side)
    return iter(sorted((*ashore_bases(look, side), *afloat), key=_HEX)) if afloat else ashore_bases(look, side)


def own_base(look: Look, side: str, hex_: int) -> Base | None:
    """The base of a side in a hex, or its carriers there."""
    found = ashore_base(look, side, hex_)
    return found or next((base for base in _decks(look, side) if base.hex == hex_), None)


def base_hexes(look: Look, side: str) -> frozenset[int]:
    """The hexes with a base of a side on land (15.0)."""
    return _base_hexes(look, side) if force_in(look.state).bases else NOWHERE


@derived
def _base_hexes(look: Look, side: str) -> frozenset[int]:
    return frozenset(base.hex for base in ashore_bases(look, side))


# --- where aircraft come down ------------------------------------------------------------------------------------


def refuse_landing(look: Look, plane: Plane, hex_: int, before: tuple[Plane, ...] = ()) -> Refusal | None:
    """Why an aircraft cannot come down in a hex, after those that come `before`: every way of getting to a base asks
    this."""
    base = own_base(look, plane.side, hex_)
    if base is None:
        return NO_BASE(hexes=(hex_,))
    return refuse_deck(look, base, plane, before) if base.ships else None


def landings(look: Look, plane: Plane) -> tuple[int, ...]:
    """Where `refuse_landing` lets it come down, by hex."""
    return tuple([base.hex for base in own_bases(look, plane.side) if refuse_landing(look, plane, base.hex) is None])


def deck_for(look: Look, plane: Plane, hex_: int) -> str:
    """The carrier that it comes down on in a hex; "" on land."""
    base = own_base(look, plane.side, hex_)
    return assigned(look, base, (plane,))[plane.id] if base is not None and base.ships else ""


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
