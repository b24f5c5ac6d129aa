"""People at browsers of their own before the server with accounts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from e2e.conftest import WIDE, is_complaint, running
from e2e.test_access import AXE, VIOLATIONS
from redball.online.app import create_app
from redball.online.settings import DatabaseSettings, Settings

PASSWORD = "a long enough one"
TELEPHONE: ViewportSize = {"width": 390, "height": 844}
PASSES = """async (gid) => {
  for (let n = 0; n < 60; n++) {
    const at = await (await fetch(`/api/games/${gid}/at`)).json()
    if (at.decides !== 'axis') return
    const view = await (await fetch(`/api/games/${gid}/view?side=axis`)).json()
    const action = view.choices.find((one) => one.type === 'done') ?? view.choices.at(-1)
    const body = JSON.stringify({ side: 'axis', seq: view.seq, actions: [action] })
    await fetch(`/api/games/${gid}/act`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }
}"""
"""Ends the segments of the Axis, who have nothing to decide but that, until the other side decides."""
ANSWERED = ("401", "400", "403")
"""Refusals that a test asks for; the browser reports them as errors, too."""


@contextmanager
def open_house(folder: Path) -> Iterator[str]:
    """A server with accounts, by its address: one with a name, as passkeys need."""
    with running(create_app(Settings(database=DatabaseSettings(f"sqlite:///{folder}/house.sqlite")))) as address:
        yield address.replace("127.0.0.1", "localhost")


class Guest:
    """Somebody at a browser, and what it complains of."""

    def __init__(
        self, browser: Browser, house: str, at: str = "/", size: ViewportSize = WIDE, *, known: str = ""
    ) -> None:
        """They open the page `at`. `known`: they have an account of that name and are signed in."""
        self.house = house
        self.page: Page = browser.new_context(
            viewport=size, reduced_motion="reduce", accept_downloads=True, permissions=["clipboard-read"]
        ).new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(error.stack or str(error)))
        self.page.on("console", lambda said: self._hear(said.type, said.text))
        if known:
            self.posted("/api/accounts", name=known, password=PASSWORD)
        self.page.goto(house + at)
        if known:
            expect(self.the("account")).to_have_text(known)

    def _hear(self, kind: str, text: str) -> None:
        if is_complaint(kind, text) and not any(f"status of {one}" in text for one in ANSWERED):
            self.complaints.append(text)

    def the(self, name: str) -> Locator:
        """An element by its test id."""
        return self.page.get_by_test_id(name)

    def push(self, name: str) -> Guest:
        """Click a button."""
        self.the(name).click()
        return self

    def fill(self, **fields: str) -> Guest:
        """Fill fields in, by test ids with _ for -."""
        for name, text in fields.items():
            self.the(name.replace("_", "-")).fill(text)
        return self

    def sign_up(self, name: str) -> Guest:
        """Make an account on the page that is open."""
        self.fill(name=name, password=PASSWORD).push("sign-up")
        expect(self.the("account")).to_have_text(name)
        return self

    def posted(self, path: str, **body: Any) -> Any:
        """What the server answers to a call of theirs."""
        answer = self.page.request.post(self.house + path, data=body, headers={"Origin": self.house})
        assert answer.ok, answer.text()
        return answer.json() if answer.text() else None

    def violations(self) -> list[str]:
        """What axe finds."""
        if self.page.evaluate("typeof axe === 'undefined'"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found: list[dict[str, Any]] = self.page.evaluate(VIOLATIONS, {})
        return [f"{one['id']}: {[node['html'][:160] for node in one['nodes']][:4]}" for one in found]

    def pictured(self, folder: Path, name: str) -> None:
        """Pictures of the page on a wide screen and on a telephone, on which nothing may lie beyond the edge."""
        before = self.page.viewport_size
        for size, of in ((WIDE, "wide"), (TELEPHONE, "telephone")):
            self.page.set_viewport_size(size)
            self.page.screenshot(path=folder / f"{name}-{of}.png")
            beyond = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert beyond <= 0, f"{name} is {beyond} pixels too wide for the {of} screen"
        if before:
            self.page.set_viewport_size(before)

    def leave(self) -> None:
        """Close the browser; it must not have complained."""
        self.page.context.close()
        assert self.complaints == [], self.complaints
