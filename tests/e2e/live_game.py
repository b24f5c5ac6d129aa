"""Two people with accounts play a game of Crossing to its end, live, at browsers of their own, by clicking, and a third
one watches: `python -m e2e.live_game`, with `tests` on the path. In the middle of a fight, if there is one, one of them
loses the net and comes back; over PostgreSQL there are two workers, and the one that serves somebody is killed.
Whatever was acknowledged must be in the journal, once, and all three must see the same end.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright
from sqlalchemy import select

from e2e.clicking import Person
from e2e.conftest import CHROMIUM, launched
from e2e.people import Guest
from online.killing import Ring
from online.serving import ready
from redball.game import Game
from redball.online.database import Database
from redball.online.house import whole
from redball.online.tables import Line
from redball.online.upkeep import faults

SCENARIO, SIDES = "crossing", ("axis", "soviet")
MOST_CLICKS = 20_000
PAUSE = 50
"""Milliseconds until a page is asked again whether it has heard of the other's action."""
FIGHTS = "window.__redball.state().decision?.contested >= 0"
TURN = "window.__redball.state().turn"
LATE = 4
"""The turn from which whoever is to be cut off need not be in a fight: not every game has two."""
CHOOSES = "window.__redball.state().choices.length > 0"
OVER = "window.__redball.state().over"


class Course(NamedTuple):
    """What came of a game: actions that were acknowledged, those in the journal, calls that got no answer, how often
    somebody was cut off, how often of these in a fight, and the number of the last state."""

    acknowledged: int
    kept: int
    unanswered: int
    cuts: int
    fights: int
    seq: int


class Table:
    """Three people at three browsers, two of whom play."""

    def __init__(self, browser: Browser, ring: Ring, seed: int) -> None:
        self.ring, self.rng = ring, Random(seed)
        self.unanswered = self.cuts = self.fights = 0
        houses = [f"http://127.0.0.1:{worker.port}" for worker in ring.workers]
        self.house = houses[0]
        names = ("Anna", "Boris", "Clara")
        guests = [Guest(browser, houses[n % len(houses)]).sign_up(name) for n, name in enumerate(names)]
        self.gid = self._begun(guests)
        self.watcher = guests[2]
        columns = Game.new(SCENARIO, seed=1).world.board.columns
        self.players = [Person(guest.page, self.rng, self.newest, eager=columns) for guest in guests[:2]]
        for guest, person in zip(guests, self.players, strict=False):
            guest.page.on("requestfailed", lambda request: self._failed(request.method))
            person.sit(f"{guest.house}/g/{self.gid}")
        self.watcher.page.goto(f"{self.watcher.house}/g/{self.gid}")
        expect(self.watcher.the("here")).to_have_text("Here now: Anna, Boris, Clara")

    def _begun(self, guests: list[Guest]) -> str:
        wish = {"scenario": SCENARIO, "side": SIDES[0], "switches": {"fog": False}, "spectators": ""}
        gid: str = asked(guests[0], "/api/games", wish)["id"]
        asked(guests[1], f"/api/games/{gid}/join", {"side": SIDES[1]})
        return gid

    def _failed(self, method: str) -> None:
        self.unanswered += method == "POST"

    @property
    def pages(self) -> list[Page]:
        """The pages of all three."""
        return [*(person.page for person in self.players), self.watcher.page]

    def newest(self) -> int:
        """The number of the newest state."""
        at = self.watcher.page.request.get(f"{self.house}/api/games/{self.gid}/at?side=").json()
        return int(at["actions"])

    def play(self) -> None:
        """Until the game is over.

        Raises AssertionError if nothing goes on.
        """
        troubles: list[Callable[[Person], None]] = [self.lose_net]
        if len(self.ring.workers) > 1:
            troubles.append(self.lose_server)
        for _ in range(MOST_CLICKS):
            if all(person.page.evaluate(OVER) for person in self.players):
                return
            person = self.rng.choice(self.players)
            person.come_back()
            if not person.page.evaluate(CHOOSES):
                person.page.wait_for_timeout(PAUSE)
            elif troubles and ((fights := person.page.evaluate(FIGHTS)) or person.page.evaluate(TURN) >= LATE):
                troubles.pop(0)(person)
                self.cuts += 1
                self.fights += fights
            else:
                person.click()
        raise AssertionError(f"not over after {MOST_CLICKS} clicks: {self.players[0].seen()}")

    def lose_net(self, person: Person) -> None:
        """Somebody has no net while they decide; afterwards they have the game as it stands."""
        person.page.context.set_offline(True)
        self._in_vain(person)
        person.page.context.set_offline(False)
        self._there_again(person)

    def lose_server(self, person: Person) -> None:
        """The worker is killed that serves somebody who decides; it comes again."""
        worker = self.ring.workers[self.players.index(person)]
        worker.kill()
        self._in_vain(person)
        worker.start()
        ready(worker.port)
        self._there_again(person)

    def _in_vain(self, person: Person) -> None:
        """Whatever is clicked, the page says that nobody answers, and the game stays where it is."""
        before = self.unanswered
        while self.unanswered == before:
            try:
                person.click()
            except Error as error:
                raise AssertionError(f"the page broke: {error}") from error
        expect(person.page.get_by_test_id("error").first).to_be_visible()

    def _there_again(self, person: Person) -> None:
        person.page.wait_for_function("seq => window.__redball.state().seq === seq", arg=self.newest())

    def same_end(self) -> None:
        """All see the same game.

        Raises AssertionError if somebody sees another.
        """
        seq = self.newest()
        for page in self.pages:
            page.wait_for_function("seq => window.__redball.state().seq === seq", arg=seq)
        seen = [json.loads(page.evaluate("JSON.stringify(window.__redball.state())")) for page in self.pages]
        assert all(view["over"] for view in seen)
        for what in ("units", "control", "score"):
            assert seen[0].get(what) == seen[1].get(what) == seen[2].get(what), what


