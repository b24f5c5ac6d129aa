"""The plan that the bot would make for a Player Turn of any side, now or earlier: for whoever asks what to do, and for
whoever looks back. It is found again from the game alone: the same Player Turn and level give the same plan."""

from __future__ import annotations

from msgspec import Struct

from redball.bots.planner.bot import LEVELS, PlannerBot, effort_for
from redball.bots.planner.choice import thinking
from redball.bots.planner.plans import Record
from redball.bots.planner.thought import Thought
from redball.core.state import Clock
from redball.game import Game
from redball.game.view.journal import clock_after


class Begun(Struct, frozen=True):
    """A Player Turn: its turn, whose it is, and the number of actions after which that side first decides in it."""

    turn: int
    side: str
    at: int


def player_turns(game: Game) -> list[Begun]:
    """The Player Turns so far in which the phasing side has decided something, or must do so now, in order.

    >>> [(one.turn, one.side, one.at) for one in player_turns(Game.new("crossing", seed=1))]
    [(1, 'axis', 0)]
    """
    clock = Clock(turn=0)
    found: list[Begun] = []
    for event in game.opening:
        clock = clock_after(clock, event)
    deciders = [record.side for record in game.records]
    if game.decision is not None:
        deciders.append(game.decision.side)
    for number, side in enumerate(deciders):
        last = found[-1] if found else None
        if side == clock.phasing and (last is None or (last.turn, last.side) != (clock.turn, side)):
            found.append(Begun(clock.turn, side, number))
        for event in game.records[number].events if number < len(game.records) else ():
            clock = clock_after(clock, event)
    return found


class Advice(Thought[Record]):
    """Thinks about the plan of a side for the rest of its Player Turn."""

    def __init__(self, game: Game, side: str, level: str) -> None:
        """`level`: one of `LEVELS`. Raises KeyError for another."""
        self.game, self.side, self.level = game, side, level
        effort = effort_for(game, LEVELS[level])
        lot = PlannerBot(game.dice.seed, level).lot(game, side)
        super().__init__(thinking(game, side, effort, lot), effort.rollouts)
