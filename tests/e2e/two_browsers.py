"""Two people at two browsers, on two servers with one folder, play the same game at once by clicking:
`python -m e2e.two_browsers --actions 2000`, with `tests` on the path. Whatever a server has acknowledged must be in the
save, once, and the save must be good. Who comes too late is told, and their page shows the game as it stands.
"""

from __future__ import annotations

import argparse
import socket
import sys
import time
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec
import uvicorn
from playwright.sync_api import Playwright, sync_playwright

from e2e.clicking import Person
from e2e.conftest import SHELL, WIDE, launched
from redball.game.save import load, state_hash, verify
from redball.server.app import create_app
from redball.server.store import Store

WAIT = 60
"""Seconds that a server may take to start."""
MOST_CLICKS = 30
"""Clicks for each action, at most: whoever needs more is stuck somewhere that random clicks do not lead out of."""


def serve(folder: Path, port: int) -> None:
    """Serve the page and the games of a folder until killed."""
    uvicorn.run(create_app(folder), port=port, log_level="error")


def started(port: int) -> None:
    """Until a server answers."""
    until = time.monotonic() + WAIT
    while True:
        with socket.socket() as sock:
            if sock.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert time.monotonic() < until, "a server did not start"
        time.sleep(0.1)


def free_port() -> int:
    """A port that nobody has now."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def run(playwright: Playwright, actions: int, seed: int, scenario: str) -> bool:
    """Play until so many actions are acknowledged; whether nothing was lost, and whoever was late was told."""
    rng, context = Random(seed), get_context("spawn")
    with TemporaryDirectory() as name:
        folder, ports = Path(name), (free_port(), free_port())
        players = {"axis": "human", "soviet": "human"}
        gid = Store(folder).create(scenario, players, {"fog": False}, seed).id
        servers = [context.Process(target=serve, args=(folder, port), daemon=True) for port in ports]
        for server in servers:
            server.start()
        for port in ports:
            started(port)
        browsers = [launched(playwright, SHELL) for _ in ports]
        save = folder / f"{gid}.redball"
        people = [
            Person(
                browser.new_context(viewport=WIDE, reduced_motion="reduce").new_page(),
                rng,
                lambda: len(load(save).game.records),
            )
            for browser in browsers
        ]
        for person, port in zip(people, ports, strict=True):
            person.sit(f"http://127.0.0.1:{port}/#/game/{gid}")
        shown = done = 0
        for clicks in count():
            if done >= actions:
                break
            assert clicks < MOST_CLICKS * (actions + 10), f"stuck after {done} actions: {people[0].seen()}"
            rng.choice(people).click()
            done = sum(person.taken for person in people)
            if done >= shown + 100:
                shown = done
                print(f"{done} actions, {sum(person.stale for person in people)} told that the game has moved on")
        for browser in browsers:
            browser.close()
        for server in servers:
            server.kill()
        return judged(save, people)


def judged(path: Path, people: list[Person]) -> bool:
    """Compare the save with what was acknowledged. What a click took back again (Escape does that to a move that has
    not begun) is written down, too."""
    loaded, again, *_ = verify(path)
    lines = [msgspec.json.decode(line, type=dict[str, msgspec.Raw]) for line in path.read_bytes().splitlines()]
    acknowledged, kept = sum(person.taken for person in people), sum("action" in line for line in lines)
    back = kept - len(load(path).game.records)
    good = acknowledged == kept and state_hash(loaded.state) == state_hash(again.state)
    faults, late, told, lagging = (
        sum(getattr(person, name) for person in people) for name in ("faults", "stale", "told", "lagging")
    )
    verdict = "good" if good else "LOST"
    print(f"{acknowledged} acknowledged, {kept} in the save ({back} taken back), {faults} faults: {verdict}")
    print(f"{late} came too late, {told} of them were told so; {lagging} pages did not show the newest state then")
    return good and not faults and not lagging and told == late


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--actions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", default="yelnya")
    asked = parser.parse_args()
    with sync_playwright() as running:
        good = run(running, asked.actions, asked.seed, asked.scenario)
    sys.exit(not good)
