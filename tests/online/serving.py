"""Servers as an operator runs them, `redball serve --config` in processes of their own, and people who ask them over
the net. Servers can be killed and come again.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from multiprocessing import get_context
from pathlib import Path
from random import randrange
from typing import Any, NamedTuple

import msgspec

from online.people import KEY, PASSWORD

STARTS = 600.0
"""Seconds that a server may take to start, on a machine with much else to do."""
NOBODY = 0
"""The status of a call that nobody answered."""
PLENTY = {"requests": 10**8, "changes": 10**8, "sign_ins": 10**8}
Answer = tuple[int, Any]


def settings_file(folder: Path, url: str, port: int, **more: dict[str, Any]) -> Path:
    """The settings of a server, written down. `more`: sections beside."""
    sections: dict[str, dict[str, Any]] = {
        "server": {"port": port},
        "database": {"url": url},
        "limits": PLENTY,
        "dice": {"key": KEY},
        "log": {"level": "error"},
    }
    path = folder / f"redball-{port}.toml"
    text = ""
    for name, section in (sections | more).items():
        values = [f"{key} = {msgspec.json.encode(value).decode()}" for key, value in section.items()]  # TOML, too
        text += "\n".join((f"[{name}]", *values, ""))
    path.write_text(text)
    return path


def free_port() -> int:
    """A port that nobody has now, of those that no call leaves by: whoever calls again and again where nobody listens
    would at some time call from that very port, reach itself, and keep the server out."""
    while True:
        with socket.socket() as sock, suppress(OSError):
            sock.bind(("127.0.0.1", randrange(10_000, 30_000)))
            port: int = sock.getsockname()[1]
            return port


def serve(settings: Path, log: Path) -> None:
    """What `redball serve --config` does, with its words in a file."""
    from redball.cli.online import serve_online

    with log.open("a") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        faulthandler.enable(file=file)
        faulthandler.register(signal.SIGUSR1, file=file, all_threads=True)
        sys.stdout, sys.stderr = os.fdopen(1, "w", buffering=1), os.fdopen(2, "w", buffering=1)
        serve_online(settings)


class Worker:
    """A server on a port of its own. It begins as a fork of a process that has everything imported and does nothing
    else, so that it starts in a part of a second."""

    def __init__(self, folder: Path, url: str, *, daemon: bool = True, **more: dict[str, Any]) -> None:
        """`daemon`: it ends with the process that started it, and can start none itself."""
        self.port, self._daemon = free_port(), daemon
        self.settings = settings_file(folder, url, self.port, **more)
        self.log = folder / f"redball-{self.port}.log"
        self._context = get_context("forkserver")
        self._context.set_forkserver_preload(["online.serving", "redball.cli.online", "redball.online.app", "uvicorn"])
        self.start()

    def start(self) -> None:
        """Start it; it answers once it can."""
        self.process = self._context.Process(target=serve, args=(self.settings, self.log), daemon=self._daemon)
        self.process.start()

    def kill(self, how: int = signal.SIGKILL) -> None:
        """End it, at once."""
        assert self.process.pid is not None
        os.kill(self.process.pid, how)
        self.process.join()

    def stop(self) -> None:
        """End it if it runs."""
        if self.process.is_alive():
            self.kill()

    def what_it_does(self) -> str:
        """Where each of its threads is, for a message; or that it has ended."""
        if not self.process.is_alive() or self.process.pid is None:
            return f"it has ended with {self.process.exitcode}\n{self.complaints[:20_000]}"
        os.kill(self.process.pid, signal.SIGUSR1)
        time.sleep(1)
        return self.complaints[-9000:]

    @property
    def complaints(self) -> str:
        """What it has said that an operator must look at: traces, and requests that failed."""
        return self.log.read_text() if self.log.exists() else ""


class Place(NamedTuple):
    """Where a person turns: the ports of the workers, the first of which answers."""

    ports: tuple[int, ...]


class Somebody:
    """A person with a browser, which keeps the cookie, holds one connection, and turns to the next worker when one is
    gone, as a proxy does."""

    def __init__(self, place: Place, name: str) -> None:
        self.place, self.name = place, name
        self._turn = 0
        self._line: HTTPConnection | None = None
        self._cookie = ""

    def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            self._line.close()
        self._line = None

    def ask(self, method: str, path: str, body: Any = None) -> Answer:
        """Status and answer of one try; NOBODY if the connection broke or nobody was there."""
        port = self.place.ports[self._turn % len(self.place.ports)]
        try:
            if self._line is None:
                self._line = HTTPConnection("127.0.0.1", port, timeout=60)
            headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{port}"}
            if self._cookie:
                headers["Cookie"] = self._cookie
            self._line.request(method, path, None if body is None else msgspec.json.encode(body), headers)
            answer = self._line.getresponse()
            raw = answer.read()
        except (OSError, HTTPException):
            self.close()
            self._turn += 1
            return NOBODY, None
        said = answer.headers.get("Set-Cookie")
        if said:
            self._cookie = said.partition(";")[0]
        return answer.status, msgspec.json.decode(raw) if raw else None

    def insist(self, method: str, path: str, body: Any = None, *, tried: Callable[[], None] = lambda: None) -> Answer:
        """The answer of the first try that gets one that is not of a server or database in trouble. `tried` is called
        after each try that got none, so that the caller knows that the call may have been carried out."""
        until = time.monotonic() + STARTS
        while True:
            status, answer = self.ask(method, path, body)
            if status not in (NOBODY, 503, 507):
                return status, answer
            tried()
            assert time.monotonic() < until, f"{method} {path}: nobody answers, at last {status} {answer}"
            time.sleep(0.02)

    def signed_up(self) -> Somebody:
        """With an account."""
        status, answer = self.insist("POST", "/api/accounts", {"name": self.name, "password": PASSWORD})
        assert status == 201, answer
        return self

    def again(self) -> Somebody:
        """The same person at another browser."""
        there = Somebody(self.place, self.name)
        status, answer = there.insist("POST", "/api/session", {"name": self.name, "password": PASSWORD})
        assert status == 200, answer
        return there

    def made(self, **wish: Any) -> str:
        """The id of a game that they offer."""
        status, answer = self.insist("POST", "/api/games", {"scenario": "crossing", "side": "axis"} | wish)
        assert status == 201, answer
        return str(answer["id"])


def ready(port: int) -> None:
    """Until a server answers.

    Raises AssertionError if it does not in time.
    """
    until = time.monotonic() + STARTS
    while time.monotonic() < until:
        with suppress(OSError, HTTPException):
            line = HTTPConnection("127.0.0.1", port, timeout=10)
            try:
                line.request("GET", "/api/health")
                if line.getresponse().status == 200:
                    return
            finally:
                line.close()
        time.sleep(0.05)
    raise AssertionError("a server did not start")
