"""Paths without a limit to the nearest of some hexes, for explanations: supply that is out of reach is mostly much
nearer than the end of the map.

How far each hex is from the nearest is found backward, by one search for all who ask; then a path is searched forward,
exactly so far. `fields.search` up to LIMIT_MAX, a search of the whole map for each start, is the plain version.
"""

from __future__ import annotations

from collections.abc import Iterable

from redball.board.costs import MoveGraph
from redball.board.kernel import reach
from redball.board.pure import LIMIT_MAX
from redball.core.world import World, of_world
from redball.rules.supply.fields import Field

FIRST_LOOK = 240
"""The limit, in twelfths of MP, with which a search begins."""
MOST_HOMES = 128


class Homeward:
    """What paths to the nearest of some hexes, or next to one of them (12.3c-A), cost from everywhere. Searched as far
    as the farthest start that has been asked for, the limit doubling."""

    __slots__ = ("_ends", "_found", "_graph", "_limit", "_mask")

    def __init__(self, graph: MoveGraph, hexes: Iterable[int], mask: bytes) -> None:
        self._graph = graph
        self._mask = mask
        self._ends = set().union(*map(graph.board.around, hexes))
        self._search(FIRST_LOOK)

    def _search(self, limit: int) -> None:
        self._limit = limit
        self._found = reach(self._graph.cost, self._graph.neighbours, self._ends, limit, self._mask, None, True)

    def mp(self, start: int) -> int | None:
        """MP from a hex, or None if no path leads from there to any."""
        while (mp := self._found.cost_to(start)) is None and self._limit < LIMIT_MAX:
            self._search(min(2 * self._limit, LIMIT_MAX))
        return mp


def nearest(world: World, graph: MoveGraph, start: int, hexes: tuple[int, ...], mask: bytes) -> Field | None:
    """Paths from a hex that enter no masked hex, as far as the nearest of some hexes and to all that is no farther.
    None if no path leads to any."""
    mp = homeward(world, graph, hexes, mask).mp(start)
    if mp is None:
        return None
    return Field(graph.board, start, mp, reach(graph.cost, graph.neighbours, [start], mp, mask))


@of_world(most=MOST_HOMES)
def homeward(world: World, graph: MoveGraph, hexes: tuple[int, ...], mask: bytes) -> Homeward:
    """Kept for all who ask for the same hexes."""
    return Homeward(graph, hexes, mask)
