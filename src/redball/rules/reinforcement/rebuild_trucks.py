"""Rebuilding truck points that the enemy destroyed or captured: one Eq each.

A lost point of an Organic Truck with points left is added to them, in their hex, as a step is to a reduced
unit; any other point comes as a separate counter.

Cases: 13.5e
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from redball.core.actions import RebuildTruck
from redball.core.engine import Run
from redball.core.events import TruckRebuilt
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import ABOARD, NOT_ARRIVED, Unit
from redball.forces.counter import Counter
from redball.rules.ground.craft import craft_in
from redball.rules.ground.occupancy import can_occupy
from redball.rules.reinforcement.rebuild import FEW_REPLS, Rebuilding, refuse_hex, repls, show_cost, spend, stock
from redball.rules.transport.loading import new_id
from redball.rules.units.abilities import is_organic, transport_kind
from redball.scenarios.records import Cost

TRUCKS = ("truck", "organic")
PRICE = Cost(eq=1)

NO_TRUCK = refusal(
    "rebuild.no_truck", case="13.5e", text="{detail} is not a truck of this side; only trucks are rebuilt this way"
)
NONE_LOST = refusal("rebuild.none_lost", case="13.5e", text="{detail} has lost no points to the enemy")
ENOUGH = refusal(
    "rebuild.enough_trucks",
    case="13.5e",
    text="the scenario gives this side {need} truck points, and {have} are in play",
)
REST_ELSEWHERE = refusal(
    "rebuild.rest_elsewhere",
    case="13.5a-2",
    text="the rest of {units} is at {hexes}; its points must be rebuilt there",
    remedy="bring the Eq there",
)
TRUCK_CLOSED = refusal("rebuild.truck_closed", case="13.5e", text="{detail} cannot be in {hexes}: prohibited terrain")


def given(look: Look, side: str) -> int:
    """Truck points that the scenario gives a side."""
    counters = look.world.counters.values()
    return sum(counter.points for counter in counters if counter.side == side and counter.transport in TRUCKS)


def in_play(look: Look, side: str) -> int:
    """Truck points that a side has or still expects, including captured ones and those that stand as an
    Extender."""
    units = (u for u in look.state.units.values() if u.side == side and (u.hex >= NOT_ARRIVED or u.hex == ABOARD))
    return sum(u.points + u.extender for u in units if transport_kind(look, u) in TRUCKS)


def lost(look: Look, side: str) -> dict[str, int]:
    """Points of each printed truck of a side that the enemy destroyed or captured."""
    counters = look.world.counters
    points = ((uid, n) for uid, n in sorted(look.state.trucks_lost.items()) if n > 0)
    return {uid: n for uid, n in points if counters[uid].side == side and counters[uid].transport in TRUCKS}


def rest_of(look: Look, counter: Counter) -> Unit | None:
    """The Organic Truck of that counter that is still on the map."""
    own = (unit for unit in look.own(counter.side) if unit.counter == counter.id)
    return next((unit for unit in own if is_organic(look, unit)), None)


def refuse_truck(look: Look, data: Rebuilding, action: RebuildTruck) -> Refusal | None:
    """A lost point may be rebuilt for one Eq near an HQ, up to the scenario's number."""
    counter = look.world.counters.get(action.counter)
    if counter is None or counter.side != data.side or counter.transport not in TRUCKS:
        return NO_TRUCK(detail=repr(action.counter))
    if counter.id not in lost(look, data.side):
        return NONE_LOST(detail=counter.called)
    now, limit = in_play(look, data.side), given(look, data.side)
    if now >= limit:
        return ENOUGH(have=now, need=limit)
    rest = rest_of(look, counter)
    if rest is not None and rest.hex != action.hex:
        return REST_ELSEWHERE(units=(rest.id,), hexes=(rest.hex,))
    there = stock(look, data.side, action.hex)
    if not there.eq:
        name = look.hex_name(action.hex)
        return FEW_REPLS(hexes=(action.hex,), need=show_cost(PRICE), have=show_cost(there), detail=name, case="13.5e")
    refused = refuse_hex(look, data.side, action.hex)
    if refused is None and not can_occupy(look.world, action.hex, counter):
        return TRUCK_CLOSED(hexes=(action.hex,), detail=counter.called)
    return refused


def truck_candidates(look: Look, data: Rebuilding) -> Iterator[RebuildTruck]:
    """Every truck that lost points, in every hex with Repls."""
    for uid in lost(look, data.side):
        yield from (RebuildTruck(uid, hex_) for hex_ in repls(look, data.side))


def take_truck(run: Run, data: Rebuilding, action: RebuildTruck) -> None:
    rest = rest_of(run.look, run.world.counters[action.counter])
    uid = rest.id if rest is not None else free_id(run.look, action.counter)
    spend(run, data.side, action.hex, PRICE, "13.5e")
    run.emit(TruckRebuilt(case="13.5e", side=data.side, unit=uid, counter=action.counter, hex=action.hex))


def free_id(look: Look, counter: str) -> str:
    """An id for a Transport Point of that counter: its own if no unit has it, nor a DUKW afloat."""
    taken = counter in look.state.units or craft_in(look.state, counter) is not None
    return new_id(look, counter) if taken else counter


class TruckProspect(Struct, frozen=True):
    """A truck that lost points: how many, where one could be rebuilt now, or why not."""

    counter: str
    points: int
    hexes: tuple[int, ...]
    why: Refusal | None


def truck_prospects(look: Look, side: str) -> tuple[TruckProspect, ...]:
    """Every truck of a side that lost points, by counter."""
    data, found = Rebuilding(side), []
    for uid, points in lost(look, side).items():
        answers = {hex_: refuse_truck(look, data, RebuildTruck(uid, hex_)) for hex_ in repls(look, side)}
        hexes = tuple(hex_ for hex_, why in answers.items() if why is None)
        reasons = [why for why in answers.values() if why is not None]
        no_eq = FEW_REPLS(need=show_cost(PRICE), have=show_cost(Cost()), detail="the map", case="13.5e")
        found.append(TruckProspect(uid, points, hexes, None if hexes else reasons[-1] if reasons else no_eq))
    return tuple(found)
