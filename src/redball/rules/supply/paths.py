"""Supply paths: how draw, throw and trace are counted over the map, whatever they carry.

A path starts in the hex of a user (draw) or of an HQ (throw). Only the hexes that it enters are tested (reading 1.89),
and it need only come next to what it is for: that last step asks for no terrain, ZOC or MP (12.3c-A, reading 1.88).
MP are in units of 1/12.

Cases: 4.5a-B, 12.3a-B, 12.3b-2, 12.3c-A, 12.3d-A, 12.3d-B, 12.3d-C, 4.8c-D, K12.3d-path-block,
K12.3c-adjacent
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from redball.board.board import Board
from redball.board.costs import ALL, MoveGraph
from redball.board.hexes import MP
from redball.board.kernel import Reach, reach
from redball.board.pure import LIMIT_MAX
from redball.core.look import Look
from redball.core.state import Unit
from redball.core.world import World
from redball.forces.counter import TRUCK, Face, Mobility
from redball.rules.ground.bridges import counted
from redball.rules.supply.step_costs import supply_ground
from redball.rules.units.abilities import may_still_move
from redball.rules.units.zoc import NOBODY, negators

LOW_BYTE = 0 if sys.byteorder == "little" else 1
ONES = bytes((0, *(1,) * 255))
FULL = bytes((0, *(255,) * 255))
FAR = 1 << 62
MOST_FIELDS = 2048
MOST_MASKS = 256
MOST_AREAS = 256
MOST_MASKED = 8
MOST_LEGS = 8


class Field:
    """Where paths from one hex can go. `served` has one byte for each hex of the board, 1 where they reach it or come
    next to it (12.3c-A)."""

    __slots__ = ("_cost", "_legs", "_near", "_paths", "_reach", "_whole", "limit", "served", "start")

    def __init__(self, board: Board, start: int, limit: int, found: Reach, whole: Iterable[int] = ()) -> None:
        self.start = start
        self.limit = limit
        self._reach = found
        self._whole = [hex_ for hex_ in whole if hex_ not in found]
        self._cost: dict[int, int] | None = None
        self._paths: dict[int, tuple[int, ...]] = {start: (start,)} | {hex_: (start, hex_) for hex_ in self._whole}
        self._near: dict[int, tuple[int, int]] = {}
        self._legs: dict[tuple[int, ...], dict[int, Leg]] = {}
        self.served = found.mask(adjacent=True)
        if self._whole:
            served = bytearray(self.served)
            for hex_ in (there for end in self._whole for there in board.around(end)):
                served[hex_] = 1
            self.served = bytes(served)

    @property
    def cost(self) -> dict[int, int]:
        """The MP of every hex that paths reach, the hex itself at 0."""
        if self._cost is None:
            self._cost = dict(self._reach.items()) | dict.fromkeys(self._whole, self.limit)
        return self._cost

    def path(self, end: int) -> tuple[int, ...]:
        """The hexes from the start to `end`, both included. KeyError: out of reach."""
        if end not in self._paths:
            self._paths[end] = tuple(self._reach.path_to(end))
        return self._paths[end]

    def near(self, board: Board, hex_: int) -> tuple[int, int] | None:
        """(MP, end) of the cheapest path into `hex_` or next to it (12.3c-A)."""
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
        """The same as a leg."""
        near = self.near(board, hex_)
        return None if near is None else Leg(near[0], self, near[1])

    def legs_to(self, board: Board, targets: tuple[int, ...]) -> dict[int, Leg]:
        """The cheapest path to each of the targets that it serves, in the order of their hexes."""
        found = self._legs.get(targets)
        if found is None:
            if len(self._legs) >= MOST_LEGS:
                self._legs.clear()
            legs = [(h, self.leg_to(board, h)) for h in sorted(targets) if self.served[h]]
            found = self._legs[targets] = {h: leg for h, leg in legs if leg is not None}
        return found


class Leg(NamedTuple):
    """A path that serves a target: its MP, the field it lies in and the hex where it ends."""

    mp: int
    field: Field
    end: int

    @property
    def path(self) -> tuple[int, ...]:
        """All its hexes, beginning with the one where it starts."""
        return self.field.path(self.end)

    @property
    def entered(self) -> tuple[int, ...]:
        """The hexes that it enters: all but the first."""
        return self.path[1:]


# --- how far they go -------------------------------------------------------------------------------------------


def draw_mobility(face: Face) -> Mobility:
    """12.3a-B: draws are counted in Truck MP, those of an HQ with a Leg or Track throw range in that type."""
    return face.throw_mobility if face.throw_range else TRUCK


def draw_limit(world: World) -> int:
    """The range of a direct draw (12.3a-A)."""
    return world.charts.supply_costs.direct_draw_truck_mp * MP


# --- what stops them -------------------------------------------------------------------------------------------


def nonzero(counts: array[int]) -> bytes:
    """One byte a hex, 1 where the count is not zero.

    >>> nonzero(array("H", [0, 2, 256]))
    b'\\x00\\x01\\x01'
    """
    raw = counts.tobytes()
    low, high = raw[LOW_BYTE::2], raw[1 - LOW_BYTE :: 2]
    if high.count(0) < len(high):
        low = bytes(a or b for a, b in zip(low, high, strict=True))
    return low.translate(ONES)


def cautious(look: Look, side: str) -> bool:
    """A negation by units that may still move binds them: only in a Movement Segment of this side (reading 1.14)."""
    return look.state.clock.segment == "movement" and look.state.clock.acting == side


def blocked(look: Look, side: str, mobility: Mobility, moving: frozenset[str] = NOBODY, strict: bool = False) -> bytes:
    """One byte a hex, not zero where a path of `side` may not enter.

    Enemy combat units stop every path (12.3d-B), un-negated enemy ZOCs those in Truck MP (12.3d-C, 4.5a-B). Must agree
    with `plainly_blocked`.
    """
    if look.policies.zocs_block_paths(look, mobility):
        return held(look, side, moving, strict)
    return troops(look, side)


def by_truck(look: Look, mobility: Mobility) -> bool:
    """12.3d-C: ZOCs stop paths in Truck MP."""
    return mobility == TRUCK


def troops(look: Look, side: str) -> bytes:
    """One byte a hex, not zero where combat units of the enemy of `side` stand."""
    return _contested(look, side, False)[0]


def held(look: Look, side: str, moving: frozenset[str] = NOBODY, strict: bool = False) -> bytes:
    """One byte a hex, not zero where the enemy of `side` has combat units or an un-negated ZOC.

    Units that are `moving` negate nothing; if `strict`, neither do those that would be bound by it. Must agree with
    `plainly_held`.
    """
    away = moving & may_negate(look, side) if moving else NOBODY

    def find() -> bytes:
        whole, contested = _contested(look, side, True)
        if strict:
            contested = _unbound(look, side, contested)
        key = ("supply_paths.held", side, away, strict)
        return look.while_same(key, (whole, contested), lambda: _blocked(look, whole, contested, away))

    keep = look.memo if strict else look.memo_of_facts  # who is bound changes while nobody moves
    return keep(("supply_paths.held", side, away, strict), find)


Contested = Mapping[int, tuple[str, ...]]
"""Hexes in an enemy ZOC where combat units stand, with their ids."""


def _contested(look: Look, side: str, zocs: bool) -> tuple[bytes, Contested]:
    """The hexes that are shut if nobody negates a ZOC, and those of them where somebody might."""
    key = ("supply_paths.contested", side, zocs)
    return look.memo_of_facts(key, lambda: _without_negation(look, side, zocs))


def _without_negation(look: Look, side: str, zocs: bool) -> tuple[bytes, Contested]:
    facts, enemy = look.facts, look.enemy(side)
    combat, zoc, own = facts.combat_units[enemy], facts.zoc[enemy], facts.combat_units[side]
    there_stand: bytes = look.while_same(
        ("supply_paths.troops", side), (combat,), lambda: _interned(look.world, nonzero(combat))
    )
    if not zocs:
        return there_stand, {}

    def shut() -> bytes:
        both = int.from_bytes(there_stand, "big") | int.from_bytes(nonzero(zoc), "big")
        return _interned(look.world, both.to_bytes(len(there_stand), "big"))

    def by_zocs() -> list[int]:
        return [hex_ for hex_, is_shut in enumerate(mask) if is_shut and not there_stand[hex_]]

    def contested() -> Contested:
        near, combat = (
            look.while_same(("supply_paths.by_zocs", side), (mask, there_stand), by_zocs),
            look.combat_ids(side),
        )
        return {h: tuple([uid for uid in facts.units_at[h] if uid in combat]) for h in near if own[h]}  # as `negators`

    mask = look.while_same(("supply_paths.shut", side), (there_stand, zoc), shut)
    where = (mask, facts.places[side], own)
    return mask, look.while_same(("supply_paths.where_negated", side), where, contested)


def may_negate(look: Look, side: str) -> frozenset[str]:
    """The units of a side that stand in an enemy ZOC: when any others move, `held` does not change."""

    def find() -> frozenset[str]:
        _, contested = _contested(look, side, True)
        return frozenset(uid for ids in contested.values() for uid in ids)

    return look.memo_of_facts(("supply_paths.may_negate", side), find)


def _unbound(look: Look, side: str, contested: Contested) -> Contested:
    """Without the units that would be bound by it (4.5b-A)."""

    def find() -> Contested:
        staying = frozenset(unit.id for unit in there if not may_still_move(look, unit))
        return {h: tuple(uid for uid in ids if uid in staying) for h, ids in contested.items()}

    units = look.state.units
    there = tuple([units[uid] for ids in contested.values() for uid in ids])
    return look.while_same(("supply_paths.unbound", side), (contested, there, look.state.clock), find)


class Ways:
    """Where the supply paths of a side can go; the same object as long as nothing opens or shuts them. `masks`, by
    whether ZOCs count: first strictly, where that makes a difference, then plainly. `away` are the units on the move
    that would negate a ZOC."""

    __slots__ = ("_fields", "_grounds", "away", "masks", "side")

    def __init__(self, side: str, masks: Mapping[bool, tuple[bytes, ...]], away: frozenset[str]) -> None:
        self.side = side
        self.masks = masks
        self.away = away
        self._grounds: dict[Mobility, MoveGraph] = {}
        self._fields: dict[tuple[int, Mobility, int, str], tuple[Field, ...]] = {}

    def fields(self, look: Look, start: int, kind: Mobility, limit: int, facing: str = "") -> tuple[Field, ...]:
        """Paths from a hex: first those that bind nobody (4.5b-A), where that makes a difference there. `facing`: see
        `field_from`."""
        if look.policies.path_ground is None:
            facing = ""
        key = (start, kind, limit, facing)
        found = self._fields.get(key)
        if found is None:
            graph = self._grounds.get(kind)
            if graph is None:
                graph = self._grounds[kind] = supply_ground(look, self.side, kind)
            masks = self.masks[look.policies.zocs_block_paths(look, kind)]
            if facing:
                zocs = self.masks[True]
                pairs = zip(masks * (len(zocs) // len(masks)), zocs, strict=True)
                fields = dict.fromkeys(
                    priced_field(look, graph, start, limit, mask, near, facing) for mask, near in pairs
                )
            else:
                fields = dict.fromkeys(field_on(look.world, graph, start, limit, mask) for mask in masks)
            found = self._fields[key] = tuple(fields)
        return found

    def served(self, look: Look, starts: Collection[int], kind: Mobility, limit: int) -> bytes:
        """One byte a hex, not zero where draws from one of several hexes reach it or come next to it: what their last
        `fields` serve (which mind no bound units), by one search from all of them."""
        graph, mask = supply_ground(look, self.side, kind), self.masks[look.policies.zocs_block_paths(look, kind)][-1]
        found = bytearray(reach(graph.cost, graph.neighbours, starts, limit, mask).mask(adjacent=True))
        for end in {hex_ for start in starts for hex_ in _whole(graph, start, limit, mask)}:
            for hex_ in look.board.around(end):
                found[hex_] = 1
        return bytes(found)

    def throws(self, look: Look, hq: Unit) -> tuple[Field, ...]:
        """Where an HQ throws: first over paths that bind nobody (4.5b-A), where that makes a difference."""
        face = look.face(hq)
        return self.fields(look, hq.hex, face.throw_mobility, face.throw_range, hq.facing)

    def draws(self, look: Look, unit: Unit, targets: tuple[int, ...]) -> dict[int, Leg]:
        """12.3a: the targets that a unit can draw from, and how.

        A path that binds nobody is preferred; one that relies on units which may still move (4.5b-A) is given where
        there is no other.
        """
        found: dict[int, Leg] = {}
        for field in self.fields(look, unit.hex, draw_mobility(look.face(unit)), draw_limit(look.world)):
            legs = field.legs_to(look.board, targets)
            found = legs | found if found else legs
        return found


def open_ways(look: Look, side: str, moving: frozenset[str] = NOBODY, plainly: bool = False) -> Ways:
    """The ways of a side while units are `moving`: only those of them that could negate a ZOC matter (4.5b). `plainly`:
    without regard to whom a path binds (4.5b-A), which changes how SP come but not whence."""
    away = moving & may_negate(look, side) if moving else NOBODY
    plainly = plainly or not cautious(look, side)
    key = ("supply_paths.open_ways", side, away, plainly)

    def find() -> Ways:
        by_zocs = (held(look, side, away),) if plainly else _masks(look, side, away)
        masks = {True: by_zocs, False: (troops(look, side),)}
        parts = (masks, look.state.weather, counted(look, side))
        return look.while_same(key, parts, lambda: Ways(side, masks, away))

    return look.memo(key, find)


def _blocked(look: Look, whole: bytes, contested: Contested, moving: frozenset[str]) -> bytes:
    mask = bytearray(whole)
    for hex_, ids in contested.items():
        if not moving.issuperset(ids):
            mask[hex_] = 0
    return _interned(look.world, bytes(mask))


def _interned(world: World, mask: bytes) -> bytes:
    masks = world.caches.setdefault("supply_paths.blocked", {})
    if len(masks) >= MOST_MASKS:
        masks.clear()
    interned: bytes = masks.setdefault(mask, mask)
    return interned


def plainly_blocked(look: Look, side: str, mobility: Mobility, hex_: int, moving: frozenset[str] = NOBODY) -> str:
    """Why a path may not enter a hex: `enemy_unit`, `enemy_zoc`, or "" when it may. The plain version of `blocked`."""
    reason = plainly_held(look, side, hex_, moving)
    return "" if reason == "enemy_zoc" and not look.policies.zocs_block_paths(look, mobility) else reason


def plainly_held(look: Look, side: str, hex_: int, moving: frozenset[str] = NOBODY) -> str:
    """What of the enemy's holds a hex: `enemy_unit`, an un-negated `enemy_zoc`, or "". The plain version of `held`."""
    if look.has_combat_units(hex_, look.enemy(side)):
        return "enemy_unit"
    if look.in_zoc_of(look.enemy(side), hex_) and not negators(look, side, hex_, moving):
        return "enemy_zoc"
    return ""


