"""Ships in play: one record of the state, so that a game without them has nothing of it.

Ships are not units: they occupy nothing, have no ZOC, and neither count for stacking nor stand in a path.

Cases: 5.1-B
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from redball.core.derived import derived
from redball.core.look import Look
from redball.core.own import drop, find, put
from redball.core.state import REMOVED, State, StateOwn
from redball.core.world import World
from redball.forces.ship import Ship, ShipFace


class Vessel(Struct, frozen=True, omit_defaults=True):
    """A ship in play. `hex` is where it is, REMOVED if it is sunk. In this phase it has `sailed`, `fired`, been
    `shelled`, and been `shown` to the enemy (18.3c). `ashore`: the turn in which it fired at the ground, else 0
    (18.3a-B)."""

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

    @property
    def afloat(self) -> bool:
        """It is not sunk."""
        return self.hex >= 0

    def change(self, **fields: object) -> Vessel:
        """A new record with some fields changed."""
        return replace(self, **fields)


class Fleet(StateOwn, frozen=True):
    """All ships in the order of their ids, and the units of coastal artillery that ships have fired at in this phase,
    apart from other units (18.3g-C)."""

    ships: tuple[Vessel, ...] = ()
    shelled: tuple[str, ...] = ()

    def in_new_phase(self, state: State) -> Fleet:
        ships = tuple([_rested(ship, state.clock.turn) for ship in self.ships])
        return self if ships == self.ships and not self.shelled else Fleet(ships)

    def as_seen(self, look: Any, viewer: str) -> Fleet:
        """All of one's own; of the enemy's the top one of each hex, what an announced barrage has shown (18.3c), and
        what is sunk. Nothing of what they did in this phase."""
        on_top = tops(self.ships)
        seen = [
            ship for ship in self.ships if ship.side == viewer or ship.shown or not ship.afloat or ship.id in on_top
        ]
        known = [ship if ship.side == viewer else ship.change(sailed=False, fired=False, ashore=0) for ship in seen]
        return Fleet(tuple(known), self.shelled)


def _rested(ship: Vessel, turn: int) -> Vessel:
    """The ship as a phase of that turn begins."""
    ashore = ship.ashore if ship.ashore == turn else 0
    rested = ship.change(sailed=False, fired=False, shelled=False, shown=False, ashore=ashore)
    return ship if rested == ship else rested


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
    """The ships of the scenario, undamaged."""
    at = {sid: (fleet.hex, fleet.side) for fleet in world.scenario.fleets for sid in fleet.ships}
    return Fleet(tuple([Vessel(sid, side, hex_) for sid, (hex_, side) in sorted(at.items())]))


def ship_in(state: State, sid: str) -> Vessel | None:
    """The ship of that id."""
    ships = fleet_in(state).ships
    at = bisect_left(ships, sid, key=_ID)
    return ships[at] if at < len(ships) and ships[at].id == sid else None


def with_ships(state: State, changed: Iterable[Vessel]) -> State:
    """The state with these records in place of those of the same ids."""
    fleet = fleet_in(state)
    by_id = {ship.id: ship for ship in fleet.ships} | {ship.id: ship for ship in changed}
    return with_fleet(state, Fleet(tuple([by_id[sid] for sid in sorted(by_id)]), fleet.shelled))


def with_ship(state: State, sid: str, **fields: object) -> State:
    """The state with some fields of a ship changed."""
    ship = ship_in(state, sid)
    assert ship is not None  # something happens to it
    return with_ships(state, [ship.change(**fields)])


def sunk(ship: Vessel) -> Vessel:
    """A ship that is no more: ships are not rebuilt."""
    return Vessel(ship.id, ship.side, REMOVED, damaged=True)


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


@derived
def ship_hexes(look: Look, side: str) -> frozenset[int]:
    """The hexes with ships of a side."""
    return frozenset([ship.hex for ship in fleet_in(look.state).ships if ship.side == side and ship.afloat])


def fleet_at(look: Look, hex_: int, side: str) -> tuple[Vessel, ...]:
    """Ships of a side in a hex."""
    return tuple([ship for ship in ships_at(look).get(hex_, ()) if ship.side == side])


def flak_at(look: Look, hex_: int, side: str) -> int:
    """The Flak of all ships of a side in a hex (18.3f)."""
    return sum(ship_face(look.world, ship).flak for ship in fleet_at(look, hex_, side))


def tops(ships: Iterable[Vessel]) -> frozenset[str]:
    """Ids of the ships on top of their stacks: those with the first id."""
    found: dict[int, str] = {}
    for ship in ships:
        if ship.afloat:
            found[ship.hex] = min(ship.id, found.get(ship.hex, ship.id))
    return frozenset(found.values())


def hidden_ships(look: Look, viewer: str) -> frozenset[str]:
    """Ids of the ships that the viewer does not see."""
    fleet = fleet_in(look.state)
    seen = {ship.id for ship in fleet.as_seen(look, viewer).ships}
    return frozenset(ship.id for ship in fleet.ships if ship.id not in seen)
