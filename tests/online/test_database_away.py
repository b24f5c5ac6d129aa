"""A database that goes away in the middle of something: whoever asked hears that nobody knows, and the game goes on as
the database has it."""

from __future__ import annotations

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session as Transaction

from online.people import Site
from redball.online.database import Database


def cut_off(database: Database, tx: Transaction, gid: str, lines: int) -> None:
    """The connection ends before the commit."""
    tx.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))


def takes_nothing(database: Database, tx: Transaction, gid: str, lines: int) -> None:
    """The disk is full, say."""
    raise OperationalError("COMMIT", {}, Exception("disk full"))


def test_a_lost_connection_is_no_promise_either_way(site: Site, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    gid, (axis, _) = site.begun()
    if url.startswith("sqlite"):
        return  # it is in this process
    with monkeypatch.context() as patched:
        patched.setattr(Database, "announce", cut_off)
        answer = axis.act(gid, "axis", 0, {"type": "done"})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert "may have been done" in answer.json()["error"]
    assert axis.view(gid, "axis")["seq"] == 0, "as the database has it"
    assert axis.act(gid, "axis", 0, {"type": "done"}).status_code == 200


def test_what_the_database_refuses_is_not_done(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    gid, (axis, _) = site.begun()
    with monkeypatch.context() as patched:
        patched.setattr(Database, "announce", takes_nothing)
        answer = axis.act(gid, "axis", 0, {"type": "done"})
    assert (answer.status_code, "nothing was done" in answer.json()["error"]) == (507, True)
    assert axis.act(gid, "axis", 0, {"type": "done"}).status_code == 200


def test_a_bot_tries_again_when_the_database_is_back(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    axis = site.person("Anna")
    gid = axis.made(bots={"soviet": "random"})
    seq = 0
    tried: list[int] = []
    plain = Database.announce

    def once(database: Database, tx: Transaction, gid: str, lines: int) -> None:
        with database.reading() as found:
            decides = found.execute(text("SELECT decides FROM game")).scalar_one()
        if decides == "soviet" and not tried:
            tried.append(lines)
            raise OperationalError("COMMIT", {}, Exception("disk full"))
        plain(database, tx, gid, lines)

    monkeypatch.setattr(Database, "announce", once)
    while not tried or axis.view(gid, "axis")["decision"]["side"] != "axis":
        view = axis.view(gid, "axis")
        if view["decision"]["side"] == "axis":
            seq, choices = view["seq"], view["choices"]  # the bot may have attacked: then there is something to answer
            action = next((one for one in choices if one["type"] == "done"), choices[0])
            assert axis.act(gid, "axis", seq, action).status_code == 200
    assert axis.view(gid, "axis")["seq"] > seq + 1
