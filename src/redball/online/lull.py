"""What nobody waits for is done between the requests: looks at games for open sockets, and collecting garbage."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PATIENCE = 0.05
"""Seconds that a look waits for the requests at work."""
YOUNG = 100
"""New objects from which on a collection is worth its call."""


class Lull:
    """Knows whether a request is at work. For the event loop only."""

    def __init__(self) -> None:
        self._at_work = 0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._turn = asyncio.Lock()

    @contextmanager
    def request(self) -> Iterator[None]:
        """A request is at work until its answer is sent."""
        self._at_work += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._at_work -= 1
            if not self._at_work:
                self._quiet.set()
                asyncio.get_running_loop().call_soon(tidy)

    async def comes(self) -> None:
        """Wait until no request is at work, but not for long. Those who wait go on one after the other, and a request
        that has come in goes first."""
        until = time.monotonic() + PATIENCE
        async with self._turn:
            await asyncio.sleep(0)
            while self._at_work and (left := until - time.monotonic()) > 0:
                with suppress(TimeoutError):
                    async with asyncio.timeout(left):
                        await self._quiet.wait()


def tidy() -> None:
    """Collect young garbage before Python does in the middle of a click."""
    young, middle, _ = gc.get_count()
    if young >= YOUNG:
        gc.collect(1 if middle > 1 else 0)
