"""What a click, a drag, a right click and Esc mean on the map, and refusals where the click was."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e.desk import Desk, Served, says
from redball.core.actions import BeginMove
from redball.game import Game
from support import LEG, TANKS

FIELD = f"""redball-position 1
at movement phasing=axis
switches fog=off
[terrain]
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
[units]
axis 02.03 ir1 {LEG}
axis 02.03 pz1 {TANKS} formation=pz
axis 02.03 pz2 {TANKS} formation=pz
axis 02.05 ir2 {LEG} reserve
soviet 07.03 rr1 {LEG}
[supply]
axis 02.03 9
"""


@pytest.fixture
def field(desk: Desk, served: Served) -> Desk:
    """A small field with a stack of three, a unit in Reserve and an enemy far off."""
    return desk.open(served.sit(Game.from_position(FIELD, seed=3)), "").look(14, 1.0)


def at(desk: Desk, hex_: int) -> tuple[float, float]:
    """A hex in the window."""
    found = desk.page.evaluate(f"window.__redball.hexToScreen({hex_})")
    return found["x"], found["y"]


def picked(desk: Desk) -> list[str]:
    """The units that the panel shows as picked."""
    pressed = desk.page.locator("[data-testid^=unit-][aria-pressed=true]")
    return sorted(str(one.get_attribute("data-testid")).removeprefix("unit-") for one in pressed.all())


def drag(page: Page, start: tuple[float, float], end: tuple[float, float], *, drop: bool = True) -> None:
    """A counter is dragged with the mouse."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 12, start[1] + 4)
    page.mouse.move(*end)
    if drop:
        page.mouse.up()


def test_the_counter_on_top_is_the_one_that_is_picked(field: Desk) -> None:
    hex_ = field.hex("02.03")
    top = field.page.evaluate(f"window.__redball.shown()[{hex_}]")[-1]
    field.click(hex_)
    assert picked(field) == [top]


@pytest.mark.long
def test_a_counter_that_shows_only_its_rim_is_picked_by_its_rim(field: Desk) -> None:
    hex_ = field.hex("02.03")
    field.look(hex_, 2.0)
    x, y = at(field, hex_)
    bottom, *_ = field.page.evaluate(f"window.__redball.shown()[{hex_}]")
    spread, half = 3.6 * 2.0, 54 * 2.0 / 2
    field.page.mouse.click(x - spread - half + 4, y - 8 + spread + half - 4)
    field.settle()
    assert picked(field) == [bottom]


def test_a_click_out_of_reach_keeps_the_selection_and_says_what_is_missing(field: Desk, pictures: Path) -> None:
    field.pick("ir1")
    far = field.hex("09.05")
    field.click(far)
    callout = field.the("callout")
    says(callout, "6.2", "MP short of 09.05", "are left")
    assert picked(field) == ["ir1"]
    x, y = at(field, far)
    box = callout.bounding_box()
    assert box is not None
    assert abs(box["y"] - y) < 300
    assert abs(box["x"] - x) < 400, "it stands where the click was"
    field.page.screenshot(path=pictures / "callout.png")
    field.push("callout-close")
    expect(callout).to_have_count(0)
    assert picked(field) == ["ir1"]
    field.click(field.hex("07.03"))
    says(callout, "holds enemy combat units", "→")


def test_dragging_moves_a_counter_and_esc_or_its_own_hex_cancels(field: Desk, pictures: Path) -> None:
    page, start = field.page, len(field.game.records)
    home, goal = at(field, field.hex("02.03")), at(field, field.hex("04.02"))
    drag(page, home, goal, drop=False)
    field.settle()
    says(field.the("way-said"), "04.02", "MP left")
    page.screenshot(path=pictures / "drag.png")
    page.keyboard.press("Escape")
    page.mouse.up()
    field.settle()
    assert len(field.game.records) == start
    drag(page, home, goal, drop=False)
    page.mouse.move(*home)
    page.mouse.up()
    field.settle()
    assert len(field.game.records) == start
    drag(page, home, goal)
    field.wait(lambda: len(field.game.records) > start, "the move")
    field.settle()
    moved = [u.id for u in field.game.look.own("axis") if u.hex == field.hex("04.02")]
    assert len(moved) == 1
    field.press("u").same()
    assert len(field.game.records) == start


