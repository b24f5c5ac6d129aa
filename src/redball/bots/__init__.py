"""Bots: each sees a game as its side may see it and answers one decision at a time.

A bot's play is a function of its seed and of the decisions put to it, so a match can be played
again. A bot may take notes during a segment, so a new bot joining midway may play differently.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from redball.bots.lesson import LessonBot
from redball.bots.random_play import RandomBot
from redball.bots.steady import GroundBot, SteadyBot
from redball.core.actions import Action
from redball.game import Game


class Bot(Protocol):
    """A bot, chosen by its `name`."""

    name: str

    def choose(self, game: Game, side: str) -> Action:
        """The action of `side`, whose decision it is: one of `game.choices()`.

        Raises ValueError when the decision is not that side's.
        """


BOTS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "steady": SteadyBot,
    "steady-ground": GroundBot,
    "lesson": LessonBot,
}


def make_bot(name: str, seed: int) -> Bot:
    """The bot of that name.

    Raises ValueError for an unknown one.

    >>> make_bot("random", 7).name
    'random'
    >>> make_bot("napoleon", 7)
    Traceback (most recent call last):
    ValueError: there is no bot 'napoleon'; there are: random, steady, steady-ground, lesson
    """
    if name not in BOTS:
        raise ValueError(f"there is no bot {name!r}; there are: {', '.join(BOTS)}")
    return BOTS[name](seed)


__all__ = ["BOTS", "Bot", "GroundBot", "LessonBot", "RandomBot", "SteadyBot", "make_bot"]
