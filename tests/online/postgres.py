"""A PostgreSQL of the tests' own: made in a folder, reached by a socket in it, gone at the end."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

GET_IT = (
    "these tests need PostgreSQL: install it (on Debian or Ubuntu: apt-get install postgresql),"
    " or put initdb and postgres on the path"
)


def program(name: str) -> str:
    """Where a program of PostgreSQL is.

    Raises RuntimeError with what to do if it is nowhere.
    """
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    found = shutil.which(name) or next(map(str, debian), None)
    if found is None:
        raise RuntimeError(GET_IT)
    return found


@contextmanager
def running() -> Iterator[str]:
    """Start a PostgreSQL; the URL of its database `postgres`, whose name can be replaced."""
    folder = Path(tempfile.mkdtemp(prefix="redball-pg-"))
    data = folder / "data"
    try:
        as_whom = []
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            user = (
                "postgres"
                if subprocess.run(["id", "-u", "postgres"], capture_output=True, check=False).returncode == 0
                else "nobody"
            )
            shutil.chown(folder, user)
            as_whom = ["runuser", "-u", user, "--"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL, "cwd": folder}
        subprocess.run(
            [*as_whom, program("initdb"), "-D", str(data), "-A", "trust", "-U", "redball", "-E", "UTF8", "--no-sync"],
            check=True,
            **quiet,  # type: ignore[call-overload]
        )
        settings = [
            word
            for one in ("listen_addresses=", "fsync=off", f"unix_socket_directories={folder}")
            for word in ("-c", one)
        ]
        control = [*as_whom, program("pg_ctl"), "-D", str(data), "-w", "-s"]
        options = " ".join(f"'{word}'" for word in settings)
        subprocess.run([*control, "-l", str(folder / "log"), "-o", options, "start"], check=True, **quiet)  # type: ignore[call-overload]
        try:
            yield f"postgresql://redball@/postgres?host={folder}"
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], check=False, **quiet)  # type: ignore[call-overload]
    finally:
        shutil.rmtree(folder, ignore_errors=True)
