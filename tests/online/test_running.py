"""What tells an operator how the server runs, its limits, its copies."""

from __future__ import annotations

import gc
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from socket import socket
from sqlite3 import ProgrammingError
from typing import Any

import pytest
import uvicorn
from alembic.script import ScriptDirectory
from litestar.testing import TestClient
from sqlalchemy import select, text

from online.conftest import named, on_server
from online.people import HERE, PASSWORD, PROOF, Site, settings_for
from online.playing import by_lot
from online.serving import settings_file
from redball.cli.main import run
from redball.cli.online import serve_online
from redball.online import database as databases
from redball.online.app import create_app
from redball.online.database import Database
from redball.online.running import LOG, Lines, begin_log, one_round
from redball.online.settings import Limits, Log, SettingsError, read
from redball.online.tables import Account, GameRow, Line, Login, MadePlan, NoticeWish, TurnBegun
from redball.online.upkeep import UpkeepError, back_up, faults


@pytest.fixture
def quiet() -> Iterator[None]:
    """The log as it was before."""
    handlers, level = LOG.handlers[:], LOG.level
    yield
    LOG.handlers[:], LOG.propagate = handlers, True
    LOG.setLevel(level)


def test_health_and_metrics(site: Site) -> None:
    gid, (axis, _) = site.begun()
    assert axis.get("/api/health").json() == {"database": True, "draining": False}
    assert axis.act(gid, "axis", 0, {"type": "done"}).status_code == 200
    told = axis.get("/metrics").text
    assert 'redball_requests_total{method="POST",path="/api/games/{gid}/act",status="200"} 1.0' in told
    assert "redball_open_games 1.0" in told
    assert "redball_commits_total 1.0" in told
    assert gid not in told, "no id of a game is in it"
    for header in ("X-Forwarded-For", "Forwarded"):
        assert axis.client.get("/metrics", headers={header: "192.0.2.1"}).status_code == 403
    site.house.closing = True
    assert axis.get("/api/health").status_code == 503


def test_a_log_line_for_each_request(site: Site, capsys: pytest.CaptureFixture[str], quiet: None) -> None:
    begin_log(Log())
    anna = site.person("Anna")
    gid = anna.made()
    anna.client.get("/nowhere/secret", headers={"Host": "evil.test"})
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    made = next(line for line in lines if line["path"] == "/api/games")
    assert (made["method"], made["status"], made["level"], len(made["account"])) == ("POST", 201, "info", 36)
    assert (lines[-1]["status"], lines[-1]["path"]) == (421, "(unknown)")
    whole = json.dumps(lines)
    assert PASSWORD not in whole
    assert "secret" not in whole
    assert gid not in whole


def test_a_log_of_text() -> None:
    record = logging.LogRecord("x", logging.INFO, "", 1, "request", (), None)
    record.fields = {"status": 200}
    assert Lines(as_json=False).format(record).endswith("level=info event=request status=200")


def test_the_server_collects_garbage_often_and_little_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quiet: None
) -> None:
    """All clicks wait for a collection."""
    found: list[tuple[int, int, int]] = []

    def run(server: uvicorn.Server, sockets: list[socket]) -> None:
        found.append(gc.get_threshold())
        sockets[0].close()
        app: Any = server.config.app
        app.state.store.database.close()

    monkeypatch.setattr(uvicorn.Server, "run", run)
    before = gc.get_threshold()
    try:
        serve_online(settings_file(tmp_path, f"sqlite:///{tmp_path}/new.sqlite", 0))
    finally:
        gc.set_threshold(*before)
    ((young, middle, oldest),) = found
    assert young * middle <= 1000
    assert oldest > 10**9, "all of memory only when nobody clicks"


@pytest.mark.parametrize(
    ("limits", "status"), [(Limits(requests=5), 200), (Limits(changes=5), 204)], ids=["all", "own"]
)
def test_who_asks_too_often_waits(url: str, tmp_path: Path, limits: Limits, status: int) -> None:
    app = create_app(settings_for(url, limits), static=tmp_path / "none")
    with TestClient(app, base_url=HERE) as client:
        own = {"Origin": HERE}
        assert client.post("/api/accounts", json={"name": "Anna", "password": PASSWORD}, headers=own).status_code == 201
        found = []
        for _ in range(6):
            if limits.requests == 5:
                found.append(client.get("/api/me").status_code)
            else:
                body = {"password": PASSWORD, "proof": PROOF}
                found.append(client.post("/api/me/password", json=body, headers=own).status_code)
        assert client.get("/api/health").status_code == 200, "whoever watches over the server may always ask"
    assert found == [status] * (4 if limits.requests == 5 else 5) + [429] * (2 if limits.requests == 5 else 1)


