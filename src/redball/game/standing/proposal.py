"""What is likely at a decision: one action to offer first, and, of many hexes, those worth a look."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from redball.core.actions import Action, RetreatTo
from redball.core.engine import Decision
from redball.game.game import Game
from redball.game.standing.asked import Asked, at_of
from redball.game.standing.places import escapes, retreats, sensible, supply
from redball.game.standing.questions import NOTHING, QUESTIONS, pick, question_at


class Proposal(Struct, frozen=True):
    """The likely `action`, one of the choices, why (`text`), and of the hexes that can be chosen the `sensible` ones;
    empty where no hexes are chosen."""

    action: Action
    text: str
    sensible: tuple[int, ...] = ()


def proposal(game: Game, open_: Decision) -> Proposal | UnsetType:
    """The proposal of the question that covers the decision, from what its side may believe. UNSET where none is better
    than another."""
    name = question_at(at_of(game.look, open_))
    if not name or not QUESTIONS[name].proposes:
        return UNSET
    asked = Asked(game.look, open_, game.choices_by_kind())
    answer = QUESTIONS[name].proposes
    action = pick(asked, NOTHING, name, answer)
    if action is None:
        return UNSET
    return Proposal(action, QUESTIONS[name].answers[answer].text, _sensible(asked, name))


def _sensible(asked: Asked, name: str) -> tuple[int, ...]:
    if name == "escape":
        return sensible(escapes(asked, supply))
    return sensible(retreats(asked, supply)) if name == "retreat" and asked.of(RetreatTo) else ()
