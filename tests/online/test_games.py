"""Games as a whole: challenges, bots, resignation, what needs consent, the umpire, saves that come and go."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from online.people import HERE, Person, Site
from online.playing import by_lot
from redball.game.save import SaveMoved, state_hash, verify
from redball.online import games
from redball.online.house import House
from redball.online.settings import Bots
from redball.online.tables import Audit, GameRow, Line
from redball.server.session import Session

BEGINNING = 5
"""Lines of a game that has just begun: its header, its commitment, two shares, its first state."""
SAVE = {"Origin": HERE, "content-type": "application/x-ndjson"}


def row(site: Site, gid: str) -> GameRow:
    """The row of a game."""
    with site.house.database.reading() as found:
        return found.get_one(GameRow, gid)


def listed(person: Person, gid: str) -> Any:
    """A game as the lobby shows it to somebody."""
    lobby = person.get("/api/lobby").json()
    return next(game for part in ("yours", "open", "watched") for game in lobby[part] if game["id"] == gid)


def test_a_challenge_waits_for_its_players(site: Site) -> None:
    anna, boris, carl = (site.person(name) for name in ("Anna", "Boris", "Carl"))
    gid = anna.made()
    assert [game["id"] for game in boris.get("/api/lobby").json()["open"]] == [gid]
    assert anna.get(f"/api/games/{gid}/view", side="axis").status_code == 404, "it has not begun"
    assert anna.post(f"/api/games/{gid}/join", side="soviet").status_code == 400, "one seat for each"
    assert boris.post(f"/api/games/{gid}/join", side="axis").status_code == 400, "taken"
    assert boris.post(f"/api/games/{gid}/join", side="finland").status_code == 400
    assert boris.post(f"/api/games/{gid}/join", side="soviet").status_code == 200
    assert carl.post(f"/api/games/{gid}/join", side="soviet").status_code == 400, "too late"
    assert row(site, gid).state == "playing"
    assert anna.delete(f"/api/games/{gid}").status_code == 400, "it has begun"


@pytest.mark.parametrize(
    "wish",
    [
        {"scenario": "../etc"},
        {"scenario": "nothing"},
        {"side": "finland"},
        {"bots": {"soviet": "deep-blue"}},
        {"bots": {"axis": "steady"}},
        {"spectators": "finland"},
        {"edition": "none"},
        {"switches": {"none": True}},
        {"charts": "nonsense"},
        {"name": "x" * 81},
        {"seed": 7},
    ],
    ids=str,
)
def test_a_wish_that_cannot_be_met_is_refused(site: Site, wish: dict[str, Any]) -> None:
    """Among them: to name the seed, and so to know the dice."""
    answer = site.person("Anna").post("/api/games", **{"scenario": "crossing", "side": "axis"} | wish)
    assert (answer.status_code, len(answer.json()["error"]) > 5) == (400, True)


def test_a_bot_plays_by_itself(site: Site) -> None:
    anna = site.person("Anna")
    gid = anna.made(side="soviet", bots={"axis": "steady"})
    until = time.monotonic() + 60
    while listed(anna, gid)["decides"] != "soviet" and time.monotonic() < until:
        time.sleep(0.05)
    game = listed(anna, gid)
    assert (game["decides"], game["actions"] > 0) == ("soviet", True)
    assert game["about"]
    assert anna.get(f"/api/games/{gid}").json()["players"] == {"axis": "away", "soviet": "human"}
    assert anna.post(f"/api/games/{gid}/bot", side="soviet", seq=0).status_code in (403, 404), "nobody drives it"


def test_a_planner_where_none_may_think_any_more_does_not_stall(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """It thinks in the thread of all bots. A stretch in which it only thinks writes nothing, so no commit starts the
    next one. Another game's bot plays meanwhile."""
    monkeypatch.setattr(games, "_check_bot", lambda *_: None)
    site.house.bots = Bots(thinking=0)
    monkeypatch.setattr(Session.bot_plays, "__defaults__", (0.0,))  # one rollout, or one action, in a stretch
    stretches: list[str] = []
    submit = site.house._bots.submit

    def submitted(what: Any, gid: str) -> None:
        stretches.append(gid)
        submit(what, gid)

    monkeypatch.setattr(site.house._bots, "submit", submitted)
    anna = site.person("Anna")
    gid, other = (anna.made(side="soviet", bots={"axis": name}) for name in ("planner", "steady"))
    until = time.monotonic() + 60
    while not (row(site, gid).actions and row(site, other).actions) and time.monotonic() < until:
        time.sleep(0.05)
    assert row(site, gid).actions
    assert row(site, other).actions
    assert stretches.count(gid) >= 6, "one for each rollout: 12 at most, fewer where few tasks are worth a second look"


