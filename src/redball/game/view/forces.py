"""Forces off the map: losses, reinforcements to come, Breakdowns, and what is still to be set up."""

from __future__ import annotations

from operator import attrgetter

from msgspec import Struct

from redball.core.derived import derived
from redball.core.look import Look
from redball.core.state import DEAD_PILE, NOT_ARRIVED, REMOVED, SET_UP, Unit
from redball.core.telling import counted
from redball.core.world import World, of_world
from redball.forces.craft import CALLED
from redball.game.sight.belief import OPEN, believed
from redball.game.view.units import CounterView, printed
from redball.rules.ground.air_force import plane_in
from redball.rules.ground.air_force import printed as airframe
from redball.rules.ground.fleet import has_fleet, ship_in
from redball.rules.modes import change as modes
from redball.rules.naval.craft_schedule import craft_to_come
from redball.rules.reinforcement.rebuild import gone
from redball.rules.setup.places import covered, groups, tokens_left
from redball.rules.supply_phase.breakout import return_entries


class LostUnit(Struct, frozen=True):
    """A lost unit and the name on its counter."""

    id: str
    name: str


class LossesView(Struct, frozen=True):
    """A side's lost steps, its Dead Pile (`units`), and the units removed from the game."""

    steps: int
    units: tuple[LostUnit, ...]
    removed: tuple[LostUnit, ...]


class ArrivingUnit(Struct, frozen=True):
    """A unit that is still to come."""

    id: str
    counter: CounterView


class ArrivalView(Struct, frozen=True):
    """A reinforcement: units and SP (tokens) that arrive in a turn, in one of the `entry` hexes, `ships` and Landing
    Craft by their names, the units then aboard, or `aircraft` by theirs, at any base. A unit that broke out counts as
    one. Or what is `leaving` the game in that turn, in words."""

    turn: int
    side: str
    units: tuple[ArrivingUnit, ...]
    tokens: int
    entry: tuple[int, ...]
    aircraft: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    leaving: tuple[str, ...] = ()


class BreakdownsView(Struct, frozen=True):
    """The Breakdowns that the divisions of a nation may detach, and how many in all; `limit` 0: as many as needed."""

    side: str
    nation: str
    limit: int
    counters: tuple[CounterView, ...]


class ReserveMarkers(Struct, frozen=True):
    """Hexes with a side's Reserve markers, and how many there may be."""

    used: int
    limit: int


class SetUpGroupView(Struct, frozen=True):
    """What is left to set up of a group: units, SP (tokens), and the hexes of its zone. `group` is its number in
    actions."""

    side: str
    name: str
    group: int
    units: tuple[str, ...]
    tokens: int
    hexes: tuple[int, ...]


class SetUpView(Struct, frozen=True):
    """The set-up in progress. `covered`: the other side's set-up is hidden for now."""

    covered: bool
    groups: tuple[SetUpGroupView, ...]


@derived
def losses(look: Look, side: str) -> LossesView:
    """Lost steps, the Dead Pile, and removed units: both sides may look at them."""
    lost = sorted([unit for unit in gone(look) if unit.side == side], key=attrgetter("id"))

    def named(pile: int) -> tuple[LostUnit, ...]:
        return tuple([LostUnit(unit.id, look.counter(unit).name) for unit in lost if unit.hex == pile])

    return LossesView(look.state.steps_lost.get(side, 0), named(DEAD_PILE), named(REMOVED))


def arrivals(look: Look) -> list[ArrivalView]:
    """Reinforcements to come, by turn: the schedule is open to both sides."""
    return scheduled(look) + [_returning(look, unit) for unit in look.state.units.values() if unit.returns]


