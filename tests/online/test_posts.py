"""What people say in a game: who may say it and who reads it, what is kept of it, and that nobody else hears a byte."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select, update

from online.people import PASSWORD, PROOF, Person, Site, settings_for
from online.test_access import ROLES
from online.test_access import people as in_roles
from online.test_live import connected, done, heard
from redball.online import accounts, posts
from redball.online.app import create_app
from redball.online.database import Database
from redball.online.tables import GameRow, Post, now

NO, SAID = 403, 204
SPEAKERS: dict[tuple[str, str], tuple[int, ...]] = {
    # to whom: stranger, outsider, axis, soviet, umpire, watcher, member of the Axis
    ("all", ""): (401, NO, SAID, SAID, SAID, NO, SAID),
    ("side", ""): (401, NO, SAID, SAID, 400, NO, SAID),
    ("side", "axis"): (401, NO, SAID, NO, SAID, NO, SAID),
    ("side", "soviet"): (401, NO, NO, SAID, SAID, NO, NO),
    ("side", "nobody"): (401, NO, NO, NO, NO, NO, NO),
    ("own", ""): (401, NO, SAID, SAID, SAID, SAID, SAID),
}
READERS: dict[tuple[str, str], set[str]] = {
    # what the Axis player says to whom, and the umpire to a side: who reads it
    ("axis", "all"): {"axis", "soviet", "umpire", "member"},
    ("axis", "side"): {"axis", "umpire", "member"},
    ("axis", "own"): {"axis"},
    ("umpire", "all"): {"axis", "soviet", "umpire", "member"},
    ("member", "side"): {"axis", "umpire", "member"},
    ("umpire", "own"): {"umpire"},
    ("watcher", "own"): {"watcher"},
}


def say(person: Person, gid: str, text: str = "", **post: Any) -> Any:
    """Say something, to all if nothing else is named."""
    return person.post(f"/api/games/{gid}/posts", **{"to": "all", "text": text} | post)


def read(person: Person, gid: str, since: int = 0) -> Any:
    """What somebody reads."""
    answer = person.get(f"/api/games/{gid}/posts", since=since)
    assert answer.status_code == 200, answer.text
    return answer.json()


def words(person: Person, gid: str, since: int = 0) -> list[str]:
    """The words that somebody reads."""
    return [one["text"] for one in read(person, gid, since)["posts"]]


def test_who_may_speak_to_whom(site: Site) -> None:
    gid, found = in_roles(site)
    for (to, side), statuses in SPEAKERS.items():
        for role, wanted in zip(ROLES, statuses, strict=True):
            answer = say(found[role], gid, f"{role} to {to} {side}", to=to, side=side)
            assert answer.status_code == wanted, (role, to, side, answer.text)
    for role in ROLES[2:]:
        may = {(one["to"], one["side"]) for one in read(found[role], gid)["may"]}
        allowed = {key for key, statuses in SPEAKERS.items() if statuses[ROLES.index(role)] == SAID}
        assert may == allowed - ({("side", "")} if ("side", "") in allowed else set()), role


@pytest.mark.parametrize("number", [2**31 - 1, 2**31, 2**63, 10**30])
def test_numbers_larger_than_a_column_holds_are_numbers_of_nothing(site: Site, number: int) -> None:
    """They were a mistake of the server's."""
    gid, found = in_roles(site)
    say(found["axis"], gid, "hello")
    assert read(found["axis"], gid, number)["posts"] == []
    answer = found["axis"].post(f"/api/games/{gid}/offers/{number}", agree=True)
    assert answer.status_code == 400
    assert "does not wait" in answer.text


def test_who_reads_what(site: Site) -> None:
    gid, found = in_roles(site)
    for author, to in READERS:
        assert say(found[author], gid, f"{author} {to}", to=to).status_code == SAID
    assert say(found["umpire"], gid, "umpire side soviet", to="side", side="soviet").status_code == SAID
    for role in ROLES[2:]:
        wanted = [f"{author} {to}" for (author, to), readers in READERS.items() if role in readers]
        assert words(found[role], gid) == wanted + ["umpire side soviet"] * (role in ("soviet", "umpire")), role


