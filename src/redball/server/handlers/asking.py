"""The game and the side that a request is about."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.exceptions import HTTPException

from redball.game.view.whole import check_viewer
from redball.server.session import Session
from redball.server.store import Store

Asked = Request[Any, Any, Any]


def store_of(request: Request[Any, Any, Any]) -> Store:
    """The server's store of games."""
    store: Store = request.app.state.store
    return store


def session_of(request: Request[Any, Any, Any], gid: str) -> Session:
    """The game's session, or 404. Use it in a `with`: it handles one request at a time."""
    try:
        return store_of(request).get(gid)
    except KeyError:
        raise HTTPException(status_code=404, detail=f"there is no game {gid}") from None


def actor(session: Session, side: str) -> str:
    """The acting side, or in open play ("") the side that must decide.

    Raises NotAllowed for an unknown side, or for open play under fog.
    """
    check_viewer(session.game.look, side)
    open_ = session.game.decision
    return open_.side if not side and open_ is not None else side or session.game.world.sides[0]
