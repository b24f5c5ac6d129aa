"""Procedures are tables of named steps; an open one is a `Frame` on the state's stack.

Three kinds of step. `Choose`: who decides, and the options; it repeats until `decides` answers None.
`Chance`: which dice, and what they do; only these steps roll dice. `Do`: automatic. A step changes the
game only through its `Run`: `emit` an event, `set` the frame's record, `go` to a named step, `push`
another procedure, `finish`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from operator import is_
from typing import Any

from redball.core.actions import Action
from redball.core.chances import Courses
from redball.core.dice import Dice
from redball.core.errors import EditionError
from redball.core.events import DiceRolled, Event
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.state import Frame, State
from redball.core.world import World

STEP_LIMIT = 20_000

Held = Callable[[World], bool]
"""Whether a game can ever have something. A step or option with such a condition is left out of the tables of a game
that never can, so that a game without ships does not ask for ships at every action. No other step may `go` there."""


class EngineError(RuntimeError):
    """The engine's own fault (a runaway procedure, a missing step), never a player's."""


@dataclass(frozen=True)
class Option:
    """One kind of action at a decision. Only `refuse` can refuse it.

    `exact`: every candidate is legal, so listing the legal actions need not call `refuse`. `held`: see `Held`.
    """

    action: type[Action]
    candidates: Callable[[Look, Any], Iterable[Action]]
    refuse: Callable[[Look, Any, Any], Refusal | None]
    take: Callable[[Run, Any, Any], None]
    exact: bool = False
    held: Held | None = None


def only(*actions: Action) -> Callable[[Look, Any], tuple[Action, ...]]:
    """Candidates for an option that always has the same few actions."""
    return lambda look, data: actions


def always_legal(look: Look, data: Any, action: Any) -> Refusal | None:
    """The `refuse` of an option that nothing forbids."""
    return None


@dataclass(frozen=True)
class Choose:
    """A decision. `decides(look, data)` names the side, or None when nothing is left to decide.

    `words` is what the edition calls the values of its actions, for display. `gives_up(look, data)` says in a short
    sentence what is lost if the decision is ended now, "" if nothing is. While it is `secret`, the other side learns
    only whose decision it is.
    """

    name: str
    prompt: str
    decides: Callable[[Look, Any], str | None]
    options: tuple[Option, ...]
    case: str = ""
    words: tuple[tuple[str, str], ...] = ()
    gives_up: Callable[[Look, Any], str] | None = None
    secret: bool = False
    held: Held | None = None

    def fitted(self, world: World) -> Choose:
        """The decision without the options that a game never has."""
        options = tuple([option for option in self.options if option.held is None or option.held(world)])
        return self if len(options) == len(self.options) else replace(self, options=options)


@dataclass(frozen=True)
class Chance:
    """Dice. `dice(look, data)` is the number of six-sided dice (0: none); `then` gets the roll.

    `courses(look, data)`: an example throw for each different outcome, with its chance. Exact forecasts follow all
    of them. A step without `courses` has dice that no forecast depends on.
    """

    name: str
    reason: Callable[[Look, Any], str] | str
    case: str
    dice: Callable[[Look, Any], int]
    then: Callable[[Run, Any, tuple[int, ...]], None]
    side: Callable[[Look, Any], str] | None = None
    courses: Callable[[Look, Any], Courses] | None = None
    held: Held | None = None


@dataclass(frozen=True)
class Do:
    """An automatic step."""

    name: str
    run: Callable[[Run, Any], None]
    held: Held | None = None


Step = Choose | Chance | Do


def offering(*more: Option) -> Callable[[Step], Step]:
    """An edit for wrapping a decision: it adds options."""

    def wider(usual: Step) -> Step:
        assert isinstance(usual, Choose)
        return replace(usual, options=(*usual.options, *more))

    return wider


@dataclass(frozen=True)
class Procedure:
    """A table of steps. `data` is the record type of its frames; `receive` takes the result of a procedure that it
    pushed.
    """

    name: str
    data: type
    steps: tuple[Step, ...]
    receive: Callable[[Any, Any], Any] | None = None

    def index(self, step: str) -> int:
        """The position of a step in the table.

        Raises EditionError for an unknown name.
        """
        found = self._indexes.get(step)
        if found is None:
            raise EditionError(f"procedure {self.name!r} has no step {step!r}")
        return found

    @cached_property
    def _indexes(self) -> dict[str, int]:
        return {step.name: i for i, step in reversed([*enumerate(self.steps)])}

    def fitted(self, world: World) -> Procedure:
        """The table of a game, without what it never has; itself if that is nothing."""
        kept = [step for step in self.steps if step.held is None or step.held(world)]
        steps = tuple([step.fitted(world) if isinstance(step, Choose) else step for step in kept])
        same = len(steps) == len(self.steps) and all(map(is_, steps, self.steps))
        return self if same else replace(self, steps=steps)

    def edited(self, verb: str, name: str, step: Step | Callable[[Step], Step] | None) -> Procedure:
        """The table with one step replaced or removed, or with another put before or after it; `wrap` makes the new
        step from the old one."""
        i = self.index(name)
        if verb == "wrap":
            assert callable(step)
            return self.edited("replace", name, step(self.steps[i]))
        assert not callable(step)
        new = () if step is None else (step,)
        bounds = {"replace": (i, i + 1), "remove": (i, i + 1), "before": (i, i), "after": (i + 1, i + 1)}
        if verb not in bounds:
            raise EditionError(f"procedure {self.name!r}: unknown edit {verb!r}")
        start, end = bounds[verb]
        return replace(self, steps=self.steps[:start] + new + self.steps[end:])


class Run:
    """Steps get a `Run`; only through it may they change a state.

    `until` names procedures with a step each to stop before: for forecasts, never in play.
    """

    __slots__ = ("_dice", "_moved", "_until", "events", "look")

    def __init__(self, look: Look, dice: Dice, until: Collection[tuple[str, str]] = ()) -> None:
        self.look = look
        self._dice = dice
        self._moved = False
        self._until = until
        self.events: list[Event] = []

    @property
    def state(self) -> State:
        """The current state."""
        return self.look.state

    @property
    def world(self) -> World:
        """The fixed part of the game."""
        return self.look.world

    @property
    def data(self) -> Any:
        """The record of the running frame."""
        return self.look.state.stack[-1].data

    def emit(self, *events: Event) -> None:
        """Apply the events in order and log them."""
        for event in events:
            before = self.look
            state = event.apply(before.state)
            self.events.append(event)
            if state is not before.state:
                self.look = before.after(state, event.touched())

    @property
    def arrived(self) -> bool:
        """Whether it stopped at `until`."""
        top = self.state.stack[-1] if self.state.stack else None
        return top is not None and (top.procedure, top.step) in self._until

    def set(self, data: Any) -> None:
        """Replace the record of the running frame."""
        *below, top = self.state.stack
        if data is top.data:
            return
        self._restack((*below, Frame(top.procedure, top.step, data)))

    def go(self, step: str) -> None:
        """Continue at a named step of the running procedure."""
        *below, top = self.state.stack
        self._table(top).index(step)
        self._moved = True
        self._restack((*below, Frame(top.procedure, step, top.data)))

    def go_on(self) -> None:
        """Leave a decision for the step after it."""
        top = self.state.stack[-1]
        self._advance(self._table(top))

    def push(self, procedure: str, data: Any) -> None:
        """Open another procedure. A running `Do` or `Chance` step is then over: its procedure later continues at the
        next step.
        """
        top = self.state.stack[-1]
        table = self._table(top)
        if not self._moved and not isinstance(table.steps[table.index(top.step)], Choose):
            self._advance(table)
        opened: Procedure = self.world.procedures[procedure]
        self._moved = True
        self._restack((*self.state.stack, Frame(procedure, opened.steps[0].name, data)))

    def finish(self, result: Any = None) -> None:
        """Close the running procedure; the one below receives the result."""
        stack = self.state.stack[:-1]
        if result is not None and stack:
            below = stack[-1]
            receive = self._table(below).receive
            if receive is None:
                raise EngineError(f"{below.procedure} takes no result")
            stack = (*stack[:-1], Frame(below.procedure, below.step, receive(below.data, result)))
        self._moved = True
        self._restack(stack)

    # --- the loop ----------------------------------------------------------------------------------------------

    def _table(self, frame: Frame) -> Procedure:
        """The procedure that an open frame runs."""
        found: Procedure = self.world.procedures[frame.procedure]
        return found

    def _restack(self, stack: tuple[Frame, ...]) -> None:
        self.look = self.look.at_stack(self.look.state.change(stack=stack))

    def _advance(self, table: Procedure) -> None:
        self._to_step(table, table.index(self.state.stack[-1].step) + 1)

    def _to_step(self, table: Procedure, i: int) -> None:
        """Move the running procedure to step `i`; past the last step, close it."""
        stack = self.look.state.stack
        self._moved = True
        if i == len(table.steps):
            self._restack(stack[:-1])
        elif stack[-1].step != table.steps[i].name:
            self._restack((*stack[:-1], Frame(table.name, table.steps[i].name, stack[-1].data)))

    def roll(self, count: int, reason: str, case: str, side: str, given: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Throw dice, or lay `given` ones: for `Chance` steps only."""
        position = self.state.dice
        dice = given or self._dice.throw(position, count, self._occasion)
        self.emit(DiceRolled(case=case, side=side, dice=dice, reason=reason, first=position.drawn))
        return dice

    def _occasion(self) -> str:
        """What the open procedure throws dice for: the Player Turn, phase, procedure and step, and its hex or unit."""
        clock, frame = self.state.clock, self.state.stack[-1]
        where = getattr(frame.data, "hex", getattr(frame.data, "unit", ""))
        return f"{clock.turn}/{clock.phasing}/{clock.phase}/{frame.procedure}.{frame.step}/{where}"

    def to_decision(self) -> None:
        """Run automatic steps and dice until somebody decides or the game is over."""
        ran = False
        """The open step has been carried out, and did not say where the procedure goes on."""
        for _ in range(STEP_LIMIT):
            if not self.state.stack or self.state.over:
                return
            top = self.state.stack[-1]
            table = self._table(top)
            i = _due(self.look, table, table.index(top.step) + ran, top.data)
            self._to_step(table, i)
            if i == len(table.steps):
                ran = False
                continue
            step = table.steps[i]
            if isinstance(step, Choose) or (table.name, step.name) in self._until:
                return
            self._moved = False
            if isinstance(step, Do):
                step.run(self, top.data)
            else:
                self._chance(step, top.data)
            ran = not self._moved
        raise EngineError(f"no decision after {STEP_LIMIT} steps in {self.state.stack[-1].procedure}")

    def _chance(self, step: Chance, data: Any) -> None:
        count = step.dice(self.look, data)
        if count:
            reason = step.reason if isinstance(step.reason, str) else step.reason(self.look, data)
            side = step.side(self.look, data) if step.side else self.state.clock.acting
            given = self._of_lesson(step, count)
            step.then(self, data, self.fall(step, data) or self.roll(count, reason, step.case, side, given))

    def _of_lesson(self, step: Chance, count: int) -> tuple[int, ...]:
        """A lesson's own dice for this roll; () if chance decides, as in every other scenario. They depend on the turn
        alone, so a saved or rewound lesson has them again."""
        own = self.world.scenario.dice
        if not own:
            return ()
        name, clock = f"{self.state.stack[-1].procedure}.{step.name}", self.state.clock
        return next((d.dice for d in own if d.holds(name, count, clock.turn, clock.phasing)), ())

    def fall(self, step: Chance, data: Any) -> tuple[int, ...]:
        """Use given dice for the current step: for forecasts, never in play."""
        return ()

    def take(self, option: Option, action: Action) -> None:
        """Carry out an accepted action and run on to the next decision."""
        self._moved = False
        option.take(self, self.data, action)
        self.to_decision()


def _due(look: Look, table: Procedure, i: int, data: Any) -> int:
    """The first step from `i` on that is due; decisions that nobody has to make are skipped."""
    for step in table.steps[i:]:
        if not isinstance(step, Choose) or step.decides(look, data) is not None:
            break
        i += 1
    return i
