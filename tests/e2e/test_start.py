"""The start page: what a first-timer sees, saved games with name and picture, files, small screens and large text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from e2e.conftest import WIDE, running
from e2e.desk import Desk, Served, until_equal
from e2e.test_access import violations
from redball.scenarios.load import load_scenario
from redball.server.app import create_app
from redball.server.store import Store

AXIS = {"axis": "human", "soviet": "random"}
BOTH = {"axis": "human", "soviet": "human"}
PHONE: ViewportSize = {"width": 390, "height": 844}
WITHIN = "e => { const r = e.getBoundingClientRect(); return [r.top, r.bottom, innerHeight].map(Math.round) }"
SIDEWAYS = "() => { const m = document.querySelector('main'); return m.scrollWidth - m.clientWidth }"
DROP = """([text, name]) => {
  const data = new DataTransfer()
  data.items.add(new File([text], name))
  for (const type of ['dragover', 'drop']) {
    window.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
  }
}"""


@pytest.fixture
def fresh(page: Page, tmp_path: Path) -> Iterator[Desk]:
    """A desk at a server on which nobody has played."""
    app = create_app(tmp_path)
    with running(app) as address:
        yield Desk(page, Served(address, app.state.store))
        page.goto("about:blank")  # nothing is asked of a server that stops


def without_scrolling(desk: Desk, testid: str) -> bool:
    """The whole element is in the window."""
    desk.the(testid).wait_for()
    top, bottom, height = desk.the(testid).evaluate(WITHIN)
    return bool(0 <= top < bottom <= height)


def test_a_first_timer_is_led_to_lesson_1(fresh: Desk, pictures: Path) -> None:
    fresh.home()
    fresh.the("first-lesson").wait_for()
    expect(fresh.the("no-games")).to_be_visible()
    reds = "[...document.querySelectorAll('button.main')].filter(b => b.offsetParent).map(b => b.dataset.testid)"
    assert fresh.page.evaluate(reds) == ["first-lesson"], "one button stands out"
    assert without_scrolling(fresh, "first-lesson")
    fresh.page.wait_for_selector("[data-testid=small-map][data-whole=true]")
    fresh.page.screenshot(path=pictures / "start-new.png")
    assert violations(fresh) == []
    fresh.the("first-lesson").click()
    fresh.the("map").wait_for()
    session = fresh.served.store.get(fresh.page.url.rsplit("/", 1)[1])
    assert session.game.world.scenario.lesson == 1
    assert "human" in session.players.values()
    fresh.open_again(session, session.game.decision.side if session.game.decision else "")
    fresh.home()
    expect(fresh.the(f"continue-{session.id}")).to_be_visible()
    expect(fresh.the("welcome")).to_have_count(0)


def test_whoever_has_played_begins_without_scrolling(desk: Desk, served: Served, pictures: Path) -> None:
    for _ in range(5):
        served.game("crossing", AXIS)
    desk.home()
    assert without_scrolling(desk, "start-game")
    assert without_scrolling(desk, "saved-games")
    expect(desk.the("options")).not_to_have_attribute("open", "")
    expect(desk.the("welcome")).to_have_count(0)
    desk.page.wait_for_selector("[data-testid=small-map][data-whole=true]")
    desk.page.screenshot(path=pictures / "start.png")


@pytest.mark.long
def test_options_are_folded_and_count(desk: Desk, served: Served) -> None:
    desk.home()
    desk.the("scenario-crossing").click()
    desk.the("options").locator("> summary").click()
    desk.the("edition").select_option("1992")
    desk.the("seed").fill("4711")
    desk.the("start-game").click()
    desk.the("map").wait_for()
    game = served.store.get(desk.page.url.rsplit("/", 1)[1]).game
    assert (game.world.edition.name, game.dice.seed) == ("1992", 4711)


def test_a_game_is_named_and_the_name_stays(desk: Desk, served: Served, pictures: Path) -> None:
    session = served.game("crossing", AXIS)
    before = session.save.path.read_bytes()
    desk.home()
    row = desk.page.get_by_role("listitem").filter(has=desk.the(f"continue-{session.id}"))
    expect(row).to_contain_text("Turn 1, 11 Jul 1941")
    expect(row).to_contain_text("your turn")
    expect(row).to_contain_text("you: Axis")
    desk.the(f"rename-{session.id}").click()
    field = desk.the(f"name-{session.id}")
    expect(field).to_be_focused()
    field.fill("Sunday evening")
    field.press("Escape")
    expect(row).not_to_contain_text("Sunday")
    desk.the(f"rename-{session.id}").click()
    field.fill("Sunday evening")
    field.press("Enter")
    expect(row).to_contain_text("Sunday evening")
    desk.page.reload()
    expect(row).to_contain_text("Sunday evening")
    assert session.save.path.read_bytes() == before
    desk.page.screenshot(path=pictures / "start-named.png")
    assert violations(desk) == []


def pictured(desk: Desk, gid: str) -> str:
    """The pixels of the small picture beside a saved game, once it is there."""
    canvas = desk.the(f"continue-{gid}").locator("canvas[data-pictured=true]")
    canvas.wait_for()
    return str(canvas.evaluate("c => c.toDataURL()"))


@pytest.mark.long
def test_a_saved_game_shows_what_its_player_saw_last(desk: Desk, served: Served, pictures: Path) -> None:
    session = served.game("yelnya", {"soviet": "human", "axis": "random"})
    desk.open(session, "soviet").painted()
    desk.page.get_by_role("link", name="Redball: all games").click()
    first = pictured(desk, session.id)
    desk.page.screenshot(path=pictures / "start-picture.png")
    desk.page.reload()
    assert pictured(desk, session.id) == first, "it is kept"
    other = served.game("yelnya", BOTH, seed=6)
    desk.page.goto(f"{served.address}/#/game/{other.id}")
    desk.the("lift-curtain").click()
    desk.open_again(other, "soviet").painted()
    desk.page.get_by_role("link", name="Redball: all games").click()
    reds = """c => { const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data
      let n = 0
      for (let i = 0; i < d.length; i += 4) if (d[i] > 140 && d[i + 1] < 70 && d[i + 2] < 70) n++
      return n }"""
    pictured(desk, other.id)
    one, two = (desk.the(f"continue-{g}").locator("canvas").evaluate(reds) for g in (session.id, other.id))
    assert one > 20 > two, "of a game of two people under fog the picture shows the map alone"


def test_a_game_file_is_opened_by_button_by_dropping_and_in_a_game(desk: Desk, served: Served, tmp_path: Path) -> None:
    session = served.game("crossing", AXIS)
    raw = session.save.path.read_text(encoding="utf-8")
    file = tmp_path / "By the river.redball"
    file.write_text(raw, encoding="utf-8")
    desk.home()
    desk.the("import").set_input_files(file)
    taken_in(desk, served, "By the river")
    desk.home()
    desk.the("saved-games").wait_for()
    desk.page.evaluate(DROP, [raw, "Dropped.redball"])
    gid = taken_in(desk, served, "Dropped")
    desk.the("game-menu").click()
    desk.the("open-file").set_input_files(file)
    desk.page.wait_for_function("gid => !location.hash.endsWith(gid)", arg=gid)
    assert taken_in(desk, served, "By the river") != gid


def taken_in(desk: Desk, served: Served, name: str) -> str:
    """The game that the page has just opened from a file, and that it is called so in the list."""
    desk.page.wait_for_url("**/#/game/*")
    desk.the("map").wait_for()
    gid = desk.page.url.rsplit("/", 1)[1]
    desk.open_again(served.store.get(gid), "axis")
    (listed,) = (game for game in served.store.list() if game.id == gid)
    assert getattr(listed, "name", None) == name
    return gid


@pytest.mark.long
def test_what_is_no_game_is_refused_where_it_was_tried(browser: Browser, served: Served, tmp_path: Path) -> None:
    """Without the desk's page, since the browser reports the refused request as an error of its own."""
    broken = tmp_path / "broken.redball"
    broken.write_text("nonsense\n", encoding="utf-8")
    page = browser.new_context(viewport=WIDE).new_page()
    page.goto(served.address)
    page.get_by_test_id("import").set_input_files(broken)
    expect(page.get_by_test_id("file-problem")).to_contain_text("broken.redball cannot be opened.")
    page.evaluate(DROP, ["nonsense\n", "other.redball"])
    expect(page.get_by_test_id("drop-problem")).to_contain_text("other.redball cannot be opened.")
    page.context.close()


