"""Occupation and zones of control by hex, repaired, not rebuilt, when a unit changes.

`repair` must agree with `build`; tests and fuzzing compare the two.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from typing import Any

from redball.core.points import PROJECTS_ZOC, ZOC_OF_HEX
from redball.core.state import State, Unit
from redball.core.world import World


class Roster:
    """Ids of the units on the map by side, in order; the same object until they change.

    A `Look` caches here what depends on printed counters: how to pick units of some kinds from the records
    (`picks`), and which are combat units (`fighting`; `fought` are those of the roster before).
    """

    __slots__ = ("fighting", "fought", "ids", "picks")

    def __init__(self, ids: dict[str, tuple[str, ...]], fought: dict[str, frozenset[str]]) -> None:
        self.ids = ids
        self.fought = fought
        self.picks: dict[Any, tuple[Any, Any, Any]] = {}
        self.fighting: dict[str, frozenset[str]] = {}


class Places:
    """Where the units of a side are; equal only to itself. The first look to need `hexes` fills it."""

    __slots__ = ("hexes",)

    def __init__(self) -> None:
        self.hexes: frozenset[int] | None = None


Zones = dict[tuple[str, int], tuple[int, ...]]


class Facts:
    """Which units and which ZOCs are in each hex.

    `units_at[hex]` unit ids in a hex, in order; `zoc[side][hex]` how many units of `side` extend a ZOC into the
    hex (4.5-B); `combat_units[side][hex]` how many combat units of `side` are there. Each side's array is shared, and
    copied when it changes. `roster` lists the units on the map. `places[side]` is the same object until a unit of the
    side comes, goes or moves. Where an edition gives ZOCs to hexes and not to units, `zones[side, hex]` are the hexes
    that the ZOC of a hex reaches, and `zoc` counts hexes.
    """

    __slots__ = ("combat_units", "places", "roster", "units_at", "zoc", "zones")

    def __init__(
        self,
        units_at: dict[int, tuple[str, ...]],
        zoc: dict[str, array[int]],
        combat_units: dict[str, array[int]],
        roster: Roster,
        places: dict[str, Places],
        zones: Zones,
    ) -> None:
        self.zones = zones
        self.units_at = units_at
        self.zoc = zoc
        self.combat_units = combat_units
        self.roster = roster
        self.places = places

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Facts):
            return NotImplemented
        same_places = self.units_at == other.units_at and self.roster.ids == other.roster.ids
        return same_places and self.zoc == other.zoc and self.combat_units == other.combat_units

    __hash__ = None  # type: ignore[assignment]


def build(world: World, state: State) -> Facts:
    """All facts from the units: the plain version."""
    size = world.board.size
    facts = Facts(
        {},
        {side: array("H", bytes(2 * size)) for side in world.sides},
        {side: array("H", bytes(2 * size)) for side in world.sides},
        _roster(world, state),
        {side: Places() for side in world.sides},
        {},
    )
    places = set()
    for unit in state.units.values():
        if unit.hex >= 0:
            _enter(world, facts, unit, 1)
            places.add((unit.side, unit.hex))
    if world.policies[ZOC_OF_HEX] is not None:
        _rezone(world, facts, state, places)
    return facts


def repair(world: World, facts: Facts, before: State, after: State, touched: Iterable[str]) -> Facts:
    """The facts of `after`, from those of `before` and the ids of the units that may differ."""
    changed: list[tuple[Unit | None, Unit | None]] = []
    projects: Callable[[World, Unit], object] = world.policies[PROJECTS_ZOC]
    by_hex = world.policies[ZOC_OF_HEX] is not None
    if by_hex:
        projects = _bearing
        if before.weather != after.weather:
            return build(world, after)
    for uid in dict.fromkeys(touched):
        old, new = before.units.get(uid), after.units.get(uid)
        if old is new:
            continue
        stays = old is not None and new is not None and old.hex == new.hex and _listed(old) == _listed(new)
        if stays and (new.hex < 0 or projects(world, old) == projects(world, new)):  # type: ignore[union-attr,arg-type]
            continue
        changed.append((old, new))
    if not changed:
        return facts
    same = all(_listed(old) == _listed(new) for old, new in changed)
    sides = {unit.side for pair in changed for unit in pair if unit is not None}
    repaired = Facts(
        facts.units_at.copy(),
        {side: counts[:] if side in sides else counts for side, counts in facts.zoc.items()},
        {side: counts[:] if side in sides else counts for side, counts in facts.combat_units.items()},
        facts.roster if same else _repaired_roster(facts.roster, changed),
        {side: Places() if side in sides else places for side, places in facts.places.items()},
        facts.zones.copy() if by_hex else facts.zones,
    )
    for old, new in changed:
        if old is not None and old.hex >= 0:
            _enter(world, repaired, old, -1)
        if new is not None and new.hex >= 0:
            _enter(world, repaired, new, 1)
    if by_hex:
        _rezone(world, repaired, after, _zones_touched(world, changed))
    for side in sides:  # most moves leave one of the two unchanged, so facts that depend on it can be kept
        for now, before_it in ((repaired.zoc, facts.zoc), (repaired.combat_units, facts.combat_units)):
            if now[side] == before_it[side]:
                now[side] = before_it[side]
    return repaired


def _bearing(world: World, unit: Unit) -> tuple[object, ...]:
    """The features of a unit that affect the ZOC of its own and neighbouring hexes."""
    return unit.facing, unit.marker, unit.steps_lost, unit.out_of_supply, unit.keeps_zoc


def _zones_touched(world: World, changed: Iterable[tuple[Unit | None, Unit | None]]) -> set[tuple[str, int]]:
    """The hexes whose ZOC may differ: the units' own, and those across a hexside that a unit might bridge."""
    found = set()
    for unit in (unit for pair in changed for unit in pair if unit is not None and unit.hex >= 0):
        found.add((unit.side, unit.hex))
        for direction in range(6):
            if world.board.hexsides(unit.hex, direction):
                found.add((unit.side, world.board.neighbour(unit.hex, direction)))
    return found


