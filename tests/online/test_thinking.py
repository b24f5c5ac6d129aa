"""Bots that plan, online: they think in processes of their own, play whole games, and stop thinking when nobody needs
it any more."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import active_children
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from online.people import WISH, Person, Site, settings_for
from online.serving import Place, Somebody, Worker, ready
from online.test_games import listed, row
from online.test_live import connected
from redball.bots import make_bot
from redball.bots.planner.bot import LEVELS, PlannerBot
from redball.bots.planner.plans import Record
from redball.bots.random_play import at_random
from redball.game import Game
from redball.online import thinking
from redball.online.app import create_app
from redball.online.handlers.thinks import NOBODY_THINKS, thinks_for
from redball.online.running import AGAIN
from redball.online.settings import Bots
from redball.online.thinking import Far, Thoughts
from redball.server.session import Session

LONG = 400.0
"""Seconds that a thought may take here, on a machine with much else to do."""


def until(what: Callable[[], Any]) -> None:
    """Wait for something."""
    end = time.monotonic() + LONG
    while not what():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.02)


def thinkers() -> list[int | None]:
    """The processes that think."""
    return [child.pid for child in active_children() if child.name == "redball thinks"]


def planned(site: Site, gid: str) -> PlannerBot:
    """The bot of a game's Soviet or Axis side that plans."""
    with site.house.using(gid) as session:
        (bot,) = (one for one in session._bots.values() if isinstance(one, PlannerBot))
        return bot


@pytest.fixture
def url(sqlite_template: Path, tmp_path: Path) -> str:
    """On SQLite only: bots think alike beside both databases."""
    return f"sqlite:///{shutil.copy(sqlite_template, tmp_path / 'house.sqlite')}"


@pytest.fixture
def anna(site: Site) -> Person:
    """Somebody who plays against bots."""
    return site.person("Anna")


@pytest.fixture(autouse=True)
def nobody_thinks_afterwards() -> Iterator[None]:
    """A test's server takes its processes with it."""
    yield
    until(lambda: not thinkers())


# --- which bots play -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bots", "offered"),
    [
        (Bots(thinking=0), ()),
        (Bots(level="planner-quick"), ("planner-quick",)),
        (Bots(), ("planner-quick", "planner")),
        (Bots(level="planner-slow"), ("planner-quick", "planner", "planner-slow")),
    ],
    ids=str,
)
def test_the_operator_says_how_long_bots_think(site: Site, anna: Person, bots: Bots, offered: tuple[str, ...]) -> None:
    site.house.bots = bots
    told = anna.get("/api/lobby").json()["bots"]
    assert [name for name in told if name in LEVELS] == [name for name in LEVELS if name in offered]
    assert {"steady", "bold", "cautious", "raider", "miser"} <= {*told}
    for name in LEVELS:
        if name not in offered:
            answer = anna.post("/api/games", **WISH | {"bots": {"soviet": name}})
            assert answer.status_code == 400
            assert f"{name!r} thinks too long to play here; there are: " in answer.json()["error"]


def planned_alone(game: Game, side: str, seed: int) -> tuple[Record, ...]:
    """What the bot plans that thinks in this process."""
    alone = make_bot("planner-quick", seed)
    assert isinstance(alone, PlannerBot)
    while alone.think(game, side):
        pass
    return alone.plans()


# --- whole games ---------------------------------------------------------------------------------------------------


def test_a_game_against_a_planner_is_played_to_its_end(site: Site, anna: Person) -> None:
    """Over the API, by lot. It plans as the same bot does that thinks where it plays."""
    gid = anna.made(side="soviet", bots={"axis": "planner-quick"}, switches={"fog": True})
    bot, rng = planned(site, gid), Random(7)
    address = f"/api/games/{gid}/bot-plans"
    while (state := anna.get(f"/api/games/{gid}/at").json())["state"] == "playing":
        if state["decides"] != "soviet":
            time.sleep(0.02)
            continue
        with site.house.using(gid) as session:
            if not session.decides("soviet"):
                continue
            action = at_random(session.game.choices(), rng.getrandbits(64))
            seq = len(session.game.records)
        answer = anna.act(gid, "soviet", seq, msgspec.to_builtins(action))
        assert answer.status_code == 200, answer.text
        if not seq % 10:
            assert anna.get(address).json() == {"plans": []}, "not before the end"
    assert listed(anna, gid)["outcome"]
    plans = bot.plans()
    told = anna.get(address).json()
    assert [(one["turn"], one["side"], one["by"]) for one in told["plans"]] == [
        (one.turn, "axis", "planner-quick") for one in plans
    ]
    in_words = [
        " ".join([*(line["text"] for line in one["plan"]["lines"]), one["plan"]["rest"]]) for one in told["plans"]
    ]
    assert [text.strip() for text in in_words] == [" ".join(one.words) for one in plans]
    assert [one["again"] for one in told["plans"]] == [
        before is not None and before.turn == one.turn for before, one in zip([None, *plans], plans, strict=False)
    ]
    assert len({one.turn for one in plans}) > 2, "it planned turn by turn"
    with site.house.using(gid) as session:
        game, dice = session.past.at(0), session.game.dice.seed
    assert planned_alone(game, "axis", dice) == plans[:1]


