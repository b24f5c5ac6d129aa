"""What a landing by the Amphibious Landing Table does, as events."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from redball.core.events import Event, UnitEvent
from redball.core.ledger import Ledger
from redball.core.state import Activity, State, Unit
from redball.core.telling import Names
from redball.rules.ground.craft import the_craft, with_craft
from redball.rules.ground.fleet import fleet_in, with_fleet
from redball.rules.ground.harbours import Harbour, with_harbour
from redball.rules.units.ashore import with_waded


class LandingRolled(Event, frozen=True, kw_only=True):
    """A group of a landing in a hex was rolled for (18.5f); from now on no Landing Craft sail in this phase."""

    hex: int
    group: int
    terrain: str
    roll: int
    result: str
    ledger: Ledger

    def apply(self, state: State) -> State:
        return with_fleet(state, replace(fleet_in(state), rolled=True))

    def told(self, n: Names) -> str:
        return f"Landing at {n.hex(self.hex)}, group {self.group + 1}: roll {self.roll}: {self.result}"


class UnitLanded(UnitEvent, frozen=True, kw_only=True):
    """A unit came ashore; it is fueled until its side's next Clean Up Phase (18.5h)."""

    openly: ClassVar[bool] = True
    craft: str
    hex: int

    def apply(self, state: State) -> State:
        craft, unit = the_craft(state, self.craft), state.units[self.unit]
        ashore = unit.change(hex=self.hex, formation_fueled=True).act(origin=self.hex, landed=True)
        kept = tuple([uid for uid in craft.units if uid != self.unit])
        return with_craft(state.with_unit(ashore), [craft.change(units=kept, sailed=True)])

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} lands at {n.hex(self.hex)}"


class WadedAshore(Event, frozen=True, kw_only=True):
    """A DUKW is a Transport Point on land (18.4e); `spent` (1/12 MP) of its MA is gone. If it unloaded cargo, it has
    `moved` (18.4e-A)."""

    unit: str
    hex: int
    spent: int
    moved: bool

    def touched(self) -> tuple[str, ...]:
        return (self.unit,)

    def apply(self, state: State) -> State:
        craft = the_craft(state, self.unit)
        activity = Activity(origin=self.hex, landed=True, moved=self.moved)
        unit = Unit(
            id=craft.id,
            counter=craft.counter,
            side=craft.side,
            hex=self.hex,
            facing="move",
            points=craft.points,
            load=craft.tokens,
            activity=activity,
        )
        return with_craft(state, (), gone=[craft.id]).with_unit(with_waded(unit, self.spent))

    def told(self, n: Names) -> str:
        return f"{n.ship(self.unit)} comes ashore at {n.hex(self.hex)}"


class LstDeployed(Event, frozen=True, kw_only=True):
    """An LST of `side` is a port from the next phase on, and never anything else again (18.4f)."""

    craft: str
    hex: int

    def apply(self, state: State) -> State:
        port = Harbour(self.hex, self.side, lst=True, fresh=True)
        return with_harbour(with_craft(state, (), gone=[self.craft]), port)

    def told(self, n: Names) -> str:
        return f"{n.ship(self.craft)} becomes a port at {n.hex(self.hex)}"


EVENTS = (LandingRolled, UnitLanded, WadedAshore, LstDeployed)
