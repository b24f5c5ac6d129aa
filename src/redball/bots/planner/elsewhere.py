"""The planner's thought as work for another process: a question that can be sent there, and what it finds.

A plan follows from the position, as the side sees it, and from the lot. So another process finds the same one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Protocol

from msgspec import Struct

from redball.bots.planner.choice import Effort, Thinking, thinking
from redball.bots.planner.plans import NOTHING, Plan, Record
from redball.bots.planner.thought import Thought
from redball.core.look import Look
from redball.core.world import World
from redball.game import Game
from redball.game.save import decode_state, encode_state

KEPT_WORLDS = 2
"""Worlds whose boards and facts a process keeps for the next question."""


class Rules(Struct, frozen=True):
    """What a game is played by: enough to make its world again."""

    scenario: str
    position: str
    edition: str
    switches: tuple[tuple[str, object], ...]
    charts: str


class Question(Struct, frozen=True):
    """For which plan of a side is looked, in which position, and how hard: two that are equal have one answer."""

    rules: Rules
    state: bytes
    side: str
    effort: Effort
    lot: int
    present: Plan = NOTHING

    @property
    def first(self) -> bool:
        """It is the first thought about a Player Turn: a second one tells that the side has seen something."""
        return self.present == NOTHING


class Thoughtful(Protocol):
    """Work that is done piece by piece, as `Thought` does it. `waits`: others do it, so there is nothing to do here."""

    found: Record | None
    waits: bool

    @property
    def done(self) -> int:
        """How many imagined games were played."""

    @property
    def of(self) -> int:
        """Of how many at most."""

    def think(self) -> bool:
        """A piece of it; False when nothing is left to do.

        Raises NotImaginable.
        """


Begins = Callable[[Game, str, Effort, int, Plan], Thoughtful]
"""Begins a thought about the plan of a side."""


def here(game: Game, side: str, effort: Effort, lot: int, present: Plan) -> Thoughtful:
    """Begin a thought that is done by whoever asks for its pieces."""
    return Thought(thinking(game, side, effort, lot, present), effort.rollouts)


def question_of(game: Game, side: str, effort: Effort, lot: int, present: Plan) -> Question:
    """What another process needs for the same thought."""
    world = game.world
    switches = tuple(sorted(world.switches.items()))
    rules = Rules(world.scenario.id, world.position, world.edition.name, switches, world.edition.own_charts)
    return Question(rules, encode_state(game.state), side, effort, lot, present)


def work_on(question: Question) -> Thinking:
    """The work that a question asks for, in this process.

    Raises NotImaginable as it is done.
    """
    begun = _begun(question.rules)
    world: World = begun.world
    game = Game(world, begun.dice, Look(world, decode_state(world, question.state)), keep_undo=False)
    return thinking(game, question.side, question.effort, question.lot, question.present)


@lru_cache(KEPT_WORLDS)
def _begun(rules: Rules) -> Game:
    """A game by these rules, for its world."""
    switches = dict(rules.switches)
    if rules.position:
        return Game.from_position(rules.position, switches=switches, edition=rules.edition, kept=True)
    return Game.new(rules.scenario, switches=switches, edition=rules.edition, charts=rules.charts)
