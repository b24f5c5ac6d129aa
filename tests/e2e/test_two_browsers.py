"""Two people play one game by clicking, each at a server of their own: `make soak` does the same for 2,000 actions."""

from __future__ import annotations

import pytest
from playwright.sync_api import Playwright

from e2e.two_browsers import run
from support import long


@pytest.mark.parametrize("actions", [12, long(50)])
def test_two_servers_and_two_browsers_lose_nothing(driver: Playwright, actions: int) -> None:
    assert run(driver, actions=actions, seed=2, scenario="crossing")
