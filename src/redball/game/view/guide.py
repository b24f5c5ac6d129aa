"""A lesson's steps: which are done, which are missed, which comes now, and how to do it.

All of it follows from what happened, so that undo, saves and looking back need nothing of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from redball.core import engine
from redball.core.actions import Action, BeginMove, Cancel, DeclareAttack, DeclareBarrage, Done, Halt, OpenTrain
from redball.core.dice import NO_DICE
from redball.core.engine import decision_name
from redball.core.events import Event, PhaseBegan, StepLost, TurnBegan, UnitEliminated
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.game.game import Game
from redball.game.plan.moves import on_the_spot, reachable
from redball.game.plan.rail import rail_reach, train_reach
from redball.game.sight.belief import OPEN, believed
from redball.rules.moving_stack.fuel_plan import Stack, fuel_cost
from redball.rules.moving_stack.move_ends import MoveData
from redball.scenarios.records import GuideStep, Way

Progress = Literal["open", "done", "missed"]


class GuideView(Struct, frozen=True):
    """A step of a guide. `began`: the number of actions when its turn came; a rewind to there tries it again.
    `otherwise`: how the lesson goes on if the step was missed."""

    title: str
    text: str
    why: str
    case: str
    progress: Progress
    otherwise: str
    began: int


class HintView(Struct, frozen=True):
    """What to do now for the guide's present step: move these `units` to the `hex`, on their feet or by rail; send
    supply by train, from `start` to there; or take the `action`, for which `units` and `hex` say where on the map it
    is. An action that is not offered yet is what the unit can do once it is taken up. `onward`: nothing can be done for
    the step yet, and this leads on.
    """

    verb: Literal["move", "rail", "train", "act"]
    units: tuple[str, ...] = ()
    start: int = -1
    hex: int = -1
    action: Action | None = None
    onward: bool = False


@dataclass
class Walk:
    """The guide while the game's events go by. `segment` is the learner's that is on, as in "combat/barrage"; "" in the
    other side's. `here` is the step that came last."""

    steps: tuple[GuideStep, ...]
    side: str
    progress: list[Progress] = field(init=False)
    began: list[int] = field(init=False)
    turn: int = 0
    segment: str = ""
    here: int = 0

    def __post_init__(self) -> None:
        self.progress = ["open"] * len(self.steps)
        self.began = [0] * len(self.steps)

    def take(self, event: Event) -> None:
        """Go on by one event: what it does, then what it makes impossible."""
        before = (self.turn, self.segment)
        if isinstance(event, TurnBegan):
            self.turn, self.segment = event.turn, ""
        elif isinstance(event, PhaseBegan):
            self.segment = f"{event.phase}/{event.segment}" if event.side == self.side else ""
        for i, step in enumerate(self.steps):
            if self.progress[i] != "open":
                continue
            if self.does(event, step):
                self.progress[i] = "done"
            elif self.over(step, before) or lost(event) in step.needs:
                self.progress[i] = "missed"

    def does(self, event: Event, step: GuideStep) -> bool:
        """The event is what the step asks for, by the right side in the right turn."""
        if type(event).__name__ != step.done_when or step.turn not in (0, self.turn):
            return False
        return event.side in ("", self.side) and all(matches(getattr(event, k, None), v) for k, v in step.when.items())

    def over(self, step: GuideStep, before: tuple[int, str]) -> bool:
        """The step's turn is over, or its segment in that turn."""
        if not step.turn:
            return False
        left = before == (step.turn, step.segment) and before != (self.turn, self.segment)
        return self.turn > step.turn or (bool(step.segment) and left)

    def settle(self, number: int) -> None:
        """After action `number`: what is now the present step begins here."""
        now = self.now
        if now != self.here:
            self.began[self.here + 1 : now] = [self.began[self.here]] * (now - self.here - 1)
            self.began[now : now + 1] = [number] * (now < len(self.steps))
            self.here = now

    @property
    def now(self) -> int:
        """The first open step; beyond the last if none is."""
        return next((i for i, one in enumerate(self.progress) if one == "open"), len(self.steps))


def lost(event: Event) -> str:
    """The unit that is gone with an event, "" if none is."""
    if isinstance(event, UnitEliminated) or (isinstance(event, StepLost) and event.destroyed):
        return event.unit
    return ""


def matches(value: Any, wanted: Any) -> bool:
    """The field of an event is what is wanted; of a list, all members are there."""
    return set(wanted) <= set(value) if isinstance(wanted, list) else bool(value == wanted)


def _walked(game: Game, side: str) -> Walk | None:
    scenario = game.world.scenario
    learner = scenario.learner or scenario.sides[0].id
    if not scenario.guide or side not in (OPEN, learner):
        return None
    walk = Walk(scenario.guide, learner)
    for number, events in enumerate([game.opening, *(record.events for record in game.records)]):
        for event in events:
            walk.take(event)
        walk.settle(number)
    if game.over:
        walk.progress = ["missed" if one == "open" else one for one in walk.progress]
    return walk


def guide(game: Game, side: str) -> list[GuideView]:
    """The steps of a guide for the viewer that it is made for, with their progress; [] for others."""
    walk = _walked(game, side)
    if walk is None:
        return []
    told = zip(walk.steps, walk.progress, walk.began, strict=True)
    return [
        GuideView(s.title, s.text, s.why, s.case, progress, s.otherwise if progress == "missed" else "", began)
        for s, progress, began in told
    ]


