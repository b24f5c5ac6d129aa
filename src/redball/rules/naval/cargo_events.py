"""What happens to Landing Craft and their cargo, as events.

Cases: 12.6g
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from redball.core.events import Event, UnitEvent
from redball.core.ledger import show_tokens
from redball.core.state import ABOARD, REMOVED, Dump, State
from redball.core.telling import Names, counted
from redball.forces.craft import CALLED, CraftKind
from redball.rules.ground.craft import the_craft, with_craft
from redball.rules.ground.fleet import LandingCraft, fleet_in, with_fleet

TRACED = {"out_of_supply": False, "cut_off": False}
"""12.6g: what being in trace supply means for a unit."""


class WentAboard(UnitEvent, frozen=True, kw_only=True):
    """A unit went aboard Landing Craft in a port (18.4c); it is in trace supply there (12.6g)."""

    audience: ClassVar[str] = "own"
    craft: str
    hex: int

    def apply(self, state: State) -> State:
        craft, unit = the_craft(state, self.craft), state.units[self.unit]
        state = state.with_unit(unit.change(hex=ABOARD, hq_fueled=False, formation_fueled=False, **TRACED))
        state = with_craft(state, [craft.change(units=(*craft.units, self.unit))])
        return state.change(arrived=state.arrived - {self.unit}) if self.unit in state.arrived else state

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} goes aboard {n.ship(self.craft)} at {n.hex(self.hex)}"


class WentAshore(UnitEvent, frozen=True, kw_only=True):
    """A unit landed from Landing Craft in a port, and its move is over (18.5g)."""

    openly: ClassVar[bool] = True
    craft: str
    hex: int

    def apply(self, state: State) -> State:
        craft, unit = the_craft(state, self.craft), state.units[self.unit]
        kept = tuple([uid for uid in craft.units if uid != self.unit])
        ashore = unit.change(hex=self.hex).act(origin=self.hex, moved=True, spent=True)
        return with_craft(state.with_unit(ashore), [craft.change(units=kept)])

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} lands in the port at {n.hex(self.hex)}"


class SupplyCarried(Event, frozen=True, kw_only=True):
    """Tokens went aboard Landing Craft from the ground of a port (18.4c), or ashore from them if negative (18.5g); what
    went ashore is not loaded again in this phase (12.2a)."""

    audience: ClassVar[str] = "own"
    craft: str
    hex: int
    tokens: int

    def apply(self, state: State) -> State:
        craft, dump = the_craft(state, self.craft), state.ground_supply(self.side, self.hex)
        state = with_craft(state, [craft.change(tokens=craft.tokens + self.tokens)])
        fresh = dump.fresh + max(-self.tokens, 0)
        return state.with_dump(self.side, self.hex, Dump(dump.tokens - self.tokens, fresh))

    def told(self, n: Names) -> str:
        if self.tokens < 0:
            return f"{show_tokens(-self.tokens)} unloaded at {n.hex(self.hex)}"
        return f"{show_tokens(self.tokens)} loaded onto {n.ship(self.craft)} at {n.hex(self.hex)}"


class CraftDivided(Event, frozen=True, kw_only=True):
    """Points of Landing Craft split off as a counter of their own, with these units and tokens (18.4d); `sailed`: their
    move is over."""

    audience: ClassVar[str] = "own"
    craft: str
    new: str
    points: int
    units: tuple[str, ...]
    tokens: int
    sailed: bool

    def apply(self, state: State) -> State:
        craft = the_craft(state, self.craft)
        part = craft.change(id=self.new, points=self.points, units=self.units, tokens=self.tokens, sailed=self.sailed)
        kept = tuple([uid for uid in craft.units if uid not in self.units])
        rest = craft.change(points=craft.points - self.points, units=kept, tokens=craft.tokens - self.tokens)
        return with_craft(state, [rest, part])

    def told(self, n: Names) -> str:
        what = n.units(self.units) if self.units else ""
        supply = show_tokens(self.tokens) if self.tokens else ""
        load = " and ".join(filter(None, (what, supply)))
        carrying = f" with {load}" if load else ""
        stay = "stays" if self.points == 1 else "stay"
        return f"{n.ship(self.craft)} splits: {counted(self.points, 'point')}{carrying} {stay} behind"


class CraftCombined(Event, frozen=True, kw_only=True):
    """Landing Craft took in others of their kind, with their cargo; the other counter is gone (18.4d)."""

    audience: ClassVar[str] = "own"
    craft: str
    other: str

    def apply(self, state: State) -> State:
        craft, other = the_craft(state, self.craft), the_craft(state, self.other)
        whole = craft.change(
            points=craft.points + other.points,
            units=(*craft.units, *other.units),
            tokens=craft.tokens + other.tokens,
            dg=craft.dg or other.dg,
            shelled=craft.shelled or other.shelled,
            shown=craft.shown or other.shown,
        )
        return with_craft(state, [whole], gone=[other.id])

    def told(self, n: Names) -> str:
        return f"{n.ship(self.craft)} and {n.ship(self.other)} combine"


class TookToWater(UnitEvent, frozen=True, kw_only=True):
    """A DUKW is Landing Craft again, and has `spent` (1/12 MP) of its speed at sea (18.4e)."""

    openly: ClassVar[bool] = True
    hex: int
    spent: int

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        afloat = LandingCraft(
            unit.id, unit.counter, unit.side, self.hex, unit.points, tokens=unit.load, spent=self.spent
        )
        state = with_craft(state.without_units([unit.id]), [afloat])
        return state.change(arrived=state.arrived - {unit.id}) if unit.id in state.arrived else state

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} takes to the water at {n.hex(self.hex)}"


class CraftLost(Event, frozen=True, kw_only=True):
    """Landing Craft of `side` lost a point; with the last one they are gone, and `tokens` of supply with them. An LST
    that took a hit is plain Landing Craft (18.3d-B)."""

    craft: str
    hex: int
    tokens: int = 0
    lesser: bool = False

    def apply(self, state: State) -> State:
        craft = the_craft(state, self.craft)
        if craft.points == 1:
            return with_craft(state, (), gone=[craft.id])
        return with_craft(state, [craft.change(points=craft.points - 1, lesser=self.lesser)])

    def told(self, n: Names) -> str:
        supply = f", with {show_tokens(self.tokens)}" if self.tokens else ""
        return f"a point of {n.ship(self.craft)} is lost at {n.hex(self.hex)}{supply}"


class CargoSunk(Event, frozen=True, kw_only=True):
    """Cargo of Landing Craft of `side` goes down with a point of theirs (18.3d-B): `tokens` of supply, or a `unit`: one
    that another event has destroyed, or so many of its Transport `points`, with their `load`."""

    craft: str
    hex: int
    tokens: int = 0
    unit: str = ""
    points: int = 0
    load: int = 0

    def touched(self) -> tuple[str, ...]:
        return (self.unit,) if self.unit else ()

    def apply(self, state: State) -> State:
        craft = the_craft(state, self.craft)
        if not self.unit:
            return with_craft(state, [craft.change(tokens=craft.tokens - self.tokens)])
        if not self.points:
            return with_craft(state, [craft.change(units=tuple([uid for uid in craft.units if uid != self.unit]))])
        unit = state.units[self.unit]
        state = state.with_unit(unit.change(points=unit.points - self.points, load=unit.load - self.load))
        return state if unit.captured else state.with_trucks_lost(unit.counter, self.points)

    def told(self, n: Names) -> str:
        if self.tokens:
            return f"{show_tokens(self.tokens)} aboard {n.ship(self.craft)} lost at {n.hex(self.hex)}"
        if not self.points:
            return f"{n.unit(self.unit)} goes down with {n.ship(self.craft)} at {n.hex(self.hex)}"
        load = f", with {show_tokens(self.load)}" if self.load else ""
        return f"{counted(self.points, 'Transport Point')} of {n.unit(self.unit)} lost at {n.hex(self.hex)}{load}"


class CraftDestroyed(Event, frozen=True, kw_only=True):
    """`side` loses Landing Craft in a hex that enemy units have entered, with the supply aboard (9.14g); the units
    aboard are lost in events of their own."""

    hex: int
    craft: tuple[str, ...]

    def apply(self, state: State) -> State:
        return with_craft(state, (), gone=self.craft)

    def told(self, n: Names) -> str:
        return f"{n.ships(self.craft)} destroyed at {n.hex(self.hex)}"


class CraftArrived(Event, frozen=True, kw_only=True):
    """Landing Craft have arrived as Reinforcements (13.6)."""

    craft: str
    hex: int
    points: int

    def apply(self, state: State) -> State:
        fleet = fleet_in(state)
        state = with_fleet(state, replace(fleet, came=tuple(sorted({*fleet.came, self.craft}))))
        return with_craft(state, [LandingCraft(self.craft, self.craft, self.side, self.hex, self.points)])

    def told(self, n: Names) -> str:
        return f"{n.ship(self.craft)} arrives at {n.hex(self.hex)}"


class CargoArrived(Event, frozen=True, kw_only=True):
    """What is aboard Landing Craft that have arrived: units, which are in trace supply (12.6g), and tokens."""

    audience: ClassVar[str] = "own"
    craft: str
    hex: int
    units: tuple[str, ...]
    tokens: int

    def touched(self) -> tuple[str, ...]:
        return self.units

    def apply(self, state: State) -> State:
        craft = the_craft(state, self.craft)
        state = state.with_units([state.units[uid].change(hex=ABOARD) for uid in self.units])
        return with_craft(state, [craft.change(units=self.units, tokens=self.tokens)])

    def told(self, n: Names) -> str:
        what = filter(
            None, (n.units(self.units) if self.units else "", show_tokens(self.tokens) if self.tokens else "")
        )
        return f"Aboard {n.ship(self.craft)}: {', '.join(what)}"


class CraftForfeited(Event, frozen=True, kw_only=True):
    """Landing Craft that should have arrived were not placed, and are lost, with these units aboard (13.6)."""

    craft: str
    units: tuple[str, ...]

    def touched(self) -> tuple[str, ...]:
        return self.units

    def apply(self, state: State) -> State:
        fleet = fleet_in(state)
        state = with_fleet(state, replace(fleet, came=tuple(sorted({*fleet.came, self.craft}))))
        return state.with_units([state.units[uid].change(hex=REMOVED) for uid in self.units])

    def told(self, n: Names) -> str:
        along = f", with {n.units(self.units)}," if self.units else ""
        return f"{n.ship(self.craft)}{along} was not placed and is lost"


class CraftRecalled(Event, frozen=True, kw_only=True):
    """So many points of a kind of Landing Craft are to leave the game (13.6): what the schedule wants now, and what it
    has wanted before, as far as they are still afloat."""

    audience: ClassVar[str] = "own"
    kind: CraftKind
    points: int

    def apply(self, state: State) -> State:
        return _with_debt(state, self.side, self.kind, self.points)

    def told(self, n: Names) -> str:
        return f"{counted(self.points, 'point')} of {CALLED[self.kind]} must leave the game"


class CraftWithdrawn(Event, frozen=True, kw_only=True):
    """Points of Landing Craft leave the game by the schedule (13.6); with the last one their counter is gone."""

    craft: str
    kind: CraftKind
    points: int

    def apply(self, state: State) -> State:
        craft = the_craft(state, self.craft)
        due = sum(points for side, kind, points in fleet_in(state).owed if (side, kind) == (self.side, self.kind))
        state = _with_debt(state, self.side, self.kind, due - self.points)
        if craft.points == self.points:
            return with_craft(state, (), gone=[craft.id])
        return with_craft(state, [craft.change(points=craft.points - self.points)])

    def told(self, n: Names) -> str:
        return (
            f"{counted(self.points, 'point')} of {n.ship(self.craft)} {'is' if self.points == 1 else 'are'} withdrawn"
        )


def _with_debt(state: State, side: str, kind: CraftKind, points: int) -> State:
    fleet = fleet_in(state)
    others = [debt for debt in fleet.owed if debt[:2] != (side, kind)]
    mine = [(side, kind, points)] if points > 0 else []
    return with_fleet(state, replace(fleet, owed=tuple(sorted([*others, *mine]))))


EVENTS = (
    WentAboard,
    WentAshore,
    SupplyCarried,
    CraftDivided,
    CraftCombined,
    TookToWater,
    CraftLost,
    CargoSunk,
    CraftDestroyed,
    CraftArrived,
    CargoArrived,
    CraftForfeited,
    CraftRecalled,
    CraftWithdrawn,
)
