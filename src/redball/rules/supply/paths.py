"""Supply paths: how draws, throws and traces are counted over the map.

A path starts in the hex of the unit that draws, or of the HQ that throws. Only the hexes that it enters are tested
(reading 1.89). It need only come next to its target: terrain, ZOCs and MP do not count for that last step (12.3c-A,
reading 1.88). MP are in 1/12. `redball.rules.supply.fields` does the searches.

Cases: 4.5a-B, 12.3a-B, 12.3b-2, 12.3c-A, 12.3d-A, 12.3d-B, 12.3d-C, 4.8c-D, K12.3d-path-block,
K12.3c-adjacent, N4.5-negation-path-cost
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Literal, Protocol, get_args

from redball.board.costs import MoveGraph
from redball.board.hexes import MP
from redball.board.masks import either, nonzero
from redball.core.derived import derived
from redball.core.look import Look
from redball.core.state import AnyFacing, Facing, Unit
from redball.core.world import World, of_world
from redball.forces.counter import TRUCK, Face, Mobility
from redball.rules.supply.fields import NOWHERE, Field, Leg, area, area_mask, field_on, priced_field, served_from
from redball.rules.supply.points import PATH_GROUND, THROW_TOLLS, ZOCS_BLOCK_PATHS
from redball.rules.supply.step_costs import supply_ground
from redball.rules.units.abilities import face_of, may_still_move
from redball.rules.units.zoc import NOBODY, negators, zoc_hexes, zoc_mask

MOBILITIES: tuple[Mobility, ...] = get_args(Mobility)


# --- how far they go -------------------------------------------------------------------------------------------


def draw_mobility(face: Face) -> Mobility:
    """12.3a-B: units draw in Truck MP, an HQ in the type of its throw range."""
    return face.throw_mobility if face.throw_range else TRUCK


@of_world
def draw_mobilities(world: World) -> frozenset[Mobility]:
    """The mobilities in which any unit of the game draws."""
    faces = (face for counter in world.counters.values() for face in (counter.combat, counter.move))
    return frozenset({TRUCK, *(draw_mobility(face) for face in faces if face is not None)})


def drawn_by(world: World, user: Placed) -> Mobility:
    """The mobility in which a unit draws; a place without a counter, such as an air base, draws as units do."""
    return draw_mobility(face_of(world, user)) if user.counter else TRUCK


def draw_limit(world: World) -> int:
    """The range of a direct draw, in 1/12 MP (12.3a-A)."""
    return world.charts.supply_costs.direct_draw_truck_mp * MP


# --- what stops them -------------------------------------------------------------------------------------------


@derived
def cautious(look: Look, side: str) -> bool:
    """Whether paths bind the units that negate ZOCs for them: only in this side's Movement Segment (reading 1.14)."""
    return look.state.clock.segment == "movement" and look.state.clock.acting == side


def by_truck(world: World, mobility: Mobility) -> bool:
    """12.3d-C: ZOCs stop paths in Truck MP."""
    return mobility == TRUCK


Held = Literal["", "enemy_unit", "enemy_zoc"]
"""What the enemy holds a hex with; "" if it is free."""


def plainly_blocked(look: Look, side: str, mobility: Mobility, hex_: int, moving: frozenset[str] = NOBODY) -> Held:
    """Why a path may not enter a hex: `enemy_unit`, `enemy_zoc`, or "" when it may (12.3d-B, 12.3d-C, 4.5a-B)."""
    reason = plainly_held(look, side, hex_, moving)
    return "" if reason == "enemy_zoc" and not look.policies[ZOCS_BLOCK_PATHS](look.world, mobility) else reason


def plainly_held(look: Look, side: str, hex_: int, moving: frozenset[str] = NOBODY) -> Held:
    """What the enemy holds a hex with: `enemy_unit`, an un-negated `enemy_zoc`, or "". `moving` units negate
    nothing."""
    if look.has_combat_units(hex_, look.enemy(side)):
        return "enemy_unit"
    if look.in_zoc_of(look.enemy(side), hex_) and not negators(look, side, hex_, moving):
        return "enemy_zoc"
    return ""


