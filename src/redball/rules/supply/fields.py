"""Searches for supply paths: from a hex, within an MP limit, round a mask of hexes that paths may not enter.

Nothing here knows about units: `redball.rules.supply.paths` makes the masks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from redball.board.board import Board
from redball.board.costs import ALL, MoveGraph
from redball.board.kernel import Reach, reach
from redball.board.masks import ONES, either, number, with_hexes
from redball.board.pure import LIMIT_MAX
from redball.core.world import World, of_world
from redball.rules.supply.points import PATH_GROUND

NOWHERE: frozenset[int] = frozenset()
MOST_STARTS = 2048
MOST_AREAS = 256
MOST_MASKED = 8
"""Searches kept for one start, each on another mask."""
MOST_LEGS = 8


class Field:
    """Where paths from one hex can go. `served` has one byte per hex: 1 if a path reaches it or comes next to it
    (12.3c-A)."""

    __slots__ = ("_cost", "_leg", "_legs", "_near", "_paths", "_reach", "_whole", "limit", "served", "start")

    def __init__(self, board: Board, start: int, limit: int, found: Reach, whole: Iterable[int] = ()) -> None:
        self.start = start
        self.limit = limit
        self._reach = found
        self._whole = [hex_ for hex_ in whole if hex_ not in found]
        self._cost: dict[int, int] | None = None
        self._paths: dict[int, tuple[int, ...]] = {start: (start,)} | {hex_: (start, hex_) for hex_ in self._whole}
        self._near: dict[int, tuple[int, int]] = {}
        self._leg: dict[int, Leg | None] = {}
        self._legs: dict[tuple[int, ...], dict[int, Leg]] = {}
        self.served = found.mask(adjacent=True)
        if self._whole:
            self.served = with_hexes(self.served, chain.from_iterable(map(board.around, self._whole)))

    @property
    def cost(self) -> dict[int, int]:
        """MP to every hex that paths reach; 0 at the start."""
        if self._cost is None:
            self._cost = dict(self._reach.items()) | dict.fromkeys(self._whole, self.limit)
        return self._cost

    def mp(self, hex_: int) -> int:
        """As `cost` has it for one hex that paths reach. Raises KeyError for another."""
        found = self._reach.cost_to(hex_)
        if found is None:
            if hex_ not in self._whole:
                raise KeyError(hex_)
            return self.limit
        return found

    def path(self, end: int) -> tuple[int, ...]:
        """The hexes from the start to `end`, both included. Raises KeyError if `end` is out of reach."""
        if end not in self._paths:
            self._paths[end] = tuple(self._reach.path_to(end))
        return self._paths[end]

    def near(self, board: Board, hex_: int) -> tuple[int, int] | None:
        """(MP, end) of the cheapest path into `hex_` or next to it (12.3c-A), or None."""
        if not self.served[hex_]:
            return None
        found = self._near.get(hex_)
        if found is None:
            found = self._reach.nearest(hex_)
            if self._whole:
                ends = [(self.limit, end) for end in board.around(hex_) if end in self._whole]
                found = min([found, *ends] if found is not None else ends)
            assert found is not None  # it is served
            self._near[hex_] = found
        return found

    def leg_to(self, board: Board, hex_: int) -> Leg | None:
        """The path that `near` finds, as a leg."""
        if hex_ not in self._leg:
            near = self.near(board, hex_)
            self._leg[hex_] = None if near is None else Leg(near[0], self, near[1])
        return self._leg[hex_]

    def legs_to(self, board: Board, targets: tuple[int, ...]) -> dict[int, Leg]:
        """The cheapest leg to each target served, in hex order."""
        found = self._legs.get(targets)
        if found is None:
            if len(self._legs) >= MOST_LEGS:
                self._legs.clear()
            legs = [(h, self.leg_to(board, h)) for h in sorted(targets) if self.served[h]]
            found = self._legs[targets] = {h: leg for h, leg in legs if leg is not None}
        return found


class Leg(NamedTuple):
    """A path that serves a target: its MP, its field and the hex where it ends. `leaves`: its price rests on a unit
    that negates a ZOC at the start and may still move (N4.5-negation-path-cost)."""

    mp: int
    field: Field
    end: int
    leaves: bool = False

    @property
    def path(self) -> tuple[int, ...]:
        """All hexes of the path, the start included."""
        return self.field.path(self.end)

    @property
    def entered(self) -> tuple[int, ...]:
        """The hexes where a ZOC matters to the path: all that it enters, and the start if its price rests on that."""
        return self.path if self.leaves else self.path[1:]


# --- searching -------------------------------------------------------------------------------------------------


def search(graph: MoveGraph, start: int, limit: int, mask: bytes) -> Field:
    """Paths from a hex, within the limit, that enter no masked hex."""
    found = reach(graph.cost, graph.neighbours, [start], limit, mask)
    return Field(graph.board, start, limit, found, _whole(graph, start, limit, mask))


def _whole(graph: MoveGraph, start: int, limit: int, mask: bytes) -> Iterator[int]:
    """Neighbours of the start that cost the whole allowance: a path there enters nothing else (6.1)."""
    for step in range(start * 6, start * 6 + 6) if graph.whole and 0 < limit < LIMIT_MAX else ():
        if graph.cost[step] == ALL and not mask[graph.neighbours[step]]:
            yield graph.neighbours[step]


Searched = tuple[int, int, Field]
"""A past search: the hexes where it read its mask, the mask in those hexes, and the field it found."""


def field_on(world: World, graph: MoveGraph, start: int, limit: int, mask: bytes) -> Field:
    """As `search`, reusing earlier searches. A search reads its mask only in the hexes that its field serves, so it
    holds for every mask that is the same there."""
    shut, known = _shut(world, mask), _searched(world, graph, start, limit)
    for read, found, field in known:
        if shut & read == found:
            return field
    field = search(graph, start, limit, mask)
    read = number(field.served)
    known.insert(0, (read, shut & read, field))
    del known[MOST_MASKED:]
    return field


@of_world(most=MOST_STARTS)
def _searched(world: World, graph: MoveGraph, start: int, limit: int) -> list[Searched]:
    return []


@of_world(most=MOST_STARTS)
def window(world: World, graph: MoveGraph, start: int, limit: int) -> int:
    """Mask of the hexes that a search could reach if nothing were blocked, as one number."""
    free = bytes(world.board.size)
    within = reach(graph.cost, graph.neighbours, [start], limit, free).mask()
    return number(with_hexes(within, _whole(graph, start, limit, free)))


@of_world(most=MOST_AREAS)
def _shut(world: World, mask: bytes) -> int:
    """A mask as one number, 1 in the byte of each hex, so that one `&` cuts out a part of it."""
    return number(mask.translate(ONES))


class EitherField(Field):
    """What either of two fields from one hex reaches, each place over the cheaper of the two."""

    __slots__ = ("_fields",)

    def __init__(self, one: Field, other: Field) -> None:
        self.start = one.start
        self.limit = max(one.limit, other.limit)
        self.served = either(one.served, other.served)
        self._fields = (one, other)
        self._cost = None
        self._legs = {}

    @property
    def cost(self) -> dict[int, int]:
        """MP to every hex that paths of either field reach."""
        if self._cost is None:
            one, other = (field.cost for field in self._fields)
            self._cost = one | {hex_: mp for hex_, mp in other.items() if mp < one.get(hex_, mp + 1)}
        return self._cost

    def path(self, end: int) -> tuple[int, ...]:
        """The path of the field that is cheaper there."""
        return min(self._fields, key=lambda field: field.cost.get(end, LIMIT_MAX)).path(end)

    def near(self, board: Board, hex_: int) -> tuple[int, int] | None:
        """The cheaper of the two."""
        return min((near for near in (field.near(board, hex_) for field in self._fields) if near), default=None)

    def leg_to(self, board: Board, hex_: int) -> Leg | None:
        """The cheaper of the two, in the field that has it."""
        found = (leg for leg in (field.leg_to(board, hex_) for field in self._fields) if leg)
        return min(found, key=lambda leg: (leg.mp, leg.end), default=None)


def priced_field(
    world: World,
    graph: MoveGraph,
    start: int,
    limit: int,
    mask: bytes,
    zocs: bytes,
    facing: str,
    tolls: frozenset[int] = NOWHERE,
) -> Field:
    """As `field_on`, where the ZOCs in the mask `zocs` cost MP. Kept by those parts of both masks that a search could
    reach. Must agree with a search on `paths.path_ground`.

    Paths over at most half the limit do not pay the toll of the hexes in `tolls`.
    """
    within = window(world, graph, start, limit)
    shut, near = _shut(world, mask) & within, _shut(world, zocs) & within
    if not any(within >> 8 * hex_ & 1 for hex_ in tolls):
        return _priced_field(world, graph, start, limit, shut, near, facing, NOWHERE)
    short = _priced_field(world, graph, start, limit // 2, shut, near, facing, NOWHERE)
    return EitherField(short, _priced_field(world, graph, start, limit, shut, near, facing, tolls))


@of_world(most=MOST_STARTS)
def _priced_field(
    world: World, graph: MoveGraph, start: int, limit: int, shut: int, near: int, facing: str, tolls: frozenset[int]
) -> Field:
    priced = world.policies[PATH_GROUND]
    assert priced is not None  # callers check this
    size = world.board.size
    costly = priced(world, facing, graph, near.to_bytes(size, "little"), tolls)
    return search(costly, start, limit, shut.to_bytes(size, "little"))


# --- backward --------------------------------------------------------------------------------------------------


@of_world(most=MOST_AREAS)
def area(world: World, graph: MoveGraph, targets: tuple[int, ...], limit: int, mask: bytes) -> dict[int, int]:
    """Every hex from which a path reaches one of the targets or comes next to it, with the MP. Must agree with `search`
    from each hex."""
    found, whole = _backward(graph, targets, limit, mask)
    reached = dict(found.items())
    for hex_ in whole:
        reached.setdefault(hex_, limit)
    return reached


@of_world(most=MOST_AREAS)
def area_mask(world: World, graph: MoveGraph, targets: tuple[int, ...], limit: int, mask: bytes) -> bytes:
    """Mask of the hexes of `area`, for callers that do not need the MP: put together from the areas of each target,
    which outlast a change of the others."""
    shut, together = _shut(world, mask), 0
    for target in targets:
        known = _areas(world, graph, target, limit)
        for found, there in known:
            if shut & found == there:
                break
        else:
            within, whole = _backward(graph, (target,), limit, mask)
            found = number(with_hexes(within.mask(), whole))
            known.insert(0, (found, shut & found))
            del known[MOST_MASKED:]
        together |= found
    return together.to_bytes(len(mask), "little")


@of_world(most=MOST_STARTS)
def _areas(world: World, graph: MoveGraph, target: int, limit: int) -> list[tuple[int, int]]:
    """Past areas of one target, as numbers, each with the mask in its hexes: a search reads its mask only there."""
    return []


def _backward(graph: MoveGraph, targets: Collection[int], limit: int, mask: bytes) -> tuple[Reach, Iterator[int]]:
    """One search from all targets, and the hexes from which a single step takes the whole allowance and serves one."""
    ends = set().union(*map(graph.board.around, targets))
    whole = (
        step // 6
        for step in (graph.whole if limit else ())
        if graph.neighbours[step] in ends and not mask[graph.neighbours[step]]
    )
    return reach(graph.cost, graph.neighbours, ends, limit, mask, None, True), whole


def served_from(graph: MoveGraph, starts: Collection[int], limit: int, mask: bytes) -> bytes:
    """Mask of the hexes that paths from any of the starts reach or come next to, by one search."""
    found = reach(graph.cost, graph.neighbours, starts, limit, mask).mask(adjacent=True)
    ends = {hex_ for start in starts for hex_ in _whole(graph, start, limit, mask)}
    return with_hexes(found, chain.from_iterable(map(graph.board.around, ends)))
