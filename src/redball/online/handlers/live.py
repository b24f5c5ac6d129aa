"""The socket of a game: it says how far the game is, what the last post is, and who is there. What happened and what
was said the page asks by the other calls, which redact it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from anyio import CancelScope, create_task_group, move_on_after
from anyio.to_thread import run_sync
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import FromPath
from msgspec import Meta

from redball.online.access import REFUSED_BY_SOCKET, place_of
from redball.online.accounts import TooOften, asker_of
from redball.online.handlers.asking import Means
from redball.online.handlers.games import At, at_of
from redball.online.limits import Window
from redball.online.live import Ear
from redball.online.posts import last_for
from redball.server.store import NoGame

LOOKS_AGAIN = 60.0
"""Seconds after which a socket that nobody woke looks whether the game has changed and may still be seen."""
MOST_SAID = 60
"""Messages that a page may send in a minute."""
LONGEST = 500
"""Characters of a page's message."""
SIGNED_OUT, FORBIDDEN, FLOODED, NONSENSE = (REFUSED_BY_SOCKET + status for status in (401, 403, 429, 400))
WHY_CLOSED = {SIGNED_OUT: "this session has ended", FORBIDDEN: "you may no longer see this game"}

Socket = WebSocket[Any, Any, Any]
Number = Annotated[int, Meta(ge=0)]


class From(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The page says how far it is, after it was away: whoever lacks lines is told again how far the game is."""

    type: Literal["from"]
    lines: Number


class Spoken(msgspec.Struct, frozen=True):
    """The number of the last post that this reader may read."""

    type: str
    last: int


class Here(msgspec.Struct, frozen=True):
    """Who has a page of the game open."""

    type: str
    who: list[str]


@websocket("/api/games/{gid:str}/live")
async def live(socket: Socket, gid: FromPath[str]) -> None:
    """How far the game is, at once and after each commit; and who is there. The door has let them in."""
    means: Means = socket.app.state.means
    asker = socket.scope.get("who")
    name = getattr(asker, "name", "")
    who = str(socket.scope.get("asker", "")) or (socket.client.host if socket.client is not None else "")
    try:
        with means.live.listening(gid, who, name) as ear:
            await socket.accept()
            async with create_task_group() as tasks:
                tasks.start_soon(_take, socket, ear, tasks.cancel_scope)
                await _push(socket, ear, means)
                tasks.cancel_scope.cancel()
    except TooOften as error:
        raise WebSocketException(detail=str(error), code=FLOODED) from error


async def _push(socket: Socket, ear: Ear, means: Means) -> None:
    """Send what is new each time that the socket is woken, for as long as the asker may see the game. Between two
    messages it holds no connection to the database and nothing of the game."""
    token, side = socket.cookies.get(means.cookie, ""), socket.query_params.get("side", "")
    told, spoken, here = None, None, None
    while True:
        ear.woken.clear()
        # a socket that is closed waits for this: nothing may still read when the database is closed
        seen = await run_sync(_seen, means, token, ear.gid, side, "who" in socket.scope)
        if isinstance(seen, int):
            await socket.close(seen, WHY_CLOSED[seen])
            return
        at, last = seen
        if at != told or ear.lacks:
            told, ear.lines, ear.lacks = at, at.lines, False
            await _send(socket, at)
        if last is not None and last != spoken:
            spoken = last
            await _send(socket, Spoken("posts", last))
        names = means.live.present(ear.gid)
        if names != here:
            here = names
            await _send(socket, Here("here", names))
        with move_on_after(LOOKS_AGAIN):
            await ear.woken.wait()


async def _send(socket: Socket, what: At | Spoken | Here) -> None:
    await socket.send_text(msgspec.json.encode(what).decode())


def _seen(means: Means, token: str, gid: str, side: str, signed_in: bool) -> tuple[At, int | None] | int:
    """How far the game is, and the last post for the asker; or with which code to close the socket. `signed_in`: the
    asker was when it opened. If they still are, by a newer token, the page opens another one."""
    with means.database.reading() as found:
        who = asker_of(found, token)[0]
        if signed_in and who is None:
            return SIGNED_OUT
        try:
            place = place_of(found, gid, who)
        except NoGame:
            return FORBIDDEN
        if not place.knows() or not place.looks(side):
            return FORBIDDEN
        return at_of(found, place), last_for(found, place)


async def _take(socket: Socket, ear: Ear, both: CancelScope) -> None:
    """Read what the page says, until it goes or talks nonsense."""
    said = Window(MOST_SAID)
    try:
        while True:
            text = await socket.receive_data("text")
            if not said.allows(""):
                await socket.close(FLOODED, "too many messages in a minute")
                break
            try:
                if len(text) > LONGEST:
                    raise ValueError("too long")
                message = msgspec.json.decode(text, type=From)
            except ValueError:
                await socket.close(NONSENSE, "a message is {type: from, lines: a number}")
                break
            ear.lacks = ear.lacks or message.lines < ear.lines
            ear.wake()
    except WebSocketDisconnect:
        pass  # the page is gone, and that is all there is to say
    both.cancel()


HANDLERS = [live]
