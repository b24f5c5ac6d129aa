"""Notices in a browser by clicks: a real Chromium asks for leave, registers the worker and shows what the server has
sealed for it. The push service is the test's own: no test can reach the browser maker's. So the address and the keys
that the page gets are the test's; what came there is opened by it, and handed to the browser as its service would."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from sqlalchemy import update

from e2e.conftest import running
from e2e.people import PASSES, PASSWORD, Guest
from online.browser_side import Receiver
from online.letterbox import Hooked, web_server
from redball.online.app import create_app
from redball.online.settings import DatabaseSettings, Notices, Settings
from redball.online.tables import Letter, now

GIVES = """
(() => {
  const given = GIVEN
  const plain = (text) => atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const raw = (text) => Uint8Array.from(plain(text), (one) => one.charCodeAt(0)).buffer
  const made = () => ({
    options: { applicationServerKey: raw(localStorage.pushed) },
    toJSON: () => ({ endpoint: given.endpoint, keys: { p256dh: given.p256dh, auth: given.auth } }),
    unsubscribe: async () => delete localStorage.pushed
  })
  PushManager.prototype.subscribe = async (wanted) => ((localStorage.pushed = wanted.applicationServerKey), made())
  PushManager.prototype.getSubscription = async () => (localStorage.pushed ? made() : null)
})()
"""
SHOWN = """async () => {
  const found = await navigator.serviceWorker.getRegistration('/notices/')
  return (await found.getNotifications()).map((one) => ({ title: one.title, text: one.body, game: one.data.game }))
}"""
CLICKED = """async (game) => {
  const done = []
  self.clients.openWindow = async (path) => void done.push(`opened ${path}`)
  WindowClient.prototype.focus = async function () { done.push(`went to ${new URL(this.url).pathname}`) }
  await open(game)
  return done
}"""


class Mail:
    """A server with accounts, its database, and a push service."""

    def __init__(self, address: str, service: Hooked, app: Any) -> None:
        self.address, self.service, self.app = address, service, app

    def hurry(self) -> None:
        """Let what waits be due."""
        with self.app.state.means.database.writing() as tx:
            tx.execute(update(Letter).values(due=now() - timedelta(seconds=1)))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Mail]:
    """A server that looks often for what is due, and calls push services of this machine."""
    with web_server() as service:
        service.status = 201
        settings = Settings(
            database=DatabaseSettings(f"sqlite:///{tmp_path}/house.sqlite"), notices=Notices(every=0.1, private=True)
        )
        app = create_app(settings)
        with running(app) as address:
            yield Mail(address.replace("127.0.0.1", "localhost"), service, app)


def at_account(windowed: Browser, house: Mail, name: str, one: Receiver, *, allowed: bool) -> Guest:
    """Somebody at the page of their account, in a browser that can get notices."""
    guest = Guest(windowed, house.address)
    if allowed:
        guest.page.context.grant_permissions(["notifications"], origin=house.address)
    guest.page.add_init_script(GIVES.replace("GIVEN", json.dumps(one.given)))
    guest.page.reload()
    return guest.sign_up(name).push("account")


def test_a_notice_is_shown_and_leads_to_the_game(windowed: Browser, house: Mail, pictures: Path) -> None:
    one = Receiver(f"http://127.0.0.1:{house.service.port}/push/boris")
    boris = at_account(windowed, house, "Boris", one, allowed=True)
    expect(boris.the("push")).to_have_attribute("data-state", "off")
    boris.push("push-on")
    expect(boris.the("push")).to_have_attribute("data-state", "on")
    assert boris.violations() == []
    boris.pictured(pictures, "online-push-on")
    boris.page.emulate_media(color_scheme="dark")
    boris.page.screenshot(path=pictures / "online-push-dark.png", full_page=True)
    boris.page.reload()
    expect(boris.the("push")).to_have_attribute("data-state", "on")

    anna = Guest(windowed, house.address, known="Anna")
    anna.the("scenario").select_option("crossing")
    anna.the("side-axis").select_option("you")
    anna.push("offer")
    boris.page.goto(house.address + "/#/")
    boris.push("join-soviet")
    expect(boris.the("yours")).to_contain_text("Axis decides")
    gid = anna.page.evaluate("async () => (await (await fetch('/api/lobby')).json()).yours[0].id")
    anna.page.evaluate(PASSES, gid)
    house.hurry()
    until = time.monotonic() + 20
    while not house.service.calls and time.monotonic() < until:
        time.sleep(0.05)
    text = one.opened(house.service.calls[0].body).decode()

    devtools = boris.page.context.new_cdp_session(boris.page)
    found: list[Any] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"]))
    devtools.send("ServiceWorker.enable")
    boris.page.wait_for_timeout(200)
    (own,) = (one for one in found if one["scopeURL"].endswith("/notices/"))
    to = {"origin": house.address, "registrationId": own["registrationId"], "data": text}
    devtools.send("ServiceWorker.deliverPushMessage", to)
    boris.page.wait_for_function(f"async () => (await ({SHOWN})()).length === 1")
    (shown,) = boris.page.evaluate(SHOWN)
    about = boris.page.evaluate("async () => (await (await fetch('/api/lobby')).json()).yours[0].about")
    assert shown == {"title": "Crossing: Soviet decides", "text": about, "game": gid}
    (worker,) = boris.page.context.service_workers
    assert worker.evaluate(CLICKED, gid) == [f"opened /g/{gid}#since"]
    boris.page.goto(f"{house.address}/g/{gid}#since")
    expect(boris.the("decision")).to_contain_text("Your decision")
    assert worker.evaluate(CLICKED, gid) == [f"went to /g/{gid}"]
    for guest in (anna, boris):
        guest.leave()


def test_browsers_are_turned_off_and_taken_off(windowed: Browser, house: Mail, pictures: Path) -> None:
    here = at_account(windowed, house, "Anna", Receiver("http://127.0.0.1:9/push/1", seed=1), allowed=True)
    here.push("push-on")
    expect(here.the("push")).to_have_attribute("data-state", "on")
    expect(here.the("other-browsers")).to_have_count(0)
    there = Guest(windowed, house.address)
    there.page.context.grant_permissions(["notifications"], origin=house.address)
    there.page.add_init_script(GIVES.replace("GIVEN", json.dumps(Receiver("http://127.0.0.1:9/push/2", 2).given)))
    there.page.reload()
    there.fill(name="Anna", password=PASSWORD)
    there.page.get_by_role("button", name="Sign in", exact=True).click()
    there.push("account").push("push-on")
    expect(there.the("push")).to_have_attribute("data-state", "on")
    expect(there.the("other-browsers").get_by_role("listitem")).to_have_count(1)
    there.pictured(pictures, "online-push-two")
    there.push("take-off")
    expect(there.the("browsers")).to_contain_text("Taken off")
    here.page.reload()
    expect(here.the("push")).to_have_attribute("data-state", "off")
    there.push("push-off")
    expect(there.the("push")).to_have_attribute("data-state", "off")
    expect(there.the("browsers")).to_contain_text("no more notices")
    assert there.page.evaluate("async () => (await (await fetch('/api/me/browsers')).json()).browsers.length") == 0
    for guest in (here, there):
        guest.leave()


def test_who_forbids_notices_reads_what_to_do(windowed: Browser, house: Mail, pictures: Path) -> None:
    anna = at_account(windowed, house, "Anna", Receiver("http://127.0.0.1:9/push/1"), allowed=False)
    expect(anna.the("push")).to_have_attribute("data-state", "denied")
    expect(anna.the("push")).to_contain_text("settings for this site")
    anna.page.context.grant_permissions(["notifications"], origin=house.address)
    expect(anna.the("push")).to_have_attribute("data-state", "off")
    anna.pictured(pictures, "online-push-off")
    anna.leave()


def test_a_browser_without_notices_says_so(windowed: Browser, house: Mail) -> None:
    anna = Guest(windowed, house.address)
    anna.page.add_init_script("delete window.PushManager")
    anna.page.reload()
    anna.sign_up("Anna").push("account")
    expect(anna.the("push")).to_have_attribute("data-state", "unsupported")
    expect(anna.the("push-on")).to_have_count(0)
    anna.leave()


def test_a_push_service_that_does_not_answer_is_told_of(windowed: Browser, house: Mail) -> None:
    """Chromium has none for the private windows that tests have, and says so."""
    anna = Guest(windowed, house.address)
    anna.page.context.grant_permissions(["notifications"], origin=house.address)
    anna.sign_up("Anna").push("account").push("push-on")
    expect(anna.the("browsers").get_by_role("alert")).to_contain_text("does not answer")
    expect(anna.the("push")).to_have_attribute("data-state", "off")
    assert [one for one in anna.complaints if "incognito" not in one] == []
    anna.page.context.close()
