"""Forces off the map: losses, reinforcements to come, Breakdowns, and what is still to be set up."""

from __future__ import annotations

from operator import attrgetter

from msgspec import Struct

from redball.core.derived import derived
from redball.core.look import Look
from redball.core.state import DEAD_PILE, NOT_ARRIVED, REMOVED, SET_UP, Unit
from redball.core.world import World, of_world
from redball.game.sight.belief import OPEN, believed
from redball.game.view.units import CounterView, printed
from redball.rules.ground.air_force import plane_in
from redball.rules.ground.air_force import printed as airframe
from redball.rules.modes import change as modes
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
    """A reinforcement: units and SP (tokens) that arrive in a turn, in one of the `entry` hexes, or `aircraft` by their
    names, at any base. A unit that broke out counts as one."""

    turn: int
    side: str
    units: tuple[ArrivingUnit, ...]
    tokens: int
    entry: tuple[int, ...]
    aircraft: tuple[str, ...] = ()


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
