"""What a side's decisions in a Player Turn cost it."""

from __future__ import annotations

from msgspec import Struct

from redball.bots.planner.advice import player_turns
from redball.bots.planner.coach import Finding, Review
from redball.game import Game
from redball.game.sight.imagine import NotImaginable
from redball.server.answers.advice import PATIENCE, refuse_what_is_hidden
from redball.server.requests import CoachCall
from redball.server.session import Session


class ReviewView(Struct, frozen=True):
    """How far a look back at a Player Turn is: `done` of at most `of` imagined games; `findings`, the dearest first:
    null until all have been played. `at`: after how many actions the turn began; `open`: it, or the enemy's turn after
    it, is not over. `aside`: what is not judged, in words."""

    side: str
    turn: int
    at: int
    open: bool
    done: int
    of: int
    findings: tuple[Finding, ...] | None
    aside: str


def review(session: Session, call: CoachCall) -> ReviewView:
    """Look on for a while at the Player Turn that is asked for.

    Raises NotAllowed for what the viewer may not know, ValueError for what is no Player Turn of the side.
    """
    game, side = session.game, call.of
    refuse_what_is_hidden(game, side, call.side)
    own = [one for one in player_turns(game) if one.side == side]
    number = next((i for i, one in enumerate(own) if one.at == call.at), None)
    if number is None:
        raise ValueError(f"no Player Turn of {side} began after action {call.at}")
    last = number + 1 == len(own)
    end = len(game.records) if last else own[number + 1].at
    found = session.review
    if found is None or (found.side, found.begin) != (side, call.at) or found.records != game.records[:end]:
        found = session.review = Review(session.past, game, side, call.at, end)
    try:
        found.think_for(PATIENCE)
    except NotImaginable as no:
        session.review = None
        raise ValueError(f"this Player Turn cannot be imagined: {no}") from no
    turn, is_open = own[number].turn, last and not game.over
    return ReviewView(side, turn, call.at, is_open, found.done, found.of, found.found, not_judged(game))


def not_judged(game: Game) -> str:
    """What the method leaves out in this game, in sentences."""
    always = "Not judged: who goes first, and Reserve units that were not released in a Reaction Phase."
    hidden = " Under fog, answers to the enemy’s attacks, barrages and flights are not judged either."
    return always + (hidden if game.look.switch("fog") else "")