@pytest.mark.long
def test_the_list_that_cannot_be_read_offers_to_try_again(browser: Browser, served: Served) -> None:
    page = browser.new_context(viewport=WIDE).new_page()
    page.route("**/api/games", lambda route: route.abort())
    page.goto(served.address)
    expect(page.get_by_test_id("load-problem")).to_contain_text("The server does not answer")
    page.unroute("**/api/games")
    page.get_by_test_id("try-again").click()
    expect(page.get_by_test_id("start-game")).to_be_visible()
    page.context.close()


@pytest.mark.long
def test_a_file_that_cannot_be_read_says_so_in_its_row(fresh: Desk) -> None:
    (store_folder(fresh) / "bad.redball").write_text("nonsense\n")
    fresh.home()
    expect(fresh.the("saved-games")).to_contain_text("This file cannot be read")
    expect(fresh.the("saved-games")).to_contain_text("bad.redball")


def store_folder(desk: Desk) -> Path:
    """Where the games of the desk's server lie."""
    store: Store = desk.served.store
    return store.folder


@pytest.mark.long
def test_on_a_telephone_the_list_leads_to_the_page_of_a_scenario_and_back(desk: Desk, pictures: Path) -> None:
    desk.page.set_viewport_size(PHONE)
    desk.home()
    desk.the("scenario-yelnya").wait_for()
    expect(desk.the("chosen")).to_be_hidden()
    assert desk.page.evaluate(SIDEWAYS) <= 0
    desk.page.screenshot(path=pictures / "start-phone.png")
    desk.the("scenario-yelnya").click()
    expect(desk.page.get_by_role("heading", name="Yelnya, August-September 1941")).to_be_focused()
    assert without_scrolling(desk, "start-game")
    desk.page.wait_for_selector("[data-testid=small-map][data-whole=true]")
    assert desk.page.evaluate(SIDEWAYS) <= 0
    desk.page.screenshot(path=pictures / "start-phone-yelnya.png")
    assert violations(desk) == []
    desk.page.go_back()
    expect(desk.the("scenario-yelnya")).to_be_visible()
    expect(desk.the("chosen")).to_be_hidden()


