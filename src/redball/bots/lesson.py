"""`lesson`: the opponent in a lesson. It does what the lesson says, and otherwise as little as it can."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from redball.bots.steady import SteadyBot
from redball.core.actions import Action, Done, Halt
from redball.core.events import TurnBegan
from redball.game import Game


class LessonBot:
    """The first order of the scenario for this turn that is legal and was not carried out in it; else it passes. What
    must be answered, it answers as `steady` does."""

    name = "lesson"

    def __init__(self, seed: int) -> None:
        self._steady = SteadyBot(seed)

    def choose(self, game: Game, side: str) -> Action:
        """An order, a pass, or an answer."""
        open_ = game.decision
        if open_ is None or open_.side != side:
            raise ValueError(f"it is not for {side} to decide")
        choices = game.choices()
        turn = game.state.clock.turn
        plain = {action: msgspec.to_builtins(action) for action in choices}
        orders = [o.fields for o in game.world.scenario.opponent if o.turn in (0, turn)]
        done = [msgspec.to_builtins(action) for action in of_turn(game, side)]
        for fields in orders:
            if any(matching(action, fields) for action in done):
                continue
            for action in choices:
                if matching(plain[action], fields):
                    return action
        passing = next((a for a in choices if isinstance(a, Done | Halt)), None)
        return passing if passing is not None else self._steady.choose(game, side)


def of_turn(game: Game, side: str) -> Iterator[Action]:
    """What a side has done in this turn, the latest first."""
    for record in reversed(game.records):
        if record.side == side:
            yield record.action
        if any(isinstance(event, TurnBegan) for event in record.events):
            return


def matching(action: dict[str, object], fields: dict[str, object]) -> bool:
    """An action in plain form has these fields."""
    return all(action.get(name) == value for name, value in fields.items())