# --- searching -------------------------------------------------------------------------------------------------


def field_from(
    look: Look,
    side: str,
    start: int,
    mobility: Mobility,
    limit: int,
    moving: frozenset[str] = NOBODY,
    strict: bool = False,
    facing: str = "",
) -> Field:
    """Paths of `side` from a hex: kept in the world's caches under everything they depend on, the blocked hexes too.
    `facing` is the side that shows of who throws or links; a draw has none."""
    graph, mask = supply_ground(look, side, mobility), blocked(look, side, mobility, moving, strict)
    if facing and look.policies.path_ground is not None:
        return priced_field(look, graph, start, limit, mask, held(look, side, moving, strict), facing)
    return field_on(look.world, graph, start, limit, mask)


def path_ground(look: Look, side: str, mobility: Mobility, facing: str, moving: frozenset[str]) -> MoveGraph:
    """What the steps of a path cost, ZOCs included where they cost it anything."""
    graph, priced = supply_ground(look, side, mobility), look.policies.path_ground
    return graph if priced is None or not facing else priced(look, facing, graph, held(look, side, moving))


def priced_field(look: Look, graph: MoveGraph, start: int, limit: int, mask: bytes, zocs: bytes, facing: str) -> Field:
    """As `field_on`, where the ZOCs of a mask cost MP: kept under that part of both masks which lies where a search
    could go. Must agree with a search on `path_ground`."""
    within = window(look.world, graph, start, limit, len(mask))
    near = _shut(look.world, zocs) & within
    fields = look.world.caches.setdefault("supply_paths.priced_fields", {})
    key = (start, graph, limit, _shut(look.world, mask) & within, near, facing)
    found: Field | None = fields.get(key)
    if found is None:
        if len(fields) >= MOST_FIELDS:
            fields.clear()
        assert look.policies.path_ground is not None  # who asks has looked
        costly = look.policies.path_ground(look, facing, graph, near.to_bytes(len(mask), "little"))
        found = fields[key] = search(costly, start, limit, mask)
    return found


