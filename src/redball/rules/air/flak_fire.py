"""Flak on the board, step E of a mission: who is fired at, with which points, and who loses the step.

The points and the roll are those of `flak`. Nothing is paid (14.4b), and supply does not matter. An escort is not fired
at, so it counts for nothing (HR-9). At a barrage all ships in the hex fire, whatever it strikes (18.3f). Late in the
war Flak turns aircraft back, too (HR-14): the Mission Loss Table says which.

Cases: 14.2f-E, 14.4, 14.4a, 14.4b, 14.4d, 14.4e, 14.4f, 15.0b-B, 15.2-F, 18.3f, HR-14
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction

from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.core.actions import LosePlane
from redball.core.chances import Courses, courses_of_one, courses_of_two, spread_of
from redball.core.engine import Run
from redball.core.ledger import Tally
from redball.core.look import Look
from redball.core.procedures import Chance, Choose, Do, Option, Step
from redball.core.refusals import Refusal, refusal
from redball.rules.air.air import AircraftAborted, AircraftHit, FlakFired
from redball.rules.air.dates import turn_begins
from redball.rules.air.flak import FlakTarget, flak_hits, flak_tally, late_effect, places, roll_tally
from redball.rules.air.homing import send_home
from redball.rules.air.kind import Mission, MissionKind, escort_of, kind_of
from redball.rules.air.patrol import in_patrol_zone
from redball.rules.air.points import FLAK_POINTS
from redball.rules.ground.air_force import Plane, base_in, face, is_fighter, plane_in, planes_in, printed
from redball.rules.ground.fleet import flak_at

LOSS = "mission_loss"
FLAK_SYMBOL = "anti_aircraft"
LATE = "late_flak"
"""The switch of HR-14."""
LATE_FROM = datetime(1943, 6, 1)
"""From when it holds."""

NOT_TIED = refusal("flak.not_tied", case="14.4f", text="{detail} is not one of the aircraft that may take the loss")


def flying(look: Look, data: Mission) -> tuple[Plane, ...]:
    """Aircraft that are still on the mission, in its order."""
    found = planes_in(look.state, data.planes)
    return tuple([p for p in found if p.active and p.hex == data.hex and p.base != NO_HEX])


def draws_flak(look: Look, side: str, hex_: int, kind: MissionKind) -> bool:
    """14.4a: always, never, or in an enemy Patrol Zone."""
    when = look.world.charts.flak_applies[kind.row].flak
    return when == "always" or (when == "patrol_zone" and in_patrol_zone(look, look.enemy(side), hex_))


def under_fire(look: Look, data: Mission, planes: tuple[Plane, ...]) -> tuple[Plane, ...]:
    """Those of a mission's aircraft that Flak can hit: all but an escort (HR-9)."""
    escort = escort_of(look, kind_of(look, data.kind), data.planes)
    return tuple([plane for plane in planes if plane.id != escort])


def is_late(look: Look) -> bool:
    """HR-14: the turn begins in June 1943 or later. A game whose scenario gives no dates is late all the time."""
    begins = turn_begins(look) if look.option(LATE) else None
    return look.option(LATE) and (begins is None or begins >= LATE_FROM)


def target_of(look: Look, side: str, hex_: int, kind: MissionKind, planes: tuple[Plane, ...]) -> FlakTarget:
    """What adds to the roll: only aircraft of the mission count (14.4d)."""
    enemy, base = look.enemy(side), base_in(look.state, hex_)
    guns = [unit for unit in look.combat_units_at(hex_, enemy) if look.counter(unit).symbol == FLAK_SYMBOL]
    return FlakTarget(
        aircraft=len(planes),
        fighter=any(is_fighter(look.world, plane) for plane in planes),
        hq=any(look.counter(unit).kind == "hq" for unit in look.units_at(hex_, enemy)),
        air_base=base.level if base is not None and base.side == enemy else 0,
        value=flak_at(look, hex_, enemy) if kind.barrages else 0,
        patrol_zone=in_patrol_zone(look, enemy, hex_),
        trainbusting=kind.row == "trainbusting",
        flak_units=len(guns) if is_late(look) else 0,
    )


def flak_points(look: Look, side: str, hex_: int, kind: MissionKind, planes: tuple[Plane, ...]) -> Tally[int]:
    """14.4e: the Flak Points, with their lines of the chart."""
    return flak_tally(look.world.charts, target_of(look, side, hex_, kind, planes))


def flak_chance(look: Look, points: Tally[int], planes: tuple[Plane, ...]) -> Fraction:
    """One roll at the whole mission."""
    return spread_of(lambda throw: effect_of(look, throw.two("dice") + points.value)[1]).chance(bool)


def flak_turns_back(look: Look, points: Tally[int], planes: tuple[Plane, ...]) -> Fraction:
    """HR-14: nobody turns back otherwise."""
    return spread_of(lambda throw: effect_of(look, throw.two("dice") + points.value)[0] > 0).chance(bool)


def tally_of(look: Look, side: str, hex_: int, kind: MissionKind, planes: tuple[Plane, ...]) -> Tally[int]:
    """What adds to the roll in the edition."""
    found: Tally[int] = look.policies[FLAK_POINTS](look, side, hex_, kind, planes)
    return found


