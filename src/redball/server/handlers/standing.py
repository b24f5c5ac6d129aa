"""Standing answers: what a player says beforehand."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody

from redball.game.standing.questions import refuse_unknown
from redball.game.standing.trial import Trial, trial
from redball.server.answers.standing import StandingForm, standing_form
from redball.server.handlers.asking import Asked, session_of
from redball.server.requests import StandingCall


@get("/api/games/{gid:str}/standing", sync_to_thread=True)
def standing(request: Asked, gid: FromPath[str], side: FromQuery[str]) -> StandingForm:
    """The form of a side that a person plays."""
    with session_of(request, gid) as session:
        return standing_form(session, side)


@post("/api/games/{gid:str}/trial", sync_to_thread=True, status_code=200)
def tried(request: Asked, gid: FromPath[str], data: JSONBody[StandingCall]) -> Trial:
    """What the form with these changes would have done at the decisions of the log. Nothing is changed."""
    with session_of(request, gid) as session:
        session.must_be_played(data.side)
        wanted = data.applied(session.standing_of(data.side))
        refuse_unknown(session.game.world, wanted)
        return trial(session.game, data.side, wanted)


@post("/api/games/{gid:str}/standing", sync_to_thread=True, status_code=200)
def stand(request: Asked, gid: FromPath[str], data: JSONBody[StandingCall]) -> StandingForm:
    """Change what a side has said."""
    with session_of(request, gid) as session:
        session.stand(data.side, data.applied(session.standing_of(data.side)))
        return standing_form(session, data.side)