def field_on(world: World, graph: MoveGraph, start: int, limit: int, mask: bytes) -> Field:
    """What `search` finds. A search reads its mask only where it comes or comes next to, which its field serves: so one
    that was made on another mask holds as long as both are alike there."""
    fields: dict[Any, list[Searched]] = world.caches.setdefault("supply_paths.fields", {})
    shut, known = _shut(world, mask), fields.get((start, graph, limit))
    if known is None:
        if len(fields) >= MOST_FIELDS:
            fields.clear()
        known = fields[start, graph, limit] = []
    for read, found, field in known:
        if shut & read == found:
            return field
    field = search(graph, start, limit, mask)
    read = _number(field.served.translate(FULL))
    known.insert(0, (read, shut & read, field))
    del known[MOST_MASKED:]
    return field


Searched = tuple[int, int, Field]
"""Where a search read its mask, what it found there, and where its paths go."""


def window(world: World, graph: MoveGraph, start: int, limit: int, size: int) -> int:
    """Where a search could go if nothing were blocked, as one number."""
    windows = world.caches.setdefault("supply_paths.windows", {})
    window: int | None = windows.get((start, graph, limit))  # as long as a graph is remembered, it is the same object
    if window is None:
        if len(windows) >= MOST_FIELDS:
            windows.clear()
        free = bytes(size)
        within = bytearray(reach(graph.cost, graph.neighbours, [start], limit, free).mask())
        for hex_ in _whole(graph, start, limit, free):
            within[hex_] = 1
        window = windows[start, graph, limit] = _number(within.translate(FULL))
    return window