def blocked(look: Look, side: str, mobility: Mobility, moving: frozenset[str] = NOBODY, strict: bool = False) -> bytes:
    """Mask of the hexes that are `plainly_blocked`. `strict`: units that the path would bind (4.5b-A) negate nothing
    either."""
    if look.policies[ZOCS_BLOCK_PATHS](look.world, mobility):
        return held(look, side, moving, strict)
    return troops(look, side)


def held(look: Look, side: str, moving: frozenset[str] = NOBODY, strict: bool = False) -> bytes:
    """Mask of the hexes that are `plainly_held`. `strict`: units that the path would bind (4.5b-A) negate nothing
    either."""
    return _held(look, side, negating(look, side, moving), strict)


def negating(look: Look, side: str, moving: frozenset[str]) -> frozenset[str]:
    """The moving units of a side that would negate a ZOC if they stayed: only these matter for paths."""
    return moving & may_negate(look, side) if moving else NOBODY


@derived
def _held(look: Look, side: str, away: frozenset[str], strict: bool) -> bytes:
    mask = bytearray(either(troops(look, side), zoc_mask(look, side)))
    for hex_, ids in (_unbound(look, side) if strict else contested(look, side)).items():
        if not away.issuperset(ids):
            mask[hex_] = 0
    return bytes(mask)


@derived
def troops(look: Look, side: str) -> bytes:
    """Mask of the hexes with combat units of the enemy of `side`."""
    return nonzero(look.facts.combat_units[look.enemy(side)])


@derived
def contested(look: Look, side: str) -> dict[int, tuple[str, ...]]:
    """Hexes in an enemy ZOC that a side's combat units could negate, with their ids. Must agree with `negators`."""
    own, enemy = look.facts.combat_units[side], look.facts.combat_units[look.enemy(side)]
    near = [hex_ for hex_ in zoc_hexes(look, side) if own[hex_] and not enemy[hex_]]
    combat = look.combat_ids(side)
    return {hex_: tuple([uid for uid in look.ids_at(hex_) if uid in combat]) for hex_ in near}


@derived
def may_negate(look: Look, side: str) -> frozenset[str]:
    """The units of a side that stand in an enemy ZOC. When other units move away, `held` stays the same."""
    return frozenset(uid for ids in contested(look, side).values() for uid in ids)


@derived
def _unbound(look: Look, side: str) -> dict[int, tuple[str, ...]]:
    """The `contested` hexes, without the units that a path would bind (4.5b-A)."""
    return {
        hex_: tuple([uid for uid in ids if not may_still_move(look, look.unit(uid))])
        for hex_, ids in contested(look, side).items()
    }


# --- where they go ---------------------------------------------------------------------------------------------


class Placed(Protocol):
    """What paths need to know about a unit."""

    @property
    def counter(self) -> str: ...
    @property
    def hex(self) -> int: ...
    @property
    def facing(self) -> Facing: ...


