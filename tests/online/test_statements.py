"""The statements of each click find and write what SQLAlchemy's own do, and fail alike."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from uuid import uuid4

import pytest
from sqlalchemy import Connection, bindparam, insert, select, text
from sqlalchemy.exc import IntegrityError, OperationalError, ProgrammingError

from online.people import Site
from redball.online.database import Database
from redball.online.statements import Statement
from redball.online.tables import Account, GameRow, Line, now, table_of

GAME, LINE, ACCOUNT = table_of(GameRow), table_of(Line), table_of(Account)
WHOLE = select(GAME).where(GAME.c.id == bindparam("gid"))
BY_MAKER = Statement(select(GAME.c.id, GAME.c.maker_id).where(GAME.c.maker_id == bindparam("who")))
FIND = Statement(WHOLE)
APPEND = Statement(insert(LINE), ("game_id", "number", "text", "actions", "account_id", "at"))


def test_a_row_is_found_as_sqlalchemy_finds_it(site: Site) -> None:
    gid, _ = site.begun()
    with site.house.database.asking() as found:
        (own,), (other,) = FIND.find(found, gid=gid), found.execute(WHOLE, {"gid": gid}).all()
        assert own._asdict() == other._asdict()
        assert [type(value) for value in own] == [type(value) for value in other]
        assert FIND.find(found, gid="0" * 12) == []
        assert [one.id for one in BY_MAKER.find(found, who=other.maker_id)] == [gid]
        assert BY_MAKER.find(found, who=uuid4()) == []
    with site.house.database.reading() as found:
        assert FIND.find(found, gid=gid) == [own], "in a transaction of the ORM, too"


def test_what_is_written_is_there_only_after_the_commit(site: Site) -> None:
    gid, _ = site.begun()
    at = now()
    lines = [
        {"game_id": gid, "number": number, "text": "{}", "actions": 0, "account_id": None, "at": at}
        for number in (101, 102, 103)
    ]
    with site.house.database.recording() as tx:
        APPEND.do(tx, lines[0])
        tx.rollback()
    written = select(Line.number, Line.at).where(Line.game_id == gid, Line.number > 100).order_by(Line.number)
    with site.house.database.reading() as found:
        assert found.execute(written).all() == []
    with site.house.database.recording() as tx:
        APPEND.do(tx, *lines)
    with site.house.database.reading() as found:
        assert [(number, abs(it - at) < timedelta(seconds=1)) for number, it in found.execute(written)] == [
            (101, True),
            (102, True),
            (103, True),
        ]


def test_reads_one_after_the_other_are_of_one_transaction(site: Site) -> None:
    gid, _ = site.begun()
    with site.house.database.asking() as found:
        FIND.find(found, gid=gid)
        assert found.in_transaction()


def test_a_refusal_is_raised_as_by_sqlalchemy(site: Site) -> None:
    gid, _ = site.begun()
    twice = {"game_id": gid, "number": 1, "text": "{}", "actions": 0, "account_id": None, "at": now()}
    with pytest.raises(IntegrityError), site.house.database.recording() as tx:
        APPEND.do(tx, twice)
    with site.house.database.recording() as tx:
        tx.execute(text("ALTER TABLE line RENAME TO line_away"))
    with pytest.raises((OperationalError, ProgrammingError)) as refused, site.house.database.recording() as tx:
        APPEND.do(tx, twice)
    assert not refused.value.connection_invalidated
    with site.house.database.recording() as tx:
        tx.execute(text("ALTER TABLE line_away RENAME TO line"))


def test_a_lost_connection_is_not_used_again(site: Site, url: str) -> None:
    if url.startswith("sqlite"):
        return  # it is in this process
    gid, _ = site.begun()
    with site.house.database.asking() as tx:
        FIND.find(tx, gid=gid)
        with site.house.database.recording() as other:
            pid = tx.connection.driver_connection.info.backend_pid  # type: ignore[union-attr]
            other.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": pid})
        with pytest.raises(OperationalError) as lost:
            FIND.find(tx, gid=gid)
    assert lost.value.connection_invalidated
    with site.house.database.asking() as found:
        assert [one.id for one in FIND.find(found, gid=gid)] == [gid]


def test_a_connection_that_is_kept_serves_one_at_a_time(site: Site) -> None:
    gid, _ = site.begun()
    database = site.house.database
    with database.asking() as one, database.asking() as other:
        assert one is not other
        assert FIND.find(one, gid=gid) == FIND.find(other, gid=gid)
    with database.asking() as again:
        assert (again is one) is database.sqlite
        assert not again.in_transaction(), "the next one reads what is there by then"


def test_what_fails_leaves_no_transaction_behind(site: Site) -> None:
    gid, _ = site.begun()
    database = site.house.database
    line = {"game_id": gid, "number": 101, "text": "{}", "actions": 0, "account_id": None, "at": now()}
    used: list[Connection] = []

    def fail_in(transaction: AbstractContextManager[Connection], statement: Callable[[Connection], object]) -> None:
        with transaction as tx:
            used.append(tx)
            statement(tx)
            raise LookupError

    with pytest.raises(LookupError):
        fail_in(database.recording(), lambda tx: APPEND.do(tx, line))
    with pytest.raises(LookupError):
        fail_in(database.asking(), lambda found: FIND.find(found, gid=gid))
    assert [one.closed for one in used] == [True, True]
    with database.recording() as tx:
        assert tx.scalar(select(Line.number).where(Line.game_id == gid, Line.number == 101)) is None


def test_a_database_that_is_closed_keeps_no_connection(site: Site, url: str) -> None:
    database = Database(url)
    with database.asking() as one:
        one.execute(text("SELECT 1"))
    with database.asking() as one:
        database.close()
        one.execute(text("SELECT 1"))
    assert one.closed
    assert database.engine.pool.checkedout() == 0  # type: ignore[attr-defined]
