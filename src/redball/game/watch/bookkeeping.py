"""Do the events account for everything that an action did? Supply, steps, truck points, state and stacking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from redball.core import events as ev
from redball.core.events import Event
from redball.core.look import Look
from redball.core.state import ABOARD, State, Unit
from redball.core.world import World
from redball.editions.aimed_barrage import SupplyBarraged
from redball.editions.v1992.load_drop import LoadDropped
from redball.game.watch.broken import InvariantBroken
from redball.rules.air.air import CargoLost
from redball.rules.air.supply_drop import SupplyDropped
from redball.rules.ground.craft import SupplySpentAfloat, the_craft
from redball.rules.ground.fleet import fleet_in
from redball.rules.naval.cargo_events import CargoArrived, CargoSunk, CraftDestroyed, CraftLost, TookToWater
from redball.rules.naval.invasion_events import WadedAshore
from redball.rules.rail.cap import cap_left
from redball.rules.transport.loading import capacity
from redball.rules.units.stacking import NOT_ENFORCED_IN, overstacked

Change = dict[str, int]


def on_the_ground(state: State) -> Counter[str]:
    """All supply on the ground by side, in tokens."""
    return Counter({side: sum(dump.tokens for dump in dumps.values()) for side, dumps in state.dumps.items()})


def tokens(state: State) -> Counter[str]:
    """All supply on the map by side, on the ground and loaded."""
    found = on_the_ground(state)
    for unit in state.units.values():
        found[unit.side] += unit.load
    return found + _afloat(state)


def _afloat(state: State) -> Counter[str]:
    """All supply aboard Landing Craft, by side."""
    found: Counter[str] = Counter()
    for craft in fleet_in(state).craft:
        found[craft.side] += craft.tokens
    return found


def _carried(event: Any, state: State) -> Change:
    """A unit's load is lost with it."""
    unit = state.units[event.unit]
    return {unit.side: -unit.load}


def _captured_dump(event: ev.DumpCaptured, state: State) -> Change:
    there = state.ground_supply(event.loser, event.hex).tokens
    if there != event.captured + event.destroyed:
        return {event.loser: 1 - there}  # does not add up: make the sums differ
    return {event.loser: -there, event.side: event.captured}


def _blown(event: ev.DumpBlown, state: State) -> Change:
    accounted = event.ground + sum(burned for _, burned in event.loads)
    return {event.side: -event.destroyed if accounted == event.destroyed else 1}


def _captured_load(event: ev.LoadCaptured, state: State) -> Change:
    return {state.units[event.unit].side: -event.tokens, event.side: event.tokens}


def _captured_transport(event: ev.TransportCaptured, state: State) -> Change:
    unit = state.units[event.unit]
    return {unit.side: -unit.load, event.side: unit.load}


EXPECTED: dict[type[Event], Callable[[Any, State], Change]] = {
    ev.SupplyArrived: lambda e, s: {e.side: e.tokens},
    ev.UnitArrived: lambda e, s: {e.side: e.load},
    ev.UnitSetUp: lambda e, s: {e.side: e.load},
    ev.UnitTakenBack: _carried,
    ev.SupplySetUp: lambda e, s: {e.side: e.tokens},
    ev.SupplySpent: lambda e, s: {e.side: -e.tokens},
    ev.StepLost: lambda e, s: _carried(e, s) if e.destroyed else {},
    ev.UnitEliminated: _carried,
    ev.DumpBlown: _blown,
    ev.DumpCaptured: _captured_dump,
    SupplyBarraged: lambda e, s: {e.side: -e.ground - sum(tokens for _, tokens in e.loads)},
    ev.TransportCaptured: _captured_transport,
    ev.LoadCaptured: _captured_load,
    CargoLost: lambda e, s: {e.side: -e.tokens},
    SupplyDropped: lambda e, s: {} if e.lands else {e.side: -1},
    SupplySpentAfloat: lambda e, s: {e.side: -e.tokens},
    CraftLost: lambda e, s: {e.side: -e.tokens},
    CargoSunk: lambda e, s: {e.side: -e.tokens - e.load},
    CargoArrived: lambda e, s: {e.side: e.tokens},
    CraftDestroyed: lambda e, s: {e.side: -sum(one.tokens for one in fleet_in(s).craft if one.id in e.craft)},
    LoadDropped: lambda e, s: {} if e.lands else {e.side: -e.tokens},
}


def steps(world: World, unit: Unit) -> int:
    """A unit's steps; 0 off the map."""
    return max(world.counters[unit.counter].steps - unit.steps_lost, 0) if unit.on_map or unit.hex == ABOARD else 0


def points(world: World, unit: Unit) -> int:
    """A unit's Transport Points, in an Extender too; 0 off the map."""
    return unit.points + unit.extender if unit.on_map or unit.hex == ABOARD else 0


def load(world: World, unit: Unit) -> int:
    """Tokens that a unit carries."""
    return unit.load


