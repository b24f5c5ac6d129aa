"""Lessons: who plays against the learner, and which lesson comes next."""

from __future__ import annotations

from msgspec import Struct

from redball.bots import BOTS, LessonBot
from redball.scenarios.errors import ScenarioError
from redball.scenarios.load import find_scenarios, load_scenario
from redball.scenarios.records import Scenario


class LessonInfo(Struct, frozen=True):
    """A lesson: its number of how many, the side that learns, and the scenario that comes next with its title, its
    edition and its sides ("" and () after the last one)."""

    number: int
    of: int
    learner: str
    next: str
    next_title: str
    next_edition: str
    next_learner: str
    next_sides: tuple[str, ...]


def with_opponent(scenario: Scenario, players: dict[str, str]) -> dict[str, str]:
    """Who plays: in a lesson that a person learns, every bot is the lesson's own."""
    if not scenario.lesson or players.get(scenario.learner) in BOTS:
        return players
    return {side: LessonBot.name if name in BOTS else name for side, name in players.items()}


def lesson_info(scenario: Scenario) -> LessonInfo | None:
    """What the page says about a lesson; None for other scenarios."""
    if not scenario.lesson:
        return None
    numbers = {head.lesson: head.id for head in find_scenarios()[0] if head.lesson}
    then = readable(numbers.get(scenario.lesson + 1, ""))
    if then is None:
        return LessonInfo(scenario.lesson, len(numbers), scenario.learner, "", "", "", "", ())
    sides = tuple(side.id for side in then.sides)
    return LessonInfo(
        scenario.lesson, len(numbers), scenario.learner, then.id, then.title, then.edition, then.learner, sides
    )


def readable(name: str) -> Scenario | None:
    """The scenario, None if there is none that can be read."""
    try:
        return load_scenario(name) if name else None
    except ScenarioError:
        return None
