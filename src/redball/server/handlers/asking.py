"""The game and the side that a request is about."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from litestar import Request

from redball.game.view.whole import check_viewer
from redball.server.open_games import OpenGames
from redball.server.session import Session
from redball.server.store import Store

Asked = Request[Any, Any, Any]


def store_of(request: Request[Any, Any, Any]) -> Store:
    """The server's folder of games."""
    store: Store = request.app.state.store
    return store


def games_of(request: Request[Any, Any, Any]) -> OpenGames:
    """The server's open games, whatever keeps them."""
    games: OpenGames = request.app.state.store
    return games


def session_of(request: Request[Any, Any, Any], gid: str) -> AbstractContextManager[Session]:
    """The game's session, for this request alone; 404 if there is none. Where people have accounts, what is played is
    written down with the one who asks; who may see it only late gets another session of it (`game`)."""
    return games_of(request).using(
        str(request.scope.get("game", gid)), str(request.scope.get("asker", "")), request.scope.get("seen")
    )


def actor(session: Session, side: str) -> str:
    """The acting side, or in open play ("") the side that must decide.

    Raises NotAllowed for an unknown side, or for open play under fog.
    """
    check_viewer(session.game.look, side)
    open_ = session.game.decision
    return open_.side if not side and open_ is not None else side or session.game.world.sides[0]
