"""Landing Craft in play: what they can carry, and what is aboard.

A DUKW afloat is here; on land it is a Transport Point among the units, with the same id (18.4e).

Cases: 18.4a
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from operator import attrgetter

from msgspec.structs import replace

from redball.core.events import Spent
from redball.core.look import Look
from redball.core.state import State, Unit
from redball.core.telling import Names
from redball.core.world import World
from redball.forces.craft import DUKW, Craft, CraftKind
from redball.rules.ground.fleet import Fleet, LandingCraft, Vessel, fleet_in, has_fleet, ship_in, with_fleet, with_ships
from redball.rules.units.equivalents import POINT, supply_equivalent, unit_equivalent

_ID = attrgetter("id")


def craft_in(state: State, cid: str) -> LandingCraft | None:
    """The Landing Craft of that id."""
    craft = fleet_in(state).craft
    at = bisect_left(craft, cid, key=_ID)
    return craft[at] if at < len(craft) and craft[at].id == cid else None


def vessel_in(state: State, sid: str) -> Vessel | LandingCraft | None:
    """The ship or the Landing Craft of that id."""
    return ship_in(state, sid) or craft_in(state, sid)


def the_craft(state: State, cid: str) -> LandingCraft:
    """Landing Craft to which something happens."""
    found = craft_in(state, cid)
    assert found is not None  # it was named
    return found


def with_craft(state: State, changed: Iterable[LandingCraft], gone: Iterable[str] = ()) -> State:
    """The state with these records in place of those of the same ids, and without those `gone`."""
    fleet: Fleet = fleet_in(state)
    by_id = {one.id: one for one in fleet.craft} | {one.id: one for one in changed}
    kept = sorted(by_id.keys() - {*gone})
    return with_fleet(state, replace(fleet, craft=tuple([by_id[cid] for cid in kept])))


def with_vessel(state: State, sid: str, **fields: object) -> State:
    """The state with some fields of a ship, or of Landing Craft, changed."""
    found = vessel_in(state, sid)
    assert found is not None  # something happens to it
    if isinstance(found, Vessel):
        return with_ships(state, [found.change(**fields)])
    return with_craft(state, [found.change(**fields)])


def printed_craft(world: World, craft: LandingCraft) -> Craft:
    """Its counter."""
    return world.scenario.craft[craft.counter]


def kind_of(world: World, craft: LandingCraft) -> CraftKind:
    """What they are now: an LST that took a hit is plain Landing Craft (18.3d-B)."""
    return "landing_craft" if craft.lesser else printed_craft(world, craft).kind


def is_dukw(world: World, unit: Unit) -> bool:
    """The unit is a DUKW on land, in the hands of its own side: a captured one is a truck (18.4e, 9.14c)."""
    craft = world.scenario.craft.get(unit.counter)
    return craft is not None and craft.kind == DUKW and craft.side == unit.side


def craft_at(look: Look, hex_: int, side: str) -> tuple[LandingCraft, ...]:
    """Landing Craft of a side in a hex."""
    if not look.world.scenario.craft:
        return ()
    return tuple([one for one in fleet_in(look.state).craft if one.hex == hex_ and one.side == side])


# --- capacity, in 1/16 SP ----------------------------------------------------------------------------------------


def capacity(craft: LandingCraft) -> int:
    """18.4a: a point carries 1 SP, as a Transport Point does."""
    return POINT * craft.points


def cargo(look: Look, units: Iterable[str], tokens: int) -> int:
    """What some units and supply take (4.7)."""
    aboard = sum(unit_equivalent(look, look.unit(uid)) for uid in units)
    return aboard + supply_equivalent(look.world, tokens)


def room(look: Look, craft: LandingCraft) -> int:
    """What they can still take on."""
    return capacity(craft) - cargo(look, craft.units, craft.tokens)


def carrier(look: Look, uid: str) -> LandingCraft | None:
    """The Landing Craft that carry a unit."""
    if not has_fleet(look.world):
        return None
    return next((one for one in fleet_in(look.state).craft if uid in one.units), None)


class SupplySpentAfloat(Spent, frozen=True, kw_only=True):
    """Tokens were spent from what Landing Craft carry (18.5e); `holder` is their id."""

    def apply(self, state: State) -> State:
        craft = the_craft(state, self.holder)
        if craft.tokens < self.tokens:
            raise ValueError(f"{self.holder} carries {craft.tokens}T, not {self.tokens}T")
        return with_craft(state, [craft.change(tokens=craft.tokens - self.tokens)])

    def told(self, n: Names) -> str:
        return self.said(n, f"Landing Craft at {n.hex(self.hex)}")


EVENTS = (SupplySpentAfloat,)
