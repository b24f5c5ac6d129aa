"""Getting away in time: units that count for their side where they are at the end (`[[victory.away]]`) hold the front
as long as they can, and go while there is time for the way; those that others count on to hold a place stay.

The way is counted in hexes as the crow flies, at a speed that a unit keeps up turn after turn; across a strait it leads
by ports, craft or a hexside, with a turn more allowed for that.
"""

from __future__ import annotations

from collections.abc import Callable

from redball.bots.steady.places import distances
from redball.bots.steady.worth import POINT
from redball.core.look import Look
from redball.core.state import Unit
from redball.core.world import World, of_world
from redball.scenarios.records import VictoryAway

ON_FOOT, ON_WHEELS = 3, 5
"""Hexes that a unit gets on in a turn, with the enemy behind it."""
FAST = 12 * 12
"""MP (1/12) from which on a unit is on wheels."""
A_PORT = 3
"""Hexes for which a port counts on the way to a box."""
SPARE = 1
"""Turns that are kept for the crossing."""
LATE = 150
"""What each hex costs that a unit is behind its time."""


@of_world
def _ways(world: World, hexes: tuple[int, ...]) -> list[int]:
    """How far each hex is from the nearest of these; to a box, by the ports of the map."""
    starts = [(hex_, 0) for hex_ in hexes if not world.board.is_box(hex_)]
    by_sea = any(world.board.is_box(hex_) for hex_ in hexes)
    return distances(world, starts + [(hex_, A_PORT) for hex_ in world.board.ports if by_sea])


def havens(look: Look, side: str) -> frozenset[int]:
    """Boxes of the sea in which a side's units count at the end; none before it is time for the way."""
    turns = look.world.scenario.turns - look.state.clock.turn
    entries = (entry for entry in look.world.scenario.victory.away if entry.side == side and turns <= SPARE + 1)
    return frozenset(hex_ for entry in entries for hex_ in entry.hexes if look.board.is_box(hex_))


def entry_of(look: Look, unit: Unit) -> VictoryAway | None:
    """What counts the unit where it is at the end."""
    counter = look.counter(unit)
    for entry in look.world.scenario.victory.away:
        if entry.side == unit.side and (not entry.nations or counter.nation in entry.nations):
            return entry if counter.is_combat_unit else None
    return None


def pull(look: Look, unit: Unit) -> Callable[[int], int] | None:
    """How much better off the unit is in a hex, in view of the time that is left; None where it does not count."""
    entry = entry_of(look, unit) if look.world.scenario.victory.away else None
    if entry is None:
        return None
    prize = POINT * entry.points * look.steps(unit) // entry.per_steps
    ways, there = _ways(look.world, entry.hexes), frozenset(entry.hexes)
    turns = look.world.scenario.turns - look.state.clock.turn
    speed = ON_WHEELS if look.counter(unit).move.ma >= FAST else ON_FOOT
    within = max(0, turns - SPARE) * speed

    def worth(hex_: int) -> int:
        if hex_ in there:
            return prize if turns <= SPARE + 1 else 0
        return -min(prize + 3 * LATE, LATE * max(0, ways[hex_] - within))

    return worth
