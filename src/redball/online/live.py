"""Who listens to which game, and who wakes them: a commit of this process, or of another one by PostgreSQL's NOTIFY.

A game that is woken is looked at once for all who listen to it (`handlers/live.py`), between the requests (`lull.py`):
by then whoever clicked has the answer. What wakes it soon after that is seen with one more look. Nothing about a game
is kept here. Who is there at other workers, and which bots think there, these say by NOTIFY, too (`elsewhere.py`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from threading import Event, Lock, Thread
from typing import Any
from uuid import uuid4

from sqlalchemy.exc import SQLAlchemyError

from redball.online.accounts import TooOften
from redball.online.database import AWAY, CHANNEL, Database
from redball.online.elsewhere import AGAIN, Elsewhere, Said, messages, read, thoughts
from redball.online.house import House
from redball.online.lull import Lull
from redball.online.running import LOG
from redball.online.thinking import Far

MOST_OF_ONE = 50
"""Sockets that one account, or one address without an account, may have open in this process."""
SOON = 0.01
"""Seconds between two looks at a game."""
ROUND = 30.0
"""Seconds in which each game that somebody listens to is looked at once even if nothing wakes it: none waits longer
than twice that."""
LOOKS_UP = 0.25
"""Seconds after which the thread that listens looks whether it should end."""
TRIES_AGAIN = 1.0
"""Seconds after a lost connection until the thread listens again."""


class Ear:
    """An open socket, made in the event loop: `name` is shown to the others at the game ("" is not); by `token` and
    `side` it is found out whether it may go on to listen. `signed_in`: its asker was when it was opened."""

    def __init__(self, gid: str, name: str, token: str, side: str, *, signed_in: bool) -> None:
        self.gid, self.name, self.token, self.side, self.signed_in = gid, name, token, side, signed_in
        self.lines = 0
        """How far it was told the game is."""
        self.lacks = False
        """The page has said that it does not know that."""
        self._news: Any = None
        self._told = asyncio.Event()

    def tell(self, news: Any) -> None:
        """Let it say something; a number: it must end, with that code."""
        self._news = news
        self._told.set()

    async def hear(self) -> Any:
        """The next news for it."""
        await self._told.wait()
        self._told.clear()
        return self._news


Looks = Callable[[Database, str, Sequence[Ear], list[str], Far | None], list[Any]]
"""Looks at a game for sockets: what to tell each of them, who is there and how far a bot's thought is among that."""


