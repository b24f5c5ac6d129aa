"""A segment played again with one thing done otherwise: a group's moves are left to `steady`, an attack is not made, or
`steady` adds attacks of its own."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from redball.bots.planner.choice import HORIZON
from redball.bots.planner.plans import Group
from redball.bots.planner.rollout import Outcome, homes, nearest, play_on
from redball.bots.planner.strokes import Passage, Stroke
from redball.bots.steady import SteadyBot
from redball.core.actions import (
    Action,
    BeginMove,
    Cancel,
    DeclareAttack,
    DeclareBarrage,
    Done,
    OnUnit,
    Release,
)
from redball.core.look import Look
from redball.game import Game
from redball.game.view.segment_ends import of_segment

ALL = -1
"""Instead of a group: the whole side."""


class Trial(Struct, frozen=True):
    """What is done otherwise: strokes, by number, that are not made (`without`); units that `steady` may move then
    (`free`), or whether it may add attacks (`adds`). `group`: the number of the group in whose part of the position the
    difference is looked for. `at`, `hex`: the number of actions before the stroke in question, and its target (-1:
    none)."""

    group: int = ALL
    without: frozenset[int] = frozenset()
    free: frozenset[str] = frozenset()
    adds: bool = False
    at: int = -1
    hex: int = -1


AS_PLAYED = Trial()


class Played(Struct, frozen=True):
    """What came of it; the hex of each unit of the side when the segment ended; and the targets of added attacks."""

    outcome: Outcome
    ends: dict[str, int]
    added: tuple[int, ...]

    def account(self, group: int) -> dict[str, float]:
        """The part of the position's value that belongs to a group, or to all of them, by feature."""
        if group != ALL:
            return self.outcome.accounts[group]
        whole: dict[str, float] = {}
        for account in self.outcome.accounts:
            for name, amount in account.items():
                whole[name] = whole.get(name, 0.0) + amount
        return whole


def trials_of(look: Look, passage: Passage, groups: tuple[Group, ...]) -> Iterator[Trial]:
    """What could have been done otherwise in a segment."""
    if passage.moves:
        mover = [group_of(look, groups, stroke) for stroke in passage.strokes]
        for number, group in enumerate(groups):
            strokes = frozenset(i for i, other in enumerate(mover) if other == number)
            yield Trial(number, strokes, frozenset(group.units))
        return
    for i, stroke in enumerate(passage.strokes):
        if (hex_ := target(stroke)) >= 0:
            yield Trial(nearest(look, groups, hex_), frozenset({i}), at=stroke.at, hex=hex_)
    if passage.procedure == "combat_segment":
        yield Trial(ALL, adds=True)


def target(stroke: Stroke) -> int:
    """The hex that is attacked, -1 if none is."""
    return next((act.hex for act in stroke.actions if isinstance(act, DeclareAttack | DeclareBarrage)), -1)


def group_of(look: Look, groups: tuple[Group, ...], stroke: Stroke) -> int:
    """The number of the group to which the unit that moves belongs, or that is nearest to it; -1: no unit moves."""
    first = stroke.actions[0]
    if not isinstance(first, OnUnit) or first.unit not in look.state.units:
        return -1
    for number, group in enumerate(groups):
        if first.unit in group.units:
            return number
    return nearest(look, groups, look.unit(first.unit).hex)


def replay(start: Game, side: str, passage: Passage, groups: tuple[Group, ...], trial: Trial, lot: int) -> Played:
    """Play the segment again, and on from there, in a game imagined by `lot`.

    Raises NotImaginable.
    """
    imagined = start.imagine(side, lot)
    home = homes(imagined.look, side, groups)
    hands = Hands(start, side, passage, trial, lot)
    outcome = play_on(imagined, side, groups, home, hands.choose, lot, HORIZON)
    hands.close(imagined)
    return Played(outcome, hands.ends, tuple(hands.added))


class Hands:
    """Makes the strokes that are left again, as far as they are legal; then does what is free; after the segment it is
    `steady`."""

    def __init__(self, start: Game, side: str, passage: Passage, trial: Trial, lot: int) -> None:
        self.side, self.passage, self.trial = side, passage, trial
        self.clock = start.state.clock
        self.strokes = [stroke for i, stroke in enumerate(passage.strokes) if i not in trial.without]
        self.queue: list[Action] = []
        self.steady = SteadyBot(lot)
        self.ends: dict[str, int] = {}
        self.added: list[int] = []

    def close(self, game: Game) -> None:
        """Note where units stand as the segment ends."""
        if not self.ends:
            self.ends = {unit.id: unit.hex for unit in game.look.own(self.side)}

    def choose(self, game: Game, side: str) -> Action:
        """The next action."""
        if game.state.clock != self.clock:
            self.close(game)
            return self.steady.choose(game, side)
        if not of_segment(game.look) or Cancel in game.choices_by_kind():
            return self.go_on(game, side)
        self.queue = []
        while self.strokes:
            self.queue = list(self.strokes.pop(0).actions)
            if game.check(side, self.queue[0]) is None:
                return self.queue.pop(0)
        return self.free(game, side)

    def go_on(self, game: Game, side: str) -> Action:
        """Within a stroke: as it was made, as long as that is legal."""
        if self.queue and game.check(side, self.queue[0]) is None:
            return self.queue.pop(0)
        self.queue = []
        return self.steady.choose(game, side)

    def free(self, game: Game, side: str) -> Action:
        """After the strokes: what is free, or the end of the segment."""
        if self.trial.free:
            self.steady.leave(game, [unit.id for unit in game.look.own(side) if unit.id not in self.trial.free])
        action = self.steady.choose(game, side)
        if isinstance(action, BeginMove | Release) and self.trial.free:
            return action
        if isinstance(action, DeclareAttack) and self.trial.adds:
            self.added.append(action.hex)
            return action
        return Done() if Done in game.choices_by_kind() else action