def test_other_games_bots_do_not_wait_for_a_thought(site: Site, anna: Person) -> None:
    long, short = (
        anna.made(scenario="yelnya", side="axis", bots={"soviet": "planner"}),
        anna.made(side="soviet", bots={"axis": "steady"}),
    )
    until(lambda: listed(anna, short)["decides"] == "soviet")
    assert row(site, long).actions == 0
    assert site.house.thoughts.far(long) is not None, "it thinks"
    gone = anna.post(f"/api/games/{long}/resign")
    assert gone.status_code in (200, 204), gone.text


# --- what stops it -------------------------------------------------------------------------------------------------


def thinking_game(site: Site, anna: Person, name: str = "planner", **wish: Any) -> str:
    """A game in which a bot thinks for some seconds, and has begun."""
    gid = anna.made(scenario="yelnya", side="axis", bots={"soviet": name}, **wish)
    until(lambda: (far := site.house.thoughts.far(gid)) is not None and far.done > 0)
    return gid


def test_who_resigns_stops_the_thinking(site: Site, anna: Person) -> None:
    gid = thinking_game(site, anna)
    assert anna.post(f"/api/games/{gid}/resign").status_code in (200, 204)
    until(lambda: site.house.thoughts.far(gid) is None and not thinkers())
    assert row(site, gid).actions == 0


@pytest.mark.long
def test_an_adjourned_game_is_not_thought_about_until_it_goes_on(site: Site, anna: Person) -> None:
    gid = thinking_game(site, anna)
    assert anna.post(f"/api/games/{gid}/offers", kind="adjourn").status_code == 201
    until(lambda: site.house.thoughts.far(gid) is None and not thinkers())
    began = time.monotonic()
    assert anna.post(f"/api/games/{gid}/offers", kind="resume").status_code == 201
    until(lambda: site.house.thoughts.far(gid) is not None)
    assert time.monotonic() - began < AGAIN / 2, "at once, and not with the next upkeep"
    assert anna.post(f"/api/games/{gid}/resign").status_code in (200, 204)


