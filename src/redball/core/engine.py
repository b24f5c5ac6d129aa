"""The loop that runs procedures until somebody has to decide, and the one door through which an action comes in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, repeat
from operator import is_
from typing import Any, NamedTuple

from redball.core import refusals
from redball.core.actions import Action
from redball.core.dice import Dice
from redball.core.events import DiceRolled, Event
from redball.core.look import Look
from redball.core.procedures import Chance, Choose, Do, Option, Procedure
from redball.core.refusals import Refusal
from redball.core.state import Frame, State
from redball.core.world import World

STEP_LIMIT = 20_000

Offered = Mapping[type[Action], Sequence[Action]]
"""Legal actions kind by kind, as `choices_by_kind` lists them."""
NONE_OFFERED: Offered = {}


class EngineError(RuntimeError):
    """The engine's own fault (a runaway procedure, a step that does not exist), never a player's."""


class Decision(NamedTuple):
    """What stands open: who decides, in which step of which procedure, and the frame's record."""

    side: str
    procedure: Procedure
    step: Choose
    data: Any


class Run:
    """The only thing that may change a state: steps are given one and speak through it.

    `until` names a procedure and its step before which to stop: for questions, never for play.
    """

    __slots__ = ("_dice", "_moved", "_until", "events", "look")

    def __init__(self, look: Look, dice: Dice, until: tuple[str, str] | None = None) -> None:
        self.look = look
        self._dice = dice
        self._moved = False
        self._until = until
        self.events: list[Event] = []

    @property
    def state(self) -> State:
        """The state as it now is."""
        return self.look.state

    @property
    def world(self) -> World:
        """The fixed part of the game."""
        return self.look.world

    @property
    def data(self) -> Any:
        """The record of the frame that runs."""
        return self.look.state.stack[-1].data

    def emit(self, *events: Event) -> None:
        """Let something happen: apply the events in order and log them."""
        for event in events:
            before = self.look
            state = event.apply(before.state)
            self.events.append(event)
            if state is not before.state:
                self.look = before.after(state, event.touched())

    @property
    def arrived(self) -> bool:
        """It stopped before the step that it was to stop before."""
        top = self.state.stack[-1] if self.state.stack else None
        return top is not None and self._until == (top.procedure, top.step)

    def set(self, data: Any) -> None:
        """Replace the record of the running frame."""
        *below, top = self.state.stack
        if data is top.data:
            return
        self._restack((*below, Frame(top.procedure, top.step, data)))

    def go(self, step: str) -> None:
        """Continue at a named step of the running procedure."""
        *below, top = self.state.stack
        self.world.edition.procedures[top.procedure].index(step)
        self._moved = True
        self._restack((*below, Frame(top.procedure, step, top.data)))

    def go_on(self) -> None:
        """Leave a decision for the step after it."""
        top = self.state.stack[-1]
        self._advance(self.world.edition.procedures[top.procedure])

    def push(self, procedure: str, data: Any) -> None:
        """Open another procedure. A running `Do` or `Chance` step is over: the procedure goes on behind it
        afterwards.
        """
        top = self.state.stack[-1]
        table = self.world.edition.procedures[top.procedure]
        if not self._moved and not isinstance(table.steps[table.index(top.step)], Choose):
            self._advance(table)
        opened = self.world.edition.procedures[procedure]
        self._moved = True
        self._restack((*self.state.stack, Frame(procedure, opened.steps[0].name, data)))

    def finish(self, result: Any = None) -> None:
        """Close the running procedure; the one below receives the result."""
        stack = self.state.stack[:-1]
        if result is not None and stack:
            below = stack[-1]
            receive = self.world.edition.procedures[below.procedure].receive
            if receive is None:
                raise EngineError(f"{below.procedure} takes no result")
            stack = (*stack[:-1], Frame(below.procedure, below.step, receive(below.data, result)))
        self._moved = True
        self._restack(stack)

    # --- the loop ----------------------------------------------------------------------------------------------

    def _restack(self, stack: tuple[Frame, ...]) -> None:
        self.look = self.look.at_stack(self.look.state.change(stack=stack))

    def _advance(self, table: Procedure) -> None:
        self._to_step(table, table.index(self.state.stack[-1].step) + 1)

    def _to_step(self, table: Procedure, i: int) -> None:
        """The running procedure at its step number `i`; closed behind its last."""
        stack = self.look.state.stack
        self._moved = True
        if i == len(table.steps):
            self._restack(stack[:-1])
        elif stack[-1].step != table.steps[i].name:
            self._restack((*stack[:-1], Frame(table.name, table.steps[i].name, stack[-1].data)))

    def roll(self, count: int, reason: str, case: str, side: str) -> tuple[int, ...]:
        """Throw dice: for `Chance` steps only."""
        position = self.state.dice
        dice = tuple(self._dice.die(position.branch, position.drawn + i) for i in range(count))
        self.emit(DiceRolled(case=case, side=side, dice=dice, reason=reason, first=position.drawn))
        return dice

    def to_decision(self) -> None:
        """Run automatic steps and dice until somebody decides or the game is over."""
        ran = False
        """The open step has been carried out, and did not say where the procedure goes on."""
        for _ in range(STEP_LIMIT):
            if not self.state.stack or self.state.over:
                return
            top = self.state.stack[-1]
            table = self.world.edition.procedures[top.procedure]
            i = _due(self.look, table, table.index(top.step) + ran, top.data)
            self._to_step(table, i)
            if i == len(table.steps):
                ran = False
                continue
            step = table.steps[i]
            if isinstance(step, Choose) or self._until == (table.name, step.name):
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
            step.then(self, data, self.fall(step, data) or self.roll(count, reason, step.case, side))

    def fall(self, step: Chance, data: Any) -> tuple[int, ...]:
        """Dice that are known before they are thrown: for forecasts, never in play."""
        return ()

    def take(self, option: Option, action: Action) -> None:
        """Carry out an accepted action and run on to the next decision."""
        self._moved = False
        option.take(self, self.data, action)
        self.to_decision()


