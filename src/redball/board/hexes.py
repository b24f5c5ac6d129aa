"""Hex geometry: directions, neighbours, distance and names of a flat-topped hex grid.

A hex is a column and a row, both counted from 1, columns from the left and rows from the bottom. Every other column
stands half a hex higher: the even ones with `raised="even"`, the odd ones with `raised="odd"`.

Cases: SETUP-I-A
"""

from __future__ import annotations

import re

MP = 12
"""Units in one movement point: costs and allowances are whole numbers of twelfths (1/2, 1/3 and 1/4 are exact)."""

NO_HEX = -1
"""In place of the index of a hex: there is none. Also the neighbour that would lie off the map."""

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
"""Names of the directions 0 to 5, clockwise from north."""

DIRECTION_INDEX = {name: number for number, name in enumerate(DIRECTIONS)}

_COLUMN_STEP = (0, 1, 1, 0, -1, -1)
_HALF_ROW_STEP = (2, 1, -1, -2, -1, 1)
_NAME = re.compile(r"([A-Z]?)(\d{2,})\.(\d{2,})")


def opposite(direction: int) -> int:
    """The opposite direction.

    >>> DIRECTIONS[opposite(DIRECTION_INDEX["NE"])]
    'SW'
    """
    return (direction + 3) % 6


def direction_vector(direction: int) -> tuple[int, int]:
    """Columns and half rows from a hex to its neighbour in a direction.

    >>> direction_vector(DIRECTION_INDEX["SE"])
    (1, -1)
    """
    return _COLUMN_STEP[direction], _HALF_ROW_STEP[direction]


def is_raised(column: int, raised: str) -> bool:
    """Whether a column stands half a hex higher on a board whose `raised` columns ("even" or "odd") do."""
    return (column % 2 == 0) == (raised == "even")


def half_rows(column: int, row: int, raised: str) -> int:
    """Height of a hex's centre in half hexes: `2 * row`, plus one in a raised column."""
    return 2 * row + is_raised(column, raised)


def step(column: int, row: int, direction: int, raised: str) -> tuple[int, int]:
    """Column and row of the neighbour in a direction, on the map or not.

    >>> step(1, 4, DIRECTION_INDEX["NE"], "even"), step(2, 4, DIRECTION_INDEX["NE"], "even")
    ((2, 4), (3, 5))
    """
    to_column = column + _COLUMN_STEP[direction]
    height = half_rows(column, row, raised) + _HALF_ROW_STEP[direction]
    return to_column, (height - is_raised(to_column, raised)) // 2


def distance(a: tuple[int, int], b: tuple[int, int], raised: str) -> int:
    """Number of hexes from `a` to `b`, each a (column, row); 0 for the same hex.

    >>> distance((1, 1), (3, 2), "even"), distance((1, 1), (1, 5), "even")
    (2, 4)
    """
    columns = abs(a[0] - b[0])
    heights = abs(half_rows(*a, raised) - half_rows(*b, raised))
    return columns + max(0, heights - columns) // 2


def format_name(column: int, row: int, letter: str = "") -> str:
    """Name of a hex: the map's letter if it has one, then column and row with at least two digits each (SETUP-I-A).

    >>> format_name(7, 31), format_name(10, 10, "B"), format_name(120, 4)
    ('07.31', 'B10.10', '120.04')
    """
    return f"{letter}{column:02d}.{row:02d}"


def parse_name(name: str) -> tuple[str, int, int] | None:
    """Map letter (or ""), column and row of a hex name, or None if the text is not a hex name (SETUP-I-A).

    >>> parse_name("B10.10"), parse_name("29.17"), parse_name("29.7"), parse_name("029.17")
    (('B', 10, 10), ('', 29, 17), None, None)
    """
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    letter, column, row = match[1], int(match[2]), int(match[3])
    return (letter, column, row) if format_name(column, row, letter) == name else None
