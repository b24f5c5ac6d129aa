"""Who may speak to the server: names of hosts, foreign pages, types of bodies, the key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from redball.server.app import create_app
from redball.server.guard import Guard, name_of_host
from redball.server.store import Store
from server.kit import HERE, PLAYERS, asking, made

KEY = "a-key-of-22-characters"
FOREIGN: tuple[dict[str, str], ...] = (
    {"Origin": "http://evil.test"},
    {"Origin": "http://127.0.0.1:9000"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": HERE, "Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"},
)
OWN: tuple[dict[str, str], ...] = (
    {},
    {"Origin": HERE},
    {"Origin": HERE, "Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"},
)
PATHS = ("/", "/index.html", "/assets/app.js", "/schema/openapi.json", "/api/games", "/api/nothing", "/nothing")
WISH = {"scenario": "crossing", "players": PLAYERS, "seed": 7}


def refused(answer: Any, status: int) -> str:
    """The one sentence of a refusal, which carries the same headers as every answer."""
    assert answer.status_code == status, answer.text
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    sentence = str(answer.json()["error"])
    assert len(sentence) <= 300
    return sentence


@pytest.fixture(scope="module")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small page."""
    folder = tmp_path_factory.mktemp("static")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<!doctype html><title>Redball</title>", encoding="utf-8")
    (folder / "assets" / "app.js").write_text("1", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Litestar:
    """The application with a page, and two more names."""
    return create_app(tmp_path_factory.mktemp("games"), static=static, hosts=["Table.Home.", "0:0::7"])


@pytest.fixture(scope="module")
def locked_house(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Litestar:
    """The application behind a key."""
    return create_app(tmp_path_factory.mktemp("games"), static=static, key=KEY)


@pytest.fixture
def page(open_house: Litestar, tmp_path: Path) -> Iterator[TestClient[Any]]:
    """The application with a page, over an empty folder."""
    open_house.state.store = Store(tmp_path / "games")
    with asking(open_house) as found:
        yield found


@pytest.fixture
def locked(locked_house: Litestar, tmp_path: Path) -> Iterator[TestClient[Any]]:
    """The application behind a key, over an empty folder."""
    locked_house.state.store = Store(tmp_path / "games")
    with asking(locked_house) as found:
        yield found


# --- names of hosts --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("host", ["evil.test", "evil.test:8000", "127.0.0.1.evil.test", "192.168.1.5:8000", "[::2]"])
def test_nothing_is_answered_to_the_name_of_another_host(page: TestClient[Any], path: str, host: str) -> None:
    sentence = refused(page.get(path, headers={"Host": host}), 421)
    assert f"--allow-host {name_of_host(host)}" in sentence


@pytest.mark.parametrize("host", ["", "localhost@evil.test", "[::1", "local host", "localhost/", "localhost:80:80"])
def test_a_host_that_is_no_name_is_refused(page: TestClient[Any], host: str) -> None:
    assert refused(page.get("/api/games", headers={"Host": host}), 421)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "LocalHost:80", "localhost.:8000", "[::1]:8000", "[0:0::1]", "table.home:1", "[::7]"]
)
def test_a_name_of_this_machine_is_answered_at_any_port(page: TestClient[Any], host: str) -> None:
    assert page.get("/api/games", headers={"Host": host}).json() == []
    assert "Redball" in page.get("/", headers={"Host": host}).text


# --- foreign pages ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("headers", FOREIGN)
def test_a_foreign_page_gets_and_changes_nothing(page: TestClient[Any], headers: dict[str, str]) -> None:
    gid = made(page)
    for path in (*PATHS, f"/api/games/{gid}/view?side=axis", f"/api/games/{gid}/save"):
        assert "the page" in refused(page.get(path, headers=headers), 403)
    assert refused(page.post("/api/games", json=WISH, headers=headers), 403)
    assert refused(page.delete(f"/api/games/{gid}", headers=headers), 403)
    assert refused(page.options("/api/games", headers=headers), 403)
    assert [game["id"] for game in page.get("/api/games").json()] == [gid]


