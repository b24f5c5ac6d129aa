"""Draws real geography on a hex grid: projection, rivers along hexsides, roads from hex to hex, areas of woods.

A helper of the map authoring tools, not part of the package. Longitudes and latitudes are floats here; the results are
whole hexes. The same geography gives the same map on any machine.

Distances are in kilometres on an equirectangular projection. Corners of hexes are points of a whole-number lattice (x
in half hex radii, y in half hex heights), so that two hexes agree exactly on the corner they share.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeVar

from redball.board.hexes import half_rows, is_raised, step

KM_PER_MILE = 1.609344
KM_PER_DEGREE = 111.2

Point = tuple[float, float]
Corner = tuple[int, int]
Hex = tuple[int, int]
Side = tuple[int, int, int]
"""Column, row and direction (0 to 5, clockwise from north) of a hexside."""

Node = TypeVar("Node")

_SPREAD = tuple((a + b / 2, b * math.sqrt(3) / 2) for a in range(-3, 4) for b in range(-3, 4) if abs(a + b) <= 3)
"""37 points spread evenly over a hex, in sevenths of its height."""
_CORNERS = ((-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0))
"""Lattice corners of a hex around its centre; side d runs from corner d to corner d + 1."""


@dataclass(frozen=True)
class Grid:
    """A hex grid laid over the globe. `west` and `south` are the centre of the hex 01.01 (were it not raised)."""

    columns: int
    rows: int
    raised: str
    miles: float
    west: float
    south: float
    middle: float

    @property
    def height(self) -> float:
        """Kilometres from a hex's centre to the next one in its column."""
        return self.miles * KM_PER_MILE

    @property
    def _unit(self) -> Point:
        return self.height / math.sqrt(3) / 2, self.height / 2

    def km(self, lon: float, lat: float) -> Point:
        """Kilometres east and north of the centre of 01.01."""
        east = (lon - self.west) * KM_PER_DEGREE * math.cos(math.radians(self.middle))
        return east, (lat - self.south) * KM_PER_DEGREE

    def lattice(self, at: Hex) -> Corner:
        """Centre of a hex on the lattice."""
        column, row = at
        return 3 * (column - 1), half_rows(column, row, self.raised) - 2

    def place(self, corner: Corner) -> Point:
        """Kilometres of a lattice point."""
        return corner[0] * self._unit[0], corner[1] * self._unit[1]

    def centre(self, at: Hex) -> Point:
        return self.place(self.lattice(at))

    def holds(self, at: Hex) -> bool:
        return 1 <= at[0] <= self.columns and 1 <= at[1] <= self.rows

    def hexes(self) -> Iterator[Hex]:
        return ((c, r) for c in range(1, self.columns + 1) for r in range(1, self.rows + 1))

    def hex_at(self, lon: float, lat: float) -> Hex:
        """The hex of a place; for a place off the map, the nearest hex at the edge."""
        point = self.km(lon, lat)
        inside = [(min(max(c, 1), self.columns), min(max(r, 1), self.rows)) for c, r in self._near(point)]
        return min(inside, key=lambda at: _square(self.centre(at), point))

    def beyond(self, lon: float, lat: float) -> Hex:
        """Column and row of a place on the grid continued in all directions."""
        point = self.km(lon, lat)
        return min(self._near(point), key=lambda at: _square(self.centre(at), point))

    def _near(self, point: Point) -> list[Hex]:
        """One hex of each column around a point, the nearest of all among them; on the map or not."""
        column = round(point[0] / (3 * self._unit[0])) + 1
        return [
            (c, round((point[1] / self._unit[1] - is_raised(c, self.raised)) / 2) + 1)
            for c in (column - 1, column, column + 1)
        ]

    def share(self, at: Hex, polygons: Sequence[Sequence[Point]]) -> float:
        """The share of a hex that lies within the polygons, by 37 points spread over it."""
        x, y = self.centre(at)
        spots = [(x + a * self.height / 7, y + b * self.height / 7) for a, b in _SPREAD]
        return sum(any(inside(spot, polygon) for polygon in polygons) for spot in spots) / len(spots)

    def corners(self, at: Hex) -> list[Corner]:
        x, y = self.lattice(at)
        return [(x + dx, y + dy) for dx, dy in _CORNERS]

    def inner_sides(self) -> dict[tuple[Corner, Corner], Side]:
        """Every hexside between two hexes of the map: its two corners (sorted) to the side that names it."""
        found: dict[tuple[Corner, Corner], Side] = {}
        for column, row in self.hexes():
            corners = self.corners((column, row))
            for d in range(3):
                if self.holds(step(column, row, d, self.raised)):
                    a, b = sorted((corners[d], corners[(d + 1) % 6]))
                    found[a, b] = (column, row, d)
        return found


