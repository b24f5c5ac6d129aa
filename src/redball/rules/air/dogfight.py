"""Air Combat on the board ("air_combat"): both sides lay out their Active aircraft, may abort some, then choose who
fights each round. The numbers and the end of a combat are those of `combat`.

The side that begins it decides first whether to abort. It attacks unless all its ratings are in parentheses.
An edition in which each attacker fights only once brings a procedure of its own.

Cases: 4.9d, 14.2b, 14.3-B, 14.3-C, 14.3c, 14.3d-A, 14.3d-B, 14.3d-C, 14.3e-A, 14.3e-B, 14.3e-C, 14.3e-D,
HR-13
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import AbortPlane, Done, SendPlane
from redball.core.edition import option
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Chance, Choose, Do, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.rules.air.air import (
    AirCombatEnded,
    AircraftAborted,
    AircraftDisclosed,
    AircraftIgnored,
    AirRound,
)
from redball.rules.air.bases import NOT_YOURS, UNKNOWN_PLANE, refuse_landing
from redball.rules.air.combat import Aircraft, Standing, loses, read_round
from redball.rules.air.homing import come_down, send_home
from redball.rules.air.long_range import rating
from redball.rules.air.points import AIR_COMBAT
from redball.rules.ground.air_force import Plane, active_at, face, plane_in, printed

NOT_THERE = refusal("air_combat.not_there", case="14.3-C", text="{detail} is not Active at {hexes}")
PARENTHESIZED = refusal(
    "air_combat.parenthesized",
    case="14.3a",
    text="{detail} has the rating ({have}) and cannot attack",
    remedy="send an aircraft whose rating is not in parentheses",
)

HOME_BASE = option(
    "over_own_base",
    "HR-13",
    "Who aborts from an Air Combat over an air base of its side loses a step on a 6 only, not on a 5",
)
SWITCHES = (HOME_BASE,)


class Dogfight(Struct, frozen=True, tag=True):
    """An Air Combat in a hex. `begins` is the side that begins it, `side` the attacker of this round; `sent` and `met`
    fight it ("" not chosen yet). `interceptor` goes back to the base that it came from. Where an edition lets two
    fight one, `doubling` is how often each side still may, who began it first, `beside` are the second ones of attacker
    and defender, and `rolls` what was rolled."""

    begins: str
    side: str
    hex: int
    sweep: bool = False
    interceptor: str = ""
    sent: str = ""
    met: str = ""
    doubling: tuple[int, int] = (0, 0)
    beside: tuple[str, str] = ("", "")
    rolls: tuple[int, ...] = ()


def standing(look: Look, data: Dogfight) -> Standing:
    """Both sides as the arithmetic has them, the side that began it first."""
    both = [
        tuple([rated(look, plane, data.hex) for plane in active_at(look, data.hex, side)])
        for side in (data.begins, look.enemy(data.begins))
    ]
    return Standing((both[0], both[1]))


def rated(look: Look, plane: Plane, hex_: int) -> Aircraft:
    """An aircraft as the arithmetic has it if it fights over that hex."""
    shown, reduced = face(look.world, plane), plane.steps_lost > 0
    return Aircraft(rating(look, plane), shown.parenthesized, reduced, over_home(look, plane, hex_))


def over_home(look: Look, plane: Plane, hex_: int) -> bool:
    """HR-13: whether it fights over an air base of its side, where that counts."""
    return look.option(HOME_BASE.name) and refuse_landing(look, plane, hex_) is None


def goes_on(look: Look, data: Dogfight) -> bool:
    """Whether there is another round (14.3-B)."""
    found: bool = look.policies[AIR_COMBAT](data.sweep).goes_on(standing(look, data))
    return found


def begin_combat(run: Run, side: str, hex_: int, *, sweep: bool = False, interceptor: str = "") -> None:
    """Fight if both sides have Active aircraft there and one of them can attack; otherwise they ignore each other."""
    enemy = run.look.enemy(side)
    if not active_at(run.look, hex_, side) or not active_at(run.look, hex_, enemy):
        return
    data = Dogfight(side, side, hex_, sweep, interceptor)
    if goes_on(run.look, data):
        run.push("air_combat", data)
    else:
        run.emit(AircraftIgnored(case="14.3a", side=enemy, hex=hex_))


def disclose(run: Run, data: Dogfight) -> None:
    """14.3e-A: in plain view."""
    for side in (data.begins, run.look.enemy(data.begins)):
        planes = tuple([plane.id for plane in active_at(run.look, data.hex, side)])
        run.emit(AircraftDisclosed(case="14.3e-A", side=side, hex=data.hex, planes=planes))


# --- aborts ------------------------------------------------------------------------------------------------------


def _first(look: Look, data: Dogfight) -> str:
    return data.begins


def _second(look: Look, data: Dogfight) -> str:
    return look.enemy(data.begins)


def _aborts(name: str, who: Callable[[Look, Dogfight], str], *, before: bool) -> Choose:
    """The decision of a side to abort aircraft, all but one of them before the combat, any after it."""
    fewest = 1 if before else 0

    def decides(look: Look, data: Dogfight) -> str | None:
        side = who(look, data)
        if data.sweep and not before and side == data.begins:
            return None  # they go home now in any case (14.6)
        return side if len(active_at(look, data.hex, side)) > fewest else None

    def candidates(look: Look, data: Dogfight) -> Iterator[AbortPlane]:
        return (AbortPlane(plane.id) for plane in active_at(look, data.hex, who(look, data)))

    def refuse(look: Look, data: Dogfight, action: AbortPlane) -> Refusal | None:
        return refuse_present(look, data, who(look, data), action.plane)

    def take(run: Run, data: Dogfight, action: AbortPlane) -> None:
        case = "14.3d-A" if before else "14.3d-C"
        run.emit(AircraftAborted(case=case, side=who(run.look, data), plane=action.plane))
        leave(run, data, (action.plane,))

    prompt = f"Abort aircraft {'before' if before else 'after'} the Air Combat, or go on"
    options = (
        Option(AbortPlane, candidates, refuse, take, exact=True),
        Option(Done, only(Done()), always_legal, lambda run, data, action: run.go_on()),
    )
    return Choose(name, prompt, decides, options, case="14.3d")


def refuse_present(look: Look, data: Dogfight, side: str, pid: str) -> Refusal | None:
    """Whether an aircraft is an Active one of the side there."""
    plane = plane_in(look.state, pid)
    if plane is None:
        return UNKNOWN_PLANE(detail=repr(pid))
    if plane.side != side:
        return NOT_YOURS(detail=_name(look, pid) if plane.hex == data.hex else repr(pid))
    if plane not in active_at(look, data.hex, side):
        return NOT_THERE(detail=_name(look, pid), hexes=(data.hex,))
    return None


def _name(look: Look, pid: str) -> str:
    plane = plane_in(look.state, pid)
    return printed(look.world, plane).name if plane is not None else pid


def leave(run: Run, data: Dogfight, planes: tuple[str, ...]) -> None:
    """Aircraft that abort go home; the interceptor to its own base (14.5-D)."""
    plane = plane_in(run.state, data.interceptor) if data.interceptor in planes else None
    if plane is not None and plane.hex >= 0:
        come_down(run, plane, plane.base, "14.5-D")
    send_home(run, [pid for pid in planes if pid != data.interceptor])


# --- rounds ------------------------------------------------------------------------------------------------------


def roles(run: Run, data: Dogfight) -> None:
    """14.3c: who attacks; the combat ends when nobody can or a side is alone."""
    if not goes_on(run.look, data):
        run.go("after_first")
        return
    able = can_attack(run.look, data.hex, data.begins)
    side = data.begins if able else run.look.enemy(data.begins)
    run.set(replace(data, side=side, sent="", met=""))


def can_attack(look: Look, hex_: int, side: str) -> tuple[Plane, ...]:
    """Active aircraft of a side there whose rating is not parenthesized (14.3a)."""
    return tuple([p for p in active_at(look, hex_, side) if not face(look.world, p).parenthesized])


def sent(look: Look, data: Dogfight) -> str:
    """The attacking aircraft: the chosen or the only one, "" while there is a choice."""
    able = can_attack(look, data.hex, data.side)
    return data.sent or (able[0].id if len(able) == 1 else "")


def met(look: Look, data: Dogfight) -> str:
    """The defending aircraft, likewise."""
    there = active_at(look, data.hex, look.enemy(data.side))
    return data.met or (there[0].id if len(there) == 1 else "")


def _refuse_sent(look: Look, data: Dogfight, action: SendPlane) -> Refusal | None:
    refused = refuse_present(look, data, data.side, action.plane)
    plane = plane_in(look.state, action.plane)
    if refused is None and plane is not None and face(look.world, plane).parenthesized:
        return PARENTHESIZED(detail=_name(look, plane.id), have=face(look.world, plane).rating)
    return refused


def _take_sent(run: Run, data: Dogfight, action: SendPlane) -> None:
    run.set(replace(data, sent=action.plane))


def _take_met(run: Run, data: Dogfight, action: SendPlane) -> None:
    run.set(replace(data, met=action.plane))


def fight(run: Run, data: Dogfight, dice: tuple[int, ...]) -> None:
    """14.3e-C: read the round; those that abort go home, perhaps with a step less."""
    pair = sent(run.look, data), met(run.look, data)
    ours, theirs = (_rating(run.look, pid) for pid in pair)
    read = read_round(run.world.charts, ours - theirs, sum(dice[:2]), dice[2])
    fought = AirRound(
        case="14.3e-C",
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
    leave(run, data, fought.aborted)


def spared(look: Look, hex_: int, pid: str, die: int) -> bool:
    """HR-13: who is over an air base of its side keeps its step on this loss die."""
    plane = plane_in(look.state, pid)
    assert plane is not None  # it fights
    return not loses(look.world.charts, die, home=over_home(look, plane, hex_))


def _rating(look: Look, pid: str) -> int:
    plane = plane_in(look.state, pid)
    assert plane is not None  # it fights
    return rating(look, plane)


def end(run: Run, data: Dogfight) -> None:
    """It is over; an interceptor that won is Active at its base (14.5-D)."""
    run.emit(AirCombatEnded(case="14.3e-D", side=data.begins, hex=data.hex))


def _enemy_meets(look: Look, data: Any) -> str | None:
    return None if met(look, data) else look.enemy(data.side)


COMBAT = Procedure(
    "air_combat",
    Dogfight,
    (
        Do("disclose", disclose),
        _aborts("before_first", _first, before=True),
        _aborts("before_second", _second, before=True),
        Do("roles", roles),
        Choose(
            "send",
            "Choose the aircraft that attacks in this round",
            lambda look, data: None if sent(look, data) else data.side,
            (
                Option(
                    SendPlane,
                    lambda look, data: (SendPlane(p.id) for p in can_attack(look, data.hex, data.side)),
                    _refuse_sent,
                    _take_sent,
                    exact=True,
                ),
            ),
            case="14.3e-B",
        ),
        Choose(
            "meet",
            "Choose the aircraft that defends in this round",
            _enemy_meets,
            (
                Option(
                    SendPlane,
                    lambda look, data: (SendPlane(p.id) for p in active_at(look, data.hex, look.enemy(data.side))),
                    lambda look, data, action: refuse_present(look, data, look.enemy(data.side), action.plane),
                    _take_met,
                    exact=True,
                ),
            ),
            case="14.3e-B",
        ),
        Chance("fight", "Air Combat", "14.3e-C", lambda look, data: 3, fight, lambda look, data: data.side),
        Do("again", lambda run, data: run.go("roles")),
        _aborts("after_first", _first, before=False),
        _aborts("after_second", _second, before=False),
        Do("end", end),
    ),
)

PROCEDURES = (COMBAT,)
