"""The board: an immutable map of hexes, compiled into arrays.

Inside the program a hex is its index, `(column - 1) * rows + (row - 1)`; outside it is its name.

Cases: SETUP-I-B
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from itertools import compress, pairwise
from types import MappingProxyType
from typing import Any, Literal, NoReturn

import msgspec

from redball.board import hexes
from redball.board.ports import Port
from redball.board.terrain import FACILITY_PLACES

NOWHERE = 10_000
"""The distance to an off-map box without a place: beyond every range."""
_CACHED_RINGS = 8192
BOX_TERRAIN = ("open",)


class BoardError(ValueError):
    """A faulty board file, or an invalid question to a board: what is wrong, and where.

    `message` is the sentence alone; `file` and `line` (from 1) are None when the error is not in a file.
    """

    def __init__(self, message: str, file: str | None = None, line: int | None = None) -> None:
        where = file or ""
        if line is not None:
            where = f"{file or 'board'}:{line}"
        super().__init__(f"{where}: {message}" if where else message)
        self.message = message
        self.file = file
        self.line = line


class Place(msgspec.Struct, frozen=True):
    """Something with a name in a hex. `kind` is a terrain id, or a facility such as "port"."""

    kind: str
    name: str


class Feature(msgspec.Struct, frozen=True):
    """A named run of hexsides: `sides` are (hex, direction) as the file gives them."""

    kind: str
    name: str
    sides: tuple[tuple[int, int], ...]


class Line(msgspec.Struct, frozen=True):
    """A named road, track or railroad: `hexes` is a chain of neighbouring hexes. `multi`: a multi-track railroad."""

    kind: str
    name: str
    hexes: tuple[int, ...]
    multi: bool = False


class Box(msgspec.Struct, frozen=True):
    """A holding box. `hex` is the hex that it belongs to and is (SETUP-I-F-A), None off the map (SETUP-I-F-B). `at`:
    the column and row where an off-map box would lie if the map went on, for aircraft that fly to and from it."""

    id: str
    hex: int | None
    name: str
    at: tuple[int, int] | None = None


class Label(msgspec.Struct, frozen=True):
    """A name written on the map. `style` is river, region, forest or the like; it has no effect on the game."""

    hex: int
    style: str
    text: str


class PlacePage(msgspec.Struct, frozen=True):
    """A place as the web client gets it, with its hex."""

    hex: int
    kind: str
    name: str


class BoxPage(msgspec.Struct, frozen=True):
    """A holding box as the web client gets it; `index` is where units in it are said to be, `at` the column and row
    where an off-map box would lie if the map went on (null: far from everything)."""

    id: str
    hex: int | None
    name: str
    index: int
    at: tuple[int, int] | None


class BoardPage(msgspec.Struct, frozen=True):
    """The map as the web client gets it: hexes are indices, directions 0 to 5.

    `palette` lists the combinations of terrain in use, and `terrain` gives the place in it for each hex; `paths` are
    roads, tracks and railroads; `raised` tells which columns stand half a hex higher; `miles` is the width of a hex.
    """

    name: str
    columns: int
    rows: int
    raised: Literal["even", "odd"]
    miles: str
    letter: str
    palette: tuple[tuple[str, ...], ...]
    terrain: tuple[int, ...]
    hexsides: tuple[Feature, ...]
    paths: tuple[Line, ...]
    places: tuple[PlacePage, ...]
    labels: tuple[Label, ...]
    boxes: tuple[BoxPage, ...]
    unplayable: tuple[int, ...]


class EdgeKinds:
    """What lies on each edge `h * 6 + d`: one byte per edge, an index into a short list of combinations."""

    def __init__(self, size: int) -> None:
        self._combinations: list[tuple[str, ...]] = [()]
        self._at = bytearray(size * 6)

    def at(self, edge: int) -> tuple[str, ...]:
        """The kinds on an edge."""
        return self._combinations[self._at[edge]]

    def add(self, edge: int, kind: str) -> None:
        """Put a kind on an edge, unless it is there already."""
        here = self.at(edge)
        if kind in here:
            return
        if (*here, kind) not in self._combinations:
            if len(self._combinations) == 256:
                raise BoardError("more than 255 combinations of features on hexsides, or of paths")
            self._combinations.append((*here, kind))
        self._at[edge] = self._combinations.index((*here, kind))

    def items(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Every edge that has something on it, with the kinds."""
        edges = compress(range(len(self._at)), self._at)
        return zip(edges, map(self._combinations.__getitem__, filter(None, self._at)), strict=True)


