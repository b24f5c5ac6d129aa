"""Whatever is sent, the answer is no 500, and what is wrong is said in one sentence of at most 300 characters."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from litestar import get
from litestar.testing import TestClient

from redball.server import app
from server.kit import PLAYERS, SAVE, asking, made

JSON = {"content-type": "application/json"}
LONG = "x" * 100_000
RAW = (
    b"[" * 100_000 + b"]" * 100_000, b'{"a":' * 100_000 + b"1" + b"}" * 100_000, b"[" * 700 + b"]" * 700,
    b"", b" ", b"nul", b"{", b"\xff\xfe", b'"\xff"', b'"\\ud800"', b"\x00", LONG.encode(), f'"{LONG}"'.encode(),
    b"9" * 5_000, b"1e999", b"[]", b"{}",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, -1, 3, 1.5, 2**31, 2**63, -(10**30), 10**4_000, "", "x", "../..", "\x00", LONG,
    [], [[]], {}, {"a": 1}, {LONG: 1}, [LONG], json.loads("[" * 300 + "]" * 300),
)  # fmt: skip
QUERIES = (
    "", "x", "-1", "1.5", "2147483648", "9223372036854775808", "1" + "0" * 5_000, "y" * 20_000, "é" * 300, "\u2028",
    "[" * 20_000, "[" * 700 + "]" * 700, '"\\ud800"', "null", "[]", "{}", '{"0": "%s"}' % ("z" * 9_000), "ax-pz,ax-pz",
    '{"type": "begin_move", "unit": "%s"}' % ("z" * 9_000), '{"type": "step_to", "hex": 1%s}' % ("0" * 30),
)  # fmt: skip
GOOD = {"side": "axis", "unit": "ax-pz", "units": "ax-pz", "hex": "5", "start": "4", "at": "0"}
CHARTS = ("a=" + "[" * 50_000, "a={a=" * 400 + "1" + "}" * 400, "a." * 5_000 + "b=1", "\x00", "a=" + "9" * 5_000, LONG)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    """The application without a page."""
    folder: Path = tmp_path_factory.mktemp("games")
    with asking(app.create_app(folder, static=folder / "none")) as found:
        yield found


def hold(answer: Any, what: object) -> None:
    """Check an answer to anything."""
    named = str(what)[:200]
    assert answer.status_code < 500, named
    if answer.status_code >= 400:
        sentence = answer.json()["error"]
        assert 0 < len(sentence) <= 300, named
        assert "\n" not in sentence, named


def bodies(gid: str, seq: int) -> dict[str, dict[str, Any]]:
    """A body for each call that takes one."""
    base, whose = f"/api/games/{gid}", {"side": "axis", "seq": seq}
    move = {"type": "move", "units": ["ax-pz"], "path": [1, 2], "halt": True}
    return {
        "/api/games": {"scenario": "crossing", "players": PLAYERS, "switches": {"fog": True}, "edition": "v4.2"},
        f"{base}/act": {**whose, "actions": [{"type": "begin_move", "unit": "ax-pz"}, {"type": "step_to", "hex": 3}]},
        f"{base}/macro": {**whose, "macro": move},
        f"{base}/bot": whose,
        f"{base}/undo": {**whose, "steps": 1, "to": 0, "consent": True},
        f"{base}/redo": whose,
    }


def places(data: Any, so_far: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a body."""
    yield so_far
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield from places(value, (*so_far, key))


def put(data: Any, place: tuple[Any, ...], value: Any) -> Any:
    """The body with another value in that place."""
    if not place:
        return value
    copy = json.loads(json.dumps(data))
    within = copy
    for key in place[:-1]:
        within = within[key]
    within[place[-1]] = value
    return copy


