"""Interception: the side whose turn it is not assigns Fighters to the missions in the air, then all of them fight.

Fighters on patrol reach 10 hexes from where they are, ready ones 20 from their base, whatever their own range. A ready
Fighter whose own base is struck by day must intercept that strike, or need not, by the switch "own_base_duty".

Cases: N14-interception-patrol, N14-interception-ready, N14-interception-number, N14-interception-night,
N14.3-ready-bombers-voluntary, N10-night-defence, N14.4-exempt
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from redball.core.actions import Done, Intercept
from redball.core.edition import Switch
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Choose, Option, Procedure
from redball.core.refusals import Refusal, refusal
from redball.editions.new_ocs.air_kinds import attacks, task_kind
from redball.rules.air.bases import NOT_YOURS, UNKNOWN_PLANE
from redball.rules.air.flak_fire import flying
from redball.rules.air.missions import FLOWN, INACTIVE
from redball.rules.air.points import INTERCEPTION_REACH, REFUSE_FLIGHT
from redball.rules.air.tasks import InterceptorSent, Task, task_named, task_with, tasks_in, tasks_of
from redball.rules.ground.air_force import Plane, force_in, plane_in, printed

MUST, MAY = "must", "may"
DUTY = Switch(
    "own_base_duty",
    "N14-interception-ready",
    MUST,
    (MUST, MAY),
    "Ready Fighters whose own base is struck by day must intercept the strike, or may",
)

NOT_A_FIGHTER = refusal(
    "intercept.cannot_attack", case="N14-interception-ready", text="{detail} is not a Fighter that can attack"
)
BUSY = refusal(
    "intercept.busy",
    case="N14-interception-ready",
    text="{detail} is neither ready at a base nor on patrol",
)
TOO_FAR = refusal(
    "intercept.reach",
    case="N14-interception-ready",
    text="{hexes} is {have:hex} from {detail}, which intercepts within {need}",
)
OWN_BASE = refusal(
    "intercept.own_base",
    case="N14-interception-ready",
    text="{detail} must intercept the strike at its own base at {hexes}",
    remedy="let it intercept that strike",
)


class Scramble(Struct, frozen=True, tag=True):
    """Interceptors are assigned to the mission `task` by `side`."""

    side: str
    task: str


def may_be_intercepted(look: Look, task: Task) -> bool:
    """N14-interception-number, N14-interception-night, N14.4-exempt: by the chart, while somebody is on the mission;
    never over a box (SETUP-I-F-B)."""
    if look.board.is_box(task.mission.hex):
        return False
    rolls = look.world.charts.flak_applies[task_kind(look, task.mission).row]
    return rolls.intercept_in_pz and bool(flying(look, task.mission))


def on_patrol(look: Look, plane: Plane) -> bool:
    """Whether it is in the air on patrol."""
    task = task_with(look.state, plane.id)
    return task is not None and task.mission.kind == "patrol"


def struck_base(look: Look, plane: Plane) -> str:
    """The day strike on the hex of its own base that a ready Fighter has the duty to intercept, "" if none."""
    if look.switch(DUTY.name) != MUST or not plane.parked:
        return ""
    strikes = (task for task in tasks_of(look.state, look.enemy(plane.side)) if task_kind(look, task.mission).strike)
    found = (task.name for task in strikes if task.mission.hex == plane.hex and may_be_intercepted(look, task))
    return next(found, "")


def refuse_interceptor(look: Look, data: Scramble, pid: str) -> Refusal | None:
    """Every reason why an aircraft cannot intercept the mission."""
    plane, task = plane_in(look.state, pid), task_named(look.state, data.task)
    assert task is not None  # it is in the air
    if plane is None:
        return UNKNOWN_PLANE(detail=repr(pid))
    if plane.side != data.side or plane.hex < 0:
        return NOT_YOURS(detail=repr(pid))
    name = printed(look.world, plane).name
    if not plane.active:
        return INACTIVE(detail=name)
    if not attacks(look, plane):
        return NOT_A_FIGHTER(detail=name)
    if refused := look.policies[REFUSE_FLIGHT](look, "interception", plane, ""):
        return refused
    patrols = on_patrol(look, plane)
    sent = any(pid in other.interceptors for other in tasks_in(look.state))
    if sent or not (plane.parked or patrols):
        return BUSY(detail=name)
    if plane.flown and not patrols:
        return FLOWN(detail=name)
    hex_, own = task.mission.hex, struck_base(look, plane)
    if own and own != data.task:
        return OWN_BASE(hexes=(plane.hex,), detail=name)
    have, need = look.board.distance(plane.hex, hex_), look.policies[INTERCEPTION_REACH](look.world.charts, patrols)
    if have > need:
        case = "N14-interception-patrol" if patrols else "N14-interception-ready"
        return TOO_FAR(hexes=(hex_,), have=have, need=need, detail=name, case=case)
    return None


def interceptors(look: Look, data: Scramble) -> Iterator[Intercept]:
    """Who may, in the order of their ids."""
    own = (plane for plane in force_in(look.state).planes if plane.side == data.side and plane.active)
    return (Intercept(plane.id) for plane in own if refuse_interceptor(look, data, plane.id) is None)


def take_intercept(run: Run, data: Scramble, action: Intercept) -> None:
    task = task_named(run.state, data.task)
    assert task is not None  # it is in the air
    where = task.mission.hex
    run.emit(
        InterceptorSent(case="N14-interception-number", side=data.side, plane=action.plane, hex=where, task=data.task)
    )


def refuse_end(look: Look, data: Scramble, action: Done) -> Refusal | None:
    """Nobody has to intercept, but for ready Fighters whose own base is struck."""
    for option in interceptors(look, data):
        plane = plane_in(look.state, option.plane)
        if plane is not None and struck_base(look, plane) == data.task:
            return OWN_BASE(hexes=(plane.hex,), detail=printed(look.world, plane).name)
    return None


def _end(look: Look, data: Scramble) -> Iterator[Done]:
    if refuse_end(look, data, Done()) is None:
        yield Done()


SCRAMBLE = Procedure(
    "air_scramble",
    Scramble,
    (
        Choose(
            "intercept",
            "Intercept the mission with any number of Fighters, or let it pass",
            lambda look, data: data.side if next(interceptors(look, data), None) is not None else None,
            (
                Option(
                    Intercept,
                    interceptors,
                    lambda look, data, action: refuse_interceptor(look, data, action.plane),
                    take_intercept,
                    exact=True,
                ),
                Option(Done, _end, refuse_end, lambda run, data, action: run.go_on(), exact=True),
            ),
            case="N14-interception-number",
        ),
    ),
)

PROCEDURES = (SCRAMBLE,)
SWITCHES = (DUTY,)