def test_waypoints_lead_the_move_and_esc_takes_the_last_one_back(field: Desk, pictures: Path) -> None:
    page = field.page
    field.pick("pz1")
    for name in ("03.01", "05.01"):
        page.keyboard.down("Control")
        field.click(field.hex(name))
        page.keyboard.up("Control")
    says(field.the("way-said"), "05.01", "MP left")
    page.screenshot(path=pictures / "waypoints.png")
    field.press("Escape")
    says(field.the("way-said"), "03.01")
    field.click(field.hex("04.04"))
    steps = [record.action.hex for record in field.game.records if hasattr(record.action, "hex")]
    assert field.hex("03.01") in steps
    assert field.game.look.unit("pz1").hex == field.hex("04.04")


def test_esc_goes_back_one_step_at_a_time_and_the_lit_hexes_stay_true(field: Desk) -> None:
    field.pick("pz1")
    hex_ = field.hex("02.03")
    field.page.mouse.click(*at(field, hex_), button="right")
    expect(field.the("choice-menu")).to_be_visible()
    field.press("Escape")
    expect(field.the("choice-menu")).to_have_count(0)
    assert picked(field) == ["pz1"]
    field.the("fuel-formation").click()
    field.settle()
    assert field.game.decision is not None
    assert field.game.decision.procedure.name == "move"
    field.press("Escape").same()
    assert field.game.decision.procedure.name == "movement_segment", "the stack had not begun: it is put back"
    field.press("Escape")
    expect(field.the("stack-panel")).to_have_count(0)


def test_the_menu_says_what_can_be_done_and_why_the_rest_cannot(field: Desk, pictures: Path) -> None:
    page = field.page
    field.pick("ir1")
    page.mouse.click(*at(field, field.hex("07.03")), button="right")
    menu = field.the("choice-menu")
    says(menu, "07.03", "Attack 07.03", "holds enemy combat units")
    page.screenshot(path=pictures / "menu-enemy.png")
    field.press("Escape")
    page.mouse.click(*at(field, field.hex("03.03")), button="right")
    field.the("menu-move-here").wait_for()
    page.screenshot(path=pictures / "menu-move.png")
    field.push("menu-move-here")
    assert field.game.look.unit("ir1").hex == field.hex("03.03")


def test_the_menu_opens_by_key_and_is_walked_by_arrows(field: Desk) -> None:
    field.pick("ir1").press("Shift+F10")
    expect(field.the("choice-menu")).to_be_visible()
    items = field.page.locator("[data-testid=choice-menu] [role=menuitem]")
    expect(items.first).to_be_focused()
    field.page.keyboard.press("ArrowDown")
    expect(items.nth(1)).to_be_focused()
    field.press("Escape")
    expect(field.the("choice-menu")).to_have_count(0)


def test_a_held_finger_opens_the_menu_and_a_short_one_does_not_pan(field: Desk) -> None:
    x, y = at(field, field.hex("02.03"))
    touch = """([x, y, type]) => document.querySelector('[data-testid=map]').dispatchEvent(new PointerEvent(type, {
        pointerId: 7, pointerType: 'touch', isPrimary: true,
        clientX: x, clientY: y, button: 0, buttons: 1, bubbles: true }))"""
    field.page.evaluate("HTMLElement.prototype.setPointerCapture = () => {}")
    field.page.evaluate(touch, [x, y, "pointerdown"])
    field.page.wait_for_timeout(650)
    field.page.evaluate(touch, [x, y, "pointerup"])
    field.push("fan-menu")  # a stack is spread out first
    expect(field.the("choice-menu")).to_be_visible()
    assert any(isinstance(choice, BeginMove) for choice in field.game.choices())


def test_redo_repeats_what_one_undo_took_back(field: Desk) -> None:
    start = len(field.game.records)
    field.pick("pz1").click(field.hex("04.02"))
    there = len(field.game.records)
    assert there - start > 2
    field.press("u").same()
    assert len(field.game.records) == start
    field.press("y").same()
    assert len(field.game.records) == there
    field.press("u").same()
    assert len(field.game.records) == start
