"""The bot itself: at the beginning of its Player Turn it makes a plan, and carries it out by the hands of its level.

It plans again at the beginning of a later phase if something happened that it could not foresee.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b

from msgspec import Struct
from msgspec.structs import replace

from redball.bots.planner.choice import Effort
from redball.bots.planner.elsewhere import Begins, Thoughtful, here
from redball.bots.planner.guide import Plain, Tasks
from redball.bots.planner.plans import NOTHING, Record
from redball.bots.planner.rollout import player_turn
from redball.bots.steady import SteadyBot
from redball.bots.steady.hands import KEEN
from redball.bots.steady.places import enemy_power
from redball.core.actions import Action
from redball.core.look import Look
from redball.game import Game
from redball.game.sight.belief import believed
from redball.game.sight.imagine import NotImaginable

AGAIN = Effort(((3, 1), (1, 1)))
"""What it spends on a second thought, by the hands of its level."""
LEVELS = {
    "planner-quick": replace(AGAIN, hands=KEEN),
    "planner": Effort(((6, 1), (2, 1), (1, 1))),
    "planner-slow": Effort(((6, 6), (4, 6), (3, 6), (2, 8))),
}
"""The effort for a Player Turn, by the bot's name: 6, 12 and 120 rollouts, fewer in large games (`effort_for`). Six
rollouts alone do not make a level of their own; so the lowest one has `keen`'s hands, too. On Yelnya each takes half a
second, on Smolensk one and a half. Work is counted and not time, so that a seed always gives the same play."""


Hears = Callable[[str, Game, Record, bool], None]
"""Hears of a plan that a bot has just made: the bot's name, the game, the plan, and whether it is a second thought
about the Player Turn."""


class Seen(Struct, frozen=True):
    """What can surprise: the steps that both sides have lost, and where the side sees the enemy."""

    lost: dict[str, int]
    enemies: frozenset[int]

    def surprised_by(self, other: Seen) -> bool:
        """Something happened since: steps were lost, or an enemy is where nobody was."""
        return self.lost != other.lost or not other.enemies <= self.enemies


def seen(game: Game, side: str) -> Seen:
    """How it looks to a side now."""
    look = believed(game.look, side)
    return Seen(dict(look.state.steps_lost), frozenset(enemy_power(look, side)))


def effort_for(game: Game, effort: Effort) -> Effort:
    """What is spent of an effort on a Player Turn of a game: that depends on what everybody knows of it."""
    return effort.among(len(game.world.scenario.counters))


def present_turn(game: Game) -> tuple[int, str, int]:
    """Which Player Turn it is, in which branch of the dice."""
    return *player_turn(game), game.state.dice.branch


class PlannerBot:
    """Plans each of its Player Turns.

    `choose` thinks as long as it needs. Who cannot wait so long calls `think` before, until it returns False. Who lets
    others think sets `begins`, and asks `waits` whether there is anything to do but to wait for them.
    """

    def __init__(self, seed: int, name: str = "planner") -> None:
        self.name = name
        self.seed = seed
        self.effort = LEVELS[name]
        self.begins: Begins = here
        self.hears: Hears | None = None
        """Hears of each plan before it is carried out."""
        self._own = Plain(self.effort.hands)
        self._hands = SteadyBot(seed, self._own)
        self._records: list[Record] = []
        self._planned: tuple[int, str, int] | None = None
        """The Player Turn that goes by a plan, and the branch of the dice: whoever has gone back has another turn
        before them. None once another Player Turn begins: by 1992 a side has two in a game turn."""
        self._looked: tuple[str, Seen] | None = None
        """The phase in which it last asked whether something has happened, and what it saw then."""
        self._thinking: tuple[Look, Thoughtful] | None = None
        """What is being thought about: how the game stands, and the work."""

    def plans(self) -> tuple[Record, ...]:
        """What it planned in this game so far, in order."""
        return tuple(self._records)

    def think(self, game: Game, side: str) -> bool:
        """A piece of the work that comes before the side's next action, one rollout at most; False if none is left."""
        now = present_turn(game)
        if self._thinking is not None and self._thinking[0] is not game.look:
            self._thinking = None
        if now[1] != side:
            return False
        if self._thinking is None:
            if now == self._planned and not self._surprised(game, side):
                return False
            again = now == self._planned
            present = self._records[-1].chosen.plan if again else NOTHING
            effort = effort_for(game, replace(AGAIN, hands=self.effort.hands) if again else self.effort)
            self._thinking = game.look, self.begins(game, side, effort, self.lot(game, side), present)
        thought = self._thinking[1]
        try:
            more = thought.think()
        except NotImaginable:  # perhaps the next decision is
            self._thinking = None
            return False
        if thought.found is not None:
            self._adopt(game, side, thought.found)
        return more

    def waits(self) -> bool:
        """Others think for it, and are not done."""
        return self._thinking is not None and self._thinking[1].waits

    def thought(self) -> tuple[int, int]:
        """The rollouts that were played for the plan that it is making, of how many at most; (0, 0): it makes none."""
        return (self._thinking[1].done, self._thinking[1].of) if self._thinking is not None else (0, 0)

    def choose(self, game: Game, side: str) -> Action:
        """The action of the side by its plan, which is made first if it has none for this Player Turn."""
        if present_turn(game) != self._planned:
            self._hands.guide, self._planned = self._own, None
        open_ = game.decision
        while open_ is not None and open_.side == side and self.think(game, side):
            pass
        return self._hands.choose(game, side)

    def lot(self, game: Game, side: str) -> int:
        """The lot of the first imagined game of this Player Turn, by the bot's seed."""
        clock = game.state.clock
        key = f"{self.seed}/{game.state.dice.branch}/{clock.turn}/{clock.phase}/{side}"
        return int.from_bytes(blake2b(key.encode(), digest_size=6).digest(), "big")

    def _surprised(self, game: Game, side: str) -> bool:
        """A phase begins in which units may still move, and something happened since the last one began."""
        phase = game.state.clock.phase
        if self._looked is None or phase == self._looked[0]:
            return False
        before, self._looked = self._looked[1], (phase, seen(game, side))
        able = any(unit.marker in ("exploit", "reserve") for unit in game.look.own(side))
        return able and before.surprised_by(self._looked[1])

    def _adopt(self, game: Game, side: str, record: Record) -> None:
        """Go on by this plan."""
        now = present_turn(game)
        if self.hears is not None:
            self.hears(self.name, game, record, now == self._planned)
        self._planned, self._thinking = now, None
        self._looked = game.state.clock.phase, seen(game, side)
        self._records.append(record)
        self._hands.guide = Tasks(record.chosen.plan, self._own)