# --- settings and schema -----------------------------------------------------------------------------------------


def test_settings_come_from_file_and_environment(tmp_path: Path) -> None:
    path = tmp_path / "redball.toml"
    path.write_text('[server]\nport = 9000\npublic = "https://ocs.example"\n[log]\nlevel = "error"\n', encoding="utf-8")
    found = read(
        path, {"REDBALL_SERVER_PORT": "9001", "REDBALL_GAMES": "x", "REDBALL_SERVER_PROXIES": "a,b", "PATH": "/"}
    )
    assert (found.server.port, found.log.level, found.server.proxies) == (9001, "error", ("a", "b"))
    assert found.secure
    assert found.hosts == ["127.0.0.1", "ocs.example"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("port = 1", "section"),
        ("[server]\nprot = 1", "prot"),
        ("[server]\nport = 70000", "port"),
        ("[server]\npublic = 'ocs.example'", "public"),
        ("[database]\nurl = 'mysql://x'", "mysql"),
        ("[log]\nlevel = 'loud'", "level"),
        ("[limits]\nchanges = 0", "changes"),
        ("[[", "Invalid"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "redball.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=told):
        read(path, {})


FIRST_GAME = """
INSERT INTO game (id, state, name, wish, title, sides, fog, private, spectators, pace, created, lines, actions, decides,
    about, turn, moved)
VALUES ('aaaaaaaaaaaa', 'open', '', '{}', 'Crossing', '[]', 1, 0, '', '{}', '2026-01-01 00:00:00.000000', 0, 0, '', '',
    0, '2026-01-01 00:00:00.000000')
"""


FIRST_PERSON = (
    (
        "INSERT INTO account (id, name, key, guest, created, blocked_why) VALUES ({id}, 'Anna', 'anna', {no},"
        " '2026-01-01 00:00:00.000000', '')"
    ),
    (
        "INSERT INTO login (digest, account_id, created, seen, ends, agent) VALUES ('d', {id},"
        " '2026-01-01 00:00:00.000000', '2026-01-01 00:00:00.000000', '2036-01-01 00:00:00.000000', '')"
    ),
)
IN_SIX = "INSERT INTO notice_wish (account_id, mail, hook, minutes) VALUES ({id}, {no}, '', 7)"
ID = "0" * 31 + "1"


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """A database without a table."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/old.sqlite"
    else:
        server = request.getfixturevalue("postgres")
        on_server(server, "CREATE DATABASE old")
        url = named(server, "old")
    made = Database(url)
    yield made
    made.close()
    if not made.sqlite:
        on_server(server, "DROP DATABASE old WITH (FORCE)")


def released() -> list[str]:
    """The schemas that there have been, but for the newest."""
    script = ScriptDirectory(databases.MIGRATIONS.as_posix())
    return [one.revision for one in reversed([*script.walk_revisions()])][:-1]


@pytest.mark.parametrize("since", released())
def test_an_old_schema_is_not_served_but_upgraded(empty: Database, since: str) -> None:
    """From each schema on, with data in it that are as old as the first one and written as that schema has them:
    today's classes know later columns."""
    old = empty
    old.upgrade("0001")
    filled = {"id": f"X'{ID}'", "no": "0"} if old.sqlite else {"id": f"'{ID}'", "no": "false"}
    with old.writing() as tx:
        for line in (FIRST_GAME if old.sqlite else FIRST_GAME.replace(" 1, 0,", " true, false,"), *FIRST_PERSON):
            tx.execute(text(line.format(**filled) if line in FIRST_PERSON else line))
        tx.add(Line(game_id="a" * 12, number=1, text="{}", actions=0))
    old.upgrade(since)
    if since >= "0006":
        with old.writing() as tx:
            tx.execute(text(IN_SIX.format(**filled)))
    with pytest.raises(SettingsError, match="redball admin upgrade"):
        old.must_be_new()
    old.upgrade()
    old.must_be_new()
    with old.reading() as found:
        assert found.get_one(Line, ("a" * 12, 1)).text == "{}"
        row = found.get_one(GameRow, "a" * 12)
        assert (row.title, row.posts, row.pledge, row.teams, row.waits) == ("Crossing", 0, None, 0, [])
        assert row.beforehand == {}
        assert (row.fog, row.private) == (True, False)
        assert found.scalars(select(TurnBegun)).all() == [], "nobody sees an old game turns late"
        assert found.scalars(select(MadePlan)).all() == []
        login = found.get_one(Login, "d")
        assert found.get_one(Account, login.account_id).name == "Anna"
        wish = found.get(NoticeWish, login.account_id)
        assert (wish and wish.minutes) == (7 if since >= "0006" else None)


def test_the_migrations_lead_to_the_tables(database: Database) -> None:
    """Nothing is in the classes that no migration has made, or the other way round."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from redball.online.tables import Base

    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": False})
        assert compare_metadata(context, Base.metadata) == []
    assert databases.MIGRATIONS.is_dir()


def test_a_connection_that_a_thread_gives_back_late_is_closed(database: Database) -> None:
    """The server ends while a call is still in hand."""
    kept, late = database.engine.connect(), database.engine.connect()
    drivers = [one.connection.driver_connection for one in (kept, late)]
    kept.close()
    assert not is_closed(drivers[0]), "it is kept for the next call"
    database.close()
    late.close()
    assert [is_closed(one) for one in drivers] == [True, True]


def is_closed(driver: Any) -> bool:
    """A connection of either driver is closed."""
    if hasattr(driver, "closed"):
        return bool(driver.closed)
    try:
        driver.cursor().close()
    except ProgrammingError:
        return True
    return False


# --- upkeep ------------------------------------------------------------------------------------------------------


def test_a_copy_is_made_while_a_game_goes_on_and_can_be_played(site: Site, database: Database, tmp_path: Path) -> None:
    if not database.sqlite:
        to = tmp_path / "copy.dump"
        assert "pg_restore" in back_up(database, to)
        assert to.stat().st_size > 1000
        return
    gid, _ = site.begun()
    by_lot(site.house, gid, 30, 1)
    to = tmp_path / "copy.sqlite"
    assert "all games in it are good" in back_up(database, to)
    with pytest.raises(UpkeepError, match="exists"):
        back_up(database, to)
    by_lot(site.house, gid, 10, 2)
    copy = Database(f"sqlite:///{to}")
    assert list(faults(copy)) == []
    with copy.reading() as found:
        assert found.get_one(GameRow, gid).actions == 30
    with copy.writing() as tx:
        line = tx.get_one(Line, (gid, 12))
        line.text = line.text.replace("axis", "axiz", 1)
    (fault,) = faults(copy)
    assert gid in fault
    copy.close()


def test_upkeep_drops_idle_games(site: Site) -> None:
    gid, (axis, _) = site.begun()
    axis.view(gid, "axis")
    one_round(site.house)
    assert site.house.open_games == 1
    site.house.idle = 0.0
    one_round(site.house)
    assert site.house.open_games == 0
    assert axis.view(gid, "axis")["seq"] == 0


def test_the_operators_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "redball.toml"
    config.write_text(f'[database]\nurl = "sqlite:///{tmp_path}/own.sqlite"\n', encoding="utf-8")

    def admin(*words: str) -> tuple[int, str, str]:
        """A command's status, and what it printed."""
        status = run(["admin", *words, "--config", str(config)])
        said = capsys.readouterr()
        return status, said.out, said.err

    assert admin("accounts")[0] == 2, "there is no schema yet"
    assert admin("upgrade")[1] == "schema none -> 0011\n"
    assert admin("add", "Anna")[0] == 0
    assert admin("add", "anna")[0] == 2
    assert admin("block", "Anna", "--why", "spam")[0] == 0
    assert "blocked" in admin("accounts")[1]
    assert admin("unblock", "Anna")[0] == 0
    assert len(admin("reset", "Anna")[1]) > 10
    assert admin("erase", "Boris")[0] == 2
    assert admin("check")[1] == "all games are good\n"
    assert admin("backup", str(tmp_path / "copy"))[0] == 0
    assert admin("backup", str(tmp_path / "copy"))[0] == 2
    assert admin("erase", "Anna")[0] == 0
    assert admin("accounts")[1] == ""
    assert "account deleted" in admin("audit")[1]
