"""Two people at two browsers sign up, one offers a game, the other takes it up, and each sees what the other does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from e2e.conftest import WIDE, is_complaint, running
from redball.online.app import create_app
from redball.online.settings import DatabaseSettings, Settings

PASSWORD = "a long enough one"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[str]:
    """A server with accounts, by its address."""
    with running(create_app(Settings(database=DatabaseSettings(f"sqlite:///{tmp_path}/house.sqlite")))) as address:
        yield address


def arrived(browser: Browser, house: str, name: str, at: str = "/") -> tuple[Page, list[str]]:
    """Somebody who has just made an account, and what their browser complains of."""
    page = browser.new_context(viewport=WIDE, reduced_motion="reduce").new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(error.stack or str(error)))
    page.on(
        "console",
        lambda said: (
            complaints.append(said.text) if is_complaint(said.type, said.text) and "401" not in said.text else None
        ),
    )
    page.goto(house + at)
    page.get_by_test_id("name").fill(name)
    page.get_by_test_id("password").fill(PASSWORD)
    page.get_by_test_id("sign-up").click()
    expect(page.get_by_test_id("new-game").or_(page.get_by_test_id("yours"))).to_have_count(2)
    return page, complaints


def test_two_people_meet_in_the_lobby_and_play(browser: Browser, house: str, pictures: Path) -> None:
    anna, annas = arrived(browser, house, "Anna")
    anna.get_by_test_id("scenario").select_option("crossing")
    anna.get_by_test_id("side-axis").select_option("you")
    anna.get_by_test_id("offer").click()
    expect(anna.get_by_test_id("yours")).to_contain_text("waits for players")
    boris, boriss = arrived(browser, house, "Boris")
    boris.get_by_test_id("join-soviet").click()
    expect(boris.get_by_test_id("yours")).to_contain_text("Axis decides")
    expect(boris.get_by_test_id("about")).to_have_count(0)
    anna.reload()
    expect(anna.get_by_test_id("yours")).to_contain_text("your turn")
    expect(anna.get_by_test_id("about")).to_contain_text("Axis: ")
    anna.screenshot(path=pictures / "online-lobby.png")

    for page in (anna, boris):
        page.get_by_test_id("open").click()
        expect(page.get_by_test_id("decision")).to_be_visible()
    expect(anna.get_by_test_id("decision")).to_contain_text("Your decision")
    expect(boris.get_by_test_id("decision")).to_contain_text("Axis decides")
    for page in (anna, boris):
        expect(page.get_by_test_id("here")).to_have_text("Here now: Anna, Boris")
    before = boris.get_by_test_id("decision").inner_text()
    anna.screenshot(path=pictures / "online-axis.png")
    anna.get_by_test_id("end-segment").click()
    anna.get_by_test_id("end-anyway").click()
    expect(boris.get_by_test_id("decision")).not_to_have_text(before, timeout=1500)  # sooner than asking would bring it
    boris.screenshot(path=pictures / "online-soviet.png")
    assert annas == boriss == []
    for page in (anna, boris):
        page.context.close()


def test_an_invitation_leads_to_a_seat(browser: Browser, house: str) -> None:
    anna, _ = arrived(browser, house, "Anna")
    anna.get_by_test_id("scenario").select_option("crossing")
    anna.get_by_label("Only by invitation").check()
    anna.get_by_test_id("offer").click()
    anna.get_by_test_id("invite-soviet").click()
    link = anna.get_by_test_id("link").input_value()
    boris, complaints = arrived(browser, house, "Boris", link.removeprefix(house))
    expect(boris.get_by_test_id("yours")).to_contain_text("Soviet: you")
    assert complaints == []
    for page in (anna, boris):
        page.context.close()


def test_without_a_socket_the_page_asks(browser: Browser, house: str) -> None:
    anna, annas = arrived(browser, house, "Anna")
    anna.get_by_test_id("scenario").select_option("crossing")
    anna.get_by_test_id("side-axis").select_option("you")
    anna.get_by_test_id("offer").click()
    boris, boriss = arrived(browser, house, "Boris")
    lost: list[str] = []

    def shut(socket: WebSocketRoute) -> None:
        lost.append(socket.url)
        socket.close()

    boris.route_web_socket("**/live?*", shut)
    boris.get_by_test_id("join-soviet").click()
    expect(boris.get_by_test_id("yours")).to_contain_text("Axis decides")
    anna.reload()
    for page in (anna, boris):
        page.get_by_test_id("open").click()
        expect(page.get_by_test_id("decision")).to_be_visible()
    before = boris.get_by_test_id("decision").inner_text()
    anna.get_by_test_id("end-segment").click()
    anna.get_by_test_id("end-anyway").click()
    expect(boris.get_by_test_id("decision")).not_to_have_text(before)
    expect(boris.get_by_test_id("here")).to_have_count(0)
    assert lost
    assert annas == boriss == []
    for page in (anna, boris):
        page.context.close()