@pytest.mark.long
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desk", "telephone"])
def test_with_text_of_twice_the_size_nothing_is_cut_off(desk: Desk, served: Served, size: Any, pictures: Path) -> None:
    served.game("crossing", AXIS)
    desk.page.set_viewport_size(size)
    desk.page.goto(f"{served.address}/#/scenario/yelnya")
    desk.the("chosen").wait_for()
    desk.page.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
    desk.page.wait_for_selector("[data-testid=small-map][data-whole=true]")
    assert desk.page.evaluate(SIDEWAYS) <= 0
    cut = """() => [...document.querySelectorAll('main :is(h2, h3, p, li, label, button, a, strong, td, th)')]
      .filter(e => e.offsetParent && getComputedStyle(e).display !== 'inline')
      .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.innerText)"""
    assert desk.page.evaluate(cut) == []
    desk.page.screenshot(path=pictures / f"start-large-text-{size['width']}.png")


def test_a_game_is_begun_with_the_keyboard_alone(desk: Desk, served: Served) -> None:
    desk.home()
    desk.the("scenario-crossing").wait_for()
    desk.the("scenario-crossing").focus()
    desk.page.keyboard.press("Enter")
    desk.page.wait_for_url("**/#/scenario/crossing")
    expect(desk.the("chosen")).to_contain_text(load_scenario("crossing").title)  # not that of the scenario before
    desk.the("side-axis").focus()
    desk.page.keyboard.press("ArrowDown")
    expect(desk.the("side-soviet")).to_be_checked()
    desk.page.keyboard.press("Tab")
    expect(desk.the("opponent-steady")).to_be_focused()
    desk.page.keyboard.press("Tab")
    expect(desk.the("start-game")).to_be_focused()
    desk.page.keyboard.press("Enter")
    desk.the("map").wait_for()
    gid = desk.page.url.rsplit("/", 1)[1]
    until_equal(lambda: served.store.get(gid).players["soviet"], "human", desk.page)
