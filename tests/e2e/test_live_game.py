"""A game of Crossing, live: two people at two browsers, a third who watches; a net is lost, a worker killed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from e2e.live_game import run


@pytest.mark.long
def test_a_game_is_played_live_to_its_end(browser: Browser) -> None:
    course = run(browser, "workers", seed=3)
    assert course.cuts == 2
    assert course.seq > 50
