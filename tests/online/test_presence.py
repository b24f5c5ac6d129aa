"""Who is there at another worker: the messages, how long they hold, and two workers over one PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest

from online.people import PASSWORD, Site, settings_for
from online.test_live import connected, heard
from redball.online import live, presence
from redball.online.app import create_app
from redball.online.presence import AGAIN, EXPIRES, LARGEST, Elsewhere, Said, messages, read


def test_messages_are_small_and_say_it_all() -> None:
    here = {f"{number:012x}": [f"Jörg {number} {'x' * 30}", "Anna"] for number in range(500)}
    texts = list(messages(Said("w", here, asks=True)))
    assert len(texts) > 2
    assert max(len(text.encode()) for text in texts) <= LARGEST
    said = [one for text in texts if (one := read(text)) is not None]
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
    there = Elsewhere()
    assert there.hear(Said("w", {"a": ["Anna"], "b": []}), 0.0) == ["a"]
    assert there.hear(Said("w", {"a": ["Anna"]}), AGAIN) == [], "no news"
    assert there.hear(Said("v", {"a": ["Boris"]}), AGAIN) == ["a"]
    assert there.present("a", AGAIN + EXPIRES - 1) == {"Anna", "Boris"}
    assert there.present("a", AGAIN + EXPIRES) == set()
    assert there.forget(AGAIN + EXPIRES - 1) == []
    assert there.hear(Said("v", {"a": []}), AGAIN) == ["a"], "gone"
    assert there.present("a", AGAIN) == {"Anna"}
    assert there.forget(AGAIN + EXPIRES) == ["a"]
    assert there.present("a", 0.0) == set()
    assert EXPIRES > 3 * AGAIN


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
            monkeypatch.setattr(presence, "EXPIRES", 0.5)
            monkeypatch.setattr(live, "AGAIN", 0.2)
            with connected(away, gid, "soviet"):
                assert heard(one, "here")["who"] == ["Anna", "Boris"]
                assert axis.get(f"/api/games/{gid}/at").status_code == 200
                there.app.state.means.live._ended.set()  # as if it had been killed
                assert heard(one, "here")["who"] == ["Anna"]
