"""Barrages by aircraft of 1992: by those that are over the hex, alone or together with artillery.

They join the draft of a Barrage Segment, in the Movement, Reaction, Combat and Exploitation Phases; artillery fires in
the last three, so aircraft wait for the Combat Phase to fire with it. Their points are added to its strength; they cost
nothing. Flak fires first. Whoever has fired goes home, Inactive, as in the series (14.7b).

Cases: E92-air-phasing-barrage-phases, E92-air-phasing-wait, E92-facility-ab, E92-inactive-air
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as with_changes

from msgspec import Struct
from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.core.actions import AddPlane, RemovePlane
from redball.core.engine import Run
from redball.core.events import Event
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure
from redball.core.refusals import Refusal, refusal
from redball.core.state import State
from redball.core.telling import Names, counted
from redball.editions.aimed_barrage import Aiming
from redball.editions.v1992 import barrage_targets as targets
from redball.editions.v1992.barrage_targets import TargetBarrage
from redball.editions.v1992.hex_flak import FlakFire, under_fire
from redball.editions.v1992.stations import stationed
from redball.rules.air.bases import NOT_YOURS, UNKNOWN_PLANE
from redball.rules.air.homing import send_home
from redball.rules.air.missions import ADDED, NOT_ADDED
from redball.rules.air.strikes import NO_POINTS, flown_by, has_points, points_of
from redball.rules.barrage import segment as barrage
from redball.rules.barrage.procedure import Barrage
from redball.rules.barrage.segment import BarrageSegment
from redball.rules.ground.air_force import Plane, plane_in, printed
from redball.rules.naval import ship_missions
from redball.rules.naval.gunfire import with_gunfire
from redball.rules.naval.ship_strike import ShipStrike

NOT_OVER = refusal(
    "barrage.not_over",
    case="E92-air-phasing-barrage-phases",
    text="{detail} is not on a station over {hexes}",
    remedy="enter a station there in a Movement Segment first",
)
GUNS_AT_SHIPS = refusal(
    "barrage.guns_at_ships",
    case="18.3c",
    text="{units} does not fire at ships; aircraft do so by themselves",
    remedy="take the artillery out of the barrage, or choose another target",
)
SHIPS = "ships"


def _armed(look: Look, plane: Plane) -> bool:
    """Whether it has Barrage Points; those of Torpedo Bombers count at ships (18.3e)."""
    at_sea = ship_missions.has_sea_points(look, plane) and ship_missions.ship_targets(look, plane.side, plane.hex)
    return has_points(look, plane) or bool(at_sea)


def over(look: Look, side: str, hex_: int) -> tuple[Plane, ...]:
    """Aircraft of a side on their stations there that have Barrage Points."""
    return tuple([plane for plane in stationed(look, side) if plane.hex == hex_ and _armed(look, plane)])


def reached(look: Look, side: str) -> tuple[int, ...]:
    """Hexes with such aircraft, in index order."""
    return tuple(sorted({plane.hex for plane in stationed(look, side) if _armed(look, plane)}))


# --- the draft ---------------------------------------------------------------------------------------------------


def planes_of(look: Look, data: BarrageSegment) -> tuple[Plane, ...]:
    """The aircraft of the draft."""
    return tuple([plane for pid in data.planes if (plane := plane_in(look.state, pid)) is not None])


def refuse_commit(look: Look, data: BarrageSegment) -> Refusal | None:
    """At least one point of the aircraft, or of artillery that can pay."""
    planes = planes_of(look, data)
    if data.target != NO_HEX and AIMING.aim_of(look, data) == SHIPS:
        return _refuse_at_ships(look, data, planes)
    if not planes or data.units:
        return barrage.refuse_commit(look, data)
    have = points_of(look, planes)
    return None if have else NO_POINTS(have=have, need=1)


def _refuse_at_ships(look: Look, data: BarrageSegment, planes: tuple[Plane, ...]) -> Refusal | None:
    """18.3c: aircraft alone barrage ships, and no Strategic Bombers (14.1e-B)."""
    if data.units:
        return GUNS_AT_SHIPS(units=data.units)
    if not planes:
        return barrage.NO_UNITS(hexes=(data.target,))
    refused = next(filter(None, (ship_missions.refuse_plane(look, plane) for plane in planes)), None)
    have = points_of(look, planes, ship_missions.sea_points)
    return refused or (None if have else NO_POINTS(have=have, need=1))


def _additions(look: Look, data: BarrageSegment) -> Iterator[AddPlane]:
    if data.target != NO_HEX:
        there = over(look, data.side, data.target)
        yield from (AddPlane(plane.id) for plane in there if plane.id not in data.planes)


def _refuse_add(look: Look, data: BarrageSegment, action: AddPlane) -> Refusal | None:
    """An aircraft over the target."""
    if data.target == NO_HEX:
        return barrage.NO_TARGET()
    plane = plane_in(look.state, action.plane)
    if plane is None:
        return UNKNOWN_PLANE(detail=repr(action.plane))
    name = printed(look.world, plane).name
    if plane.side != data.side or plane.hex < 0:
        return NOT_YOURS(detail=name)
    if plane.id in data.planes:
        return ADDED(detail=name)
    if not _armed(look, plane):
        return NO_POINTS(have=0, need=1)
    here = action.trip == "" and plane in over(look, data.side, data.target)
    return None if here else NOT_OVER(hexes=(data.target,), detail=name)


def _take_add(run: Run, data: BarrageSegment, action: AddPlane) -> None:
    run.set(replace(data, planes=tuple(sorted((*data.planes, action.plane)))))


def _refuse_remove(look: Look, data: BarrageSegment, action: RemovePlane) -> Refusal | None:
    return None if action.plane in data.planes else NOT_ADDED(detail=repr(action.plane))


def _take_remove(run: Run, data: BarrageSegment, action: RemovePlane) -> None:
    run.set(replace(data, planes=tuple([pid for pid in data.planes if pid != action.plane])))


OPTIONS = (
    Option(AddPlane, _additions, _refuse_add, _take_add, exact=True),
    Option(
        RemovePlane,
        lambda look, data: (RemovePlane(pid) for pid in data.planes),
        _refuse_remove,
        _take_remove,
        exact=True,
    ),
)


PROMPT = (
    "Declare a barrage: choose the hex and the target, add artillery and aircraft over it, commit; or end the segment"
)


def with_aircraft(usual: Choose) -> Choose:
    """Aircraft join the draft."""
    return with_changes(usual, prompt=PROMPT, options=(*usual.options, *OPTIONS))


# --- the barrage -------------------------------------------------------------------------------------------------


class AircraftStruck(Event, frozen=True, kw_only=True):
    """Aircraft barrage the hex over which they are with so many Barrage Points; `once`: it is the barrage of that hex
    in this phase (10.0e-A), as one of ships is not."""

    hex: int
    planes: tuple[str, ...]
    points: int
    once: bool = True

    def apply(self, state: State) -> State:
        return state.change(barraged=state.barraged | {self.hex}) if self.once else state

    def told(self, n: Names) -> str:
        verb = "barrages" if len(self.planes) == 1 else "barrage"
        return f"{n.planes(self.planes)} {verb} {n.hex(self.hex)} with {counted(self.points, 'point')}"


EVENTS = (AircraftStruck,)


class JointBarrage(Struct, frozen=True, tag=True):
    """A committed barrage with aircraft: its target, artillery, those that fire half, and the aircraft."""

    side: str
    hex: int
    target: str
    units: tuple[str, ...]
    halved: tuple[str, ...]
    planes: tuple[str, ...]


def commit(run: Run, data: BarrageSegment, target: str) -> None:
    """Of a draft with aircraft."""
    run.push("joint_barrage", JointBarrage(data.side, data.target, target, data.units, data.halved, data.planes))


def commit_any(run: Run, data: BarrageSegment, target: str) -> None:
    """A barrage on a target other than units."""
    if data.planes:
        commit(run, data, target)
    else:
        targets.commit(run, data, target)


def commit_units(run: Run, data: BarrageSegment) -> None:
    """A barrage on units."""
    if data.planes:
        commit(run, data, "units")
    else:
        barrage.commit(run, data)


AIMING = Aiming(
    "E92-barrage-dump",
    targets.WORDS,
    targets.targets_in,
    commit_any,
    refuse_commit,
    also=reached,
    commit_units=commit_units,
    refuse_units=refuse_commit,
    by_air=frozenset({SHIPS}),
)


def flak(run: Run, data: JointBarrage) -> None:
    """Before they fire, whatever they fire at."""
    run.push("hex_flak", FlakFire(data.side, data.hex, data.planes, barrage=True))


def _left(look: Look, data: JointBarrage) -> tuple[Plane, ...]:
    return under_fire(look, FlakFire(data.side, data.hex, data.planes, barrage=True))


def fire(run: Run, data: JointBarrage) -> None:
    """Who is left, with the artillery if there is any."""
    planes = _left(run.look, data)
    if data.target == SHIPS:
        _fire_at_ships(run, data, planes)
        return
    flown = flown_by(run.look, data.hex, planes)
    if planes:
        who = tuple([plane.id for plane in planes])
        case = "E92-air-phasing-barrage-phases"
        run.emit(AircraftStruck(case=case, side=data.side, hex=data.hex, planes=who, points=flown.points))
    if not data.units and not flown.points:
        return
    air = (replace(flown, high=flown.high and not data.units)) if flown.points else None
    if data.target == "units":
        if run.look.has_combat_units(data.hex, run.look.enemy(data.side)):
            run.push("barrage", Barrage(data.side, data.hex, data.units, halved=data.halved, flown=air))
    else:
        run.push("target_barrage", TargetBarrage(data.side, data.hex, data.units, data.target, data.halved, flown=air))


def _fire_at_ships(run: Run, data: JointBarrage, planes: tuple[Plane, ...]) -> None:
    wings = tuple([ship_missions.wing_of(run.look, plane, data.hex) for plane in planes])
    points, who = sum(wing.points for wing in wings), tuple([plane.id for plane in planes])
    if points:
        case = "E92-air-phasing-barrage-phases"
        run.emit(AircraftStruck(case=case, side=data.side, hex=data.hex, planes=who, points=points, once=False))
        run.push("ship_strike", ShipStrike(data.side, data.hex, wings))


def go_home(run: Run, data: JointBarrage) -> None:
    """14.7b."""
    send_home(run, [plane.id for plane in _left(run.look, data)])


JOINT = Procedure(
    "joint_barrage",
    JointBarrage,
    (Do("flak", flak), Do("fire", fire), Do("go_home", go_home), Do("gone", lambda run, data: None)),
)

PROCEDURES = (JOINT,)


def inactive_only(look: Look, plane: Plane) -> bool:
    """A barrage on a base strikes Inactive aircraft (E92-inactive-air)."""
    return not plane.active


POLICIES = {"exposed": inactive_only}
EDITS = (("barrage_segment", "replace", "declare", with_gunfire(with_aircraft(AIMING.choose()))),)
