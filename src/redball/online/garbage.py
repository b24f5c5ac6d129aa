"""When the server collects garbage: while no request is at work, as far as that can be.

Young garbage goes between two requests (`lull.py`). Going through all that is in memory takes 1.4 s with 1,000 games,
and everybody waits. Python would begin that by itself, in the middle of a click; here it is done only when memory has
grown, and when nobody clicks (`running.py`). What waits for it is mostly games that have left memory (0.2 MB each) and
sockets that were closed (25 KB): they hold themselves in rings.
"""

from __future__ import annotations

import gc
import sys
import time

NEVER, SELDOM = 2**31 - 1, 10
YOUNG = 100
"""New objects from which on a collection is worth its call."""
GROWN = 1.5
"""When all garbage is to go: memory holds so many times what the last such collection left."""
TOO_MUCH = 2.0
"""When it is to go even though people click all the time."""


def pause_briefly() -> None:
    """Collect garbage in short pauses, where it must be done before a request is answered: all clicks wait for it, 0.5
    to 1.5 ms. The command line's own 20,000 allocations make pauses of 20 ms. Python does not go through all of memory
    any more: that is for `Heap`, where blocks are counted (not with another allocator than Python's)."""
    gc.set_threshold(500, 2, NEVER if sys.getallocatedblocks() else SELDOM)


def tidy() -> None:
    """Collect young garbage before Python does in the middle of a click."""
    young, middle, _ = gc.get_count()
    if young >= YOUNG:
        gc.collect(1 if middle > 1 else 0)


class Heap:
    """How much is in memory, counted in Python's blocks, beside what the last collection of all garbage left."""

    def __init__(self) -> None:
        self.left = sys.getallocatedblocks()

    @property
    def growth(self) -> float:
        """How many times as much there is now."""
        return sys.getallocatedblocks() / max(self.left, 1)

    def collect(self) -> float:
        """Collect all garbage. Returns the seconds for which nobody was answered."""
        began = time.perf_counter()
        gc.collect()
        self.left = sys.getallocatedblocks()
        return time.perf_counter() - began
