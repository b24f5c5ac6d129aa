"""Air Combat on the board ("air_rounds"): each attacker fights once, one after the other.

In a sweep the Fighters of the sweep attack, and a ready Fighter or one on patrol defends. In an interception the
interceptors attack, and aircraft of the mission defend, escorts before all others. Each owner chooses who fights next
(14.3e-B); nobody aborts of his own will, since the attackers came to fight and the defenders must.

This is no variant of `rules.air.dogfight`: there rounds go on until a side has nobody left, whoever is in the hex may
fight, and aircraft may abort before. Here a queue of attackers is worked off, each once, against what the task
offers, and who fought goes home or stays by its part. What is the same is called: the table (`read_round`), the
events, what HR-13 spares, the way home.

Cases: N14-sweep-return, N14-interception-return, N14.3-once, N14.3-sweep, N14.3-intercept-roles,
N14.3-intercept-escorts, N14.3-intercept-survivors, N14.3-loss-die, N14.3-ready-bombers
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import SendPlane
from redball.core.chances import Courses
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Chance, Choose, Do, Option, Procedure
from redball.core.refusals import Refusal, refusal
from redball.editions.new_ocs.air_kinds import guards_at, is_escort
from redball.rules.air.air import AirCombatEnded, AircraftDisclosed, AirRound
from redball.rules.air.bases import NOT_YOURS, UNKNOWN_PLANE, refuse_landing
from redball.rules.air.combat import read_round, round_courses
from redball.rules.air.dogfight import spared
from redball.rules.air.flak_fire import flying
from redball.rules.air.homing import come_down, send_home
from redball.rules.air.long_range import rating
from redball.rules.air.tasks import task_named
from redball.rules.ground.air_force import Plane, plane_in, printed

NOT_ATTACKING = refusal(
    "air_combat.not_waiting", case="N14.3-once", text="{detail} is not one of the attackers that still fight"
)
NOT_DEFENDING = refusal(
    "air_combat.not_defending",
    case="N14.3-sweep",
    text="{detail} cannot defend here; only {need} can",
    remedy="choose one of these",
)


class Rounds(Struct, frozen=True, tag=True):
    """An Air Combat in a hex that `side` begins: `waiting` have still to fight. `task` is the mission that they
    intercept ("": a sweep). `sent` and `met` fight this round ("" not chosen yet)."""

    side: str
    hex: int
    waiting: tuple[str, ...]
    task: str = ""
    sent: str = ""
    met: str = ""


def able(look: Look, data: Rounds) -> tuple[Plane, ...]:
    """Attackers that have still to fight."""
    return tuple([p for pid in data.waiting if (p := plane_in(look.state, pid)) is not None and p.hex == data.hex])


def targets(look: Look, data: Rounds) -> tuple[Plane, ...]:
    """Who may defend: guards against a sweep; of a mission its escorts, and without any the others."""
    if not data.task:
        return guards_at(look, data.hex, look.enemy(data.side))
    task = task_named(look.state, data.task)
    assert task is not None  # it is intercepted
    there = flying(look, task.mission)
    return tuple([plane for plane in there if is_escort(look, task.mission, plane.id)]) or there


def fly_home(run: Run, planes: tuple[Plane, ...], case: str) -> None:
    """They are Inactive at the bases that they came from; at another one in range if that is lost."""
    for plane in planes:
        if plane.parked or refuse_landing(run.look, plane, plane.base) is not None:
            continue
        come_down(run, plane, plane.base, case)
    send_home(run, [p.id for p in planes if not p.parked and refuse_landing(run.look, p, p.base) is not None])


# --- steps -------------------------------------------------------------------------------------------------------


def disclose(run: Run, data: Rounds) -> None:
    """14.3e-A: in plain view."""
    sides = ((data.side, able(run.look, data)), (run.look.enemy(data.side), defenders(run.look, data)))
    for side, planes in sides:
        ids = tuple([plane.id for plane in planes])
        run.emit(AircraftDisclosed(case="14.3e-A", side=side, hex=data.hex, planes=ids))


def defenders(look: Look, data: Rounds) -> tuple[Plane, ...]:
    """Everybody whom the attackers meet."""
    task = task_named(look.state, data.task)
    return flying(look, task.mission) if task is not None else targets(look, data)


def roles(run: Run, data: Rounds) -> None:
    """The combat ends when each attacker has fought, or nobody is left to fight."""
    run.set(replace(data, sent="", met=""))
    if not able(run.look, data) or not targets(run.look, data):
        run.go("end")


def sent(look: Look, data: Rounds) -> str:
    """The attacker of the round: the chosen or the only one."""
    waiting = able(look, data)
    return data.sent or (waiting[0].id if len(waiting) == 1 else "")


def met(look: Look, data: Rounds) -> str:
    """The defender, likewise."""
    there = targets(look, data)
    return data.met or (there[0].id if len(there) == 1 else "")


def _refuse_sent(look: Look, data: Rounds, action: SendPlane) -> Refusal | None:
    return _refuse(look, data.side, able(look, data), action.plane)


def _refuse_met(look: Look, data: Rounds, action: SendPlane) -> Refusal | None:
    enemy, there = look.enemy(data.side), targets(look, data)
    refused = _refuse(look, enemy, there, action.plane)
    if refused is None or refused.code != NOT_ATTACKING.code:
        return refused
    case = "N14.3-intercept-escorts" if data.task else "N14.3-sweep"
    need = ", ".join([printed(look.world, plane).name for plane in there])
    return NOT_DEFENDING(detail=refused.detail, need=need, case=case)


def _refuse(look: Look, side: str, known: tuple[Plane, ...], pid: str) -> Refusal | None:
    plane = plane_in(look.state, pid)
    if plane is None:
        return UNKNOWN_PLANE(detail=repr(pid))
    if plane.side != side:
        return NOT_YOURS(detail=repr(pid))
    return None if plane in known else NOT_ATTACKING(detail=printed(look.world, plane).name)


def _offer(planes: tuple[Plane, ...]) -> Iterator[SendPlane]:
    return (SendPlane(plane.id) for plane in planes)


def _courses(look: Look, data: Rounds) -> Courses:
    ours, theirs = _rating(look, sent(look, data)), _rating(look, met(look, data))
    return round_courses(look.world.charts, ours - theirs)


def fight(run: Run, data: Rounds, dice: tuple[int, ...]) -> None:
    """One round; the attacker is home again whatever happened, a defender only if it aborts."""
    pair = sent(run.look, data), met(run.look, data)
    ours, theirs = (_rating(run.look, pid) for pid in pair)
    read = read_round(run.world.charts, ours - theirs, sum(dice[:2]), dice[2])
    fought = AirRound(
        case="N14.3-once",
        side=data.side,
        attacker=pair[0],
        defender=pair[1],
        ratings=(ours, theirs),
        roll=read.roll,
        result=read.result,
        loss=read.loss,
    )
    if read.loss:
        fought = replace(fought, spared=tuple([p for p in fought.aborted if spared(run.look, data.hex, p, dice[2])]))
    run.emit(fought)
    run.set(replace(data, waiting=tuple([pid for pid in data.waiting if pid != pair[0]])))
    gone = pair if pair[1] in fought.aborted else pair[:1]
    task = task_named(run.state, data.task)
    if task is not None and task.mission.cargo:  # over a base of its side it lands there, as its cargo does
        send_home(run, gone[1:])
        gone = gone[:1]
    fly_home(run, tuple([p for pid in gone if (p := plane_in(run.state, pid)) is not None]), _home(data))


def _rating(look: Look, pid: str) -> int:
    plane = plane_in(look.state, pid)
    assert plane is not None  # it fights
    return rating(look, plane)


def _home(data: Rounds) -> str:
    return "N14-interception-return" if data.task else "N14-sweep-return"


def end(run: Run, data: Rounds) -> None:
    """Attackers without an opponent go home, too."""
    run.emit(AirCombatEnded(case="N14.3-once", side=data.side, hex=data.hex))
    fly_home(run, able(run.look, data), _home(data))


ROUNDS = Procedure(
    "air_rounds",
    Rounds,
    (
        Do("disclose", disclose),
        Do("roles", roles),
        Choose(
            "send",
            "Choose the aircraft that attacks in this round",
            lambda look, data: None if sent(look, data) else data.side,
            (
                Option(
                    SendPlane,
                    lambda look, data: _offer(able(look, data)),
                    _refuse_sent,
                    lambda run, data, action: run.set(replace(data, sent=action.plane)),
                    exact=True,
                ),
            ),
            case="N14.3-once",
        ),
        Choose(
            "meet",
            "Choose the aircraft that defends in this round",
            lambda look, data: None if met(look, data) else look.enemy(data.side),
            (
                Option(
                    SendPlane,
                    lambda look, data: _offer(targets(look, data)),
                    _refuse_met,
                    lambda run, data, action: run.set(replace(data, met=action.plane)),
                    exact=True,
                ),
            ),
            case="N14.3-sweep",
        ),
        Chance(
            "fight", "Air Combat", "N14.3-once", lambda look, data: 3, fight, lambda look, data: data.side, _courses
        ),
        Do("again", lambda run, data: run.go("roles")),
        Do("end", end),
    ),
)

PROCEDURES = (ROUNDS,)
