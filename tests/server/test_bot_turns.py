"""The bot's turn in one call or in many: the same actions, a stop where a person decides, a move as one step."""

from __future__ import annotations

import json
import os
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from redball.bots import PlannerBot
from redball.bots.random_play import at_random
from redball.core.actions import Action, BeginMove, StepTo
from redball.core.events import UnitMoved
from redball.game.save import Unwritable
from redball.server.app import create_app
from redball.server.session import HUMAN, Session, Until
from redball.server.store import Store
from server.kit import asking, get, made
from support import long

LONG = 1e9


def table(folder: Path, name: str, scenario: str = "crossing") -> Session:
    """A person against a bot."""
    return Session.create(folder / name, scenario, {"axis": HUMAN, "soviet": "steady"}, {"fog": True}, 7)


def by_lot(session: Session) -> Action:
    """Any legal action: always the same one of a game after so many."""
    return at_random(session.game.choices(), Random(len(session.game.records)).getrandbits(64))


def play(session: Session, until: Until, seconds: float, actions: int) -> tuple[Any, ...]:
    """The first actions of a game; the person plays at random, but always the same."""
    while len(session.game.records) < actions and not session.game.over:
        if session.bot_to_move():
            session.bot_plays("axis", until, seconds)
        else:
            session.act("axis", [by_lot(session)])
    return tuple(session.game.records[:actions])


@pytest.mark.parametrize(
    ("until", "seconds"), [("decision", LONG), long("decision", 0.01), long("decision", 0), ("step", 0)]
)
def test_a_bot_plays_the_same_however_far_a_call_goes(tmp_path: Path, until: Until, seconds: float) -> None:
    for folder in ("steps", "calls"):
        (tmp_path / folder).mkdir()
    by_steps = play(table(tmp_path, "steps"), "step", LONG, 300)
    assert play(table(tmp_path, "calls"), until, seconds, 300) == by_steps


