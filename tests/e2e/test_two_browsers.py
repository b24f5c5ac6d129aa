"""Two people play one game by clicking, each at a server of their own: `make soak` does the same for 2,000 actions."""

from __future__ import annotations

from playwright.sync_api import Playwright

from e2e.two_browsers import run


def test_two_servers_and_two_browsers_lose_nothing(driver: Playwright) -> None:
    assert run(driver, actions=50, seed=2, scenario="crossing")
