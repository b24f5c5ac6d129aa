"""Questions about orders, which change nothing."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath, FromQuery

from redball.server.answers import orders as answers
from redball.server.answers.orders import FormationAnswer, MarchAnswer, Order, WayAnswer
from redball.server.handlers.asking import Asked, actor, session_of


@get("/api/games/{gid:str}/formation", sync_to_thread=True)
def formation(request: Asked, gid: FromPath[str], name: FromQuery[str], side: FromQuery[str] = "") -> FormationAnswer:
    """A formation at a glance."""
    with session_of(request, gid) as session:
        return answers.formation(session, actor(session, side), name)


@get("/api/games/{gid:str}/way", sync_to_thread=True)
def way(
    request: Asked,
    gid: FromPath[str],
    units: FromQuery[str],
    hex: FromQuery[int],
    side: FromQuery[str] = "",
    via: FromQuery[str] = "",
) -> WayAnswer:
    """The way of units to a hex, and what is missing."""
    with session_of(request, gid) as session:
        return answers.way(session, actor(session, side), units, hex, via)


@get("/api/games/{gid:str}/march", sync_to_thread=True)
def march(
    request: Asked, gid: FromPath[str], units: FromQuery[str], hex: FromQuery[int], side: FromQuery[str] = ""
) -> MarchAnswer:
    """How a column would march."""
    with session_of(request, gid) as session:
        return answers.march(session, actor(session, side), units, hex)


@get("/api/games/{gid:str}/orders", sync_to_thread=True)
def orders(
    request: Asked, gid: FromPath[str], hex: FromQuery[int], side: FromQuery[str] = "", units: FromQuery[str] = ""
) -> list[Order]:
    """What a stack or a hex could be ordered, and why not."""
    with session_of(request, gid) as session:
        return answers.orders(session, actor(session, side), hex, units)
