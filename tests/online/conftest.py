"""A database for each test, SQLite and PostgreSQL in turn, with the newest schema; and the server over it."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import create_engine, event, make_url, text

from online.at_once import cheap_hasher
from online.people import Site, settings_for
from online.postgres import running
from redball.online import accounts, games, live
from redball.online.app import HANDLERS, create_app
from redball.online.database import Database
from redball.online.tables import Account, Base


@pytest.fixture(scope="session", autouse=True)
def signatures() -> None:
    """What Litestar finds out about a handler it finds out again for each server, unless it has been asked before."""
    for handler in HANDLERS:
        assert handler.parsed_fn_signature


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite with the newest schema."""
    path = tmp_path_factory.mktemp("template") / "empty.sqlite"
    made = Database(f"sqlite:///{path}")
    made.upgrade()
    made.close()
    return path


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL with two databases that have the newest schema, `test` and `empty`, which stays so."""
    with running() as url:
        on_server(url, "CREATE DATABASE empty")
        made = Database(named(url, "empty"))
        made.upgrade()
        made.close()
        on_server(url, "CREATE DATABASE test TEMPLATE empty")
        yield url


def named(url: str, name: str) -> str:
    """The URL of another database of the same server."""
    return make_url(url).set(database=name).render_as_string(hide_password=False)


def on_server(url: str, *commands: str) -> None:
    """Run commands, each outside of a transaction."""
    engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for command in commands:
            connection.execute(text(command))
    engine.dispose()


def empty(url: str) -> None:
    """End what still waits, delete every row, and count from one again: in a tenth of the time of `TRUNCATE`, since
    most tables are empty."""
    tables = [f'DELETE FROM "{table.name}"' for table in reversed(Base.metadata.sorted_tables)]
    counted = "SELECT setval(seqrelid, seqstart, false) FROM pg_sequence"
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'test' AND pid <> pg_backend_pid()"
    on_server(url, others, "; ".join(tables), counted)


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that cost little: many people sign up here."""
    monkeypatch.setattr(accounts, "_hasher", cheap_hasher)


@pytest.fixture(autouse=True)
def quick_ears(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that listens for others looks up often: it ends when it does, and hundreds end here."""
    monkeypatch.setattr(live, "LOOKS_UP", 0.02)


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Accounts and shares by a fixed seed: dice follow from both, so a game by lot is the same game in every run."""
    lot = random.Random(19)
    monkeypatch.setattr(games, "a_share", lambda: f"{lot.getrandbits(64):016x}")

    def numbered(_: Account, __: Any, given: dict[str, Any]) -> None:
        given.setdefault("id", UUID(int=lot.getrandbits(128), version=4))

    event.listen(Account, "init", numbered)
    yield
    event.remove(Account, "init", numbered)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A fresh database."""
    if request.param == "sqlite":
        path = tmp_path / "house.sqlite"
        shutil.copy(request.getfixturevalue("sqlite_template"), path)
        yield f"sqlite:///{path}"
        return
    server = request.getfixturevalue("postgres")
    yield named(server, "test")
    empty(named(server, "test"))


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """The database, opened."""
    opened = Database(url)
    yield opened
    opened.close()


@pytest.fixture
def site(url: str, tmp_path: Path) -> Iterator[Site]:
    """A server over the database, without a page."""
    with Site(create_app(settings_for(url), static=tmp_path / "none")) as found:
        yield found
