"""A learner who does what a lesson's hints say, through the engine, against the lesson's own opponent."""

from __future__ import annotations

from redball.bots import LessonBot
from redball.core.actions import AddUnit, BeginMove, LoadTrain, OpenTrain, RideRail, SendTrain, SetMode
from redball.game.game import Game
from redball.game.plan.moves import MoveMacro, expand, reachable
from redball.game.plan.rail import rail_reach
from redball.game.view.guide import HintView, guide, hint

LIMIT = 2000


class Learner:
    """A lesson in play. `told` keeps what the hints said, for a test that fails."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.side = game.world.scenario.learner
        self.bot = LessonBot(game.dice.seed)
        self.told: list[str] = []

    def progress(self) -> list[str]:
        """Each step's: open, done or missed."""
        return [step.progress for step in guide(self.game, self.side)]

    def wait(self) -> bool:
        """The opponent plays until the learner must decide; False when the game is over."""
        while (open_ := self.game.decision) is not None and open_.side != self.side:
            assert self.game.take(open_.side, self.bot.choose(self.game, open_.side)).refusal is None
        return self.game.decision is not None

    def follow(self) -> bool:
        """Do what the hint says; False when there is none any more."""
        if not self.wait():
            return False
        found = hint(self.game, self.side)
        if found is None:
            return False
        self.told.append(f"{self.game.state.clock.turn} {self.game.state.clock.segment} {found}")
        self.do(found)
        return True

    def do(self, found: HintView) -> None:
        """Carry a hint out, as the page does."""
        if found.verb == "move":
            return self.march(found.units, found.hex)
        if found.verb == "rail":
            return self.ride(found.units, found.hex)
        if found.verb == "train":
            return self.send(found.start, found.hex)
        assert found.action is not None
        offered = self.game.choices()
        if found.action not in offered and found.units and BeginMove(found.units[0]) in offered:
            self.take(BeginMove(found.units[0]))
        self.take(found.action)

    def march(self, units: tuple[str, ...], to: int) -> None:
        """Move a stack, with its fuel."""
        reach = reachable(self.game, self.side, units)
        assert reach.refusal is None, reach.refusal
        assert to in reach.hexes, f"{units} cannot reach {self.game.world.board.hex_name(to)}"
        macro = MoveMacro(units, reach.hexes[to].path)
        while (action := expand(self.game, macro)) is not None:
            self.take(action)

    def ride(self, units: tuple[str, ...], to: int) -> None:
        """Move a stack by rail, in Move Mode where that is needed."""
        change = rail_reach(self.game, self.side, units).change
        self.take(BeginMove(units[0]))
        for uid in units[1:]:
            self.take(AddUnit(uid))
        for uid in change:
            self.take(SetMode(uid, "move", "move"))
        self.take(RideRail(to))

    def send(self, start: int, to: int) -> None:
        """Send 1 SP by rail."""
        for action in (OpenTrain(start), LoadTrain(4), SendTrain(to)):
            self.take(action)

    def take(self, action: object) -> None:
        """An action of the learner, which must be legal."""
        taken = self.game.take(self.side, action)  # type: ignore[arg-type]
        assert taken.refusal is None, f"{action}: {taken.refusal}"

    def finish(self) -> list[str]:
        """Follow the hints to the end of the guide, and tell the progress."""
        for _ in range(LIMIT):
            if "open" not in self.progress() or not self.follow():
                return self.progress()
        raise AssertionError(f"the lesson does not end: {self.told[-5:]}")