def changed_units(before: State, after: State) -> list[tuple[Unit | None, Unit | None]]:
    """The unit records that differ between two states, as (before, after) pairs."""
    if before.units is after.units:
        return []
    pairs = [(unit, after.units.get(uid)) for uid, unit in before.units.items()]
    changed: list[tuple[Unit | None, Unit | None]] = [pair for pair in pairs if pair[0] is not pair[1]]
    return [*changed, *((None, unit) for uid, unit in after.units.items() if uid not in before.units)]


def _gained(world: World, count: Count, changed: list[tuple[Unit | None, Unit | None]]) -> Counter[str]:
    """How much each side gained by some changes of units."""
    found: Counter[str] = Counter()
    for old, new in changed:
        if old is not None:
            found[old.side] -= count(world, old)
        if new is not None:
            found[new.side] += count(world, new)
    return found


def _steps_of(event: Any, state: State, world: World) -> Change:
    """A unit's steps, for one that comes onto the map."""
    unit = state.units[event.unit]
    return {event.side: world.counters[unit.counter].steps - unit.steps_lost}


def _points_of(event: Any, state: State, world: World) -> Change:
    return {event.side: state.units[event.unit].points}


def _points_gone(event: Any, state: State, world: World) -> Change:
    unit = state.units[event.unit]
    return {unit.side: -unit.points - unit.extender}


def _points_taken(event: Any, state: State, world: World) -> Change:
    unit = state.units[event.unit]
    return {unit.side: -unit.points, event.side: unit.points}


def _steps_away(event: Any, state: State, world: World) -> Change:
    """A unit's steps, for one that leaves the map."""
    return {side: -by for side, by in _steps_of(event, state, world).items()}


def _steps_aboard(event: CargoArrived, state: State, world: World) -> Change:
    """The steps of the units that arrive aboard Landing Craft."""
    units = [state.units[uid] for uid in event.units]
    return {event.side: sum(world.counters[unit.counter].steps - unit.steps_lost for unit in units)}


Account = Callable[[Any, State, World], Change]
Count = Callable[[World, Unit], int]
EXPECTED_STEPS: dict[type[Event], Account] = {
    ev.UnitArrived: _steps_of,
    ev.UnitSetUp: _steps_of,
    ev.UnitTakenBack: lambda e, s, w: {side: -lost for side, lost in _steps_of(e, s, w).items()},
    ev.ReplArrived: lambda e, s, w: {e.side: 1},
    ev.ReplsSpent: lambda e, s, w: {e.side: -len(e.units)},
    ev.UnitRebuilt: lambda e, s, w: {e.side: w.counters[s.units[e.unit].counter].steps - e.steps_lost},
    ev.StepRegained: lambda e, s, w: {e.side: 1},
    ev.UnitsCombined: lambda e, s, w: {e.side: -e.excess},
    ev.StepLost: lambda e, s, w: {e.side: -1},
    ev.UnitEliminated: lambda e, s, w: {e.side: -e.steps},
    ev.UnitBrokeOut: _steps_away,
    CargoArrived: _steps_aboard,
}
EXPECTED_POINTS: dict[type[Event], Account] = {
    ev.UnitArrived: _points_of,
    ev.UnitSetUp: _points_of,
    ev.UnitTakenBack: _points_gone,
    ev.TruckRebuilt: lambda e, s, w: {e.side: 1},
    ev.UnitEliminated: _points_gone,
    ev.UnitBrokeOut: _points_gone,
    ev.TransportCaptured: _points_taken,
    TookToWater: _points_gone,
    CargoSunk: lambda e, s, w: {e.side: -e.points},
    CargoArrived: lambda e, s, w: {e.side: sum(s.units[uid].points for uid in e.units)},
    WadedAshore: lambda e, s, w: {e.side: the_craft(s, e.unit).points},
}
COUNTED = (("steps", steps, EXPECTED_STEPS), ("points", points, EXPECTED_POINTS))
"""What is counted besides supply: the invariant's name, how to count a unit, and which events change the sum."""


def _check_counted(world: World, number: int, before: State, happened: tuple[Event, ...], after: State) -> None:
    changed = changed_units(before, after)
    for name, count, accounts in COUNTED:
        expected: Counter[str] = Counter()
        state = before
        for event in happened if not accounts.keys().isdisjoint(map(type, happened)) else ():
            for side, by in accounts[type(event)](event, state, world).items() if type(event) in accounts else ():
                expected[side] += by
            state = event.apply(state)
        found = _gained(world, count, changed)
        if any(found[side] != expected[side] for side in world.sides):
            names = ", ".join(type(event).__name__ for event in happened)
            raise InvariantBroken(name, number, f"{dict(found)} more instead of {dict(expected)} after {names}")


