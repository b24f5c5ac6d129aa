"""The socket of a game: it says how far the game is, what the last post is, that one's own side has changed what it
says beforehand, and who is there. What happened and what was said the page asks by the other calls, which redact it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple
from uuid import UUID

import msgspec
from anyio import CancelScope, create_task_group
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import FromPath
from msgspec import Meta

from redball.online.access import REFUSED_BY_SOCKET, Need, places_by
from redball.online.accounts import TooOften
from redball.online.database import Database
from redball.online.handlers.asking import Means
from redball.online.handlers.games import At, at_of
from redball.online.handlers.thinks import NOBODY_THINKS, Thinks, thinks_for
from redball.online.limits import Window
from redball.online.live import Ear, Live
from redball.online.posts import last_for
from redball.online.thinking import Far
from redball.server.store import NoGame

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


class Prepared(msgspec.Struct, frozen=True):
    """How often the reader's side has changed what it says beforehand, its prepared moves among that."""

    type: str
    changes: int


class Here(msgspec.Struct, frozen=True):
    """Who has a page of the game open."""

    type: str
    who: list[str]


class News(NamedTuple):
    """What a socket is to say: how far the game is, what the last post is, how often the reader's side has changed what
    it says beforehand (0: never, or they play no side), who is there, and which bot thinks."""

    at: At
    last: int | None
    changes: int
    here: list[str]
    thinks: Thinks


@websocket("/api/games/{gid:str}/live")
async def live(socket: Socket, gid: FromPath[str]) -> None:
    """How far the game is, at once and after each commit; and who is there. The door has let them in."""
    means: Means = socket.app.state.means
    asker = socket.scope.get("who")
    name = getattr(asker, "name", "")
    who = str(socket.scope.get("asker", "")) or (socket.client.host if socket.client is not None else "")
    try:
        token, side = socket.cookies.get(means.cookie, ""), socket.query_params.get("side", "")
        with means.live.listening(Ear(gid, name, token, side, signed_in=asker is not None), who) as ear:
            await socket.accept()
            async with create_task_group() as tasks:
                tasks.start_soon(_take, socket, ear, means.live, tasks.cancel_scope)
                await _push(socket, ear)
                tasks.cancel_scope.cancel()
    except TooOften as error:
        raise WebSocketException(detail=str(error), code=FLOODED) from error


async def _push(socket: Socket, ear: Ear) -> None:
    """Send what is new each time that there is news, for as long as the asker may see the game. Between two messages it
    holds no connection to the database and nothing of the game."""
    told, spoken, here, changes, thinks = None, None, None, 0, NOBODY_THINKS
    while True:
        news = await ear.hear()
        if isinstance(news, int):
            await socket.close(news, WHY_CLOSED[news])
            return
        if news.at != told or ear.lacks:
            told, ear.lines, ear.lacks = news.at, news.at.lines, False
            await _send(socket, news.at)
        if news.last is not None and news.last != spoken:
            spoken = news.last
            await _send(socket, Spoken("posts", news.last))
        if news.changes != changes:
            changes = news.changes
            await _send(socket, Prepared("prepared", changes))
        if news.here != here:
            here = news.here
            await _send(socket, Here("here", news.here))
        if news.thinks != thinks:
            thinks = news.thinks
            await _send(socket, thinks)


async def _send(socket: Socket, what: At | Spoken | Prepared | Here | Thinks) -> None:
    await socket.send_text(msgspec.json.encode(what).decode())


def news_for(database: Database, gid: str, ears: Sequence[Ear], here: list[str], far: Far | None) -> list[News | int]:
    """What there is to tell the sockets of a game, by one look for all; or with which code to close one. `here`: who
    has a page of the game open; `far`: how far the thought of a bot is. If somebody is still signed in, but by a newer
    token, their page opens another one."""
    with database.asking() as found:
        try:
            known = places_by(found, gid, {ear.token for ear in ears})
        except NoGame:
            return [FORBIDDEN] * len(ears)
        told: dict[bool, At] = {}
        spoken: dict[UUID | None, int | None] = {}
        news: list[News | int] = []
        for ear in ears:
            place, who, _ = known[ear.token]
            if ear.signed_in and who is None:
                news.append(SIGNED_OUT)
                continue
            if not place.knows() or not place.looks(ear.side):
                news.append(FORBIDDEN)
                continue
            if place.late not in told:
                told[place.late] = at_of(found, place)
            if place.account not in spoken:
                spoken[place.account] = last_for(found, place)
            changes = place.row.beforehand.get(ear.side, 0) if place.meets(Need.ACT, ear.side) else 0
            news.append(News(told[place.late], spoken[place.account], changes, here, thinks_for(far, place)))
        return news


async def _take(socket: Socket, ear: Ear, sockets: Live, both: CancelScope) -> None:
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
            sockets.wake(ear.gid)
    except WebSocketDisconnect:
        pass  # the page is gone, and that is all there is to say
    both.cancel()


HANDLERS = [live]
