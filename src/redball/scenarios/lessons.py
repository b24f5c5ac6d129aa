"""What makes a scenario a lesson: its guide, its own dice, its opponent's orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from redball.board.board import Board
from redball.forces.counter import Counter
from redball.scenarios.errors import ScenarioError
from redball.scenarios.files import GuideFile, ScenarioFile, WayFile
from redball.scenarios.records import GuideStep, LessonDice, LessonOrder, Way

HEX_FIELDS = ("hex", "start", "source", "against")
"""Fields of events and actions that hold hexes."""
UNIT_FIELDS = ("unit", "other")


class Names(Protocol):
    """Checks the names of a scenario and reports where one is wrong."""

    board: Board
    counters: dict[str, Counter]

    def fail(self, where: str, message: str) -> ScenarioError: ...
    def side(self, name: str, where: str) -> str: ...
    def hex(self, name: str, where: str) -> int: ...


def read_lesson(names: Names, raw: ScenarioFile) -> dict[str, Any]:
    """The fields `guide`, `learner`, `dice` and `opponent` of a scenario.

    Raises ScenarioError for an unknown name, a way that is several or none, or dice and orders outside a lesson.
    """
    if raw.lesson and not raw.learner:
        raise names.fail("learner", "a lesson names the side that it is for")
    if not raw.lesson and (raw.dice or raw.opponent or raw.learner):
        raise names.fail("lesson", "only a lesson has a learner, dice and an opponent of its own")
    return {
        "guide": tuple(guide_step(names, step, f"guide[{i}]") for i, step in enumerate(raw.guide, start=1)),
        "learner": names.side(raw.learner, "learner") if raw.learner else "",
        "dice": tuple(
            LessonDice(one.roll, one.dice, one.turn, one.phasing and names.side(one.phasing, f"dice[{i}].phasing"))
            for i, one in enumerate(raw.dice, start=1)
        ),
        "opponent": tuple(
            LessonOrder(fields(names, one.act, f"opponent[{i}].act"), one.turn)
            for i, one in enumerate(raw.opponent, start=1)
        ),
    }


def guide_step(names: Names, raw: GuideFile, where: str) -> GuideStep:
    """A teaching step; hex names become indices, as in events."""
    return GuideStep(
        text=raw.text,
        done_when=raw.done_when,
        when=fields(names, raw.when, f"{where}.when"),
        title=raw.title,
        why=raw.why,
        case=raw.case,
        turn=raw.turn,
        segment=raw.segment,
        needs=units(names, raw.needs, f"{where}.needs"),
        otherwise=raw.otherwise,
        ways=tuple(way(names, one, f"{where}.ways[{i}]") for i, one in enumerate(raw.ways, start=1)),
    )


def way(names: Names, raw: WayFile, where: str) -> Way:
    """A way to do a step: exactly one of its verbs."""
    listed = {"move": raw.move, "rail": raw.rail, "attack": raw.attack, "barrage": raw.barrage}
    used = [verb for verb, uids in listed.items() if uids] + ["train"] * bool(raw.train)
    if len(used) + bool(raw.act) != 1 or bool(used) != bool(raw.to):
        raise names.fail(where, "a way is one move, rail, train, attack or barrage `to` a hex, or one `act`")
    if raw.act:
        return Way("act", fields=fields(names, raw.act, f"{where}.act"))
    verb: Any = used[0]
    start = names.hex(raw.train, f"{where}.train") if raw.train else -1
    return Way(verb, units(names, listed.get(verb, ()), f"{where}.{verb}"), start, names.hex(raw.to, f"{where}.to"))


def units(names: Names, listed: Iterable[str], where: str) -> tuple[str, ...]:
    """Ids of counters."""
    for uid in listed:
        if uid not in names.counters:
            raise names.fail(where, f"there is no counter {uid!r}")
    return tuple(listed)


def fields(names: Names, raw: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Fields of an event or an action, with hexes as indices."""
    for name in UNIT_FIELDS:
        if name in raw:
            units(names, [raw[name]], f"{where}.{name}")
    return {k: names.hex(v, f"{where}.{k}") if k in HEX_FIELDS else v for k, v in raw.items()}
