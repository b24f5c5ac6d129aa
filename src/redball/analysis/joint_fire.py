"""A barrage of 1992 in which aircraft take part, as one exact distribution: Flak fires first, then those that are left
fire together with the artillery. What opens at last is in `mission_ends`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from redball.analysis.mission import Arrival, Ended, MissionAnswer, answer
from redball.analysis.mission_ends import ENDS, Purpose, purpose
from redball.analysis.policy import Certain, follow
from redball.core.chances import from_chances
from redball.core.look import Look
from redball.core.state import Frame
from redball.editions.v1992.hex_flak import FlakFire, flak_chance, strength_in, under_fire
from redball.editions.v1992.joint_barrage import AIMING, SHIPS, JointBarrage, refuse_commit
from redball.editions.v1992.stations import STATION
from redball.rules.air.kind import Mission, land_points
from redball.rules.air.strikes import points_of
from redball.rules.barrage.segment import BarrageSegment
from redball.rules.ground.air_force import Plane, plane_in
from redball.rules.naval.ship_missions import sea_points

FLAK, FIRE = ("joint_barrage", "flak"), ("joint_barrage", "fire")


def joint_of(look: Look, data: BarrageSegment) -> JointBarrage | None:
    """The barrage of a draft with aircraft; None without any, or while it could not be committed."""
    if not data.planes or refuse_commit(look, data) is not None:
        return None
    aim = AIMING.aim_of(look, data)
    return JointBarrage(data.side, data.target, aim, data.units, data.halved, data.planes)


def joint_answer(look: Look, data: JointBarrage) -> MissionAnswer:
    """Its distribution, told as that of a mission; pass a look with only what its side may know."""
    tally = strength_in(look, data.side, data.hex, barrage=True)
    planes, sortie = _left(look, data), _sortie(data)
    courses = follow(_at(look, FLAK, data), answer, (FIRE,), Certain)
    found = [(_arrived(look, course.look, data), _effects(look, course.look, sortie)) for course in courses]
    which = from_chances({number: course.chance for number, course in enumerate(courses)})
    ends = which.then(lambda number: found[number][1].spread.map(partial(Ended, found[number][0])))
    column = _effects(look, _at(look, FIRE, data), sortie).column
    hit: Fraction = flak_chance(look, tally, planes)
    return MissionAnswer(sortie, tally if tally.value else None, hit, ends, column, None)


def _sortie(data: JointBarrage) -> Mission:
    """The aircraft as a mission."""
    return Mission(STATION, data.side, data.hex, data.planes)


def _at(look: Look, step: tuple[str, str], data: JointBarrage) -> Look:
    return look.at_stack(look.state.change(stack=(Frame(*step, data),)))


def _left(look: Look, data: JointBarrage) -> tuple[Plane, ...]:
    return under_fire(look, FlakFire(data.side, data.hex, data.planes, barrage=True))


def _arrived(before: Look, look: Look, data: JointBarrage) -> Arrival:
    """Who fires, and what Flak has taken."""
    planes = _left(look, data)
    lost = sum(_steps_lost(look, pid) - _steps_lost(before, pid) for pid in data.planes)
    reduced = tuple([plane.id for plane in planes if plane.steps_lost])
    bombs = sea_points if data.target == SHIPS else land_points
    return Arrival(tuple([plane.id for plane in planes]), reduced, points_of(look, planes, bombs), lost)


def _steps_lost(look: Look, pid: str) -> int:
    plane = plane_in(look.state, pid)
    assert plane is not None  # also when it is shot down
    return plane.steps_lost


def _effects(before: Look, look: Look, sortie: Mission) -> Purpose:
    """What those do who are left, with the artillery; artillery pays, which needs no dice."""
    (end,) = follow(look, answer, ENDS, Certain)
    return purpose(before, end.look, sortie)
