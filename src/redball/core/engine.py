"""The only way to take an action: the open decision, its legal actions, and refusals.

`Run`, which every step gets and which runs steps until somebody has to decide, is in `core/procedures.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from operator import is_
from typing import Any, NamedTuple

from redball.core import refusals
from redball.core.actions import Action, Done
from redball.core.dice import Dice
from redball.core.events import Event
from redball.core.look import Look
from redball.core.procedures import Choose, EngineError, Option, Procedure, Run
from redball.core.refusals import Refusal
from redball.core.state import State
from redball.core.world import World

__all__ = [
    "NONE_OFFERED",
    "Decision",
    "EngineError",
    "Offered",
    "Run",
    "apply",
    "check",
    "choices",
    "choices_by_kind",
    "decision",
    "decision_name",
    "listing",
    "offered_option",
    "passed",
    "plain_choices",
    "start",
    "unknown_names",
    "words",
]

Offered = Mapping[type[Action], Sequence[Action]]
"""Legal actions kind by kind, as `choices_by_kind` lists them."""
NONE_OFFERED: Offered = {}


class Decision(NamedTuple):
    """The open decision: who decides, in which step of which procedure, and the frame's record."""

    side: str
    procedure: Procedure
    step: Choose
    data: Any


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
    table = look.world.procedures[top.procedure]
    step = table.steps[table.index(top.step)]
    if not isinstance(step, Choose):
        raise EngineError(f"{top.procedure}.{top.step} is not a decision")
    side = step.decides(look, top.data)
    if side is None:
        raise EngineError(f"nobody decides at {top.procedure}.{top.step}")
    return Decision(side, table, step, top.data)


def choices(look: Look, *kinds: type[Action]) -> list[Action]:
    """Every legal action at the open decision, in a stable order; only of the given kinds, if any are given."""
    return [*chain.from_iterable(choices_by_kind(look, *kinds).values())]


def choices_by_kind(look: Look, *kinds: type[Action]) -> dict[type[Action], Sequence[Action]]:
    """The same by kind, without kinds that have no legal action. Do not modify it."""
    return dict(listing(look, *kinds))


def listing(look: Look, *kinds: type[Action]) -> Iterator[tuple[type[Action], Sequence[Action]]]:
    """The same kind by kind, each listed when it is asked for."""
    open_ = decision(look)
    if open_ is None:
        return
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
            yield option.action, legal


def plain_choices(look: Look) -> list[Action]:
    """The plain version of `choices`, which must agree with it: `refuse` judges every candidate."""
    open_ = decision(look)
    options = open_.step.options if open_ is not None else ()
    data = open_.data if open_ is not None else None
    return [a for option in options for a in option.candidates(look, data) if option.refuse(look, data, a) is None]


def check(look: Look, side: str, action: Action) -> Refusal | Option:
    """The option that the action uses, or a refusal. It checks the actor first, then the form, then the rules."""
    open_ = decision(look)
    if open_ is None:
        return refusals.GAME_OVER()
    if side != open_.side:
        return refusals.NOT_YOURS(have=side, need=open_.side)
    malformed = unknown_names(look, action)
    if malformed is not None:
        return malformed
    if isinstance(action, Done) and action.ends not in ("", decision_name(look, open_)):
        return passed(open_)
    for option in _every_option(look, open_):
        if type(action) is option.action:
            refused = option.refuse(look, open_.data, action)
            return option if refused is None else refused
    return refusals.NOT_NOW(detail=words(type(action)), have=open_.step.prompt.rstrip("."))


def _every_option(look: Look, open_: Decision) -> tuple[Option, ...]:
    """The options of a decision, those that this game never has among them: they know why they refuse."""
    table: Procedure = look.world.edition.procedures[open_.procedure.name]
    step = table.steps[table.index(open_.step.name)]
    assert isinstance(step, Choose)
    return step.options


def decision_name(look: Look, open_: Decision) -> str:
    """The phase and the open procedure: `combat/barrage_segment`. `Done.ends` names by it what it ends."""
    return f"{look.state.clock.phase}/{open_.procedure.name}"


def passed(open_: Decision) -> Refusal:
    """The refusal of an action that was meant for an earlier decision."""
    return refusals.PASSED(have=open_.step.prompt.rstrip("."))


def words(kind: type[Action]) -> str:
    """The name of a kind of action in words: `step to`."""
    return str(kind.__struct_config__.tag).replace("_", " ")


def unknown_names(look: Look, action: Action) -> Refusal | None:
    """Refuse an action that names a unit or hex outside the game, before any rule reads it."""
    for name in type(action).unit_fields:
        uid = getattr(action, name)
        known = uid in look.state.units or _afloat(look, name, uid)
        if not known and (uid or name not in type(action).may_be_none):
            return refusals.UNKNOWN_UNIT(detail=repr(uid))
    for name in type(action).hex_fields:
        hex_ = getattr(action, name)
        lowest = -1 if name in type(action).may_be_none else 0
        if not lowest <= hex_ < look.board.size:
            return refusals.UNKNOWN_HEX(detail=str(hex_))
    return None


def _afloat(look: Look, name: str, uid: str) -> bool:
    """A holder of supply may be Landing Craft, or part of some: `lc-1/2`."""
    return name == "holder" and uid.split("/")[0] in look.world.scenario.craft


def offered_option(look: Look, side: str, action: Action, offered: Offered) -> Option | None:
    """The option of an action that is one of the very objects `offered` at this look, which have been judged. An
    action that merely equals one of them must still be judged."""
    open_ = decision(look)
    if open_ is None or side != open_.side or not any(map(is_, offered.get(type(action), ()), repeat(action))):
        return None
    return next(option for option in open_.step.options if option.action is type(action))


def apply(
    look: Look, dice: Dice, side: str, action: Action, offered: Offered = NONE_OFFERED
) -> tuple[Look, list[Event]] | Refusal:
    """Take an action: the new look and what happened, or the refusal and nothing changed. `offered`: the legal actions
    already listed at this very look."""
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
