"""The first view of Sicily: off-map boxes lie beside the zoom buttons, and what ends a long decision is in reach."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from e2e.desk import Desk, Served


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
