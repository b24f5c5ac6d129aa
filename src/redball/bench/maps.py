"""A large generated map for the benchmarks: the same for the same arguments."""

from __future__ import annotations

import random

from redball.board.board import Board, Feature, Line, Place

_BANDS = ((560, "open"), (760, "woods"), (860, "forest"), (930, "low_hills"), (970, "hills"), (1001, "swamp"))


class _Noise:
    """Smooth noise from 0 to 1000: random numbers on a lattice, interpolated linearly."""

    def __init__(self, rng: random.Random, columns: int, rows: int, cell: int) -> None:
        self.cell = cell
        self.lattice = [[rng.randrange(1001) for _ in range(rows // cell + 2)] for _ in range(columns // cell + 2)]

    def at(self, column: int, row: int) -> int:
        (i, x), (j, y) = divmod(column, self.cell), divmod(row, self.cell)
        left, right = self.lattice[i], self.lattice[i + 1]
        low = left[j] * (self.cell - x) + right[j] * x
        high = left[j + 1] * (self.cell - x) + right[j + 1] * x
        return (low * (self.cell - y) + high * y) // (self.cell * self.cell)


def generate_board(columns: int = 300, rows: int = 200, seed: int = 1) -> Board:
    """A map with patches of terrain, rivers, cities, and roads and railroads between them.

    >>> generate_board(12, 8, seed=3).terrain == generate_board(12, 8, seed=3).terrain
    True
    """
    rng = random.Random(seed)
    fine, coarse = _Noise(rng, columns, rows, 4), _Noise(rng, columns, rows, 11)
    ranks = [fine.at(c, r) + coarse.at(c, r) for c in range(columns) for r in range(rows)]
    order = sorted(range(columns * rows), key=lambda h: (ranks[h], h))
    base = ["open"] * (columns * rows)
    for place, h in enumerate(order):
        share = place * 1000 // len(order)
        base[h] = next(terrain for bound, terrain in _BANDS if share < bound)
    plain = Board(name="plain", columns=columns, rows=rows, raised="even", base=base)
    cities = rng.sample(range(columns * rows), max(2, columns * rows // 600))
    return Board(
        name=f"generated {seed}",
        columns=columns,
        rows=rows,
        raised="even",
        base=base,
        features=[
            _river(plain, "minor_river", _Noise(rng, columns, rows, 16)),
            _river(plain, "major_river", _Noise(rng, columns, rows, 60)),
        ],
        lines=[*_lines(plain, "road", cities, 3), *_lines(plain, "railroad", cities, 1)],
        places=[(h, Place("minor_city", f"City {number}")) for number, h in enumerate(cities)],
    )


def _river(board: Board, kind: str, noise: _Noise) -> Feature:
    """A river along a contour of the noise: wherever one hex is above the middle and its neighbour below."""
    high = [noise.at(column - 1, row - 1) > 500 for column, row in map(board.position, range(board.size))]
    sides = [
        (h, d) for h in range(board.size) for d in range(3) if (n := board.neighbour(h, d)) >= 0 and high[h] != high[n]
    ]
    return Feature(kind, f"Generated {kind}", tuple(sides))


def _lines(board: Board, kind: str, cities: list[int], each: int) -> list[Line]:
    """A line from each city to its nearest others, as straight as hexes allow."""
    found = []
    for city in cities:
        others = sorted((other for other in cities if other != city), key=lambda other: board.distance(city, other))
        for goal in others[:each]:
            chain = [city]
            while chain[-1] != goal:
                chain.append(min(board.neighbours(chain[-1]), key=lambda n: (board.distance(n, goal), n)))
            found.append(Line(kind, "", tuple(chain)))
    return found
