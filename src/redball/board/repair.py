"""A search that is repaired as things move instead of run again.

`RepairableReach` answers like `redball.board.kernel.Reach`. After `update` its answers equal a search from
scratch, down to the choice between equally cheap paths; tests compare the two.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from redball.board import kernel
from redball.board.pure import LIMIT_MAX, ROOT, Mask, Sources, read_sources

_NOTHING: Mapping[int, int] = MappingProxyType({})


class Kept:
    """The labels of a kept search, hex by hex (`redball.board.kernel.Reach` has a list).

    `distance` is -1 out of reach. Both arrays are for the repair.
    """

    __slots__ = ("_neighbours", "_stop", "distance", "steps")

    def __init__(self, neighbours: array[int], stop: bytearray) -> None:
        size = len(neighbours) // 6
        self._neighbours = neighbours
        self._stop = stop
        self.distance = array("h", [-1]) * size
        self.steps = bytearray(size)

    def __contains__(self, h: int) -> bool:
        return self.distance[h] >= 0

    def __len__(self) -> int:
        return len(self.distance) - self.distance.count(-1)

    def hexes(self) -> list[int]:
        """The hexes within the limit, in index order."""
        return [h for h, cost in enumerate(self.distance) if cost >= 0]

    def items(self) -> Iterator[tuple[int, int]]:
        """(hex, cost) of every hex within the limit, in index order."""
        return ((h, cost) for h, cost in enumerate(self.distance) if cost >= 0)

    def cost_to(self, h: int) -> int | None:
        """Units from the nearest source to `h` (with `reverse`, from `h` to it), or None if it is out of reach."""
        cost = self.distance[h]
        return cost if cost >= 0 else None

    def path_to(self, h: int) -> list[int]:
        """The hexes of the cheapest path from its source to `h`, both included. KeyError: `h` is out of reach."""
        if self.distance[h] < 0:
            raise KeyError(h)
        path = [h]
        step = self.steps[h]
        while step != ROOT:
            h = self._neighbours[h * 6 + (step + 3) % 6]
            path.append(h)
            step = ROOT if self._stop[h] else self.steps[h]  # only a source leaves a stop
        path.reverse()
        return path


class RepairableReach(Kept):
    """All hexes within `limit` units of the nearest of several sources, kept up to date.

    Arguments, meanings and errors are those of `redball.board.kernel.reach`; masks are copied.

    >>> from redball.board.sketch import sketch_board
    >>> from redball.board.costs import path_graph
    >>> board = sketch_board(". . .", railroads=["01.01 02.01 03.01"])
    >>> trace = RepairableReach(path_graph(board, ["railroad"]), board.neighbour_array, [0], 100)
    >>> trace.cost_to(2), trace.update(blocked={1: True}), trace.cost_to(2)
    (2, [1, 2], None)
    """

    __slots__ = ("_blocked", "_cost", "_limit", "_reverse", "_starts")

    def __init__(
        self,
        cost: array[int],
        neighbours: array[int],
        sources: Sources,
        limit: int,
        enter_blocked: Mask = None,
        stop: Mask = None,
        reverse: bool = False,
    ) -> None:
        size = len(neighbours) // 6
        super().__init__(neighbours, _copied(stop, size))
        self._cost = cost
        self._limit = min(limit, LIMIT_MAX)
        self._reverse = reverse
        self._blocked = _copied(enter_blocked, size)
        self._starts = array("h", [-1]) * size
        starts = read_sources(sources, size, self._limit)
        for h, start in starts.items():
            self._starts[h] = start
        self._repair(list(starts))

    def _repair(self, changed: list[int]) -> list[int]:
        return kernel.repair(
            self._cost, self._neighbours, self.distance, self.steps, self._starts, self._blocked, self._stop,
            changed, self._limit, self._reverse,
        )  # fmt: skip

    def update(
        self,
        *,
        blocked: Mapping[int, int] = _NOTHING,
        stop: Mapping[int, int] = _NOTHING,
        sources: Mapping[int, int | None] = _NOTHING,
    ) -> list[int]:
        """Change masks and sources, and return the hexes whose cost changed, in index order.

        `blocked` and `stop`: hex to its new mask byte (true or false). `sources`: hex to its starting cost in
        units, None to remove the source. IndexError: not a hex. ValueError: a starting cost below 0.
        """
        changed = set()
        for mask, news in ((self._blocked, blocked), (self._stop, stop)):
            for h, now in news.items():
                if bool(mask[real_hex(h)]) != bool(now):
                    mask[h] = bool(now)
                    changed.add(h)
        for h, start in sources.items():
            if start is not None and start < 0:
                raise ValueError(f"source {h} has a starting cost below 0")
            first = -1 if start is None or start > self._limit else start
            if self._starts[real_hex(h)] != first:
                self._starts[h] = first
                changed.add(h)
        return self._repair(sorted(changed)) if changed else []

    def copy(self) -> RepairableReach:
        """An independent copy (for a fork), about nine bytes per hex."""
        twin = object.__new__(RepairableReach)
        for name in ("_cost", "_neighbours", "_limit", "_reverse"):
            setattr(twin, name, getattr(self, name))
        for name in ("_blocked", "_stop", "_starts", "distance", "steps"):
            setattr(twin, name, getattr(self, name)[:])
        return twin


def real_hex(h: int) -> int:
    """`h`, unless it is negative: a Python index may count from the end, a hex may not."""
    if h < 0:
        raise IndexError(f"{h} is not a hex of this board")
    return h


def _copied(mask: Mask, size: int) -> bytearray:
    if mask is not None and len(mask) != size:
        raise ValueError(f"a mask has {len(mask)} items instead of {size}")
    return bytearray(size if mask is None else mask)
