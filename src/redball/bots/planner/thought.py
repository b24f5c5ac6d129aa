"""Long work that is done piece by piece, one imagined game at a time, for whoever can wait only a little at once."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Generic, TypeVar

T = TypeVar("T")


class Thought(Generic[T]):
    """Work that stops after every imagined game. `done` of at most `of` games have been played; `found` is what comes
    of it, None until then.

    >>> def two_games():
    ...     yield
    ...     yield
    ...     return "a plan"
    >>> thought = Thought(two_games(), 3)
    >>> thought.think(), thought.done, thought.found
    (True, 1, None)
    >>> thought.think_for(60.0)
    >>> thought.done, thought.found
    (2, 'a plan')
    """

    waits = False
    """Who asks for a piece of the work does it."""

    def __init__(self, work: Generator[None, None, T], of: int) -> None:
        self.done, self.of = 0, of
        self.found: T | None = None
        self._work = work

    def think(self) -> bool:
        """One game; False when nothing is left to do.

        Raises NotImaginable.
        """
        try:
            next(self._work)
        except StopIteration as ended:
            if self.found is None:
                self.found = ended.value
            return False
        self.done += 1
        return True

    def think_for(self, seconds: float) -> None:
        """Go on until it is found, or so much time has passed; a game that has begun is played to its end.

        Raises NotImaginable.
        """
        enough = time.monotonic() + seconds
        while self.found is None and self.think() and time.monotonic() < enough:
            pass
