"""Kills a server in the middle of a game, again and again: `python -m server.kills --moments 500`, with `tests` on the
path. Nothing that it has acknowledged may be lost, and nothing half written may be left; in one of five games the disk
fills up first.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Any

import msgspec
import uvicorn

from redball.game.save import load, state_hash, verify
from redball.server.app import create_app
from redball.server.store import Store

START = 3_150
"""Bytes of a save that has just begun."""
LATEST = 40
"""Answers after which a server is killed at the latest."""
ONE_IN = 5
"""How many games there are to one whose disk fills up."""


def serve(folder: Path, sock: socket.socket, room: int) -> None:
    """Serve until killed; with `room`, no file grows beyond so many bytes."""
    if room:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    app = create_app(folder, static=folder)
    uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[sock])


class Player:
    """Plays at random over HTTP, and knows what was acknowledged. `moment`: calls `begun` after so many answers, which
    come sooner or later on any machine."""

    def __init__(self, port: int, rng: Random, moment: int, begun: Callable[[], None]) -> None:
        self.line = HTTPConnection("127.0.0.1", port, timeout=10)
        self.rng = rng
        self.gid = ""
        self.acknowledged = -1
        self.refused = 0
        self._to_come = moment
        self._begun = begun

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Status and answer."""
        self.line.request(method, path, msgspec.json.encode(body), {"Content-Type": "application/json"})
        answer = self.line.getresponse()
        told = msgspec.json.decode(answer.read())
        self._to_come -= 1
        if not self._to_come:
            self._begun()
        return answer.status, told

    def play(self) -> None:
        """Play until the server is gone."""
        self.ask("GET", "/api/games")
        players = {"axis": "human", "soviet": "human"}
        wish = {"scenario": "crossing", "players": players, "switches": {"fog": False}}
        while True:
            status, made = self.ask("POST", "/api/games", wish | {"seed": self.rng.randrange(1000)})
            if status == 507:
                self.refused += 1
                continue
            self.gid, self.acknowledged = made["id"], 0
            view = self.ask("GET", f"/api/games/{self.gid}/view")[1]
            while view["choices"]:
                sent = {"side": "", "seq": view["seq"], "actions": [self.rng.choice(view["choices"])]}
                status, answer = self.ask("POST", f"/api/games/{self.gid}/act", sent)
                if status == 507:
                    self.refused += 1
                    continue
                assert status == 200, answer
                view = answer["view"]
                self.acknowledged = view["seq"]


def kill_once(folder: Path, seed: int) -> tuple[int, int]:
    """Serve, play, kill. Returns how many actions were acknowledged, and how many requests the disk refused.

    Raises AssertionError if something is lost.
    """
    rng = Random(seed)
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    sock.bind(("127.0.0.1", 0))
    sock.listen(16)
    room = rng.randrange(START - 200, START + 1200) if seed % ONE_IN == 0 else 0
    child = os.fork()
    if not child:
        try:
            serve(folder, sock, room)
        finally:
            os._exit(1)
    kill = Timer(rng.random() * 0.05, os.kill, (child, signal.SIGKILL))
    player = Player(sock.getsockname()[1], rng, rng.randrange(1, LATEST), kill.start)
    sock.close()
    try:
        with suppress(OSError, HTTPException):  # killed
            player.play()
    finally:
        player.line.close()  # http.client leaves it open when the server dies while it sends, or reads an answer
        if kill.ident is None:  # the server never answered
            os.kill(child, signal.SIGKILL)
        else:
            kill.join()
        os.waitpid(child, 0)
    check(folder, player, seed)
    return player.acknowledged, player.refused


def check(folder: Path, player: Player, seed: int) -> None:
    """The save has everything that was acknowledged, and at most the action in flight besides, with what followed it
    by itself."""
    for path in folder.glob("*.redball"):
        found = load(path)
        assert not found.damage, f"seed {seed}: {found.damage}"
        if path.stem == player.gid:
            records = found.game.records
            asked_for = [record for record in records[player.acknowledged :] if not record.by]
            assert player.acknowledged <= len(records), f"seed {seed}: {player.acknowledged}, {len(records)}"
            assert len(asked_for) <= 1, f"seed {seed}: {player.acknowledged}, {len(records)}"
    if player.gid and seed % 10 == 0:
        loaded, again, *_ = verify(folder / f"{player.gid}.redball")
        assert state_hash(loaded.state) == state_hash(again.state)
    errors = [game for game in Store(folder).list() if hasattr(game, "error")]
    assert not errors, errors


def main() -> int:
    """Kill, and say what came of it."""
    parser = argparse.ArgumentParser(description="kills servers in the middle of games")
    parser.add_argument("--moments", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    acknowledged = refused = 0
    for seed in range(chosen.seed, chosen.seed + chosen.moments):
        with TemporaryDirectory() as folder:
            actions, refusals = kill_once(Path(folder), seed)
        acknowledged, refused = acknowledged + max(actions, 0), refused + refusals
    print(f"{chosen.moments} kills in games with {acknowledged} actions: none lost; a full disk refused {refused}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