@pytest.mark.long
def test_a_server_that_drains_does_not_wait_for_thoughts_and_the_next_one_goes_on(url: str) -> None:
    settings = settings_for(url)
    with Site(create_app(settings, static=Path("none"))) as site:
        anna = site.person("Anna")
        gid = thinking_game(site, anna, "planner-quick")
        began = time.monotonic()
    assert time.monotonic() - began < 10.0
    assert not thinkers()
    with Site(create_app(settings, static=Path("none"))) as again:
        until(lambda: row(again, gid).actions > 0)
        first = planned(again, gid).plans()[0]
        with again.house.using(gid) as session:
            game, seed = session.past.at(0), session.game.dice.seed
        assert planned_alone(game, "soviet", seed)[0] == first, "the same decision, and the same plan"


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
@pytest.mark.parametrize("deaths", [1, thinking.TRIES])
def test_a_process_that_dies_is_replaced(
    site: Site, anna: Person, deaths: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """If another one dies over the same question, the bot plays on without a plan."""
    gid = thinking_game(site, anna, "planner-quick")
    killed: set[int | None] = set()
    while len(killed) < deaths:
        until(lambda: (far := site.house.thoughts.far(gid)) is not None and far.done > 0 and {*thinkers()} - killed)
        (pid,) = {*thinkers()} - killed
        assert pid is not None
        killed.add(pid)
        os.kill(pid, signal.SIGKILL)
    until(lambda: row(site, gid).actions > 0)
    assert bool(planned(site, gid).plans()) == (deaths < thinking.TRIES)
    assert capsys.readouterr().err.count("has ended") == deaths
    assert anna.post(f"/api/games/{gid}/resign").status_code in (200, 204)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
def test_a_server_killed_in_the_middle_of_a_thought_resumes_at_the_same_decision(
    sqlite_template: Path, tmp_path: Path
) -> None:
    database = tmp_path / "house.sqlite"
    database.write_bytes(sqlite_template.read_bytes())
    worker = Worker(tmp_path, f"sqlite:///{database}", daemon=False)
    try:
        ready(worker.port)
        anna = Somebody(Place((worker.port,)), "Anna").signed_up()
        gid = anna.made(scenario="yelnya", side="axis", bots={"soviet": "planner-quick"})
        until(lambda: children_of(worker.process.pid))
        helpers = children_of(worker.process.pid)
        worker.kill()
        until(lambda: not [pid for pid in helpers if alive(pid)])  # it hears that nobody listens any more
        worker.start()
        ready(worker.port)
        until(lambda: anna.insist("GET", f"/api/games/{gid}/at")[1]["actions"] > 0)
        assert "Traceback" not in worker.complaints
    finally:
        worker.stop()
        anna.close()


def children_of(pid: int | None) -> list[int]:
    """The processes that a process has begun to think."""
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text().rpartition(")")[2].split()
            line = (place.parent / "cmdline").read_text()
        except OSError:
            continue  # it has ended meanwhile
        if int(fields[1]) == pid and "spawn_main" in line:
            found.append(int(place.parent.name))
    return found


def alive(pid: int) -> bool:
    """A process runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# --- what is told of it --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fog", [False, True])
def test_the_page_is_told_how_far_the_thought_is_unless_that_may_tell_what_the_bot_sees(
    site: Site, anna: Person, fog: bool
) -> None:
    gid = anna.made(side="soviet", bots={"axis": "planner"}, switches={"fog": fog})
    of = 0 if fog else LEVELS["planner"].rollouts
    told: list[dict[str, Any]] = []
    with connected(anna, gid, "soviet") as socket:
        while not told or told[-1]["side"]:
            message = socket.receive_json(timeout=LONG)
            if message["type"] == "thinks":
                told.append(message)
                asked = anna.get(f"/api/games/{gid}/at").json().get("thinks")
                assert asked is None or (asked["side"], asked["of"]) == ("axis", of), "without a socket"
    assert told.pop() == msgspec.to_builtins(NOBODY_THINKS)
    assert {(one["side"], one["of"]) for one in told} == {("axis", of)}
    assert (max(one["done"] for one in told) > 0) is not fog


class Seer:
    """Somebody who may see some views."""

    def __init__(self, *views: str, late: bool = False) -> None:
        self.views, self.late = views, late

    def looks(self, side: str) -> bool:
        return side in self.views


@pytest.mark.parametrize(
    ("seer", "far", "told"),
    [
        (Seer("axis"), Far("axis", 2, 6, True), ("axis", 2, 6)),
        (Seer(""), Far("axis", 2, 6, False), ("axis", 2, 6)),
        (Seer("soviet"), Far("axis", 2, 6, True), ("axis", 0, 0)),
        (Seer("soviet"), Far("axis", 2, 6, False), ("", 0, 0)),
        (Seer("", "axis", "soviet", late=True), Far("axis", 2, 6, True), ("", 0, 0)),
        (Seer("", "axis"), None, ("", 0, 0)),
    ],
)
def test_who_is_told_what_of_a_thought(seer: Any, far: Far | None, told: tuple[str, int, int]) -> None:
    """That a bot thinks again tells that it has seen something, and how often, how much it could try."""
    found = thinks_for(far, seer)
    assert (found.side, found.done, found.of) == told


# --- the thoughts themselves ---------------------------------------------------------------------------------------


def test_only_so_many_think_at_once_and_each_is_answered() -> None:
    answered: list[str] = []
    most = 0
    thoughts = Thoughts(1, answered.append, lambda _: None)
    try:
        game = Game.new("crossing", seed=3, switches={"fog": True})
        bots = []
        for number in range(3):
            bot = make_bot("planner-quick", number)
            assert isinstance(bot, PlannerBot)
            bot.begins = thoughts.begins(str(number))
            assert bot.think(game, "axis")
            assert bot.waits()
            bots.append(bot)
        assert thoughts.waiting >= 1
        while len(answered) < 3:
            most = max(most, len(thinkers()))
            time.sleep(0.01)
        assert most == 1
        for bot in bots:
            assert not bot.think(game, "axis")
            assert bot.plans()
        thoughts.drop("0")
        assert thoughts.far("0") is None
    finally:
        thoughts.close()


@pytest.mark.long
def test_a_stretch_ends_where_there_is_nothing_to_do_but_to_wait(site: Site, anna: Person) -> None:
    gid = thinking_game(site, anna, "planner")
    with site.house.using(gid) as session:
        assert isinstance(session, Session)
        began = time.process_time()
        assert session.bot_plays("", "decision", 30.0)
        assert session.waits
        assert time.process_time() - began < 5.0
    assert anna.post(f"/api/games/{gid}/resign").status_code in (200, 204)
