"""What bombers without a better target among the troops do behind the front: they raid air bases, and delay trains and
columns (Trainbusting).

A raid is worth the Levels that the base loses, and the steps of aircraft that are known to be there.
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.bots.steady.aircraft import plane_worth
from redball.bots.steady.places import nearest_enemy, strengths
from redball.bots.steady.scene import Scene
from redball.core.chances import spread_of
from redball.core.look import Look
from redball.rules.air.base_raid import BaseRaid, column_of, exposed
from redball.rules.air.bases import own_bases
from redball.rules.barrage.facility import Facility, facility_spread
from redball.rules.ground.air_force import base_in
from redball.rules.ground.trainbusting import markers_in
from redball.rules.trace.rail_control import controlled_rail

LEVEL = 150
"""A Level of an enemy base: what it refits, and what has room there."""
ONE_STEP = 2
"""A step is this part of an aircraft."""
RAILROAD = 60
"""A marker on an open railroad: every train through it pays double."""
COLUMN = 30
"""Each enemy stack that would leave through the zone of the marker and is not at the front yet."""
DEPTH = (2, 8)
"""Hexes behind the front in which reserves and trains are hindered."""


def bases(scene: Scene) -> Iterator[int]:
    """Enemy air bases that were not barraged in this phase."""
    struck = scene.look.state.barraged
    return (base.hex for base in own_bases(scene.look, scene.enemy) if base.hex not in struck)


def raid_worth(look: Look, side: str, hex_: int, points: int) -> int:
    """What a raid with so many points is likely to take from a base."""
    base = base_in(look.state, hex_)
    if base is None or points < look.world.charts.facility.minimum_strength:
        return 0
    raid = BaseRaid(side, hex_, points)
    there = sum(plane_worth(look, plane) for plane in exposed(look, raid)) // ONE_STEP
    target = Facility("air_base", base.level, planes=1)
    found = facility_spread(look.world.charts, column_of(look, raid), target)
    return int(found.expect(lambda read: LEVEL * read.levels + there * read.planes))


def rails(scene: Scene) -> dict[int, int]:
    """Hexes of railroads that the enemy controls behind the front, and what a marker there is worth."""
    look, enemy = scene.look, scene.enemy
    shut = look.state.barraged | markers_in(look.state).keys()
    reserves = [hex_ for hex_ in strengths(look, enemy) if nearest_enemy(look, enemy, hex_) >= DEPTH[0]]
    found = {}
    for hex_ in sorted(controlled_rail(look, enemy) - shut):
        if hex_ < look.board.map_size and DEPTH[0] <= nearest_enemy(look, enemy, hex_) <= DEPTH[1]:
            stacks = sum(look.board.distance(hex_, other) <= 1 for other in reserves)
            found[hex_] = RAILROAD + COLUMN * stacks
    return found


def busts(look: Look, points: int) -> tuple[int, int]:
    """In how many of so many rolls so many points place a marker."""
    table = look.world.charts.facility
    if points < table.minimum_strength:
        return 0, 1
    found = spread_of(lambda throw: table.lookup(table.column(points), throw.one()).trainbust)
    return found.ways.get(True, 0), found.total
