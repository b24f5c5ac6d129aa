"""The game and the side that a request is about."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from litestar import Request

from redball.game.view.whole import check_viewer
from redball.server.session import Session
from redball.server.store import Store

Asked = Request[Any, Any, Any]


def store_of(request: Request[Any, Any, Any]) -> Store:
    """The server's store of games."""
    store: Store = request.app.state.store
    return store


def session_of(request: Request[Any, Any, Any], gid: str) -> AbstractContextManager[Session]:
    """The game's session, for this request alone; 404 if there is none."""
    return store_of(request).using(gid)


def actor(session: Session, side: str) -> str:
    """The acting side, or in open play ("") the side that must decide.

    Raises NotAllowed for an unknown side, or for open play under fog.
    """
    check_viewer(session.game.look, side)
    open_ = session.game.decision
    return open_.side if not side and open_ is not None else side or session.game.world.sides[0]
