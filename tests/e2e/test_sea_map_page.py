"""The first view of Sicily and Gela: boxes lie beside the zoom buttons, and what ends a long decision is in reach."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from e2e.desk import Desk, Served
from redball.rules.ground.fleet import fleet_in


@pytest.mark.parametrize("scenario", ["sicily", "etna"])
def test_no_box_lies_under_the_zoom_buttons_and_the_end_is_in_sight(
    desk: Desk, served: Served, pictures: Path, scenario: str
) -> None:
    desk.open(served.game(scenario, {"allied": "human", "axis": "random"}), "allied")
    desk.page.wait_for_timeout(300)
    desk.painted()
    desk.page.screenshot(path=pictures / f"first-view-{scenario}.png")
    board = desk.game.world.board
    right = max(
        box["x"] + box["width"]
        for box in (desk.the(name).bounding_box() for name in ("zoom-in", "zoom-out", "zoom-fit"))
        if box is not None
    )
    for hex_ in range(board.map_size, board.size):
        spot = desk.page.evaluate("h => window.__redball.hexToScreen(h)", hex_)
        assert spot["x"] > right, board.hex_name(hex_)
    end = desk.page.get_by_test_id("end-segment")
    if end.count():
        expect(end).to_be_in_viewport(ratio=1)


def test_gela_begins_with_its_beaches_and_fleets_in_the_window(desk: Desk, served: Served, pictures: Path) -> None:
    """Every counter that is at sea or that could meet the landing, and not all of Sicily."""
    desk.open(served.game("gela", {"allied": "human", "axis": "random"}), "allied")
    desk.page.wait_for_timeout(300)
    desk.painted()
    desk.page.screenshot(path=pictures / "first-view-gela.png")
    box = desk.page.locator("main canvas").first.bounding_box()
    assert box is not None
    fleet = {ship.hex for ship in fleet_in(desk.game.state).vessels if ship.afloat}
    for hex_ in (*fleet, desk.hex("27.09"), desk.hex("23.10"), desk.hex("30.11")):
        spot = desk.page.evaluate("h => window.__redball.hexToScreen(h)", hex_)
        assert box["x"] < spot["x"] < box["x"] + box["width"]
        assert box["y"] < spot["y"] < box["y"] + box["height"]
    far = desk.page.evaluate("h => window.__redball.hexToScreen(h)", desk.hex("05.22"))
    assert far["x"] < box["x"], "Trapani is not in the window"
