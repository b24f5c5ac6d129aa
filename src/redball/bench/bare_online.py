"""The servers of the online benchmark, each in a process of its own: Redball's with accounts, and a bare one that
writes a row and sends as many bytes as it is asked for.

`python -m redball.bench.bare_online WHICH FOLDER GAMES` listens on a free port and prints its number. WHICH is `house`
or `bare`, GAMES how many games stay in memory. Both collect garbage as `redball online` does.
"""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import Any

import uvicorn
from litestar import Litestar, Request, Response, post
from litestar.params import FromQuery
from sqlalchemy import Column, Integer, MetaData, Table, Text

from redball.online.app import create_app
from redball.online.database import Database
from redball.online.garbage import pause_briefly
from redball.online.settings import DatabaseSettings, DiceSettings, Limits, Memory, Settings

ROW = "/bare/row"
ROWS = Table("rows", MetaData(), Column("id", Integer, primary_key=True), Column("text", Text))
PLENTY = 10**8
LONG = 3600
"""Seconds that a connection is kept: one server waits while the other's games are made."""
KEY = "the key of the dice of benchmarks"


@post(ROW, sync_to_thread=True, status_code=200)
def row(request: Request[Any, Any, Any], size: FromQuery[int], body: bytes) -> Response[bytes]:
    """Keep the body in a row of its own, and answer so many bytes."""
    with request.app.state.database.writing() as session:
        session.execute(ROWS.insert().values(text=body.decode()))
    return Response(b" " * size, media_type="application/json")


def bare(folder: Path) -> Litestar:
    """A server with one table, in a database with the settings of Redball's."""
    database = Database(f"sqlite:///{folder}/bare.sqlite")
    with database.writing() as session:
        ROWS.create(session.connection())
    app = Litestar([row])
    app.state.database = database
    return app


def house(folder: Path, games: int) -> Litestar:
    """Redball's own server, which lets everybody ask as often as they like and keeps so many games in memory."""
    return create_app(
        Settings(
            database=DatabaseSettings(f"sqlite:///{folder}/house.sqlite"),
            memory=Memory(games=games),
            limits=Limits(requests=PLENTY, changes=PLENTY, sign_ins=PLENTY),
            dice=DiceSettings(KEY),
        )
    )


def main() -> None:
    """Serve until stopped."""
    which, folder, games = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    pause_briefly()
    # with the protocol named, asyncio sets TCP_NODELAY on every connection
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen(1024)
        print(sock.getsockname()[1], flush=True)
        app = bare(folder) if which == "bare" else house(folder, games)
        config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_keep_alive=LONG)
        uvicorn.Server(config).run(sockets=[sock])


if __name__ == "__main__":
    main()
