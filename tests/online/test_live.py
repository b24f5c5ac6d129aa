"""The socket of a game: it says how far the game is after each commit, to whoever may look, and nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import WebSocketTestSession
from sqlalchemy import delete
from sqlalchemy.exc import OperationalError

from online.people import HERE, PASSWORD, PROOF, Person, Site, by_socket, settings_for
from redball.online import live as ears
from redball.online.accounts import digest
from redball.online.app import create_app
from redball.online.handlers import live
from redball.online.handlers.games import At
from redball.online.tables import GameRow, Login

SOON = 5.0
"""Seconds in which a message must come; it comes in milliseconds."""


def connected(person: Person, gid: str, side: str) -> WebSocketTestSession:
    """A socket of that person, to be entered."""
    return person.client.websocket_connect(f"/api/games/{gid}/live", params={"side": side}, headers={"Origin": HERE})


def heard(socket: WebSocketTestSession, kind: str, until: Callable[[Any], bool] = lambda _: True) -> Any:
    """The next message of a kind that is as wanted."""
    while True:
        message = socket.receive_json(timeout=SOON)
        if message["type"] == kind and until(message):
            return message


def done(person: Person, gid: str, side: str) -> Any:
    """One action: the segment is done. Returns what `at` says then."""
    answer = person.act(gid, side, person.view(gid, side)["seq"], {"type": "done"})
    assert answer.status_code == 200, answer.text
    return person.get(f"/api/games/{gid}/at").json()


def test_both_hear_of_an_action_what_the_ordinary_call_says(site: Site) -> None:
    gid, (axis, soviet) = site.begun()
    with connected(axis, gid, "axis") as one, connected(soviet, gid, "soviet") as other:
        first = heard(one, "at")
        assert first == heard(other, "at") == axis.get(f"/api/games/{gid}/at").json()
        after = done(axis, gid, "axis")
        assert after["lines"] > first["lines"]
        assert after["actions"] > first["actions"]
        assert heard(one, "at") == heard(other, "at") == after


def test_a_refused_action_wakes_nobody(site: Site) -> None:
    gid, (axis, soviet) = site.begun()
    with connected(soviet, gid, "soviet") as socket:
        first = heard(socket, "at")
        assert axis.act(gid, "axis", 99, {"type": "done"}).status_code == 409
        after = done(axis, gid, "axis")
        assert first != after == heard(socket, "at"), "the first word after the refusal is of the action"


def test_nobody_else_hears_of_what_a_side_says_beforehand(site: Site) -> None:
    """Neither by a socket, nor by how far the game is, nor by the lobby; and it does not count as a move."""
    gid, (axis, soviet) = site.begun()
    addresses = (f"/api/games/{gid}/at", f"/api/games/{gid}/offers", "/api/lobby", f"/api/games/{gid}")
    with connected(soviet, gid, "soviet") as socket:
        first = heard(socket, "at")
        before = [soviet.get(address).text for address in addresses]
        for always in (False, True):
            said = axis.post(f"/api/games/{gid}/standing", side="axis", always=always, orders=[], halts=["sighted"])
            assert said.status_code == 200, said.text
        assert [soviet.get(address).text for address in addresses] == before
        site.house.forget(gid)  # it is written down nevertheless
        assert axis.get(f"/api/games/{gid}/standing", side="axis").text == said.text
        after = done(axis, gid, "axis")
        assert first != after == heard(socket, "at"), "the first word is of the action"


def test_whoever_was_away_says_how_far_they_are(site: Site) -> None:
    gid, (axis, _) = site.begun()
    with connected(axis, gid, "axis") as socket:
        first = heard(socket, "at")
        socket.send_json({"type": "from", "lines": first["lines"]})
        socket.send_json({"type": "from", "lines": first["lines"] - 1})
        assert heard(socket, "at") == first, "told again"
        after = done(axis, gid, "axis")
        assert heard(socket, "at") == after, "and once: whoever lacks nothing hears nothing"


@pytest.mark.parametrize(
    "text", ["", "[]", '{"type": "from"}', '{"type": "at", "lines": 1}', '{"type":"from","lines":-1}']
)
def test_nonsense_ends_the_socket(site: Site, text: str) -> None:
    gid, (axis, _) = site.begun()
    assert ends_with(axis, gid, text) == 4400


def ends_with(person: Person, gid: str, *texts: str) -> int:
    """The code with which a socket is closed after these messages."""
    with connected(person, gid, "axis") as socket:
        for text in texts:
            socket.send_text(text)
        with pytest.raises(WebSocketDisconnect) as ended:
            heard(socket, "never")
    return ended.value.code


def test_a_page_may_say_so_much_and_no_more(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    gid, (axis, _) = site.begun()
    monkeypatch.setattr(live, "MOST_SAID", 2)
    fine = '{"type":"from","lines":1}'
    assert ends_with(axis, gid, fine, fine, "nonsense") == 4429
    assert ends_with(axis, gid, fine, fine.ljust(live.LONGEST + 1)) == 4400
    assert ends_with(axis, gid, fine.ljust(live.LONGEST), fine, fine) == 4429


def test_who_is_there(site: Site) -> None:
    gid, (axis, soviet) = site.begun()
    with connected(axis, gid, "axis") as one:
        assert heard(one, "here")["who"] == ["Anna"]
        with connected(soviet, gid, "soviet") as other:
            assert heard(one, "here")["who"] == heard(other, "here")["who"] == ["Anna", "Boris"]
        assert heard(one, "here")["who"] == ["Anna"]
    all_are_closed(site)


def all_are_closed(site: Site) -> None:
    """Wait until no socket is open."""
    until = time.monotonic() + SOON
    while site.app.state.means.live.count and time.monotonic() < until:
        time.sleep(0.01)
    assert site.app.state.means.live.count == 0


def test_foreign_pages_and_other_names_get_no_socket(site: Site) -> None:
    gid, (axis, _) = site.begun()
    path = f"/api/games/{gid}/live"
    assert by_socket(axis, path, "axis") == 200
    for said in ({"Origin": "http://evil.test"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        assert by_socket(axis, path, "axis", **said) == 403, said
    assert by_socket(axis, path, "axis", Host="evil.test") == 421
    with pytest.raises(WebSocketDisconnect) as refused, axis.client.websocket_connect(f"{path}?side=axis"):
        pass
    assert refused.value.code == 4403, "a cookie without a word of where it comes from"
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        axis.client.websocket_connect(f"{path}?side=axis&side=soviet", headers={"Origin": HERE}),
    ):
        pass
    assert refused.value.code == 4400, "one side"
    assert by_socket(axis, "/api/games/000000000000/live", "axis") == 404


def test_one_person_has_so_many_sockets(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    gid, (axis, soviet) = site.begun()
    monkeypatch.setattr(ears, "MOST_OF_ONE", 1)
    path = f"/api/games/{gid}/live"
    with connected(axis, gid, "axis") as one:
        heard(one, "here")
        assert by_socket(axis, path, "axis") == 429
        assert by_socket(soviet, path, "soviet") == 200
    all_are_closed(site)
    assert by_socket(axis, path, "axis") == 200


def test_whoever_may_no_longer_look_hears_no_more(site: Site) -> None:
    """A session that has ended, and a seat that another has now."""
    umpire, axis, soviet, late = (site.person(name) for name in ("Anna", "Boris", "Carl", "Dora"))
    gid = umpire.made(side="", switches={"fog": True})
    for person, side in ((axis, "axis"), (soviet, "soviet")):
        assert person.post(f"/api/games/{gid}/join", side=side).status_code == 200
    with connected(soviet, gid, "soviet") as replaced, connected(axis, gid, "axis") as gone:
        heard(replaced, "here"), heard(gone, "here", lambda said: len(said["who"]) == 2)
        assert umpire.post(f"/api/games/{gid}/players", side="soviet", name="Dora").status_code == 204
        with pytest.raises(WebSocketDisconnect) as ended:
            heard(replaced, "at", lambda at: at["actions"] < 0)
        assert ended.value.code == 4403
        again = site.stranger()
        assert again.post("/api/session", name="Boris", password=PASSWORD).status_code in (200, 201)
        assert axis.delete("/api/session").status_code < 300
        done(again, gid, "axis")
        with pytest.raises(WebSocketDisconnect) as ended:
            heard(gone, "at", lambda at: at["actions"] > 0)
        assert ended.value.code == 4401
    assert late.view(gid, "soviet")["side"] == "soviet"


def test_a_change_without_a_line_is_heard_of(site: Site) -> None:
    gid, (axis, soviet) = site.begun()
    offered = axis.post(f"/api/games/{gid}/offers", kind="adjourn").json()["number"]
    with connected(soviet, gid, "soviet") as socket:
        first = heard(socket, "at")
        heard(socket, "here")
        time.sleep(0.2)  # its own coming wakes it, too
        assert soviet.post(f"/api/games/{gid}/offers/{offered}", agree=True).status_code == 200
        at = heard(socket, "at")
        assert at == first | {"state": "adjourned", "table": at["table"]}
        assert at["table"] != first["table"]  # the offer does not wait any more


@pytest.mark.parametrize("many", [1, 4])
def test_all_who_listen_to_a_game_share_one_look(site: Site, many: int) -> None:
    """However many they are."""
    gid, (axis, soviet) = site.begun()
    sockets = site.app.state.means.live
    plain, looks = sockets._looks, []

    def noted(database: Any, gid: str, there: Any, *more: Any) -> Any:
        looks.append(len(there))
        return plain(database, gid, there, *more)

    with ExitStack() as stack:
        people = [(axis, "axis"), (soviet, "soviet")] * many
        open_ = [stack.enter_context(connected(person, gid, side)) for person, side in people]
        for socket in open_:
            heard(socket, "here", lambda said: len(said["who"]) == 2)
        time.sleep(0.2)  # the last to come has woken all
        sockets._looks = noted
        after = done(axis, gid, "axis")
        assert [heard(socket, "at", lambda at: at["actions"]) for socket in open_] == [after] * 2 * many
    assert set(looks[:1]) == {2 * many}
    assert len(looks) <= 2, "one, and perhaps that of the round"


@pytest.fixture
def short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the server begins the first one."""
    monkeypatch.setattr(ears, "ROUND", 0.2)


