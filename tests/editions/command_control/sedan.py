"""Sedan by Command & Control, for the tests that play it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from redball.core.actions import Action
from redball.core.look import Look
from redball.game import Game
from redball.scenarios.records import CommandInfo
from support import Sitting, in_scenario

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


def command_of(look: Look) -> CommandInfo:
    """Who commands whom by the scenario."""
    info = look.world.scenario.command
    assert info is not None
    return info


def with_limits(look: Look, side: str, **values: Any) -> Look:
    """The look with other records of how a side commands."""
    info = command_of(look)
    sides = {**info.sides, side: replace(info.sides[side], **values)}
    return in_scenario(look, command=replace(info, sides=sides))


def led_only_as(look: Look, side: str, kind: str) -> Look:
    """The look in which every HQ of a side commands as one of that kind does."""
    return with_limits(look, side, headquarters=dict.fromkeys(command_of(look).sides[side].headquarters, kind))
