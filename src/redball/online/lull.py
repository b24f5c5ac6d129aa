"""What nobody waits for is done between the requests: looks at games for open sockets, and collecting garbage."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from redball.online.garbage import tidy

PATIENCE = 0.05
"""Seconds that a look waits for the requests at work."""
STILL = 1.0
"""Seconds without a request from which on nobody seems to click."""


class Lull:
    """Knows whether a request is at work. For the event loop only."""

    def __init__(self) -> None:
        self._at_work = 0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._turn = asyncio.Lock()
        self._since = time.monotonic()
        """When the last request ended."""

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
                self._since = time.monotonic()
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

    async def lasts(self, patience: float) -> bool:
        """Wait until no request has come in for a moment. False if none of the next `patience` seconds ended so; then,
        too, no request is at work, if they ever end."""
        until = time.monotonic() + patience
        while self._at_work or time.monotonic() < self._since + STILL:
            if time.monotonic() >= until:
                await self.comes()
                return False
            await asyncio.sleep(STILL / 10)
        return True
