"""Who is there and which bots think at another worker: the messages, how long they hold, and two workers over one
PostgreSQL."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from online.people import PASSWORD, Site, settings_for
from online.test_live import connected, heard
from redball.online import elsewhere, live
from redball.online.app import create_app
from redball.online.elsewhere import (
    AGAIN,
    EXPIRES,
    LARGEST,
    THOUGHTS,
    Elsewhere,
    Said,
    Thinking,
    messages,
    read,
    thoughts,
)
from redball.online.live import news_of
from redball.online.thinking import Far


def test_messages_are_small_and_say_it_all() -> None:
    here = {f"{number:012x}": [f"Jörg {number} {'x' * 30}", "Anna"] for number in range(500)}
    texts = list(messages(Said("w", here, asks=True)))
    assert len(texts) > 2
    assert max(len(text.encode()) for text in texts) <= LARGEST
    said = [one for text in texts if isinstance(one := read(text), Said)]
    assert {gid: names for one in said for gid, names in one.here.items()} == here
    assert [one.asks for one in said] == [True] + [False] * (len(texts) - 1)


def test_of_a_crowd_as_many_are_named_as_go_into_a_message() -> None:
    (text,) = messages(Said("w", {"a": [f"{'ж' * 37}{number:03}" for number in range(300)]}))
    assert LARGEST - 100 < len(text.encode()) <= LARGEST
    assert list(messages(Said("w", {}))) == []
    assert len(list(messages(Said("w", {}, asks=True)))) == 1


def test_what_is_said_of_a_game_is_no_message_of_this_kind() -> None:
    assert read("0123456789ab 12") is None


def test_who_was_said_to_be_there_is_there_for_a_while() -> None:
    there = Elsewhere[frozenset[str]]()
    anna, boris = frozenset({"Anna"}), frozenset({"Boris"})
    assert there.hear("w", {"a": anna, "b": frozenset()}, 0.0) == ["a"]
    assert there.hear("w", {"a": anna}, AGAIN) == [], "no news"
    assert there.hear("v", {"a": boris}, AGAIN + 1) == ["a"]
    assert there.known("a", AGAIN + EXPIRES - 1) == [boris, anna], "the last word first"
    assert there.known("a", AGAIN + EXPIRES) == [boris]
    assert there.forget(AGAIN + EXPIRES - 1) == []
    assert there.hear("v", {"a": frozenset()}, AGAIN) == ["a"], "gone"
    assert there.known("a", AGAIN) == [anna]
    assert there.forget(AGAIN + EXPIRES) == ["a"]
    assert there.known("a", 0.0) == []
    assert EXPIRES > 3 * AGAIN


def test_only_what_has_changed_of_a_thought_is_said_and_that_it_is_over() -> None:
    first, later = Far("axis", 0, 6, True), Far("axis", 1, 6, True)
    assert news_of({}, {"a": first}) == {"a": first}
    assert news_of({"a": first, "b": first}, {"a": later, "b": first}) == {"a": later}
    assert news_of({"a": later}, {}) == {"a": None}
    think = Elsewhere[Far]()
    assert think.hear("w", {"a": first}, 0.0) == think.hear("w", {"a": later}, 0.0) == ["a"]
    assert think.known("a", 1.0) == [later]
    assert think.hear("w", {"a": None}, 0.0) == ["a"]
    assert think.known("a", 1.0) == []


def test_messages_about_thoughts_are_small_and_say_it_all() -> None:
    far = {
        f"{number:012x}": Far("the-longest-side-of-all", 10_000, 10_000, False) for number in range(2 * THOUGHTS + 1)
    }
    texts = list(thoughts("w" * 12, {**far, "f" * 12: None}))
    assert len(texts) == 3
    assert max(map(len, texts)) <= LARGEST
    said = [one for text in texts if isinstance(one := read(text), Thinking)]
    assert {gid: what for one in said for gid, what in one.far.items()} == {**far, "f" * 12: None}


def test_two_workers_know_who_is_there(site: Site, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes, whoever goes; a worker that comes later is told; one that ends without a word is forgotten."""
    if url.startswith("sqlite"):
        return  # one worker only
    gid, (axis, _) = site.begun()
    with connected(axis, gid, "axis") as one:
        assert heard(one, "here")["who"] == ["Anna"]
        with Site(create_app(settings_for(url), static=tmp_path / "none")) as there:
            away = there.stranger()
            assert away.post("/api/session", name="Boris", password=PASSWORD).status_code == 200
            with connected(away, gid, "soviet") as other:
                assert heard(one, "here")["who"] == ["Anna", "Boris"]
                assert heard(other, "here", lambda said: len(said["who"]) == 2)["who"] == ["Anna", "Boris"]
            assert heard(one, "here")["who"] == ["Anna"]
            monkeypatch.setattr(elsewhere, "EXPIRES", 0.5)
            monkeypatch.setattr(live, "AGAIN", 0.2)
            with connected(away, gid, "soviet"):
                assert heard(one, "here")["who"] == ["Anna", "Boris"]
                assert axis.get(f"/api/games/{gid}/at").status_code == 200
                there.app.state.means.live._ended.set()  # as if it had been killed
                assert heard(one, "here")["who"] == ["Anna"]


def test_a_thought_at_another_worker_is_seen_with_and_without_a_socket(site: Site, url: str, tmp_path: Path) -> None:
    """One worker thinks; whoever has their page from the other one is told, and told that it is over."""
    if url.startswith("sqlite"):
        return  # one worker only
    gid, _ = site.begun()
    with Site(create_app(settings_for(url), static=tmp_path / "none")) as there:
        away = there.stranger()
        assert away.post("/api/session", name="Boris", password=PASSWORD).status_code == 200
        with connected(away, gid, "soviet") as socket:
            heard(socket, "here")
            far = {gid: Far("soviet", 2, 6, True)}
            site.house.thoughts.all_far = far.copy  # type: ignore[method-assign]
            assert heard(socket, "thinks") == {"type": "thinks", "side": "soviet", "done": 2, "of": 6}
            told = away.get(f"/api/games/{gid}/at").json()["thinks"]
            assert (told["side"], told["done"], told["of"]) == ("soviet", 2, 6)
            far.clear()
            assert heard(socket, "thinks")["side"] == ""
            assert "thinks" not in away.get(f"/api/games/{gid}/at").json()


def test_a_thought_is_said_again_where_nobody_listens_and_its_end_is_never_left_out(
    site: Site, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything is due all the time: what is said again takes nothing from what has changed."""
    if url.startswith("sqlite"):
        return  # one worker only
    monkeypatch.setattr(live, "AGAIN", 0.0)
    monkeypatch.setattr(elsewhere, "EXPIRES", 1.5)
    gid, _ = site.begun()
    with Site(create_app(settings_for(url), static=tmp_path / "none")) as there:
        known = there.app.state.means.live.far
        far = {gid: Far("soviet", 0, 6, True)}
        site.house.thoughts.all_far = far.copy  # type: ignore[method-assign]
        time.sleep(2.2)
        assert known(gid) == far[gid], "longer than a single word holds"
        far.clear()
        time.sleep(0.8)
        assert known(gid) is None, "sooner than the last word expires"
