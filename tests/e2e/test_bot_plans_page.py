"""What a bot planned in a game on a server with accounts: whoever may look back at it steps from plan to plan once
it is over, and reads nothing of them before."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from sqlalchemy import func, select

from e2e.conftest import running
from e2e.desk import PATIENCE
from e2e.people import Guest
from redball.bots.random_play import at_random
from redball.online.app import create_app
from redball.online.house import House
from redball.online.settings import DatabaseSettings, Settings
from redball.online.tables import MadePlan
from support import long


def planned(house: House) -> int:
    """How many plans bots have made."""
    with house.database.reading() as found:
        return found.scalar(select(func.count()).select_from(MadePlan)) or 0


def play(house: House, gid: str, most: int) -> None:
    """Play the Soviets by lot against the bot, until it has made so many plans and has acted, or the game is over."""
    rng, until = Random(7), time.monotonic() + 10 * PATIENCE
    while True:
        assert time.monotonic() < until, "the bot does not go on"
        with house.using(gid) as session:
            if session.game.over or (session.decides("soviet") and planned(house) >= most):
                return
            if session.decides("soviet"):
                session.act("soviet", [at_random(session.game.choices(), rng.getrandbits(64))])
                continue
        time.sleep(0.02)


@pytest.mark.parametrize("plans", [3, long(1000)])
def test_whoever_looks_back_reads_what_the_bot_planned(
    browser: Browser, tmp_path: Path, pictures: Path, plans: int
) -> None:
    app = create_app(Settings(database=DatabaseSettings(f"sqlite:///{tmp_path}/house.sqlite")))
    with running(app) as address:
        anna, carl = (Guest(browser, address, known=name) for name in ("Anna", "Carl"))
        wish = {"scenario": "crossing", "side": "soviet", "bots": {"axis": "planner-quick"}, "switches": {"fog": True}}
        gid = anna.posted("/api/games", **wish)["id"]
        anna.page.goto(f"{address}/g/{gid}")
        expect(anna.the("decision-prompt")).to_be_visible()
        play(app.state.store, gid, plans)
        number = planned(app.state.store)
        assert number >= 3
        anna.page.reload()
        expect(anna.the("tab-log")).to_be_visible()
        if listed(anna)["state"] == "playing":
            expect(anna.the("tab-plans")).to_have_count(0)
            anna.posted(f"/api/games/{gid}/resign")
        carl.page.goto(f"{address}/g/{gid}")
        for guest in (anna, carl):
            expect(guest.the("tab-plans")).to_be_visible()
            if guest.the("end-screen").count():
                guest.page.get_by_text("Look at the map").click()
            guest.push("tab-plans")
            expect(guest.the("plans").locator("ol li")).to_have_count(number)
            guest.the("plans").locator("ol li button").first.click()
            expect(guest.the("looking-back")).to_contain_text("Looking at action 0 of")
            expect(guest.the("plan").locator("h3")).to_have_text("Turn 1, Axis")
            expect(guest.the("plan-earlier")).to_be_disabled()
            first = guest.the("plan-lines").inner_text()
            guest.page.screenshot(path=pictures / f"online-bot-plans-{plans}.png")
            guest.push("time-forward")
            expect(guest.the("plan")).to_contain_text("before the moment shown")
            assert guest.the("plan-lines").inner_text() == first
            for place in range(1, number):
                guest.push("plan-later")
                expect(guest.the("plans").locator("ol li").nth(place).locator("[aria-current=true]")).to_be_visible()
            expect(guest.the("plan-later")).to_be_disabled()
            assert guest.violations() == []
        anna.pictured(pictures, "online-bot-plans")
        anna.leave()
        carl.leave()


def listed(guest: Guest) -> Any:
    """What the lobby says of somebody's only game."""
    (found,) = guest.page.request.get(f"{guest.house}/api/lobby").json()["yours"]
    return found
