"""Going back by consent over HTTP: proposals, consents, refusals, and abandoned branches opened again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from litestar.testing import TestClient

from game.saves import play
from redball.game.save import state_hash
from redball.server.session import Session
from server.kit import get, made


def begun(client: TestClient[Any], actions: int = 20) -> Session:
    """A game that has been played for a while."""
    session: Session = client.app.state.store.get(made(client))
    play(session.game, actions, Random(2))
    return session


def post(client: TestClient[Any], session: Session, what: str, **body: Any) -> Any:
    """The answer to a call on the game as it stands."""
    seq = len(session.game.records)
    return client.post(f"/api/games/{session.id}/{what}", json={"seq": seq, **body})


def test_both_sides_read_a_proposal_and_the_last_consent_goes_back(client: TestClient[Any]) -> None:
    session = begun(client)
    number, state = len(session.game.records), state_hash(session.game.state)
    answer = post(client, session, "rewind", side="axis", to=6, name="before the bridge").json()
    assert answer["proposed"] == {
        "side": "axis", "to": 6, "name": "before the bridge", "at": number, "agreed": ["axis"],
    }  # fmt: skip
    assert answer["waits"] == ["soviet"]
    assert get(client, session.id, "rewind", side="soviet") == answer
    answer = post(client, session, "agree", side="soviet", agrees=True).json()
    assert (answer["proposed"], answer["waits"], answer["seq"]) == (None, [], 6)
    (branch,) = answer["abandoned"]
    assert (branch["to"], branch["name"], branch["actions"]) == (6, "before the bridge", number)
    opened = client.post(f"/api/games/{session.id}/branches", json={"line": branch["line"]})
    assert opened.status_code == 201
    again: Session = client.app.state.store.get(opened.json()["id"])
    assert state_hash(again.game.state) == state
    assert again.players == session.players
    assert again.id != session.id


def test_a_refusal_leaves_the_game_where_it_is(client: TestClient[Any]) -> None:
    session = begun(client)
    number = len(session.game.records)
    post(client, session, "rewind", side="axis", to=6)
    answer = post(client, session, "agree", side="soviet", agrees=False).json()
    assert (answer["proposed"], answer["seq"], answer["abandoned"]) == (None, number, [])
    assert post(client, session, "agree", side="soviet", agrees=True).status_code == 400


@pytest.mark.parametrize(
    ("what", "body", "status"),
    [
        ("rewind", {"side": "axis", "to": 999}, 400), ("rewind", {"side": "axis", "to": -1}, 400),
        ("rewind", {"side": "nobody", "to": 1}, 400), ("rewind", {"side": "axis", "to": 1, "name": "a\nb"}, 400),
        ("rewind", {"side": "axis", "to": 1, "name": "x" * 201}, 400), ("rewind", {"side": "axis"}, 400),
        ("rewind", {"side": "axis", "to": 1, "seq": 3}, 409), ("agree", {"side": "axis", "agrees": True}, 400),
        ("agree", {"side": "axis", "agrees": True, "seq": 3}, 409), ("branches", {"line": 2}, 400),
    ],
)  # fmt: skip
def test_what_makes_no_sense_changes_nothing(
    client: TestClient[Any], what: str, body: dict[str, Any], status: int
) -> None:
    session = begun(client)
    number = len(session.game.records)
    if what == "branches":
        answer = client.post(f"/api/games/{session.id}/branches", json=body)
    else:
        answer = post(client, session, what, **body)
    assert answer.status_code == status
    assert 0 < len(answer.json()["error"]) <= 300
    assert len(session.game.records) == number
    assert session.proposal is None


def test_a_rewind_at_one_screen_keeps_the_name_of_its_point(client: TestClient[Any]) -> None:
    session = begun(client)
    side = session.game.decision.side if session.game.decision else ""
    assert post(client, session, "undo", side=side, to=3, consent=True, name="here").status_code == 200
    (branch,) = get(client, session.id, "rewind", side=side)["abandoned"]
    assert (branch["to"], branch["name"]) == (3, "here")
