"""Masks that follow what stands on the board: which hexes lie next to something, kept up to date move by move."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from redball.board.board import Board


class RingMask:
    """The hexes next to any of a changing collection of hexes (those that a side's zones of control cover, say).

    `mask` is a bytearray, one byte a hex, in the form that `redball.board.kernel.reach` takes; it is updated in
    place. The same hex may be added several times and stays until it is removed as often.

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
        """Something came to `h`: returns the neighbours that the mask did not cover before."""
        counts, fresh = self._counts, []
        for n in self._board.neighbours(h):
            counts[n] += 1
            if counts[n] == 1:
                self.mask[n] = 1
                fresh.append(n)
        return fresh

    def remove(self, h: int) -> list[int]:
        """Something left `h`: returns the neighbours that the mask covers no more. ValueError: nothing was there."""
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
