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
    if at != "/":  # an invitation leads to the table of the game
        expect(page.get_by_test_id("table-page")).to_be_visible()
        page.goto(f"{house}/#/")
    expect(page.get_by_test_id("new-game").or_(page.get_by_test_id("yours"))).to_have_count(2)
    return page, complaints


def test_a_bot_that_plans_is_chosen_by_name_and_the_page_tells_that_it_does(
    browser: Browser, house: str, pictures: Path
) -> None:
    carl, complaints = arrived(browser, house, "Carl")
    carl.get_by_test_id("scenario").select_option("yelnya")
    carl.get_by_test_id("side-axis").select_option("you")
    expect(carl.get_by_test_id("bot-plans")).to_have_count(0)
    carl.get_by_test_id("side-soviet").select_option(label="Planning bot")
    expect(carl.get_by_test_id("bot-plans")).to_contain_text("imagined games")
    carl.screenshot(path=pictures / "online-planner-form.png", full_page=True)
    carl.get_by_test_id("offer").click()
    expect(carl.get_by_test_id("yours")).to_contain_text("Planning bot")
    carl.get_by_test_id("open").click()
    expect(carl.get_by_test_id("bot-thinks")).to_contain_text("plans its turn", timeout=60_000)
    expect(carl.get_by_test_id("bot-thinks").locator("progress")).to_be_visible()
    carl.screenshot(path=pictures / "online-planner-thinks.png")
    carl.get_by_test_id("to-table").click()
    carl.get_by_test_id("resign").click()
    carl.get_by_test_id("resign-surely").click()
    expect(carl.get_by_test_id("outcome")).to_contain_text("has resigned", timeout=8000)
    assert not complaints


def test_two_people_meet_in_the_lobby_and_play(browser: Browser, house: str, pictures: Path) -> None:
    anna, annas = arrived(browser, house, "Anna")
    anna.get_by_test_id("scenario").select_option("crossing")
    offered = anna.get_by_test_id("side-axis").locator("option")
    names = offered.all_inner_texts()
    assert names[: names.index("Bold bot")] == [
        *("you", "whoever comes", "Steady bot", "Keen bot", "Staunch bot", "Planning bot, quick", "Planning bot"),
    ], "the operator lets no bot think at length"
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


def at_one_game(browser: Browser, house: str) -> tuple[Page, Page, list[str]]:
    """Two people at a game of Crossing, and what their browsers complain of."""
    anna, annas = arrived(browser, house, "Anna")
    anna.get_by_test_id("scenario").select_option("crossing")
    anna.get_by_test_id("side-axis").select_option("you")
    anna.get_by_test_id("offer").click()
    boris, boriss = arrived(browser, house, "Boris")
    boris.get_by_test_id("join-soviet").click()
    expect(boris.get_by_test_id("yours")).to_contain_text("Axis decides")
    anna.reload()
    for page in (anna, boris):
        page.get_by_test_id("open").click()
        expect(page.get_by_test_id("decision")).to_be_visible()
        expect(page.get_by_test_id("tab-talk")).to_have_text("Talk")
    annas += boriss
    return anna, boris, annas


def test_two_people_talk_over_the_map(browser: Browser, house: str, pictures: Path) -> None:
    """What looks like HTML is words; a place leads there; notes are nobody else's; what is new is marked."""
    anna, boris, complaints = at_one_game(browser, house)
    anna.keyboard.press("w")
    expect(anna.get_by_test_id("say")).to_be_focused()
    anna.keyboard.type("<b>Look</b> w & see")
    hex_ = anna.evaluate("window.__redball.state().units.find((u) => u.hex >= 0 && u.side === 'axis').hex")
    at = anna.evaluate("(h) => window.__redball.hexToScreen(h)", hex_)
    anna.mouse.click(at["x"], at["y"])
    anna.get_by_test_id("say-point").check()
    anna.get_by_test_id("say").press("Enter")
    expect(anna.get_by_test_id("post")).to_contain_text("<b>Look</b> w & see")
    expect(anna.get_by_test_id("say")).to_have_value("")

    expect(boris.get_by_test_id("tab-talk")).to_have_text("Talk (1)")
    expect(boris.get_by_test_id("talk-news")).to_contain_text("Anna: ▼")
    expect(boris.get_by_test_id("talk-news").locator(".words b")).to_have_count(0)
    boris.screenshot(path=pictures / "online-talk-news.png")
    before = boris.evaluate("window.__redball.camera()")
    boris.evaluate("window.__redball.zoom(3)")
    boris.evaluate("window.__redball.pan(3000, 3000)")
    boris.get_by_test_id("news-hex").click()
    seen = boris.evaluate("(h) => window.__redball.hexToScreen(h)", hex_)
    assert 0 < seen["x"] < 1440, (seen, before)
    assert 0 < seen["y"] < 900, (seen, before)
    boris.get_by_test_id("talk-open").click()
    expect(boris.get_by_test_id("talk-news")).to_have_count(0)
    expect(boris.get_by_test_id("tab-talk")).to_have_text("Talk")
    boris.screenshot(path=pictures / "online-talk.png")

    boris.get_by_test_id("say-to").select_option(label="A note for myself")
    boris.get_by_test_id("say").fill("A trap?")
    boris.get_by_test_id("say-send").click()
    expect(boris.get_by_test_id("post")).to_have_count(2)
    boris.get_by_test_id("say-to").select_option(label="To all")
    boris.get_by_test_id("say").fill("Seen.")
    boris.get_by_test_id("say-send").click()
    expect(anna.get_by_test_id("post")).to_have_count(2)
    expect(anna.get_by_test_id("talk")).not_to_contain_text("trap")
    anna.get_by_test_id("take-back").click()
    expect(boris.get_by_test_id("post").first).to_contain_text("taken back")

    boris.reload()
    expect(boris.get_by_test_id("tab-talk")).to_have_text("Talk")
    assert complaints == []
    for page in (anna, boris):
        page.context.close()
