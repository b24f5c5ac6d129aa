"""Kills servers or the database under people who play, again and again:
`python -m online.killing --what sqlite --moments 200`, with `tests` on the path. Nothing that was acknowledged may be
lost, and nothing may be played twice.

`sqlite`: the only server. `workers`: one of two servers over PostgreSQL, in turn. `database`: PostgreSQL itself
(by kill -9, and by an immediate stop), under a server that goes on. The same games go on over all kills; a bot plays in
one of them. Whoever gets no answer sends the same call again, to the other worker if there is one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event, Lock, Thread
from typing import Any

from msgspec import to_builtins
from sqlalchemy import select

from online.people import KEY
from online.postgres import Postgres
from online.serving import STARTS, Place, Somebody, Worker, ready
from redball.game.save import lines_in, load_found
from redball.online.database import Database
from redball.online.house import whole
from redball.online.tables import Line
from redball.online.upkeep import faults

WHAT = ("sqlite", "workers", "database")
LONGEST = 0.6
"""Seconds after which something is killed at the latest, once all play."""
STEPS_BETWEEN = 3
"""Answers that each player has had, at least, between two kills."""
CHECKS_EVERY = 10
"""Kills from one look into the journals to the next."""
OPEN = {"fog": False}


class Table:
    """A game, and what its players know of it: the actions that were acknowledged, by the number of the state that they
    were taken on."""

    def __init__(self, gid: str, sides: tuple[str, ...]) -> None:
        self.gid, self.sides = gid, sides
        self.acknowledged: dict[int, Any] = {}
        self.over = False


class Player(Thread):
    """Plays one side by lot until it is told to stop."""

    def __init__(self, person: Somebody, side: str, rng: Random, next_table: Callable[[], Table]) -> None:
        super().__init__(daemon=True)
        self.person, self.side, self.rng = person, side, rng
        self.next_table = next_table
        self.steps = self.again = self.was_in = 0
        """Answers; calls that were sent again, and those of them that had been carried out."""
        self.ended = Event()
        self.fault: BaseException | None = None

    def run(self) -> None:
        """Play."""
        try:
            while not self.ended.is_set():
                self._play(self.next_table())
        except BaseException as error:
            self.fault = error
        finally:
            self.person.close()

    def _play(self, table: Table) -> None:
        """Play until the game is over, or until told to stop."""
        address = f"/api/games/{table.gid}"
        while not self.ended.is_set():
            status, view = self.person.insist("GET", f"{address}/view?side={self.side}", tried=self._tried)
            assert status == 200, view
            self.steps += 1
            if view["over"]:
                table.over = True
                return
            if not view["choices"]:
                time.sleep(0.01)
                continue
            self._act(table, address, view["seq"], self.rng.choice(view["choices"]))

    def _tried(self) -> None:
        self.again += 1

    def _act(self, table: Table, address: str, seq: int, action: Any) -> None:
        """Send one action until there is an answer to it."""
        tries = 0

        def tried() -> None:
            nonlocal tries
            tries += 1
            self._tried()

        call = {"side": self.side, "seq": seq, "actions": [action]}
        status, answer = self.person.insist("POST", f"{address}/act", call, tried=tried)
        if status == 200:
            assert answer["taken"] >= 1, answer
            table.acknowledged[seq] = action
        else:  # it had been taken before the answer was lost, and the state has moved on, or the game has ended by it
            moved_on = (status, answer.get("stale")) == (409, True)
            ended = (status, answer.get("error")) == (403, "the game is not being played")
            assert tries, (status, answer)
            assert moved_on or ended, (status, answer, tries)
            self.was_in += 1
            table.acknowledged[seq] = action
        self.steps += 1


class Tables:
    """The games of the players, one after the other: the next one begins when the last one is over."""

    def __init__(self, maker: Somebody, other: Somebody | None, rng: Random) -> None:
        self._maker, self._other, self._rng = maker, other, rng
        self._lock = Lock()
        self.all: list[Table] = []

    def close(self) -> None:
        """Hang up."""
        for caller in filter(None, (self._maker, self._other)):
            caller.close()

    def next(self) -> Table:
        """The game that is being played."""
        with self._lock:
            if not self.all or self.all[-1].over:
                self.all.append(self._begun())
            return self.all[-1]

    def _begun(self) -> Table:
        if self._other is None:
            gid = self._maker.made(switches=OPEN, bots={"soviet": "random"})
            return Table(gid, ("axis",))
        gid = self._maker.made(switches=OPEN)
        status, answer = self._other.insist("POST", f"/api/games/{gid}/join", {"side": "soviet"})
        assert status == 200 or "have a seat" in answer["error"], answer
        return Table(gid, ("axis", "soviet"))


def players(place: Place, rng: Random) -> tuple[list[Player], list[Tables]]:
    """Two people at one game, and one who plays against a bot. They begin games by callers of their own, since each of
    them holds one connection."""
    callers = {name: Somebody(place, name).signed_up() for name in ("Anna", "Boris", "Carl")}
    two, alone = Tables(callers["Anna"], callers["Boris"], rng), Tables(callers["Carl"], None, rng)
    seats = (("Anna", "axis", two), ("Boris", "soviet", two), ("Carl", "axis", alone))
    found = [Player(callers[name].again(), side, Random(rng.random()), at.next) for name, side, at in seats]
    return found, [two, alone]


def play_on(people: list[Player], steps: int) -> None:
    """Until each has had so many more answers.

    Raises what stopped one of them.
    """
    wanted = [person.steps + steps for person in people]
    until = time.monotonic() + 2 * STARTS
    while any(person.steps < want for person, want in zip(people, wanted, strict=True)):
        hold(people)
        assert time.monotonic() < until, "nobody gets answers any more"
        time.sleep(0.01)


def hold(people: list[Player]) -> None:
    """Check that all still play.

    Raises AssertionError, with what stopped one of them.
    """
    for person in people:
        assert person.fault is None, repr(person.fault)


def tell_why(people: list[Player], ring: Ring) -> None:
    """Where the servers stand, if somebody has got no answer."""
    if any(person.fault is not None for person in people):
        for worker in ring.workers:
            print(worker.what_it_does(), file=sys.stderr)


def check(url: str, tables: list[Table], *, at_rest: bool) -> int:
    """Compare the journals with what was acknowledged; how many actions that is. `at_rest`: nothing is on its way.

    Raises AssertionError if something is lost, or was played twice.
    """
    database, acknowledged = Database(url), 0
    try:
        for table in tables:
            known = dict(table.acknowledged)  # what comes after this may be in the journal, and is looked at next time
            asked = taken_by_people(database, table)
            for seq, action in known.items():
                assert asked.pop(seq, None) == action, f"{table.gid}: action {seq} is lost, or another one"
            twice = sorted(seq for seq in asked if at_rest or seq < max(known, default=-1))
            assert not twice, f"{table.gid}: nobody knows of {twice}"
            acknowledged += len(known)
        if at_rest:
            assert list(faults(database)) == []
    finally:
        database.close()
    return acknowledged


def taken_by_people(database: Database, table: Table) -> dict[int, Any]:
    """The actions of a journal that were asked for by calls, by the number of the state that they were taken on."""
    with database.reading() as found:
        texts = found.scalars(select(Line.text).where(Line.game_id == table.gid).order_by(Line.number)).all()
    name = Path(table.gid)
    loaded = load_found(lines_in(whole(texts), name), name, alone=True, key=KEY.encode())
    assert not loaded.damage, loaded.damage
    records = enumerate(loaded.game.records)
    return {n: to_builtins(one.action) for n, one in records if not one.by and one.side in table.sides}


# --- what is killed ------------------------------------------------------------------------------------------------


class Ring:
    """What people play on, and what is killed of it at moments drawn by lot."""

    def __init__(self, what: str, folder: Path, stack: ExitStack, rng: Random) -> None:
        self.rng, self._turn = rng, 0
        self.postgres: Postgres | None = None
        if what == "sqlite":
            self.url = f"sqlite:///{folder}/house.sqlite"
        else:
            self.postgres = Postgres(durable=True)
            stack.callback(self.postgres.remove)
            self.postgres.start()
            self.url = self.postgres.url
        self.what, self.workers = what, []
        for _ in range(2 if what == "workers" else 1):
            worker = Worker(folder, self.url)
            stack.callback(worker.stop)
            ready(worker.port)
            self.workers.append(worker)

    @property
    def place(self) -> Place:
        """Where people turn."""
        return Place(tuple(worker.port for worker in self.workers))

    def kill(self) -> None:
        """Kill the next one, and start it again."""
        self._turn += 1
        if self.what != "database":
            worker = self.workers[self._turn % len(self.workers)]
            ready(worker.port)
            worker.kill()
            worker.start()
            return
        assert self.postgres is not None
        (self.postgres.kill if self._turn % 2 else self.postgres.stop)()
        time.sleep(self.rng.random() * 0.2)
        self.postgres.start()

    def complaints(self) -> list[str]:
        """Mistakes that the servers have written down."""
        said = (worker.complaints for worker in self.workers)
        return [text[text.index("Traceback") :][:4000] for text in said if "Traceback" in text]


def run(what: str, moments: int, seed: int = 0, say: Callable[[str], None] = lambda _: None) -> tuple[int, int, int]:
    """Kill so many times. Returns how many actions were acknowledged, how many calls were sent again, and how many of
    these had been carried out.

    Raises AssertionError if something is lost, played twice, or answered by a mistake of the server.
    """
    rng = Random(seed)
    with TemporaryDirectory() as name, ExitStack() as stack:
        ring = Ring(what, Path(name), stack, rng)
        people, rows = players(ring.place, rng)
        for row in rows:
            stack.callback(row.close)
        for person in people:
            stack.callback(person.ended.set)
            person.start()
        stack.callback(lambda: tell_why(people, ring))
        for moment in range(moments):
            play_on(people, STEPS_BETWEEN)
            time.sleep(rng.random() * LONGEST)
            ring.kill()
            if moment % CHECKS_EVERY == 0:
                done = check(ring.url, [row.all[-1] for row in rows], at_rest=False)
                say(f"{moment + 1} kills, {done} actions acknowledged in the present games")
        play_on(people, STEPS_BETWEEN)
        for person in people:
            person.ended.set()
        for person in people:
            person.join()
        hold(people)
        for worker in ring.workers:
            worker.stop()  # a bot would play on while the games are looked at
        everything = [table for row in rows for table in row.all]
        done = check(ring.url, everything, at_rest=True)
        assert not ring.complaints(), ring.complaints()
        return done, sum(person.again for person in people), sum(person.was_in for person in people)


def main() -> int:
    """Kill, and say what came of it."""
    parser = argparse.ArgumentParser(description="kills servers and databases under people who play")
    parser.add_argument("--what", choices=WHAT, nargs="*", default=WHAT)
    parser.add_argument("--moments", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    for what in chosen.what:
        done, again, was_in = run(what, chosen.moments, chosen.seed, lambda text: print(text, flush=True))
        print(
            f"{what}: {chosen.moments} kills, {done} actions acknowledged: none lost, none twice;"
            f" {again} calls sent again, {was_in} of them had been carried out"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
