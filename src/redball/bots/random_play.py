"""`random`: any legal action.

A kind of action is drawn first, the more often the more actions of the kind there are (as the root of their number),
then one of that kind, each alike. So every legal action may come up, and yet a segment with seventy units to pick from
and one way to end it ends after some ten moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import isqrt

from redball.bots.draws import number, pick
from redball.core.actions import Action, BlowDump, Breakout
from redball.game import Game

SELDOM = (BlowDump, Breakout)
"""Kinds that would ruin a game if they came as often as others: they are left aside but once in so many draws."""
ONCE_IN = 24


class RandomBot:
    """Plays at random."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, game: Game, side: str) -> Action:
        """Any of the legal actions."""
        open_ = game.decision
        if open_ is None or open_.side != side:
            raise ValueError(f"it is not for {side} to decide")
        return at_random(game.choices(), number(self.seed, game))


def at_random(choices: Sequence[Action], drawn: int, evenly: bool = False) -> Action:
    """One of the choices, by a number of 64 bits; `evenly`: each alike, whatever its kind.

    >>> from redball.core.actions import ElectOrder
    >>> at_random([ElectOrder(True), ElectOrder(False)], 1)
    ElectOrder(first=False)
    """
    kinds: dict[type[Action], list[Action]] = {}
    for kind, alike in groupby(choices, type):
        if kind in kinds:
            kinds[kind] += alike
        else:
            kinds[kind] = list(alike)
    if (drawn >> 16) % ONCE_IN and not kinds.keys() <= set(SELDOM):
        for kind in SELDOM:
            kinds.pop(kind, None)
    if evenly:
        choices = [action for action in choices if type(action) in kinds]
        return choices[drawn % len(choices)]
    low, high = drawn & 0xFFFFFFFF, drawn >> 32
    kind = pick(high, list(kinds), [isqrt(100 * len(kinds[k])) for k in kinds])
    return kinds[kind][low % len(kinds[kind])]