def asked(guest: Guest, path: str, body: dict[str, Any]) -> Any:
    """The answer to a call by the browser of somebody."""
    answer = guest.page.request.post(guest.house + path, data=body, headers={"Origin": guest.house})
    assert answer.ok, answer.text()
    return json.loads(answer.text() or "null")


def kept(url: str, gid: str) -> int:
    """How many actions the journal of a game has, with those that were taken back.

    Raises AssertionError if something in the database does not fit.
    """
    database = Database(url)
    try:
        assert list(faults(database)) == []
        with database.reading() as found:
            texts = found.scalars(select(Line.text).where(Line.game_id == gid).order_by(Line.number)).all()
        lines = (msgspec.json.decode(line, type=dict[str, msgspec.Raw]) for line in whole(texts).splitlines())
        return sum("action" in line for line in lines)
    finally:
        database.close()


def run(browser: Browser, what: str, seed: int) -> Course:
    """Play one game over SQLite ("sqlite") or two workers with PostgreSQL ("workers").

    Raises AssertionError if something is lost or played twice, or if somebody sees something else than the others.
    """
    with TemporaryDirectory() as name, ExitStack() as stack:
        ring = Ring(what, Path(name), stack, Random(seed))
        table = Table(browser, ring, seed)
        table.play()
        table.same_end()
        acknowledged, seq = sum(person.taken for person in table.players), table.newest()
        written, faulty = kept(ring.url, table.gid), sum(person.faults for person in table.players)
        for page in table.pages:
            page.context.close()
        assert not faulty, f"{faulty} script errors or mistakes of the server"
        assert acknowledged <= written <= acknowledged + table.unanswered, (acknowledged, written, table.unanswered)
        assert not ring.complaints(), ring.complaints()
        return Course(acknowledged, written, table.unanswered, table.cuts, table.fights, seq)


def main() -> int:
    """Play, and say what came of it."""
    parser = argparse.ArgumentParser(description="two people play a game to its end at two browsers")
    parser.add_argument("--what", choices=("sqlite", "workers"), nargs="*", default=("sqlite", "workers"))
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with sync_playwright() as playwright:
        browser = launched(playwright, CHROMIUM)
        for what in chosen.what:
            print(f"{what}: {run(browser, what, chosen.seed)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
