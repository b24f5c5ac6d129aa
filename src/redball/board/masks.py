"""Masks: one byte for each hex of the board, not zero in those that are meant."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable

from redball.board.board import Board
from redball.board.kernel import united

LOW_BYTE = 0 if sys.byteorder == "little" else 1
ONES = bytes((0, *(1,) * 255))


def nonzero(counts: array[int]) -> bytes:
    """The mask of the hexes whose count is not zero.

    >>> nonzero(array("H", [0, 2, 256]))
    b'\\x00\\x01\\x01'
    """
    raw = counts.tobytes()
    low, high = raw[LOW_BYTE::2], raw[1 - LOW_BYTE :: 2]
    if high.count(0) < len(high):
        low = bytes(a or b for a, b in zip(low, high, strict=True))
    return low.translate(ONES)


def number(mask: bytes | bytearray) -> int:
    """A mask as one number, so that parts of it can be cut out, and masks put together, at once."""
    return int.from_bytes(mask, "little")


def with_hexes(mask: bytes | bytearray, hexes: Iterable[int]) -> bytes:
    r"""The mask with more hexes.

    >>> with_hexes(b"\x01\x00\x00", [2])
    b'\x01\x00\x01'
    """
    more = bytearray(mask)
    for hex_ in hexes:
        more[hex_] = 1
    return bytes(more)


def without(mask: bytes, hex_: int) -> bytes:
    r"""The mask without one hex.

    >>> without(b"\x01\x01", 0)
    b'\x00\x01'
    """
    return b"".join((mask[:hex_], b"\0", mask[hex_ + 1 :]))


def either(one: bytes, other: bytes | None) -> bytes:
    r"""The mask of the hexes that are in one of two masks; None is an empty one.

    >>> either(b"\x01\x00\x00", b"\x00\x00\x01")
    b'\x01\x00\x01'
    """
    return one if other is None else united((one, other))


class RingMask:
    """The hexes next to any of a changing collection of hexes (a side's zones of control, say).

    `mask` is a bytearray, one byte per hex, as `redball.board.kernel.reach` takes it; it is updated in
    place. A hex may be added several times and stays until removed as often.

    >>> from redball.board.sketch import sketch_board
    >>> board = sketch_board(". . . .")
    >>> near = RingMask(board, [board.index("02.01")])
    >>> [board.hex_name(h) for h in range(board.size) if near.mask[h]]
    ['01.01', '03.01']
    >>> [board.hex_name(h) for h in near.add(board.index("01.01"))]
    ['02.01']
    """

    __slots__ = ("_board", "_counts", "mask")

    def __init__(self, board: Board, hexes: Iterable[int] = ()) -> None:
        self._board = board
        self._counts = array("h", [0]) * board.size
        self.mask = bytearray(board.size)
        for h in hexes:
            self.add(h)

    def add(self, h: int) -> list[int]:
        """Something came to `h`: returns the neighbours newly covered."""
        counts, fresh = self._counts, []
        for n in self._board.neighbours(h):
            counts[n] += 1
            if counts[n] == 1:
                self.mask[n] = 1
                fresh.append(n)
        return fresh

    def remove(self, h: int) -> list[int]:
        """Something left `h`: returns the neighbours no longer covered. ValueError: nothing was there."""
        counts, gone = self._counts, []
        ring = self._board.neighbours(h)
        if any(counts[n] == 0 for n in ring):
            raise ValueError(f"nothing stands at {self._board.hex_name(h)}")
        for n in ring:
            counts[n] -= 1
            if counts[n] == 0:
                self.mask[n] = 0
                gone.append(n)
        return gone
