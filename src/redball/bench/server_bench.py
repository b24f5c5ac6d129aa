"""The server: F1 of the performance goals. An action over HTTP, beside endpoints that know no game.

One client on one kept connection plays games drawn at random beforehand, in open play. Its calls take turns with
calls of the bare endpoints of the same application (`bare_server`). Wall time, because disk and socket count.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from gzip import decompress
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from statistics import fmean, median
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from msgspec import json, to_builtins

from redball.bench.bare_server import APPEND, NOTHING
from redball.bench.results import Goal, Result, at_least, compare
from redball.bots.random_play import at_random
from redball.game import Game
from redball.game.standing.alone import by_itself
from redball.game.standing.questions import Standing
from redball.scenarios.load import load_scenario

SEED = 1941
GOALS: dict[str, Goal | None] = {"crossing": at_least(0.4), "yelnya": at_least(0.2), "smolensk": None}
"""Goals beside the bare endpoint that appends."""
PEERS = {"bare endpoint, append and sync": APPEND, "bare endpoint": NOTHING}
IN_A_ROW = 20
SWITCHES = {"fog": False}


def run(quick: bool = False) -> Iterator[Result]:
    """All results. `quick` measures two rounds of each scenario."""
    rounds = 2 if quick else 20
    with TemporaryDirectory() as folder, serving(Path(folder)) as connection:
        for scenario, goal in GOALS.items():
            yield from actions(connection, scenario, goal, rounds)


def actions(connection: HTTPConnection, scenario: str, goal: Goal | None, rounds: int) -> Iterator[Result]:
    """F1: a call with one action, after one round of warming up, and the size of its answer."""
    calls = drawn(scenario, (rounds + 1) * IN_A_ROW)
    game = Play(connection, scenario)
    took: dict[str, list[float]] = {name: [] for name in (scenario, *PEERS)}
    sizes: dict[str, list[int]] = {"": [], ", compressed": []}
    for start in range(0, len(calls), IN_A_ROW):
        row = calls[start : start + IN_A_ROW]
        times: dict[str, list[float]] = {name: [] for name in took}
        for call in row:
            times[scenario].append(game.act(call))
            sizes[""].append(game.size)
            sizes[", compressed"].append(game.sent)
        for name, path in PEERS.items():
            times[name] += [timed(connection, path, call)[0] for call in row]
        if start:
            for name, row_took in times.items():
                took[name].append(fmean(row_took))
    for name in PEERS:
        ratio = median([theirs / ours for ours, theirs in zip(took[scenario], took[name], strict=True)])
        yield compare(
            "F1",
            f"an action over HTTP, {scenario}",
            median(took[scenario]),
            peer=name,
            theirs=median(took[name]),
            ratio=ratio,
            goal=goal if PEERS[name] == APPEND else None,
        )
    for how, found in sizes.items():
        yield compare("F1", f"the answer to an action, {scenario}{how}", fmean(found), unit="bytes")


def drawn(scenario: str, calls: int) -> list[dict[str, Any]]:
    """Calls of random play in open play, in as many games as needed. Each game begins with `seq` 0. What
    the server does by itself is left to it."""
    rng = Random(SEED)
    found: list[dict[str, Any]] = []
    seed = SEED
    while len(found) < calls:
        game = Game.new(scenario, seed=seed, switches=dict(SWITCHES))
        while game.decision is not None and len(found) < calls:
            action = at_random(game.choices(), rng.getrandbits(64))
            found.append({"side": "", "seq": len(game.records), "actions": [to_builtins(action)]})
            clock = game.state.clock
            game.do(action)
            while (follows := by_itself(game, Standing(), clock)) is not None:
                game.do(follows.action)
        seed += 1
    return found


class Play:
    """Games on the server, played by calls of a client that asks for changes. `size` and `sent` are the bytes of the
    last answer, before and after compression."""

    def __init__(self, connection: HTTPConnection, scenario: str) -> None:
        self._connection = connection
        self._wish: dict[str, Any] = {"scenario": scenario, "switches": SWITCHES, "seed": SEED - 1}
        self._wish["players"] = {side.id: "human" for side in load_scenario(scenario).sides}
        self._address = self._mark = ""
        self.size = self.sent = 0

    def _begin(self) -> None:
        """The next game, by the next seed."""
        self._wish["seed"] += 1
        made = json.decode(timed(self._connection, "/api/games", self._wish)[1])
        self._address, self._mark = f"/api/games/{made['id']}/act", ""

    def act(self, call: dict[str, Any]) -> float:
        """Make a call. Returns the seconds until the answer was there, without unpacking it."""
        if call["seq"] == 0:
            self._begin()
        took, answer, self.sent = timed(self._connection, self._address, call | {"holds": self._mark})
        self.size, self._mark = len(answer), json.decode(answer)["mark"]
        return took


def timed(connection: HTTPConnection, path: str, body: dict[str, Any]) -> tuple[float, bytes, int]:
    """Seconds that a call took, its answer, and the size of the answer as it was sent.

    Raises RuntimeError if the call failed.
    """
    content = json.encode(body)
    began = perf_counter()
    connection.request("POST", path, content, {"Content-Type": "application/json", "Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    sent = answer.read()
    took = perf_counter() - began
    raw = decompress(sent) if answer.headers["Content-Encoding"] == "gzip" else sent
    if answer.status >= 400:
        raise RuntimeError(f"{path}: {raw.decode()}")
    return took, raw, len(sent)


@contextmanager
def serving(folder: Path) -> Iterator[HTTPConnection]:
    """A connection to a server of its own process, which collects garbage as seldom as this one."""
    command = [sys.executable, "-m", "redball.bench.bare_server", str(folder), str(gc.get_threshold()[0])]
    with Popen(command, stdout=PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline())
            connection = HTTPConnection("127.0.0.1", port)
            yield connection
            connection.close()
        finally:
            server.terminate()