def test_any_body_is_answered(client: TestClient[Any]) -> None:
    gid, rng = made(client), Random(5)
    store = client.app.state.store
    for path in bodies(gid, 0):
        for raw in RAW:
            hold(client.post(path, content=raw, headers=JSON), (path, raw[:20]))
        for place in places(bodies(gid, 0)[path]):
            for value in rng.sample(VALUES, 10):
                body = bodies(gid, len(store.get(gid).game.records))[path]
                hold(client.post(path, json=put(body, place, value)), (path, place, value))
    for raw in RAW:
        hold(client.post("/api/games/import", content=raw, headers=SAVE), raw[:20])


def test_any_query_is_answered(client: TestClient[Any]) -> None:
    gid, rng = made(client), Random(5)
    for path, calls in client.get("/schema/openapi.json").json()["paths"].items():
        asked = [one["name"] for one in calls.get("get", {}).get("parameters", []) if one["in"] == "query"]
        for name in asked:
            sent = {one: GOOD[one] for one in asked if one in GOOD}
            for value in rng.sample(QUERIES, 4):
                hold(client.get(path.replace("{gid}", gid), params={**sent, name: value}), (path, name, value))


@pytest.mark.parametrize("action", [query for query in QUERIES if len(query) < 30_000])
def test_any_action_that_is_asked_about_is_answered(client: TestClient[Any], action: str) -> None:
    hold(client.get(f"/api/games/{made(client)}/why", params={"side": "axis", "action": action}), action)


@pytest.mark.parametrize("gid", ["a" * 250, "y" * 20_000, "é" * 100, "%00", "%ff%fe", "..%2f.."])
@pytest.mark.parametrize("what", ["", "/view", "/save", "/reach?units=a"])
def test_any_name_of_a_game_is_answered(client: TestClient[Any], gid: str, what: str) -> None:
    hold(client.get(f"/api/games/{gid}{what}"), gid)
    hold(client.delete(f"/api/games/{gid}"), gid)


@pytest.mark.parametrize("charts", CHARTS)
def test_any_chart_file_is_answered(client: TestClient[Any], charts: str) -> None:
    answer = client.post("/api/games", json={"scenario": "crossing", "players": PLAYERS, "charts": charts})
    hold(answer, charts)
    assert answer.status_code == 400


@pytest.mark.parametrize("given", [LONG, 10**30])
def test_a_refusal_quotes_nothing_long(client: TestClient[Any], given: object) -> None:
    gid = made(client)
    act = {"side": "axis", "seq": 0, "actions": [{"type": "begin_move", "unit": "ax-pz", "hex": given}]}
    answer = client.post(f"/api/games/{gid}/act", json=put(act, ("actions", 0, "unit"), str(given) * 10))
    assert "too long" in answer.json()["error"]


def test_a_scenario_is_an_installed_one_and_no_folder(client: TestClient[Any], tmp_path: Path) -> None:
    shipped = Path(app.__file__).parents[1] / "scenarios" / "data" / "crossing"
    folder = tmp_path / "mine"
    folder.mkdir()
    for file in shipped.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    for name in (str(folder), str(shipped), "../data/crossing", "./crossing", "", "/etc"):
        answer = client.post("/api/games", json={"scenario": name, "players": PLAYERS, "seed": 7})
        assert answer.status_code == 400, name
        assert "there are: crete, crossing, etna, gela, kohima" in answer.json()["error"]


def test_a_mistake_of_the_server_is_shown_in_its_terminal_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @get("/api/broken", sync_to_thread=False)
    def broken() -> None:
        """A call with a mistake."""
        raise LookupError("inner workings")

    monkeypatch.setattr(app, "HANDLERS", [broken])
    client = asking(app.create_app(tmp_path, static=tmp_path / "none"))
    answer = client.get("/api/broken")
    assert answer.status_code == 500
    assert "inner" not in answer.text
    assert answer.json()["error"].count("terminal") == 1
    shown = capsys.readouterr().err
    assert "GET /api/broken failed" in shown
    assert "Traceback" in shown
    assert "LookupError: inner workings" in shown
