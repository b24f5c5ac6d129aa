"""The folder of saved games: other programs, other threads, bad files, full disks."""

from __future__ import annotations

import errno
import os
import re
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from litestar.testing import TestClient

from game.test_save_damage import disk_full_at
from redball.game import Game
from redball.game.save import SaveError, SaveFile, state_hash
from redball.scenarios.load import DATA
from redball.server.answers.playing import taken
from redball.server.app import create_app
from redball.server.handlers import playing
from redball.server.listing import BrokenGame, SavedGame
from redball.server.session import Session
from redball.server.store import NoGame, Store
from server.kit import PLAYERS, asking, get, made, take_in


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with asking(create_app(tmp_path, static=tmp_path)) as client:
        yield client


@pytest.fixture
def other(tmp_path: Path) -> Iterator[TestClient[Any]]:
    """A second server on the same folder."""
    with asking(create_app(tmp_path, static=tmp_path)) as client:
        yield client


def act(client: TestClient[Any], gid: str, view: dict[str, Any], action: Any = None) -> Any:
    """The answer to an action, by default the first legal one, on the state of a view."""
    sent = {"side": "", "seq": view["seq"], "actions": [action or view["choices"][0]]}
    return client.post(f"/api/games/{gid}/act", json=sent)


# --- two servers on one folder ---------------------------------------------------------------------------------


def test_two_servers_play_one_game_and_lose_nothing(
    client: TestClient[Any], other: TestClient[Any], tmp_path: Path
) -> None:
    gid, rng, acknowledged = made(client, switches={"fog": False}), Random(2), 0
    views = {one: get(one, gid, "view") for one in (client, other)}
    for _ in range(120):
        one = rng.choice((client, other))
        if not views[one]["choices"]:
            views[one] = get(one, gid, "view")
            if not views[one]["choices"]:
                break
        answer = act(one, gid, views[one], rng.choice(views[one]["choices"]))
        if answer.status_code == 409 and answer.json().get("stale"):
            views[one] = get(one, gid, "view")
            continue
        assert answer.status_code == 200, answer.text
        acknowledged += answer.json()["taken"]
        views[one] = answer.json()["view"]
        assert views[one]["seq"] == acknowledged
    assert acknowledged > 40
    assert get(client, gid, "view")["seq"] == get(other, gid, "view")["seq"] == acknowledged
    assert len(Store(tmp_path).get(gid).game.records) == acknowledged


def test_what_the_other_server_did_is_seen(client: TestClient[Any], other: TestClient[Any]) -> None:
    gid = made(client, switches={"fog": False})
    view = get(other, gid, "view")
    assert act(client, gid, view).status_code == 200
    assert get(other, gid, "view")["seq"] == 1
    assert act(other, gid, view).json()["stale"] is True
    assert other.delete(f"/api/games/{gid}").status_code == 204
    assert client.get(f"/api/games/{gid}/view").status_code == 404


# --- the list --------------------------------------------------------------------------------------------------


def listed(client: TestClient[Any]) -> dict[str, Any]:
    """The list of saved games, by id."""
    answer = client.get("/api/games")
    assert answer.status_code == 200, answer.text
    return {game["id"]: game for game in answer.json()}


def test_bad_files_do_not_hide_good_ones(client: TestClient[Any], tmp_path: Path) -> None:
    gid = made(client, switches={"fog": False})
    raw = (tmp_path / f"{gid}.redball").read_bytes()
    header = raw[: raw.index(b"\n") + 1]
    (tmp_path / "empty.redball").touch()
    (tmp_path / "folder.redball").mkdir()
    (tmp_path / "deep.redball").write_bytes(header + b'{"a":' * 200_000 + b"\n")
    (tmp_path / "undo.redball").write_bytes(header + b'{"undo":"abc"}\n')
    (tmp_path / "old.redball").write_bytes(header.replace(b"save 5", b"save 4")[:-30] + b'}\n{"undo":"abc"}\n')
    (tmp_path / "binary.redball").write_bytes(bytes(range(256)) * 20)
    (tmp_path / "elsewhere.redball").write_bytes(raw.replace(b'"crossing"', b'"nowhere"'))
    (tmp_path / "dangling.redball").symlink_to(tmp_path / "nothing")
    os.mkfifo(tmp_path / "pipe.redball")
    (tmp_path / f"{'n' * 200}.redball").write_bytes(b"x")
    games = listed(client)
    assert games[gid]["scenario"] == "crossing"
    assert len(games) == 11
    for name, game in games.items():
        assert len(game.get("error", "")) <= 300
        opened = client.get(f"/api/games/{name}")
        assert opened.status_code == (400 if "error" in game else 200) or len(name) > 64, (name, game, opened.text)
        assert "Traceback" not in opened.text
    assert games["deep"]["damaged"]
    for name in ("dangling", "pipe", "undo"):
        assert client.delete(f"/api/games/{name}").status_code == 204
    assert not {"dangling", "pipe", "undo"} & set(listed(client))


