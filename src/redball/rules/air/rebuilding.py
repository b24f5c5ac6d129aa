"""Aircraft steps from Repls, at the end of the Reinforcement Phase: an Eq near an HQ pays for two, at any bases.
A Glider Point counts as a step, in games that have gliders (14.10e-A).

An aircraft from the Dead Pile comes back reduced and Active; one at a base regains its step there. Weather does not
matter. The second step of an Eq is lost if nobody takes it.

Cases: 13.5f-A, 13.5f-B, 14.10e-A
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.core.actions import BuildGlider, Done, RebuildPlane
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import DEAD_PILE
from redball.rules.air.air import AircraftRebuilt, GlidersBuilt
from redball.rules.air.bases import (
    NO_BASE,
    UNKNOWN_PLANE,
    ashore_base,
    ashore_bases,
    deck_for,
    landings,
    refuse_landing,
)
from redball.rules.air.deck_choice import ask_decks
from redball.rules.air.merging import OPTION as MERGE
from redball.rules.air.merging import merges
from redball.rules.ground.air_force import Plane, force_in, has_aircraft, plane_in, printed
from redball.rules.ground.airfields import Crowded
from redball.rules.reinforcement.rebuild import Rebuilding, ready, refuse_hex, repls, spend
from redball.scenarios.records import Cost

STEPS_OF_EQ = 2
ONE_EQ = Cost(eq=1)

NOT_LACKING = refusal(
    "rebuild.no_aircraft", case="13.5f-A", text="{detail} is not an aircraft of this side with a lost step"
)
ELSEWHERE = refusal("rebuild.aircraft_elsewhere", case="13.5f-A", text="{detail} is at {have}, not at {hexes}")
NO_EQ = refusal(
    "rebuild.no_eq",
    case="13.5f-A",
    text="{detail} has no Eq in Move Mode to pay for aircraft",
    remedy="turn an Eq to Move Mode in the Movement Phase, next to an HQ",
)
NO_GLIDERS = refusal("rebuild.no_gliders", case="14.10e-A", text="this side has no gliders in this game")
PAID = refusal(
    "rebuild.aircraft_paid",
    case="13.5f-B",
    text="the last Eq has already paid for one more step; rebuild that step first",
)


class AircraftRebuilding(Struct, frozen=True, tag=True):
    """A side rebuilds aircraft; so many `steps` of its last Eq are left."""

    side: str
    steps: int = 0


def _lacking(look: Look, side: str) -> Iterator[Plane]:
    """Aircraft in the Dead Pile, and reduced ones at bases."""
    own = (plane for plane in force_in(look.state).planes if plane.side == side)
    return (plane for plane in own if plane.hex == DEAD_PILE or (plane.parked and plane.steps_lost))


def payers(look: Look, data: AircraftRebuilding) -> Iterator[int]:
    """Where the next step can be paid: NO_HEX while one is paid for, else hexes with an Eq that can be used."""
    if data.steps:
        yield NO_HEX
        return
    for hex_ in repls(look, data.side):
        if ready(look, data.side, hex_, "eq") and refuse_hex(look, data.side, hex_) is None:
            yield hex_


def refuse_rebuild(look: Look, data: AircraftRebuilding, action: RebuildPlane) -> Refusal | None:
    """An aircraft that lacks a step, at a base of its side, paid by an Eq that can be used."""
    plane = plane_in(look.state, action.plane)
    if plane is None:
        return UNKNOWN_PLANE(detail=repr(action.plane))
    if plane not in _lacking(look, data.side):
        return NOT_LACKING(detail=printed(look.world, plane).name if plane.side == data.side else repr(action.plane))
    if refused := refuse_landing(look, plane, action.hex):
        return refused
    name = printed(look.world, plane).name
    if plane.hex not in (DEAD_PILE, action.hex):
        return ELSEWHERE(hexes=(action.hex,), detail=name, have=look.hex_name(plane.hex))
    return _refuse_payer(look, data, action.eq)


def _rebuilds(look: Look, data: AircraftRebuilding) -> Iterator[RebuildPlane]:
    lacking = [*_lacking(look, data.side)]
    for eq in payers(look, data) if lacking else ():
        for plane in lacking:
            hexes = landings(look, plane) if plane.hex == DEAD_PILE else (plane.hex,)
            yield from (RebuildPlane(plane.id, hex_, eq) for hex_ in hexes)


def _gliders(look: Look, data: AircraftRebuilding) -> Iterator[BuildGlider]:
    if data.side in look.world.scenario.gliders:
        hexes = [base.hex for base in ashore_bases(look, data.side)]
        yield from (BuildGlider(hex_, eq) for eq in payers(look, data) for hex_ in hexes)


def refuse_glider(look: Look, data: AircraftRebuilding, action: BuildGlider) -> Refusal | None:
    """A Glider Point at a base on land of a side that has gliders, paid as an aircraft step."""
    if data.side not in look.world.scenario.gliders:
        return NO_GLIDERS()
    if ashore_base(look, data.side, action.hex) is None:
        return NO_BASE(hexes=(action.hex,))
    return _refuse_payer(look, data, action.eq)


def _refuse_payer(look: Look, data: AircraftRebuilding, eq: int) -> Refusal | None:
    if data.steps:
        return None if eq == NO_HEX else PAID()
    if eq == NO_HEX or not ready(look, data.side, eq, "eq"):
        return NO_EQ(detail=look.hex_name(eq) if eq != NO_HEX else "no hex")
    return refuse_hex(look, data.side, eq)


def _pay(run: Run, data: AircraftRebuilding, eq: int) -> None:
    """The Eq is gone at its first step."""
    if not data.steps:
        spend(run, data.side, eq, ONE_EQ, "13.5f-A")
    run.set(replace(data, steps=(data.steps or STEPS_OF_EQ) - 1))


def take_glider(run: Run, data: AircraftRebuilding, action: BuildGlider) -> None:
    """It is at the base at once."""
    _pay(run, data, action.eq)
    run.emit(GlidersBuilt(case="14.10e-A", side=data.side, hex=action.hex, gliders=1))


def take_rebuild(run: Run, data: AircraftRebuilding, action: RebuildPlane) -> None:
    """Aircraft from the Dead Pile are Active, as far as there is room."""
    plane = plane_in(run.state, action.plane)
    assert plane is not None  # refuse_rebuild
    _pay(run, data, action.eq)
    ship = deck_for(run.look, plane, action.hex)
    run.emit(AircraftRebuilt(case="13.5f-A", side=data.side, plane=plane.id, hex=action.hex, ship=ship))
    if plane.hex == DEAD_PILE:
        run.push("air_crowded", Crowded(data.side, action.hex))
        ask_decks(run, data.side, (plane.id,))


def decides(look: Look, data: AircraftRebuilding) -> str | None:
    """The side, while something can be rebuilt or merged."""
    lists = (_rebuilds(look, data), _gliders(look, data), merges(look, data.side))
    return data.side if any(next(found, None) is not None for found in lists) else None


def open_rebuilding(run: Run, data: Rebuilding) -> None:
    """In games with aircraft."""
    if force_in(run.state).planes:
        run.push("aircraft_rebuilding", AircraftRebuilding(data.side))


REBUILDING = Procedure(
    "aircraft_rebuilding",
    AircraftRebuilding,
    (
        Choose(
            "rebuild",
            "Rebuild aircraft from your Eq: each pays for two steps; a step that nobody takes is lost",
            decides,
            (
                Option(RebuildPlane, _rebuilds, refuse_rebuild, take_rebuild, exact=True),
                Option(BuildGlider, _gliders, refuse_glider, take_glider, exact=True),
                MERGE,
                Option(Done, only(Done()), always_legal, lambda run, data, action: run.go_on()),
            ),
            case="13.5f",
        ),
    ),
)

PROCEDURES = (REBUILDING,)
EDITS = (("rebuilding", "after", "rebuild", Do("aircraft", open_rebuilding, held=has_aircraft)),)
