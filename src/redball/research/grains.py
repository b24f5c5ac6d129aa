"""How much one step of the environment decides: a single action, how a side plays a whole segment, or what a group
is to do in a whole Player Turn (`plans`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy

from redball.bots import Bot, make_bot
from redball.bots.steady.scene import segment_key
from redball.core.actions import Action, Cancel, Done, Halt
from redball.game import Game
from redball.research.observation import Planes
from redball.research.plans import Plans


class Grain(Protocol):
    """A set of `most` numbered actions, and what a side sees beside the planes of every grain: `names`."""

    most: int
    names: tuple[str, ...]

    def begin(self, game: Game, seed: int) -> None:
        """A new game begins."""

    def go_on(self, game: Game) -> bool:
        """Take one action of a decision that no agent is asked about; False, and nothing, if one is asked now."""

    def legal(self, game: Game, side: str) -> Sequence[int]:
        """The numbers that the side, which decides, may choose now."""

    def play(self, game: Game, side: str, number: int) -> bool:
        """Carry one out; False, and nothing, if it is not legal."""

    def actions(self, game: Game, side: str) -> Mapping[int, Any]:
        """What the legal numbers mean."""

    def planes(self, game: Game, side: str) -> Planes:
        """The planes of `names`, from what the side may believe."""


class Plain:
    """A grain in which whoever decides is asked, and sees what it always sees."""

    names: tuple[str, ...] = ()

    def go_on(self, game: Game) -> bool:
        return False

    def planes(self, game: Game, side: str) -> Planes:
        return numpy.zeros((0, game.world.board.size), dtype=numpy.float32)


class Atomic(Plain):
    """Every action is one of `game.choices()`, by its place in that list."""

    most = 2048
    """The longest list that random play has met has 1,411 (supply to place on Sicily)."""

    def begin(self, game: Game, seed: int) -> None:
        pass

    def legal(self, game: Game, side: str) -> Sequence[int]:
        return range(len(game.choices()))

    def play(self, game: Game, side: str, number: int) -> bool:
        choices = game.choices()
        if not 0 <= number < len(choices):
            return False
        taken = game.take(side, choices[number])
        assert taken.refusal is None, taken.refusal
        return True

    def actions(self, game: Game, side: str) -> dict[int, Action]:
        return dict(enumerate(game.choices()))


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


class Segments(Plain):
    """Every action says how the side answers its decisions in this segment: WAYS, in their order."""

    most = len(WAYS)

    def begin(self, game: Game, seed: int) -> None:
        self._bots: list[Bot] = [Passive(seed) if way == "passive" else make_bot(way, seed) for way in WAYS]

    def legal(self, game: Game, side: str) -> Sequence[int]:
        return range(self.most)

    def play(self, game: Game, side: str, number: int) -> bool:
        if not 0 <= number < self.most:
            return False
        bot, segment = self._bots[number], segment_key(game)
        while (open_ := game.decision) is not None and open_.side == side and segment_key(game) == segment:
            taken = game.take(side, bot.choose(game, side))
            assert taken.refusal is None, taken.refusal
        return True

    def actions(self, game: Game, side: str) -> dict[int, str]:
        return dict(enumerate(WAYS))


GRAINS: dict[str, type[Grain]] = {"atomic": Atomic, "segments": Segments, "plans": Plans}