def test_a_damaged_game_is_told_and_goes_on(client: TestClient[Any], tmp_path: Path) -> None:
    gid = made(client, switches={"fog": False})
    for _ in range(5):
        act(client, gid, get(client, gid, "view"))
    path = tmp_path / f"{gid}.redball"
    text = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*text[:4], text[4].replace(b'"events"', b'"evemts"'), *text[5:]]))
    assert listed(client)[gid]["damaged"]
    info = client.get(f"/api/games/{gid}").json()
    assert info["damage"].startswith(f"{gid}.redball, line 5: its check does not match; the game goes on from action 2")
    view = get(client, gid, "view")
    assert view["seq"] == 2
    assert act(client, gid, view).status_code == 200
    assert not listed(client)[gid]["damaged"]
    assert client.get(f"/api/games/{gid}").json()["damage"] == "", "it is told once"
    assert (tmp_path / f"{gid}.redball.damaged-1").exists()
    client.delete(f"/api/games/{gid}")
    assert [*tmp_path.glob(f"{gid}*")] == []


def test_the_list_is_made_while_games_come_and_go(tmp_path: Path) -> None:
    store, stop, failed = Store(tmp_path), threading.Event(), []

    def come_and_go() -> None:
        game = Game.new("crossing")
        for number in range(10_000):
            if stop.is_set():
                return
            path = tmp_path / f"g{number}.redball"
            SaveFile(path, game, {"players": PLAYERS}, durable=False)
            path.unlink()

    thread = threading.Thread(target=come_and_go)
    thread.start()
    try:
        for _ in range(60):
            failed += [game for game in store.list() if hasattr(game, "error")]
    finally:
        stop.set()
        thread.join()
    assert failed == []


# --- disks -----------------------------------------------------------------------------------------------------


def test_a_full_disk_refuses_the_action_with_a_sentence(client: TestClient[Any], tmp_path: Path) -> None:
    gid = made(client, switches={"fog": False})
    view = get(client, gid, "view")
    with disk_full_at((tmp_path / f"{gid}.redball").stat().st_size):
        answer = act(client, gid, view)
        assert get(client, gid, "view") == view
        new = client.post("/api/games", json={"scenario": "crossing", "players": PLAYERS})
        taken_in = take_in(client, (tmp_path / f"{gid}.redball").read_bytes() + b" " * 9)
    assert answer.status_code == new.status_code == taken_in.status_code == 507
    assert answer.json()["error"] == "the game cannot be saved (File too large), so nothing was done"
    assert [path.name for path in tmp_path.iterdir()] == [f"{gid}.redball"], "nothing half made is left"
    assert act(client, gid, view).status_code == 200


