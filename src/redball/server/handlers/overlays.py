"""Questions about a whole side, for the overlays of the map; they change nothing."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath, FromQuery

from redball.server.answers import overlays
from redball.server.answers.overlays import GroundView, RailNetView, SupplyNet
from redball.server.handlers.asking import Asked, actor, session_of


@get("/api/games/{gid:str}/supply-net", sync_to_thread=True)
def supply_net(request: Asked, gid: FromPath[str], side: FromQuery[str] = "") -> SupplyNet:
    """What all dumps and HQs of a side serve, and who is out."""
    with session_of(request, gid) as session:
        return overlays.supply_net(session, side, actor(session, side))


@get("/api/games/{gid:str}/rail-net", sync_to_thread=True)
def rail_net(request: Asked, gid: FromPath[str], side: FromQuery[str] = "") -> RailNetView:
    """The railroads as a side may use them."""
    with session_of(request, gid) as session:
        return overlays.railroads(session, actor(session, side))


@get("/api/games/{gid:str}/ground", sync_to_thread=True)
def ground(
    request: Asked,
    gid: FromPath[str],
    side: FromQuery[str] = "",
    mobility: FromQuery[str] = "leg",
    unit: FromQuery[str] = "",
) -> GroundView:
    """What the whole map costs a mobility."""
    with session_of(request, gid) as session:
        actor(session, side)
        return overlays.ground(session, side, mobility, unit)
