"""The server with accounts: clicks that are kept in its database, beside a bare endpoint that writes a row and sends as
many bytes, with many games and sockets open. Those who listen have a process of their own (`listeners.py`).

Two people play each game, by random actions that their views offer. A click is timed at one kept connection, and in
turn with it a call of the bare server with an answer of the same size. Wall time, because disk and socket count.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from statistics import median, quantiles
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from msgspec import json

from redball.bench.bare_online import ROW
from redball.bench.listeners import Listener
from redball.bench.results import Result, at_least, at_most_times, compare

SEED = 1943
SCENARIO, SIDES = "crossing", ("axis", "soviet")
PEER = "bare endpoint, a row and as many bytes"
PASSWORD = "a password of benchmarks"
SOCKETS_EACH = 50
"""Sockets of one account."""


class Size(NamedTuple):
    """How much is open, and how many clicks are timed with it and without."""

    games: int
    sockets: int
    clicks: int


WHOLE, QUICK = Size(1000, 5000, 1000), Size(6, 60, 20)


def run(quick: bool = False) -> Iterator[Result]:
    """All results."""
    size = QUICK if quick else WHOLE
    with TemporaryDirectory() as name, ExitStack() as stack:
        servers = [stack.enter_context(serving(which, Path(name), size.games)) for which in ("house", "bare")]
        house, bare = servers
        crowd = Crowd(house, size)
        alone = clicks(crowd.tables[:1], bare, size.clicks)
        yield compare(
            "O1",
            f"a click, {SCENARIO}",
            median(alone.ours),
            peer=PEER,
            theirs=median(alone.theirs),
            goal=at_least(0.5),
        )
        before = house.memory()
        crowd.look(range(size.games))
        yield Result(id="O2", what="memory of an open game", unit="bytes", ours=(house.memory() - before) / size.games)
        before = house.memory()
        stack.enter_context(listening(house, crowd, size.sockets))
        yield Result(id="O2", what="memory of a socket", unit="bytes", ours=(house.memory() - before) / size.sockets)
        busy = clicks(crowd.tables, bare, size.clicks)
        yield compare(
            "O3",
            f"a click in one of {size.games} games, {size.sockets} sockets, 99th percentile",
            last_percent(busy.ours),
            peer=PEER,
            theirs=last_percent(busy.theirs),
            goal=at_most_times(2),
        )
        yield compare("O3", "the same, median", median(busy.ours), peer=PEER, theirs=median(busy.theirs))


def last_percent(times: list[float]) -> float:
    """The 99th percentile."""
    return quantiles(times, n=100)[98]


class Answer(NamedTuple):
    """What a server answered, and the seconds until it was there."""

    took: float
    raw: bytes
    headers: Message


class Server:
    """A server in a process of its own, and one kept connection to it."""

    def __init__(self, port: int, pid: int) -> None:
        self.port, self.pid = port, pid
        self.connection = HTTPConnection("127.0.0.1", port)
        self.origin = f"http://127.0.0.1:{port}"

    def call(self, method: str, path: str, body: Any = None, cookie: str = "") -> Answer:
        """Make a call.

        Raises RuntimeError if the call failed.
        """
        content = None if body is None else json.encode(body)
        headers = {"Content-Type": "application/json", "Origin": self.origin, "Cookie": cookie}
        began = perf_counter()
        self.connection.request(method, path, content, headers)
        answer = self.connection.getresponse()
        raw = answer.read()
        took = perf_counter() - began
        if answer.status >= 400:
            raise RuntimeError(f"{path}: {raw.decode()}")
        return Answer(took, raw, answer.headers)

    def memory(self) -> int:
        """Bytes of memory that the process holds; 0 where the system does not say so."""
        status = Path(f"/proc/{self.pid}/status")
        lines = status.read_text().splitlines() if status.exists() else []
        return next((1024 * int(line.split()[1]) for line in lines if line.startswith("VmRSS:")), 0)


@contextmanager
def serving(which: str, folder: Path, games: int) -> Iterator[Server]:
    """One of the two servers."""
    command = [sys.executable, "-m", "redball.bench.bare_online", which, str(folder), str(games + 10)]
    with Popen(command, stdout=PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            server = Server(int(process.stdout.readline()), process.pid)
            yield server
            server.connection.close()
        finally:
            process.terminate()


class Table:
    """A game of two people, of which the next action is known before it is timed."""

    def __init__(self, house: Server, cookies: tuple[str, str], rng: Random) -> None:
        self._house, self._cookies, self._rng = house, cookies, rng
        self.begin()

    def begin(self) -> None:
        """Another game."""
        one, two = self._cookies
        wish = {"scenario": SCENARIO, "side": SIDES[0], "switches": {"fog": False}}
        self.gid = json.decode(self._house.call("POST", "/api/games", wish, one).raw)["id"]
        self._house.call("POST", f"/api/games/{self.gid}/join", {"side": SIDES[1]}, two)

    def next(self) -> dict[str, Any]:
        """The next call, which names the view that it holds, as the page does; and in `_who` whose cookie it needs."""
        for side, cookie in zip(SIDES, self._cookies, strict=True):
            answer = self._house.call("GET", f"/api/games/{self.gid}/view?side={side}", None, cookie)
            view = json.decode(answer.raw)
            if view["over"]:
                self.begin()
                return self.next()
            if view["choices"]:
                self._who = cookie
                kind = self._rng.choice(sorted({choice["type"] for choice in view["choices"]}))
                action = self._rng.choice([choice for choice in view["choices"] if choice["type"] == kind])
                holds = answer.headers["ETag"].strip('"')
                return {"side": side, "seq": view["seq"], "holds": holds, "actions": [action]}
        raise RuntimeError(f"{self.gid}: nobody decides")

    def act(self, call: dict[str, Any]) -> tuple[float, int]:
        """Seconds that the click takes, and bytes of its answer."""
        answer = self._house.call("POST", f"/api/games/{self.gid}/act", call, self._who)
        return answer.took, len(answer.raw)


class Crowd:
    """The accounts, two for each game, and their games."""

    def __init__(self, house: Server, size: Size) -> None:
        self.house = house
        rng = Random(SEED)
        wanted = max(2, -(-size.sockets // SOCKETS_EACH))
        self.cookies = [self._signed_up(f"Player {n}") for n in range(wanted + wanted % 2)]
        pairs = list(zip(self.cookies[::2], self.cookies[1::2], strict=True))
        self.tables = [Table(house, pairs[n % len(pairs)], rng) for n in range(size.games)]
        self.pairs = pairs

    def _signed_up(self, name: str) -> str:
        answer = self.house.call("POST", "/api/accounts", {"name": name, "password": PASSWORD})
        return str(answer.headers["Set-Cookie"]).partition(";")[0]

    def look(self, numbers: range) -> None:
        """Look at games, which are in memory then."""
        for number in numbers:
            self.tables[number].next()


class Times(NamedTuple):
    """Seconds of clicks, and of calls of the bare server in turn with them."""

    ours: list[float]
    theirs: list[float]


def clicks(tables: list[Table], bare: Server, count: int) -> Times:
    """Time so many clicks in games drawn by lot, after a few that are not."""
    rng, times = Random(SEED), Times([], [])
    for number in range(-5, count):
        table = rng.choice(tables)
        call = table.next()
        ours, size = table.act(call)
        theirs = bare.call("POST", f"{ROW}?size={size}", call).took
        if number >= 0:
            times.ours.append(ours)
            times.theirs.append(theirs)
    return times


@contextmanager
def listening(house: Server, crowd: Crowd, count: int) -> Iterator[None]:
    """So many sockets, spread over the games, from the accounts that play them, in a process of their own; what they
    hear is thrown away."""
    seats = [
        (table.gid, side, cookie)
        for n, table in enumerate(crowd.tables)
        for side, cookie in zip(SIDES, crowd.pairs[n % len(crowd.pairs)], strict=True)
    ]
    wanted: list[Listener] = [seats[n % len(seats)] for n in range(count)]
    command = [sys.executable, "-m", "redball.bench.listeners", str(house.port)]
    with Popen(command, stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.encode(wanted).decode() + "\n")
        process.stdin.flush()
        if not process.stdout.readline():
            raise RuntimeError("the sockets could not be opened")
        yield
        process.stdin.close()
