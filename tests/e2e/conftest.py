"""A server in a thread and a real browser, for the tests that play by clicking."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import uvicorn
from litestar import Litestar
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Playwright, ViewportSize, expect, sync_playwright

from e2e.desk import PATIENCE, Desk, Served
from redball.server.app import create_app

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
SHELL = os.environ.get("CHROMIUM_SHELL") or shutil.which("chromium-headless-shell") or CHROMIUM
"""The same Chromium without the parts for windows, which takes two thirds of the time. It shows no notices."""
ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
expect.set_options(timeout=1000 * PATIENCE)
WIDE: ViewportSize = {"width": 1440, "height": 900}


@contextmanager
def running(app: Litestar) -> Iterator[str]:
    """A server in a thread, by its address."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning", access_log=False))
    thread = threading.Thread(target=server.run)
    thread.start()
    until = time.monotonic() + 20
    while not server.started and time.monotonic() < until:
        time.sleep(0.02)
    assert server.started, "the server did not start within 20 s"
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:  # a test that fails does not wait for it for ever
        server.should_exit = True
        thread.join(10)


MEMORY = Path("/dev/shm")
"""Where a disk need not be waited for, on systems that have it: what is tested here is the page."""


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """The page and its interface, served to this machine; the test can look into every game."""
    from web_client import stale  # of tools/, which only pytest has on its path

    assert not stale(), "the page is not built, or is older than its sources: run `make client`"
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as games:
        app = create_app(Path(games))
        with running(app) as address:
            yield Served(address, app.state.store)


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """Playwright, which a process can start only once."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(driver: Playwright) -> Iterator[Browser]:
    """Chromium, without windows if it is there that way."""
    chromium = launched(driver, SHELL)
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def windowed(driver: Playwright) -> Iterator[Browser]:
    """Chromium as people have it, which asks for leave to show notices, and shows them."""
    chromium = launched(driver, CHROMIUM)
    yield chromium
    chromium.close()


def launched(driver: Playwright, path: str, *more: str) -> Browser:
    """A browser that runs without a screen."""
    return driver.chromium.launch(executable_path=path, args=[*ARGUMENTS, *more])


class Tabs:
    """The tab that the tests of a process share, with what the browser has in its cache: a new one costs a second. What
    a test leaves in it is taken away before the next one."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.shared: Page | None = None

    def fresh(self) -> Page:
        """A tab of its own, with nothing in its cache."""
        return self.browser.new_context(viewport=WIDE, reduced_motion="reduce").new_page()

    def emptied(self, address: str) -> Page:
        """The shared tab as if it were new: nothing is kept in it, and it has its usual size and colours."""
        if self.shared is None:
            self.shared = self.fresh()
            self.shared.add_init_script = for_good  # type: ignore[method-assign, assignment]
        page = self.shared
        page.goto(f"{address}/favicon.svg")  # of the same origin, and without a script that could keep something
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.context.clear_cookies()
        page.set_viewport_size(WIDE)
        page.emulate_media(color_scheme="null", reduced_motion="reduce")
        page.mouse.move(0, 0)
        return page

    def throw_away(self) -> None:
        """The next test has a new one."""
        if self.shared is not None:
            self.shared.context.close()
        self.shared = None


def for_good(*_: object, **__: object) -> None:
    """A script added to a tab stays there."""
    raise AssertionError("mark this test own_tab: what it adds to the tab cannot be taken away")


@pytest.fixture(scope="session")
def tabs(browser: Browser) -> Iterator[Tabs]:
    """The shared tab, closed at the end."""
    tabs = Tabs(browser)
    yield tabs
    tabs.throw_away()


@pytest.fixture
def page(tabs: Tabs, served: Served, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page that complains of nothing: no script error, nothing that the content security policy stops. It is the
    shared tab, unless the test is marked `own_tab`. Chromium asks once for an icon of the picture by which the tab is
    emptied, at any time after it, and there is none."""
    own = request.node.get_closest_marker("own_tab") is not None
    opened = tabs.fresh() if own else tabs.emptied(served.address)
    complaints: list[str] = []

    def fault(error: Error) -> None:
        complaints.append(error.stack or str(error))

    def told(said: ConsoleMessage) -> None:
        url = said.location.get("url", "")
        if is_complaint(said.type, said.text) and not url.endswith("/favicon.ico"):
            complaints.append(f"{said.text} {url}")

    opened.on("pageerror", fault)
    opened.on("console", told)
    failed = request.session.testsfailed
    yield opened
    if own:
        opened.context.close()
    elif complaints or request.session.testsfailed > failed:
        tabs.throw_away()
    else:
        opened.unroute_all()
        opened.remove_listener("pageerror", fault)
        opened.remove_listener("console", told)
    assert not complaints


def is_complaint(kind: str, text: str) -> bool:
    """An error on the console; a refusal is an answer with status 409, which the browser reports as an error too."""
    return kind == "error" and "status of 409" not in text


@pytest.fixture
def desk(page: Page, served: Served) -> Desk:
    """Somebody who sits before the page."""
    return Desk(page, served)


@pytest.fixture(scope="session")
def pictures() -> Path:
    """Where screenshots are kept."""
    folder = Path(__file__).resolve().parents[2] / "build" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