class Ways:
    """Where the supply paths of a side can go; the same object as long as nothing opens or shuts them. Searches are
    kept.

    `masks` are keyed by whether ZOCs stop the path: the strict mask, if it differs, then the plain one. `away` are the
    moving units that would negate a ZOC if they stayed. `tolls` are hexes with a toll for throws."""

    __slots__ = ("_fields", "_grounds", "away", "masks", "side", "tolls", "world")

    def __init__(
        self,
        world: World,
        side: str,
        masks: Mapping[bool, tuple[bytes, ...]],
        grounds: Mapping[Mobility, MoveGraph],
        away: frozenset[str],
        tolls: frozenset[int],
    ) -> None:
        self.world = world
        self.side = side
        self.masks = masks
        self.away = away
        self.tolls = tolls
        self._grounds = grounds
        self._fields: dict[tuple[int, Mobility, int, str, bool], tuple[Field, ...]] = {}

    def _stopping(self, kind: Mobility) -> tuple[bytes, ...]:
        return self.masks[self.world.policies[ZOCS_BLOCK_PATHS](self.world, kind)]

    def fields(
        self, start: int, kind: Mobility, limit: int, facing: AnyFacing = "", thrown: bool = False
    ) -> tuple[Field, ...]:
        """Paths from a hex: first those that bind no unit (4.5b-A), if they differ, then all. `facing`, `thrown`: see
        `field_from`."""
        if self.world.policies[PATH_GROUND] is None:
            facing = ""
        key = (start, kind, limit, facing, thrown)
        found = self._fields.get(key)
        if found is None:
            graph, masks = self._grounds[kind], self._stopping(kind)
            if facing:
                zocs, tolls = self.masks[True], self.tolls if thrown else NOWHERE
                pairs = zip(masks * (len(zocs) // len(masks)), zocs, strict=True)
                each = [
                    priced_field(self.world, graph, start, limit, mask, near, facing, tolls) for mask, near in pairs
                ]
            else:
                each = [field_on(self.world, graph, start, limit, mask) for mask in masks]
            found = self._fields[key] = tuple(dict.fromkeys(each))
        return found

    def served(self, starts: Collection[int], kind: Mobility) -> bytes:
        """Mask of the hexes that draws from any of the starts reach or come next to. As the last of their `fields`:
        paths that bind units count."""
        return served_from(self._grounds[kind], starts, draw_limit(self.world), self._stopping(kind)[-1])

    def drawing_on(self, targets: tuple[int, ...], kind: Mobility) -> bytes:
        """Mask of the hexes from which a draw reaches one of the targets or comes next to it. Paths that bind units
        count."""
        return area_mask(self.world, self._grounds[kind], targets, draw_limit(self.world), self._stopping(kind)[-1])

    def throws(self, hq: Placed) -> tuple[Field, ...]:
        """Where an HQ throws SP: first over paths that bind no unit (4.5b-A), if they differ, then over all."""
        face = face_of(self.world, hq)
        return self.fields(hq.hex, face.throw_mobility, face.throw_range, hq.facing, bool(self.tolls))

    def traces(self, hq: Placed) -> tuple[Field, ...]:
        """Where units trace through an HQ: as `throws`, without tolls."""
        face = face_of(self.world, hq)
        return self.fields(hq.hex, face.throw_mobility, face.throw_range, hq.facing)

    def draws(self, unit: Placed, targets: tuple[int, ...]) -> dict[int, Leg]:
        """12.3a: the targets that a unit can draw from, and how.

        Prefers a path that binds no unit; otherwise the path relies on units that may still move (4.5b-A).
        """
        found: dict[int, Leg] = {}
        for field in self.fields(unit.hex, drawn_by(self.world, unit), draw_limit(self.world)):
            legs = field.legs_to(self.world.board, targets)
            found = legs | found if found else legs
        return found


def open_ways(look: Look, side: str, moving: frozenset[str] = NOBODY, plainly: bool = False) -> Ways:
    """The ways of a side while units are `moving`; only movers that could negate a ZOC matter (4.5b). `plainly`: ignore
    which units a path binds (4.5b-A). That changes the path SP take, not where they come from."""
    return _open_ways(look, side, negating(look, side, moving), plainly or not cautious(look, side))


@derived
def _open_ways(look: Look, side: str, away: frozenset[str], plainly: bool) -> Ways:
    plain = _held(look, side, away, False)
    strict = plain if plainly else _held(look, side, away, True)
    masks = {True: (plain,) if strict == plain else (strict, plain), False: (troops(look, side),)}
    grounds = {kind: supply_ground(look, side, kind) for kind in MOBILITIES}
    return Ways(look.world, side, masks, grounds, away, look.policies[THROW_TOLLS](look, side))


def field_from(
    look: Look,
    side: str,
    start: int,
    mobility: Mobility,
    limit: int,
    moving: frozenset[str] = NOBODY,
    strict: bool = False,
    facing: AnyFacing = "",
    thrown: bool = False,
) -> Field:
    """Paths of `side` from a hex. `facing` is the face-up side of the unit that throws or links; "" for a draw.
    `thrown`: SP are thrown, which traces and links are not; some editions make them dearer."""
    graph, mask = supply_ground(look, side, mobility), blocked(look, side, mobility, moving, strict)
    if facing and look.policies[PATH_GROUND] is not None:
        near, tolls = held(look, side, moving, strict), look.policies[THROW_TOLLS](look, side) if thrown else NOWHERE
        return priced_field(look.world, graph, start, limit, mask, near, facing, tolls)
    return field_on(look.world, graph, start, limit, mask)


def path_ground(
    look: Look, side: str, mobility: Mobility, facing: AnyFacing, moving: frozenset[str], thrown: bool = False
) -> MoveGraph:
    """Step costs of a path, with what un-negated ZOCs add in some editions (N4.5-negation-path-cost), and for throws of
    more than half their range the tolls."""
    graph, priced = supply_ground(look, side, mobility), look.policies[PATH_GROUND]
    if priced is None or not facing:
        return graph
    tolls = look.policies[THROW_TOLLS](look, side) if thrown else NOWHERE
    return priced(look.world, facing, graph, held(look, side, moving), tolls)


def draw_legs(look: Look, unit: Unit, targets: Iterable[int], moving: frozenset[str] = NOBODY) -> dict[int, Leg]:
    """12.3a: the targets that a unit can draw from, and how; see `Ways.draws`."""
    return open_ways(look, unit.side, moving).draws(unit, tuple(targets))


def throw_leg(look: Look, hq: Unit, hex_: int, moving: frozenset[str] = NOBODY) -> Leg | None:
    """12.3b-1: the path by which an HQ throws to a hex, in the throw range of its face-up side (13.1a-A), or None."""
    return leg_by(look.world, open_ways(look, hq.side, moving).throws(hq), hex_)


def throws_to(look: Look, hq: Unit, hex_: int) -> bool:
    """Whether there is a `throw_leg` while no unit moves. The last field serves every hex that the others serve."""
    return bool(open_ways(look, hq.side, plainly=True).throws(hq)[-1].served[hex_])


def leg_by(world: World, fields: tuple[Field, ...], hex_: int) -> Leg | None:
    """The leg to a hex in the first field that serves it, or None. Where ZOCs add to the price of a path, one that is
    not in the first field may rest on the negation at its start, too."""
    for place, field in enumerate(fields):
        if field.served[hex_]:
            leg = field.leg_to(world.board, hex_)
            leaves = place > 0 and world.policies[PATH_GROUND] is not None
            return leg._replace(leaves=True) if leg is not None and leaves else leg
    return None


def area_serving(
    look: Look, side: str, targets: Collection[int], mobility: Mobility, limit: int, moving: frozenset[str] = NOBODY
) -> dict[int, int]:
    """Every hex from which a draw reaches one of the targets or comes next to it, with the MP.

    Must agree with `draw_legs` from each hex.
    """
    graph, mask = supply_ground(look, side, mobility), blocked(look, side, mobility, moving)
    return area(look.world, graph, tuple(targets), limit, mask)


def drawing_on(
    look: Look, side: str, targets: Collection[int], mobility: Mobility, limit: int, moving: frozenset[str] = NOBODY
) -> bytes:
    """Mask of the hexes of `area_serving`, for callers that do not need the MP."""
    graph, mask = supply_ground(look, side, mobility), blocked(look, side, mobility, moving)
    return area_mask(look.world, graph, tuple(targets), limit, mask)


def no_tolls(look: Look, side: str) -> frozenset[int]:
    """Trainbusting does not concern supply paths (14.8c-C)."""
    return NOWHERE


POLICIES = {"zocs_block_paths": by_truck, "path_ground": None, "throw_tolls": no_tolls}
