"""Counter-based dice: die number k depends only on seed, branch and k.

When players agree to rewind past dice, a new branch starts, so that nobody can use a known roll elsewhere. A fork for a
bot keeps the past and gets another seed from its next die on.

>>> source = Dice(seed=7)
>>> [source.die(0, k) for k in range(5)] == [source.die(0, k) for k in range(5)]
True
>>> Dice(seed=7, script=(6, 1)).die(0, 1)
1
"""

from __future__ import annotations

from hashlib import blake2b

from msgspec import Struct


class DicePosition(Struct, frozen=True):
    """The position in the stream: the branch and the number of dice thrown. Part of the state."""

    branch: int = 0
    drawn: int = 0


class Dice(Struct, frozen=True):
    """The stream itself: never part of a state or a view. `script` gives the first dice of branch 0 (tests)."""

    seed: int
    script: tuple[int, ...] = ()
    reseeded_from: int = -1
    reseed: int = 0

    def die(self, branch: int, number: int) -> int:
        """Die `number` (from 0) of `branch`: 1 to 6."""
        if branch == 0 and number < len(self.script):
            return self.script[number]
        seed = self.reseed if 0 <= self.reseeded_from <= number else self.seed
        attempt = 0
        while True:
            key = f"{seed}/{branch}/{number}/{attempt}".encode()
            for byte in blake2b(key, digest_size=16).digest():
                if byte < 252:
                    return byte % 6 + 1
            attempt += 1

    def fork(self, number: int, seed: int) -> Dice:
        """The same past, other dice from `number` on."""
        return Dice(self.seed, self.script[:number], number, seed)
