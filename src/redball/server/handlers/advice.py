"""Plans that a bot proposes, what it planned, and what a player's decisions cost."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody

from redball.server.answers import advice as answers
from redball.server.answers.advice import AdviceView, PlanTurns
from redball.server.answers.coach import ReviewView, review
from redball.server.handlers.asking import Asked, session_of
from redball.server.requests import AdviceCall, CoachCall


@get("/api/games/{gid:str}/plans", sync_to_thread=True)
def plans(request: Asked, gid: FromPath[str], side: FromQuery[str] = "") -> PlanTurns:
    """For which Player Turns a viewer may ask for a plan."""
    with session_of(request, gid) as session:
        return answers.turns_for(session, side)


@post("/api/games/{gid:str}/advice", sync_to_thread=True, status_code=200)
def advice(request: Asked, gid: FromPath[str], data: JSONBody[AdviceCall]) -> AdviceView:
    """Think for half a second about the plan of a side for a Player Turn; ask again until it is there."""
    with session_of(request, gid) as session:
        return answers.advise(session, data)


@post("/api/games/{gid:str}/coach", sync_to_thread=True, status_code=200)
def coach(request: Asked, gid: FromPath[str], data: JSONBody[CoachCall]) -> ReviewView:
    """Look for half a second at what decisions in a Player Turn cost; ask again until there are `findings`."""
    with session_of(request, gid) as session:
        return review(session, data)
