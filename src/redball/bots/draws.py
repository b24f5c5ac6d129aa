"""Random numbers of a bot: a function of its seed and of how far the game has come, no stream that is used up."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

from redball.game import Game

T = TypeVar("T")


def number(seed: int, game: Game, salt: str = "") -> int:
    """A number of 64 bits for the decision at which the game stands."""
    key = f"{seed}/{game.state.dice.branch}/{len(game.records)}/{salt}"
    return int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big")


def pick(drawn: int, items: Sequence[T], weights: Sequence[int]) -> T:
    """One of the items, each as often as its weight says.

    >>> [pick(drawn, "ab", (1, 2)) for drawn in range(4)]
    ['a', 'b', 'b', 'a']
    """
    left = drawn % sum(weights)
    for item, weight in zip(items, weights, strict=True):
        left -= weight
        if left < 0:
            return item
    raise AssertionError("the weights were summed wrongly")