@pytest.mark.usefixtures("short_rounds")
def test_a_session_that_ends_without_a_word_is_found_out(site: Site) -> None:
    """Each game that somebody listens to is looked at once in a round, if nothing wakes it."""
    gid, (axis, soviet) = site.begun()
    with connected(axis, gid, "axis") as gone, connected(soviet, gid, "soviet") as stays:
        heard(gone, "here", lambda said: len(said["who"]) == 2), heard(stays, "here")
        with site.house.database.writing() as tx:
            tx.execute(delete(Login).where(Login.digest == digest(axis.client.cookies["redball"])))
        with pytest.raises(WebSocketDisconnect) as ended:
            heard(gone, "never")
        assert ended.value.code == 4401
        assert heard(stays, "here", lambda said: len(said["who"]) == 1)["who"] == ["Boris"]


def test_a_look_is_made_again_when_the_database_is_back(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    gid, (axis, _) = site.begun()
    sockets, away = site.app.state.means.live, [True]
    plain = sockets._looks

    def looks(*about: Any) -> Any:
        if away:
            away.clear()
            raise OperationalError("SELECT", {}, Exception("away"))
        return plain(*about)

    monkeypatch.setattr(ears, "TRIES_AGAIN", 0.1)
    with connected(axis, gid, "axis") as socket:
        heard(socket, "here")
        sockets._looks = looks
        after = done(axis, gid, "axis")
        assert heard(socket, "at") == after
    assert not away


def test_a_quiet_socket_holds_no_game_and_no_connection(site: Site) -> None:
    gid, (axis, soviet) = site.begun()
    with connected(axis, gid, "axis") as one, connected(soviet, gid, "soviet") as other:
        heard(one, "here", lambda said: len(said["who"]) == 2), heard(other, "here")
        site.house.forget(gid)
        database = site.house.database
        pool: Any = database.engine.pool
        handy = (database._asks, database._records)

        def in_use() -> int:
            return int(pool.checkedout()) - sum(one._kept is not None and not one._in_use.locked() for one in handy)

        until = time.monotonic() + SOON
        while in_use() and time.monotonic() < until:
            time.sleep(0.01)
        assert (in_use(), site.house.open_games) == (0, 0)
        assert site.app.state.means.live.count == 2


def test_under_fog_a_message_has_no_more_than_these_numbers(site: Site) -> None:
    """No field may come in unnoticed: each must be one that everybody who knows of the game may read."""
    gid, (axis, soviet) = site.begun(switches={"fog": True})
    with connected(soviet, gid, "soviet") as socket:
        for _ in range(2):
            at = heard(socket, "at")
            assert set(at) == {"type", "lines", "actions", "decides", "state", "table", "as_of"}
            assert at["as_of"] is None
            assert at == site.stranger().get(f"/api/games/{gid}/at").json()
            done(axis if at["decides"] == "axis" else soviet, gid, at["decides"])


def test_two_workers_wake_each_other(site: Site, url: str, tmp_path: Path) -> None:
    """By PostgreSQL's NOTIFY; SQLite has one worker only."""
    if url.startswith("sqlite"):
        assert site.app.state.means.live._thread is None
        return
    gid, (axis, _) = site.begun()
    second = create_app(settings_for(url), static=tmp_path / "none")
    with Site(second) as there:
        away = there.stranger()
        assert away.post("/api/session", name="Boris", password=PASSWORD).status_code in (200, 201)
        with connected(away, gid, "soviet") as socket:
            heard(socket, "at")
            after = done(axis, gid, "axis")
            assert heard(socket, "at") == after


def ended_by(how: str, site: Site, gid: str, axis: Person, soviet: Person) -> int:
    """The status of a call that ends a game: a resignation, or a claim of time."""
    if how == "claim":
        with site.house.database.writing() as tx:
            tx.get_one(GameRow, gid).moved -= timedelta(days=1)
    return int((axis if how == "resign" else soviet).post(f"/api/games/{gid}/{how}").status_code)


@pytest.mark.parametrize("how", ["resign", "claim"])
def test_an_end_is_heard_of_before_the_game_is_woken(site: Site, how: str) -> None:
    """A bot may play in it, and waking a long game takes a while."""
    gid, (axis, soviet) = site.begun(pace={"kind": "live", "minutes": 10})
    with connected(soviet, gid, "soviet") as socket, ThreadPoolExecutor(1) as elsewhere:
        heard(socket, "here")
        with site.house.using(gid):
            ending = elsewhere.submit(ended_by, how, site, gid, axis, soviet)
            heard(socket, "at", lambda at: at["state"] == "over")
        assert ending.result() == 204


@pytest.mark.parametrize("how", ["resign", "claim"])
def test_other_workers_hear_of_an_end_by_its_commit(
    site: Site, url: str, tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not only by the line that shows the dice, which imported games have not, nor a worker that is killed."""
    if url.startswith("sqlite"):
        return
    gid, (axis, soviet) = site.begun(pace={"kind": "live", "minutes": 10})
    monkeypatch.setattr(site.house, "ended", lambda _: None)
    with Site(create_app(settings_for(url), static=tmp_path / "none")) as there:
        away = there.stranger()
        assert away.post("/api/session", name="Boris", password=PASSWORD).status_code == 200
        with connected(away, gid, "soviet") as socket:
            heard(socket, "here")
            assert ended_by(how, site, gid, axis, soviet) == 204
            heard(socket, "at", lambda at: at["state"] == "over")


def test_whoever_looks_at_a_challenge_that_is_taken_back_hears_of_it(site: Site) -> None:
    anna = site.person("Anna")
    gid = anna.made()
    with connected(anna, gid, "axis") as socket:
        heard(socket, "here")
        assert anna.delete(f"/api/games/{gid}").status_code == 204
        with pytest.raises(WebSocketDisconnect) as ended:
            heard(socket, "never")
    assert ended.value.code == 4403


def test_a_message_is_small(site: Site) -> None:
    at = At("at", 10**9, 10**9, "x" * 40, "adjourned", 2**32)
    assert len(msgspec.json.encode(at)) < 200


def test_a_deleted_account_wakes_the_pages_of_its_games(site: Site) -> None:
    gid, (axis, soviet) = site.begun()
    with connected(axis, gid, "axis") as socket:
        before = heard(socket, "at")
        assert soviet.post("/api/me/erase", proof=PROOF).status_code == 204
        after = heard(socket, "at")
        assert before["table"] != after["table"]
        assert before["lines"] == after["lines"]
