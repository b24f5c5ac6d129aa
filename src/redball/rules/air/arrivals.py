"""Aircraft as Reinforcements: they arrive Active at any base of their side, and cannot be held back (13.6).

A base with no room takes them, too; its owner then chooses who stands down (13.6a-B, `crowded`, reading 1.119).
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.core.actions import Done, PlacePlane
from redball.core.derived import derived
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Choose, Option, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import NOT_ARRIVED
from redball.core.telling import lost_text
from redball.rules.air.air import AircraftArrived, AircraftForfeited
from redball.rules.air.bases import UNKNOWN_PLANE, deck_for, landings, own_base, refuse_landing
from redball.rules.air.deck_choice import ask_decks
from redball.rules.air.rebasing import came_active, takes_active
from redball.rules.ground.air_force import has_aircraft, plane_in, printed
from redball.rules.ground.airfields import Crowded
from redball.rules.reinforcement.phase import ReinforcementPhase

NOT_DUE = refusal("arrival.aircraft_not_due", case="13.6", text="{detail} does not arrive in this Reinforcement Phase")


@derived
def due_aircraft(look: Look, side: str) -> tuple[str, ...]:
    """Aircraft of a side that arrive in this turn and have not been placed."""
    turn = look.state.clock.turn
    listed = (a.aircraft for a in look.world.scenario.air_arrivals if a.turn == turn and a.side == side)
    found = ((pid, plane_in(look.state, pid)) for pids in listed for pid in pids)
    return tuple([pid for pid, plane in found if plane is not None and plane.hex == NOT_ARRIVED])


def _places(look: Look, data: ReinforcementPhase) -> Iterator[PlacePlane]:
    due = (plane for pid in due_aircraft(look, data.side) if (plane := plane_in(look.state, pid)) is not None)
    return (PlacePlane(plane.id, hex_) for plane in due for hex_ in landings(look, plane))


def refuse_place(look: Look, data: ReinforcementPhase, action: PlacePlane) -> Refusal | None:
    """One that is due, at any base of its side that takes it, wherever it is."""
    plane = plane_in(look.state, action.plane)
    if plane is None:
        return UNKNOWN_PLANE(detail=repr(action.plane))
    if action.plane not in due_aircraft(look, data.side):
        return NOT_DUE(detail=printed(look.world, plane).name if plane.side == data.side else repr(action.plane))
    return refuse_landing(look, plane, action.hex)


def take_place(run: Run, data: ReinforcementPhase, action: PlacePlane) -> None:
    """13.6a-B: no aircraft is Active beyond the room of the base, or (21.5) beyond what it takes in this turn."""
    base, plane = own_base(run.look, data.side, action.hex), plane_in(run.state, action.plane)
    assert base is not None  # it was chosen
    assert plane is not None
    active, ship = takes_active(run.look, base), deck_for(run.look, plane, action.hex)
    run.emit(AircraftArrived(case="13.6", side=data.side, plane=action.plane, hex=action.hex, active=active, ship=ship))
    if active:
        came_active(run, data.side, action.hex)
    run.push("air_crowded", Crowded(data.side, action.hex))
    ask_decks(run, data.side, (plane.id,))


def take_forfeit(run: Run, data: ReinforcementPhase, action: Done) -> None:
    """13.6: aircraft that are not placed now are lost."""
    for pid in due_aircraft(run.look, data.side):
        run.emit(AircraftForfeited(case="13.6", side=data.side, plane=pid))


ARRIVE = Choose(
    "place_aircraft",
    "Place the aircraft that arrive; those not placed now are lost",
    lambda look, data: data.side if due_aircraft(look, data.side) else None,
    (
        Option(PlacePlane, _places, refuse_place, take_place, exact=True),
        Option(Done, only(Done()), always_legal, take_forfeit),
    ),
    case="13.6",
    gives_up=lambda look, data: lost_text({"aircraft": len(due_aircraft(look, data.side))}),
    held=has_aircraft,
)

EDITS = (("reinforcement_phase", "after", "place", ARRIVE),)