def _shut(world: World, mask: bytes) -> int:
    """A mask as one number, a byte for each hex: so a part of it is cut out at once."""
    known = world.caches.setdefault("supply_paths.shut", {})
    found: int | None = known.get(mask)
    if found is None:
        if len(known) >= MOST_MASKS:
            known.clear()
        found = known[mask] = _number(mask)
    return found


def _number(mask: bytes | bytearray) -> int:
    return int.from_bytes(mask, "little")


def search(graph: MoveGraph, start: int, limit: int, mask: bytes) -> Field:
    """Paths from a hex within a limit that enter no hex of the mask."""
    found = reach(graph.cost, graph.neighbours, [start], limit, mask)
    return Field(graph.board, start, limit, found, _whole(graph, start, limit, mask))


def _whole(graph: MoveGraph, start: int, limit: int, mask: bytes) -> Iterator[int]:
    """What takes the whole allowance next to the start: the one hex of such a path (6.1)."""
    for step in range(start * 6, start * 6 + 6) if graph.whole and 0 < limit < LIMIT_MAX else ():
        if graph.cost[step] == ALL and not mask[graph.neighbours[step]]:
            yield graph.neighbours[step]


def draw_legs(look: Look, unit: Unit, targets: Iterable[int], moving: frozenset[str] = NOBODY) -> dict[int, Leg]:
    """12.3a: the targets that a unit can draw from, and how; see `Ways.draws`."""
    return open_ways(look, unit.side, moving).draws(look, unit, tuple(targets))


