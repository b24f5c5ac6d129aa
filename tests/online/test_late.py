"""Spectators who see a game late: two games that differ only in what happened within the delay answer alike, by every
address, word of the socket and post, also where something was taken back."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

from online.at_once import Caller, at_once
from online.leaks import BESIDE, DRAWN, GAME, Request, order, told
from online.people import Person, Site
from online.test_push import again
from redball.online.late import SUFFIX, LateBook, cut_of
from redball.online.tables import GameRow, Line, TurnBegun, now

QUESTIONS = (
    *(Request("GET", f"{GAME}/{what}") for what in ("view", "log", "dice", "standing", "rewind", "theatre", "live")),
    *(Request("GET", f"{GAME}/replay", {"at": at}) for at in (0, 1, 2, 3, 4, 6, 99)),
    *(Request("GET", f"{GAME}/log", {"since": since}) for since in (0, 2, 5)),
    *(Request("GET", f"{GAME}/{what}", {"hex": 20}) for what in ("why", "ground", "supply", "odds")),
    order("act", "", seq=0, actions=[{"type": "done"}]),
    order("undo", "", seq=5),
)
BOTH = {"hours": 1, "turns": 1}
NUMBERED = re.compile(r'"(?:id|name|game)":"[^"]*"|"table":\d+|(?:Anna|Boris|Carl|Dora|Emil|Fred) ?\d?|[0-9a-f]{12,}')
"""What two games at one server differ in by being two."""


def watched(site: Site, number: int, late: dict[str, int], **wish: Any) -> tuple[str, list[Person], Person]:
    """A game that spectators see late, its players, and one with the seat of a spectator."""
    open_play = {"spectators": "", "switches": {"fog": False}}
    gid, players = site.begun(f"Anna {number}", f"Boris {number}", late=late, **open_play | wish)
    watcher = site.person(f"Carl {number}")
    token = players[0].post(f"/api/games/{gid}/invitations", role="spectator").json()["token"]
    assert watcher.post(f"/api/games/{gid}/join", invitation=token).status_code == 200
    return gid, players, watcher


def play(gid: str, players: list[Person], which: int) -> None:
    """The side that decides takes the choice in that place."""
    side = players[0].get(f"/api/games/{gid}/at").json()["decides"]
    person = players[("axis", "soviet").index(side)]
    view = person.view(gid, side)
    answer = person.act(gid, side, view["seq"], view["choices"][which % len(view["choices"])])
    assert answer.status_code == 200, answer.text


def pass_turn(gid: str, players: list[Person]) -> int:
    """Both sides do nothing until the next Game Turn; how many actions the game has then."""
    turn = players[0].get("/api/lobby").json()["yours"][0]["turn"]
    while True:
        (game,) = players[0].get("/api/lobby").json()["yours"]
        if game["turn"] != turn:
            return int(game["actions"])
        person = players[("axis", "soviet").index(game["decides"])]
        choices = person.view(gid, game["decides"])["choices"]
        done = [one for one in choices if one["type"] == "done"]
        answer = person.act(gid, game["decides"], game["actions"], (done or choices)[0])
        assert answer.status_code == 200, answer.text


def take_back(gid: str, players: list[Person]) -> None:
    """The side that decides takes its last action back."""
    side = players[0].get(f"/api/games/{gid}/at").json()["decides"]
    person = players[("axis", "soviet").index(side)]
    answer = person.post(f"/api/games/{gid}/undo", side=side, seq=person.view(gid, side)["seq"])
    assert answer.status_code == 200, answer.text


def everything(site: Site, gid: str, people: list[Person]) -> list[Any]:
    """What those who see a game late are told, but for what two games differ in by being two."""
    found = []
    asked = [one for one in BESIDE if one.method == "GET" and one.path.startswith((GAME, "/api/lobby"))]
    with at_once() as loop:
        for person in people:
            caller = Caller(person, loop)
            for request in (*asked, *QUESTIONS):
                status, text = told(caller, gid, request, "")
                if request.path == "/api/lobby":  # the other game is in it, too
                    lobby = person.get(request.path).json()
                    listed = (one for key in ("yours", "watched") for one in lobby.get(key, ()))
                    text = json.dumps([one for one in listed if one["id"] == gid])
                found.append((request, status, NUMBERED.sub("", DRAWN.sub("", text))))
    return found


def seen(person: Person, gid: str) -> int:
    """How many actions somebody sees."""
    return int(person.view(gid, "")["seq"])


def the_same_moments(site: Site, *gids: str) -> None:
    """Let the lines of games have the same times, a minute apart, and the games have begun at once."""
    with site.house.database.writing() as tx:
        for gid in gids:
            began = now().replace(microsecond=0) - timedelta(hours=9)
            for number in tx.scalars(select(Line.number).where(Line.game_id == gid)).all():
                moment = began.replace(minute=0, second=0) + timedelta(minutes=number)
                tx.execute(update(Line).where(Line.game_id == gid, Line.number == number).values(at=moment))
            tx.get_one(GameRow, gid).created = began.replace(minute=0, second=0)


def test_spectators_see_so_many_actions_late(site: Site) -> None:
    gid, players, watcher = watched(site, 1, {"actions": 3})
    assert seen(watcher, gid) == 0
    for number in range(1, 6):
        play(gid, players, 0)
        assert seen(watcher, gid) == max(0, number - 3)
    at = watcher.get(f"/api/games/{gid}/at").json()
    assert (at["actions"], at["lines"], at["decides"]) == (2, 2, "")
    assert at["as_of"]
    for person in players:
        assert person.get(f"/api/games/{gid}/at").json()["actions"] == 5
        assert person.get(f"/api/games/{gid}/at").json()["as_of"] is None
    assert seen(site.stranger(), gid) == 2, "whoever has no seat sees it as late"


def test_spectators_see_so_many_hours_late(site: Site) -> None:
    gid, players, watcher = watched(site, 1, {"hours": 2})
    for _ in range(4):
        play(gid, players, 0)
    assert seen(watcher, gid) == 0
    with site.house.database.writing() as tx:
        early = (Line.game_id == gid) & (Line.actions <= 3)
        tx.execute(update(Line).where(early).values(at=now() - timedelta(hours=2, seconds=1)))
    assert seen(watcher, gid) == 3


@pytest.mark.parametrize("late", [1, 2])
def test_spectators_see_so_many_game_turns_late(site: Site, late: int) -> None:
    """Up to the last action before the turn began that they may not see."""
    gid, players, watcher = watched(site, 1, {"turns": late})
    play(gid, players, 0)
    assert seen(watcher, gid) == 0
    ends = [0] * late
    for _ in range(2):
        ends.append(pass_turn(gid, players) - 1)
        assert seen(watcher, gid) == seen(site.stranger(), gid) == ends[-late]
        assert seen(players[0], gid) == ends[-1] + 1
        at = watcher.get(f"/api/games/{gid}/at").json()
        assert (at["actions"], at["lines"], at["decides"]) == (ends[-late], ends[-late], "")
    site.house.forget(gid)  # another worker, or a restart
    ends.append(pass_turn(gid, players) - 1)
    assert seen(watcher, gid) == ends[-late]
    assert len(set(ends)) == 4


def test_a_rewind_takes_nothing_away_from_those_who_see_it_turns_late(site: Site) -> None:
    """They see the branch that there was until the game comes to a turn in which it has not been; then the other one,
    and how it came about."""
    gid, players, watcher = watched(site, 1, {"turns": 1})
    first, second = pass_turn(gid, players), pass_turn(gid, players)
    with site.house.using(gid) as session:
        session.rewind(2)
    assert seen(watcher, gid) == second - 1
    assert players[0].view(gid, "")["seq"] == 2
    for _ in range(2):
        pass_turn(gid, players)
        assert seen(watcher, gid) == second - 1, "the game has been in these turns"
    with site.house.database.reading() as found:
        begun = found.execute(select(TurnBegun.turn, TurnBegun.line).where(TurnBegun.game_id == gid)).all()
    assert [one.turn for one in begun] == [2, 3]
    last = pass_turn(gid, players)
    assert seen(watcher, gid) == last - 1
    assert watcher.get(f"/api/games/{gid}/at").json()["lines"] > last > first, "steps there and back count"


def test_what_happens_in_the_turns_of_the_delay_is_told_by_nothing(site: Site) -> None:
    """After the same Game Turn one game goes on a little, the other far, back into the first turn and on again."""
    games = [watched(site, number, {"turns": 1}) for number in (1, 2)]
    for gid, players, _ in games:
        ended = pass_turn(gid, players)
        players[0].post(f"/api/games/{gid}/posts", to="all", text=f"My plan in {gid} is this.", hex=3)
    (one, few, _), (other, many, _) = games
    for which in (0, 1):
        play(one, few, which)
    for which in (0, 1, 0, 0):
        play(other, many, which)
    with site.house.using(other) as session:
        session.rewind(ended - 3)
    play(other, many, 0)
    many[1].post(f"/api/games/{other}/posts", to="all", text="Back again.")
    the_same_moments(site, one, other)
    told_of = [everything(site, gid, [watcher, site.stranger()]) for gid, _, watcher in games]
    for here, there in zip(*told_of, strict=True):
        assert here == there, here[0]
    assert sum(status == 200 for _, status, _ in told_of[0]) > 25
    assert seen(games[0][2], one) == ended - 1
    assert few[0].view(one, "")["seq"] != many[0].view(other, "")["seq"], "they do differ"


@pytest.mark.parametrize("late", [{"actions": 4}, {"hours": 1}])
def test_what_happens_within_the_delay_is_told_by_nothing(site: Site, late: dict[str, int]) -> None:
    """In one game the last steps are other ones than in the other, and what is said is, too; one goes back."""
    games = [watched(site, number, late) for number in (1, 2)]
    for gid, players, _ in games:
        for _ in range(3):
            play(gid, players, 0)
    first, second = games
    axis = "axis"
    for gid, players, _ in games:
        assert players[0].get(f"/api/games/{gid}/at").json()["decides"] == axis
    if "hours" in late:
        the_same_moments(site, first[0], second[0])
    for gid, players, how in ((*first[:2], (1, 1, 1, 1)), (*second[:2], (2, None, 2, 3))):
        players[0].post(f"/api/games/{gid}/posts", to="all", text=f"My plan is {how}.", hex=how[0])
        for which in how:
            take_back(gid, players) if which is None else play(gid, players, which)
    if "hours" not in late:
        the_same_moments(site, first[0], second[0])
    told_of = [everything(site, gid, [watcher, site.stranger()]) for gid, _, watcher in games]
    assert [one[:2] for one in told_of[0]] == [one[:2] for one in told_of[1]]
    for one, other in zip(*told_of, strict=True):
        assert one == other, one[0]
    assert sum(status == 200 for _, status, _ in told_of[0]) > 25
    views = [players[0].view(gid, axis) for gid, players, _ in games]
    assert views[0] != views[1], "they do differ"


def test_what_was_taken_back_is_seen_late_too_and_the_log_is_of_the_branch_that_was(site: Site) -> None:
    """Waking points of a later branch are no part of what is seen of the earlier one."""
    gid, players, watcher = watched(site, 1, {"actions": 3})
    for which in (0, 1):
        play(gid, players, which)
    before = players[0].view(gid, "")["units"]
    take_back(gid, players)
    for which in (2, 2):
        play(gid, players, which)
    with site.house.database.reading() as found:
        cut = cut_of(found, found.get_one(GameRow, gid))
    assert (cut.steps, cut.actions, cut.safe) == (2, 2, 1)
    assert watcher.view(gid, "")["units"] == before
    play(gid, players, 0)
    assert seen(watcher, gid) == 1, "now they see that it was taken back"


def test_players_and_the_umpire_see_it_at_once(site: Site) -> None:
    umpire = site.person("Anna")
    gid = umpire.made(side="", spectators="axis", late={"hours": 5}, switches={"fog": True})
    players = [site.person(name) for name in ("Boris", "Carl")]
    for person, side in zip(players, ("axis", "soviet"), strict=True):
        assert person.post(f"/api/games/{gid}/join", side=side).status_code == 200
    play(gid, players, 0)
    assert umpire.view(gid, "axis")["seq"] == players[0].view(gid, "axis")["seq"] == 1
    assert site.stranger().view(gid, "axis")["seq"] == 0
    assert site.stranger().get(f"/api/games/{gid}/view", side="soviet").status_code == 401


def test_the_end_ends_the_delay(site: Site) -> None:
    gid, players, watcher = watched(site, 1, {"hours": 5})
    play(gid, players, 0)
    assert seen(watcher, gid) == 0
    assert players[0].post(f"/api/games/{gid}/resign").status_code == 204
    assert seen(watcher, gid) == 1


def test_posts_are_read_late_and_own_notes_at_once(site: Site) -> None:
    gid, players, watcher = watched(site, 1, {"actions": 2})
    address = f"/api/games/{gid}/posts"
    players[0].post(address, to="all", text="Good luck.")
    play(gid, players, 0)
    players[0].post(address, to="all", text="I go left.")
    watcher.post(address, to="own", text="We shall see.")
    read = watcher.get(address).json()
    assert [one["text"] for one in read["posts"]] == ["Good luck.", "We shall see."]
    assert (read["last"], read["posts"][1]["actions"]) == (2, 0)
    for _ in range(2):
        play(gid, players, 0)
    assert [one["text"] for one in watcher.get(address).json()["posts"]] == [
        "Good luck.",
        "I go left.",
        "We shall see.",
    ]


def test_a_late_session_is_read_only_and_nobody_asks_for_it_by_name(site: Site) -> None:
    gid, players, watcher = watched(site, 1, {"actions": 1})
    play(gid, players, 0)
    assert seen(watcher, gid) == 0
    late = site.house._open[gid + SUFFIX]
    assert isinstance(late.save, LateBook)
    for person in (watcher, players[0]):
        assert person.get(f"/api/games/{gid}{SUFFIX}/view", side="").status_code == 404
    assert watcher.act(gid, "", 0, {"type": "done"}).status_code == 403
    assert watcher.get(f"/api/games/{gid}").json()["id"] == gid
    other = again(site, watcher)
    assert seen(other, gid) == 0
    assert site.house._open[gid + SUFFIX] is late, "it is kept while nothing more is shown"


@pytest.mark.parametrize("late", [{"actions": 1, "hours": 1}, {"actions": -1}, {"hours": 10_000}, {"turns": 101}, BOTH])
def test_a_delay_that_is_none_is_refused(site: Site, late: dict[str, int]) -> None:
    answer = site.person("Anna").post("/api/games", scenario="crossing", side="axis", spectators="", late=late)
    assert answer.status_code == 400


def test_the_lobby_says_how_late_and_not_how_far(site: Site, tmp_path: Path) -> None:
    gid, players, watcher = watched(site, 1, {"actions": 9})
    play(gid, players, 0)
    (mine,) = watcher.get("/api/lobby").json()["yours"]
    assert (mine["late"], mine["turn"], mine["actions"], mine["decides"]) == (
        {"actions": 9, "hours": 0, "turns": 0},
        0,
        0,
        "",
    )
    assert players[0].get("/api/lobby").json()["yours"][0]["actions"] == 1
    assert msgspec.json.encode(mine)
