"""The bot itself: at the beginning of its Player Turn it makes a plan, and carries it out with `steady`'s hands."""

from __future__ import annotations

from hashlib import blake2b

from redball.bots.planner.choice import Thinking, thinking
from redball.bots.planner.guide import Tasks
from redball.bots.planner.plans import Record
from redball.bots.planner.rollout import player_turn
from redball.bots.steady import SteadyBot
from redball.bots.steady.scene import NO_PLAN
from redball.core.actions import Action
from redball.game import Game
from redball.game.sight.imagine import NotImaginable

LEVELS = {"planner-quick": 4, "planner": 12, "planner-slow": 120}
"""Rollouts for a Player Turn, by the bot's name. On Yelnya each takes half a second. Work is counted and not time, so
that a seed always gives the same play."""


class PlannerBot:
    """Plans each of its Player Turns.

    `choose` thinks as long as it needs. Who cannot wait so long calls `think` before, until it returns False.
    """

    def __init__(self, seed: int, name: str = "planner") -> None:
        self.name = name
        self.seed = seed
        self.rollouts = LEVELS[name]
        self._hands = SteadyBot(seed)
        self._records: list[Record] = []
        self._planned: tuple[int, str] | None = None
        """The Player Turn for which there is a plan."""
        self._thinking: tuple[Game, int, Thinking] | None = None
        """What is being thought about: the game, its number of actions, and the rest of the work."""

    def plans(self) -> tuple[Record, ...]:
        """What it planned in this game so far, in order."""
        return tuple(self._records)

    def think(self, game: Game, side: str) -> bool:
        """A piece of the work that comes before the side's next action, one rollout at most; False if none is left."""
        now = player_turn(game)
        if now[1] != side or now == self._planned:
            return False
        at = len(game.records)
        if self._thinking is None or self._thinking[0] is not game or self._thinking[1] != at:
            self._thinking = game, at, thinking(game, side, self.rollouts, self.lot(game, side))
        try:
            next(self._thinking[2])
        except StopIteration as done:
            self._adopt(now, done.value)
            return False
        except NotImaginable:  # perhaps the next decision is
            self._thinking = None
            return False
        return True

    def choose(self, game: Game, side: str) -> Action:
        """The action of the side by its plan, which is made first if it has none for this Player Turn."""
        if player_turn(game) != self._planned:
            self._hands.guide = NO_PLAN
        open_ = game.decision
        while open_ is not None and open_.side == side and self.think(game, side):
            pass
        return self._hands.choose(game, side)

    def lot(self, game: Game, side: str) -> int:
        """The lot of the first imagined game of this Player Turn, by the bot's seed."""
        clock = game.state.clock
        key = f"{self.seed}/{game.state.dice.branch}/{clock.turn}/{side}"
        return int.from_bytes(blake2b(key.encode(), digest_size=6).digest(), "big")

    def _adopt(self, now: tuple[int, str], record: Record) -> None:
        """Go on by this plan."""
        self._planned, self._thinking = now, None
        self._records.append(record)
        self._hands.guide = Tasks(record.chosen.plan)
