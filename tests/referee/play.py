"""Random games under the referee."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from redball.bots import make_bot
from redball.bots.random_play import at_random
from redball.core.actions import Action, BlowDump, Breakout, Done
from redball.game import Game
from referee.setting import Setting, charts_of
from referee.watch import Referee

WITH_SWITCH = ("smolensk", "sedan", "kohima", "yelnya")
"""Scenarios whose aircraft come with a switch."""


def new_game(name: str, seed: int, edition: str, *, aircraft: bool = False) -> Game:
    """A scenario, with its aircraft or without."""
    switches = {"aircraft": True} if aircraft and name in WITH_SWITCH else {}
    return Game.new(name, seed=seed, edition=edition, switches=switches)


def referee_of(game: Game) -> Referee:
    """A referee for a game, from its present state on."""
    world = game.world
    edition = world.edition.name
    return Referee(
        Setting(world.board, world.scenario, world.counters, world.switches, edition, world.sides, charts_of(edition))
    )


SELDOM = (Breakout, BlowDump, Done)
"""Kinds that end the fun; they are drawn once in so many decisions."""
ONCE_IN = 12


def eagerly(choices: Sequence[Action], rng: Random) -> Action:
    """One of the choices; every kind is as likely as any other, so that rare kinds come up."""
    kinds: dict[type[Action], list[Action]] = {}
    for action in choices:
        kinds.setdefault(type(action), []).append(action)
    names = [kind for kind in kinds if kind not in SELDOM] if rng.randrange(ONCE_IN) else [*kinds]
    return rng.choice(kinds[rng.choice(names or [*kinds])])


def play(
    game: Game, rng: Random, actions: int, mixed: float = 0.5, eager: bool = False, referee: Referee | None = None
) -> Referee:
    """Play some actions, part of them (`mixed`) as the steady bot would, so that there are battles."""
    referee = referee or referee_of(game)
    steady = make_bot("steady", 0)
    for number in range(actions):
        open_ = game.decision
        if open_ is None:
            break
        choices = game.choices()
        if rng.random() < mixed:
            action = steady.choose(game, open_.side)
        else:
            action = eagerly(choices, rng) if eager else at_random(choices, rng.getrandbits(64), number % 3 == 0)
        before = game.state
        taken = game.take(open_.side, action)
        assert taken.refusal is None, taken.refusal
        referee.watch(before, action, taken.events, game.state)
    return referee