def check_supply(state: State, number: int) -> None:
    """Raises InvariantBroken for a negative amount or an overloaded Transport Point."""
    for side, dumps in state.dumps.items():
        for hex_, dump in dumps.items():
            if dump.tokens <= 0 or not 0 <= dump.fresh <= dump.tokens:
                raise InvariantBroken("supply", number, f"{side} has a dump of {dump} at hex {hex_}")
    dividing = any(frame.procedure == "transport_capture" for frame in state.stack)
    for unit in state.units.values():
        if unit.load and (unit.load < 0 or (unit.load > capacity(unit) and not dividing)):
            raise InvariantBroken("supply", number, f"{unit.id} of {unit.points} points carries {unit.load}T")


def check_events(world: World, number: int, before: State, happened: tuple[Event, ...], after: State) -> None:
    """Raises InvariantBroken if the events do not lead from one state to the other, if supply changed otherwise than
    they say, or if a segment ended with an overstacked hex."""
    state = before
    for event in happened:
        if isinstance(event, ev.PhaseBegan):
            _check_stacking(world, number, state)
        earlier, state = state, event.apply(state)
        _check_tokens(world, number, earlier, event, state)
        if isinstance(event, ev.UnitRailed | ev.SupplyRailed):
            _check_rail(world, number, earlier, event, state)
    if state.change(stack=()) != after.change(stack=()):
        raise InvariantBroken("events", number, f"the events lead to another {_difference(state, after)}")
    check_supply(after, number)
    _check_counted(world, number, before, happened, after)


def _check_tokens(world: World, number: int, before: State, event: Event, after: State) -> None:
    """Check that supply changed exactly as this event says, in the hexes and on the units that it names."""
    changed = changed_units(before, after)
    if not changed and before.dumps is after.dumps and before.own is after.own:
        return
    expected = Counter(EXPECTED[type(event)](event, before) if type(event) in EXPECTED else {})
    found = _gained(world, load, changed)
    piles = _changed_dumps(before, after)
    for state, sign in ((before, -1), (after, 1)) if before.own is not after.own else ():
        for side, afloat in _afloat(state).items():
            found[side] += sign * afloat
    for (side, _), by in piles.items():
        found[side] += by
    if any(found[side] != expected[side] for side in world.sides):
        more = f"{dict(found)} more instead of {dict(expected)}"
        raise InvariantBroken("supply", number, f"{more} after {type(event).__name__}: {dict(tokens(after))}")
    named = {getattr(event, name, -1) for name in ("hex", "start")}
    strangers = [world.board.hex_name(hex_) for _, hex_ in piles if hex_ not in named]
    for old, new in changed:
        unit = old or new
        if unit is not None and (old.load if old else 0) != (new.load if new else 0) and unit.id not in event.touched():
            strangers.append(unit.id)
    if strangers:
        raise InvariantBroken("supply", number, f"{type(event).__name__} changes what is in {', '.join(strangers)}")


def _changed_dumps(before: State, after: State) -> dict[tuple[str, int], int]:
    """By how many tokens each dump changed, by side and hex."""
    found: Counter[tuple[str, int]] = Counter()
    for side, dumps in after.dumps.items() if before.dumps is not after.dumps else ():
        earlier = before.dumps[side]
        if earlier is not dumps:
            found.update({(side, hex_): dump.tokens for hex_, dump in dumps.items()})
            found.subtract({(side, hex_): dump.tokens for hex_, dump in earlier.items()})
    return {place: by for place, by in found.items() if by}


def _check_rail(world: World, number: int, before: State, event: ev.UnitRailed | ev.SupplyRailed, after: State) -> None:
    """13.3b: within the Rail Cap, and only the cargo's place changes."""
    look = Look(world, after)
    if event.cost <= 0 or cap_left(look, event.side) < 0:
        raise InvariantBroken("rail", number, f"{event.side} has used {after.rail_spent}/16 points of Rail Cap")
    if isinstance(event, ev.UnitRailed):
        unit = before.units[event.unit]
        if after.units[unit.id].change(hex=unit.hex, activity=unit.activity) != unit:
            raise InvariantBroken("rail", number, f"{unit.id} has changed during its ride")


def _difference(one: State, two: State) -> str:
    return ", ".join(
        name for name in State.__struct_fields__ if name != "stack" and getattr(one, name) != getattr(two, name)
    )


BEFORE_MOVES = (
    *NOT_ENFORCED_IN,
    "aircraft_return",
    "aircraft_refit",
    "air_operations",
    "mode_determination",
    "pre_turn",
)
"""Phases after which a hex may still be overstacked with arrivals, because nobody has moved yet."""


def _check_stacking(world: World, number: int, state: State) -> None:
    unordered = not state.clock.first  # nobody moves before the player order is known
    if unordered or state.clock.phase in BEFORE_MOVES or state.clock.segment == "breakout":
        return
    look = Look(world, state)
    for side in world.sides:
        hexes = overstacked(look, side)
        if hexes:
            names = ", ".join(look.hex_name(h) for h in hexes)
            raise InvariantBroken("stacking", number, f"{side} is overstacked in {names} at the end of a segment")
