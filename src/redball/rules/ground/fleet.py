"""Ships and Landing Craft in play: one record of the state, so that a game without them has nothing of it.

Neither are units: they occupy nothing, have no ZOC, and neither count for stacking nor stand in a path. Who is aboard
Landing Craft is off the map (`ABOARD`). `craft` reads and changes them.

Cases: 5.1-B, 18.0, 18.2c
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import partial
from operator import attrgetter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.core.derived import derived
from redball.core.look import Look
from redball.core.own import drop, find, put
from redball.core.state import NOT_ARRIVED, REMOVED, State, StateOwn
from redball.core.world import World
from redball.forces.craft import CraftKind
from redball.forces.ship import Ship, ShipFace
from redball.rules.ground.air_force import Plane, dead, force_in, with_planes
from redball.scenarios.records import FlotillaSetup


class Vessel(Struct, frozen=True, omit_defaults=True):
    """A ship in play. `hex` is where it is, NOT_ARRIVED, or REMOVED if it is sunk or `withdrawn`. In this phase it has
    `sailed`, `fired`, been `shelled`, and been `shown` to the enemy (18.3c). `ashore`: the turn in which it fired at
    the ground, else 0 (18.3a-B). `refitted`: its aircraft have refitted in this phase (15.1-A)."""

    id: str
    side: str
    hex: int
    damaged: bool = False
    dg: bool = False
    sailed: bool = False
    fired: bool = False
    shelled: bool = False
    shown: bool = False
    ashore: int = 0
    refitted: bool = False
    withdrawn: bool = False

    @property
    def afloat(self) -> bool:
        """It is on the map, or in a box."""
        return self.hex >= 0

    def change(self, **fields: object) -> Vessel:
        """A new record with some fields changed."""
        return replace(self, **fields)


class LandingCraft(Struct, frozen=True, omit_defaults=True):
    """Points of Landing Craft afloat; `counter` is what is printed. Aboard are `units` and `tokens` of supply. In this
    phase they have `sailed`, and `spent` (1/12 MP) some of their speed, a DUKW on land, too (18.4e); they have been
    `shelled`, and `shown` to the enemy (18.3c). They are gone when they are destroyed. `lesser`: an LST that took a hit
    is plain Landing Craft (18.3d-B)."""

    id: str
    counter: str
    side: str
    hex: int
    points: int
    units: tuple[str, ...] = ()
    tokens: int = 0
    dg: bool = False
    sailed: bool = False
    spent: int = 0
    lesser: bool = False
    shelled: bool = False
    shown: bool = False

    @property
    def afloat(self) -> bool:
        """They are in play."""
        return self.hex >= 0

    def change(self, **fields: object) -> LandingCraft:
        """A new record with some fields changed."""
        return replace(self, **fields)


class Fleet(StateOwn, frozen=True, omit_defaults=True):
    """All ships in the order of their ids, the units of coastal artillery that ships have fired at in this phase, apart
    from other units (18.3g-C), and all Landing Craft afloat in the order of their ids. `rolled`: in this phase
    something has landed by a roll, so that Landing Craft sail no more (18.5f). `cleared`: the coastal hexes in which a
    barrage of the phasing side has destroyed the last defender in this Player Turn (18.6a-H). While a Beach Assault is
    fought, `boats` has the Landing Craft of each attacker (18.6a-E), and `staked` those that carry them, point by
    point. Of the schedule's Landing Craft, those that `came` or were forfeited, and the points that are `owed`: side,
    kind, and how many are still to leave."""

    ships: tuple[Vessel, ...] = ()
    shelled: tuple[str, ...] = ()
    craft: tuple[LandingCraft, ...] = ()
    rolled: bool = False
    cleared: tuple[int, ...] = ()
    boats: tuple[tuple[str, str], ...] = ()
    staked: tuple[str, ...] = ()
    came: tuple[str, ...] = ()
    owed: tuple[tuple[str, CraftKind, int], ...] = ()

    @property
    def vessels(self) -> tuple[Vessel | LandingCraft, ...]:
        """The ships, then the Landing Craft."""
        return (*self.ships, *self.craft)

    def in_new_phase(self, state: State) -> Fleet:
        ships = tuple([_rested(ship, state.clock.turn) for ship in self.ships])
        cleared = self.cleared if state.clock.phase in UP_TO_COMBAT else ()
        craft = tuple(map(_moored, self.craft))
        return Fleet(ships, (), craft, cleared=cleared, came=self.came, owed=self.owed)

    def as_seen(self, look: Any, viewer: str) -> Fleet:
        """All of one's own; of the enemy's the top one of each hex, a ship before Landing Craft, what an announced
        barrage has shown (18.3c), the carriers of aircraft that are seen, and what is sunk. Nothing of what they did in
        this phase, nor of what Landing Craft carry (18.3c)."""
        below = {ship.hex for ship in self.ships if ship.afloat}
        on_top = tops((*self.ships, *[one for one in self.craft if one.hex not in below]))
        open_ = on_top | {p.ship for p in force_in(look.state).as_seen(look, viewer).planes if p.parked}
        seen = [ship for ship in self.ships if ship.side == viewer or ship.shown or not ship.afloat or ship.id in open_]
        done = {"sailed": False, "fired": False, "ashore": 0, "refitted": False}
        known = [ship if ship.side == viewer else ship.change(**done) for ship in seen]
        craft = [one for one in self.craft if one.side == viewer or one.shown or one.id in on_top]
        empty = {"units": (), "tokens": 0, "sailed": False, "spent": 0}
        craft = [one if one.side == viewer else one.change(**empty) for one in craft]
        mine = any(one.id in self.staked and one.side == viewer for one in self.craft)
        boats, staked = (self.boats, self.staked) if mine else ((), ())
        owed = tuple([debt for debt in self.owed if debt[0] == viewer])  # the enemy's tell what is loaded
        return Fleet(
            tuple(known), self.shelled, tuple(craft), self.rolled, self.cleared, boats, staked, self.came, owed
        )


def _rested(ship: Vessel, turn: int) -> Vessel:
    """The ship as a phase of that turn begins."""
    ashore = ship.ashore if ship.ashore == turn else 0
    rested = ship.change(sailed=False, fired=False, shelled=False, shown=False, ashore=ashore, refitted=False)
    return ship if rested == ship else rested


def _moored(craft: LandingCraft) -> LandingCraft:
    """The Landing Craft as a phase begins."""
    rested = craft.change(sailed=False, spent=0, shelled=False, shown=False)
    return craft if rested == craft else rested


UP_TO_COMBAT = ("bombardment", "supply", "reaction", "combat")
"""The phases between the first barrages of a Player Turn and the end of its Combat Phase."""
RECORDS = (Fleet,)
_ID = attrgetter("id")
NO_FLEET = Fleet()


# --- reading and changing ----------------------------------------------------------------------------------------


def fleet_in(state: State) -> Fleet:
    """The record of a state; an empty one if it has none."""
    return find(state.own, Fleet) or NO_FLEET


def with_fleet(state: State, fleet: Fleet) -> State:
    """The state with this record."""
    return state.change(own=drop(state.own, Fleet) if fleet == NO_FLEET else put(state.own, fleet))


def fleet_at_start(world: World) -> Fleet:
    """The ships of the scenario, undamaged, and its Landing Craft; some ships arrive later."""
    at = {sid: (fleet.hex, fleet.side) for fleet in world.scenario.fleets for sid in fleet.ships}
    at |= {sid: (NOT_ARRIVED, coming.side) for coming in world.scenario.ship_arrivals for sid in coming.ships}
    ships = tuple([Vessel(sid, side, hex_) for sid, (hex_, side) in sorted(at.items())])
    return Fleet(ships, (), tuple(sorted(map(partial(_at_start, world), world.scenario.flotillas), key=_ID)))


def _at_start(world: World, entry: FlotillaSetup) -> LandingCraft:
    printed = world.scenario.craft[entry.craft]
    return LandingCraft(printed.id, printed.id, printed.side, entry.hex, printed.points, entry.units, entry.tokens)


def ship_in(state: State, sid: str) -> Vessel | None:
    """The ship of that id."""
    ships = fleet_in(state).ships
    at = bisect_left(ships, sid, key=_ID)
    return ships[at] if at < len(ships) and ships[at].id == sid else None


def with_ships(state: State, changed: Iterable[Vessel]) -> State:
    """The state with these records in place of those of the same ids."""
    fleet = fleet_in(state)
    by_id = {ship.id: ship for ship in fleet.ships} | {ship.id: ship for ship in changed}
    return with_fleet(state, replace(fleet, ships=tuple([by_id[sid] for sid in sorted(by_id)])))


def with_ship(state: State, sid: str, **fields: object) -> State:
    """The state with some fields of a ship changed."""
    ship = ship_in(state, sid)
    assert ship is not None  # something happens to it
    return with_ships(state, [ship.change(**fields)])


def aboard(state: State, sid: str) -> tuple[Plane, ...]:
    """The aircraft on a carrier now, in the order of their ids."""
    return tuple([plane for plane in force_in(state).planes if plane.ship == sid and plane.parked])


def sailed(state: State, sid: str, hex_: int) -> State:
    """The state with a ship in that hex. Its aircraft go along, which is no mission; those in the air have their base
    there (18.2c)."""
    state = with_ship(state, sid, hex=hex_)
    own = [plane for plane in force_in(state).planes if plane.ship == sid and plane.hex >= 0]
    moved = [plane.change(hex=hex_) if plane.parked else plane.change(base=hex_) for plane in own]
    return with_planes(state, moved) if moved else state


def arrived(state: State, sid: str, hex_: int) -> State:
    """The state with a ship that has arrived in that hex, and the aircraft that come with it."""
    own = [plane.change(hex=hex_) for plane in force_in(state).planes if plane.ship == sid and plane.hex == NOT_ARRIVED]
    return with_planes(with_ship(state, sid, hex=hex_), own) if own else with_ship(state, sid, hex=hex_)


def gone(state: State, sid: str) -> State:
    """The state with a ship out of the game, but not sunk, and with it the aircraft on it or still to come on it."""
    own = [plane for plane in force_in(state).planes if plane.ship == sid]
    left = [p.change(ship="") if p.base != NO_HEX else p.change(hex=REMOVED, active=False, ship="") for p in own]
    state = with_planes(state, left) if left else state
    ship = ship_in(state, sid)
    assert ship is not None  # it leaves
    return with_ships(state, [Vessel(sid, ship.side, REMOVED, ship.damaged, withdrawn=True)])


def sunk(state: State, sids: Iterable[str]) -> State:
    """The state without these ships, which are not rebuilt; the aircraft on them are in the Dead Pile (18.2c)."""
    gone = {sid: ship for sid in sids if (ship := ship_in(state, sid)) is not None}
    own = [plane for plane in force_in(state).planes if plane.ship in gone]
    lost = [dead(plane) if plane.parked else plane.change(ship="") for plane in own]
    state = with_planes(state, lost) if lost else state
    return with_ships(state, [Vessel(sid, ship.side, REMOVED, damaged=True) for sid, ship in gone.items()])


def printed_ship(world: World, ship: Vessel) -> Ship:
    """Its counter."""
    return world.scenario.ships[ship.id]


def ship_face(world: World, ship: Vessel) -> ShipFace:
    """The values of the side that shows; DG changes none of them (18.1d)."""
    return printed_ship(world, ship).face(ship.damaged)


# --- who is where ------------------------------------------------------------------------------------------------


@derived
def ships_at(look: Look) -> dict[int, tuple[Vessel, ...]]:
    """All ships on the map by hex, in the order of their ids."""
    found: dict[int, list[Vessel]] = {}
    for ship in fleet_in(look.state).ships:
        if ship.afloat:
            found.setdefault(ship.hex, []).append(ship)
    return {hex_: tuple(there) for hex_, there in found.items()}


def has_fleet(world: World) -> bool:
    """Whether a game has ships or Landing Craft: without any, nothing here is worth asking."""
    return bool(world.scenario.ships or world.scenario.craft)


@derived
def ship_hexes(look: Look, side: str) -> frozenset[int]:
    """The hexes with ships or Landing Craft of a side: 18.1b, 4.8c and 9.14g speak of both."""
    return frozenset([one.hex for one in fleet_in(look.state).vessels if one.side == side and one.afloat])


def fleet_at(look: Look, hex_: int, side: str) -> tuple[Vessel, ...]:
    """Ships of a side in a hex."""
    return tuple([ship for ship in ships_at(look).get(hex_, ()) if ship.side == side])


def flak_at(look: Look, hex_: int, side: str) -> int:
    """The Flak of all ships of a side in a hex (18.3f)."""
    return sum(ship_face(look.world, ship).flak for ship in fleet_at(look, hex_, side))


def tops(ships: Iterable[Vessel | LandingCraft]) -> frozenset[str]:
    """Ids of the ships and Landing Craft on top of their stacks: those with the first id."""
    found: dict[int, str] = {}
    for ship in ships:
        if ship.afloat:
            found[ship.hex] = min(ship.id, found.get(ship.hex, ship.id))
    return frozenset(found.values())


def hidden_ships(look: Look, viewer: str) -> frozenset[str]:
    """Ids of the ships and Landing Craft that the viewer does not see."""
    fleet = fleet_in(look.state)
    known = fleet.as_seen(look, viewer)
    seen = {one.id for one in known.vessels}
    return frozenset(one.id for one in fleet.vessels if one.id not in seen)
