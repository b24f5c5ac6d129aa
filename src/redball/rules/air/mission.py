"""A mission from its draft to the return of its aircraft ("air_mission"), steps A to F of 14.2f.

The draft names a hex, then aircraft one by one; nothing is spent before it is committed. Then they fly, fight what is
Active there, may be intercepted, and meet Flak (`flak_fire`); those that are left do what the mission is for.

Cases: 14.1-A, 14.2f, 14.2f-A, 14.2f-B, 14.2f-C, 14.2f-D, 14.2f-F, 14.3-A, 14.5-A, 14.5-B, 14.5-C, 14.5-D
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.core.actions import AddPlane, AimMission, Cancel, Done, Intercept, PlanMission, RemovePlane
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.rules.air import cargo
from redball.rules.air.air import FighterScrambled, GlidersTowed, MissionFlown
from redball.rules.air.bases import NOT_YOURS, UNKNOWN_PLANE
from redball.rules.air.cargo import gliders_from
from redball.rules.air.dogfight import begin_combat
from redball.rules.air.flak_fire import FLAK_STEPS, flying
from redball.rules.air.homing import come_down
from redball.rules.air.kind import Mission, kind_of
from redball.rules.air.missions import (
    FLOWN,
    INACTIVE,
    NOT_ADDED,
    aims,
    joiners,
    plannable,
    refuse_aim,
    refuse_joiner,
    refuse_kind,
    refuse_ready,
)
from redball.rules.air.patrol import patrols_over
from redball.rules.air.points import INTERCEPTION_REACH, REFUSE_FLIGHT, REFUSE_TAKE_OFF
from redball.rules.air.transport import CARGO_LOSS
from redball.rules.ground.air_force import Plane, active_at, has_aircraft, is_fighter, plane_in, printed

NOT_A_FIGHTER = refusal("intercept.not_a_fighter", case="14.1-A", text="{detail} is not a Fighter")
TOO_FAR = refusal(
    "intercept.too_far",
    case="14.5-B",
    text="{hexes} is {have:hex} from the base of {detail}; its Patrol Zone reaches {need}",
)


# --- the plan ----------------------------------------------------------------------------------------------------


def _plans(look: Look, data: Any) -> Iterator[PlanMission]:
    return (PlanMission(kind) for kind in plannable(look, data.side))


def refuse_plan(look: Look, data: Any, action: PlanMission) -> Refusal | None:
    """Whether the kind can be flown by somebody now."""
    return refuse_kind(look, data.side, action.kind)


def plan(run: Run, data: Any, action: PlanMission) -> None:
    """Open the draft."""
    run.set(replace(data, begun=True))
    open_plan(run, data.side, action.kind)


def open_plan(run: Run, side: str, kind: str) -> None:
    """Begin the draft."""
    run.push("air_mission", Mission(kind, side))


OPTION = Option(PlanMission, _plans, refuse_plan, plan, exact=True, held=has_aircraft)
"""For segments of movement; `barrage_missions` has that of Barrage Segments."""


def _refuse_remove(look: Look, data: Mission, action: RemovePlane) -> Refusal | None:
    if action.plane in data.planes:
        return None
    plane = plane_in(look.state, action.plane)
    return NOT_ADDED(detail=printed(look.world, plane).name) if plane else UNKNOWN_PLANE(detail=repr(action.plane))


def _take_aim(run: Run, data: Mission, action: AimMission) -> None:
    run.set(replace(data, hex=action.hex))


def _take_add(run: Run, data: Mission, action: AddPlane) -> None:
    run.set(replace(data, planes=(*data.planes, action.plane), trips=(*data.trips, action.trip)))


def _take_remove(run: Run, data: Mission, action: RemovePlane) -> None:
    at = data.planes.index(action.plane)
    planes, trips = ((*all_[:at], *all_[at + 1 :]) for all_ in (data.planes, data.trips))
    run.set(replace(data, planes=planes, trips=trips))


def _offer_done(look: Look, data: Mission) -> Iterator[Done]:
    if refuse_ready(look, data) is None:
        yield Done()


DRAFT = Choose(
    "draft",
    "Plan the mission: choose its hex, add aircraft, commit; or take it back",
    lambda look, data: data.side,
    (
        Option(
            AimMission,
            lambda look, data: (AimMission(hex_) for hex_ in aims(look, data)),
            lambda look, data, action: refuse_aim(look, data, action.hex),
            _take_aim,
            exact=True,
        ),
        Option(
            AddPlane,
            joiners,
            lambda look, data, action: refuse_joiner(look, data, action.plane, action.trip),
            _take_add,
            exact=True,
        ),
        Option(
            RemovePlane,
            lambda look, data: (RemovePlane(pid) for pid in data.planes),
            _refuse_remove,
            _take_remove,
            exact=True,
        ),
        *cargo.OPTIONS,
        Option(
            Done,
            _offer_done,
            lambda look, data, action: refuse_ready(look, data),
            lambda run, data, action: run.go_on(),
            exact=True,
        ),
        Option(Cancel, only(Cancel()), always_legal, lambda run, data, action: run.finish()),
    ),
    case="14.2f-A",
    secret=True,
)


# --- the flight --------------------------------------------------------------------------------------------------


def fly(run: Run, data: Mission) -> None:
    """14.2f-B: straight to the hex, from one base or several."""
    once = kind_of(run.look, data.kind).once
    if data.cargo:
        planes = (plane_in(run.state, pid) for pid in data.planes)
        run.set(replace(data, starts=tuple([plane.hex for plane in planes if plane is not None])))
    tow(run, data)
    case = "14.2f-B" if data.via == NO_HEX else "21.12a-A"
    run.emit(
        MissionFlown(
            case=case, side=data.side, kind=data.kind, hex=data.hex, planes=data.planes, once=once, via=data.via
        )
    )


def tow(run: Run, data: Mission) -> None:
    """14.10e-A: the gliders of the mission leave their bases for good. Call this before its aircraft do."""
    for start, gliders in sorted(gliders_from(run.look, data).items()):
        run.emit(GlidersTowed(case="14.10e-A", side=data.side, hex=start, gliders=gliders))


def engage(run: Run, data: Mission) -> None:
    """14.2f-C: Air Combat with what is Active there."""
    begin_combat(run, data.side, data.hex, sweep=kind_of(run.look, data.kind).sweep)


# --- interception ------------------------------------------------------------------------------------------------


def open_to_interception(look: Look, data: Mission) -> bool:
    """Whether the enemy may intercept those that are still on the mission."""
    return bool(flying(look, data)) and may_be_intercepted(look, data)


def may_be_intercepted(look: Look, data: Mission) -> bool:
    """14.5-A: a mission subject to Flak, in a Patrol Zone of the enemy. What its fighters have done is hidden, so it
    asks only for the zone. In a simulcast turn nobody intercepts (2.4-3), nor over a box (SETUP-I-F-B), or
    where it only passes through (21.12a-B)."""
    if look.state.clock.simulcast or look.board.is_box(data.hex) or not data.calls:
        return False
    subject = look.world.charts.flak_applies[kind_of(look, data.kind).row].intercept_in_pz
    return subject and bool(patrols_over(look, look.enemy(data.side), data.hex))


def interceptors(look: Look, data: Mission) -> Iterator[str]:
    """Fighters that `refuse_interceptor` accepts, those of the nearest base first."""
    found = (pid for patrol in patrols_over(look, look.enemy(data.side), data.hex) for pid in patrol.fighters)
    return (pid for pid in found if refuse_interceptor(look, data, pid) is None)


def refuse_interceptor(look: Look, data: Mission, pid: str) -> Refusal | None:
    """Every reason why an aircraft cannot intercept the mission; range is no other than that of its Patrol Zone."""
    plane = plane_in(look.state, pid)
    if plane is None:
        return UNKNOWN_PLANE(detail=repr(pid))
    if plane.side == data.side or plane.hex < 0:
        return NOT_YOURS(detail=repr(pid))
    name = printed(look.world, plane).name
    if not plane.active:
        return INACTIVE(detail=name)
    if not is_fighter(look.world, plane):
        return NOT_A_FIGHTER(detail=name)
    if plane.flown:
        return FLOWN(detail=name)
    grounded = look.policies[REFUSE_FLIGHT](look, "interception", plane, "")
    if refused := grounded or look.policies[REFUSE_TAKE_OFF](look, plane):
        return refused
    have, need = look.board.distance(plane.hex, data.hex), look.policies[INTERCEPTION_REACH](look.world.charts, True)
    return TOO_FAR(hexes=(data.hex,), have=have, need=need, detail=name) if have > need else None


def take_intercept(run: Run, data: Mission, action: Intercept) -> None:
    """14.5-B: one fighter; 14.4d: aircraft of the mission's side that are there anyway take part."""
    enemy = run.look.enemy(data.side)
    run.emit(FighterScrambled(case="14.5-B", side=enemy, plane=action.plane, hex=data.hex))
    run.go_on()
    begin_combat(run, enemy, data.hex, interceptor=action.plane)


