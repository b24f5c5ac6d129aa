"""Games between people pledge their dice: nothing tells the seed before the end, and all can be checked after it."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from online.people import KEY, Person, Site
from online.playing import by_lot
from online.test_games import listed
from redball.cli.main import run
from redball.game.fair import commitment_of
from redball.online.pledges import key_of
from redball.online.settings import DatabaseSettings, DiceSettings, Settings, SettingsError
from redball.online.tables import Base, GameRow

QUESTIONS = ("view", "log", "dice", "replay", "standing", "orders", "rewind")


def secrets_of(site: Site, gid: str) -> list[str]:
    """What nobody may read before the end: the secret and the seed of a game, and the key of the server."""
    with site.house.using(gid) as session:
        pledge, seed = session.game.pledge, session.game.dice.seed
    assert pledge is not None
    assert commitment_of(pledge.secret) == pledge.commitment
    return [pledge.secret, str(seed), f"{seed:x}", KEY]


def everything_in(site: Site) -> str:
    """Every column of every row of the database."""
    with site.house.database.reading() as found:
        return "\n".join(
            repr(tuple(row)) for table in Base.metadata.sorted_tables for row in found.execute(select(table))
        )


def answers(person: Person, gid: str, *sides: str) -> str:
    """What somebody can read of a game."""
    own = [person.get("/api/lobby").text, person.get("/api/me/export").text, person.get(f"/api/games/{gid}").text]
    own += [person.get(f"/api/games/{gid}/{what}", side=side).text for side in sides for what in QUESTIONS]
    return "\n".join([*own, person.get(f"/api/games/{gid}/save").text])


def checked(person: Person, gid: str, commitment: str, folder: Path) -> int:
    """The status of a check of the export against a commitment."""
    path = folder / f"{gid}.redball"
    path.write_bytes(person.get(f"/api/games/{gid}/save").content)
    return run(["replay", str(path), "--verify", "--commitment", commitment])


def resigned(axis: Person, soviet: Person, _: Person, gid: str) -> None:
    """One gives up."""
    assert axis.post(f"/api/games/{gid}/resign").status_code == 204


def agreed(axis: Person, soviet: Person, _: Person, gid: str) -> None:
    """Both agree on an end."""
    number = axis.post(f"/api/games/{gid}/offers", kind="end").json()["number"]
    assert soviet.post(f"/api/games/{gid}/offers/{number}", agree=True).json()["state"] == "agreed"


def settled(axis: Person, soviet: Person, umpire: Person, gid: str) -> None:
    """The umpire ends it."""
    assert umpire.post(f"/api/games/{gid}/settle", kind="end").status_code == 204


@pytest.mark.parametrize(
    ("end", "outcome"), [(resigned, {"resigned": "axis"}), (agreed, {"agreed": True}), (settled, {"settled": True})]
)
def test_the_seed_is_known_at_the_end_and_not_before(
    site: Site, tmp_path: Path, end: Any, outcome: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    umpire, axis, soviet = (site.person(name) for name in ("Anna", "Boris", "Carl"))
    noted = umpire.get("/api/lobby").json()["commitment"]
    gid = umpire.made(side="", commitment=noted)
    assert listed(axis, gid)["commitment"] == noted
    assert axis.post(f"/api/games/{gid}/join", side="axis", share=" seven gulls ").status_code == 200
    assert soviet.post(f"/api/games/{gid}/join", side="soviet").status_code == 200
    by_lot(site.house, gid, 30, 2)
    hidden = secrets_of(site, gid)
    read = [answers(umpire, gid, "", "axis", "soviet"), answers(axis, gid, "axis"), answers(soviet, gid, "soviet")]
    for text in (*read, everything_in(site)):
        assert noted in text
        assert [one for one in hidden if one in text] == []
    fair = axis.get(f"/api/games/{gid}/dice", side="axis").json()["fair"]
    assert (fair["commitment"], fair["secret"]) == (noted, "")
    assert fair["shares"][0] == {"side": "axis", "text": "seven gulls"}
    assert [share["side"] for share in fair["shares"]] == ["axis", "soviet"]
    assert len(fair["shares"][1]["text"]) == 16, "by lot"

    site.house.forget(gid)
    by_lot(site.house, gid, 10, 3)
    assert secrets_of(site, gid) == hidden, "a game that wakes has the same dice"
    assert listed(axis, gid)["state"] == "playing"
    end(axis, soviet, umpire, gid)
    assert axis.get(f"/api/games/{gid}/dice", side="axis").json()["fair"]["secret"] == hidden[0]
    last = json.loads(soviet.get(f"/api/games/{gid}/save").text.splitlines()[-1])
    assert last["secret"] == hidden[0]
    assert checked(axis, gid, noted, tmp_path) == 0
    assert "committed secret and 2 shares" in capsys.readouterr().out
    assert checked(axis, gid, "0" * 64, tmp_path) != 0
    assert KEY not in everything_in(site)
    assert listed(axis, gid)["state"] == "over"
    assert listed(axis, gid)["outcome"] == outcome
    assert listed(axis, gid)["decides"] == ""


def test_a_secret_is_shown_even_if_the_process_ended_before_it_was(site: Site) -> None:
    gid, (axis, _) = site.begun()
    with site.house.database.writing() as tx:
        tx.get_one(GameRow, gid).state = "over"
    site.house.forget(gid)
    assert len(axis.get(f"/api/games/{gid}/dice", side="axis").json()["fair"]["secret"]) == 64


def test_the_maker_has_a_commitment_before_they_add_their_share(site: Site) -> None:
    """Against a bot, too, whose share the server adds."""
    anna, boris = site.person("Anna"), site.person("Boris")
    noted = anna.get("/api/lobby").json()["commitment"]
    assert anna.get("/api/lobby").json()["commitment"] == noted, "it stays until a game is offered"
    assert boris.get("/api/lobby").json()["commitment"] != noted
    other = boris.post("/api/games", scenario="crossing", side="axis", commitment=noted)
    assert (other.status_code, "note it again" in other.json()["error"]) == (400, True)
    gid = anna.made(bots={"soviet": "steady"}, share="snow", commitment=noted)
    fair = anna.get(f"/api/games/{gid}/dice", side="axis").json()["fair"]
    assert (fair["commitment"], fair["shares"][0]) == (noted, {"side": "axis", "text": "snow"})
    assert [share["side"] for share in fair["shares"]] == ["axis", "soviet"]
    assert anna.get("/api/lobby").json()["commitment"] != noted
    assert anna.post("/api/games", scenario="crossing", side="axis", commitment=noted).status_code == 400


@pytest.mark.parametrize("share", ["a\nb", " ", "x" * 101])
def test_words_that_are_no_share_are_refused(site: Site, share: str) -> None:
    anna, boris = site.person("Anna"), site.person("Boris")
    noted = anna.get("/api/lobby").json()["commitment"]
    assert anna.post("/api/games", scenario="crossing", side="axis", share=share).status_code == 400
    assert anna.get("/api/lobby").json()["commitment"] == noted, "nothing was offered"
    gid = anna.made()
    assert boris.post(f"/api/games/{gid}/join", side="soviet", share=share).status_code == 400
    assert listed(boris, gid)["state"] == "open"


def test_a_challenge_of_an_older_version_begins_without_a_pledge(site: Site) -> None:
    anna, boris = site.person("Anna"), site.person("Boris")
    gid = anna.made()
    with site.house.database.writing() as tx:
        tx.get_one(GameRow, gid).pledge = None
    assert boris.post(f"/api/games/{gid}/join", side="soviet", share="snow").status_code == 200
    assert anna.get(f"/api/games/{gid}/dice", side="axis").json()["fair"] is None
    assert listed(anna, gid)["commitment"] == ""
    assert anna.post(f"/api/games/{gid}/resign").status_code == 204


def test_the_key_is_made_once_beside_the_database(tmp_path: Path) -> None:
    settings = Settings(database=DatabaseSettings(f"sqlite:///{tmp_path}/own.sqlite"))
    key = key_of(settings)
    (path,) = tmp_path.iterdir()
    assert (path.name, stat.S_IMODE(path.stat().st_mode)) == ("own.sqlite.dice-key", 0o600)
    assert len(key) == 64
    assert key_of(settings) == key
    path.write_text("short\n", encoding="ascii")
    with pytest.raises(SettingsError, match="fewer than 32"):
        key_of(settings)
    with pytest.raises(SettingsError, match="key of the dice cannot"):
        key_of(Settings(database=DatabaseSettings(f"sqlite:///{tmp_path}/nowhere/own.sqlite")))
    with pytest.raises(SettingsError, match=r"\[dice\] key is missing"):
        key_of(Settings(database=DatabaseSettings("postgresql://somewhere/x")))
    assert key_of(Settings(dice=DiceSettings(KEY))) == KEY.encode()
