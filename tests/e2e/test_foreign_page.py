"""The page of another address, in a real browser, reads nothing of the server's and changes nothing there."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from e2e.conftest import CHROMIUM, launched, running
from e2e.desk import Served
from redball.game.save.lines import split
from redball.server.app import create_app
from support import long

REBOUND = "evil.test"
"""A name that the attacker's DNS server turns to this machine."""
BODY = json.dumps({"scenario": "crossing", "players": {"axis": "human", "soviet": "human"}})
ATTEMPTS = """async ([address, gid, body]) => {
  const got = []
  const attempt = async (path, options) => {
    try {
      const answer = await fetch(address + path, options)
      const text = await answer.text()
      if (answer.ok && text) got.push(`${options?.method ?? 'GET'} ${path}: ${text.slice(0, 80)}`)
    } catch { /* the browser or the server refused it */ }
  }
  for (const path of ['/', '/schema/openapi.json', '/api/games', `/api/games/${gid}/save`]) await attempt(path)
  for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded'])
    for (const mode of ['cors', 'no-cors'])
      await attempt('/api/games', { method: 'POST', mode, headers: { 'content-type': type }, body })
  await attempt('/api/games/import', { method: 'POST', mode: 'no-cors', body: new Blob([body]) })
  await attempt(`/api/games/${gid}`, { method: 'DELETE' })
  return got
}"""
FORM = """([address, name, value]) => {
  const form = Object.assign(document.createElement('form'), { method: 'POST', enctype: 'text/plain', target: 'hole' })
  form.action = address + '/api/games/import'
  form.append(Object.assign(document.createElement('input'), { name, value }))
  document.body.append(Object.assign(document.createElement('iframe'), { name: 'hole' }), form)
  return new Promise(done => { document.querySelector('[name=hole]').onload = done; form.submit() })
}"""
FRAME = """address => new Promise(done => {
  const frame = Object.assign(document.createElement('iframe'), { src: address })
  frame.onload = done
  document.body.append(frame)
})"""


class Blank(BaseHTTPRequestHandler):
    """Answers everything with an empty page."""

    def do_GET(self) -> None:
        """The page."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>foreign</title><body>")

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[int]:
    """The port of another server on this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Blank) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join(10)


@pytest.fixture(scope="module")
def astray(driver: Playwright) -> Iterator[Browser]:
    """A browser whose DNS was led astray."""
    rules = f"--host-resolver-rules=MAP {REBOUND} 127.0.0.1,MAP other.test 127.0.0.1"
    chromium = launched(driver, CHROMIUM, rules)
    yield chromium
    chromium.close()


@pytest.fixture
def foreign(astray: Browser) -> Iterator[Page]:
    """A page in that browser."""
    context = astray.new_context()
    yield context.new_page()
    context.close()


def games(served: Served) -> set[str]:
    """The games that are kept."""
    return {path.stem for path in served.store.folder.glob("*.redball")}


@pytest.mark.parametrize("origin", ["127.0.0.1", long("localhost"), "other.test"])
def test_the_page_of_another_origin_changes_nothing(foreign: Page, served: Served, elsewhere: int, origin: str) -> None:
    gid = served.game("crossing", {"axis": "human", "soviet": "human"}).id
    before = games(served)
    foreign.goto(f"http://{origin}:{elsewhere}/")
    assert foreign.evaluate(ATTEMPTS, [served.address, gid, BODY]) == []
    assert games(served) == before


def test_the_form_of_another_origin_changes_nothing(foreign: Page, served: Served, elsewhere: int) -> None:
    """It sends `name=value` and a line break: a save file, if there is an = in it. Those of format 4 have no checks."""
    gid = served.game("crossing", {"axis": "human", "soviet": "human"}).id
    line, _ = split(served.store.path(gid).read_bytes().splitlines()[0])
    sent = json.dumps({**json.loads(line), "format": "redball-save 4", "about": {"a": "="}})
    name, _, value = sent.partition("=")
    assert served.store.adopt(f"{sent}\r\n".encode()).id != gid, "the player's own page could import it"
    before = games(served)
    foreign.goto(f"http://127.0.0.1:{elsewhere}/")
    foreign.evaluate(FORM, [served.address, name, value])
    assert games(served) == before


def test_another_origin_frames_nothing(foreign: Page, served: Served, elsewhere: int) -> None:
    foreign.goto(f"http://127.0.0.1:{elsewhere}/")
    foreign.evaluate(FRAME, served.address)
    assert len(foreign.frames) == 2
    assert "Redball" not in foreign.frames[1].title()


def test_a_name_that_was_turned_to_this_machine_gets_nothing(foreign: Page, served: Served) -> None:
    gid = served.game("crossing", {"axis": "human", "soviet": "human"}).id
    before = games(served)
    port = served.address.rpartition(":")[2]
    answer = foreign.goto(f"http://{REBOUND}:{port}/")
    assert foreign.evaluate(ATTEMPTS, ["", gid, BODY]) == []
    assert games(served) == before
    assert answer is not None
    assert answer.status == 421


def test_the_key_in_the_address_opens_the_page(page: Page, tmp_path: Path) -> None:
    with running(create_app(tmp_path, key="a-key")) as address:
        page.goto(f"{address}/?key=a-key")
        page.get_by_test_id("scenario-crossing").click()
        page.get_by_test_id("start-game").click()
        page.get_by_test_id("map").wait_for()
        page.goto(f"{address}/companion.html")
        expect(page).to_have_title(re.compile("companion", re.IGNORECASE))
    assert len(list(tmp_path.glob("*.redball"))) == 1
