"""Movement costs: the chart's values in units, and the movement graph of a board for one mobility type.

Costs are whole numbers of units (`MP` of them to one movement point), PROHIBITED or ALL. A hex or hexside that costs
ALL takes the whole allowance: it can be entered only as the one hex of a move.

Cases: 6.2-A, 6.2a-A, 6.2a-B, 6.2b, 6.2d-A, 6.2d-B, 6.2d-C, 6.2d-D
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import compress, pairwise
from typing import Any, Literal

import msgspec

from redball.board.board import Board, BoardError
from redball.board.hexes import MP, opposite
from redball.board.terrain import STANDARD, WATERS, Vocabulary, words

Mobility = Literal["leg", "track", "truck"]
Scope = Literal["hex", "hexside", "path"]

MOBILITIES: tuple[Mobility, ...] = ("leg", "track", "truck")
PROHIBITED = -1
ALL = -2
HIGHEST_COST = 32767
"""The highest cost in units that a graph can hold (it is an array of 16-bit numbers)."""


class CostError(ValueError):
    """An unusable movement chart: which record, which value, and what was expected."""


class TerrainCost(msgspec.Struct, frozen=True):
    """One row of the movement chart: costs in units, PROHIBITED or ALL."""

    id: str
    scope: Scope
    leg: int
    track: int
    truck: int

    def of(self, mobility: Mobility) -> int:
        """Cost for a mobility type."""
        cost: int = getattr(self, mobility)
        return cost


def parse_cost(text: str, scope: Scope) -> int:
    """Units of a chart's value: "1", "1/2", "+2" (hexsides only), "all" or "prohibited". CostError if it is none.

    >>> parse_cost("1/2", "path"), parse_cost("+3", "hexside"), parse_cost("all", "hex"), parse_cost("2", "hex")
    (6, 36, -2, 24)
    """
    if text in ("all", "prohibited"):
        return ALL if text == "all" else PROHIBITED
    additive = text.startswith("+")
    if additive != (scope == "hexside"):
        raise CostError(f'"{text}": a hexside cost is written +n, any other without the sign')
    try:
        units = Fraction(text.removeprefix("+")) * MP
    except (ValueError, ZeroDivisionError):
        raise CostError(f'"{text}" is not a movement cost') from None
    if units.denominator != 1 or not (0 if additive else 1) <= units <= HIGHEST_COST:
        raise CostError(f'"{text}" is not a usable cost: more than nothing, in twelfths of a movement point')
    return int(units)


class CostTable:
    """The movement chart: what each terrain, hexside feature and path costs each mobility type.

    >>> table = CostTable.from_records([{"id": "woods", "scope": "hex", "leg": "1", "track": "2", "truck": "2"}])
    >>> table["woods"].truck // MP
    2
    """

    def __init__(self, entries: Mapping[str, TerrainCost], water: frozenset[str] = STANDARD.water) -> None:
        self._entries = dict(entries)
        self.water = water

    @classmethod
    def from_records(cls, records: Iterable[Any]) -> CostTable:
        """From chart records, mappings or objects with `id`, `scope`, `leg`, `track`, `truck`. CostError: a bad one."""
        entries: dict[str, TerrainCost] = {}
        for record in records:
            get = record.__getitem__ if isinstance(record, Mapping) else _attribute_of(record)
            identifier, scope = get("id"), get("scope")
            if identifier in entries:
                raise CostError(f"{identifier}: given twice")
            try:
                costs = {mobility: parse_cost(get(mobility), scope) for mobility in MOBILITIES}
            except CostError as error:
                raise CostError(f"{identifier}: {error}") from None
            entries[identifier] = TerrainCost(identifier, scope, **costs)
        return cls(entries)

    def __getitem__(self, terrain: str) -> TerrainCost:
        try:
            return self._entries[terrain]
        except KeyError:
            raise CostError(f'the movement chart has no "{terrain}"') from None

    def __contains__(self, terrain: str) -> bool:
        return terrain in self._entries

    def with_changes(self, changes: Mapping[str, Mapping[str, str]]) -> CostTable:
        """The chart while a weather effect lasts: terrain to mobility to cost. CostError: an unknown name or value."""
        entries = dict(self._entries)
        for terrain, costs in changes.items():
            entry = self[terrain]
            strange = sorted(set(costs) - set(MOBILITIES))
            if strange:
                raise CostError(f"{terrain}: no mobility type {', '.join(strange)}")
            parsed = {mobility: parse_cost(text, entry.scope) for mobility, text in costs.items()}
            entries[terrain] = msgspec.structs.replace(entry, **parsed)
        return CostTable(entries, self.water)

    def bridged(self, vocabulary: Vocabulary = STANDARD) -> CostTable:
        """The chart across bridged hexsides: each river costs what the lesser one does, the least nothing (13.8b-A).

        If the weather makes the greater river cheaper, a bridge does not undo that.
        """
        entries = dict(self._entries)
        for kind, lesser in vocabulary.bridged.items():
            if kind in self:
                below = {mobility: self[lesser].of(mobility) if lesser else 0 for mobility in MOBILITIES}
                cheaper = {m: min(cost, self[kind].of(m), key=dearness) for m, cost in below.items()}
                entries[kind] = msgspec.structs.replace(self[kind], **cheaper)
        return CostTable(entries, self.water)

    def check_board(self, board: Board) -> None:
        """CostError if the board uses a terrain, hexside feature or path that this chart lacks."""
        used = {terrain for here in board.terrain for terrain in here}
        used |= {feature.kind for feature in board.features} | {line.kind for line in board.lines}
        missing = sorted(used - set(self._entries))
        if missing:
            raise CostError(f"the movement chart lacks {', '.join(missing)}, which the board {board.name} uses")

    def counted_terrain(self, terrains: Iterable[str], mobility: Mobility) -> tuple[str, int]:
        """The terrain that counts in a hex and its cost: the costliest there (6.2d-A), water only if there is no land.

        Water in a hex that also has land does not count (6.2d-B). Of equally costly terrains the first is named. Which
        scraps count at all is up to the board, which lists only those.
        """
        here = tuple(terrains)
        land = [terrain for terrain in here if terrain not in WATERS]
        costs = [(terrain, self[terrain].of(mobility)) for terrain in land or here]
        return max(costs, key=lambda pair: dearness(pair[1]))

    def counted_features(self, kinds: Iterable[str], mobility: Mobility) -> list[tuple[str, int]]:
        """The features that count on a hexside, with costs: all dry ones, and of the water the cheapest (6.2d-C)."""
        costs = [(kind, self[kind].of(mobility)) for kind in kinds]
        dry = [pair for pair in costs if pair[0] not in self.water]
        wet = [pair for pair in costs if pair[0] in self.water]
        return dry + ([min(wet, key=lambda pair: dearness(pair[1]))] if wet else [])

    def cheapest_path(self, kinds: Iterable[str], mobility: Mobility) -> tuple[str, int] | None:
        """The cheapest road, track or railroad that joins two hexes (6.2-A), or None."""
        costs = [(kind, self[kind].of(mobility)) for kind in kinds]
        usable = [pair for pair in costs if pair[1] > 0]
        return min(usable, key=lambda pair: pair[1]) if usable else None


def _attribute_of(record: Any) -> Callable[[str], Any]:
    return lambda name: getattr(record, name)


def dearness(cost: int) -> int:
    """A number to compare costs by: prohibited is dearest, then the whole allowance."""
    return HIGHEST_COST + 2 if cost == PROHIBITED else HIGHEST_COST + 1 if cost == ALL else cost


def total(costs: Iterable[int]) -> int:
    """Sum of a hex's and its hexsides' costs (6.2b): prohibited if any is, else the whole allowance if any is."""
    found = list(costs)
    return max(found, key=dearness) if any(cost < 0 for cost in found) else sum(found)


def dearest_costs(costs: Iterable[array[int]]) -> array[int]:
    """The highest of several costs of every step, as `dearness` compares them.

    >>> dearest_costs((array("h", [12, ALL, 6]), array("h", [18, 12, PROHIBITED])))
    array('h', [18, -2, -1])
    """
    unsigned = [array("H", each.tobytes()) for each in costs]  # PROHIBITED is the highest, then ALL
    return array("h", array("H", map(max, *unsigned)).tobytes())


def steps_at(costs: array[int], price: int) -> Iterator[int]:
    """The steps with just this cost, found in the bytes of the array: few of many have it.

    >>> list(steps_at(array("h", [12, ALL, 6, ALL]), ALL))
    [1, 3]
    """
    data, sought, at = costs.tobytes(), array("h", [price]).tobytes(), -1
    while (at := data.find(sought, at + 1)) >= 0:
        if at % len(sought) == 0:
            yield at // len(sought)


class MoveGraph:
    """What every step on a board costs one mobility type.

    `cost[h * 6 + d]`, in units, is the cost to go from `h` in direction `d`, along a path where one helps; PROHIBITED
    also where there is no hex. `cost_off_road` is the same without paths, for overruns (8.1c). Both are
    `array("h")`, the form that `redball.board.kernel.reach` takes with `neighbours`. `table` is the chart that
    it was made by.
    """

    __slots__ = ("_across", "_tables", "_whole", "board", "cost", "cost_off_road", "mobility", "neighbours")

    def __init__(
        self,
        board: Board,
        table: CostTable,
        mobility: Mobility,
        cost: array[int],
        cost_off_road: array[int],
        whole: array[int] | None = None,
    ) -> None:
        self._across: dict[tuple[int, int], int] = {}
        self._whole = whole
        self._tables = [table]
        self.board = board
        self.mobility = mobility
        self.cost = cost
        self.cost_off_road = cost_off_road
        self.neighbours = board.neighbour_array

    @property
    def whole(self) -> array[int]:
        """The steps that cost ALL, as h * 6 + d; listed on demand."""
        if self._whole is None:
            self._whole = array("i", steps_at(self.cost, ALL))
        return self._whole

    def step_cost(self, h: int, d: int) -> int:
        """Units to go from `h` in direction `d`, PROHIBITED or ALL."""
        return self.cost[h * 6 + d]

    def overrun_cost(self, h: int, d: int) -> int:
        """The same counted without roads, tracks and railroads."""
        return self.cost_off_road[h * 6 + d]

    def across(self, bridges: int, h: int, d: int) -> int:
        """`step_cost` if the hexside had this many bridges, PROHIBITED or ALL; computed for this step alone."""
        while bridges >= len(self._tables):
            self._tables.append(self._tables[-1].bridged())
        key = (bridges, h * 6 + d)
        if key not in self._across:
            lines = explain_cost(self.board, self._tables[bridges], self.mobility, h, d)
            self._across[key] = total(units for _, units in lines)
        return self._across[key]

    def with_bridges(self, bridges: Mapping[int, int], most: int) -> MoveGraph:
        """The graph with bridges: hex to number of bridges there. A hexside has the bridges of both its hexes,
        up to `most`.

        Overruns ignore bridges (13.8b-B).
        """
        cost, turned = self.cost[:], set()
        for h, count in bridges.items():
            for d in range(6):
                n = self.neighbours[h * 6 + d]
                if n >= 0 and self.board.hexsides(h, d):
                    stand = min(count + bridges.get(n, 0), most)
                    for start, way in ((h, d), (n, opposite(d))):
                        edge = start * 6 + way
                        cost[edge] = self.across(stand, start, way)
                        if (cost[edge] == ALL) is not (self.cost[edge] == ALL):
                            turned.add(edge)
        return self._at(cost, turned.symmetric_difference(self.whole) if turned else self.whole)

    def with_toll(self, hexes: Iterable[int], toll: int) -> MoveGraph:
        """The graph with so many units more for each step into one of these hexes, overruns too. A step that costs a
        whole allowance still does."""
        tables: list[array[int]] = []
        for plain in (self.cost, self.cost_off_road):
            cost = plain[:]
            for h in hexes:
                for d in range(6):
                    n = self.neighbours[h * 6 + d]
                    step = n * 6 + opposite(d)
                    if n >= 0 and cost[step] >= 0:
                        cost[step] = _fitting(cost[step] + toll)
            tables.append(cost)
        return MoveGraph(self.board, self._tables[0], self.mobility, tables[0], tables[1], self.whole)

    def dearer(self, other: MoveGraph) -> MoveGraph:
        """The same steps, each at the higher of the two costs. No step may cost ALL that does not cost it now."""
        return self.repriced(dearest_costs((self.cost, other.cost)))

    def repriced(self, cost: array[int]) -> MoveGraph:
        """The same steps at other costs. No step may cost ALL that does not cost it now."""
        return self._at(cost, (step for step in self.whole if cost[step] == ALL))

    def _at(self, cost: array[int], whole: Iterable[int]) -> MoveGraph:
        steps = whole if isinstance(whole, array) else array("i", sorted(whole))
        return MoveGraph(self.board, self._tables[0], self.mobility, cost, self.cost_off_road, steps)


def compile_graph(board: Board, table: CostTable, mobility: Mobility) -> MoveGraph:
    """The movement graph of a board for one mobility type. CostError: the chart lacks something the board uses.

    Off a path a step costs the hex entered plus the hexside (6.2b). It is prohibited if the way back
    is (6.1d), so also out of a prohibited hex.
    """
    table.check_board(board)
    entry_of = {here: table.counted_terrain(here, mobility)[1] for here in set(board.terrain)}
    entry = [entry_of[here] for here in board.terrain]
    beyond = [*entry, PROHIBITED]  # a missing neighbour has the index -1
    off_road = array("h", map(beyond.__getitem__, board.neighbour_array))
    for h in compress(range(len(entry)), map(PROHIBITED.__eq__, entry)):
        off_road[h * 6 : h * 6 + 6] = array("h", [PROHIBITED] * 6)
    crossed: dict[tuple[int, Hashable], int] = {}  # there are few kinds of hexsides and paths
    for edge, kinds in board.edges_with_sides():
        into = off_road[edge]
        if into != PROHIBITED:
            if (into, kinds) not in crossed:
                features = table.counted_features(kinds, mobility)
                crossed[into, kinds] = _fitting(total([into, *(cost for _, cost in features)]))
            off_road[edge] = crossed[into, kinds]
    cost = array("h", off_road)
    paths: dict[Hashable, tuple[str, int] | None] = {}
    for edge, kinds in board.edges_with_paths():
        if kinds not in paths:
            paths[kinds] = table.cheapest_path(kinds, mobility)
        path = paths[kinds]
        if path is not None and (off_road[edge] < 0 or path[1] < off_road[edge]):
            cost[edge] = path[1]
    return MoveGraph(board, table, mobility, cost, off_road)


def _fitting(cost: int) -> int:
    if cost > HIGHEST_COST:
        raise CostError(f"a step that costs {cost} units is more than {HIGHEST_COST}")
    return cost


def path_graph(board: Board, kinds: Iterable[str], cost: int = 1) -> array[int]:
    """A cost array in which only steps along the given kinds of path are open, all at the same cost (rail, for one)."""
    wanted = frozenset(kinds)
    found = array("h", [PROHIBITED]) * (board.size * 6)
    for edge, here in board.edges_with_paths():
        if wanted.intersection(here):
            found[edge] = cost
    return found


def multi_track_graph(board: Board, cost: int = 1) -> array[int]:
    """As `path_graph`, with only the steps along multi-track railroads open.

    >>> from redball.board.sketch import sketch_board
    >>> board = sketch_board(". . .", railroads=["01.01 02.01 03.01"], multi_track=["01.01 02.01"])
    >>> [multi_track_graph(board)[h * 6 + d] for h, d in ((0, 1), (1, 2), (1, 4))]
    [1, -1, 1]
    """
    found = array("h", [PROHIBITED]) * (board.size * 6)
    for line in board.lines:
        for a, b in pairwise(line.hexes) if line.multi else ():
            d = board.direction(a, b)
            found[a * 6 + d] = found[b * 6 + opposite(d)] = cost
    return found


def explain_cost(
    board: Board, table: CostTable, mobility: Mobility, h: int, d: int, *, off_road: bool = False
) -> list[tuple[str, int]]:
    """Why the step from `h` in direction `d` costs what it does: (words, units) lines.

    Their total (as `total` counts) is what the graph says. A prohibited way back (6.1d) is a line of its own.
    BoardError: there is no hex that way.

    >>> from redball.board.sketch import sketch_board
    >>> rows = [("open", "hex", "1"), ("woods", "hex", "2"), ("minor_river", "hexside", "+3")]
    >>> table = CostTable.from_records({"id": i, "scope": s, "leg": c, "track": c, "truck": c} for i, s, c in rows)
    >>> explain_cost(sketch_board(". w", rivers={"minor_river": ["01.01/NE"]}), table, "truck", 0, 1)
    [('woods', 24), ('minor river', 36)]
    """
    n = board.neighbour(h, d)
    if n < 0:
        raise BoardError(f"there is no hex in that direction from {board.hex_name(h)}")
    terrain, cost = table.counted_terrain(board.terrain[n], mobility)
    lines = [(words(terrain), cost)]
    lines += [(words(kind), extra) for kind, extra in table.counted_features(board.hexsides(h, d), mobility)]
    left, back = table.counted_terrain(board.terrain[h], mobility)
    if back == PROHIBITED:
        lines.append((f"the way back into {words(left)}", PROHIBITED))
    path = None if off_road else table.cheapest_path(board.paths(h, d), mobility)
    if path is not None:
        open_cost = total(units for _, units in lines)
        if open_cost < 0 or path[1] < open_cost:
            return [(words(path[0]), path[1])]
    return lines
