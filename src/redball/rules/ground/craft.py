"""Landing Craft in play: what they can carry, and what is aboard.

A DUKW afloat is here; on land it is a Transport Point among the units, with the same id (18.4e).

Units attack from Landing Craft in a Beach Assault. While it is fought they stand in the hex of their Landing Craft,
`afloat`: so the combat knows their place, and everything else knows that they are not ashore.

Cases: 18.4a
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from operator import attrgetter

from msgspec.structs import replace

from redball.board.waters import is_coast
from redball.core.engine import Run
from redball.core.events import Event, Spent
from redball.core.look import Look
from redball.core.state import ABOARD, State, Unit
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
    """The unit is a DUKW on land; one that was captured is a truck and stays one, even if taken back (18.4e, 9.14c)."""
    craft = world.scenario.craft.get(unit.counter)
    return craft is not None and craft.kind == DUKW and not unit.captured


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


# --- a Beach Assault ---------------------------------------------------------------------------------------------


def place_of(look: Look, unit: Unit) -> int:
    """The hex from which a unit attacks: its own, or that of the Landing Craft that carry it."""
    craft = carrier(look, unit.id) if unit.hex == ABOARD else None
    return unit.hex if craft is None else craft.hex


def boats_of(look: Look, units: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Each of these units that is aboard, with its Landing Craft."""
    found = ((uid, carrier(look, uid)) for uid in units)
    return tuple([(uid, craft.id) for uid, craft in found if craft is not None])


def carrying(look: Look, boats: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The Landing Craft that carry these units, once for each point: a counter has no more than its cargo takes."""
    by_craft: dict[str, list[str]] = {}
    for uid, cid in boats:
        by_craft.setdefault(cid, []).append(uid)
    points: list[str] = []
    for cid in sorted(by_craft):
        used = -(-cargo(look, by_craft[cid], 0) // POINT)
        points += [cid] * min(used, the_craft(look.state, cid).points)
    return tuple(points)


def launched(state: State, boats: tuple[tuple[str, str], ...], staked: tuple[str, ...]) -> State:
    """The state with the units of these `boats`, who are aboard, afloat beside their Landing Craft, ready to attack
    (18.6a); `staked` as `carrying` gives it."""
    going = dict(boats)
    changed = []
    for cid in dict.fromkeys(going.values()):
        craft = the_craft(state, cid)
        out = [state.units[uid] for uid in craft.units if uid in going]
        state = state.with_units([unit.change(hex=craft.hex).act(afloat=True) for unit in out])
        changed.append(craft.change(units=tuple([uid for uid in craft.units if uid not in going])))
    state = with_craft(state, changed)
    return with_fleet(state, replace(fleet_in(state), boats=boats, staked=staked))


def poised(look: Look, units: Iterable[str]) -> Look:
    """The look in which those of the units that are aboard attack from their Landing Craft: for what such an attack
    would come to. The same look if nobody is aboard."""
    boats = boats_of(look, (uid for uid in units if look.unit(uid).hex == ABOARD))
    if not boats:
        return look
    return look.after(launched(look.state, boats, carrying(look, boats)), tuple([uid for uid, _ in boats]))


def afloat(look: Look, units: Iterable[str]) -> bool:
    """Whether these units attack from Landing Craft: all of them do, or none (18.6a-G)."""
    return any(look.unit(uid).activity.afloat for uid in units)


class BeachCleared(Event, frozen=True, kw_only=True):
    """A barrage of the phasing side destroyed the last defender of a coastal hex: who means to assault it will land by
    the Amphibious Landing Table (18.6a-H)."""

    hex: int

    def apply(self, state: State) -> State:
        fleet = fleet_in(state)
        return with_fleet(state, replace(fleet, cleared=tuple(sorted({*fleet.cleared, self.hex}))))

    def told(self, n: Names) -> str:
        return f"Nobody is left to defend the coast at {n.hex(self.hex)}"


def note_cleared(run: Run, side: str, hex_: int) -> None:
    """Call this when a barrage of `side` on units in a hex is over."""
    look = run.look
    if not look.world.scenario.craft or look.state.clock.phasing != side or not is_coast(look.board, hex_):
        return
    if not look.has_combat_units(hex_, look.enemy(side)):
        run.emit(BeachCleared(case="18.6a-H", side=side, hex=hex_))


class SupplySpentAfloat(Spent, frozen=True, kw_only=True):
    """Tokens were spent from what Landing Craft carry (18.5e); `holder` is their id."""

    def apply(self, state: State) -> State:
        craft = the_craft(state, self.holder)
        if craft.tokens < self.tokens:
            raise ValueError(f"{self.holder} carries {craft.tokens}T, not {self.tokens}T")
        return with_craft(state, [craft.change(tokens=craft.tokens - self.tokens)])

    def told(self, n: Names) -> str:
        return self.said(n, f"Landing Craft at {n.hex(self.hex)}")


EVENTS = (BeachCleared, SupplySpentAfloat)