def _square(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def distance_to_line(point: Point, line: Sequence[Point]) -> float:
    """Kilometres from a point to a polyline."""
    return math.sqrt(min(_square(point, _nearest(point, a, b)) for a, b in pairwise(line)))


def _nearest(point: Point, a: Point, b: Point) -> Point:
    length = _square(a, b)
    if length == 0:
        return a
    along = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / length
    along = min(1.0, max(0.0, along))
    return a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])


def pieces(line: Sequence[Point], length: float) -> list[list[Point]]:
    """Cut a polyline into stretches of about `length` kilometres, each beginning where the last one ends."""
    found, current, done = [], [line[0]], 0.0
    for a, b in pairwise(line):
        current.append(b)
        done += math.sqrt(_square(a, b))
        if done >= length:
            found.append(current)
            current, done = [b], 0.0
    if len(current) > 1:
        found.append(current)
    return found


def cheapest(start: Node, goals: set[Node], steps: Callable[[Node], Iterable[tuple[Node, float]]]) -> list[Node] | None:
    """Dijkstra: the cheapest way from `start` to any goal, both ends included, or None."""
    best, came = {start: 0.0}, dict[Node, Node]()
    queue: list[tuple[float, int, Node]] = [(0.0, 0, start)]
    order = 0
    while queue:
        cost, _, node = heapq.heappop(queue)
        if node in goals:
            way = [node]
            while way[-1] in came:
                way.append(came[way[-1]])
            return way[::-1]
        if cost > best[node]:
            continue
        for other, extra in steps(node):
            if cost + extra < best.get(other, math.inf):
                best[other], came[other] = cost + extra, node
                order += 1
                heapq.heappush(queue, (cost + extra, order, other))
    return None


def without_loops(way: Iterable[Node]) -> list[Node]:
    """A walk without its loops."""
    found: list[Node] = []
    for node in way:
        if node in found:
            del found[found.index(node) + 1 :]
        else:
            found.append(node)
    return found


