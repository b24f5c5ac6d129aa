"""Random numbers of a bot: a function of its seed and the point in the game, not a stream."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

from redball.game import Game

T = TypeVar("T")


def number(seed: int, game: Game, salt: str = "") -> int:
    """A 64-bit number for the present decision."""
    key = f"{seed}/{game.state.dice.branch}/{len(game.records)}/{salt}"
    return int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big")


def pick(drawn: int, items: Sequence[T], weights: Sequence[int]) -> T:
    """One of the items, with probability by weight.

    >>> [pick(drawn, "ab", (1, 2)) for drawn in range(4)]
    ['a', 'b', 'b', 'a']
    """
    left = drawn % sum(weights)
    for item, weight in zip(items, weights, strict=True):
        left -= weight
        if left < 0:
            return item
    raise AssertionError("the weights were summed wrongly")
