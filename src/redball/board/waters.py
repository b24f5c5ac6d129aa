"""The sea of a board: its hexes, its coast, and the graph of the steps that ships take.

A hex is all sea if nothing else is in it. Its coast are the hexes of land with a sea hexside: next to such a hex, along
a hexside of the sea, or with the sea in them.
"""

from __future__ import annotations

from array import array
from collections.abc import Container

from redball.board.board import Board
from redball.board.costs import PROHIBITED
from redball.board.terrain import ESTUARY, PORT, SEA

SEA_SIDES = frozenset({SEA, ESTUARY})


def is_sea(board: Board, hex_: int) -> bool:
    """Whether the hex is all sea."""
    return board.terrain[hex_] == (SEA,)


def has_sea(board: Board) -> bool:
    """Whether the board has sea at all: without any, nothing here is worth asking."""
    return (SEA,) in set(board.terrain)


def is_coast(board: Board, hex_: int) -> bool:
    """Whether the hex is land with a sea hexside."""
    if is_sea(board, hex_) or board.is_box(hex_):
        return False
    if SEA in board.terrain[hex_] or any(is_sea(board, n) for n in board.neighbours(hex_)):
        return True
    return any(SEA_SIDES.intersection(board.hexsides(hex_, d)) for d in range(6))


def is_port(board: Board, hex_: int) -> bool:
    """Whether the map prints a port in the hex."""
    return any(place.kind == PORT for place in board.places_in(hex_))


def sea_graph(board: Board, havens: Container[int], cost: int) -> array[int]:
    """A cost array in which the steps between hexes of all sea are open, and those from there into the `havens` and
    back.

    >>> from redball.board.sketch import sketch_board
    >>> board = sketch_board("- - .", places={"03.01": ("port", "Haven")})
    >>> [sea_graph(board, havens, 12)[board.index("02.01") * 6 + 2] for havens in ((), (2,))]
    [-1, 12]
    """
    found = array("h", [PROHIBITED]) * (board.size * 6)
    for hex_ in range(board.map_size):
        if not is_sea(board, hex_):
            continue
        for direction in range(6):
            other = board.neighbour(hex_, direction)
            if other >= 0 and (is_sea(board, other) or other in havens):
                found[hex_ * 6 + direction] = cost
                found[other * 6 + (direction + 3) % 6] = cost
    return found


def craft_graph(board: Board, cost: int) -> array[int]:
    """A cost array of the steps that Landing Craft can take: between hexes of sea or coast, over any hexside that is
    not all land. A hexside is no land beside a hex of all sea, where sea or an estuary lies along it, and between two
    hexes with sea in them.

    >>> from redball.board.sketch import sketch_board
    >>> board = sketch_board("- . . .", rivers={"estuary": ["03.01/NE"]})
    >>> [craft_graph(board, 12)[hex_ * 6 + direction] for hex_, direction in ((0, 1), (1, 2), (2, 1))]
    [12, -1, 12]
    """
    found = array("h", [PROHIBITED]) * (board.size * 6)
    open_ = [hex_ for hex_ in range(board.map_size) if is_sea(board, hex_) or is_coast(board, hex_)]
    for hex_ in open_:
        for direction in range(6):
            other = board.neighbour(hex_, direction)
            if other >= 0 and not board.is_box(other) and _wet(board, hex_, direction, other):
                found[hex_ * 6 + direction] = cost
    return found


def _wet(board: Board, hex_: int, direction: int, other: int) -> bool:
    """Landing Craft can cross this hexside: it is not all land."""
    if is_sea(board, hex_) or is_sea(board, other):
        return is_sea(board, other) or is_coast(board, other)
    along = SEA_SIDES.intersection(board.hexsides(hex_, direction))
    return bool(along) or (SEA in board.terrain[hex_] and SEA in board.terrain[other])


def sea_parts(board: Board) -> dict[int, int]:
    """For each hex of all sea the first hex of the sea that it belongs to: those with the same one are joined.

    >>> from redball.board.sketch import sketch_board
    >>> sorted(sea_parts(sketch_board("- - . -")).items())
    [(0, 0), (1, 0), (3, 3)]
    """
    found: dict[int, int] = {}
    for first in (hex_ for hex_ in range(board.map_size) if is_sea(board, hex_)):
        if first in found:
            continue
        ahead = [first]
        while ahead:
            hex_ = ahead.pop()
            if hex_ not in found:
                found[hex_] = first
                ahead += [other for other in board.neighbours(hex_) if is_sea(board, other)]
    return found
