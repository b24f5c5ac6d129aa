"""Rounds of Air Combat of 1992 on the board: its table, and two aircraft against one.

As the rounds begin, Active Fighters (type F, reduced ones a half) are counted once: a side with an advantage of two or
more may double as often as that. Whoever doubles names a second aircraft after the first. An attacker rolls for both
and chooses which attack counts; a defender's ratings are both subtracted, and both abort. Who aborts, and how a combat
begins and ends, is as in the series (`rules.air.dogfight`).

Cases: E92-air-combat-4, E92-air-combat-5, E92-air-combat-7, E92-air-combat-10, E92-air-doubling,
E92-air-doubling-availability, E92-air-doubling-attacker, E92-air-doubling-defender
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from redball.core.actions import Done, SendPlane
from redball.core.actions.air import OnPlane
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Chance, Choose, Do, Option, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.shown import Shown
from redball.editions.v1992.air import RESULTS, allowed_doubles
from redball.editions.v1992.charts import AirToAir
from redball.rules.air.air import AirRound
from redball.rules.air.dogfight import PARENTHESIZED, Dogfight, can_attack, leave, met, refuse_present, sent
from redball.rules.air.long_range import rating
from redball.rules.ground.air_force import Plane, active_at, face, is_fighter, plane_in, printed


class UseAttack(OnPlane, frozen=True, tag="use_attack"):
    """The attack that counts, of the two that an attacker rolled; only its aircraft suffers the result."""

    shown = Shown("Air Combat", 2, "The attack of {plane} counts")


class TakeHit(OnPlane, frozen=True, tag="take_hit"):
    """Which of two defending aircraft loses the step."""

    shown = Shown("Air Combat", 2, "{plane} loses the step")


LINES = dict(
    zip(RESULTS, ("E92-air-combat-4", "E92-air-combat-5", "E92-air-combat-7", "E92-air-combat-10"), strict=True)
)
"""The case of each result."""

SAME = refusal("air_combat.same", case="E92-air-doubling", text="{detail} is in this round already")
NOT_OF_ROUND = refusal("air_combat.not_of_round", case="E92-air-doubling", text="{detail} is not one of the two")


def _place(data: Dogfight, side: str) -> int:
    return 0 if side == data.begins else 1


def reckon(run: Run, data: Dogfight) -> None:
    """Once, as the rounds begin."""
    look, halves = run.look, []
    for side in (data.begins, look.enemy(data.begins)):
        there = [plane for plane in active_at(look, data.hex, side) if is_fighter(look.world, plane)]
        halves.append(sum(1 if plane.steps_lost else 2 for plane in there))
    run.set(replace(data, doubling=allowed_doubles(look.world.charts, halves[0], halves[1])))


# --- the second aircraft -----------------------------------------------------------------------------------------


def seconds(look: Look, data: Dogfight, *, attacks: bool) -> tuple[Plane, ...]:
    """Who may fight beside the aircraft of a side."""
    side = data.side if attacks else look.enemy(data.side)
    if not data.doubling[_place(data, side)]:
        return ()
    able = can_attack(look, data.hex, side) if attacks else active_at(look, data.hex, side)
    first = sent(look, data) if attacks else met(look, data)
    return tuple([plane for plane in able if plane.id != first])


def _second(name: str, *, attacks: bool) -> Choose:
    """The decision of a side to double."""

    def side_of(look: Look, data: Dogfight) -> str:
        return data.side if attacks else look.enemy(data.side)

    def refuse(look: Look, data: Dogfight, action: SendPlane) -> Refusal | None:
        side, plane = side_of(look, data), plane_in(look.state, action.plane)
        refused = refuse_present(look, data, side, action.plane)
        if refused is not None or plane is None:
            return refused
        name = printed(look.world, plane).name
        if action.plane == (sent(look, data) if attacks else met(look, data)):
            return SAME(detail=name)
        shown = face(look.world, plane)
        return PARENTHESIZED(detail=name, have=shown.rating) if attacks and shown.parenthesized else None

    def take(run: Run, data: Dogfight, action: SendPlane) -> None:
        two = (action.plane, data.beside[1]) if attacks else (data.beside[0], action.plane)
        run.set(replace(data, beside=two))
        run.go_on()

    options = (
        Option(
            SendPlane,
            lambda look, data: (SendPlane(plane.id) for plane in seconds(look, data, attacks=attacks)),
            refuse,
            take,
            exact=True,
        ),
        Option(Done, only(Done()), always_legal, lambda run, data, action: run.go_on()),
    )
    prompt = f"Send a second aircraft to {'attack' if attacks else 'defend'} in this round, or only the first"
    case = f"E92-air-doubling-{'attacker' if attacks else 'defender'}"
    return Choose(
        name,
        prompt,
        lambda look, data: side_of(look, data) if seconds(look, data, attacks=attacks) else None,
        options,
        case=case,
    )


# --- the round ---------------------------------------------------------------------------------------------------


def attackers(look: Look, data: Dogfight) -> tuple[str, ...]:
    """Who attacks, the first one first."""
    return tuple(filter(None, (sent(look, data), data.beside[0])))


def defenders(look: Look, data: Dogfight) -> tuple[str, ...]:
    """Who defends, likewise."""
    return tuple(filter(None, (met(look, data), data.beside[1])))


def _rating(look: Look, pid: str) -> int:
    plane = plane_in(look.state, pid)
    assert plane is not None  # it fights
    return rating(look, plane)


def rolled(run: Run, data: Dogfight, dice: tuple[int, ...]) -> None:
    """Two dice for each attacker, modified by its rating and by those of all defenders."""
    against = sum(_rating(run.look, pid) for pid in defenders(run.look, data))
    found = []
    for i, pid in enumerate(attackers(run.look, data)):
        found.append(sum(dice[2 * i : 2 * i + 2]) + _rating(run.look, pid) - against)
    run.set(replace(data, rolls=tuple(found), sent=attackers(run.look, data)[0], met=defenders(run.look, data)[0]))


def _attacks(look: Look, data: Dogfight) -> Iterator[UseAttack]:
    return (UseAttack(pid) for pid in attackers(look, data) if len(data.rolls) > 1)


def _named(look: Look, pid: str) -> str:
    plane = plane_in(look.state, pid)
    return repr(pid) if plane is None else printed(look.world, plane).name


def _refuse_attack(look: Look, data: Dogfight, action: UseAttack) -> Refusal | None:
    return None if action in _attacks(look, data) else NOT_OF_ROUND(detail=_named(look, action.plane))


def _take_attack(run: Run, data: Dogfight, action: UseAttack) -> None:
    """The other attack is as if it had not been."""
    used = attackers(run.look, data).index(action.plane)
    left = list(data.doubling)
    left[_place(data, data.side)] -= 1
    run.set(
        replace(
            data,
            sent=action.plane,
            beside=("", data.beside[1]),
            rolls=(data.rolls[used],),
            doubling=(left[0], left[1]),
        )
    )


def result_of(look: Look, data: Dogfight) -> str:
    """The line of the table that counts."""
    return str(look.world.charts.table(AirToAir).read("main", data.rolls[0]))


def _hits(look: Look, data: Dogfight) -> Iterator[TakeHit]:
    (_, _), (_, steps) = RESULTS[result_of(look, data)]
    return (TakeHit(pid) for pid in defenders(look, data) if steps and data.beside[1])


def _refuse_hit(look: Look, data: Dogfight, action: TakeHit) -> Refusal | None:
    return None if action in _hits(look, data) else NOT_OF_ROUND(detail=_named(look, action.plane))


def _take_hit(run: Run, data: Dogfight, action: TakeHit) -> None:
    run.set(
        replace(data, met=action.plane, beside=("", next(p for p in defenders(run.look, data) if p != action.plane)))
    )
    run.go_on()


def settle(run: Run, data: Dogfight) -> None:
    """Who aborts goes home, and it may cost a step."""
    (aborts, lost), (driven, hit) = RESULTS[result_of(run.look, data)]
    other = data.beside[1]
    fought = AirRound(
        case=LINES[result_of(run.look, data)],
        side=data.side,
        attacker=data.sent,
        defender=data.met,
        ratings=(_rating(run.look, data.sent), sum(_rating(run.look, pid) for pid in defenders(run.look, data))),
        roll=data.rolls[0],
        result="attacker_aborts" if aborts else "defender_aborts",
        loss=bool(lost or hit),
        beside=other,
    )
    left = list(data.doubling)
    left[1 - _place(data, data.side)] -= bool(other)
    run.emit(fought)
    run.set(replace(data, beside=("", ""), rolls=(), doubling=(left[0], left[1])))
    assert driven or aborts  # there is no other line
    leave(run, data, fought.aborted)


EDITS = (
    ("air_combat", "before", "roles", Do("reckon", reckon)),
    ("air_combat", "after", "send", _second("send_beside", attacks=True)),
    ("air_combat", "after", "meet", _second("meet_beside", attacks=False)),
    (
        "air_combat",
        "replace",
        "fight",
        Chance(
            "fight",
            "Air to Air Combat Table",
            "E92-air-combat-4",
            lambda look, data: 2 * len(attackers(look, data)),
            rolled,
            lambda look, data: data.side,
        ),
    ),
    (
        "air_combat",
        "before",
        "again",
        Choose(
            "use_attack",
            "Choose which of the two attacks counts",
            lambda look, data: data.side if len(data.rolls) > 1 else None,
            (Option(UseAttack, _attacks, _refuse_attack, _take_attack, exact=True),),
            case="E92-air-doubling-attacker",
        ),
    ),
    (
        "air_combat",
        "before",
        "again",
        Choose(
            "take_hit",
            "Choose which of the two aircraft loses the step",
            lambda look, data: look.enemy(data.side) if next(_hits(look, data), None) else None,
            (Option(TakeHit, _hits, _refuse_hit, _take_hit, exact=True),),
            case="E92-air-doubling-defender",
        ),
    ),
    ("air_combat", "before", "again", Do("settle", settle)),
)
