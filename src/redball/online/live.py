"""Who listens to which game, and who wakes them: a commit of this process, or of another one by PostgreSQL's NOTIFY.

Nothing about a game is kept here: whoever is woken reads its row (`handlers/live.py`). Who is there at other workers
these say by NOTIFY, too (`presence.py`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from redball.online.accounts import TooOften
from redball.online.database import CHANNEL, Database
from redball.online.house import House
from redball.online.presence import AGAIN, Elsewhere, Said, messages, read
from redball.online.running import LOG

MOST_OF_ONE = 50
"""Sockets that one account, or one address without an account, may have open in this process."""
LOOKS_UP = 0.25
"""Seconds after which the thread that listens looks whether it should end."""
TRIES_AGAIN = 1.0
"""Seconds after a lost connection until the thread listens again."""


class Ear:
    """An open socket: `name` is shown to the others at the game ("" is not), `woken` is set once there may be news."""

    def __init__(self, gid: str, name: str) -> None:
        self.gid, self.name = gid, name
        self.woken = asyncio.Event()
        self.lines = 0
        """How far it was told the game is."""
        self.lacks = False
        """The page has said that it does not know that."""
        self._loop = asyncio.get_running_loop()

    def wake(self) -> None:
        """Wake it, from any thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.woken.set)


class Live:
    """The open sockets of this process."""

    def __init__(self, house: House) -> None:
        self._database: Database = house.database
        self._ears: dict[str, list[Ear]] = {}
        self._open: dict[str, int] = {}
        self._lock = Lock()
        self._ended = Event()
        self._thread: Thread | None = None
        self._elsewhere = Elsewhere()
        self._unsaid: set[str] = set()
        """Games of which other workers do not know yet who is there."""
        house.heard.append(lambda gid, _: self.wake(gid))
        house.changed.append(self.wake)

    @property
    def count(self) -> int:
        """How many sockets are open."""
        with self._lock:
            return sum(self._open.values())

    @contextmanager
    def listening(self, gid: str, who: str, name: str) -> Iterator[Ear]:
        """A socket of a game, while it is open. `who`: by what the sockets of one person are counted.

        Raises TooOften.
        """
        ear = Ear(gid, name)
        with self._lock:
            if self._open.get(who, 0) >= MOST_OF_ONE:
                raise TooOften("you have too many pages of games open")
            self._open[who] = self._open.get(who, 0) + 1
            self._ears.setdefault(gid, []).append(ear)
            self._unsaid.add(gid)
        self.wake(gid)
        try:
            yield ear
        finally:
            with self._lock:
                self._ears[gid].remove(ear)
                if not self._ears[gid]:
                    del self._ears[gid]
                self._open[who] -= 1
                if not self._open[who]:
                    del self._open[who]
                self._unsaid.add(gid)
            self.wake(gid)

    def present(self, gid: str) -> list[str]:
        """Who has a page of the game open, by name, at whichever worker."""
        return sorted(self._here(gid) | self._elsewhere.present(gid, time.monotonic()))

    def _here(self, gid: str) -> set[str]:
        """Who has a page of the game open in this process."""
        with self._lock:
            return {ear.name for ear in self._ears.get(gid, ()) if ear.name}

    def wake(self, gid: str) -> None:
        """Wake whoever listens to a game."""
        with self._lock:
            found = list(self._ears.get(gid, ()))
        for ear in found:
            ear.wake()

    # --- other workers -----------------------------------------------------------------------------------------

    def start(self) -> None:
        """Listen to other workers, where the database can say what they do."""
        if not self._database.sqlite:
            self._thread = Thread(target=self._listen, name="listen", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Listen no more."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def _listen(self) -> None:
        """The thread's work: one connection of its own, outside of the pool, for as long as it holds."""
        from psycopg import Error

        while not self._ended.is_set():
            try:
                self._hear()
            except (SQLAlchemyError, Error) as error:
                LOG.warning("cannot hear other workers", extra={"fields": {"why": str(error)}})
                self._ended.wait(TRIES_AGAIN)

    def _hear(self) -> None:
        engine = self._database.engine.execution_options(isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql(f"LISTEN {CHANNEL}")
            driver: Any = connection.connection.driver_connection
            connection.detach()
            with self._lock:
                games = list(self._ears)
            for gid in games:  # what was said before this is lost
                self.wake(gid)
            self._announce(driver, games, asks=True)
            said = time.monotonic()
            while not self._ended.is_set():
                for note in driver.notifies(timeout=LOOKS_UP):
                    self._take(note.payload)
                with self._lock:
                    changed = list(self._unsaid)
                    again = list(self._ears) if time.monotonic() - said >= AGAIN else []
                    self._unsaid.clear()
                if again:
                    said = time.monotonic()
                for gid in self._elsewhere.forget(time.monotonic()):
                    self.wake(gid)
                self._announce(driver, {*changed, *again})

    def _take(self, payload: str) -> None:
        """Hear what a worker says: that a game was played on, or who is there."""
        said = read(payload)
        if said is None:
            self.wake(payload.partition(" ")[0])
            return
        if said.worker == self._elsewhere.own:
            return
        for gid in self._elsewhere.hear(said, time.monotonic()):
            self.wake(gid)
        if said.asks:
            with self._lock:
                self._unsaid.update(self._ears)

    def _announce(self, driver: Any, games: Iterable[str], *, asks: bool = False) -> None:
        """Say to other workers who is there. `asks`: they are to say it, too."""
        here = {gid: sorted(self._here(gid)) for gid in sorted(games)}
        for text in messages(Said(self._elsewhere.own, here, asks)):
            driver.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))
