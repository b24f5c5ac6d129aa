"""Counter-based dice: die number k depends only on seed, branch and k.

When players agree to rewind past dice, a new branch starts, so that nobody can use a known roll elsewhere. A fork for a
bot keeps the past and gets another seed from its next die on. Whatever only looks ahead throws `NO_DICE`, never the
dice of the game: no question may tell what will fall.

>>> source = Dice(seed=7)
>>> [source.die(0, k) for k in range(5)] == [source.die(0, k) for k in range(5)]
True
>>> Dice(seed=7, script=(6, 1)).die(0, 1)
1
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b

from msgspec import Struct, field


class DiceSealed(ValueError):
    """The next die is not known here: whoever keeps the game has the seed."""


class DicePosition(Struct, frozen=True):
    """The position in the stream: the branch and the number of dice thrown. Part of the state."""

    branch: int = 0
    drawn: int = 0


class Dice(Struct, frozen=True):
    """The stream itself: never part of a state or a view. `script` gives the first dice of branch 0 (tests). With
    `known`, dice by branch and number, these are all that is known of the stream, and the seed is not."""

    seed: int
    script: tuple[int, ...] = ()
    reseeded_from: int = -1
    reseed: int = 0
    known: Mapping[tuple[int, int], int] | None = None

    def die(self, branch: int, number: int) -> int:
        """Die `number` (from 0) of `branch`: 1 to 6.

        Raises DiceSealed for one that has not fallen yet, if the seed is not known.
        """
        if branch == 0 and number < len(self.script):
            return self.script[number]
        forked = 0 <= self.reseeded_from <= number
        if self.known is not None and not forked:
            if (branch, number) not in self.known:
                raise DiceSealed("the dice of this game are thrown by the server that keeps it: play on there")
            return self.known[branch, number]
        seed = self.reseed if forked else self.seed
        attempt = 0
        while True:
            key = f"{seed}/{branch}/{number}/{attempt}".encode()
            for byte in blake2b(key, digest_size=16).digest():
                if byte < 252:
                    return byte % 6 + 1
            attempt += 1

    def throw(self, position: DicePosition, count: int, occasion: Callable[[], str]) -> tuple[int, ...]:
        """The next dice of the stream; what they are thrown for does not matter."""
        return tuple([self.die(position.branch, position.drawn + i) for i in range(count)])

    def fork(self, number: int, seed: int) -> Dice:
        """The same past, other dice from `number` on."""
        return Dice(self.seed, self.script[:number], number, seed, self.known)


class DiceOfPlaces(Dice, frozen=True):
    """Dice for games that are only imagined: they depend on what is thrown for, where and when, and not on how many
    fell before. So two lines of play have the same luck wherever they do the same, and what they differ by is seen
    with less noise. `thrown` counts the throws for each occasion: the object belongs to one line of play.

    >>> one, other = DiceOfPlaces(7), DiceOfPlaces(7)
    >>> _ = other.throw(DicePosition(), 3, lambda: "barrage of 15.14 on turn 2")
    >>> combat = lambda: "combat at 13.15 on turn 2"
    >>> one.throw(DicePosition(), 2, combat) == other.throw(DicePosition(0, 3), 2, combat)
    True
    """

    thrown: dict[str, int] = field(default_factory=dict)

    def throw(self, position: DicePosition, count: int, occasion: Callable[[], str]) -> tuple[int, ...]:
        """Dice of the occasion: others when it comes again."""
        name = occasion()
        number = self.thrown.get(name, 0)
        self.thrown[name] = number + count
        place = int.from_bytes(blake2b(name.encode(), digest_size=6).digest(), "big")
        return tuple([self.die(place, number + i) for i in range(count)])


NO_DICE = Dice(0)
"""For whatever looks ahead: dice that have nothing to do with those of any game."""
