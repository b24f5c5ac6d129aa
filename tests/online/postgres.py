"""A PostgreSQL of the tests' own: made in a folder, reached by a socket in it, gone at the end."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

GET_IT = (
    "these tests need PostgreSQL: install it (on Debian or Ubuntu: apt-get install postgresql),"
    " or put initdb and postgres on the path"
)
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""Where nothing waits for a disk, on systems that have it."""
TRIES = 50
"""How often a PostgreSQL is started until it does."""


def program(name: str) -> str:
    """Where a program of PostgreSQL is.

    Raises RuntimeError with what to do if it is nowhere.
    """
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    found = shutil.which(name) or next(map(str, debian), None)
    if found is None:
        raise RuntimeError(GET_IT)
    return found


class Postgres:
    """A PostgreSQL with a folder of its own. `durable`: it waits for the disk, as one in use does."""

    def __init__(self, *, durable: bool = False) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="redball-pg-", dir=None if durable else MEMORY))
        self._as_whom: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            known = subprocess.run(["id", "-u", "postgres"], capture_output=True, check=False).returncode == 0
            user = "postgres" if known else "nobody"
            shutil.chown(self._folder, user)
            self._as_whom = ["runuser", "-u", user, "--"]
        make = ["-D", self._data, "-A", "trust", "-U", "redball", "-E", "UTF8", "--no-sync"]
        self._run(program("initdb"), *make)
        settings = ["listen_addresses=", f"unix_socket_directories={self._folder}"]
        settings += [] if durable else ["fsync=off"]
        self._options = " ".join(f"'-c' '{one}'" for one in settings)

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    @property
    def url(self) -> str:
        """The URL of its database `postgres`, whose name can be replaced."""
        return f"postgresql://redball@/postgres?host={self._folder}"

    def _run(self, *command: str, check: bool = True) -> bool:
        quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
        done = subprocess.run([*self._as_whom, *command], check=check, cwd=self._folder, **quiet)
        return done.returncode == 0

    def _control(self, *command: str, check: bool = True) -> bool:
        return self._run(program("pg_ctl"), "-D", self._data, "-w", "-s", *command, check=check)

    def start(self) -> None:
        """Start it, and wait until it answers. After a kill it may have to wait for what is left of the old one."""
        start = ["-l", str(self._folder / "log"), "-o", self._options, "start"]
        for _ in range(TRIES):
            if self._control(*start, check=False):
                return
            time.sleep(0.2)
        raise RuntimeError((self._folder / "log").read_text()[-2000:])

    def stop(self) -> None:
        """Stop it as if the power failed; what was committed is read from its log at the next start."""
        self._control("-m", "immediate", "stop", check=False)

    def kill(self) -> None:
        """Kill the process that all others belong to."""
        os.kill(int((self._folder / "data" / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    def remove(self) -> None:
        """Stop it, and delete its folder."""
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)


@contextmanager
def running() -> Iterator[str]:
    """A PostgreSQL that runs, by its URL."""
    found = Postgres()
    try:
        found.start()
        yield found.url
    finally:
        found.remove()
