"""The server of the benchmarks: Redball's own, and beside it endpoints that only do what none can do without.

`python -m redball.bench.bare_server FOLDER COLLECTIONS` listens on a free port and prints its number; COLLECTIONS is
the number of allocations between garbage collections. All endpoints share one application, so they have the same
settings, handlers in threads, and compression.
"""

from __future__ import annotations

import gc
import os
import socket
import sys
from pathlib import Path
from typing import Any

import uvicorn
from litestar import Litestar, Request, post
from litestar.params import JSONBody
from msgspec import Struct, json

from redball.server.app import create_app
from redball.server.requests import Act

APPEND, NOTHING = "/bare/append", "/bare/nothing"


class Kept(Struct):
    """The answer of the bare endpoints."""

    seq: int


@post(APPEND, sync_to_thread=True, status_code=200)
def append(request: Request[Any, Any, Any], data: JSONBody[Act]) -> Kept:
    """Append the action to a file and sync it, as a save does."""
    file = request.app.state.bare_file
    file.write(json.encode(data) + b"\n")
    file.flush()
    os.fsync(file.fileno())
    return Kept(data.seq)


@post(NOTHING, sync_to_thread=True, status_code=200)
def nothing(data: JSONBody[Act]) -> Kept:
    """Read the action."""
    return Kept(data.seq)


def application(folder: Path) -> Litestar:
    """Redball's application with the bare endpoints."""
    app = create_app(folder)
    app.register(append)
    app.register(nothing)
    app.state.bare_file = (folder / "bare.jsonl").open("ab")
    return app


def main() -> None:
    """Serve until stopped."""
    gc.set_threshold(int(sys.argv[2]))
    # with the protocol named, asyncio sets TCP_NODELAY on every connection
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen()
        print(sock.getsockname()[1], flush=True)
        app = application(Path(sys.argv[1]))
        uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False)).run(sockets=[sock])


if __name__ == "__main__":
    main()
