"""The open decision as one side may know it: what it is about, the viewer's legal actions, undo."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from redball.board.hexes import NO_HEX
from redball.core.actions import Action, Breakout
from redball.core.engine import decision_name
from redball.core.look import Look
from redball.core.state import Frame
from redball.editions.new_ocs.air_interception import Scramble
from redball.editions.new_ocs.air_rounds import Rounds
from redball.game.game import Game
from redball.game.sight.belief import OPEN
from redball.game.sight.redaction import decision_data
from redball.game.standing.alone import gives_up, undoable
from redball.game.standing.asked import at_of
from redball.game.standing.proposal import Proposal, proposal
from redball.game.standing.questions import question_at
from redball.game.view.segment_ends import done_text
from redball.rules.air.dogfight import Dogfight
from redball.rules.air.kind import Mission
from redball.rules.air.mission import DRAFT
from redball.rules.air.tasks import task_named
from redball.rules.barrage.procedure import Barrage
from redball.rules.combat.record import CombatData
from redball.rules.naval.assault import Assault
from redball.rules.supply_phase.breakout import chance, is_first_turn


class BreakoutView(Struct, frozen=True):
    """A unit that may break out (12.8e-2), whether it is in its first turn without trace, and how many of the six die
    rolls succeed."""

    unit: str
    first_turn: bool
    chance: int


class DecisionView(Struct, frozen=True):
    """Who decides, at which step of which procedure. `words` are the edition's labels for values in the decision's
    actions. `ends`: what a `done` that is meant for this decision names, `done`: what it would do, in words ("" if the
    viewer cannot end it). `yours`: the viewer decides. `data` is the
    public part of the open procedure's record, which differs by procedure. `contested`: the hex of the combat, barrage
    or mission in flight that is open, perhaps under other procedures; -1 without one. `breakouts`: only in the
    Breakout Segment. For the side that decides: `gives_up` says what is lost if it ends the decision now ("" nothing),
    `question` names the standing question that covers it ("" none), and `proposal` is what is likely.
    """

    side: str
    procedure: str
    step: str
    prompt: str
    case: str
    ends: str
    done: str
    words: dict[str, str]
    yours: bool
    data: dict[str, Any] | None
    contested: int
    breakouts: tuple[BreakoutView, ...] | UnsetType = UNSET
    gives_up: str = ""
    question: str = ""
    proposal: Proposal | UnsetType = UNSET


class UndoView(Struct, frozen=True):
    """How many `steps` the viewer may undo and `redo` now. `sealed_by` says why earlier actions cannot be undone; None
    if nothing seals them."""

    possible: bool
    steps: int
    sealed_by: str | None
    redo: int


def decision_view(game: Game, side: str) -> DecisionView | None:
    """What the viewer may know of the decision; None when the game is over."""
    open_ = game.decision
    if open_ is None:
        return None
    yours = side in (OPEN, open_.side)
    return DecisionView(
        side=open_.side,
        procedure=open_.procedure.name,
        step=open_.step.name,
        prompt=open_.step.prompt,
        case=open_.step.case,
        ends=decision_name(game.look, open_),
        done=done_text(game) if yours else "",
        words=dict(open_.step.words),
        yours=yours,
        data=decision_data(game.look, open_.data, open_.step, side, yours=yours),
        contested=contested(game.look),
        breakouts=breakouts(game) if yours and open_.procedure.name == "breakout_segment" else UNSET,
        gives_up=gives_up(game.look, open_) if yours else "",
        question=question_at(at_of(game.look, open_)) if yours else "",
        proposal=proposal(game, open_) if yours else UNSET,
    )


def contested(look: Look) -> int:
    """The hex of the innermost combat, barrage or mission in flight that is open, which is public; -1 without one."""
    return next((hex_ for frame in reversed(look.state.stack) if (hex_ := fought_over(look, frame)) != NO_HEX), NO_HEX)


def fought_over(look: Look, frame: Frame) -> int:
    """The hex over which a procedure fights; -1 if it does not. A mission is its side's secret while it is planned."""
    data = frame.data
    if isinstance(data, Scramble):
        task = task_named(look.state, data.task)
        return task.mission.hex if task is not None else NO_HEX
    if isinstance(data, Assault | CombatData | Barrage | Dogfight | Rounds):
        return data.hex
    return data.hex if isinstance(data, Mission) and frame.step != DRAFT.name else NO_HEX


def choices_of(game: Game, side: str) -> tuple[Action, ...]:
    """Every legal action if the viewer decides, otherwise none."""
    open_ = game.decision
    return tuple(game.choices()) if open_ is not None and side in (OPEN, open_.side) else ()


def breakouts(game: Game) -> tuple[BreakoutView, ...]:
    """The units that may break out, with how many of the six die rolls succeed (12.8e-2)."""
    look = game.look
    units = [look.unit(action.unit) for action in game.choices() if isinstance(action, Breakout)]
    return tuple(BreakoutView(u.id, is_first_turn(u), chance(look, u)) for u in units)


def undo_view(game: Game, side: str) -> UndoView:
    """Whether and how far the viewer may undo, and if not, why not."""
    open_ = game.decision
    yours = open_ is not None and side in (OPEN, open_.side)
    steps = undoable(game) if yours else 0
    return UndoView(steps > 0, steps, game.sealed_by or None, game.redo_steps if yours else 0)