@pytest.mark.parametrize(("spectators", "reads"), [("nothing", False), ("soviet", True), ("", True)])
def test_a_spectator_reads_what_is_said_to_all_once_something_is_shown(
    site: Site, spectators: str, reads: bool
) -> None:
    axis, soviet, watcher = (site.person(name) for name in ("Anna", "Boris", "Carl"))
    gid = axis.made(spectators=spectators)
    assert soviet.post(f"/api/games/{gid}/join", side="soviet").status_code == 200
    link = axis.post(f"/api/games/{gid}/invitations", role="spectator").json()["token"]
    assert watcher.get(f"/api/games/{gid}/posts").status_code == 403, "whoever has no seat reads nothing"
    assert watcher.post(f"/api/games/{gid}/join", invitation=link).status_code == 200
    for to in posts.ALL, posts.SIDE, posts.OWN:
        assert say(axis, gid, to, to=to).status_code == SAID
    assert words(watcher, gid) == ["all"] * reads
    assert axis.post(f"/api/games/{gid}/resign").status_code == 204
    assert words(watcher, gid) == ["all"], "once the game is over"


def test_each_reader_has_numbers_without_gaps(site: Site) -> None:
    gid, (axis, soviet) = site.begun()
    for text, to in (("one", "all"), ("note", "own"), ("plan", "side"), ("two", "all")):
        assert say(axis, gid, text, to=to).status_code == SAID
    assert [(one["number"], one["text"]) for one in read(soviet, gid)["posts"]] == [(1, "one"), (2, "two")]
    assert [(one["number"], one["text"]) for one in read(axis, gid, 2)["posts"]] == [(3, "plan"), (4, "two")]
    assert (read(soviet, gid, 2)["posts"], read(soviet, gid, 9)["last"], read(axis, gid)["last"]) == ([], 2, 4)
    assert words(soviet, gid, -1) == ["one", "two"]


def test_a_post_says_who_when_and_where(site: Site) -> None:
    gid, (axis, soviet) = site.begun()
    assert say(axis, gid, "Look here.", hex=7).status_code == SAID
    after = done(axis, gid, "axis")["actions"]
    assert say(axis, gid, hex=0).status_code == SAID
    first, second = read(soviet, gid)["posts"]
    assert (first["name"], first["role"], first["of_side"], first["you"]) == ("Anna", "player", "axis", False)
    assert (first["text"], first["hex"], first["actions"], first["to"]) == ("Look here.", 7, 0, "all")
    assert (second["text"], second["hex"], second["actions"]) == ("", 0, after)
    assert after > 0
    assert read(axis, gid)["posts"][0]["you"] is True


@pytest.mark.parametrize(
    ("post", "told"),
    [
        ({"text": ""}, "nothing"),
        ({"text": " \n\u202e"}, "nothing"),
        ({"text": "x" * 1001}, "1000"),
        ({"text": "x", "hex": -2}, "hex"),
        ({"text": "x", "hex": 999_999}, "no hex"),
        ({"text": "x", "to": "everybody"}, "everybody"),
        ({"text": "x", "kind": "html"}, "kind"),
    ],
)
def test_what_is_no_post_is_refused(site: Site, post: dict[str, Any], told: str) -> None:
    gid, (axis, _) = site.begun()
    answer = say(axis, gid, **post)
    assert (answer.status_code, told in answer.json()["error"]) == (400, True), answer.text
    assert read(axis, gid)["posts"] == []


def test_the_last_hex_of_the_map_can_be_pointed_at_and_no_further(site: Site) -> None:
    gid, (axis, _) = site.begun()
    with site.house.using(gid) as session:
        board = session.game.world.board
        beyond = board.columns * board.rows
    assert say(axis, gid, hex=beyond).status_code == 400
    assert say(axis, gid, hex=beyond - 1).status_code == SAID


