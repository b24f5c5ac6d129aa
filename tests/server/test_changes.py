"""What an answer says has changed makes the whole view from the one that the client holds."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from redball.bots.random_play import at_random
from redball.core.look import Look
from redball.game import Game
from redball.game.view.whole import View, view
from redball.scenarios.load import load_scenario
from redball.server.answers.changes import changes
from redball.server.app import create_app
from redball.server.session import HUMAN, Session
from server.kit import PLAYERS, asking, get, made
from support import long

GAMES = [
    ("crossing", "", {"fog": True}, 60),
    long("crossing", "", {"fog": False}, 60),
    long("crossing", "v4.2+v4.1a", {"fog": True}, 60),
    long("crossing", "1992", {"fog": True}, 60),
    ("crossing", "new-ocs", {"fog": True}, 60),
    ("throw-range", "", {"fog": True, "denser_fog": True}, 60),
    long("kohima", "", {"fog": True, "denser_fog": True}, 40),
    long("sedan", "", {"fog": True}, 40),
    ("yelnya", "", {"fog": True}, 40),
    long("smolensk", "new-ocs+smolensk", {"fog": True}, 40),
]


def read(record: Any) -> Any:
    """A record as a client reads it."""
    return msgspec.json.decode(msgspec.json.encode(record))


def applied(held: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """The view that a client puts together, from JSON."""
    lists = {
        name: [one for run in parts for one in (*held[name][run["start"] :][: run["count"]], *run["then"])]
        for name, parts in found["lists"].items()
    }
    return {**held, **found["fields"], **lists}


def in_a_new_world(game: Game, side: str) -> View:
    """The view when nothing is kept from earlier states."""
    world = replace(game.world)
    return view(replace(game, world=world, look=Look(world, game.state)), side)


class Client:
    """A viewer who puts its view together from changes, and compares it with the plain view now and then."""

    def __init__(self, session: Session, side: str) -> None:
        self.session, self.side = session, side
        self.mark, self.seen = "", dict[str, Any]()
        self.changed = 0

    def look(self, *, compare: bool) -> None:
        """See the present state."""
        held, now = self.session.show(self.side, self.mark)
        assert (held is not None) == bool(self.mark)
        self.seen = read(now.view) if held is None else applied(self.seen, read(changes(held, now.view)))
        self.mark = now.mark
        self.changed += held is not None
        if compare:
            assert self.seen == read(in_a_new_world(self.session.game, self.side))


def do_something(session: Session, rng: Random) -> None:
    """Mostly a random action; at times an undo, a redo, or a rewind."""
    open_ = session.game.decision
    wish = rng.random()
    if open_ is not None and wish < 0.1:
        session.undo(open_.side, rng.randint(1, 3))
    elif open_ is not None and wish < 0.15:
        session.redo(open_.side)
    elif wish < 0.17 and session.game.records:
        session.rewind(rng.randint(max(0, len(session.game.records) - 20), len(session.game.records)))
    elif session.bot_to_move():
        session.bot_plays("axis", "step")
    elif open_ is not None:
        session.act(open_.side, [at_random(session.game.choices(), rng.getrandbits(64), evenly=wish < 0.5)])


@pytest.mark.parametrize(("scenario", "edition", "switches", "steps"), GAMES)
def test_changes_make_the_plain_view(
    tmp_path: Path, scenario: str, edition: str, switches: dict[str, Any], steps: int
) -> None:
    """For both sides and open play, as a game goes on, is undone, redone and rewound."""
    sides = [side.id for side in load_scenario(scenario).sides]
    session = Session.create(tmp_path, scenario, dict.fromkeys(sides, HUMAN), switches, 5, edition)
    rng, clients = Random(5), [Client(session, side) for side in (*sides, *(() if switches["fog"] else ("",)))]
    with session:
        for number in range(steps):
            for client in clients:
                client.look(compare=number % (1 if scenario == "crossing" else 6) == 0)
            do_something(session, rng)
    assert all(client.changed == steps - 1 for client in clients)


def test_changes_go_on_through_bots_to_the_end_of_the_game(tmp_path: Path) -> None:
    """When the game is over the fog lifts, and both sides see everything."""
    session = Session.create(tmp_path, "crossing", {"axis": HUMAN, "soviet": "random"}, {"fog": True}, 3)
    rng, clients = Random(3), [Client(session, side) for side in ("axis", "soviet")]
    with session:
        while not session.game.over:
            for client in clients:
                client.look(compare=len(session.game.records) % 5 == 0)
            if session.bot_to_move():
                session.bot_plays("axis", "step")
            else:
                session.act("axis", [at_random(session.game.choices(), rng.getrandbits(64))])
        for client in clients:
            client.look(compare=True)
    assert clients[0].seen["units"] == clients[1].seen["units"]


# --- over HTTP -------------------------------------------------------------------------------------------------


def looked(client: TestClient[Any], gid: str, side: str = "") -> tuple[dict[str, Any], str]:
    """The view of a side, and its mark."""
    answer = client.get(f"/api/games/{gid}/view", params={"side": side})
    return answer.json(), answer.headers["etag"].strip('"')


def post(client: TestClient[Any], gid: str, what: str, seen: dict[str, Any], **fields: Any) -> Any:
    """Make a call on the state that was seen."""
    call = {"side": seen["side"], "seq": seen["seq"], **fields}
    return client.post(f"/api/games/{gid}/{what}", json=call).json()


def test_who_holds_the_view_gets_what_has_changed(client: TestClient[Any]) -> None:
    gid = made(client, switches={"fog": False})
    seen, mark = looked(client, gid)
    for what in ("act", "act", "undo", "redo", "undo"):
        fields = {"actions": seen["choices"][:1]} if what == "act" else {}
        answer = post(client, gid, what, seen, holds=mark, **fields)
        assert "view" not in answer
        assert len(json.dumps(answer["changes"])) < len(json.dumps(seen)) / 2
        seen, mark = applied(seen, answer["changes"]), answer["mark"]
        assert seen == get(client, gid, "replay", side="", at=seen["seq"]) | {
            name: seen[name] for name in ("choices", "undo", "guide")
        }
        again, mark = looked(client, gid)
        assert again == seen


def test_a_refusal_comes_with_changes_too(client: TestClient[Any]) -> None:
    gid = made(client, switches={"fog": False})
    seen, mark = looked(client, gid)
    answer = post(client, gid, "act", seen, holds=mark, actions=[{"type": "step_to", "hex": 1}])
    assert answer["refusal"]["text"] == answer["error"]
    assert answer["changes"] == {"fields": {}, "lists": {}}


@pytest.mark.parametrize("holds", ["", "unknown", "another tab's"])
def test_who_holds_another_view_or_none_gets_the_whole(client: TestClient[Any], holds: str) -> None:
    gid = made(client, switches={"fog": False})
    seen, mark = looked(client, gid)
    if holds == "another tab's":
        holds = mark
        looked(client, gid)
    answer = post(client, gid, "act", seen, holds=holds, actions=seen["choices"][:1])
    assert "changes" not in answer
    assert answer["view"] == looked(client, gid)[0]


def test_a_mark_means_nothing_to_the_other_side_or_after_a_restart(client: TestClient[Any], tmp_path: Path) -> None:
    gid = made(client, players=PLAYERS, switches={"fog": True})
    seen, mark = looked(client, gid, "axis")
    other, _ = looked(client, gid, "soviet")
    assert "view" in post(client, gid, "act", other, holds=mark, actions=[])
    with asking(create_app(tmp_path, static=tmp_path / "none")) as again:
        assert "view" in post(again, gid, "act", seen, holds=mark, actions=[])


def test_only_a_large_answer_is_compressed(client: TestClient[Any]) -> None:
    gid = made(client, switches={"fog": False})
    whole = client.get(f"/api/games/{gid}/view")
    view = whole.json()
    sent = {"side": "", "seq": view["seq"], "holds": whole.headers["etag"].strip('"'), "actions": [view["choices"][0]]}
    changed = client.post(f"/api/games/{gid}/act", json=sent)
    assert changed.json()["changes"]
    assert (whole.headers.get("content-encoding"), changed.headers.get("content-encoding")) == ("gzip", None)