def test_an_answer_is_made_while_the_disk_writes_and_sent_when_it_has(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that fails then takes the action back, and whoever only looks waits for no disk."""
    gid = made(client, switches={"fog": False})
    view, happened = get(client, gid, "view"), list[str]()
    hurry = SaveFile.hurry

    def making(session: Session, *args: Any, **more: Any) -> Any:
        happened.append("made")
        return taken(session, *args, **more)

    def hurrying(save: SaveFile) -> None:
        happened.append("begun")
        hurry(save)

    def broken(_: int) -> None:
        happened.append("failed")
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(playing, "taken", making)
    monkeypatch.setattr(SaveFile, "hurry", hurrying)
    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", broken)
        answer = act(client, gid, view)
        assert answer.status_code == 507
        assert answer.json()["error"] == "the game cannot be saved (Input/output error), so nothing was done"
        assert happened == ["begun", "made", "failed"]
        assert get(client, gid, "view")["seq"] == view["seq"]
        assert len(happened) == 3
    monkeypatch.setattr(os, "fsync", lambda _: happened.append("on the disk"))
    assert act(client, gid, view).status_code == 200
    assert happened[3:] == ["begun", "made", "on the disk"]


def test_a_folder_that_is_read_only_can_be_looked_at(
    client: TestClient[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gid = made(client, switches={"fog": False})
    view = get(client, gid, "view")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    client.app.state.store = Store(tmp_path)
    opened = Path.open

    def read_only(path: Path, mode: str = "r", *args: Any, **more: Any) -> Any:
        if set(mode) & set("wax+"):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return opened(path, mode, *args, **more)

    monkeypatch.setattr(Path, "open", read_only)
    assert get(client, gid, "view") == view
    assert set(listed(client)) == {gid}
    assert len(get(client, gid, "log")) > 0
    assert client.get(f"/api/games/{gid}/save").content == before[tmp_path / f"{gid}.redball"]
    refused = [act(client, gid, view), client.post("/api/games", json={"scenario": "crossing", "players": PLAYERS})]
    refused.append(take_in(client, before[tmp_path / f"{gid}.redball"]))
    assert [answer.status_code for answer in refused] == [507] * 3
    assert refused[0].json()["error"] == "the game cannot be saved (Read-only file system), so nothing was done"
    assert get(client, gid, "view")["seq"] == view["seq"]
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_what_a_killed_program_left_half_made_goes_after_an_hour(tmp_path: Path) -> None:
    old, new = tmp_path / ".0.new", tmp_path / ".1.new"
    for path in (old, new):
        path.touch()
    os.utime(old, (1, 1))
    Store(tmp_path)
    assert [*tmp_path.iterdir()] == [new]


# --- memory ----------------------------------------------------------------------------------------------------


def test_games_that_nobody_asks_for_leave_memory(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.most = 3
    gids = [store.create("crossing", PLAYERS, {}, seed).id for seed in range(8)]
    assert store.open_games == 3
    with store.using(gids[0]) as first:
        state = state_hash(first.game.state)
        first.take(first.game.decision.side, first.game.choices()[0])  # type: ignore[union-attr]
        for gid in gids[1:]:
            with store.using(gid):
                pass
        with store.using(gids[0]) as again:
            assert again is first, "a game that a request is at work on stays"
    assert len(os.listdir("/proc/self/fd")) < 200 if Path("/proc/self/fd").exists() else True
    store.idle = 0.0
    with store.using(gids[1]):
        pass
    with store.using(gids[5]):
        pass
    assert store.open_games == 1
    with store.using(gids[0]) as reread:
        assert reread is not first
        assert len(reread.game.records) == 1
        assert state_hash(reread.game.state) != state


@pytest.mark.parametrize("way", ["opened", "imported"])
def test_a_long_game_that_is_read_holds_up_nobody_else(
    client: TestClient[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    one, two = made(client), made(client)
    raw = (tmp_path / f"{one}.redball").read_bytes()
    client.app.state.store = Store(tmp_path)
    reading, go_on, answers = threading.Event(), threading.Event(), list[Any]()
    resume = Session.resume

    def slowly(path: Path, key: bytes) -> Any:
        if path.stem != two:
            reading.set()
            assert go_on.wait(10)
        return resume(path, key)

    def ask() -> None:
        answers.append(client.get(f"/api/games/{one}") if way == "opened" else take_in(client, raw))

    monkeypatch.setattr(Session, "resume", slowly)
    thread = threading.Thread(target=ask)
    thread.start()
    assert reading.wait(10)
    try:
        assert get(client, two, "view", side="axis")["seq"] == 0
        assert set(listed(client)) == {one, two}, "what is being imported is not there yet"
        assert made(client)
    finally:
        go_on.set()
        thread.join()
    assert [answer.status_code for answer in answers] == [200 if way == "opened" else 201]


@pytest.mark.parametrize("gid", ["", "..", "a/b", "x" * 300, "ä", "abc"])
def test_no_other_name_finds_a_file(tmp_path: Path, gid: str) -> None:
    with pytest.raises(NoGame, match="there is no game"):
        Store(tmp_path).get(gid)


# --- threads ---------------------------------------------------------------------------------------------------


def test_games_share_nothing_that_their_rules_have_found(tmp_path: Path) -> None:
    """Requests come in on several threads, and what a world keeps is not made for two at once."""
    one, two = (Store(tmp_path).create("crossing", PLAYERS, {}, seed) for seed in range(2))
    again = Store(tmp_path).get(one.id)
    worlds = [session.game.world for session in (one, two, again)]
    assert len({id(world.facts) for world in worlds}) == len({id(world) for world in worlds}) == 3
    assert one.game.choices() == again.game.choices()


# --- positions, and scenarios of the player's own ------------------------------------------------------------------

POSITION = """# the ford, by hand
redball-position 1
at movement phasing=axis
sides axis soviet
[terrain]
. . . .
. . . .
[units]
axis 01.01 ir1 Rgt infantry other 4-3-3L/2-3-6L
soviet 04.01 rr1 Rgt infantry other 4-2-3L/2-2-6L
"""


def test_a_position_written_by_hand_is_opened_as_a_game(client: TestClient[Any], tmp_path: Path) -> None:
    gid = take_in(client, POSITION.encode()).json()["id"]
    view = get(client, gid, "view", side="axis")
    assert {unit["id"] for unit in view["units"]} >= {"ir1"}
    assert view["segment"] == "movement"
    (listed,) = client.get("/api/games").json()
    assert listed["players"] == {"axis": "human", "soviet": "human"}
    again = Store(tmp_path).get(gid)
    assert again.game.world.position == POSITION


@pytest.mark.parametrize("edition", ["new-ocs", "1992", "v4.2+command-control"])
def test_a_position_by_another_edition_than_its_own_is_opened_again(tmp_path: Path, edition: str) -> None:
    game = Game.from_position(POSITION, edition=edition)
    session = Session.begin(tmp_path, game, dict.fromkeys(("axis", "soviet"), "human"))
    assert session.take("axis", game.choices()[0]) is None
    again = Store(tmp_path).get(session.id)
    assert again.game.world.edition.name == edition
    assert again.game.state == game.state
    assert again.journal.read("") == session.journal.read("")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (POSITION.replace("soviet 04.01", "soviet 09.01").encode(), "line 10, "),
        (POSITION.replace("[units]", "[unit]").encode(), "line 8: there is no section [unit]"),
        (POSITION.replace("position 1", "position 2").encode(), "a position begins with the line 'redball-position 1'"),
        (POSITION.encode() + b"\xff", "line 11: not text in UTF-8"),
    ],
)
def test_a_position_that_cannot_be_read_is_told_with_its_line(
    client: TestClient[Any], tmp_path: Path, text: bytes, told: str
) -> None:
    answer = take_in(client, text)
    assert answer.status_code == 400
    assert told in answer.json()["error"]
    assert list(tmp_path.glob("*.redball")) == []


def own_scenario(folder: Path) -> Path:
    """A shipped scenario under another name, as a player's own folder."""
    own = folder / "my-crossing"
    shutil.copytree(DATA / "crossing", own)
    file = own / "scenario.toml"
    file.write_text(file.read_text("utf-8").replace('id = "crossing"', 'id = "my-crossing"'), encoding="utf-8")
    return own


def test_a_game_of_a_folder_of_the_players_own_is_found_again(tmp_path: Path) -> None:
    own, games = own_scenario(tmp_path), tmp_path / "games"
    session = Store(games).create(str(own), dict.fromkeys(("axis", "soviet"), "human"), {}, 3)
    assert session.take("axis", session.game.choices()[0]) is None
    loaded = Store(games).get(session.id)
    assert loaded.game.world.scenario.id == "my-crossing"
    assert state_hash(loaded.game.state) == state_hash(session.game.state)
    (listed,) = Store(games).list()
    assert isinstance(listed, SavedGame)
    (own / "notes.md").write_text("Other notes.\n", encoding="utf-8")  # they are not the game
    assert Store(games).get(session.id).game.world.scenario.notes == "Other notes.\n"


def test_a_folder_that_is_gone_or_has_changed_is_told_with_a_remedy(tmp_path: Path) -> None:
    own, games = own_scenario(tmp_path), tmp_path / "games"
    gid = Store(games).create(str(own), dict.fromkeys(("axis", "soviet"), "human"), {}, 3).id
    running = Store(games)  # which has read the save before the folder changes
    assert isinstance(running.list()[0], SavedGame)

    def refused(words: str) -> None:
        with pytest.raises(SaveError, match=words):
            Store(games).get(gid)
        for store in (Store(games), running):
            (listed,) = store.list()
            assert isinstance(listed, BrokenGame)
            assert re.search(words, listed.error)

    file = own / "scenario.toml"
    whole = file.read_text("utf-8")
    file.write_text(whole + "\n# a remark\n", encoding="utf-8")
    refused("has changed since the game began: put the files back as they were, or begin a new game")
    file.write_text(whole, encoding="utf-8")
    own.rename(tmp_path / "elsewhere")
    refused("is no longer in .*my-crossing: put the folder back")
    (tmp_path / "elsewhere").rename(own)
    assert isinstance(running.list()[0], SavedGame)
    assert Store(games).get(gid).game.world.scenario.id == "my-crossing"
