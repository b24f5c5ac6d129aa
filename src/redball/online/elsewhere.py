"""What workers say to each other by NOTIFY besides their commits: who has a page of a game open, and how far a bot's
thought is.

A worker says it when it changes, and all of it again every `AGAIN` seconds. One that is killed says nothing more, and
after `EXPIRES` seconds nobody is there with it, and nobody thinks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from threading import Lock
from typing import Generic, TypeVar

import msgspec

from redball.online.thinking import Far

AGAIN = 20.0
EXPIRES = 65.0
"""Longer than three of the other, so that one lost message makes nobody go."""
LARGEST = 7_000
"""Bytes of a message; a NOTIFY takes 8,000."""
THOUGHTS = 50
"""Games in a message about thoughts."""
T = TypeVar("T")


class Said(msgspec.Struct, frozen=True, tag="here"):
    """What a worker says: by game who is there, all of them. `asks`: it has just come, and knows nothing of others."""

    worker: str
    here: dict[str, list[str]]
    asks: bool = False


class Thinking(msgspec.Struct, frozen=True, tag="thinks"):
    """What a worker says of its bots: by game how far a thought is; None once it is over."""

    worker: str
    far: dict[str, Far | None]


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


def thoughts(worker: str, far: Mapping[str, Far | None]) -> Iterator[str]:
    """What a worker says of its bots, in messages that are small enough."""
    games = list(far)
    for at in range(0, len(games), THOUGHTS):
        yield text_of(Thinking(worker, {gid: far[gid] for gid in games[at : at + THOUGHTS]}))


def text_of(said: Said | Thinking) -> str:
    """A message."""
    return msgspec.json.encode(said).decode()


def size(said: Said) -> int:
    """Bytes of a message."""
    return len(msgspec.json.encode(said))


def read(payload: str) -> Said | Thinking | None:
    """What a worker says; None if it is about a commit."""
    if not payload.startswith("{"):
        return None
    return msgspec.json.decode(payload, type=Said | Thinking)


class Elsewhere(Generic[T]):
    """What other workers have said about games. Nothing (an empty set, None) is not kept."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._said: dict[str, dict[str, tuple[T, float]]] = {}

    def hear(self, worker: str, said: Mapping[str, T | None], at: float) -> list[str]:
        """Take in what a worker says at a time; the games of which that is news."""
        changed = []
        with self._lock:
            for gid, what in said.items():
                workers = self._said.setdefault(gid, {})
                before, _ = workers.get(worker, (None, 0.0))
                now = what or None
                if now is not None:
                    workers[worker] = (now, at + EXPIRES)
                else:
                    workers.pop(worker, None)
                if not workers:
                    del self._said[gid]
                if now != before:
                    changed.append(gid)
        return changed

    def forget(self, at: float) -> list[str]:
        """Forget what nobody has said for too long; the games of which that was so."""
        changed = []
        with self._lock:
            for gid, workers in list(self._said.items()):
                for worker, (_, until) in list(workers.items()):
                    if until <= at:
                        del workers[worker]
                        changed.append(gid)
                if not workers:
                    del self._said[gid]
        return changed

    def known(self, gid: str, at: float) -> list[T]:
        """What other workers have said about a game that still holds, the last word first."""
        with self._lock:
            found = sorted(self._said.get(gid, {}).values(), key=lambda one: -one[1])
        return [what for what, until in found if until > at]