def test_a_game_that_waits_has_no_map_to_point_at(site: Site) -> None:
    axis = site.person("Anna")
    gid = axis.made()
    assert say(axis, gid, "Who comes?").status_code == SAID
    assert "not begun" in say(axis, gid, hex=1).json()["error"]


def test_words_are_kept_as_words(site: Site) -> None:
    """What looks like HTML is text as any other; what cannot be shown is a blank; a line's end is one."""
    gid, (axis, soviet) = site.begun()
    for text in ("<b onclick=alert(1)>&amp;</b>", "x" * 1000, "один\nдва"):
        assert say(axis, gid, text).status_code == SAID
    assert say(axis, gid, " a\x00\u202eb\r\nc\u2028 ").status_code == SAID
    assert words(soviet, gid) == ["<b onclick=alert(1)>&amp;</b>", "x" * 1000, "один\nдва", "a  b\nc"]
    answer = soviet.get(f"/api/games/{gid}/posts")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_so_much_in_a_minute_and_no_more(site: Site, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posts, "MOST_IN_A_MINUTE", 2)
    gid, (axis, soviet) = site.begun()
    other = axis.made()
    assert [say(axis, game, "x").status_code for game in (gid, other, gid)] == [SAID, SAID, 429]
    assert say(soviet, gid, "x").status_code == SAID, "each account by itself"
    with database.writing() as tx:
        tx.execute(update(Post).values(said=now() - timedelta(minutes=1)))
    assert say(axis, gid, "x").status_code == SAID


def test_a_game_takes_so_many_posts(site: Site, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posts, "MOST_IN_A_GAME", 2)
    gid, (axis, _) = site.begun()
    assert [say(axis, gid, "x").status_code for _ in range(3)] == [SAID, SAID, 400]
    with database.reading() as found:
        assert found.get_one(GameRow, gid).posts == 2


def test_an_answer_takes_so_many(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posts, "MOST_AT_ONCE", 2)
    gid, (axis, _) = site.begun()
    for text in "abc":
        say(axis, gid, text)
    assert (words(axis, gid), words(axis, gid, 2), read(axis, gid)["last"]) == (["a", "b"], ["c"], 3)


def take_back(person: Person, gid: str, post: str) -> int:
    """The status with which somebody takes a post back."""
    return int(person.delete(f"/api/games/{gid}/posts/{post}").status_code)


def test_words_are_taken_back_by_their_author_and_by_the_umpire(site: Site) -> None:
    gid, found = in_roles(site)
    axis, soviet, umpire, watcher = (found[role] for role in ROLES[2:6])
    for text, to in (("mine", "all"), ("rude", "all"), ("note", "own"), ("plan", "side")):
        assert say(axis, gid, text, to=to, hex=3).status_code == SAID
    mine, rude, note, plan = (one["post"] for one in read(axis, gid)["posts"])
    for person, post in ((soviet, mine), (soviet, plan), (watcher, mine), (umpire, note), (axis, str(uuid4()))):
        assert take_back(person, gid, post) == 400
    assert words(axis, gid) == ["mine", "rude", "note", "plan"]
    assert take_back(axis, gid, mine) == take_back(umpire, gid, rude) == take_back(axis, gid, note) == 204
    assert words(axis, gid)[:4] == ["", "", "", "plan"]
    assert [one["hex"] for one in read(soviet, gid)["posts"]] == [-1] * 4
    assert [one["takes_back"] for one in read(soviet, gid)["posts"]] == ["", "", mine, rude]
    assert read(soviet, gid)["last"] == 4, "the note's end is nobody else's business"
    assert take_back(axis, gid, mine) == 204, "once more changes nothing"
    assert read(axis, gid)["last"] == 7
    of = read(axis, gid)["posts"][-1]["post"]
    assert take_back(axis, gid, of) == 400


