"""Perft, as in chess engines: how many sequences of actions there are down to a depth.

The numbers for fixed positions are kept. If one changes, some rule now allows more or less than before.
"""

from __future__ import annotations

from redball.core import engine
from redball.core.actions import Action
from redball.core.dice import Dice
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.game.game import Game


def perft(game: Game, depth: int, left_out: tuple[type[Action], ...] = ()) -> int:
    """Distinct sequences of `depth` legal actions from here, with the game's own dice; a game that ends sooner counts
    once. Kinds of action in `left_out` do not count: one that takes any amount would swamp the rest.

    >>> from redball.game import Game
    >>> game = Game.new("crossing", seed=1)
    >>> perft(game, 0), perft(game, 1) == len(game.choices())
    (1, True)
    """
    return _count(game.look, game.dice, depth, left_out)


def _count(look: Look, dice: Dice, depth: int, left_out: tuple[type[Action], ...]) -> int:
    if depth == 0:
        return 1
    open_ = engine.decision(look)
    if open_ is None:
        return 1
    actions = [action for action in engine.choices(look) if not isinstance(action, left_out)]
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        answer = engine.apply(look, dice, open_.side, action)
        if isinstance(answer, Refusal):
            raise AssertionError(f"{action} is offered and refused: {answer}")
        total += _count(answer[0], dice, depth - 1, left_out)
    return total