@pytest.mark.parametrize("headers", OWN)
def test_the_page_and_programs_may_do_everything(page: TestClient[Any], headers: dict[str, str]) -> None:
    gid = page.post("/api/games", json=WISH, headers=headers).json()["id"]
    assert page.get(f"/api/games/{gid}/view?side=axis", headers=headers).status_code == 200
    assert page.delete(f"/api/games/{gid}", headers=headers).status_code == 204


def test_a_foreign_page_may_link_to_the_page_only(page: TestClient[Any]) -> None:
    visit = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert page.get("/", headers=visit).status_code == 200
    assert refused(page.get("/api/games", headers=visit), 403)
    assert refused(page.get("/api", headers=visit), 403)
    assert refused(page.get(f"{HERE}//api///games", headers=visit), 403), "the router takes several slashes for one"
    assert refused(page.post("/", headers=visit), 403)


def test_no_other_page_may_frame_or_load_it(page: TestClient[Any]) -> None:
    headers = page.get("/").headers
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


# --- types of bodies -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_body_that_a_form_could_send_is_refused(page: TestClient[Any], kind: str) -> None:
    body = b'{"scenario": "crossing", "players": {"axis": "human", "soviet": "human"}}'
    headers = {"Content-Type": kind} if kind else {}
    assert "application/json" in refused(page.post("/api/games", content=body, headers=headers), 415)
    assert "application/x-ndjson" in refused(page.post("/api/games/import", content=body, headers=headers), 415)
    assert page.get("/api/games").json() == []


def test_the_type_of_a_body_may_name_its_letters(page: TestClient[Any]) -> None:
    headers = {"Content-Type": "Application/JSON; charset=utf-8"}
    body = b'{"scenario": "crossing", "players": {"axis": "human", "soviet": "human"}}'
    assert page.post("/api/games", content=body, headers=headers).status_code == 201


# --- the key ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "headers",
    [{}, {"Cookie": f"key={KEY}"}, {"Cookie": "redball-00000000=x"}, {"Host": "localhost"}, {"Host": "10.0.0.5"}],
)
def test_without_the_key_nothing_is_answered(locked: TestClient[Any], path: str, headers: dict[str, str]) -> None:
    assert "key" in refused(locked.get(path, headers=headers), 403)


@pytest.mark.parametrize("key", ["", KEY[:-1], KEY + "x", KEY.upper(), "%C3%BC", "%ED%A0%80"])
def test_a_wrong_key_opens_nothing(locked: TestClient[Any], key: str) -> None:
    assert "key" in refused(locked.get(f"/?key={key}"), 403)
    assert not locked.cookies


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "192.168.1.5:8000", "[fe80::1]:8000"])
def test_the_first_visit_with_the_key_opens_the_rest(locked: TestClient[Any], host: str) -> None:
    first = locked.get(f"/?key={KEY}", headers={"Host": host})
    assert "Redball" in first.text
    given = re.fullmatch(r"(redball-[0-9a-f]{8}=[^;]+); HttpOnly; SameSite=Strict; Path=/", first.headers["Set-Cookie"])
    assert given is not None
    cookie = {"Cookie": f"other=1; b@d; {given[1]}", "Host": host}
    answer = locked.post("/api/games", json=WISH, headers=cookie)
    assert answer.status_code == 201
    assert "Set-Cookie" not in answer.headers
    assert refused(locked.get("/api/games", headers={**cookie, "Origin": "http://evil.test"}), 403)


def test_the_key_opens_no_foreign_name(locked: TestClient[Any]) -> None:
    assert refused(locked.get(f"/?key={KEY}", headers={"Host": "evil.test"}), 421)


def test_two_keys_have_two_cookies() -> None:
    async def nothing(*_: object) -> None:
        """An application that answers nothing."""

    assert Guard(nothing, key="a").cookie != Guard(nothing, key="b").cookie
