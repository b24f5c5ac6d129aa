"""Every legal action, sent by everybody who may not send it: `python -m online.wrong_actors --positions 20`, with
`tests` on the path, over random positions of every scenario. Each must be refused, and nothing may change.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from msgspec import to_builtins
from sqlalchemy import select

from online.people import HERE, PASSWORD, Person, Site, settings_for
from redball.bots.random_play import at_random
from redball.game import Game
from redball.online import accounts
from redball.online.app import create_app
from redball.online.database import Database
from redball.online.house import standing_of
from redball.online.settings import Limits
from redball.online.tables import Account, GameRow
from redball.scenarios.load import shipped_names
from redball.server.logs import journal_of
from redball.server.session import Session

UNLIMITED = Limits(requests=10**8, changes=10**8, sign_ins=10**8)
EVERY = 25
"""Actions by lot from one position to the next."""


class Wrong(NamedTuple):
    """Somebody who sends an action that is not theirs to send: whose `side` they name, the number of the state they
    give beside the right one, and the status of the answer."""

    name: str
    person: Person
    side: str
    off: int
    status: int


class Court:
    """A game of a scenario, its two players, and everybody else who might send an action."""

    def __init__(self, site: Site, scenario: str) -> None:
        self.site, self.scenario = site, scenario
        self.sides = Game.new(scenario).world.sides
        self.umpire = site.person("Ursula")
        self.gid = self.umpire.made(scenario=scenario, side="", switches={"fog": False})
        self.players = {side: site.person(f"Player {number}") for number, side in enumerate(self.sides)}
        for side, person in self.players.items():
            assert person.post(f"/api/games/{self.gid}/join", side=side).status_code == 200
        self.watcher, self.guest = site.person("Walter"), site.stranger()
        links = [self.umpire.post(f"/api/games/{self.gid}/invitations", role="spectator").json() for _ in "12"]
        asked = self.guest.post("/api/guests", name="Gerda", invitation=links[0]["token"])
        assert asked.status_code == 201, asked.text
        for person, link in zip((self.guest, self.watcher), links, strict=True):
            assert person.post(f"/api/games/{self.gid}/join", invitation=link["token"]).status_code == 200
        self.outsider, self.stranger = site.person("Otto"), site.stranger()
        self.forger = site.stranger()
        self.forger.client.cookies.set("redball", "x" * 43)

    def put(self, game: Game) -> None:
        """Let a game stand here."""
        house = self.site.house
        with house.using(self.gid) as session:
            book, players = session.save, session.players
        house._open[self.gid] = Session(self.gid, game, book, players, journal=journal_of(game))
        with house.database.writing() as tx:
            standing_of(game)(tx, tx.get_one(GameRow, self.gid))

    def wrong(self, decider: str) -> Iterator[Wrong]:
        """Everybody who may not act for the side that decides. Whoever is blocked comes last, and is let in again."""
        right, others = self.players[decider], [side for side in self.sides if side != decider]
        yield Wrong("the player, a state behind", right, decider, -1, 409)
        yield Wrong("the player, a state ahead", right, decider, 1, 409)
        yield Wrong("the player, for nobody", right, "", 0, 403)
        for other in others:
            yield Wrong("the other player, for themselves", self.players[other], other, 0, 409)
            yield Wrong("the other player, for the one who decides", self.players[other], decider, 0, 403)
            yield Wrong("the player, for the other side", right, other, 0, 403)
        for name in ("umpire", "watcher", "guest", "outsider"):
            yield Wrong(name, getattr(self, name), decider, 0, 403)
        yield Wrong("umpire, for nobody", self.umpire, "", 0, 403)
        yield Wrong("stranger", self.stranger, decider, 0, 401)
        yield Wrong("forger", self.forger, decider, 0, 401)
        yield Wrong("without a page", Person(right.client, "no origin"), decider, 0, 403)
        assert right.delete("/api/session").status_code == 204
        yield Wrong("the player, signed out", right, decider, 0, 401)
        self._back(right)
        with self.site.house.database.writing() as tx:
            accounts.block(tx, self._account(tx, right), "a test")
        yield Wrong("the player, blocked", right, decider, 0, 401)
        with self.site.house.database.writing() as tx:
            accounts.unblock(tx, self._account(tx, right))
        self._back(right)

    @staticmethod
    def _account(tx: Any, person: Person) -> Account:
        found: Account = tx.scalars(select(Account).where(Account.name == person.name)).one()
        return found

    @staticmethod
    def _back(person: Person) -> None:
        assert person.post("/api/session", name=person.name, password=PASSWORD).status_code == 200

    def hears(self, game: Game, most: int = 10**9) -> Counter[str]:
        """Send each legal action of a position as each of them; how many each has sent.

        Raises AssertionError if one is not refused, or anything changes.
        """
        self.put(game)
        open_ = game.decision
        assert open_ is not None
        before, seq = (len(game.records), game.state), len(game.records)
        actions = [to_builtins(action) for action in islice(game.choices(), most)]
        sent: Counter[str] = Counter()
        for one in self.wrong(open_.side):
            headers = {} if one.person.name == "no origin" else {"Origin": HERE}
            for action in actions:
                body = {"side": one.side, "seq": seq + one.off, "actions": [action]}
                path = f"/api/games/{self.gid}/act"
                answer = one.person.client.post(path, json=body, headers=headers)
                assert answer.status_code == one.status, (one.name, action, answer.status_code, answer.text)
                sent[one.name] += 1
        with self.site.house.using(self.gid) as session:
            now = session.game
            assert (len(now.records), now.state) == before, "something has changed"
        return sent


IN_THE_OPEN = {"fog": False}


def positions(scenario: str, seed: int, switches: dict[str, bool] = IN_THE_OPEN) -> Iterator[Game]:
    """Games played by lot, one position after the other; anew when one is over."""
    rng = Random(seed)
    while True:
        game = Game.new(scenario, seed=rng.randrange(10**6), switches={**switches})
        while game.decision is not None:
            yield game.fork()
            for _ in range(rng.randrange(1, 2 * EVERY)):
                if game.decision is not None:
                    game.do(at_random(game.choices(), rng.getrandbits(64)))


def main() -> int:
    """Send, and say how much was refused."""
    parser = argparse.ArgumentParser(description="sends every legal action as everybody who may not send it")
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", choices=shipped_names(), nargs="*", default=shipped_names())
    chosen = parser.parse_args()
    for scenario in chosen.scenario:
        with TemporaryDirectory() as folder:
            url = f"sqlite:///{folder}/house.sqlite"
            made = Database(url)
            made.upgrade()
            made.close()
            sent: Counter[str] = Counter()
            with Site(create_app(settings_for(url, UNLIMITED), static=Path(folder) / "none")) as site:
                court = Court(site, scenario)
                for game in islice(positions(scenario, chosen.seed), chosen.positions):
                    sent += court.hears(game)
            print(
                f"{scenario}: {chosen.positions} positions, {max(sent.values())} actions by each of {len(sent)},"
                f" {sent.total()} in all refused",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
