"""Sedan by Command & Control, for the tests that play it."""

from __future__ import annotations

from redball.core.actions import Action
from redball.core.look import Look
from redball.game import Game
from support import Sitting

EDITION = "v4.2+command-control"


def at_movement(game: Game, side: str) -> Game:
    """Go on to the first decision of a side's Movement Phase, doing as little as may be done."""
    return Sitting(game).idle(lambda: (game.state.clock.segment, game.state.clock.phasing) == ("movement", side)).game


def at_boundaries(game: Game) -> Game:
    """Go on to the next decision about armies and boundaries, doing as little as may be done."""
    table = Sitting(game)
    return table.idle(lambda: table.asked.procedure.name == "boundaries").game


def play(game: Game, *actions: Action) -> Look:
    """Take actions; what is there to see then."""
    return Sitting(game).do(*actions).look
