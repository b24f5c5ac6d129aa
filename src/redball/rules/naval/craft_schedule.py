"""Landing Craft that come and go by schedule.

They arrive as ships do (`arrivals`), with what is aboard. A schedule that takes them away says how many points of a
kind, since they divide and combine: their owner chooses which. Points that carry something stay until they are empty,
and leave in a later Reinforcement Phase (readings, 13.6).
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.core.actions.naval import WithdrawCraft
from redball.core.derived import derived
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Choose, Option
from redball.core.refusals import Refusal, refusal
from redball.core.state import NOT_ARRIVED
from redball.core.world import World
from redball.forces.craft import CALLED, CraftKind
from redball.rules.ground.craft import craft_in, kind_of, room
from redball.rules.ground.fleet import LandingCraft, fleet_in, has_fleet
from redball.rules.naval.cargo_events import (
    CargoArrived,
    CraftArrived,
    CraftForfeited,
    CraftRecalled,
    CraftWithdrawn,
)
from redball.rules.naval.voyage import called
from redball.rules.reinforcement.phase import ReinforcementPhase
from redball.rules.units.equivalents import POINT
from redball.scenarios.records import CraftArrival

NOT_OWED = refusal("craft.not_owed", case="13.6", text="{detail} does not leave by the schedule in this phase")
LOADED = refusal(
    "craft.leaves_empty",
    case="13.6",
    text="{detail} has {have:point} without cargo; from 1 to {need} of them may leave now",
    remedy="points leave when they are empty: unload them, and they leave in the next Reinforcement Phase",
)


# --- arriving ----------------------------------------------------------------------------------------------------


@derived
def due_craft(look: Look, side: str) -> dict[str, CraftArrival]:
    """The Landing Craft of a side that arrive in this turn and have not been placed, by id."""
    scenario, turn = look.world.scenario, look.state.clock.turn
    due = {one.craft: one for one in scenario.craft_arrivals if one.turn == turn}
    came = fleet_in(look.state).came if due else ()
    return {cid: one for cid, one in due.items() if scenario.craft[cid].side == side and cid not in came}


def craft_to_come(look: Look) -> tuple[CraftArrival, ...]:
    """The Landing Craft of both sides that have not arrived yet, as the schedule has them."""
    arrivals = look.world.scenario.craft_arrivals
    came = fleet_in(look.state).came if arrivals else ()
    return tuple([one for one in arrivals if one.craft not in came])


def coming(world: World, arrival: CraftArrival, hex_: int) -> LandingCraft:
    """The record of Landing Craft that arrive in a hex, without their cargo."""
    printed = world.scenario.craft[arrival.craft]
    return LandingCraft(printed.id, printed.id, printed.side, hex_, printed.points)


def bring_craft(run: Run, side: str, arrival: CraftArrival, hex_: int) -> None:
    """They are there, with what is aboard."""
    points = run.world.scenario.craft[arrival.craft].points
    run.emit(CraftArrived(case="13.6", side=side, craft=arrival.craft, hex=hex_, points=points))
    units = tuple([uid for uid in arrival.units if run.look.unit(uid).hex == NOT_ARRIVED])
    if units or arrival.tokens:
        load = CargoArrived(case="13.6", side=side, craft=arrival.craft, hex=hex_, units=units, tokens=arrival.tokens)
        run.emit(load)


def forfeit_craft(run: Run, side: str, arrival: CraftArrival) -> None:
    """They were not placed, and are lost with what is aboard."""
    run.emit(CraftForfeited(case="13.6", side=side, craft=arrival.craft, units=arrival.units))


# --- leaving -----------------------------------------------------------------------------------------------------


def _of_kind(look: Look, side: str, kind: CraftKind) -> Iterator[LandingCraft]:
    own = (one for one in fleet_in(look.state).craft if one.side == side)
    return (one for one in own if kind_of(look.world, one) == kind)


def empty_points(look: Look, craft: LandingCraft) -> int:
    """The points that can leave without any of the cargo."""
    return room(look, craft) // POINT


def recall_craft(run: Run, data: ReinforcementPhase) -> None:
    """What the schedule wants in this turn is owed, and what is owed since earlier ones, as far as it is still afloat.
    Points between which there is nothing to choose leave at once."""
    scenario, turn = run.world.scenario, run.state.clock.turn
    for kind in dict.fromkeys(one.kind for one in scenario.craft_withdrawals if one.side == data.side):
        leaving = (one for one in scenario.craft_withdrawals if (one.side, one.kind) == (data.side, kind))
        new = sum(one.points for one in leaving if one.turn == turn)
        old = owed(run.look, data.side, kind)
        there = sum(one.points for one in _of_kind(run.look, data.side, kind))
        due = min(old + new, there)
        if due != old:
            run.emit(CraftRecalled(case="13.6", side=data.side, kind=kind, points=due))
        _leave_if_all_do(run, data.side, kind)


def owed(look: Look, side: str, kind: CraftKind) -> int:
    """Points of a kind that are still to leave."""
    return sum(points for who, what, points in fleet_in(look.state).owed if (who, what) == (side, kind))


def _leave_if_all_do(run: Run, side: str, kind: CraftKind) -> None:
    """No more are empty than are owed, or they are all of one counter."""
    due = owed(run.look, side, kind)
    empty = {one.id: points for one in _of_kind(run.look, side, kind) if (points := empty_points(run.look, one))}
    if due and (sum(empty.values()) <= due or len(empty) == 1):
        for cid, points in empty.items():
            _depart(run, side, cid, kind, min(points, due))


def _depart(run: Run, side: str, cid: str, kind: CraftKind, points: int) -> None:
    run.emit(CraftWithdrawn(case="13.6", side=side, craft=cid, kind=kind, points=points))


def _leaving(look: Look, data: ReinforcementPhase) -> Iterator[tuple[LandingCraft, int]]:
    """Who may leave, with the most points that may."""
    for side, kind, due in fleet_in(look.state).owed:
        for one in _of_kind(look, side, kind) if side == data.side else ():
            if most := min(due, empty_points(look, one)):
                yield one, most


def leave_candidates(look: Look, data: ReinforcementPhase) -> Iterator[WithdrawCraft]:
    """Every number of points that may leave."""
    for one, most in _leaving(look, data):
        yield from (WithdrawCraft(one.id, points) for points in range(most, 0, -1))


def refuse_leave(look: Look, data: ReinforcementPhase, action: WithdrawCraft) -> Refusal | None:
    """Of a kind that is owed, and empty."""
    craft = craft_in(look.state, action.ship)
    due = 0 if craft is None else owed(look, data.side, kind_of(look.world, craft))
    if craft is None or craft.side != data.side or not due:
        return NOT_OWED(detail=repr(action.ship) if craft is None else called(look.world, craft))
    have = empty_points(look, craft)
    if 1 <= action.points <= min(due, have):
        return None
    return LOADED(detail=called(look.world, craft), have=have, need=str(min(due, have)))


def take_leave(run: Run, data: ReinforcementPhase, action: WithdrawCraft) -> None:
    craft = craft_in(run.state, action.ship)
    assert craft is not None  # it was found
    kind = kind_of(run.world, craft)
    _depart(run, data.side, craft.id, kind, action.points)
    _leave_if_all_do(run, data.side, kind)


def still_owed(look: Look, side: str) -> str:
    """What is to leave, in words: "3 points of Landing Craft"; "" if nothing is."""
    mine = [(kind, points) for who, kind, points in fleet_in(look.state).owed if who == side]
    return " and ".join(f"{points} point{'s' * (points != 1)} of {CALLED[kind]}" for kind, points in mine)


LEAVE = Choose(
    "withdraw_craft",
    "Choose the Landing Craft that leave; points with cargo leave when they are empty",
    lambda look, data: data.side if next(_leaving(look, data), None) else None,
    (Option(WithdrawCraft, leave_candidates, refuse_leave, take_leave, exact=True),),
    case="13.6",
    held=has_fleet,
)
