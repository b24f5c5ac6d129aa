"""Moves that a player prepares before the game asks for them."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from redball.server.answers import prepared as answers
from redball.server.answers.playing import Taken
from redball.server.answers.prepared import PreparedMoves
from redball.server.handlers.asking import Asked, actor, session_of
from redball.server.handlers.playing import REFUSED, answer, on
from redball.server.requests import Onward, PreparedCall


@get("/api/games/{gid:str}/prepared", sync_to_thread=True)
def prepared(request: Asked, gid: FromPath[str], side: FromQuery[str]) -> PreparedMoves:
    """What a side has prepared."""
    with session_of(request, gid) as session:
        return answers.prepared(session, side)


@post("/api/games/{gid:str}/prepared", sync_to_thread=True, status_code=200)
def prepare(request: Asked, gid: FromPath[str], data: JSONBody[PreparedCall]) -> PreparedMoves:
    """Prepare these moves instead of those before; none: withdraw them."""
    with session_of(request, gid) as session:
        answers.prepare(session, data)
        return answers.prepared(session, data.side)


@post("/api/games/{gid:str}/send", sync_to_thread=True, status_code=200, responses=REFUSED)
def send(request: Asked, gid: FromPath[str], data: JSONBody[Onward]) -> Response[Taken]:
    """Order what is prepared for the segment that is open."""
    with session_of(request, gid) as session:
        session.check_seq(data.seq)
        who = actor(session, data.side)
        with session.save.together():
            left = session.send(who)
            more = on(session, data)
        return answer(session, data, data.seq, None, left=left, more=more)