@dataclass
class Waters:
    """The rivers so far, each a chain of hex corners; no two share a hexside."""

    grid: Grid
    courses: dict[str, list[Corner]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sides = self.grid.inner_sides()
        self.around: dict[Corner, list[Corner]] = {}
        for a, b in sorted(self.sides):
            self.around.setdefault(a, []).append(b)
            self.around.setdefault(b, []).append(a)
        self.taken: set[tuple[Corner, Corner]] = set()

    def draw(self, name: str, line: Sequence[Point], into: str | None = None) -> list[Side]:
        """Lay a river (kilometres, from one end to the other) along hexsides; `into` ends it at another river."""
        way: list[Corner] = []
        for piece in pieces(line, 2.5 * self.grid.height):
            start = way[-1] if way else self._corner_near(piece[0])
            way += self._route(start, {self._corner_near(piece[-1])}, line)
        if into is not None:
            way += self._route(way[-1], set(self.courses[into]), line)
            way = self._until_touching(way, set(self.courses[into]))
        course = without_loops(way)
        edges = [(min(a, b), max(a, b)) for a, b in pairwise(course)]
        self.taken.update(edges)
        self.courses[name] = course
        return [self.sides[edge] for edge in edges]

    def _corner_near(self, at: Point) -> Corner:
        return min(self.around, key=lambda corner: _square(self.grid.place(corner), at))

    def _route(self, start: Corner, goals: set[Corner], line: Sequence[Point]) -> list[Corner]:
        def steps(corner: Corner) -> Iterator[tuple[Corner, float]]:
            for other in self.around[corner]:
                edge = (min(corner, other), max(corner, other))
                off = distance_to_line(self._middle(edge), line) / self.grid.height
                yield other, 1 + 6 * off * off + (50 if edge in self.taken else 0)

        way = cheapest(start, goals, steps)
        assert way is not None  # the corners of one map are all connected
        return way

    def _middle(self, edge: tuple[Corner, Corner]) -> Point:
        a, b = self.grid.place(edge[0]), self.grid.place(edge[1])
        return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2

    @staticmethod
    def _until_touching(way: list[Corner], shore: set[Corner]) -> list[Corner]:
        first = next(i for i, corner in enumerate(way) if corner in shore)
        return way[: first + 1]


@dataclass
class Ways:
    """The roads, tracks and railroads so far. `dear` is the extra cost of a hex, `ford` of a step across a river."""

    grid: Grid
    dear: dict[Hex, float]
    ford: dict[tuple[Hex, Hex], float]
    built: dict[str, set[tuple[Hex, Hex]]] = field(default_factory=dict)

    def draw(self, kind: str, stops: Sequence[Hex]) -> list[Hex]:
        """A chain of adjacent hexes through the stops, nearly straight between them."""
        chain = [stops[0]]
        built = self.built.setdefault(kind, set())
        for a, b in pairwise(stops):
            line = [self.grid.centre(a), self.grid.centre(b)]
            way = cheapest(a, {b}, lambda at, line=line: self._steps(at, line, built))  # type: ignore[misc]
            assert way is not None  # every hex can be reached
            chain += way[1:]
        built.update((min(a, b), max(a, b)) for a, b in pairwise(chain))
        return without_loops(chain)

    def _steps(self, at: Hex, line: Sequence[Point], built: set[tuple[Hex, Hex]]) -> Iterator[tuple[Hex, float]]:
        for d in range(6):
            to = step(*at, d, self.grid.raised)
            if not self.grid.holds(to):
                continue
            edge = (min(at, to), max(at, to))
            off = distance_to_line(self.grid.centre(to), line) / self.grid.height
            new = 1 + 0.5 * off * off + self.dear.get(to, 0.0) + self.ford.get(edge, 0.0)
            yield to, 0.6 * new if edge in built else new


def inside(point: Point, polygon: Sequence[Point]) -> bool:
    """Whether a point lies in a polygon (even-odd rule)."""
    found = False
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (ay > point[1]) != (by > point[1]) and point[0] < (bx - ax) * (point[1] - ay) / (by - ay) + ax:
            found = not found
    return found


def grain(column: int, row: int) -> float:
    """A fixed pseudo-random number from 0 to 1 for a hex, the same on every machine."""
    mixed = (column * 0x9E3779B1 ^ row * 0x85EBCA77) & 0xFFFFFFFF
    for _ in range(2):
        mixed = ((mixed ^ (mixed >> 15)) * 0x2C1B3C6D) & 0xFFFFFFFF
    return (mixed ^ (mixed >> 16)) / 0x100000000


def cover(grid: Grid, hexes: Iterable[Hex], shares: Sequence[tuple[str, float]]) -> dict[Hex, str]:
    """Spread terrains over hexes in clumps, each over its share; the first terrain gets the thickest parts."""

    def thickness(at: Hex) -> float:
        ring = [grain(*step(*at, d, grid.raised)) for d in range(6)]
        return 0.45 * grain(*at) + 0.55 * sum(ring) / 6

    ordered = sorted(hexes, key=lambda at: (-thickness(at), at))
    found, done = dict[Hex, str](), 0.0
    for terrain, share in shares:
        first, done = round(done * len(ordered)), done + share
        found.update(dict.fromkeys(ordered[first : round(done * len(ordered))], terrain))
    return found
