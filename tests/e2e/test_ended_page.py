"""The page of a game that its people have ended, open before or opened again; and an umpire who invites a guest."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from e2e.people import Guest
from e2e.test_account_page import house
from e2e.test_people_page import at_table, invites, leave, offered
from redball.online.database import Database
from redball.online.tables import GameRow

__all__ = ["house"]

TOLD = {
    "time": "Axis ran out of time: Soviet has won.",
    "agreed": "The players have agreed to end it.",
    "umpire": "The umpire has ended it.",
}
PACE = {"kind": "live", "minutes": 60, "increment": 30}


def ended(how: str, gid: str, folder: Path, umpire: Guest, axis: Guest, soviet: Guest) -> None:
    """End a game in one of the ways."""
    if how == "time":
        database = Database(f"sqlite:///{folder}/house.sqlite")
        with database.writing() as tx:
            tx.get_one(GameRow, gid).moved -= timedelta(hours=2)
        database.close()
        soviet.posted(f"/api/games/{gid}/claim")
    elif how == "agreed":
        number = axis.posted(f"/api/games/{gid}/offers", kind="end")["number"]
        soviet.posted(f"/api/games/{gid}/offers/{number}", agree=True)
    else:
        umpire.posted(f"/api/games/{gid}/settle", kind="end")


@pytest.mark.parametrize("how", TOLD)
def test_the_page_of_an_ended_game_says_so_and_offers_nothing(
    browser: Browser, house: str, tmp_path: Path, pictures: Path, how: str
) -> None:
    umpire, axis, soviet = (Guest(browser, house, known=name) for name in ("Anna", "Boris", "Carl"))
    gid = umpire.posted("/api/games", scenario="crossing", side="", pace=PACE)["id"]
    for person, side in ((axis, "axis"), (soviet, "soviet")):
        person.posted(f"/api/games/{gid}/join", side=side)
    for person in (umpire, axis, soviet):
        person.page.goto(f"{house}/g/{gid}")
        expect(person.the("decision-prompt")).to_be_visible()
    for person in (axis, soviet):
        expect(person.the("standing-open")).to_be_visible()
        expect(person.the("prepared-open")).to_be_visible()
    expect(axis.the("end-segment")).to_be_enabled()
    ended(how, gid, tmp_path, umpire, axis, soviet)
    for again in (False, True):
        for person in (umpire, axis, soviet):
            if again:
                person.page.reload()
            expect(person.the("apart")).to_contain_text(TOLD[how], timeout=8000)
            expect(person.the("header-decides")).to_have_text("The game is over")
            expect(person.the("decision")).to_contain_text("The game is over")
            expect(person.the("decision-prompt")).to_have_count(0)
            expect(person.the("decision").locator("button")).to_have_count(0)
            expect(person.the("undo")).to_be_disabled()
    seq = axis.page.evaluate("window.__redball.state().seq")
    hex_ = axis.page.evaluate("window.__redball.state().units.find((u) => u.side === 'axis' && u.hex >= 0).hex")
    axis.page.evaluate(f"window.__redball.look({hex_}, 1)")
    axis.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    at = axis.page.evaluate(f"window.__redball.hexToScreen({hex_})")
    axis.page.mouse.click(at["x"], at["y"])
    expect(axis.the("decision").locator("button")).to_have_count(0)
    assert axis.page.evaluate("window.__redball.state().seq") == seq
    assert axis.violations() == []
    axis.page.screenshot(path=pictures / f"game-over-{how}.png")
    leave(umpire, axis, soviet)


def test_an_umpire_invites_a_guest_by_a_link(browser: Browser, house: str) -> None:
    """The guest plays a side; the umpire sees who it is, and that the game begins."""
    umpire = Guest(browser, house, known="Anna")
    gid = offered(umpire, side="", hidden=True)
    guest = Guest(browser, house, invites(umpire, "to play Soviet").removeprefix(house))
    expect(guest.the("invitation")).to_contain_text("Anna invites you to a game")
    expect(guest.the("invited-to")).to_have_text("You would play Soviet.")
    guest.fill(guest_name="Boris").push("take-as-guest")
    expect(guest.the("account")).to_have_text("Boris (guest)")
    expect(guest.the("seats")).to_contain_text("Boris (you) plays Soviet")
    expect(umpire.the("seats")).to_contain_text("Boris plays Soviet", timeout=12_000)
    expect(umpire.the("stands")).to_have_text("waits for players")
    link = invites(umpire, "to play Axis")
    axis = at_table(browser, house, umpire.posted("/api/games", scenario="crossing", side="axis")["id"], "Carl")
    axis.page.goto(link)
    axis.push("take-seat")
    expect(umpire.the("stands")).to_contain_text("Axis decides", timeout=12_000)
    guest.push("to-game")
    expect(guest.the("decision")).to_contain_text("Axis decides")
    assert guest.page.url == f"{house}/g/{gid}"
    umpire.push("to-game")
    expect(umpire.the("decision-prompt")).to_be_visible()
    expect(umpire.the("end-segment")).to_have_count(0)
    leave(umpire, guest, axis)