def test_no_bot_plays_on_in_a_game_that_rests(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on once the players do."""
    monkeypatch.setattr(site.house._bots, "submit", lambda *given: None)
    anna = site.person("Anna")
    gid = anna.made(side="soviet", bots={"axis": "steady"})
    assert anna.post(f"/api/games/{gid}/offers", kind="adjourn").status_code == 201
    assert row(site, gid).state == "adjourned"
    lines = row(site, gid).lines
    site.house._bots_play(gid)
    assert row(site, gid).lines == lines
    assert anna.post(f"/api/games/{gid}/offers", kind="resume").status_code == 201
    site.house._bots_play(gid)
    assert row(site, gid).lines > lines


def test_only_who_decides_reads_what_about(site: Site) -> None:
    gid, (axis, soviet) = site.begun("Anna", "Boris", switches={"fog": True}, spectators="axis")
    assert listed(axis, gid)["about"].startswith("Movement Phase")
    assert listed(soviet, gid)["about"] == ""
    assert listed(site.person("Carl"), gid)["about"] == ""


def test_who_resigns_has_lost(site: Site) -> None:
    gid, (axis, soviet) = site.begun()
    assert axis.post(f"/api/games/{gid}/resign").status_code == 204
    assert (row(site, gid).state, row(site, gid).outcome) == ("over", {"resigned": "axis"})
    view = axis.view(gid, "axis")
    assert axis.act(gid, "axis", view["seq"], {"type": "done"}).status_code == 403
    assert soviet.post(f"/api/games/{gid}/resign").status_code == 400
    assert soviet.get(f"/api/games/{gid}/save").status_code == 200, "all secrets are open now"


def test_an_end_needs_the_consent_of_both(site: Site) -> None:
    gid, (axis, soviet) = site.begun()
    path = f"/api/games/{gid}/offers"
    first = axis.post(path, kind="end").json()
    assert (first["state"], first["agreed"]) == ("open", ["axis"])
    assert axis.post(path, kind="end").status_code == 400, "it is offered already"
    assert axis.post(f"{path}/{first['number']}", agree=True).json()["state"] == "open", "one cannot agree for two"
    assert row(site, gid).state == "playing"
    assert soviet.post(f"{path}/{first['number']}", agree=False).json()["state"] == "refused"
    assert soviet.post(f"{path}/{first['number']}", agree=True).status_code == 400
    second = soviet.post(path, kind="end").json()["number"]
    assert soviet.post(f"{path}/{second}", agree=False).json()["state"] == "withdrawn"
    third = soviet.post(path, kind="end").json()["number"]
    assert axis.post(f"{path}/{third}", agree=True).json()["state"] == "agreed"
    assert (row(site, gid).state, row(site, gid).outcome) == ("over", {"agreed": True})


def test_an_adjourned_game_rests(site: Site) -> None:
    gid, (axis, soviet) = site.begun()
    path, view = f"/api/games/{gid}/offers", axis.view(gid, "axis")
    assert axis.post(path, kind="resume").status_code == 400
    number = axis.post(path, kind="adjourn").json()["number"]
    soviet.post(f"{path}/{number}", agree=True)
    assert row(site, gid).state == "adjourned"
    assert axis.act(gid, "axis", view["seq"], {"type": "done"}).status_code == 403
    number = soviet.post(path, kind="resume").json()["number"]
    assert axis.post(f"{path}/{number}", agree=True).json()["state"] == "agreed"
    assert axis.act(gid, "axis", view["seq"], {"type": "done"}).status_code == 200


def test_a_bot_agrees_to_everything(site: Site) -> None:
    anna = site.person("Anna")
    gid = anna.made(bots={"soviet": "steady"})
    assert anna.post(f"/api/games/{gid}/offers", kind="end").json()["state"] == "agreed"
    assert row(site, gid).state == "over"


def test_the_umpire_settles_and_lets_a_substitute_play(site: Site) -> None:
    umpire, axis, soviet, third = (site.person(name) for name in ("Anna", "Boris", "Carl", "Dora"))
    gid = umpire.made(side="")
    for person, side in ((axis, "axis"), (soviet, "soviet")):
        assert person.post(f"/api/games/{gid}/join", side=side).status_code == 200
    for side in ("axis", "soviet"):
        assert umpire.view(gid, side)["side"] == side
    assert umpire.post(f"/api/games/{gid}/settle", kind="adjourn").status_code == 204
    assert row(site, gid).state == "adjourned"
    assert umpire.post(f"/api/games/{gid}/settle", kind="adjourn").status_code == 400
    assert umpire.post(f"/api/games/{gid}/settle", kind="resume").status_code == 204
    assert umpire.post(f"/api/games/{gid}/players", side="axis", name="Carl").status_code == 400, "he plays already"
    assert umpire.post(f"/api/games/{gid}/players", side="axis", name="dora").status_code == 204
    view = third.view(gid, "axis")
    assert axis.get(f"/api/games/{gid}/view", side="axis").status_code == 403
    assert axis.act(gid, "axis", view["seq"], {"type": "done"}).status_code == 403
    assert third.act(gid, "axis", view["seq"], {"type": "done"}).status_code == 200
    with site.house.database.reading() as found:
        assert "player replaced" in set(found.scalars(select(Audit.what)))


def test_a_save_comes_in_and_plays_on(site: Site, tmp_path: Path) -> None:
    gid, _ = site.begun()
    by_lot(site.house, gid, 30, 2)
    raw = site.house.export(gid)
    carl, dora = site.person("Carl"), site.person("Dora")
    assert carl.client.post("/api/games/import?side=finland", content=raw, headers=SAVE).status_code == 400
    for broken in (b"", b"{}", raw[:200], raw.replace(b'"side":"axis"', b'"side":"axiz"', 1)[:-1]):
        answer = carl.client.post("/api/games/import?side=axis", content=broken, headers=SAVE)
        assert answer.status_code in (400, 201), answer.text
        if answer.status_code == 201:
            assert broken.startswith(raw[:300]), "a damaged end is left out"
    taken = carl.client.post("/api/games/import?side=axis", content=raw, headers=SAVE)
    assert taken.status_code == 201, taken.text
    made = taken.json()["id"]
    assert site.house.export(made) == raw, "byte for byte"
    assert row(site, made).state == "adjourned"
    alone = carl.post(f"/api/games/{made}/offers", kind="resume")
    assert (alone.status_code, "every side has its player" in alone.json()["error"]) == (400, True)
    assert carl.get(f"/api/games/{made}/offers").json() == [], "and it is not offered"
    token = carl.post(f"/api/games/{made}/invitations", role="player", side="soviet").json()["token"]
    assert dora.post(f"/api/games/{made}/join", invitation=token).status_code == 200
    assert row(site, made).state == "playing"
    by_lot(site.house, made, 20, 3)
    path = tmp_path / "on.redball"
    path.write_bytes(site.house.export(made))
    loaded, replayed, *_ = verify(path)
    assert state_hash(loaded.state) == state_hash(replayed.state)
    assert len(loaded.records) == row(site, made).actions > 30


def test_two_workers_never_write_over_each_other(site: Site) -> None:
    gid, _ = site.begun()
    other = House(site.house.database)
    other.heard.clear()

    def too_late() -> None:
        """Take an action, while another worker commits one."""
        with other.using(gid) as session:
            session.take("axis", session.game.choices()[0])
            with site.house.database.writing() as tx:
                tx.get_one(GameRow, gid).lines += 1

    with pytest.raises(SaveMoved):
        too_late()
    with site.house.database.reading() as found:
        assert len(found.scalars(select(Line).where(Line.game_id == gid)).all()) == BEGINNING, "nothing of it was kept"
    with site.house.database.writing() as tx:
        tx.get_one(GameRow, gid).lines -= 1
    with site.house.using(gid) as one:
        assert len(one.game.records) == 0
    with other.using(gid) as again:
        assert len(again.game.records) == 0
        again.take("axis", again.game.choices()[1])
    with site.house.using(gid) as read:
        assert (read is not one, len(read.game.records)) == (True, 1), "the first worker has read what the second wrote"
    other.close()


def test_what_fails_in_the_middle_leaves_nothing(site: Site) -> None:
    gid, _ = site.begun()

    def fail() -> None:
        """Take an action, and fail in the same call."""
        with site.house.using(gid) as session:
            session.take("axis", session.game.choices()[0])
            assert len(session.game.records) == 1
            raise RuntimeError("power")

    with pytest.raises(RuntimeError, match="power"):
        fail()
    with site.house.using(gid) as again:
        assert len(again.game.records) == 0
    assert row(site, gid).lines == BEGINNING