def test_a_call_waits_for_the_disk_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And nobody is told of what is not there: a disk that fails takes the call back, and the game goes on without."""
    store = Store(tmp_path)
    gid = store.create("crossing", {"axis": "steady", "soviet": HUMAN}, {}, 7).id
    waits: list[int] = []
    monkeypatch.setattr(os, "fsync", waits.append)
    with store.using(gid) as session:
        session.bot_plays("soviet", "decision", LONG)
        stands = len(session.game.records)
    assert stands > 20
    assert len(waits) == 1

    def broken(_: int) -> None:
        raise OSError("no disk")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(Unwritable), store.using(gid) as session:
        session.act("soviet", [session.game.choices()[0]])
    with store.using(gid) as session:
        assert len(session.game.records) == stands


def test_it_stops_where_a_person_must_decide(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    session = table(tmp_path, "games")
    turns = 0
    while not session.game.over:
        if not session.bot_to_move():
            session.act("axis", [by_lot(session)])
            continue
        turns += 1
        before = len(session.game.records)
        assert not session.bot_plays("axis", "decision", LONG)
        chosen = [record for record in session.game.records[before:] if record.by != "passed"]
        assert {record.side for record in chosen} == {"soviet"}
        assert not session.bot_to_move()
    assert turns > 3, turns


def test_a_call_that_took_long_enough_goes_on_with_the_next(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    session = table(tmp_path, "games", "yelnya")
    while not session.bot_to_move():
        session.act("axis", [by_lot(session)])
    before = len(session.game.records)
    assert session.bot_plays("axis", "decision", 0)
    assert len(session.game.records) == before + 1


def test_a_whole_move_is_one_step(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    session = table(tmp_path, "games", "yelnya")
    longest = 0
    while longest < 4:
        if not session.bot_to_move():
            session.act("axis", [by_lot(session)])
            continue
        before = len(session.game.records)
        session.bot_plays("axis", "step", LONG)
        taken = session.game.records[before:]
        assert sum(isinstance(record.action, BeginMove) for record in taken if moves(record)) <= 1
        open_ = session.game.decision
        assert open_ is None or open_.side == "axis" or open_.procedure.name != "move"
        longest = max(longest, sum(isinstance(record.action, StepTo) for record in taken))


def moves(record: Any) -> bool:
    """The action moved somebody."""
    return any(isinstance(event, UnitMoved) for event in record.events)


def test_the_page_asks_for_a_turn_and_learns_how_far_it_is(tmp_path: Path) -> None:
    with asking(create_app(tmp_path, static=tmp_path / "none")) as client:
        gid = made(client, scenario="yelnya", players={"axis": "steady", "soviet": "steady"})
        seq = 0
        far: list[tuple[int, str, int]] = []
        whole: list[Any] = []
        for _ in range(6):
            body = bot(client, gid, seq, "decision")
            assert body["more"]
            assert body["taken"] > 1
            whole = [line for line in whole if line["first"] < body["since"]] + body["events"]
            step, steps = body["progress"]["step"], body["progress"]["steps"]
            assert 0 <= step < max(steps, 1)
            if steps:  # a call may end between two Player Turns
                far.append((body["view"]["turn"], body["view"]["phasing"], step))
            seq = body["view"]["seq"]
        assert whole == [line for line in get(client, gid, "log", side="axis") if line["n"]]
        assert far
        for (turn, phasing, step), (later, other, further) in pairwise(far):
            assert later > turn or other != phasing or further >= step


def bot(client: TestClient[Any], gid: str, seq: int, until: str) -> Any:
    """The answer to a call that lets the bot play."""
    answer = client.post(f"/api/games/{gid}/bot", json={"seq": seq, "side": "axis", "until": until})
    assert answer.status_code == 200, answer.text
    return json.loads(answer.text)


def test_no_other_way_of_going_on_is_known(tmp_path: Path) -> None:
    with asking(create_app(tmp_path, static=tmp_path / "none")) as client:
        gid = made(client)
        answer = client.post(f"/api/games/{gid}/bot", json={"seq": 0, "side": "axis", "until": "forever"})
        assert answer.status_code == 400


def test_a_bot_goes_on_in_the_call_that_decides(tmp_path: Path) -> None:
    """A skip need not ask again after each decision; what happens is the same, and so is the log."""
    ends: list[Any] = []
    for together in (False, True):
        folder = tmp_path / str(together)
        folder.mkdir()
        app = create_app(folder, static=folder / "none")
        with asking(app) as client:
            gid = made(client, players={"axis": "human", "soviet": "steady"})
            for n in range(12):
                with app.state.store.using(gid) as session:
                    while session.bot_to_move():  # what a call had no time for, or was not asked for
                        session.bot_plays("axis", "decision", LONG)
                    seq, choices = len(session.game.records), session.game.choices()
                raw = msgspec.to_builtins(at_random(choices, n) if n % 3 else choices[-1])
                sent = client.post(
                    f"/api/games/{gid}/act", json={"side": "axis", "seq": seq, "actions": [raw], "bot": together}
                )
                assert sent.status_code == 200, sent.text
                assert ("more" in sent.json(), "progress" in sent.json()) == (together, together)
                with app.state.store.using(gid) as session:
                    if together and not sent.json()["more"]:
                        assert not session.bot_to_move()
            with app.state.store.using(gid) as session:
                assert any(record.side == "soviet" for record in session.game.records)
                ends.append((tuple(session.game.records[:seq]), session.journal.read("axis", 0)[:20]))
    assert ends[0] == ends[1]


def test_a_macro_lets_the_bot_go_on_too(tmp_path: Path) -> None:
    app = create_app(tmp_path, static=tmp_path / "none")
    with asking(app) as client:
        gid = made(client, players={"axis": "human", "soviet": "steady"})
        with app.state.store.using(gid) as session:
            unit = next(c.unit for c in session.game.choices() if isinstance(c, BeginMove))
        order = {"type": "turn", "units": [unit], "mode": "move", "facing": "move"}
        for wanted in (False, True):
            call = {"side": "axis", "seq": len(session.game.records), "bot": wanted, "macro": order}
            sent = client.post(f"/api/games/{gid}/macro", json=call)
            assert sent.status_code in (200, 409), sent.text
            assert ("more" in sent.json()) == wanted


def test_a_bot_that_thinks_long_does_not_hold_a_call_up(tmp_path: Path) -> None:
    players = {"axis": "planner-quick", "soviet": HUMAN}
    (tmp_path / "games").mkdir()
    session = Session.create(tmp_path / "games", "crossing", players, {"fog": True}, 7)
    calls = 0
    assert session.thought() == (0, 0)
    while not session.game.records:
        assert session.bot_plays("soviet", "decision", 0), "the bot is not done"
        calls += 1
        done, of = session.thought()
        assert (done, of) == ((calls, 6) if not session.game.records else (0, 0)), "whoever waits sees how far it is"
    assert calls >= 4, "one for each game that it imagined"
    bot = session._bots["axis"]
    assert isinstance(bot, PlannerBot)
    assert len(bot.plans()) == 1
