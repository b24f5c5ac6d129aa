"""Clocks: whose time runs, when it is up, and who may say so."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from online.people import Person, Site
from redball.online.tables import GameRow

LIVE = {"kind": "live", "minutes": 10, "increment": 30}
DAYS = {"kind": "days", "days": 2, "holidays": 3}


def pass_by(site: Site, gid: str, **time: float) -> None:
    """Let time pass since the last action."""
    with site.house.database.writing() as tx:
        tx.get_one(GameRow, gid).moved -= timedelta(**time)


def clocks(person: Person, gid: str) -> dict[str, Any]:
    """Seconds left by side, as the lobby tells them."""
    game = next(game for game in person.get("/api/lobby").json()["yours"] if game["id"] == gid)
    return {seat["side"]: seat["left"] for seat in game["seats"]}


def begin_move(person: Person, gid: str) -> Any:
    """An action after which the same side decides."""
    view = person.view(gid, "axis")
    action = next(one for one in view["choices"] if one["type"] == "begin_move")
    return person.act(gid, "axis", view["seq"], action)


def test_a_free_game_has_no_clock(site: Site) -> None:
    gid, (axis, soviet) = site.begun()
    pass_by(site, gid, days=400)
    assert clocks(axis, gid) == {"axis": None, "soviet": None}
    assert soviet.post(f"/api/games/{gid}/claim").status_code == 400


def test_a_live_clock_runs_for_who_decides(site: Site) -> None:
    gid, (axis, soviet) = site.begun(pace=LIVE)
    pass_by(site, gid, minutes=4)
    assert clocks(soviet, gid) == {"axis": pytest.approx(360, abs=30), "soviet": 600}
    assert begin_move(axis, gid).status_code == 200
    assert clocks(soviet, gid) == {"axis": pytest.approx(360, abs=30), "soviet": 600}, "what was thought is spent"
    pass_by(site, gid, minutes=5)
    assert soviet.post(f"/api/games/{gid}/claim").status_code == 400, "a minute is left"
    pass_by(site, gid, minutes=2)
    assert clocks(soviet, gid)["axis"] < 0
    assert axis.post(f"/api/games/{gid}/claim").status_code == 400, "nobody wins by their own clock"
    assert soviet.post(f"/api/games/{gid}/claim").status_code == 204
    with site.house.database.reading() as found:
        row = found.get_one(GameRow, gid)
    assert (row.state, row.outcome, row.decides) == ("over", {"time_up": "axis"}, "")
    assert axis.act(gid, "axis", 1, {"type": "halt"}).status_code == 403


def test_days_count_for_each_action_and_holidays_once(site: Site) -> None:
    gid, (axis, soviet) = site.begun(pace=DAYS)
    day = 86400
    pass_by(site, gid, days=1.5)
    assert begin_move(axis, gid).status_code == 200
    assert clocks(axis, gid)["axis"] == pytest.approx(5 * day, abs=60), "within two days: nothing is used up"
    pass_by(site, gid, days=3)
    view = axis.view(gid, "axis")
    assert axis.act(gid, "axis", view["seq"], {"type": "halt"}).status_code == 200
    assert clocks(axis, gid)["axis"] == pytest.approx(4 * day, abs=60), "one day of holidays"
    pass_by(site, gid, days=3.9)
    assert soviet.post(f"/api/games/{gid}/claim").status_code == 400
    pass_by(site, gid, days=0.2)
    assert soviet.post(f"/api/games/{gid}/claim").status_code == 204


def test_no_clock_runs_while_a_game_rests(site: Site) -> None:
    gid, (axis, soviet) = site.begun(pace=LIVE)
    path = f"/api/games/{gid}/offers"
    pass_by(site, gid, minutes=2)
    number = axis.post(path, kind="adjourn").json()["number"]
    soviet.post(f"{path}/{number}", agree=True)
    pass_by(site, gid, days=9)
    assert clocks(axis, gid)["axis"] == pytest.approx(480, abs=30)
    assert soviet.post(f"/api/games/{gid}/claim").status_code == 400
    number = soviet.post(path, kind="resume").json()["number"]
    axis.post(f"{path}/{number}", agree=True)
    assert clocks(axis, gid)["axis"] == pytest.approx(480, abs=60)


@pytest.mark.parametrize(
    "pace", [{"kind": "fast"}, {"minutes": 0}, {"days": 61}, {"none": 1}, {"increment": -1}], ids=str
)
def test_a_pace_that_is_none_is_refused(site: Site, pace: dict[str, Any]) -> None:
    assert site.person("Anna").post("/api/games", scenario="crossing", side="axis", pace=pace).status_code == 400
