"""`random`: any legal action.

A kind of action is drawn first, weighted by the square root of its number of actions,
then one action of that kind, evenly. So every legal action may come up, yet a segment with seventy units to pick from
and one way to end it ends after about ten moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt

from redball.bots.draws import number, pick
from redball.core.actions import Action, BlowDump, Breakout
from redball.game import Game

SELDOM = (BlowDump, Breakout)
"""Kinds that would ruin a game if drawn as often as others; they are allowed only once in so many draws."""
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
        return of_kinds(game.choices_by_kind(), number(self.seed, game))


def at_random(choices: Sequence[Action], drawn: int, evenly: bool = False) -> Action:
    """One of the choices, by a 64-bit number; `evenly`: all with equal chance, whatever their kind.

    >>> from redball.core.actions import ElectOrder
    >>> at_random([ElectOrder(True), ElectOrder(False)], 1)
    ElectOrder(first=False)
    """
    kinds: dict[type[Action], list[Action]] = {}
    for action in choices:
        kinds.setdefault(type(action), []).append(action)
    return of_kinds(kinds, drawn, evenly)


def of_kinds(choices: Mapping[type[Action], Sequence[Action]], drawn: int, evenly: bool = False) -> Action:
    """The same from a list kind by kind."""
    kinds = list(choices)
    if (drawn >> 16) % ONCE_IN:
        kinds = [kind for kind in kinds if kind not in SELDOM] or kinds
    if evenly:
        alike = [action for kind in kinds for action in choices[kind]]
        return alike[drawn % len(alike)]
    low, high = drawn & 0xFFFFFFFF, drawn >> 32
    drawn_kind = choices[pick(high, kinds, [isqrt(100 * len(choices[kind])) for kind in kinds])]
    return drawn_kind[low % len(drawn_kind)]
