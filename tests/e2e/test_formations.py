"""Orders for a formation: fuel in two clicks, a mode for all, a march in column, each taken back by one undo."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from e2e.desk import Desk, Served, says
from e2e.test_fluent import moving_phase
from redball.core.events import FuelPaid, SupplySpent
from redball.core.state import Unit
from redball.rules.moving_stack.fuel import is_fueled, needs_fuel

NAME = "12 Pz"
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def segment(desk: Desk, served: Served) -> Desk:
    """The first Movement Segment of smolensk."""
    return desk.open(moving_phase(served), "axis")


def members(desk: Desk) -> list[Unit]:
    """The units of the formation."""
    look = desk.game.look
    return [unit for unit in look.own("axis") if unit.on_map and look.counter(unit).formation == NAME]


def thirsty(desk: Desk) -> list[str]:
    """Those that need fuel and have none."""
    look = desk.game.look
    return [unit.id for unit in members(desk) if needs_fuel(look, unit) and not is_fueled(look, unit)]


def test_two_clicks_fuel_a_division_and_one_undo_gives_it_back(segment: Desk, pictures: Path) -> None:
    start, waiting = len(segment.game.records), thirsty(segment)
    assert len(waiting) == 7
    unit = next(u for u in members(segment) if u.id in waiting)
    segment.look(unit.hex).click(unit.hex)
    fuel = segment.the("fuel-formation")
    says(fuel, "all 7", "1 SP", "one by one 1 SP 3T")
    segment.page.screenshot(path=pictures / "formation-fuel.png")
    segment.push("fuel-formation").same()
    assert not thirsty(segment)
    assert [spent.tokens for spent in segment.happened(SupplySpent)][-1] == 4
    assert segment.happened(FuelPaid)[-1].formation == NAME
    segment.press("u").same()
    assert len(segment.game.records) == start
    assert thirsty(segment) == waiting
    segment.press("y").same()
    assert not thirsty(segment), "redo repeats what one undo took back"


def test_a_formation_is_opened_from_the_list_by_key_and_by_double_click(segment: Desk, pictures: Path) -> None:
    page, panel = segment.page, segment.the("formation-panel")
    segment.look(0)
    segment.the("formation-list").select_option(NAME)
    box = segment.the("map").bounding_box()
    assert box
    seen = [page.evaluate(f"window.__redball.hexToScreen({unit.hex})") for unit in members(segment)]
    assert any(box["x"] < at["x"] < box["x"] + box["width"] for at in seen), (
        "the map goes to what is chosen in the list"
    )
    assert any(box["y"] < at["y"] < box["y"] + box["height"] for at in seen)
    for unit in members(segment):
        says(segment.the(f"formation-unit-{unit.id}"), segment.game.look.hex_name(unit.hex))
    says(panel, "needs fuel", "MP")
    page.screenshot(path=pictures / "formation-list.png")
    segment.push("formation-close")
    unit = members(segment)[0]
    segment.pick(unit.id).press("a")
    expect(segment.the("formation-list")).to_have_value(NAME)
    segment.press("a")
    expect(segment.the("formation-list")).not_to_have_value(NAME)
    segment.press("Escape")
    segment.press("Escape")
    expect(segment.the("stack-panel")).to_have_count(0)
    segment.look(unit.hex)
    at = page.evaluate(f"window.__redball.hexToScreen({unit.hex})")
    page.mouse.dblclick(at["x"], at["y"] - 4)
    expect(segment.the("formation-march")).to_be_visible()
    top = next(
        u
        for u in segment.state()["units"]
        if u["id"] == segment.page.evaluate(f"window.__redball.shown()[{unit.hex}].at(-1)")
    )
    expect(segment.the("formation-list")).to_have_value(top["counter"]["formation"])


def test_all_that_can_turn_to_reserve_by_one_gesture_and_the_rest_is_told(segment: Desk, pictures: Path) -> None:
    start = len(segment.game.records)
    segment.the("formation-list").select_option(NAME)
    segment.settle()
    segment.the("formation-panel").locator("summary", has_text="Turn all").click()
    segment.push("formation-turn-reserve-combat").same()
    turned = [unit for unit in members(segment) if unit.marker == "reserve"]
    assert len(turned) == 7
    assert all(unit.activity.moved for unit in turned)
    segment.page.screenshot(path=pictures / "formation-reserve.png")
    segment.press("u").same()
    assert len(segment.game.records) == start


def test_a_formation_marches_in_column_and_what_stays_is_told(segment: Desk, pictures: Path) -> None:
    board, start = segment.game.world.board, len(segment.game.records)
    before = {unit.id: unit.hex for unit in members(segment)}
    home = next(iter(before.values()))
    goal = segment.hex("20.24")
    segment.the("formation-list").select_option(NAME)
    segment.settle().push("formation-march").look(goal, 0.7)
    segment.hover(goal)
    segment.settle()
    segment.page.screenshot(path=pictures / "formation-march.png")
    segment.click(goal).same()
    after = {unit.id: unit.hex for unit in members(segment)}
    moved = [uid for uid, hex_ in before.items() if after[uid] != hex_]
    assert len(moved) >= 3
    assert all(board.distance(after[uid], goal) < board.distance(home, goal) for uid in moved)
    march = segment.the("log-series").last
    says(march.locator("summary"), f"{NAME}: {len(moved)} units move from")
    march.locator("summary").click()
    expect(march.locator(".line", has_text=" moves from ")).to_have_count(len(moved))
    stayed = [uid for uid in before if uid not in moved]
    told = segment.the("left-why")
    expect(told).to_have_count(len(stayed))
    segment.page.screenshot(path=pictures / "formation-marched.png")
    segment.press("u").same()
    assert len(segment.game.records) == start


@pytest.mark.long
def test_a_phone_has_the_formation_too(segment: Desk, pictures: Path) -> None:
    segment.resize(PHONE)
    segment.the("formation-list").select_option(NAME)
    segment.settle()
    segment.the("formation-march").scroll_into_view_if_needed()
    segment.page.screenshot(path=pictures / "formation-phone.png")
    assert segment.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    segment.the("fuel-formation").click()
    segment.settle()
    assert not thirsty(segment)
