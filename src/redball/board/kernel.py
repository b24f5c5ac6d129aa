"""Bounded searches over a board: movement range, supply draw and throw, trace, rail. One kernel, different inputs.

`redball.board._kernel` (C) does the work if it is compiled, else `redball.board.pure`; both give
the same answers, down to the choice between equally cheap paths. Set the environment variable REDBALL_KERNEL to
"python" to skip C, or to "c" to require it.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from warnings import warn

import msgspec

from redball.board import pure
from redball.board.pure import LIMIT_MAX, OWN, ROOT, Mask, Sources

if TYPE_CHECKING:
    _Numbers = array[int] | memoryview[int]
    _Found = tuple[_Numbers, _Numbers, pure.Steps | bytes]
_DENSE_SHARE = 32
INTERFACE = 2
"""Raise it together with that in `_kernel.c` whenever the kernel's inputs or answers change; an older compiled kernel
would give wrong answers."""
BUILD = "build it with `python -m redball.board.build_kernel`"


def _compiled() -> Any:
    try:
        from redball.board import _kernel  # type: ignore[attr-defined, unused-ignore]
    except ImportError:
        return None
    if getattr(_kernel, "INTERFACE", 1) != INTERFACE:
        warn(f"the compiled kernel is of another version of Redball and is left aside: {BUILD}", stacklevel=2)
        return None
    return _kernel


def _choose(wanted: str) -> Any:
    if wanted not in ("", "auto", "c", "python"):
        raise ValueError(f'REDBALL_KERNEL must be "c" or "python", not "{wanted}"')
    compiled = None if wanted == "python" else _compiled()
    if compiled is None and wanted == "c":
        raise ImportError(f"the compiled kernel is not there: {BUILD}")
    return compiled or pure


_implementation: Any = _choose(os.environ.get("REDBALL_KERNEL", ""))


def kernel_name() -> str:
    """The kernel in use: "c" or "python"."""
    return "python" if _implementation is pure else "c"


@contextmanager
def using_kernel(name: str) -> Iterator[None]:
    """Use the kernel "c" or "python" within a block (tests and benchmarks compare them)."""
    global _implementation
    before = _implementation
    _implementation = _choose(name)
    try:
        yield
    finally:
        _implementation = before


class Reach:
    """The result of a search, kept in the kernel's arrays until needed.

    `len(reach)` is the number of hexes within the limit; `h in reach` says whether `h` is one.
    """

    __slots__ = ("_at", "_costs", "_hexes", "_neighbours", "_steps")

    def __init__(self, found: _Found, neighbours: Sequence[int]) -> None:
        self._hexes, self._costs, self._steps = found
        self._neighbours = neighbours
        self._at: Callable[[int], int | None] | None = None

    def __len__(self) -> int:
        return len(self._hexes)

    def __contains__(self, h: int) -> bool:
        return self._position(h) is not None

    def _position(self, h: int) -> int | None:
        if self._at is None:
            self._at = _finder(self._hexes, len(self._neighbours) // 6)
        return self._at(h)

    def hexes(self) -> list[int]:
        """The hexes within the limit, cheapest first."""
        return self._hexes.tolist()

    def costs(self) -> list[int]:
        """Their costs, in the same order."""
        return self._costs.tolist()

    def items(self) -> Iterator[tuple[int, int]]:
        """(hex, cost) of every hex within the limit, cheapest first."""
        return zip(self._hexes.tolist(), self._costs.tolist(), strict=True)

    def mask(self, adjacent: bool = False) -> bytes:
        """One byte per hex of the board, 1 if it is within reach or, with `adjacent`, next to a hex that is."""
        found: bytes = _implementation.cover(self._hexes, self._neighbours, adjacent)
        return found

    def cost_to(self, h: int) -> int | None:
        """Units from the nearest source to `h` (with `reverse`, from `h` to it), or None if it is out of reach."""
        at = self._position(h)
        return None if at is None else self._costs[at]

    def nearest(self, h: int) -> tuple[int, int] | None:
        """(cost, hex) of the cheapest of `h` and its neighbours, the lowest on ties; None if all are out of reach."""
        found: tuple[int, int] | None = _implementation.nearest(self._hexes, self._costs, self._neighbours, h)
        return found

    def path_to(self, h: int) -> list[int]:
        """The hexes of the cheapest path from its source to `h`, both included. KeyError: `h` is out of reach.

        Even with `reverse` the list begins with the source, though the path is travelled the other way.
        """
        path = [h]
        at = self._position(h)
        if at is None:
            raise KeyError(h)
        step = self._steps[at] & ~OWN
        while step != ROOT:
            h = self._neighbours[h * 6 + (step + 3) % 6]
            path.append(h)
            at = self._position(h)
            assert at is not None  # a predecessor is always within reach
            step = self._steps[at]
            if step & OWN:
                break
        path.reverse()
        return path


def _finder(hexes: Sequence[int], size: int) -> Callable[[int], int | None]:
    """A function from hex to its index in `hexes`, through a dictionary, or a full array if there are many."""
    if _implementation is pure or len(hexes) * _DENSE_SHARE < size:
        return pure.positions(hexes, size).get
    table = memoryview(_implementation.positions(hexes, size)).cast("i")

    def find(h: int) -> int | None:
        at: int = table[h] if h >= 0 else -1
        return None if at < 0 else at

    return find


def reach(
    cost: array[int],
    neighbours: array[int],
    sources: Sources,
    limit: int,
    enter_blocked: Mask = None,
    stop: Mask = None,
    reverse: bool = False,
) -> Reach:
    """Every hex within `limit` units of the nearest source.

    `cost` and `neighbours` come from a `MoveGraph`. A source is a hex, or (hex, starting cost). A hex with
    `enter_blocked` may not be entered, and one with `stop` may be entered but not left; both are bytes-like, one byte
    per hex, and neither affects the hex in which a path begins. With `reverse` paths run from every hex to the nearest
    source (as supply is drawn): costs, blocks and stops apply in that direction. Steps that cost the whole
    allowance (ALL) are never taken; the caller handles them. A limit over LIMIT_MAX counts as LIMIT_MAX; one below 0
    finds nothing. `redball.board.pure` defines the exact meaning and the choice between equal paths.

    IndexError: a source is not a hex. ValueError: arrays of the wrong length or kind, or a negative starting cost.

    >>> from redball.board.sketch import sketch_board
    >>> from redball.board.costs import CostTable, compile_graph
    >>> board = sketch_board(". . w")
    >>> rows = [("open", "1"), ("woods", "2")]
    >>> table = CostTable.from_records({"id": i, "scope": "hex", "leg": c, "track": c, "truck": c} for i, c in rows)
    >>> graph = compile_graph(board, table, "truck")
    >>> found = reach(graph.cost, graph.neighbours, [board.index("01.01")], 36)
    >>> found.cost_to(board.index("03.01")), [board.hex_name(h) for h in found.path_to(board.index("03.01"))]
    (36, ['01.01', '02.01', '03.01'])
    """
    found = _implementation.search(cost, neighbours, sources, min(limit, LIMIT_MAX), enter_blocked, stop, reverse)
    if _implementation is not pure:
        hexes, costs, steps = found
        found = memoryview(hexes).cast("i"), memoryview(costs).cast("h"), steps
    return Reach(found, neighbours)


def united(masks: Iterable[bytes | bytearray]) -> bytes:
    r"""The mask of the hexes that are in any of some masks of one length: their bytes, or-ed; b"" for no mask.

    >>> united([b"\x01\x00\x00", b"\x00\x00\x01"])
    b'\x01\x00\x01'
    """
    found: bytes = getattr(_implementation, "united", pure.united)(masks)  # an older kernel lacks it
    return found


class Supply(msgspec.Struct, eq=False):
    """The result of `supply`. A Struct because it is the fastest to create."""

    _found: tuple[Any, Any, bytes]
    _neighbours: Sequence[int]

    @property
    def supplied(self) -> bytes:
        """One byte per hex: 1 where a throw reaches the hex or a neighbour."""
        return self._found[2]

    @property
    def draw(self) -> Reach:
        """The hexes that can draw from the dumps."""
        return Reach(_unpacked(self._found[0]), self._neighbours)

    @property
    def throw(self) -> Reach:
        """The hexes that HQs able to draw can throw to."""
        return Reach(_unpacked(self._found[1]), self._neighbours)


def _unpacked(found: Any) -> _Found:
    """The same as numbers, if the compiled kernel returns hexes, costs and steps in one piece."""
    if isinstance(found, bytes):
        view, count = memoryview(found), len(found) // 7
        return view[: count * 4].cast("i"), view[count * 4 : count * 6].cast("h"), found[count * 6 :]
    plain: _Found = found
    return plain


def supply(
    cost: array[int],
    neighbours: array[int],
    dumps: Sources,
    draw_limit: int,
    headquarters: Sources,
    throw_limit: int,
    enter_blocked: Mask = None,
    stop: Mask = None,
) -> Supply:
    """Supply of a whole side in one call; arguments and errors are as for `reach`.

    Draws run to the dumps (`reverse`). HQs within a draw, or next to one, throw; a hex that a throw
    reaches or comes next to is supplied.

    >>> from redball.board.sketch import sketch_board
    >>> from redball.board.costs import path_graph
    >>> board = sketch_board(". . . . . .", railroads=["01.01 02.01 03.01 04.01 05.01 06.01"])
    >>> found = supply(path_graph(board, ["railroad"]), board.neighbour_array, [0], 1, [2], 1)
    >>> found.draw.hexes(), found.throw.hexes(), list(found.supplied)
    ([0, 1], [2, 3, 1], [1, 1, 1, 1, 1, 0])
    """
    found = _implementation.supply(
        cost, neighbours, dumps, draw_limit if draw_limit < LIMIT_MAX else LIMIT_MAX,
        headquarters, throw_limit if throw_limit < LIMIT_MAX else LIMIT_MAX, enter_blocked, stop,
    )  # fmt: skip
    return Supply(found, neighbours)


def repair(
    cost: array[int],
    neighbours: array[int],
    distance: array[int],
    steps: bytearray,
    starts: array[int],
    blocked: bytearray,
    stop: bytearray,
    changed: Sequence[int],
    limit: int,
    reverse: bool,
) -> list[int]:
    """`redball.board.pure.repair` by the kernel in use: the hexes whose cost changed, in index order."""
    found = _implementation.repair(cost, neighbours, distance, steps, starts, blocked, stop, changed, limit, reverse)
    return sorted(found if _implementation is pure else memoryview(found).cast("i"))


def net(
    cost: array[int],
    neighbours: array[int],
    headquarters: bytearray,
    enemies: bytearray,
    near: bytearray,
    draw: pure.Side,
    throw: pure.Side,
) -> pure.Net:
    """A `redball.board.pure.Net` of the kernel in use."""
    made: pure.Net = _implementation.Net(cost, neighbours, headquarters, enemies, near, draw, throw)
    return made