def throw_leg(look: Look, hq: Unit, hex_: int, moving: frozenset[str] = NOBODY) -> Leg | None:
    """12.3b-1: how an HQ throws to a hex or next to it, over the throw range of its face-up side (13.1a-A), or None."""
    return leg_by(look, open_ways(look, hq.side, moving).throws(look, hq), hex_)


def throws_to(look: Look, hq: Unit, hex_: int) -> bool:
    """Whether there is a `throw_leg` while nobody moves: the last field serves whatever the others do."""
    return bool(open_ways(look, hq.side, plainly=True).throws(look, hq)[-1].served[hex_])


def leg_by(look: Look, fields: tuple[Field, ...], hex_: int) -> Leg | None:
    """How the first of some fields that can serves a hex, or None."""
    for field in fields:
        if field.served[hex_]:
            return field.leg_to(look.board, hex_)
    return None


def _masks(look: Look, side: str, moving: frozenset[str]) -> tuple[bytes, ...]:
    """What the enemy holds: first strictly where that makes a difference, then plainly."""
    plain = held(look, side, moving)
    strict = held(look, side, moving, True) if cautious(look, side) else plain
    return (plain,) if strict == plain else (strict, plain)


def area_serving(
    look: Look, side: str, targets: Collection[int], mobility: Mobility, limit: int, moving: frozenset[str] = NOBODY
) -> dict[int, int]:
    """Every hex from which a draw reaches one of the targets (or next to it), with its MP: searched backward.

    Must agree with `draw_legs` from each hex.
    """
    graph = supply_ground(look, side, mobility)
    mask = blocked(look, side, mobility, moving)
    areas = look.world.caches.setdefault("supply_paths.area_serving", {})
    key = (tuple(targets), graph, limit, mask)
    found: dict[int, int] | None = areas.get(key)
    if found is None:
        if len(areas) >= MOST_AREAS:
            areas.clear()
        found = areas[key] = _area(look, targets, graph, limit, mask)
    return found


