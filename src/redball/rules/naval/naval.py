"""What happens to ships, as events."""

from __future__ import annotations

from redball.core.events import Event
from redball.core.ledger import show_mp
from redball.core.state import State
from redball.core.telling import Names, counted
from redball.rules.ground.fleet import fleet_in, sunk, with_ship, with_ships


class ShipSailed(Event, frozen=True, kw_only=True):
    """A ship has entered a hex (18.1e); `mp` in 1/12."""

    ship: str
    start: int
    hex: int
    mp: int

    def apply(self, state: State) -> State:
        return with_ship(state, self.ship, hex=self.hex)

    def told(self, n: Names) -> str:
        return f"{n.ship(self.ship)} sails to {n.hex(self.hex)} for {show_mp(self.mp)} MP"


class VoyageEnded(Event, frozen=True, kw_only=True):
    """A ship has finished its move of this phase, after so many `hexes`."""

    ship: str
    start: int
    hex: int
    hexes: int

    def apply(self, state: State) -> State:
        return with_ship(state, self.ship, sailed=True)

    def told(self, n: Names) -> str:
        if not self.hexes:
            return f"{n.ship(self.ship)} stays at {n.hex(self.hex)}"
        return f"{n.ship(self.ship)} sails from {n.hex(self.start)} to {n.hex(self.hex)}, {counted(self.hexes, 'hex')}"


class ShipRecovered(Event, frozen=True, kw_only=True):
    """A DG marker comes off a ship (18.1d)."""

    ship: str

    def apply(self, state: State) -> State:
        return with_ship(state, self.ship, dg=False)

    def told(self, n: Names) -> str:
        return f"{n.ship(self.ship)} is no longer DG"


class ShipsDestroyed(Event, frozen=True, kw_only=True):
    """`side` loses the ships in a hex that enemy units have entered (9.14g)."""

    hex: int
    ships: tuple[str, ...]

    def apply(self, state: State) -> State:
        return with_ships(state, [sunk(ship) for ship in fleet_in(state).ships if ship.id in self.ships])

    def told(self, n: Names) -> str:
        return f"{n.ships(self.ships)} destroyed at {n.hex(self.hex)}"


EVENTS = (ShipSailed, VoyageEnded, ShipRecovered, ShipsDestroyed)