@derived
def scheduled(look: Look) -> list[ArrivalView]:
    """Reinforcements of the schedule that are still to come."""
    found = []
    for arrival in look.world.scenario.arrivals:
        known = look.state.units  # a Transport Point that has combined with another is no longer there
        waiting = [known[uid] for uid in arrival.units if uid in known and known[uid].hex == NOT_ARRIVED]
        if waiting or (arrival.tokens and arrival.turn > look.state.clock.turn):
            units = tuple(_arriving(look, unit) for unit in waiting)
            found.append(ArrivalView(arrival.turn, arrival.side, units, arrival.tokens, arrival.entry))
    for flight in look.world.scenario.air_arrivals:
        planes = [plane for pid in flight.aircraft if (plane := plane_in(look.state, pid)) is not None]
        names = tuple([airframe(look.world, plane).name for plane in planes if plane.hex == NOT_ARRIVED])
        if names:
            found.append(ArrivalView(flight.turn, flight.side, (), 0, (), names))
    return found + _by_sea(look) if has_fleet(look.world) else found


def _by_sea(look: Look) -> list[ArrivalView]:
    """Ships and Landing Craft that are still to come or to leave."""
    found, scenario, turn = [], look.world.scenario, look.state.clock.turn
    for fleet in scenario.ship_arrivals:
        waiting = [sid for sid in fleet.ships if (s := ship_in(look.state, sid)) is not None and s.hex == NOT_ARRIVED]
        names = tuple([scenario.ships[sid].name for sid in waiting])
        if names:
            found.append(ArrivalView(fleet.turn, fleet.side, (), 0, fleet.entry, ships=names))
    for load in craft_to_come(look):
        craft = scenario.craft[load.craft]
        units = tuple([_arriving(look, look.unit(uid)) for uid in load.units])
        found.append(ArrivalView(load.turn, craft.side, units, load.tokens, load.entry, ships=(craft.called,)))
    for away in scenario.ship_withdrawals:
        there = [sid for sid in away.ships if (s := ship_in(look.state, sid)) is not None and s.hex != REMOVED]
        names = tuple([scenario.ships[sid].name for sid in there])
        if names:
            found.append(ArrivalView(away.turn, away.side, (), 0, (), leaving=names))
    for part in scenario.craft_withdrawals:
        if part.turn > turn:
            what = (f"{counted(part.points, 'point')} of {CALLED[part.kind]}",)
            found.append(ArrivalView(part.turn, part.side, (), 0, (), leaving=what))
    return found


def _arriving(look: Look, unit: Unit) -> ArrivingUnit:
    return ArrivingUnit(unit.id, printed(look.world, unit.counter))


def _returning(look: Look, unit: Unit) -> ArrivalView:
    """A unit that broke out, as an arrival of its own (12.8e-2)."""
    return ArrivalView(unit.returns, unit.side, (_arriving(look, unit),), 0, tuple(return_entries(look, unit.side)))


def reserve_markers(look: Look, viewer: str) -> dict[str, ReserveMarkers]:
    """Reserve markers of both sides, as the viewer may believe them."""
    seen = believed(look, viewer)
    return {
        side: ReserveMarkers(len(modes.reserve_hexes(seen, side)), modes.reserve_limit(look, side))
        for side in look.world.sides
    }


def set_up(look: Look, side: str) -> SetUpView | None:
    """What the viewer still has to set up, and where; None outside set-up."""
    clock = look.state.clock
    if clock.phase != SET_UP:
        return None
    own = [group for s in look.world.sides if side in (OPEN, s) for group in groups(look.world, s)]
    laid = look.state.stack[-1].data.laid if side in (OPEN, clock.acting) else ()
    found = []
    for group in own:
        number = look.world.scenario.free_setup.groups.index(group)  # type: ignore[union-attr]
        found.append(
            SetUpGroupView(
                side=group.side,
                name=group.name,
                group=number,
                units=tuple(uid for uid in group.units if look.state.units[uid].hex == NOT_ARRIVED),
                tokens=tokens_left(look.world, group.side, laid, number) if group.side == clock.acting else 0,
                hexes=group.hexes,
            )
        )
    return SetUpView(covered(look), tuple(found))


@of_world
def breakdowns(world: World) -> list[BreakdownsView]:
    """The Breakdowns that each nation may detach: the counter-mix is open to both sides (20.0g)."""
    return [
        BreakdownsView(pool.side, pool.nation, pool.limit, tuple(printed(world, uid) for uid in pool.counters))
        for pool in world.scenario.breakdowns
    ]
