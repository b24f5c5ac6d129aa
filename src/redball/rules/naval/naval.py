"""What happens to ships, as events."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from redball.core.engine import Run
from redball.core.events import Event
from redball.core.ledger import Ledger, show_mp
from redball.core.look import Look
from redball.core.state import State
from redball.core.telling import Names, counted
from redball.rules.ground.craft import craft_at, craft_in, with_craft, with_vessel
from redball.rules.ground.fleet import (
    arrived,
    fleet_at,
    fleet_in,
    gone,
    sailed,
    ship_in,
    sunk,
    with_fleet,
    with_ship,
    with_ships,
)

GROUND_WORDS = {
    "units": "units",
    "base": "the air base",
    "port": "the port",
    "battery": "coastal artillery",
}
CRAFT = "the Landing Craft"
"""What is fired at if it is all Landing Craft of a hex (18.3c-D)."""


class ShipSailed(Event, frozen=True, kw_only=True):
    """A ship has entered a hex (18.1e); `mp` in 1/12."""

    ship: str
    start: int
    hex: int
    mp: int

    def apply(self, state: State) -> State:
        if ship_in(state, self.ship) is not None:
            return sailed(state, self.ship, self.hex)
        return with_vessel(state, self.ship, hex=self.hex)

    def told(self, n: Names) -> str:
        return f"{n.ship(self.ship)} sails to {n.hex(self.hex)} for {show_mp(self.mp)} MP"


class VoyageEnded(Event, frozen=True, kw_only=True):
    """A ship has finished its move of this phase, after so many `hexes`; Landing Craft have spent so many `mp` (1/12)
    of their speed, on land, too (18.4e)."""

    ship: str
    start: int
    hex: int
    hexes: int
    mp: int = 0

    def apply(self, state: State) -> State:
        if craft_in(state, self.ship) is not None:
            return with_vessel(state, self.ship, sailed=True, spent=self.mp)
        return with_vessel(state, self.ship, sailed=True)

    def told(self, n: Names) -> str:
        if not self.hexes:
            return f"{n.ship(self.ship)} stays at {n.hex(self.hex)}"
        return f"{n.ship(self.ship)} sails from {n.hex(self.start)} to {n.hex(self.hex)}, {counted(self.hexes, 'hex')}"


class ShipArrived(Event, frozen=True, kw_only=True):
    """A ship has arrived as a Reinforcement (13.6), with the aircraft on it."""

    ship: str
    hex: int

    def apply(self, state: State) -> State:
        return arrived(state, self.ship, self.hex)

    def told(self, n: Names) -> str:
        return f"{n.ship(self.ship)} arrives at {n.hex(self.hex)}"


class ShipForfeited(Event, frozen=True, kw_only=True):
    """A ship that should have arrived was not placed, and is lost (13.6)."""

    ship: str

    def apply(self, state: State) -> State:
        return gone(state, self.ship)

    def told(self, n: Names) -> str:
        return f"{n.ship(self.ship)} was not placed and is lost"


class ShipWithdrawn(Event, frozen=True, kw_only=True):
    """A ship leaves the game by the schedule; `planes`: the aircraft that leave with it."""

    ship: str
    planes: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        return gone(state, self.ship)

    def told(self, n: Names) -> str:
        along = f", with {n.planes(self.planes)}" if self.planes else ""
        return f"{n.ship(self.ship)} is withdrawn{along}"


class ShipRecovered(Event, frozen=True, kw_only=True):
    """A DG marker comes off a ship (18.1d)."""

    ship: str

    def apply(self, state: State) -> State:
        return with_vessel(state, self.ship, dg=False)

    def told(self, n: Names) -> str:
        return f"{n.ship(self.ship)} is no longer DG"


class ShipsDestroyed(Event, frozen=True, kw_only=True):
    """`side` loses the ships in a hex that enemy units have entered (9.14g)."""

    hex: int
    ships: tuple[str, ...]

    def apply(self, state: State) -> State:
        return sunk(state, self.ships)

    def told(self, n: Names) -> str:
        return f"{n.ships(self.ships)} destroyed at {n.hex(self.hex)}"


class ShipsDisclosed(Event, frozen=True, kw_only=True):
    """A barrage announced against the ships of `side` in a hex shows all of them to the other side, for the rest of the
    phase, Landing Craft too, but not what these carry (18.3c)."""

    hex: int
    ships: tuple[str, ...]

    def apply(self, state: State) -> State:
        state = with_ships(state, [s.change(shown=True) for s in fleet_in(state).ships if s.id in self.ships])
        craft = [one.change(shown=True) for one in fleet_in(state).craft if one.id in self.ships]
        return with_craft(state, craft) if craft else state

    def told(self, n: Names) -> str:
        return f"the ships at {n.hex(self.hex)}: {n.ships(self.ships)}"


class GunfireOpened(Event, frozen=True, kw_only=True):
    """Ships, or coastal artillery, fire with so many Barrage Points (18.3, 4.9c): at units, a base or a port in a
    hex, which is its barrage of the phase (10.0e-A), or at a `target` of its own; the first of the Landing Craft stands
    for all of them there (`craft`)."""

    at: str
    hex: int
    target: str
    ships: tuple[str, ...]
    guns: tuple[str, ...]
    strength: str
    turn: int
    craft: bool = False

    def touched(self) -> tuple[str, ...]:
        return self.guns

    def apply(self, state: State) -> State:
        ashore = self.at in ("units", "base", "port")
        firing = [ship for ship in fleet_in(state).ships if ship.id in self.ships]
        state = with_ships(state, [s.change(fired=True, ashore=self.turn if ashore else s.ashore) for s in firing])
        state = state.with_units([state.units[uid].act(barraged=True) for uid in self.guns])
        if ashore:
            return state.change(barraged=state.barraged | {self.hex})
        if self.at == "ships":
            return with_shelled(state, self.target)
        fleet = fleet_in(state)
        return with_fleet(state, replace(fleet, shelled=tuple(sorted((*fleet.shelled, self.target)))))

    def told(self, n: Names) -> str:
        who = n.ships(self.ships) or n.units(self.guns)
        what = GROUND_WORDS.get(self.at, "")
        verb = "fires" if len(self.ships) + len(self.guns) == 1 else "fire"
        whom = what or (CRAFT if self.craft else n.ship(self.target))
        return f"{who} {verb} at {whom} at {n.hex(self.hex)} with {self.strength} Barrage Points"


class GunfireResolved(Event, frozen=True, kw_only=True):
    """Fire at a ship, or at coastal artillery by itself, was read on the Barrage Table (18.3c); aircraft barrage ships,
    too."""

    at: str
    hex: int
    target: str
    roll: int
    column: str
    result: str
    ledger: Ledger
    by: Literal["guns", "aircraft"] = "guns"
    craft: bool = False

    def told(self, n: Names) -> str:
        what = "Barrage on" if self.by == "aircraft" else "Gunfire at"
        whom = CRAFT if self.craft else n.ship(self.target) if self.at == "ships" else n.unit(self.target)
        return f"{what} {whom} at {n.hex(self.hex)}: column {self.column}, roll {self.roll}: {self.result}"


class ShipStruck(Event, frozen=True, kw_only=True):
    """A ship of `side` is hit, or DG, or both; what it is then (18.3d). `planes`: the aircraft that sink with a carrier
    (18.2c)."""

    ship: str
    hex: int
    hits: int
    damaged: bool
    dg: bool
    sunk: bool
    planes: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        if not self.sunk:
            return with_ship(state, self.ship, damaged=self.damaged, dg=self.dg)
        return sunk(state, (self.ship,))

    def told(self, n: Names) -> str:
        if self.sunk:
            return f"{n.ship(self.ship)} is sunk{f', with {n.planes(self.planes)}' if self.planes else ''}"
        return f"{n.ship(self.ship)} is {'damaged and DG' if self.hits else 'DG'}"


class CraftStruck(Event, frozen=True, kw_only=True):
    """The Landing Craft of `side` in a hex take so many hits, and are DG as one ship would be (18.3c-D, 18.3d-B); which
    points are lost is drawn by lot afterwards."""

    hex: int
    craft: tuple[str, ...]
    hits: int
    dg: bool

    def apply(self, state: State) -> State:
        return with_craft(state, [one.change(dg=self.dg) for one in fleet_in(state).craft if one.id in self.craft])

    def told(self, n: Names) -> str:
        what = " and ".join(filter(None, (counted(self.hits, "hit") if self.hits else "", "DG" if self.dg else "")))
        return f"{CRAFT} at {n.hex(self.hex)}: {what}"


# --- targets (18.3c) ---------------------------------------------------------------------------------------------


def with_shelled(state: State, target: str) -> State:
    """The state after a barrage of a ship, or of the Landing Craft for which this one stands (18.3c-D)."""
    first = craft_in(state, target)
    if first is None:
        return with_ship(state, target, shelled=True)
    there = [one for one in fleet_in(state).craft if (one.hex, one.side) == (first.hex, first.side)]
    return with_craft(state, [one.change(shelled=True) for one in there])


def naval_targets(look: Look, hex_: int, side: str, *, again: bool = False) -> tuple[str, ...]:
    """What may be fired at of the ships of `side` in a hex: each ship, and all Landing Craft as one, named by the first
    of them (18.3c-D). Without `again`, what was not barraged in this phase."""
    craft = craft_at(look, hex_, side)
    as_one = craft[:1] if again or not any(one.shelled for one in craft) else ()
    ships = (ship for ship in fleet_at(look, hex_, side) if again or not ship.shelled)
    return (*(ship.id for ship in ships), *(one.id for one in as_one))


def seen_targets(look: Look, hex_: int, side: str, *, again: bool = False) -> tuple[str, ...]:
    """Those of these targets that the enemy of `side` sees."""
    found = naval_targets(look, hex_, side, again=again)
    if not found or not look.switch("fog"):
        return found
    seen = {one.id for one in fleet_in(look.state).as_seen(look, look.enemy(side)).vessels}
    return tuple([target for target in found if target in seen])


def disclose_ships(run: Run, hex_: int, side: str) -> bool:
    """18.3c: a barrage announced against the ships of `side` in a hex lays them open, and Landing Craft with them.
    Whether some were hidden."""
    there = {*(ship.id for ship in fleet_at(run.look, hex_, side)), *(one.id for one in craft_at(run.look, hex_, side))}
    seen = {one.id for one in fleet_in(run.state).as_seen(run.look, run.look.enemy(side)).vessels}
    hidden = bool(run.look.switch("fog")) and not there <= seen
    if hidden:
        run.emit(ShipsDisclosed(case="18.3c", side=side, hex=hex_, ships=tuple(sorted(there))))
    return hidden


EVENTS = (
    ShipArrived,
    ShipForfeited,
    ShipWithdrawn,
    ShipSailed,
    VoyageEnded,
    ShipRecovered,
    ShipsDestroyed,
    ShipsDisclosed,
    GunfireOpened,
    GunfireResolved,
    ShipStruck,
    CraftStruck,
)
