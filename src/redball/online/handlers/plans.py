"""What the bots planned in a game that is over."""

from __future__ import annotations

import msgspec
from litestar import get
from litestar.params import FromPath

from redball.online.access import place_of
from redball.online.handlers.asking import Asked, asker_or_none, means_of
from redball.online.plans import plans_of
from redball.server.answers.advice import PlanShown


class BotPlan(msgspec.Struct, frozen=True):
    """A plan that a bot (`by`) made for its side in a Player Turn, after `at` actions. `again`: it thought a second
    time about that Player Turn."""

    turn: int
    side: str
    at: int
    by: str
    again: bool
    plan: PlanShown


class BotPlans(msgspec.Struct, frozen=True):
    """The plans by which bots played, in order. None before the game is over."""

    plans: list[BotPlan]


@get("/api/games/{gid:str}/bot-plans", sync_to_thread=True)
def bot_plans(request: Asked, gid: FromPath[str]) -> BotPlans:
    """What the bots planned, of the sides whose views the one who asks may see, once the game is over."""
    with means_of(request).database.reading() as found:
        place = place_of(found, gid, asker_or_none(request))
        made = plans_of(found, gid) if place.over else []
    seen = [one for one in made if place.looks(one.side) or place.looks("")]
    told = [(one, msgspec.convert(one.shown, PlanShown)) for one in seen]
    return BotPlans([BotPlan(one.turn, one.side, one.actions, one.bot, one.again, plan) for one, plan in told])


HANDLERS = [bot_plans]