class Board:
    """A map, immutable once made. Usually comes from `redball.board.formats.load_board`.

    Attributes: `name`; `columns`, `rows`; `raised` ("even" or "odd"); `miles` (of a hex, as text); `letter` (of the
    map sheet, or ""); `map_size` (number of hexes); `size` (with the off-map boxes, which come last and have no
    neighbours); `unplayable` (hexes that are not part of the map); `terrain` (for each hex, its terrains: base,
    others, then those of its places); `features`, `lines`, `labels`, `boxes`; `places` (hex to its first
    place); `ports` (by hex, those whose capacity the map prints); `neighbour_array` (`array("i")` of `size * 6`,
    -1 off the map), which the search kernel takes.

    >>> from redball.board.sketch import sketch_board
    >>> board = sketch_board('''
    ... . w
    ... f .
    ... ''')
    >>> board.terrain[board.index("02.02")], board.hex_name(board.neighbour(board.index("01.01"), 0))
    (('woods',), '01.02')
    """

    name: str
    columns: int
    rows: int
    raised: str
    miles: str
    letter: str
    map_size: int
    size: int
    terrain: tuple[tuple[str, ...], ...]
    features: tuple[Feature, ...]
    lines: tuple[Line, ...]
    labels: tuple[Label, ...]
    boxes: tuple[Box, ...]
    unplayable: frozenset[int]
    places: Mapping[int, Place]
    ports: Mapping[int, Port]
    neighbour_array: array[int]
    _off_map: tuple[str, ...]
    _spots: tuple[tuple[int, int] | None, ...]
    _places: dict[int, tuple[Place, ...]]
    _sides: EdgeKinds
    _paths: EdgeKinds
    _rings: dict[int, tuple[int, ...]]
    _around: dict[int, tuple[int, ...]]
    _ways: dict[int, dict[int, int]]
    _heights: array[int]
    _within: dict[tuple[int, int], tuple[int, ...]]
    _away: dict[tuple[int, int], tuple[int, ...]]

    def __init__(
        self,
        *,
        name: str,
        columns: int,
        rows: int,
        raised: str,
        miles: str = "5",
        letter: str = "",
        base: Iterable[str],
        also: Mapping[int, tuple[str, ...]] = MappingProxyType({}),
        features: Iterable[Feature] = (),
        lines: Iterable[Line] = (),
        places: Iterable[tuple[int, Place]] = (),
        labels: Iterable[Label] = (),
        boxes: Iterable[Box] = (),
        unplayable: Iterable[int] = (),
        ports: Iterable[tuple[int, Port]] = (),
    ) -> None:
        """Make a board: `base` is one terrain per hex in index order, `also` more terrain for some hexes,
        `unplayable` the hexes less than half visible (SETUP-I-B)."""
        put = super().__setattr__
        for key, value in (("name", name), ("columns", columns), ("rows", rows), ("raised", raised)):
            put(key, value)
        put("miles", miles)
        put("letter", letter)
        put("map_size", columns * rows)
        put("features", tuple(features))
        put("lines", tuple(lines))
        put("labels", tuple(labels))
        put("boxes", tuple(boxes))
        put("_off_map", tuple(box.id for box in self.boxes if box.hex is None))
        put("_spots", tuple(box.at for box in self.boxes if box.hex is None))
        put("size", self.map_size + len(self._off_map))
        put("unplayable", frozenset(unplayable))
        put("neighbour_array", _neighbour_array(columns, rows, raised, self.unplayable, len(self._off_map)))
        put("ports", MappingProxyType(dict(ports)))
        by_hex: dict[int, tuple[Place, ...]] = {}
        for h, place in places:
            by_hex[h] = (*by_hex.get(h, ()), place)
        put("_places", by_hex)
        put("places", MappingProxyType({h: here[0] for h, here in by_hex.items()}))
        put("terrain", _terrain(tuple(base), also, by_hex) + (BOX_TERRAIN,) * len(self._off_map))
        put("_sides", self._index_sides())
        put("_ways", {})
        heights = (hexes.half_rows(*self.position(h), raised) for h in range(self.map_size))
        put("_heights", array("i", heights))
        put("_paths", self._index_paths())
        put("_rings", {})
        put("_around", {})
        put("_within", {})
        put("_away", {})
        if len(self.terrain) != self.size:
            raise BoardError(f"{len(self.terrain) - len(self._off_map)} terrains for {self.map_size} hexes")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a board does not change: {name}")

    def __copy__(self) -> Board:
        return self

    def __deepcopy__(self, memo: object) -> Board:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self._parts(),)

    def __repr__(self) -> str:
        return f"<Board {self.name!r} {self.columns}x{self.rows}>"

    def _parts(self) -> dict[str, Any]:
        parts = {key: getattr(self, key) for key in ("name", "columns", "rows", "raised", "miles", "letter")}
        parts |= {key: getattr(self, key) for key in ("features", "lines", "labels", "boxes")}
        parts["base"] = [here[0] for here in self.terrain[: self.map_size]]
        parts["also"] = {h: here[1:] for h, here in enumerate(self.terrain) if len(here) > 1}
        parts["unplayable"] = sorted(self.unplayable)
        parts["ports"] = sorted(self.ports.items())
        parts["places"] = [(h, place) for h, here in self._places.items() for place in here]
        return parts

    def _index_sides(self) -> EdgeKinds:
        found = EdgeKinds(self.size)
        for feature in self.features:
            for h, d in feature.sides:
                found.add(h * 6 + d, feature.kind)
                n = self.neighbour_array[h * 6 + d]
                if n >= 0:
                    found.add(n * 6 + hexes.opposite(d), feature.kind)
        return found

    def _index_paths(self) -> EdgeKinds:
        found = EdgeKinds(self.size)
        for line in self.lines:
            for a, b in pairwise(line.hexes):
                d = self.direction(a, b)
                if d < 0:
                    raise BoardError(f"{line.kind}: {self.hex_name(a)} and {self.hex_name(b)} are not neighbours")
                found.add(a * 6 + d, line.kind)
                found.add(b * 6 + hexes.opposite(d), line.kind)
        return found

    def index(self, name: str) -> int:
        """Index of the hex with this name; the map letter may be omitted. A box id names the box, or the hex
        that it belongs to. BoardError: there is no such hex."""
        parsed = hexes.parse_name(name)
        if parsed is None and any(box.id == name for box in self.boxes):
            own = next(box.hex for box in self.boxes if box.id == name)
            return self.map_size + self._off_map.index(name) if own is None else own
        if parsed is None:
            raise BoardError(f'"{name}" is not the name of a hex (column.row, two digits each: 07.31)')
        letter, column, row = parsed
        if letter not in ("", self.letter) or not (1 <= column <= self.columns and 1 <= row <= self.rows):
            last = self.hex_name(self.map_size - 1)
            raise BoardError(f"no hex {name} on this board, which goes from {self.hex_name(0)} to {last}")
        found = (column - 1) * self.rows + row - 1
        if found in self.unplayable:
            raise BoardError(f"less than half of the hex {name} shows: it is not part of the map")
        return found

    def hex_name(self, h: int) -> str:
        """Name of a hex, such as "29.17" (SETUP-I-A), or id of an off-map box."""
        if h >= self.map_size:
            return self._off_map[h - self.map_size]
        return hexes.format_name(*self.position(h), self.letter)

    def box_name(self, h: int) -> str:
        """What players call an off-map box."""
        return next(box.name for box in self.boxes if box.id == self.hex_name(h))

    def is_box(self, h: int) -> bool:
        """An off-map holding box, not a hex."""
        return h >= self.map_size

    def on_edge(self, h: int) -> bool:
        """A hex of the map's edge: beyond some side of it there is nothing."""
        return h < self.map_size and -1 in self.neighbour_array[h * 6 : h * 6 + 6]

    def position(self, h: int) -> tuple[int, int]:
        """Column and row of a hex, from 1; a box has none."""
        column, row = divmod(h, self.rows)
        return column + 1, row + 1

    def neighbour(self, h: int, d: int) -> int:
        """The hex next to `h` in direction `d` (0 to 5, clockwise from north), -1 off the map."""
        return self.neighbour_array[h * 6 + d]

    def neighbours(self, h: int) -> tuple[int, ...]:
        """The neighbours of `h` that are on the map, clockwise from north."""
        ring = self._rings.get(h)
        if ring is None:
            ring = tuple(n for n in self.neighbour_array[h * 6 : h * 6 + 6] if n >= 0)
            self._rings[h] = ring
        return ring

    def around(self, h: int) -> tuple[int, ...]:
        """The hex and its neighbours."""
        around = self._around.get(h)
        if around is None:
            around = self._around[h] = (h, *self.neighbours(h))
        return around

    def direction(self, a: int, b: int) -> int:
        """Direction (0 to 5) from `a` to its neighbour `b`, -1 when they are not adjacent."""
        ways = self._ways.get(a)
        if ways is None:
            around = self.neighbour_array[a * 6 : a * 6 + 6]
            ways = self._ways[a] = {n: d for d, n in enumerate(around) if n >= 0}
        return ways.get(b, -1)

    def distance(self, a: int, b: int) -> int:
        """Hexes from `a` to `b` in a straight count, ignoring everything between; a box without a place of its own is
        far from everything else.

        Agrees with `hexes.distance`, the plain version.
        """
        if a >= self.map_size or b >= self.map_size:
            return self._box_distance(a, b)
        columns, heights = abs(a // self.rows - b // self.rows), abs(self._heights[a] - self._heights[b])
        return columns + (heights - columns) // 2 if heights > columns else columns

    def _box_distance(self, a: int, b: int) -> int:
        start, end = self._spot(a), self._spot(b)
        if a == b:
            return 0
        return NOWHERE if start is None or end is None else hexes.distance(start, end, self.raised)

    def _spot(self, h: int) -> tuple[int, int] | None:
        return self._spots[h - self.map_size] if h >= self.map_size else self.position(h)

    def away(self, origin: int, h: int) -> tuple[int, ...]:
        """The neighbours of `h` that are farther from `origin` than `h` itself."""
        found = self._away.get((origin, h))
        if found is None:
            if len(self._away) >= _CACHED_RINGS:
                self._away.clear()
            far = self.distance(origin, h)
            found = self._away[origin, h] = tuple(n for n in self.neighbours(h) if self.distance(origin, n) > far)
        return found

    def within(self, h: int, n: int) -> tuple[int, ...]:
        """The hexes at distance `n` or less from `h`, itself among them, in index order."""
        found = self._within.get((h, n))
        if found is None:
            if len(self._within) >= _CACHED_RINGS:
                self._within.clear()
            found = self._within[h, n] = tuple(self._disc(h, n))
        return found

    def _disc(self, h: int, n: int) -> Iterable[int]:
        if h >= self.map_size:
            return (h,)
        return (there for there in self._grid_disc(h, n) if there not in self.unplayable)

    def _grid_disc(self, h: int, n: int) -> Iterable[int]:
        column, row = self.position(h)
        height = hexes.half_rows(column, row, self.raised)
        for c in range(max(1, column - n), min(self.columns, column + n) + 1):
            reach = 2 * n - abs(c - column)
            lift = hexes.is_raised(c, self.raised)
            low = max(1, -((height - reach - lift) // -2))
            high = min(self.rows, (height + reach - lift) // 2)
            yield from range((c - 1) * self.rows + low - 1, (c - 1) * self.rows + high)

    def hexsides(self, h: int, d: int) -> tuple[str, ...]:
        """Kinds of the features (rivers, escarpments ...) on the hexside of `h` in direction `d`."""
        return self._sides.at(h * 6 + d)

    def paths(self, h: int, d: int) -> tuple[str, ...]:
        """Kinds of the paths (road, track, railroad) that join `h` to its neighbour in direction `d`."""
        return self._paths.at(h * 6 + d)

    def edges_with_sides(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Every edge `h * 6 + d` that has features on its hexside, from both hexes, with their kinds."""
        return self._sides.items()

    def edges_with_paths(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Every edge `h * 6 + d` along which a path runs, from both hexes, with the kinds of path."""
        return self._paths.items()

    def places_in(self, h: int) -> tuple[Place, ...]:
        """All places in a hex, in the order of the file (a city may be a port too)."""
        return self._places.get(h, ())

    def to_page(self) -> BoardPage:
        """The map as records for the web client."""
        palette: dict[tuple[str, ...], int] = {}
        terrain = tuple(palette.setdefault(here, len(palette)) for here in self.terrain[: self.map_size])
        return BoardPage(
            name=self.name,
            columns=self.columns,
            rows=self.rows,
            raised="odd" if self.raised == "odd" else "even",
            miles=self.miles,
            letter=self.letter,
            palette=tuple(palette),
            terrain=terrain,
            hexsides=self.features,
            paths=self.lines,
            places=tuple(PlacePage(h, place.kind, place.name) for h in self._places for place in self.places_in(h)),
            labels=self.labels,
            boxes=tuple(BoxPage(box.id, box.hex, box.name, self.index(box.id), box.at) for box in self.boxes),
            unplayable=tuple(sorted(self.unplayable)),
        )


def _rebuild(parts: dict[str, Any]) -> Board:
    return Board(**parts)


def _neighbour_array(columns: int, rows: int, raised: str, unplayable: frozenset[int], boxes: int) -> array[int]:
    found = array("i", [-1]) * ((columns * rows + boxes) * 6)
    edge = 0
    for column in range(1, columns + 1):
        offsets = [hexes.step(column, 0, d, raised) for d in range(6)]
        for row in range(1, rows + 1):
            for to_column, row_offset in offsets:
                to_row = row + row_offset
                if 1 <= to_column <= columns and 1 <= to_row <= rows:
                    found[edge] = (to_column - 1) * rows + to_row - 1
                edge += 1
    for edge in range(columns * rows * 6 if unplayable else 0):
        if edge // 6 in unplayable or found[edge] in unplayable:
            found[edge] = -1
    return found


def _terrain(
    base: tuple[str, ...], also: Mapping[int, tuple[str, ...]], places: Mapping[int, tuple[Place, ...]]
) -> tuple[tuple[str, ...], ...]:
    shared: dict[tuple[str, ...], tuple[str, ...]] = {}
    found = []
    for h, terrain in enumerate(base):
        marked = tuple(place.kind for place in places.get(h, ()) if place.kind not in FACILITY_PLACES)
        here = tuple(dict.fromkeys((terrain, *also.get(h, ()), *marked)))
        found.append(shared.setdefault(here, here))
    return tuple(found)
