"""The engine: SQLite in WAL or PostgreSQL, transactions that read and transactions that write, the newest schema."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from litestar.concurrency import sync_to_thread
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.orm import Session as Transaction
from sqlalchemy.pool import ConnectionPoolEntry

from redball.online.settings import SettingsError
from redball.online.statements import straight

Found = TypeVar("Found")
Writing = Transaction | Connection
"""A transaction that writes, with the ORM or past it."""
MIGRATIONS = Path(__file__).with_name("migrations")
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000")
"""FULL: nobody is told of an action before it is on the disk, as in a save."""
CHANNEL = "redball"
"""The channel on which PostgreSQL says which game has been played on."""
AWAY = (OperationalError, NoConnection)
"""What is raised when the database does not answer, takes nothing, or has no connection to spare."""
UPGRADING = 7_214_001
"""The number of the lock under which one worker upgrades a PostgreSQL while others wait."""


class Database:
    """A database, by its URL.

    Raises SettingsError for a URL that leads nowhere.
    """

    def __init__(self, url: str) -> None:
        try:
            address = make_url(url)
        except ArgumentError as error:
            raise SettingsError("[database] url is no address of a database") from error
        self.sqlite = address.get_backend_name() == "sqlite"
        if self.sqlite:
            folder = Path(address.database or "").parent
            if not folder.is_dir():
                raise SettingsError(f"[database] url: there is no folder {folder}")
        else:
            address = address.set(drivername="postgresql+psycopg")
        try:
            self.engine = create_engine(address, pool_size=10, max_overflow=40, pool_pre_ping=not self.sqlite)
        except ModuleNotFoundError as error:
            raise SettingsError(f"[database] url needs {error.name}: pip install 'redball[postgres]'") from error
        self._writer = self.engine.execution_options(writes=True)
        self._asks, self._records = Handy(self.engine, self.sqlite), Handy(self._writer, self.sqlite)
        if self.sqlite:
            event.listen(self.engine, "connect", _open_sqlite)
            event.listen(self.engine, "begin", _begin_sqlite)

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """A transaction that only reads."""
        with Transaction(self.engine, autoflush=False) as found:
            yield found

    @contextmanager
    def asking(self) -> Iterator[Connection]:
        """The same past the ORM."""
        with self._asks.lent() as found:
            yield found

    async def read(self, reader: Callable[..., Found], *given: Any) -> Found:
        """What a function finds that only reads, without holding up the event loop: in a thread, or on SQLite at once,
        which answers from this process sooner than a thread can begin."""
        return reader(*given) if self.sqlite else await sync_to_thread(reader, *given)

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """A transaction that writes, committed at its end. On SQLite one at a time: it waits at its beginning."""
        with Transaction(self._writer, expire_on_commit=False) as found, found.begin():
            yield found

    @contextmanager
    def recording(self) -> Iterator[Connection]:
        """The same past the ORM."""
        with self._records.lent() as found, found.begin():
            yield found

    def announce(self, tx: Connection | Transaction, gid: str, lines: int) -> None:
        """Say to all workers, by the commit itself, that a game has so many lines. SQLite has one worker."""
        if not self.sqlite:
            tx.execute(text("SELECT pg_notify(:channel, :what)"), {"channel": CHANNEL, "what": f"{gid} {lines}"})

    # --- schema ------------------------------------------------------------------------------------------------

    def upgrade(self, to: str = "head") -> None:
        """Bring the tables up to date; one program at a time does."""
        with self._writer.begin() as connection:
            if not self.sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": UPGRADING})
            command.upgrade(_config(connection), to)

    @property
    def revision(self) -> str:
        """The schema that the database has; "" for none."""
        with self.engine.connect() as connection:
            return MigrationContext.configure(connection).get_current_revision() or ""

    def must_be_new(self) -> None:
        """Check that the database has the newest schema.

        Raises SettingsError.
        """
        newest = ScriptDirectory.from_config(_config(None)).get_current_head()
        if self.revision != newest:
            raise SettingsError(
                f"the database has schema {self.revision or 'none'} and this program needs {newest}:"
                " back it up, then run `redball admin upgrade`"
            )

    def close(self) -> None:
        """Close all connections; those that a thread still has in hand, when it gives them back."""
        event.listen(self.engine, "checkin", _close_late)
        self._asks.close()
        self._records.close()
        self.engine.dispose()


class Handy:
    """A connection to SQLite that each click finds open, because the pool takes its time. Whoever comes while it is in
    use, and everybody on PostgreSQL (`keeps` is false), gets one of the pool's."""

    def __init__(self, engine: Engine, keeps: bool) -> None:
        self._engine, self._keeps = engine, keeps
        self._in_use, self._ended = Lock(), False
        self._kept: Connection | None = None

    @contextmanager
    def lent(self) -> Iterator[Connection]:
        """A connection for one transaction; what is not committed at the end is undone."""
        if not self._keeps or not self._in_use.acquire(blocking=False):
            with self._engine.connect() as one:
                yield one
            return
        try:
            if self._kept is None:
                self._kept = self._engine.connect()
            yield self._kept
            if self._kept.in_transaction():
                self._kept.rollback()
        except BaseException:
            self._drop()
            raise
        finally:
            self._in_use.release()
            if self._ended:
                self.close()

    def close(self) -> None:
        """Close it; if it is in use, when that ends."""
        self._ended = True
        if self._in_use.acquire(blocking=False):
            self._drop()
            self._in_use.release()

    def _drop(self) -> None:
        """Close it: nobody knows in which state it is, or nobody needs it."""
        if self._kept is not None:
            self._kept.close()
            self._kept = None


def was_cut_off(error: DBAPIError) -> bool:
    """The connection was lost, so nobody knows whether what was being committed is in the database."""
    return error.connection_invalidated


def _config(connection: Connection | None) -> Config:
    config = Config()
    config.set_main_option("script_location", MIGRATIONS.as_posix())
    config.attributes["connection"] = connection
    return config


def _close_late(_: object, record: ConnectionPoolEntry) -> None:
    record.invalidate()


def _open_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # transactions begin below, not where the driver guesses
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    if connection.get_execution_options().get("writes", False):
        straight(connection, "BEGIN IMMEDIATE")
    else:  # it waits for nothing, so no error of its own needs the words of SQLAlchemy
        connection.connection.cursor().execute("BEGIN")