def _rezone(world: World, facts: Facts, state: State, places: Iterable[tuple[str, int]]) -> None:
    """Bring the ZOCs of some hexes up to date."""
    zoc_of_hex = world.policies[ZOC_OF_HEX]
    assert zoc_of_hex is not None  # ZOCs belong to hexes here
    units = state.units

    def at(hex_: int) -> list[Unit]:
        return [units[uid] for uid in facts.units_at.get(hex_, ())]

    for side, hex_ in places:
        counts = facts.zoc[side]
        for old in facts.zones.pop((side, hex_), ()):
            counts[old] -= 1
        reached = zoc_of_hex(world, state, at, side, hex_) if hex_ in facts.units_at else ()
        for new in reached:
            counts[new] += 1
        if reached:
            facts.zones[side, hex_] = reached


def _roster(world: World, state: State) -> Roster:
    units = [u for u in state.units.values() if u.hex >= 0]
    return Roster({side: tuple([u.id for u in units if u.side == side]) for side in world.sides}, {})


def _repaired_roster(roster: Roster, changed: list[tuple[Unit | None, Unit | None]]) -> Roster:
    """The roster without the changed units, plus those now on the map."""
    struck = {old.id for old, _ in changed if old is not None}
    entered = [new for _, new in changed if new is not None and new.hex >= 0]
    return Roster(
        {
            side: tuple(sorted([uid for uid in ids if uid not in struck] + [u.id for u in entered if u.side == side]))
            for side, ids in roster.ids.items()
        },
        roster.fought | roster.fighting,
    )


def _listed(unit: Unit | None) -> tuple[str, str] | None:
    """What the roster depends on: the side that has the unit on the map, and its counter."""
    return None if unit is None or unit.hex < 0 else (unit.side, unit.counter)


def _enter(world: World, facts: Facts, unit: Unit, by: int) -> None:
    at = facts.units_at.get(unit.hex, ())
    if by > 0:
        facts.units_at[unit.hex] = tuple(sorted((*at, unit.id)))
    else:
        rest = tuple(uid for uid in at if uid != unit.id)
        if rest:
            facts.units_at[unit.hex] = rest
        else:
            facts.units_at.pop(unit.hex, None)
    if world.counters[unit.counter].is_combat_unit:
        facts.combat_units[unit.side][unit.hex] += by
        policies = world.policies
        if policies[ZOC_OF_HEX] is None and policies[PROJECTS_ZOC](world, unit):
            counts = facts.zoc[unit.side]
            for hex_ in world.board.neighbours(unit.hex):
                counts[hex_] += by


def supposing(facts: Facts, side: str, combat: Iterable[int], zoc: Iterable[int]) -> Facts:
    """The same facts as if `side` had one combat unit more in each hex of `combat`, and one ZOC more in those of `zoc`:
    for "what if" questions. The extra units have no names: `units_at` is unchanged."""
    changed = Facts(facts.units_at, dict(facts.zoc), dict(facts.combat_units), facts.roster, facts.places, facts.zones)
    changed.zoc[side] = facts.zoc[side][:]
    changed.combat_units[side] = facts.combat_units[side][:]
    for hex_ in combat:
        changed.combat_units[side][hex_] += 1
    for hex_ in zoc:
        changed.zoc[side][hex_] += 1
    return changed


def with_zocs_of(facts: Facts, other: Facts, side: str) -> Facts:
    """The same facts with the ZOCs of a side taken from other facts."""
    changed = Facts(facts.units_at, dict(facts.zoc), facts.combat_units, facts.roster, facts.places, {})
    changed.zoc[side] = other.zoc[side]
    for zones, whose in ((facts.zones, False), (other.zones, True)):
        changed.zones |= {place: reached for place, reached in zones.items() if (place[0] == side) is whose}
    return changed