def _area(look: Look, targets: Collection[int], graph: MoveGraph, limit: int, mask: bytes) -> dict[int, int]:
    found, whole = _backward(look, targets, graph, limit, mask)
    area = dict(found.items())
    for hex_ in whole:
        area.setdefault(hex_, limit)
    return area


def _backward(
    look: Look, targets: Collection[int], graph: MoveGraph, limit: int, mask: bytes
) -> tuple[Reach, Iterator[int]]:
    """One search from all the targets, and the hexes from which a step next to them takes the whole allowance."""
    ends = set().union(*map(look.board.around, targets))
    whole = (
        step // 6
        for step in (graph.whole if limit else ())
        if graph.neighbours[step] in ends and not mask[graph.neighbours[step]]
    )
    return reach(graph.cost, graph.neighbours, ends, limit, mask, None, True), whole


def drawing_on(
    look: Look, side: str, targets: Collection[int], mobility: Mobility, limit: int, moving: frozenset[str] = NOBODY
) -> bytes:
    """One byte a hex, not zero in the hexes of `area_serving`: where their MP do not matter."""
    graph, mask = supply_ground(look, side, mobility), blocked(look, side, mobility, moving)
    areas = look.world.caches.setdefault("supply_paths.drawing_on", {})
    key = (tuple(targets), graph, limit, mask)
    found: bytes | None = areas.get(key)
    if found is None:
        if len(areas) >= MOST_AREAS:
            areas.clear()
        within, whole = _backward(look, targets, graph, limit, mask)
        area = bytearray(within.mask())
        for hex_ in whole:
            area[hex_] = 1
        found = areas[key] = bytes(area)
    return found


POLICIES = {"zocs_block_paths": by_truck, "path_ground": None}