def recall(run: Run, data: Mission) -> None:
    """14.5-D: an interceptor that is still there has won, and stays Active at its base."""
    for plane in _guests(run.look, data):
        come_down(run, plane, plane.base, "14.5-D", active=plane.active)


def _guests(look: Look, data: Mission) -> list[Plane]:
    there = active_at(look, data.hex, look.enemy(data.side))
    return [plane for plane in there if plane.base != NO_HEX and plane.flown]  # aircraft that wait there flew earlier


def resolve(run: Run, data: Mission) -> None:
    """14.2f-F: what the mission is for."""
    if flying(run.look, data):
        kind_of(run.look, data.kind).resolve(run, data, flying(run.look, data))


def take_home(run: Run, data: Mission) -> None:
    """What aborted aircraft carry back, on missions to a hex where they cannot land."""
    home = kind_of(run.look, data.kind).home
    if data.cargo and home is not None:
        run.set(home(run.look, data))


def unload(run: Run, data: Mission) -> None:
    """What has come through lands, or is dropped."""
    land = kind_of(run.look, data.kind).unload
    if data.cargo and land is not None:
        land(run, data)


MISSION = Procedure(
    "air_mission",
    Mission,
    (
        DRAFT,
        Do("fly", fly),
        Do("engage", engage),
        Choose(
            "intercept",
            "Intercept the mission with one Fighter, or let it pass",
            lambda look, data: look.enemy(data.side) if open_to_interception(look, data) else None,
            (
                Option(
                    Intercept,
                    lambda look, data: (Intercept(pid) for pid in interceptors(look, data)),
                    lambda look, data, action: refuse_interceptor(look, data, action.plane),
                    take_intercept,
                    exact=True,
                ),
                Option(Done, only(Done()), always_legal, lambda run, data, action: run.go_on()),
            ),
            case="14.5",
        ),
        Do("recall", recall),
        *FLAK_STEPS,
        Do("take_home", take_home),
        *CARGO_LOSS,
        Do("unload", unload),
        Do("resolve", resolve),
    ),
)

PROCEDURES = (MISSION,)
