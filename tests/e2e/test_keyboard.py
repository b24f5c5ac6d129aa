"""Whole games by the keyboard alone: no pointer, from the start page to the end of a lesson."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from e2e.desk import Desk, Served
from redball.game.view.guide import guide

TABS, STEPS = 150, 160


class Keys:
    """Nothing but keys. `said` is what a screen reader says of the hex under the cursor."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.page = desk.page

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def tab_to(self, selector: str) -> None:
        """Tab until the keys go to an element that fits."""
        for _ in range(TABS):
            if self.page.evaluate("one => document.activeElement?.matches(one) ?? false", selector):
                return
            self.press("Tab")
        raise AssertionError(f"no Tab leads to {selector}")

    @property
    def said(self) -> str:
        """What is said of the hex under the cursor."""
        return self.page.locator("#hex-said").inner_text()

    def go(self, hex_: int) -> None:
        """The map's own key, then arrows to a hex, and Enter."""
        board = self.desk.game.look.board
        self.press("/")
        expect(self.desk.the("map")).to_be_focused()
        for _ in range(STEPS):
            here = board.index(self.said.split(". ")[0].split(" ")[0])
            (column, row), (to_column, to_row) = board.position(here), board.position(hex_)
            across, up = to_column - column, to_row - row
            if not across and not up:
                break
            before = self.said
            self.press(
                ("ArrowRight" if across > 0 else "ArrowLeft") if across else ("ArrowUp" if up > 0 else "ArrowDown")
            )
            self.page.wait_for_function("b => document.querySelector('#hex-said').innerText !== b", arg=before)
        assert self.said.startswith(board.hex_name(hex_))
        self.press("Enter")


@pytest.mark.long
def test_the_first_lesson_by_keyboard_alone(desk: Desk, served: Served, pictures: Path) -> None:
    desk.home()
    keys = Keys(desk)
    desk.the("scenario-lesson-1-moving").wait_for()
    keys.tab_to("[data-testid=scenario-lesson-1-moving]")
    keys.press("Enter")
    expect(desk.the("chosen")).to_contain_text("Lesson 1")
    keys.tab_to("[data-testid=start-game]")
    keys.press("Enter")
    desk.the("map").wait_for()
    gid = desk.page.url.rsplit("/", 1)[1]
    desk.open_again(served.store.get(gid), "axis")
    for number in range(STEPS):
        desk.settle()
        steps = [step.progress for step in guide(desk.game, "axis")]
        if "open" not in steps:
            break
        desk.page.wait_for_function(
            "() => document.querySelector('.lesson-ring, [data-testid=lesson-strip]:not([data-hexes=\"\"])') !== null"
        )
        lit = (desk.the("lesson-strip").get_attribute("data-hexes") or "").split()
        if desk.page.locator(".lesson-ring").count():
            keys.tab_to(".lesson-ring")
            keys.press("Enter")
            desk.settle()
            desk.page.wait_for_function("() => document.activeElement !== document.body")  # the keys are not lost
        else:
            keys.go(int(lit[0]))
        if number == 1:
            desk.page.screenshot(path=pictures / "keyboard-cursor.png")
    assert set(steps) == {"done"}
    assert "I/7 Bn" in keys.said, "what has come under the cursor is said"
    keys.tab_to("[data-testid=next-lesson]")
    keys.press("Enter")
    desk.page.wait_for_function("id => window.__redball?.id() !== id", arg=gid)


def test_the_cursor_follows_what_is_picked(desk: Desk, served: Served) -> None:
    """A unit picked with `n` is where the cursor is: Enter does not march it to a hex that was left behind."""
    desk.open(served.game("lesson-1-moving", {"axis": "human", "soviet": "lesson"}), "axis")
    keys = Keys(desk)
    keys.go(desk.game.look.unit("ax-ir1").hex)
    for _ in range(3):
        keys.press("ArrowRight")
    there = len(desk.game.records)
    for _ in range(2):  # from one unit to another: what is said of its hex is not the reach of the first
        keys.press("n")
        desk.settle()
        assert " MP left" not in keys.said
    picked = desk.page.locator("[data-testid^=unit-][aria-pressed=true]").first.get_attribute("data-testid")
    assert picked is not None
    unit = desk.game.look.unit(picked.removeprefix("unit-"))
    assert keys.said.startswith(desk.game.look.board.hex_name(unit.hex))
    keys.press("Enter")
    desk.settle()
    assert len(desk.game.records) == there, "nobody moved"