def test_the_posts_of_another_game_are_not_taken_back(site: Site) -> None:
    gid, (axis, _) = site.begun()
    other = axis.made()
    say(axis, gid, "here")
    assert take_back(axis, other, read(axis, gid)["posts"][0]["post"]) == 400
    assert words(axis, gid) == ["here"]


def test_who_is_blocked_says_nothing_more(site: Site, database: Database) -> None:
    gid, (axis, soviet) = site.begun()
    assert say(axis, gid, "before").status_code == SAID
    with database.writing() as tx:
        accounts.block(tx, accounts.named(tx, "Anna"), "rude")
    assert say(axis, gid, "after").status_code == 401
    assert axis.get(f"/api/games/{gid}/posts").status_code == 401
    assert words(soviet, gid) == ["before"]


def test_own_posts_are_exported_and_deleted_with_the_account(site: Site, database: Database) -> None:
    gid, (axis, soviet) = site.begun()
    for text, to in (("open", "all"), ("secret", "own")):
        say(axis, gid, text, to=to, hex=1)
    say(soviet, gid, "mine")
    kept = axis.get("/api/me/export").json()["posts"]
    assert [(one["game"], one["to"], one["text"], one["hex"]) for one in kept] == [
        (gid, "all", "open", 1),
        (gid, "own", "secret", 1),
    ]
    assert axis.post("/api/me/erase", proof=PROOF).status_code == 204
    with database.reading() as found:
        left = found.execute(select(Post.text, Post.hex, Post.account_id).order_by(Post.number)).all()
    assert [(text, hex_) for text, hex_, _ in left] == [("", -1), ("mine", -1)]
    assert left[0][2] is None
    assert [(one["name"], one["text"]) for one in read(soviet, gid)["posts"]] == [("", ""), ("Boris", "mine")]


def test_a_new_player_of_a_side_reads_what_was_said_to_it(site: Site) -> None:
    gid, found = in_roles(site)
    for to in ("side", "own"):
        say(found["soviet"], gid, to, to=to)
    assert found["umpire"].post(f"/api/games/{gid}/players", side="soviet", name="Emil").status_code == 204
    assert words(found["outsider"], gid) == ["side"]
    assert found["soviet"].get(f"/api/games/{gid}/posts").status_code == 403


# --- the socket --------------------------------------------------------------------------------------------------


def test_the_socket_says_the_last_post_to_whoever_may_read_it(site: Site) -> None:
    gid, (axis, soviet) = site.begun()
    with connected(axis, gid, "axis") as one, connected(soviet, gid, "soviet") as other:
        assert heard(one, "posts") == heard(other, "posts") == {"type": "posts", "last": 0}
        say(axis, gid, "note", to="own")
        assert heard(one, "posts")["last"] == 1
        say(axis, gid, "plan", to="side")
        assert heard(one, "posts")["last"] == 2
        say(axis, gid, "hello")
        assert heard(one, "posts")["last"] == 3
        assert heard(other, "posts")["last"] == 1, "the first word after 0"


def test_who_only_watches_hears_of_no_post(site: Site) -> None:
    gid, (axis, _) = site.begun(spectators="axis")
    with connected(site.stranger(), gid, "axis") as socket:
        first = heard(socket, "at")
        say(axis, gid, "hello")
        done(axis, gid, "axis")
        while (message := socket.receive_json(timeout=5))["type"] != "at":
            assert message["type"] == "here"
        assert message["lines"] > first["lines"]


def test_a_post_wakes_the_other_worker(site: Site, url: str, tmp_path: Any) -> None:
    if url.startswith("sqlite"):
        return  # one worker only

    gid, (axis, _) = site.begun()
    with Site(create_app(settings_for(url), static=tmp_path / "none")) as there:
        away = there.stranger()
        assert away.post("/api/session", name="Boris", password=PASSWORD).status_code == 200
        with connected(away, gid, "soviet") as socket:
            assert heard(socket, "posts")["last"] == 0
            say(axis, gid, "hello")
            assert heard(socket, "posts")["last"] == 1
