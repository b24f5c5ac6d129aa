"""How often somebody may ask: a window of a minute for each account and each address, in this process."""

from __future__ import annotations

import time
from threading import Lock

MINUTE = 60.0
MOST_KEPT = 20_000
"""Whoever asks is forgotten after their minute; of more than so many at once, those whose minute is oldest."""


class Window:
    """Counts what each one asks in a minute of their own, which begins with their first request."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = Lock()
        self._counted: dict[str, tuple[float, int]] = {}

    def allows(self, who: str) -> bool:
        """Count one more request; False if that is too many."""
        with self._lock:
            at = time.monotonic()
            began, count = self._counted.pop(who, (at, 0))
            if at - began >= MINUTE:
                began, count = at, 0
            self._counted[who] = (began, count + 1)
            while len(self._counted) > MOST_KEPT:
                del self._counted[next(iter(self._counted))]
            return count < self.most
