"""A telephone: fingers instead of a mouse, and a small sheet over the map."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from e2e.desk import Desk, Served, says
from e2e.test_access import violations

HELD_MS = 700


@pytest.fixture
def phone(browser: Browser, served: Served) -> Iterator[Desk]:
    """Somebody with a telephone."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    yield Desk(context.new_page(), served)
    context.close()


def place(desk: Desk, hex_: int) -> dict[str, float]:
    """Where a hex is on the screen."""
    found: dict[str, float] = desk.page.evaluate(f"window.__redball.hexToScreen({hex_})")
    return found


def tap(desk: Desk, hex_: int) -> Desk:
    """Tap on a hex."""
    at = place(desk, hex_)
    desk.page.touchscreen.tap(at["x"], at["y"])
    return desk.settle()


def hold(desk: Desk, hex_: int) -> Desk:
    """Hold a finger on a hex, and let go."""
    fingers = desk.page.context.new_cdp_session(desk.page)
    touch: list[dict[str, Any]] = [{**place(desk, hex_)}]
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": touch})
    desk.page.wait_for_timeout(HELD_MS)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    return desk.quiet()


def within(desk: Desk, inner: str, outer: str) -> bool:
    """An element lies whole in another one."""
    a, b = desk.the(inner).bounding_box(), desk.the(outer).bounding_box()
    assert a is not None
    assert b is not None
    down = b["y"] <= a["y"] and a["y"] + a["height"] <= b["y"] + b["height"] + 1
    return down and b["x"] <= a["x"] and a["x"] + a["width"] <= b["x"] + b["width"] + 1


def test_a_stack_is_spread_by_holding_and_its_counters_are_picked(phone: Desk, served: Served, pictures: Path) -> None:
    phone.open(served.game("crossing", {"axis": "human", "soviet": "random"}), "axis")
    stack = phone.game.look.unit("ax-pz").hex
    both = {"ax-pz", "ax-ar"}
    hold(phone.look(stack), stack)
    expect(phone.the("fan")).to_be_visible()
    assert within(phone, "fan", "map")
    phone.page.screenshot(path=pictures / "fan-by-touch.png")
    assert violations(phone) == []
    phone.the("fan-ax-ar").tap()
    phone.settle()
    expect(phone.the("fan-ax-ar")).to_have_attribute("aria-pressed", "true")
    expect(phone.the("fan-ax-pz")).to_have_attribute("aria-pressed", "false")
    phone.the("fan-ax-pz").tap()
    phone.settle()
    expect(phone.the("fan-ax-pz")).to_have_attribute("aria-pressed", "true")
    goal = phone.hex("03.06")  # the fan stays until the map is tapped, and what is picked goes there
    tap(phone, goal)
    assert {phone.game.look.unit(uid).hex for uid in both} == {goal}
    expect(phone.the("fan")).to_have_count(0)


def test_a_hex_that_is_held_has_its_menu_which_no_edge_cuts_off(phone: Desk, served: Served) -> None:
    phone.open(served.game("crossing", {"axis": "human", "soviet": "random"}), "axis")
    stack, one = phone.game.look.unit("ax-pz").hex, phone.game.look.unit("ax-sr").hex
    hold(phone.look(stack), stack)
    phone.the("fan-menu").tap()
    expect(phone.the("choice-menu")).to_be_visible()
    expect(phone.the("fan")).to_have_count(0)
    assert within(phone, "choice-menu", "map")
    phone.the("menu-nothing").tap()
    hold(phone, stack)
    phone.the("fan-close").tap()
    expect(phone.the("fan")).to_have_count(0)
    for where in (one, phone.hex("03.06")):  # one unit, or none: the menu at once
        hold(phone.look(where), where)
        expect(phone.the("choice-menu")).to_be_visible()
        assert within(phone, "choice-menu", "map")
        phone.the("menu-nothing").tap()


def test_the_log_is_one_tap_away_and_its_last_line_in_sight(phone: Desk, served: Served, pictures: Path) -> None:
    phone.open(served.game("lesson-1-moving", {"axis": "human", "soviet": "lesson"}), "axis")
    way = phone.the("sheet-way")
    start = phone.game.look.unit("ax-ir1").hex
    tap(tap(phone.look(start), start), phone.hex("06.06"))
    expect(way).to_be_in_viewport(ratio=1)
    says(way, "IR 1 Rgt moves from 05.07 to 06.06")
    phone.the("tab-lists").tap()
    way.tap()
    line = phone.the("log").get_by_text("IR 1 Rgt moves from 05.07 to 06.06")
    expect(line).to_be_in_viewport(ratio=1)
    lines, bar = line.bounding_box(), way.bounding_box()
    assert lines
    assert bar
    assert lines["y"] + lines["height"] <= bar["y"] + 1  # the bar does not lie over it
    says(way, "Decision")
    phone.page.screenshot(path=pictures / "log-by-touch.png")
    way.tap()
    expect(phone.the("decision-prompt")).to_be_in_viewport(ratio=1)
    says(way, "IR 1 Rgt moves")
    says(phone.the("decision"), "Tap a lit hex")


@pytest.mark.long
def test_the_strip_of_a_lesson_has_two_rows_with_large_text(phone: Desk, served: Served, pictures: Path) -> None:
    phone.open(served.game("lesson-1-moving", {"axis": "human", "soviet": "lesson"}), "axis")
    phone.page.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
    boxes = [phone.the(name).bounding_box() for name in ("lesson-fold", "lesson-progress", "lesson-next-step")]
    middles = [box["y"] + box["height"] / 2 for box in boxes if box]
    assert len(middles) == 3
    assert max(middles) - min(middles) < 12
    phone.page.screenshot(path=pictures / "strip-large-text.png")
    assert phone.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
