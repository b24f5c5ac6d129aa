"""A base that loses a Level may hold too many Active aircraft: its owner chooses who stands down (reading 1.119)."""

from __future__ import annotations

from collections.abc import Iterator

from redball.core.actions import StandDown
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Choose, Option, Procedure
from redball.core.refusals import Refusal, refusal
from redball.rules.air.air import AircraftStoodDown
from redball.rules.air.bases import UNKNOWN_PLANE, own_base, refuse_full
from redball.rules.ground.air_force import active_at, plane_in, printed
from redball.rules.ground.airfields import Crowded

NOT_THERE = refusal(
    "stand_down.not_there", case="15.0b-D", text="{detail} is not an Active aircraft of this side at {hexes}"
)


def _too_many(look: Look, data: Crowded) -> str | None:
    base = own_base(look, data.side, data.hex)
    return data.side if base is not None and refuse_full(look, base, 0) is not None else None


def _ways(look: Look, data: Crowded) -> Iterator[StandDown]:
    return (StandDown(plane.id) for plane in active_at(look, data.hex, data.side) if plane.parked)


def refuse_stand_down(look: Look, data: Crowded, action: StandDown) -> Refusal | None:
    """One of the Active aircraft there."""
    plane = plane_in(look.state, action.plane)
    if plane is None:
        return UNKNOWN_PLANE(detail=repr(action.plane))
    if action in _ways(look, data):
        return None
    name = printed(look.world, plane).name if plane.side == data.side else repr(action.plane)
    return NOT_THERE(detail=name, hexes=(data.hex,))


def take_stand_down(run: Run, data: Crowded, action: StandDown) -> None:
    run.emit(AircraftStoodDown(case="15.0b-D", side=data.side, plane=action.plane, hex=data.hex))


CROWDED = Procedure(
    "air_crowded",
    Crowded,
    (
        Choose(
            "stand_down",
            "The base has too many Active aircraft: choose which stand down",
            _too_many,
            (Option(StandDown, _ways, refuse_stand_down, take_stand_down, exact=True),),
            case="15.0b-D",
        ),
    ),
)

PROCEDURES = (CROWDED,)
