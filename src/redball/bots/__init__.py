"""Bots: each sees a game as its side may see it and answers one decision at a time.

A bot's play is a function of its seed and of the decisions put to it, so a match can be played
again. A bot may take notes during a segment, so a new bot joining midway may play differently.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from typing import Protocol, runtime_checkable

from redball.bots.lesson import LessonBot
from redball.bots.planner import LEVELS, PlannerBot
from redball.bots.planner.tempers import TEMPERS, TemperBot
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


@runtime_checkable
class Thinker(Protocol):
    """A bot that may think for seconds before an action."""

    def think(self, game: Game, side: str) -> bool:
        """A small piece of that work; False if none is left before `choose`. Who does not call it waits longer for
        `choose`, and gets the same."""

    def thought(self) -> tuple[int, int]:
        """How many pieces of that work are done, of how many at most; (0, 0) while it thinks about nothing."""


BOTS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "steady": SteadyBot,
    "steady-ground": GroundBot,
    "lesson": LessonBot,
    **{name: partial(TemperBot, name=name) for name in TEMPERS},
    **{name: partial(PlannerBot, name=name) for name in LEVELS},
}


OUTSIDE = "redball.bots"
"""The group of entry points under which an installed package offers bots: each is called with a seed."""


@cache
def outside() -> dict[str, EntryPoint]:
    """The bots that installed packages offer, by name. None of them hides one of ours."""
    return {found.name: found for found in entry_points(group=OUTSIDE) if found.name not in BOTS}


def make_bot(name: str, seed: int) -> Bot:
    """The bot of that name: one of ours, or an installed package's.

    Raises ValueError for an unknown one, and for a package's that cannot be loaded.

    >>> make_bot("random", 7).name
    'random'
    >>> make_bot("napoleon", 7)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: there is no bot 'napoleon'; there are: random, steady, ...
    """
    if name in BOTS:
        return BOTS[name](seed)
    if name not in outside():
        raise ValueError(f"there is no bot {name!r}; there are: {', '.join([*BOTS, *outside()])}")
    try:
        make: Callable[[int], Bot] = outside()[name].load()
    except (ImportError, AttributeError) as error:
        raise ValueError(f"the bot {name!r} cannot be loaded ({outside()[name].value}): {error}") from error
    return make(seed)


def thinks(name: str) -> bool:
    """Whether a bot may think for seconds before an action. Raises ValueError for an unknown one.

    >>> thinks("planner"), thinks("steady")
    (True, False)
    """
    return isinstance(make_bot(name, 0), Thinker)


__all__ = [
    "BOTS",
    "Bot",
    "GroundBot",
    "LessonBot",
    "PlannerBot",
    "RandomBot",
    "SteadyBot",
    "Thinker",
    "make_bot",
    "outside",
    "thinks",
]