class Live:
    """The open sockets of this process. `looks`: how a game is looked at for them; `lull`: when."""

    def __init__(self, house: House, looks: Looks, lull: Lull) -> None:
        self._database: Database = house.database
        self._thoughts = house.thoughts
        self._looks, self._lull = looks, lull
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken: set[str] = set()
        self._looking: dict[str, asyncio.Task[None]] = {}
        self._ears: dict[str, list[Ear]] = {}
        self._open: dict[str, int] = {}
        self._lock = Lock()
        self._ended = Event()
        self._thread: Thread | None = None
        self._own = uuid4().hex[:12]
        """The name of this worker."""
        self._there = Elsewhere[frozenset[str]]()
        self._think = Elsewhere[Far]()
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
    def listening(self, ear: Ear, who: str) -> Iterator[Ear]:
        """A socket of a game, while it is open. `who`: by what the sockets of one person are counted.

        Raises TooOften.
        """
        gid = ear.gid
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
        return sorted(self._here(gid).union(*self._there.known(gid, time.monotonic())))

    def far(self, gid: str) -> Far | None:
        """How far the thought about a game is, at whichever worker; None if no bot thinks about it."""
        return self._thoughts.far(gid) or next(iter(self._think.known(gid, time.monotonic())), None)

    def _here(self, gid: str) -> set[str]:
        """Who has a page of the game open in this process."""
        with self._lock:
            return {ear.name for ear in self._ears.get(gid, ()) if ear.name}

    # --- looks ---------------------------------------------------------------------------------------------------

    def wake(self, gid: str) -> None:
        """Let a game be looked at for those who listen to it, from any thread."""
        with self._lock:
            listened = gid in self._ears
        if listened and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._look_soon, gid)

    def _look_soon(self, gid: str) -> None:
        self._woken.add(gid)
        if gid not in self._looking and not self._ended.is_set():
            self._looking[gid] = asyncio.create_task(self._look(gid))

    async def _look(self, gid: str) -> None:
        """Look at a game, one time after the other, until nothing wakes it any more."""
        try:
            while gid in self._woken and not self._ended.is_set():
                await self._lull.comes()
                self._woken.discard(gid)
                with self._lock:
                    ears = list(self._ears.get(gid, ()))
                try:
                    there, far = self.present(gid), self.far(gid)
                    news = await self._database.read(self._looks, self._database, gid, ears, there, far)
                except AWAY as error:
                    LOG.warning("the database does not answer", extra={"fields": {"why": str(error)}})
                    await asyncio.sleep(TRIES_AGAIN)
                    self._woken.add(gid)
                    continue
                for ear, told in zip(ears, news, strict=True):
                    ear.tell(told)
                await asyncio.sleep(SOON)
        finally:
            del self._looking[gid]

    async def _walk(self) -> None:
        """Look at all games that somebody listens to, evenly spread over each round: a session ends without a word."""
        while True:
            with self._lock:
                games = list(self._ears)
            for gid in games:
                self.wake(gid)
                await asyncio.sleep(ROUND / len(games))
            if not games:
                await asyncio.sleep(ROUND)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """While the server runs: look at games, and listen to other workers where the database can say what they do."""
        self._loop = asyncio.get_running_loop()
        walk = asyncio.create_task(self._walk())
        if not self._database.sqlite:
            self._thread = Thread(target=self._listen, name="listen", daemon=True)
            self._thread.start()
        try:
            yield
        finally:
            self._ended.set()
            walk.cancel()
            # nothing may still read when the database is closed
            await asyncio.gather(walk, *self._looking.values(), return_exceptions=True)
            if self._thread is not None:
                self._thread.join()

    # --- other workers -----------------------------------------------------------------------------------------

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
            told: dict[str, Far] = {}
            while not self._ended.is_set():
                for note in driver.notifies(timeout=LOOKS_UP):
                    self._take(note.payload)
                far, due = self._thoughts.all_far(), time.monotonic() - said >= AGAIN
                with self._lock:
                    changed = list(self._unsaid)
                    again = list(self._ears) if due else []
                    self._unsaid.clear()
                if due:
                    said = time.monotonic()
                for gid in (*self._there.forget(time.monotonic()), *self._think.forget(time.monotonic())):
                    self.wake(gid)
                self._announce(driver, {*changed, *again})
                self._say(driver, thoughts(self._own, news_of(told, far) | (far if due else {})))
                told = far

    def _take(self, payload: str) -> None:
        """Hear what a worker says: that a game was played on, who is there, or how far bots think."""
        said, at = read(payload), time.monotonic()
        if said is None:
            self.wake(payload.partition(" ")[0])
            return
        if said.worker == self._own:
            return
        if isinstance(said, Said):
            news = self._there.hear(said.worker, {gid: frozenset(names) for gid, names in said.here.items()}, at)
        else:
            news = self._think.hear(said.worker, said.far, at)
        for gid in news:
            self.wake(gid)
        if isinstance(said, Said) and said.asks:
            with self._lock:
                self._unsaid.update(self._ears)

    def _announce(self, driver: Any, games: Iterable[str], *, asks: bool = False) -> None:
        """Say to other workers who is there. `asks`: they are to say it, too."""
        here = {gid: sorted(self._here(gid)) for gid in sorted(games)}
        self._say(driver, messages(Said(self._own, here, asks)))

    def _say(self, driver: Any, texts: Iterable[str]) -> None:
        for text in texts:
            driver.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))


def news_of(told: Mapping[str, Far], far: Mapping[str, Far]) -> dict[str, Far | None]:
    """What has changed of how far thoughts are since that was told."""
    return {gid: far.get(gid) for gid in sorted(told.keys() | far.keys()) if told.get(gid) != far.get(gid)}
