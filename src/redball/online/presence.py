"""Who has a page of a game open at other workers: what these say by NOTIFY, and how long that holds.

A worker says it when somebody comes or goes, and of all its games again every `AGAIN` seconds. One that is killed says
nothing more, and after `EXPIRES` seconds nobody is there with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock
from uuid import uuid4

import msgspec

AGAIN = 20.0
EXPIRES = 65.0
"""Longer than three of the other, so that one lost message makes nobody go."""
LARGEST = 7_000
"""Bytes of a message; a NOTIFY takes 8,000."""


class Said(msgspec.Struct, frozen=True):
    """What a worker says: by game who is there, all of them. `asks`: it has just come, and knows nothing of others."""

    worker: str
    here: dict[str, list[str]]
    asks: bool = False


def messages(said: Said) -> Iterator[str]:
    """What a worker says in messages that are small enough. Of one game, as many names as go into one."""
    waiting: dict[str, list[str]] = {}
    asks = said.asks
    for gid, names in said.here.items():
        fitting = list(names)
        while fitting and size(Said(said.worker, {gid: fitting}, asks)) > LARGEST:
            fitting.pop()
        if waiting and size(Said(said.worker, waiting | {gid: fitting}, asks)) > LARGEST:
            yield text_of(Said(said.worker, waiting, asks))
            waiting, asks = {}, False
        waiting[gid] = fitting
    if waiting or asks:
        yield text_of(Said(said.worker, waiting, asks))


def text_of(said: Said) -> str:
    """A message."""
    return msgspec.json.encode(said).decode()


def size(said: Said) -> int:
    """Bytes of a message."""
    return len(msgspec.json.encode(said))


def read(payload: str) -> Said | None:
    """What a worker says; None if it is not about who is there."""
    if not payload.startswith("{"):
        return None
    return msgspec.json.decode(payload, type=Said)


class Elsewhere:
    """Who is there at other workers. `own`: the name of this one."""

    def __init__(self) -> None:
        self.own = uuid4().hex[:12]
        self._lock = Lock()
        self._there: dict[str, dict[str, tuple[frozenset[str], float]]] = {}

    def hear(self, said: Said, at: float) -> list[str]:
        """Take in what another worker says at a time; the games of which that is news."""
        changed = []
        with self._lock:
            for gid, names in said.here.items():
                workers = self._there.setdefault(gid, {})
                before, _ = workers.get(said.worker, (frozenset(), 0.0))
                now = frozenset(names)
                if now:
                    workers[said.worker] = (now, at + EXPIRES)
                else:
                    workers.pop(said.worker, None)
                if not workers:
                    del self._there[gid]
                if now != before:
                    changed.append(gid)
        return changed

    def forget(self, at: float) -> list[str]:
        """Forget what nobody has said for too long; the games of which that was so."""
        changed = []
        with self._lock:
            for gid, workers in list(self._there.items()):
                for worker, (_, until) in list(workers.items()):
                    if until <= at:
                        del workers[worker]
                        changed.append(gid)
                if not workers:
                    del self._there[gid]
        return changed

    def present(self, gid: str, at: float) -> set[str]:
        """Who is there at other workers, by name."""
        with self._lock:
            found = [names for names, until in self._there.get(gid, {}).values() if until > at]
        return {name for names in found for name in names}
