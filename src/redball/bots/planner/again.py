"""A segment played again with one thing done otherwise: a group's moves are left to `staunch`, or all supply, dumps,
missions or voyages; each unit that moves is fueled alone; an attack is not made, or `staunch` adds attacks of its own.
Decisions outside of strokes are left to `staunch` as a run.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.bots.planner.answers import said, where
from redball.bots.planner.choice import HORIZON
from redball.bots.planner.guide import Plain
from redball.bots.planner.kinds import DOES, in_question
from redball.bots.planner.plans import Group
from redball.bots.planner.rollout import Outcome, homes, nearest, play_on
from redball.bots.planner.strokes import ALONE, Kind, Passage, Stroke
from redball.bots.steady import SteadyBot
from redball.core.actions import (
    Action,
    BeginMove,
    Cancel,
    DeclareAttack,
    DeclareBarrage,
    Done,
    OnUnit,
    PayFuel,
    Release,
)
from redball.core.look import Look
from redball.game import Game
from redball.game.view.segment_ends import of_segment
from redball.rules.moving_stack.fuel import price

ALL = -1
"""Instead of a group: the whole side."""


class Trial(Struct, frozen=True):
    """What is done otherwise: strokes, by number, that are not made (`without`); units that `staunch` may move then
    (`free`), or the `kind` of strokes that it makes instead, or whether it may add attacks (`adds`); the stroke that
    does not fuel several units at once (`single`, -1: none). `group`: the number of the group in whose part of the
    position the difference is looked for. `at`, `hex`: the number of actions before the stroke in question, and its
    target (-1: none)."""

    group: int = ALL
    without: frozenset[int] = frozenset()
    free: frozenset[str] = frozenset()
    adds: bool = False
    kind: Kind = "units"
    single: int = -1
    at: int = -1
    hex: int = -1


AS_PLAYED = Trial()
NEVER = 10**9
"""After more actions than any game has."""


class Played(Struct, frozen=True):
    """What came of it; the hex of each unit of the side when the segment ended; the targets of added attacks; and in
    words the strokes that `staunch` began."""

    outcome: Outcome
    ends: dict[str, int]
    added: tuple[int, ...] = ()
    begun: tuple[str, ...] = ()

    def account(self, group: int) -> dict[str, float]:
        """The part of the position's value that belongs to a group, or to all of them, by feature, with what belongs to
        the whole side: its supply."""
        whole: dict[str, float] = {}
        parts = self.outcome.accounts if group == ALL else (self.outcome.accounts[group],)
        for account in (*parts, self.outcome.common):
            for name, amount in account.items():
                whole[name] = whole.get(name, 0.0) + amount
        return whole


def trials_of(look: Look, side: str, passage: Passage, groups: tuple[Group, ...]) -> Iterator[Trial]:
    """What could have been done otherwise in a segment, or in a run of decisions."""
    if passage.steps:
        answers = passage.hex >= 0 and passage.acting != side
        near = nearest(look, groups, passage.hex) if answers else ALL
        yield Trial(near, frozenset({0}), at=passage.at, hex=passage.hex)
        return
    for kind in in_question(look, passage, side):
        yield Trial(without=frozenset(i for i, one in enumerate(passage.strokes) if one.kind == kind), kind=kind)
    if passage.moves:
        yield from moves_of(look, passage, groups)
        return
    for i, stroke in enumerate(passage.strokes):
        if (hex_ := target(stroke)) >= 0:
            yield Trial(nearest(look, groups, hex_), frozenset({i}), at=stroke.at, hex=hex_)
    if passage.procedure == "combat_segment":
        yield Trial(ALL, adds=True)


def moves_of(look: Look, passage: Passage, groups: tuple[Group, ...]) -> Iterator[Trial]:
    """The moves of each group, and fuel for several units of which fewer moved than it would have paid for alone."""
    mover = [group_of(look, groups, stroke) for stroke in passage.strokes]
    for number, group in enumerate(groups):
        strokes = frozenset(i for i, other in enumerate(mover) if other == number)
        if not strokes and (passage.phase == "reaction" or not group.units):
            continue  # `staunch` releases no reserves in reaction
        others = {act.unit for i in strokes if isinstance(act := passage.strokes[i].actions[0], OnUnit)}
        yield Trial(number, strokes, frozenset(group.units) | others)
    for i, moved in passage.idle:
        fuel = next(act for act in passage.strokes[i].actions if isinstance(act, PayFuel) and act.method != ALONE)
        if moved * price(look, ALONE, fuel.unit) < price(look, fuel.method, fuel.unit):
            yield Trial(single=i, at=passage.strokes[i].at, hex=look.unit(fuel.unit).hex)


def target(stroke: Stroke) -> int:
    """The hex that is attacked, -1 if none is."""
    return next((act.hex for act in stroke.actions if isinstance(act, DeclareAttack | DeclareBarrage)), -1)


def group_of(look: Look, groups: tuple[Group, ...], stroke: Stroke) -> int:
    """The number of the group to which the unit that moves belongs, or that is nearest to it; -1: others act."""
    first = stroke.actions[0]
    if stroke.kind != "units" or not isinstance(first, OnUnit) or first.unit not in look.state.units:
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
    return Played(outcome, hands.ends, tuple(hands.added), tuple(hands.begun))


class Hands:
    """Makes the strokes that are left again, as far as they are legal; then does what is free; after the segment it is
    `staunch`."""

    def __init__(self, start: Game, side: str, passage: Passage, trial: Trial, lot: int) -> None:
        self.side, self.passage, self.trial = side, passage, trial
        self.clock = start.state.clock
        self.strokes = [
            without_shared_fuel(stroke) if i == trial.single else stroke
            for i, stroke in enumerate(passage.strokes)
            if i not in trial.without
        ]
        left_out = [passage.strokes[i].at for i in trial.without]
        self.turn = min(left_out) if left_out and trial.kind != "units" else NEVER
        self.steps = list(passage.steps) if self.strokes else []
        self.begun: list[str] = []
        self.queue: list[Action] = []
        self.usual = SteadyBot(lot, Plain())
        self.ends: dict[str, int] = {}
        self.added: list[int] = []

    def close(self, game: Game) -> None:
        """Note where units stand as the segment ends."""
        if not self.ends:
            self.ends = {unit.id: unit.hex for unit in game.look.own(self.side)}

    def choose(self, game: Game, side: str) -> Action:
        """The next action."""
        if self.passage.steps:
            return self.answer(game, side)
        if game.state.clock != self.clock:
            self.close(game)
            return self.usual.choose(game, side)
        if not of_segment(game.look) or Cancel in game.choices_by_kind():
            return self.go_on(game, side)
        self.queue = []
        if self.strokes and self.strokes[0].at > self.turn and (action := self.of_kind(game, side)) is not None:
            return action
        while self.strokes:
            self.queue = list(self.strokes.pop(0).actions)
            if game.check(side, self.queue[0]) is None:
                return self.queue.pop(0)
        return self.free(game, side)

    def go_on(self, game: Game, side: str) -> Action:
        """Within a stroke: as it was made, as long as that is legal."""
        if self.queue and game.check(side, self.queue[0]) is None:
            return self.queue.pop(0)
        if self.queue and self.trial.single >= 0 and (alone := fuel_alone(game)) is not None:
            return alone
        self.queue = []
        return self.usual.choose(game, side)

    def free(self, game: Game, side: str) -> Action:
        """After the strokes: what is free, or the end of the segment."""
        if self.trial.kind != "units" and (begun := self.of_kind(game, side)) is not None:
            return begun
        if self.trial.free:
            self.usual.leave(game, [unit.id for unit in game.look.own(side) if unit.id not in self.trial.free])
        action = self.usual.choose(game, side)
        if isinstance(action, BeginMove | Release) and self.trial.free:
            return action
        if isinstance(action, DeclareAttack) and self.trial.adds:
            self.added.append(action.hex)
            return action
        return Done() if Done in game.choices_by_kind() else action

    def of_kind(self, game: Game, side: str) -> Action | None:
        """The next stroke of the kind in question that `staunch` would make."""
        scene = self.usual.scene(game, side)
        action = DOES[self.trial.kind](scene)
        if action is None or not scene.allows(action):
            self.turn = NEVER
            return None
        self.begun.append(said(game, side, action))
        return action

    def answer(self, game: Game, side: str) -> Action:
        """Decisions of a run: as they were made, as long as the same is asked; then `staunch`'s."""
        if self.steps and where(game) == self.steps[0] and game.check(side, self.strokes[0].actions[0]) is None:
            first = self.strokes[0]
            self.steps.pop(0)
            self.strokes[0] = replace(first, actions=first.actions[1:])
            return first.actions[0]
        self.steps = []
        return self.usual.choose(game, side)


def without_shared_fuel(stroke: Stroke) -> Stroke:
    """The same without paying for several units at once."""
    return replace(
        stroke, actions=tuple([a for a in stroke.actions if not isinstance(a, PayFuel) or a.method == ALONE])
    )


def fuel_alone(game: Game) -> Action | None:
    """Fuel for one unit of the moving stack, from the nearest source."""
    offers = game.choices_by_kind().get(PayFuel, ())
    return next((pay for pay in offers if isinstance(pay, PayFuel) and pay.method == ALONE), None)
