"""People who click at random whatever the page of a game offers, and count what the server acknowledges."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Error, Page, Request, Response

from e2e.desk import PATIENCE

OPEN = "dialog[open] button, [role=menu] button"
OFFERED = "[data-testid=decision] button[data-testid], [data-testid=theatre] button"
ATTACKS = ["declare_attack", "declare_barrage", "declare_overrun"]
HEXES = "() => window.__redball.state().choices.map(a => a.hex).filter(h => h >= 0).slice(0, 400)"
EAGER = """([attacks, columns]) => {
    const { choices, units, decision } = window.__redball.state()
    const enemies = units.filter(u => u.side !== decision.side && u.hex >= 0).map(u => u.hex)
    const row = h => Math.trunc(h / columns)
    const apart = (a, b) => Math.abs(a % columns - b % columns) + Math.abs(row(a) - row(b))
    const far = h => Math.min(...enemies.map(e => apart(h, e)))
    const all = choices.filter(a => a.hex >= 0), some = all.filter(a => attacks.includes(a.type))
    return (some.length ? some : all).map(a => a.hex).sort((a, b) => far(a) - far(b)).slice(0, 2)
}"""
CLICKABLE = "buttons => buttons.flatMap((b, i) => (b.disabled || !b.offsetParent ? [] : [i]))"


class Person:
    """Clicks at random, and counts what the server acknowledges. `newest`: the number of the game's newest state.
    `eager`: of hexes, clicks on one to attack if it can, or else on one near the enemy; the map has so many columns."""

    patience = PATIENCE
    """Seconds that the page may take to say that a click came too late."""

    def __init__(self, page: Page, rng: Random, newest: Callable[[], int], *, eager: int = 0) -> None:
        self.page, self.rng, self.newest, self.eager = page, rng, newest, eager
        self.taken = self.stale = self.faults = 0
        self.behind = False  # the last click came too late
        self.told = self.lagging = 0  # how often the page said so; how often it did not show the newest state then
        self.open: set[Request] = set()  # what was asked and is not counted yet
        self.page.on("request", self.ask)
        self.page.on("response", self.note)
        self.page.on("requestfailed", self.lose)
        self.page.on("pageerror", self.fault)

    def ask(self, request: Request) -> None:
        """The page asks for something that may be an action."""
        if request.method == "POST" and "/api/games/" in request.url:
            self.open.add(request)

    def note(self, answer: Response) -> None:
        """Count what an answer says of an action."""
        if answer.request not in self.open:
            return
        if answer.status >= 500:
            self.faults += 1
        body: dict[str, Any] = answer.json()
        self.taken += body.get("taken", 0)
        late = bool(body.get("stale")) and not self.behind  # a click that asks twice is late once
        self.stale += late
        self.behind = self.behind or late
        self.open.discard(answer.request)

    def lose(self, request: Request) -> None:
        """Nobody answers."""
        self.open.discard(request)

    def settle(self) -> None:
        """Wait for what the click asked; if it came too late, look whether the page says so. Playwright tells of an
        answer apart from what the page does with it, so the page may have read it before we have."""
        self.page.wait_for_function("() => window.__redball.quiet()")
        until = time.monotonic() + PATIENCE
        while self.open:
            assert time.monotonic() < until, f"not answered: {[one.url for one in self.open]}"
            self.page.wait_for_timeout(5)
        if self.behind:
            self.behind = False
            self.told += self.is_told()
            self.lagging += self.page.evaluate("window.__redball.state().seq") != self.newest()

    def is_told(self) -> bool:
        """Whether the page says that the click came too late, once it has been painted."""
        try:
            self.page.get_by_test_id("error").wait_for(timeout=1000 * self.patience)
        except Error:
            print(f"not told: {self.seen()}", file=sys.stderr)
            return False
        return True

    def seen(self) -> str:
        """What the page says of the decision, for a message."""
        return self.page.get_by_test_id("decision").inner_text()

    def fault(self, error: Any) -> None:
        """A script error."""
        print(f"script error: {error.stack or error}", file=sys.stderr)
        self.faults += 1

    def sit(self, address: str) -> None:
        """Open the page of the game."""
        self.page.goto(address)
        self.page.get_by_test_id("map").wait_for()
        self.page.wait_for_function("() => window.__redball?.quiet()")

    def come_back(self) -> None:
        """A click may have led into the past, where nothing is offered."""
        now = self.page.get_by_test_id("time-now")
        if now.count():
            now.click()
            self.page.wait_for_function("() => window.__redball.quiet()")

    def click(self) -> None:
        """Click something that the page offers: a button of the decision, the theatre or a dialog, or a hex."""
        self.come_back()
        page = self.page
        page.evaluate("document.querySelectorAll('[data-testid=decision] details').forEach(d => (d.open = true))")
        hexes: list[int] = page.evaluate(EAGER, [ATTACKS, self.eager]) if self.eager else page.evaluate(HEXES)
        dialog = page.locator(OPEN)
        buttons = dialog if dialog.count() else page.locator(OFFERED)
        places: list[int] = buttons.evaluate_all(CLICKABLE)
        try:
            if hexes and not dialog.count() and self.rng.random() < 0.4:
                hex_ = self.rng.choice(hexes)
                page.evaluate("hex => window.__redball.look(hex)", hex_)
                at = page.evaluate("hex => window.__redball.hexToScreen(hex)", hex_)
                page.get_by_test_id("map").click(position=at, timeout=1000)
            elif places:
                buttons.nth(self.rng.choice(places)).click(timeout=1000)
        except Error:  # it has gone, or something lies over it; or it was clicked, and Playwright was slow to notice
            self.settle()
            page.keyboard.press("Escape")
        self.settle()
