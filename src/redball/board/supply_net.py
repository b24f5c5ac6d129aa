"""Supply of a whole side, repaired as enemies, dumps and HQs come and go.

`SupplyNet` finds what `redball.board.kernel.supply` finds, down to the choice between equally cheap paths; tests
compare the two. On the Smolensk map the repair is one call and takes a sixth of the time or less.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable

from redball.board import kernel
from redball.board.pure import LIMIT_MAX, Side
from redball.board.repair import Kept, real_hex


class SupplyNet:
    """Which hexes draw from the dumps, where HQs that can draw throw, and which hexes that supplies.

    An enemy blocks its hex and makes stops of those around it. `draw` and `throw` answer like `RepairableReach`, for
    the present state; `supplied` has one byte per hex, not zero where a throw reaches the hex or a neighbour.

    >>> from redball.board.sketch import sketch_board
    >>> from redball.board.costs import path_graph
    >>> board = sketch_board(". . . . . .", railroads=["01.01 02.01 03.01 04.01 05.01 06.01"])
    >>> graph = path_graph(board, ["railroad"])
    >>> net = SupplyNet(graph, board.neighbour_array, dumps=[0], draw_limit=1, headquarters=[2], throw_limit=3)
    >>> [hex_ for hex_ in range(6) if net.supplied[hex_]], net.move(None, 5), net.throw.hexes()
    ([0, 1, 2, 3, 4, 5], False, [0, 1, 2, 3, 4])
    >>> net.move(5, 4), [hex_ for hex_ in range(6) if net.supplied[hex_]], net.throw.path_to(3)
    (True, [0, 1, 2, 3, 4], [2, 3])
    """

    move: Callable[[int | None, int | None], bool]
    """An enemy moves from the first hex to the second; either may be None. Returns whether that changes who is
    supplied. IndexError: not a hex. ValueError: no enemy is there, or 255 already are."""

    def __init__(
        self,
        cost: array[int],
        neighbours: array[int],
        *,
        dumps: Iterable[int],
        draw_limit: int,
        headquarters: Iterable[int],
        throw_limit: int,
        enemies: Iterable[int] = (),
    ) -> None:
        size = len(neighbours) // 6
        self._headquarters = bytearray(size)
        counts, near = bytearray(size), bytearray(size)
        self.draw, self.throw = Kept(neighbours, near), Kept(neighbours, near)
        draw, throw = _side(self.draw, draw_limit), _side(self.throw, throw_limit)
        self._starts, self.supplied = draw.starts, throw.close
        self._net = kernel.net(cost, neighbours, self._headquarters, counts, near, draw, throw)
        self.move = self._net.move
        for hex_ in enemies:
            self.move(None, hex_)
        for hex_ in headquarters:
            self.place_headquarters(hex_, True)
        self._place_dumps(dumps, True)

    def place_dump(self, hex_: int, there: bool) -> bool:
        """A dump appears in a hex, or is gone. Returns whether that changes who is supplied. IndexError: not a hex."""
        return self._place_dumps((hex_,), there)

    def _place_dumps(self, hexes: Iterable[int], there: bool) -> bool:
        changed = list(hexes)
        for hex_ in changed:
            self._starts[real_hex(hex_)] = 0 if there else -1
        return self._net.refresh(changed)

    def place_headquarters(self, hex_: int, there: bool) -> bool:
        """The same for an HQ."""
        self._headquarters[real_hex(hex_)] = there
        return self._net.refresh((hex_,))


def _side(kept: Kept, limit: int) -> Side:
    size = len(kept.distance)
    return Side(kept.distance, kept.steps, array("h", [-1]) * size, bytearray(size), min(limit, LIMIT_MAX))
