"""What it costs a mobility to enter every hex of the map, in the present weather and with a side's bridges.

A step costs the hex, and what lies on the hexside; along a road, track or railroad it costs that instead where it is
cheaper (6.2). The three are told apart, so that a map can show each where it lies.
"""

from __future__ import annotations

from array import array

from msgspec import Struct

from redball.board.costs import CostTable, dearness, total
from redball.core.look import Look
from redball.forces.counter import Mobility
from redball.rules.ground.bridges import counted, most_bridges


class SideCost(Struct, frozen=True):
    """A hexside that costs something: between `hex` and its neighbour in `direction`, in both ways the same."""

    hex: int
    direction: int
    cost: int


class GroundCosts(Struct, frozen=True):
    """`hexes[h]` is the number in `levels` of the cost of hex `h`, dearest last. Costs are in 1/12 MP, PROHIBITED
    or ALL. `terrains[n]` are the terrains that cost as much as level n; `paths` the cost along each kind of path."""

    mobility: Mobility
    levels: tuple[int, ...]
    hexes: bytes
    terrains: tuple[tuple[str, ...], ...]
    sides: tuple[SideCost, ...]
    paths: dict[str, int]


def ground_costs(look: Look, side: str, mobility: Mobility) -> GroundCosts:
    """The ground of the whole board for one mobility, with the bridges of `side`."""
    world, board = look.world, look.board
    table = world.cost_table(look.state.weather)
    counts = {here: table.counted_terrain(here, mobility) for here in set(board.terrain)}
    levels = tuple(sorted({cost for _, cost in counts.values()}, key=dearness))
    number = {here: levels.index(cost) for here, (_, cost) in counts.items()}
    terrains = tuple(tuple(sorted({name for name, cost in counts.values() if cost == level})) for level in levels)
    kinds = {line.kind for line in board.lines}
    return GroundCosts(
        mobility=mobility,
        levels=levels,
        hexes=bytes(array("B", map(number.__getitem__, board.terrain))),
        terrains=terrains,
        sides=_sides(look, side, mobility),
        paths={kind: table[kind].of(mobility) for kind in sorted(kinds)},
    )


def _sides(look: Look, side: str, mobility: Mobility) -> tuple[SideCost, ...]:
    """Hexsides with a cost of their own, each once, from the hex with the lower index."""
    board, weather, most = look.board, look.state.weather, most_bridges(look)
    standing = dict(counted(look, side)) if side else {}
    tables: list[CostTable] = [look.world.cost_table(weather, n) for n in range(most + 1)]
    found = []
    for edge, kinds in board.edges_with_sides():
        hex_, direction = divmod(edge, 6)
        other = board.neighbour(hex_, direction)
        if other < hex_:
            continue
        bridges = min(most, standing.get(hex_, 0) + standing.get(other, 0))
        cost = total(cost for _, cost in tables[bridges].counted_features(kinds, mobility))
        if cost:
            found.append(SideCost(hex_, direction, cost))
    return tuple(found)
