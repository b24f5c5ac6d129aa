"""An account's notices by clicks: a letter's link confirms an address, a notice leads back to the decision, a forgotten
password is set anew."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, expect
from sqlalchemy import update

from e2e.conftest import running
from e2e.people import PASSES, PASSWORD, Guest
from online.letterbox import Letterbox, mail_server
from redball.online.app import create_app
from redball.online.settings import DatabaseSettings, Mail, Notices, Server, Settings
from redball.online.tables import Letter, now

PUBLIC = "http://localhost"


class Post:
    """The server's database, and what came by mail."""

    def __init__(self, address: str, box: Letterbox, app: object) -> None:
        self.address, self.box, self.app = address, box, app

    def link(self, number: int) -> str:
        """The path of the first link in a letter, which comes within some seconds."""
        until = time.monotonic() + 20
        while len(self.box.letters) < number and time.monotonic() < until:
            time.sleep(0.05)
        found = re.search(rf"{PUBLIC}(\S+)", self.box.letters[number - 1].get_content())
        assert found is not None
        return found[1]


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    """A server that sends mail."""
    with mail_server() as (box, port):
        settings = Settings(
            database=DatabaseSettings(f"sqlite:///{tmp_path}/house.sqlite"),
            server=Server(public=PUBLIC),
            mail=Mail(host="127.0.0.1", port=port, security="none", sender="redball@localhost"),
            notices=Notices(every=0.1),
        )
        app = create_app(msgspec.structs.replace(settings))
        with running(app) as address:
            yield Post(address.replace("127.0.0.1", "localhost"), box, app)


def test_a_notice_comes_and_leads_to_the_decision(browser: Browser, post: Post, pictures: Path) -> None:
    boris = Guest(browser, post.address, known="Boris")
    boris.push("account")
    boris.fill(email="boris@post.example", email_password=PASSWORD).push("set-email")
    expect(boris.the("email-form")).to_contain_text("on its way")
    boris.page.goto(post.address + post.link(1))
    boris.push("letter-go")
    expect(boris.the("letter")).to_contain_text("confirmed")
    boris.push("letter-on").push("account")
    expect(boris.the("email-now")).to_have_text("boris@post.example")
    boris.the("by-mail").check()
    boris.fill(minutes="1").push("keep-notices")
    expect(boris.the("notices")).to_contain_text("Kept.")
    assert boris.violations() == []
    boris.pictured(pictures, "online-notices")

    anna = Guest(browser, post.address, known="Anna")
    anna.the("scenario").select_option("crossing")
    anna.the("side-axis").select_option("you")
    anna.push("offer")
    boris.page.goto(post.address + "/#/")
    boris.push("join-soviet")
    expect(boris.the("yours")).to_contain_text("Axis decides")
    anna.page.reload()
    anna.push("open")
    expect(anna.the("decision")).to_contain_text("Your decision")
    anna.page.evaluate(PASSES, anna.page.url.rpartition("/")[2])
    with post.app.state.means.database.writing() as tx:  # type: ignore[attr-defined]
        tx.execute(update(Letter).values(due=now() - timedelta(seconds=1)))
    way = post.link(2)
    assert "Soviet: " in post.box.letters[1].get_content()
    boris.page.goto(post.address + way)
    expect(boris.the("decision")).to_contain_text("Your decision")
    assert boris.page.evaluate("location.hash") == ""
    boris.page.screenshot(path=pictures / "online-since.png")
    for one in (anna, boris):
        one.leave()


def test_a_forgotten_password_is_set_anew(browser: Browser, post: Post, pictures: Path) -> None:
    anna = Guest(browser, post.address, known="Anna")
    anna.push("account")
    anna.fill(email="anna@post.example", email_password=PASSWORD).push("set-email")
    anna.page.goto(post.address + post.link(1))
    anna.push("letter-go")
    expect(anna.the("letter")).to_contain_text("confirmed")
    other = Guest(browser, post.address)
    other.fill(name="Anna").push("forgotten").push("send-reset")
    expect(other.the("sign-in")).to_contain_text("a letter is on its way")
    other.pictured(pictures, "online-forgotten")
    other.page.goto(post.address + post.link(2))
    other.fill(reset_password="a new long one").push("letter-go")
    expect(other.the("letter")).to_contain_text("The password is set")
    other.push("letter-on").fill(name="Anna", password="a new long one")
    other.page.get_by_role("button", name="Sign in", exact=True).click()
    expect(other.the("account")).to_have_text("Anna")
    for one in (anna, other):
        one.leave()