def _due(look: Look, table: Procedure, i: int, data: Any) -> int:
    """The number of the first step from number `i` on that is due: decisions that are nobody's are passed over."""
    for step in table.steps[i:]:
        if not isinstance(step, Choose) or step.decides(look, data) is not None:
            break
        i += 1
    return i


def decision(look: Look) -> Decision | None:
    """The open decision, or None when the game is over."""
    if look.open is None:
        look.open = _decision(look)
    found: Decision | None = look.open
    return found


def _decision(look: Look) -> Decision | None:
    if look.state.over or not look.state.stack:
        return None
    top = look.state.stack[-1]
    table = look.world.edition.procedures[top.procedure]
    step = table.steps[table.index(top.step)]
    if not isinstance(step, Choose):
        raise EngineError(f"{top.procedure}.{top.step} is not a decision")
    side = step.decides(look, top.data)
    if side is None:
        raise EngineError(f"nobody decides at {top.procedure}.{top.step}")
    return Decision(side, table, step, top.data)


def choices(look: Look, *kinds: type[Action]) -> list[Action]:
    """Every legal action at the open decision, in a stable order; only those of some kinds where these are named."""
    return [*chain.from_iterable(choices_by_kind(look, *kinds).values())]


def choices_by_kind(look: Look, *kinds: type[Action]) -> dict[type[Action], Sequence[Action]]:
    """The same, kind by kind, not for changing; kinds of which nothing is legal are left out."""
    open_ = decision(look)
    if open_ is None:
        return {}
    found: dict[type[Action], Sequence[Action]] = {}
    data = open_.data
    for option in open_.step.options:
        if kinds and option.action not in kinds:
            continue
        legal: Any = option.candidates(look, data)
        if not option.exact:
            refuse = option.refuse
            legal = [action for action in legal if refuse(look, data, action) is None]
        elif type(legal) is not list:
            legal = list(legal)
        if legal:
            found[option.action] = legal
    return found


def plain_choices(look: Look) -> list[Action]:
    """The same with every candidate judged by `refuse`: the plain version, with which `choices` must agree."""
    open_ = decision(look)
    options = open_.step.options if open_ is not None else ()
    data = open_.data if open_ is not None else None
    return [a for option in options for a in option.candidates(look, data) if option.refuse(look, data, a) is None]


def check(look: Look, side: str, action: Action) -> Refusal | Option:
    """The option that the action uses, or why it is refused: actor first, then form, then the rules."""
    open_ = decision(look)
    if open_ is None:
        return refusals.GAME_OVER()
    if side != open_.side:
        return refusals.NOT_YOURS(have=side, need=open_.side)
    malformed = unknown_names(look, action)
    if malformed is not None:
        return malformed
    for option in open_.step.options:
        if type(action) is option.action:
            refused = option.refuse(look, open_.data, action)
            return option if refused is None else refused
    return refusals.NOT_NOW(detail=words(type(action)), have=open_.step.prompt.rstrip("."))


def words(kind: type[Action]) -> str:
    """The name of an action as a reader sees it: `step to`."""
    return str(kind.__struct_config__.tag).replace("_", " ")


def unknown_names(look: Look, action: Action) -> Refusal | None:
    """Refuse an action that names a unit or hex which is not in the game, before any rule reads it."""
    for name in type(action).unit_fields:
        uid = getattr(action, name)
        if uid not in look.state.units and (uid or name not in type(action).may_be_none):
            return refusals.UNKNOWN_UNIT(detail=repr(uid))
    for name in type(action).hex_fields:
        hex_ = getattr(action, name)
        lowest = -1 if name in type(action).may_be_none else 0
        if not lowest <= hex_ < look.board.size:
            return refusals.UNKNOWN_HEX(detail=str(hex_))
    return None


def offered_option(look: Look, side: str, action: Action, offered: Offered) -> Option | None:
    """The option of an action that is itself one of those `offered` at this look: it was judged then. What is only
    equal to one of them is judged like any other."""
    open_ = decision(look)
    if open_ is None or side != open_.side or not any(map(is_, offered.get(type(action), ()), repeat(action))):
        return None
    return next(option for option in open_.step.options if option.action is type(action))


def apply(
    look: Look, dice: Dice, side: str, action: Action, offered: Offered = NONE_OFFERED
) -> tuple[Look, list[Event]] | Refusal:
    """Take an action: the new look and what happened, or the refusal and nothing changed. `offered`: the legal actions,
    as far as they were listed at this very look."""
    option = offered_option(look, side, action, offered) or check(look, side, action)
    if isinstance(option, Refusal):
        return option
    run = Run(look, dice)
    run.take(option, action)
    return run.look, run.events


def start(
    world: World, state: State, dice: Dice, begin: Callable[[Run], None] | None = None
) -> tuple[Look, list[Event]]:
    """Run a fresh state to its first decision."""
    run = Run(Look(world, state), dice)
    if begin is not None:
        begin(run)
    run.to_decision()
    return run.look, run.events