def effect_of(look: Look, roll: int) -> tuple[int, bool]:
    """How many aircraft a modified roll turns back, and whether the mission loses a step."""
    charts = look.world.charts
    return late_effect(charts, roll) if is_late(look) else (0, flak_hits(charts, roll))


def candidates(look: Look, planes: tuple[Plane, ...], pick: str) -> tuple[str, ...]:
    """14.4f: whom a result of the Mission Loss Table names; several where Barrage Strengths are equal."""
    strengths = [face(look.world, plane).barrage for plane in planes]
    return tuple([planes[place].id for place in places(strengths, pick)])


def _exposed(look: Look, data: Mission) -> tuple[Plane, ...]:
    return under_fire(look, data, flying(look, data))


def _dice(look: Look, data: Mission) -> int:
    drawn = data.calls and draws_flak(look, data.side, data.hex, kind_of(look, data.kind))
    return 2 if drawn and _exposed(look, data) else 0


def points_at(look: Look, data: Mission) -> Tally[int]:
    """What adds to the roll at the aircraft that are still on a mission."""
    return tally_of(look, data.side, data.hex, kind_of(look, data.kind), _exposed(look, data))


def _courses(look: Look, data: Mission) -> Courses:
    points = points_at(look, data).value
    return courses_of_two(lambda dice: effect_of(look, dice + points))


def _fired(run: Run, data: Mission, thrown: tuple[int, ...]) -> None:
    roll = roll_tally(points_at(run.look, data), sum(thrown))
    aborts, hit = effect_of(run.look, roll.value)
    case, enemy = "HR-14" if is_late(run.look) else "14.4e", run.look.enemy(data.side)
    run.emit(
        FlakFired(case=case, side=enemy, hex=data.hex, roll=roll.value, hit=hit, aborts=aborts, ledger=roll.ledger())
    )
    run.set(replace(data, hit=hit, aborts=aborts))


def _enemy_of(look: Look, data: Mission) -> str:
    return look.enemy(data.side)


def _loss_dice(look: Look, data: Mission) -> int:
    return 1 if (data.hit or data.aborts) and len(_exposed(look, data)) > 1 else 0


def _drawn(look: Look, data: Mission, die: int) -> tuple[str, ...]:
    planes = _exposed(look, data)
    return candidates(look, planes, look.world.charts.mission_loss.pick(len(planes), die))


def _loss_courses(look: Look, data: Mission) -> Courses:
    return courses_of_one(lambda die: _drawn(look, data, die))


def _picked(run: Run, data: Mission, thrown: tuple[int, ...]) -> None:
    run.set(replace(data, tied=_drawn(run.look, data, thrown[0])))


def _alone(run: Run, data: Mission) -> None:
    """Without a choice the only aircraft that it could be is the one."""
    if data.hit or data.aborts:
        found = data.tied or tuple([plane.id for plane in _exposed(run.look, data)])
        if len(found) < 2:
            _lose(run, data, found)


def _lose(run: Run, data: Mission, planes: tuple[str, ...]) -> None:
    """This aircraft (nobody: none is left) loses a step and turns back, as the roll says; then the next (HR-14)."""
    left = max(data.aborts - 1, 0) if planes else 0
    run.set(replace(data, hit=False, tied=(), aborts=left))
    if left:
        run.go(LOSS)
    for pid in planes:
        if data.hit:
            run.emit(AircraftHit(case="14.4f", side=data.side, plane=pid, hex=data.hex, cause="Flak"))
        plane = plane_in(run.state, pid)
        if data.aborts and plane is not None and plane.hex >= 0:
            run.emit(AircraftAborted(case="HR-14", side=data.side, plane=pid))
            send_home(run, planes)


def _tied(look: Look, data: Mission) -> Iterator[LosePlane]:
    return (LosePlane(pid) for pid in data.tied)


def _refuse_loss(look: Look, data: Mission, action: LosePlane) -> Refusal | None:
    if action.plane in data.tied:
        return None
    plane = plane_in(look.state, action.plane)
    return NOT_TIED(detail=repr(action.plane) if plane is None else printed(look.world, plane).name)


def _take_loss(run: Run, data: Mission, action: LosePlane) -> None:
    _lose(run, data, (action.plane,))


FLAK_STEPS: tuple[Step, ...] = (
    Chance("flak", "Flak", "14.4e", _dice, _fired, _enemy_of, _courses),
    Chance(LOSS, "Mission Loss Table", "14.4f", _loss_dice, _picked, _enemy_of, _loss_courses),
    Do("flak_alone", _alone),
    Choose(
        "flak_loss",
        "Which of the aircraft is hit by Flak?",
        lambda look, data: data.side if data.tied else None,
        (Option(LosePlane, _tied, _refuse_loss, _take_loss, exact=True),),
        case="14.4f",
    ),
)
"""Step E of a mission."""

POLICIES = {"flak_chance": flak_chance, "flak_turns_back": flak_turns_back, "flak_points": flak_points}
