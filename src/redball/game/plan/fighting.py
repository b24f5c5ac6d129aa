"""An Air Combat that a side fights to its end without looking at each round."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from redball.core.actions import Action, Done, SendPlane
from redball.core.look import Look
from redball.game.game import Game
from redball.rules.air.long_range import rating
from redball.rules.ground.air_force import plane_in


class FightMacro(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="fight_on"):
    """Fight the open Air Combat: nobody aborts before it, and in every round the best rating is sent."""


def next_of_fight(game: Game) -> Action | None:
    """The next action, None where the side has something else to decide."""
    open_, choices = game.decision, game.choices()
    sent = [action for action in choices if isinstance(action, SendPlane)]
    if sent:
        return max(sent, key=partial(_rating, game.look))
    before = open_ is not None and open_.procedure.name == "air_combat" and open_.step.name.startswith("before_")
    return Done() if before else None


def _rating(look: Look, action: SendPlane) -> int:
    plane = plane_in(look.state, action.plane)
    assert plane is not None  # it is offered
    return rating(look, plane)
