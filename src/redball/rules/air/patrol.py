"""Patrol Zones: who patrols a hex, derived from the Active Fighters at bases now.

A zone goes with the last Fighter that leaves its base and comes back with one (reading 1.124). Missions will ask it: a
fighter that has flown its mission of the phase still patrols, though it intercepts nothing more (14.5-D).

Cases: 14.4c
"""

from __future__ import annotations

from msgspec import Struct

from redball.core.derived import derived
from redball.core.look import Look
from redball.rules.air.bases import own_bases
from redball.rules.air.points import PATROLLING
from redball.rules.ground.air_force import is_fighter, parked_at


class Patrol(Struct, frozen=True):
    """A base whose Fighters patrol a hex: its hex, how far away it is, and its Active Fighters."""

    base: int
    distance: int
    fighters: tuple[str, ...]


@derived
def patrolling(look: Look, side: str) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The bases of a side with Active Fighters, by hex, and these Fighters."""
    found = []
    for base in own_bases(look, side):
        there = parked_at(look, base.hex, side)
        fighters = tuple([plane.id for plane in there if plane.active and is_fighter(look.world, plane)])
        if fighters:
            found.append((base.hex, fighters))
    return tuple(found)


def patrols_over(look: Look, side: str, hex_: int) -> tuple[Patrol, ...]:
    """The patrols of a side over a hex, nearest first; none: the hex is in no Patrol Zone of that side."""
    reach = look.world.charts.air_transport_limits.patrol_zone_hexes
    found = (
        Patrol(base, look.board.distance(base, hex_), fighters)
        for base, fighters in look.policies[PATROLLING](look, side)
    )
    return tuple(sorted((one for one in found if one.distance <= reach), key=lambda one: (one.distance, one.base)))


def in_patrol_zone(look: Look, side: str, hex_: int) -> bool:
    """Whether the hex is in a Patrol Zone of `side`."""
    return bool(patrols_over(look, side, hex_))


def patrol_zone(look: Look, side: str) -> frozenset[int]:
    """Every hex in a Patrol Zone of a side."""
    reach = look.world.charts.air_transport_limits.patrol_zone_hexes
    return frozenset(
        hex_ for base, _ in look.policies[PATROLLING](look, side) for hex_ in look.board.within(base, reach)
    )


POLICIES = {"patrolling": patrolling}