def hint(game: Game, side: str) -> HintView | None:
    """What to do now for the present step, out of the legal actions; None if the learner does not decide, or if the
    guide is through."""
    walk, open_ = _walked(game, side), game.decision
    if walk is None or open_ is None or open_.side != walk.side or walk.now == len(walk.steps):
        return None
    offered = game.choices()
    ways = walk.steps[walk.now].ways
    found = (hinted(game, way, offered) for way in ways)
    leading = (one for one in found if one is not None and not leads_back(game.look, game, ways, one.action))
    return next(leading, None) or way_on(game, offered)


def hinted(game: Game, way: Way, offered: list[Action]) -> HintView | None:
    """The next thing to do for a way; None if it is not possible now."""
    if way.verb in ("move", "rail"):
        return move_hint(game, way, offered)
    if way.verb == "train":
        return train_hint(game, way, offered)
    if way.verb == "act":
        now = first_wanted(way, offered)
        return of_action(now) if now is not None else in_its_hex(game, way, offered)
    declare = DeclareAttack(way.hex) if way.verb == "attack" else DeclareBarrage(way.hex)
    if declare not in offered and getattr(game.state.stack[-1].data, "target", -1) != way.hex:
        return None
    now = first_wanted(way, offered)
    return of_action(now) if now is not None else None


def first_wanted(way: Way, offered: Sequence[Action]) -> Action | None:
    """The first action of an act, an attack or a barrage that is offered."""
    if way.verb == "act":
        wanted = [way.fields]
    else:
        units = [{"type": "add_unit", "unit": uid} for uid in way.units]
        wanted = [{"type": f"declare_{way.verb}", "hex": way.hex}, *units, {"type": "done"}]
    return next((action for fields in wanted for action in offered if fits(action, fields)), None)


def leads_back(look: Look, game: Game, ways: Sequence[Way], action: Action | None) -> bool:
    """The action begins something that the ways cannot finish, so that only Cancel would follow it: a mission whose
    target is gone. What is committed is not looked into, so that no dice are read ahead."""
    open_ = engine.decision(look)
    if action is None or isinstance(action, Done) or open_ is None:
        return False
    answer = engine.apply(look, NO_DICE, open_.side, action)
    if isinstance(answer, Refusal):
        return False
    after = answer[0]
    offered = engine.choices(after)
    if Cancel() not in offered:
        return False
    further = (first_wanted(way, offered) for way in ways if way.verb in ("act", "attack", "barrage"))
    then = next((one for one in further if one is not None), None)
    return then is None or leads_back(after, game, ways, then)


def in_its_hex(game: Game, way: Way, offered: list[Action]) -> HintView | None:
    """What a unit does as it begins to move, such as a change of mode: it is legal once the unit is taken up."""
    uid, open_ = str(way.fields.get("unit", "")), game.decision
    if open_ is None or BeginMove(uid) not in offered:
        return None
    found = (a for a in on_the_spot(game, open_.side, (uid,)) if fits(a, way.fields))
    return next((of_action(a) for a in found), None)


def move_hint(game: Game, way: Way, offered: list[Action]) -> HintView | None:
    """To move units to a hex, while they are elsewhere together; another stack that is on the move halts first."""
    units = [game.state.units[uid] for uid in way.units if uid in game.state.units]
    if len(units) != len(way.units) or {unit.hex for unit in units} in ({way.hex}, {-1}):
        return None
    data = game.state.stack[-1].data
    if isinstance(data, MoveData) and set(data.units) != set(way.units):
        return replace(of_action(Halt()), onward=True) if Halt() in offered else None
    if not isinstance(data, MoveData) and not all(BeginMove(uid) in offered for uid in way.units):
        return None
    if len({unit.hex for unit in units}) > 1:
        return None
    side = units[0].side
    if way.verb == "rail":
        rail = rail_reach(game, side, way.units)
        stop = rail.hexes.get(way.hex)
        return HintView("rail", way.units, hex=way.hex) if stop is not None and stop.cost <= rail.left else None
    reached = way.hex in reachable(game, side, way.units).hexes
    dry = fuel_cost(believed(game.look, side), Stack(side, way.units)).dry
    return HintView("move", way.units, hex=way.hex) if reached and not dry else None


def train_hint(game: Game, way: Way, offered: list[Action]) -> HintView | None:
    """To send supply by rail from one hex to another."""
    open_ = game.decision
    if open_ is None or OpenTrain(way.start) not in offered:
        return None
    goes = way.hex in train_reach(game, open_.side, way.start).hexes
    return HintView("train", start=way.start, hex=way.hex) if goes else None


def way_on(game: Game, offered: list[Action]) -> HintView | None:
    """When nothing serves the step: out of a declaration or a move, on to the next segment, or a forced answer."""
    for kind in (Cancel, Halt, Done):
        found = next((a for a in offered if isinstance(a, kind)), None)
        if found is not None:
            open_ = game.decision
            assert open_ is not None
            found = Done(decision_name(game.look, open_)) if isinstance(found, Done) else found
            return replace(of_action(found), onward=True)
    return replace(of_action(offered[0]), onward=True) if offered else None


def of_action(action: Action) -> HintView:
    """A hint with the unit and the hex of an action."""
    units = [getattr(action, name) for name in type(action).unit_fields[:1]]
    hexes = [getattr(action, name) for name in type(action).hex_fields[:1]]
    return HintView("act", tuple(u for u in units if u), hex=hexes[0] if hexes else -1, action=action)


def fits(action: Action, fields: dict[str, Any]) -> bool:
    """The action has these fields."""
    plain = msgspec.to_builtins(action)
    return all(plain.get(name) == value for name, value in fields.items())
