"""Questions about a position that does not exist yet; they change nothing."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath, FromQuery

from redball.game.explain.budget import Budget
from redball.server.answers import ahead
from redball.server.answers.ahead import Approaches, CutMapView, ModeView
from redball.server.answers.combat import policy_named
from redball.server.handlers.asking import Asked, actor, session_of


@get("/api/games/{gid:str}/approaches", sync_to_thread=True)
def approaches(
    request: Asked,
    gid: FromPath[str],
    hex: FromQuery[int],
    units: FromQuery[str],
    side: FromQuery[str] = "",
    at: FromQuery[str] = "",
    alone: FromQuery[bool] = False,
    attacker: FromQuery[str] = "losses",
    defender: FromQuery[str] = "retreat",
) -> Approaches:
    """The attack of units on a hex from each hex next to it."""
    with session_of(request, gid) as session:
        policy = policy_named(attacker, defender)
        return ahead.approaches(session, actor(session, side), units, hex, at, policy, alone=alone)


@get("/api/games/{gid:str}/cut-map", sync_to_thread=True)
def cut_map(request: Asked, gid: FromPath[str], side: FromQuery[str] = "", of: FromQuery[str] = "") -> CutMapView:
    """What a ZOC in each hex would cut of a side's trace."""
    with session_of(request, gid) as session:
        return ahead.cuts_of_side(session, actor(session, side), of)


@get("/api/games/{gid:str}/budget", sync_to_thread=True)
def budget(request: Asked, gid: FromPath[str], side: FromQuery[str] = "") -> Budget:
    """What a side has to spend, and what it could spend it on."""
    with session_of(request, gid) as session:
        return ahead.budget_of(session, actor(session, side))


@get("/api/games/{gid:str}/modes", sync_to_thread=True)
def modes(request: Asked, gid: FromPath[str], units: FromQuery[str], side: FromQuery[str] = "") -> list[ModeView]:
    """Where units could be in each mode."""
    with session_of(request, gid) as session:
        return ahead.modes_of(session, actor(session, side), units)
