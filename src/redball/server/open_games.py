"""Open sessions by id: made when somebody asks for one, and forgotten when nobody does."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any
from weakref import WeakValueDictionary

from redball.server.session import Session


class OpenGames(ABC):
    """Sessions in memory: at most `most`, more only while requests are at work on them, and none that nobody has asked
    for in `idle` seconds when another one is opened. Requests may come in on several threads, and others may write to
    the games: a session whose game has changed is made again."""

    def __init__(self, most: int, idle: float) -> None:
        self.most, self.idle = most, idle
        self._open: dict[str, Session] = {}
        self._lock = RLock()
        self._opening: WeakValueDictionary[str, RLock] = WeakValueDictionary()
        """Of each game that is just being opened: who opens it. Gone when nobody does."""

    @abstractmethod
    def _must_be(self, gid: str) -> None:
        """Check that there is such a game, as far as that is quick.

        Raises NoGame.
        """

    @abstractmethod
    def _wake(self, gid: str) -> Session:
        """Make the session of a game.

        Raises NoGame, SaveError.
        """

    def _is_current(self, session: Session, seen: Any) -> bool:
        """Nobody else has written to the game since its session was made or has written to it. `seen`: what whoever
        asks has just read of it."""
        return session.save.unchanged

    @contextmanager
    def using(self, gid: str, asker: str = "", seen: Any = None) -> Iterator[Session]:
        """An open or saved game, for one request at a time. `asker`: who plays on, where that is written down. `seen`:
        what has been read of the game for this request already.

        Raises NoGame for an unknown one, SaveError for one that cannot be read.
        """
        while True:
            session = self.get(gid)
            with session:
                if self._open.get(gid) is not session:
                    continue  # it was closed or deleted while we waited for it
                if not self._is_current(session, seen):
                    self._open.pop(gid, None)
                    continue
                session.used, session.asker = time.monotonic(), asker
                with session.save.together():
                    yield session
                return

    def get(self, gid: str) -> Session:
        """The session of a game, opened if need be; opening one holds up nobody who wants another. Requests take it by
        `using`.

        Raises NoGame, SaveError.
        """
        if (session := self._open.get(gid)) is not None:
            return session
        self._must_be(gid)
        with self._lock:
            opening = self._opening.setdefault(gid, RLock())
        with opening:
            session = self._open.get(gid)
            if session is None:
                session = self._wake(gid)
                self._keep(session)
            return session

    def _keep(self, session: Session) -> None:
        """Keep a session open, and forget those that nobody has needed for long: what they were made of has all."""
        with self._lock:
            self._open[session.id] = session
            self.sweep(session)

    def sweep(self, but: Session | None = None) -> None:
        """Forget idle sessions, and of too many those that were needed longest ago."""
        with self._lock:
            by_age = sorted(self._open.values(), key=lambda one: one.used)
            idle_since = time.monotonic() - self.idle
            for place, one in enumerate(by_age):
                too_many = len(by_age) - place > self.most
                if one is not but and (too_many or one.used < idle_since) and one.free:
                    del self._open[one.id]

    @property
    def open_games(self) -> int:
        """How many games are in memory."""
        return len(self._open)
