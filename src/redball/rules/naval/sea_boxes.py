"""Off-map boxes of kind sea: ships and Landing Craft of their side sail through them, for the price of the box.

A scenario joins such a box to hexes of the sea and to other boxes of that kind. It is an off-map box like any other:
there is no combat in it (SETUP-I-F-B), neither gunfire nor an Air attack, and units never enter it.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

from redball.board.costs import ALL
from redball.board.kernel import Reach
from redball.core.world import World, of_world
from redball.rules.ground.occupancy import box_of


@of_world
def sea_ways(world: World, side: str) -> dict[int, dict[int, int]]:
    """For each end of a way the other ends, with the price in 1/12 MP, or ALL; a way is open in both directions."""
    found: dict[int, dict[int, int]] = {}
    for box in world.scenario.boxes:
        if box.sea and box.side == side:
            for end in box.exits:
                found.setdefault(box.box, {})[end] = box.mp
                found.setdefault(end, {})[box.box] = box.mp
    return found


def way_price(world: World, side: str, start: int, to: int, speed: int) -> int | None:
    """What a step into or out of a sea box costs a ship of that speed; None: there is no such way."""
    price = sea_ways(world, side).get(start, {}).get(to)
    return speed if price == ALL else price


def is_sea_box(world: World, side: str, hex_: int) -> bool:
    """Whether it is a sea box of the side."""
    box = box_of(world, hex_) if world.board.is_box(hex_) else None
    return box is not None and box.sea and box.side == side


Ways = dict[int, tuple[int, tuple[int, ...]]]
"""Where a ship could go: the cost in 1/12 MP, and the path."""


def through_boxes(
    world: World, side: str, start: int, most: int, speed: int, closed: bytes, around: Callable[[int, int], Reach]
) -> Ways:
    """Everything within `most` MP, through boxes, too; `around` searches the hexes about one, by the kernel."""
    gates = sea_ways(world, side)
    found: Ways = {}
    queue: list[tuple[int, tuple[int, ...]]] = [(0, (start,))]
    while queue:
        cost, path = heappop(queue)
        if path[-1] in found and found[path[-1]][0] <= cost:
            continue
        reach = around(path[-1], most - cost)
        for hex_, more in reach.items():
            if hex_ not in found or cost + more < found[hex_][0]:
                found[hex_] = (cost + more, (*path, *reach.path_to(hex_)[1:]))
        for gate in gates.keys() & {hex_ for hex_, _ in reach.items()}:
            there, way = found[gate]
            for to in sorted(gates[gate]):
                price = way_price(world, side, gate, to, speed)
                if price is not None and there + price <= most and not closed[to]:
                    heappush(queue, (there + price, (*way, to)))
    return found
