"""How much one step of the environment decides: a single action, or how a side plays a whole segment."""

from __future__ import annotations

from typing import Protocol

from redball.bots import Bot, make_bot
from redball.bots.steady.scene import segment_key
from redball.core.actions import Action, Cancel, Done, Halt
from redball.game import Game


class Grain(Protocol):
    """A set of numbered actions; the first `legal` of `most` are allowed."""

    most: int

    def begin(self, seed: int) -> None:
        """A new game begins."""

    def legal(self, game: Game, side: str) -> int:
        """How many may be chosen now."""

    def play(self, game: Game, side: str, number: int) -> bool:
        """Carry one out; False, and nothing, if it is not legal."""


class Atomic:
    """Every action is one of `game.choices()`, by its place in that list."""

    most = 2048
    """The longest list that random play has met has 1,411 (supply to place on Sicily)."""

    def begin(self, seed: int) -> None:
        pass

    def legal(self, game: Game, side: str) -> int:
        return len(game.choices())

    def play(self, game: Game, side: str, number: int) -> bool:
        choices = game.choices()
        if not 0 <= number < len(choices):
            return False
        taken = game.take(side, choices[number])
        assert taken.refusal is None, taken.refusal
        return True


class Passive:
    """Ends what can be ended, and otherwise does the first thing that is legal."""

    name = "passive"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, game: Game, side: str) -> Action:
        choices = game.choices()
        ends = (action for kind in (Done, Halt, Cancel) for action in choices if isinstance(action, kind))
        return next(ends, choices[0])


WAYS = ("passive", "steady", "steady-ground", "random")
"""How a segment can be played: end everything at once; as the bots do."""


class Segments:
    """Every action says how the side answers its decisions in this segment: WAYS, in their order."""

    most = len(WAYS)

    def begin(self, seed: int) -> None:
        self._bots: list[Bot] = [Passive(seed) if way == "passive" else make_bot(way, seed) for way in WAYS]

    def legal(self, game: Game, side: str) -> int:
        return self.most

    def play(self, game: Game, side: str, number: int) -> bool:
        if not 0 <= number < self.most:
            return False
        bot, segment = self._bots[number], segment_key(game)
        while (open_ := game.decision) is not None and open_.side == side and segment_key(game) == segment:
            taken = game.take(side, bot.choose(game, side))
            assert taken.refusal is None, taken.refusal
        return True


GRAINS: dict[str, type[Grain]] = {"atomic": Atomic, "segments": Segments}
