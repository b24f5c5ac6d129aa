"""Those who listen in the online benchmark, in a process of their own: whoever times the clicks hears nothing.

`python -m redball.bench.listeners PORT` reads from its input a JSON list of sockets, each a game, a side and a cookie;
opens them all, says so in a line, and throws away what they hear until its input ends.
"""

from __future__ import annotations

import asyncio
import sys

from msgspec import json
from websockets.asyncio.client import ClientConnection, connect

AT_ONCE = 50
"""Sockets that are opened at the same time."""
Listener = tuple[str, str, str]
"""A game, a side, and the cookie of an account that plays it."""


async def listen(port: int, wanted: list[Listener]) -> None:
    """Open the sockets, and hear until the input ends."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def opened(gid: str, side: str, cookie: str) -> ClientConnection:
        async with gate:
            socket = await connect(
                f"ws://127.0.0.1:{port}/api/games/{gid}/live?side={side}",
                origin=f"http://127.0.0.1:{port}",  # type: ignore[arg-type] # a NewType of str
                additional_headers={"Cookie": cookie},
                ping_interval=None,
                open_timeout=120,
                compression=None,
            )
            await socket.recv()  # how far the game is: the server has found everything
            return socket

    async with asyncio.TaskGroup() as hearing:
        sockets = await asyncio.gather(*(opened(*one) for one in wanted))
        for socket in sockets:
            hearing.create_task(hear(socket))
        print("open", flush=True)
        await asyncio.to_thread(sys.stdin.read)
        await asyncio.gather(*(socket.close() for socket in sockets))


async def hear(socket: ClientConnection) -> None:
    """Throw away what a socket hears, until it is closed."""
    async for _ in socket:
        pass


if __name__ == "__main__":
    asyncio.run(listen(int(sys.argv[1]), json.decode(sys.stdin.readline(), type=list[Listener])))
