"""The dice of a game on the server: how they were pledged, what was rolled, and that no call tells the secret early."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from game.saves import play
from redball.core.events import DiceRolled
from redball.game import Game
from redball.game.fair import Pledge, new_pledge
from redball.server.app import create_app
from redball.server.session import Session
from redball.server.store import Store
from server.kit import PLAYERS, asking, get, made

KEY = b"a key"


def pledge() -> Pledge:
    """Dice to which both sides have added."""
    return new_pledge(KEY).with_share("axis", "one").with_share("soviet", "two")


def kept(folder: Path) -> tuple[Store, Session]:
    """A server with a key, and a game with pledged dice."""
    store = Store(folder, KEY)
    return store, store.create("crossing", PLAYERS, {}, None, pledge=pledge())


def test_what_was_rolled_is_answered_to_each_side(client: TestClient[Any]) -> None:
    gid = made(client)
    session: Session = client.app.state.store.get(gid)
    play(session.game, 50, Random(4))
    sheet = get(client, gid, "dice", side="axis")
    assert sheet == get(client, gid, "dice", side="soviet")
    fell = [event for event in session.game.events() if isinstance(event, DiceRolled)]
    whole = [kind["dice"] for kind in sheet["kinds"] if kind["name"] == "all dice"]
    assert sum(whole) == sum(len(event.dice) for event in fell) > 0
    assert sheet["fair"] is None


def test_dice_are_asked_for_by_a_side_or_in_open_play(client: TestClient[Any]) -> None:
    gid = made(client)
    assert client.get(f"/api/games/{gid}/dice").status_code == 400, "under fog nobody sits between the sides"
    assert client.get(f"/api/games/{gid}/dice", params={"side": "polish"}).status_code == 400
    open_ = made(client, switches={"fog": False})
    assert client.get(f"/api/games/{open_}/dice").status_code == 200


def test_a_game_with_pledged_dice_is_kept_by_its_key(tmp_path: Path) -> None:
    store, session = kept(tmp_path)
    play(session.game, 30, Random(1))
    again = Store(tmp_path, KEY).get(session.id)
    assert again.game.dice == session.game.dice
    other = Store(tmp_path, b"another").get(session.id)
    assert other.game.pledge is not None
    assert not other.game.pledge.secret
    assert store.get(session.id) is session


def test_no_call_tells_the_secret_or_the_seed_before_the_end(tmp_path: Path) -> None:
    app = create_app(tmp_path)
    app.state.store = store = Store(tmp_path, KEY)
    session = store.create("crossing", PLAYERS, {}, None, pledge=pledge())
    game: Game = session.game
    play(game, 40, Random(2))
    assert game.pledge is not None
    hidden = [game.pledge.secret, str(game.dice.seed), f"{game.dice.seed:x}"]
    client = asking(app)
    asked = ("view?", "log?", "replay?at=3&", "dice?", "standing?")
    for call in ("", "/save", *(f"/{what}side=axis" for what in asked)):
        answer = client.get(f"/api/games/{session.id}{call}")
        assert answer.status_code == 200, call
        assert not any(word in answer.text for word in hidden), call
    assert not any(word in client.get("/api/games").text for word in hidden)
    open_ = game.decision
    assert open_ is not None
    body = {"side": open_.side, "seq": len(game.records), "actions": [{"type": "done"}]}
    acted = client.post(f"/api/games/{session.id}/act", json=body)
    assert not any(word in acted.text for word in hidden)
    game.reveal()
    assert client.get(f"/api/games/{session.id}/dice?side=axis").json()["fair"]["secret"] == hidden[0]


def test_a_game_whose_dice_are_elsewhere_is_looked_at_and_not_played_on(tmp_path: Path) -> None:
    _, session = kept(tmp_path / "one")
    play(session.game, 4, Random(3))
    app = create_app(tmp_path / "two")
    client = asking(app)
    raw = session.save.path.read_bytes()
    gid = client.post("/api/games/import", content=raw, headers={"content-type": "application/x-ndjson"}).json()["id"]
    assert client.get(f"/api/games/{gid}/view?side=axis").status_code == 200
    away: Session = app.state.store.get(gid)
    rng = Random(5)
    for _ in range(200):
        open_ = away.game.decision
        assert open_ is not None
        action = rng.choice(away.game.choices())
        answer = client.post(
            f"/api/games/{gid}/act",
            json={"side": open_.side, "seq": len(away.game.records), "actions": [written(action)]},
        )
        if answer.status_code != 200:
            break
    assert answer.status_code == 400
    assert answer.json()["error"] == "the dice of this game are thrown by the server that keeps it: play on there"


def written(action: Any) -> Any:
    """An action as a client sends it."""
    return msgspec.to_builtins(action)


@pytest.mark.parametrize("missing", ["axis", "soviet"])
def test_a_game_does_not_begin_before_everybody_has_added(tmp_path: Path, missing: str) -> None:
    other = "soviet" if missing == "axis" else "axis"
    with pytest.raises(ValueError, match=missing):
        Store(tmp_path, KEY).create("crossing", PLAYERS, {}, None, pledge=new_pledge(KEY).with_share(other, "x"))
    assert not [*tmp_path.glob("*.redball")]
