"""The move of a stack ("move"): who joins, who changes mode, hex after hex (`movement.step`), who is left, and where
it ends.

Which unit begins a move is asked by the segment (`movement.segment`); where a move may end is said by
`moving_stack.move_ends`.

Cases: 6.1-A, 6.1-B, 6.1e, 6.1f, 6.1g, 4.8-E, 4.8a-C, 5.7b-A, 5.7b-B, HR-12-C
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.core.actions import AddUnit, BeginMove, DeclareOverrun, DropUnit, Halt, SetMode, StepTo
from redball.core.engine import Run
from redball.core.events import FacingChanged, ModeChanged, MoveFinished
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.rules.ground.bridges import own_bridge
from redball.rules.modes.change import mode_changes, refuse_mode_change
from redball.rules.modes.disorganization import Disorganized
from redball.rules.movement import overrun
from redball.rules.movement.points import BEGINS_MOVE, HALTS_AFTER_OVERRUN
from redball.rules.movement.segment import MovementSegment, refuse_begin, refuse_in_order
from redball.rules.movement.step import refuse_step, stack_of, step_candidates, take_step
from redball.rules.moving_stack import fuel, move_ends
from redball.rules.moving_stack.move_ends import BOUND, MoveData
from redball.rules.naval import dukw, shipping
from redball.rules.rail import conversion as rail_conversion
from redball.rules.rail import ride as rail_move
from redball.rules.trace.tracing import rely_on_trace
from redball.rules.transport import extenders
from redball.rules.transport import loading as transport
from redball.rules.transport.extenders import already_spent
from redball.rules.units import breakdowns
from redball.rules.units.abilities import (
    LIMITED_MODES,
    TIGER,
    movement_allowance,
)
from redball.rules.units.airlift import MpCounted, airlifted, light_enough
from redball.rules.units.outcomes import CombatOutcome
from redball.rules.units.points import MODE_PHASE
from redball.rules.works import candidates as works_offered

NOT_TOGETHER = refusal("move.not_together", case="6.1-A", text="{units} is not in the hex of the moving stack")
BEGUN = refusal("move.begun", case="6.1f", text="{units} cannot join: the stack has begun to move")
IN_STACK = refusal("move.in_stack", case="6.1f", text="{units} is already in the moving stack")
NOT_IN_STACK = refusal("move.not_in_stack", case="6.1f", text="{units} is not in the moving stack")
LAST = refusal("move.last", case="6.1f", text="{units} is alone in the stack; halt instead")


def about_to_move(look: Look, data: MoveData) -> tuple[str, ...]:
    """The units that begin to move now: of a stack that has not begun, those that may spend MP (20.0a)."""
    return () if data.begun else tuple(u.id for u in stack_of(look, data) if not u.activity.negates)


def refuse_add(look: Look, data: MoveData, action: AddUnit) -> Refusal | None:
    """Others of the hex may join before the stack has begun (6.1f)."""
    unit = look.unit(action.unit)
    if unit.id in data.units:
        return IN_STACK(units=(unit.id,))
    if data.begun:
        return BEGUN(units=(unit.id,))
    if unit.hex != data.hex:
        return NOT_TOGETHER(units=(unit.id,))
    if unit.activity.negates:
        return BOUND(units=(unit.id,))
    refuse = refuse_begin if data.outside else refuse_in_order
    return refuse(look, MovementSegment(data.side), BeginMove(unit.id))


def add_candidates(look: Look, data: MoveData) -> Iterator[AddUnit]:
    """Units of the hex."""
    if not data.begun:
        yield from (AddUnit(uid) for uid in look.ids_at(data.hex) if uid not in data.units)


def take_add(run: Run, data: MoveData, action: AddUnit) -> None:
    if not data.outside:
        run.look.policies[BEGINS_MOVE](run, run.look.unit(action.unit))
    spent = already_spent(run.look, run.look.unit(action.unit))
    run.set(replace(data, units=(*data.units, action.unit), spent=(*data.spent, spent)))


def refuse_set_mode(look: Look, data: MoveData, action: SetMode) -> Refusal | None:
    """5.4, and what the mode requires at the end of the move (5.7g, 5.8b)."""
    if action.unit not in data.units:
        return NOT_IN_STACK(units=(action.unit,))
    unit = look.unit(action.unit)
    refused = refuse_mode_change(look, unit, action, data.begun)
    if refused is None and action.mode in LIMITED_MODES:
        refused = move_ends.refuse_dead_end_mode(look, data, action)
    return refused


def set_mode_candidates(look: Look, data: MoveData) -> Iterator[SetMode]:
    """Every mode of every unit of the stack that `refuse_set_mode` accepts."""
    if not data.begun and look.state.clock.phase == look.policies[MODE_PHASE]():
        for unit in stack_of(look, data):
            for change in mode_changes(look, unit):
                limited = change.mode in LIMITED_MODES
                if not limited or move_ends.refuse_dead_end_mode(look, data, change) is None:
                    yield change


def take_set_mode(run: Run, data: MoveData, action: SetMode) -> None:
    unit = run.look.unit(action.unit)
    bridge = own_bridge(run.look, unit)
    if action.mode == "dg":
        run.emit(
            FacingChanged(
                case="5.4-E", side=data.side, unit=unit.id, facing=action.facing, voluntary=True, bridge=bridge
            )
        )
    else:
        run.emit(
            ModeChanged(
                case="5.4-A", side=data.side, unit=unit.id, mode=action.mode, facing=action.facing, bridge=bridge
            )
        )
    if unit.activity.landed:  # half of the MA that it has now is left (4.7d-E)
        late = already_spent(run.look, run.look.unit(unit.id))
        spent = tuple([late if uid == unit.id else mp for uid, mp in zip(data.units, data.spent, strict=True)])
        run.set(replace(data, spent=spent))


def refuse_drop(look: Look, data: MoveData, action: DropUnit) -> Refusal | None:
    """A unit may be left anywhere it could end its move (6.1f)."""
    if action.unit not in data.units:
        return NOT_IN_STACK(units=(action.unit,))
    if len(data.units) == 1:
        return LAST(units=(action.unit,))
    return move_ends.refuse_end(look, data, look.unit(action.unit))


def drop_candidates(look: Look, data: MoveData) -> Iterator[DropUnit]:
    """Any unit of a stack of several."""
    if len(data.units) > 1:
        yield from (DropUnit(uid) for uid in data.units)


def take_drop(run: Run, data: MoveData, action: DropUnit) -> None:
    end_moves(run, data, (action.unit,), "6.1f")
    run.set(move_ends.without(data, {action.unit}))


def refuse_halt(look: Look, data: MoveData, action: Halt) -> Refusal | None:
    """A move may end anywhere that Reserve or Strat Mode does not forbid (5.7g, 5.8b)."""
    for unit in stack_of(look, data):
        refused = move_ends.refuse_end(look, data, unit)
        if refused is not None:
            return refused if can_go_on(look, data) else None
    return None


def can_go_on(look: Look, data: MoveData) -> bool:
    """Some step or drop is legal: only then may a halt be refused, or the decision would have no legal action."""
    steps = next(step_candidates(look, data), None) is not None
    return steps or any(refuse_drop(look, data, drop) is None for drop in drop_candidates(look, data))


def end_moves(run: Run, data: MoveData, units: Iterable[str], case: str) -> None:
    """Units of the stack have finished their move; those in Strat Mode rely on a trace from where they are (5.8b-A)."""
    units = [uid for uid in units if run.look.unit(uid).on_map and not run.look.unit(uid).activity.moved]
    for uid in units:
        run.emit(MoveFinished(case=case, side=data.side, unit=uid))
    count_mp(run, data, units)
    move_ends.settle_reserves(run, units, frozenset(data.units).difference(units))
    for uid in units:
        if run.look.unit(uid).marker == "strat":
            rely_on_trace(run, run.look.unit(uid))
        elif run.look.option("tiger_tanks") and strained(run.look, data, uid):
            run.emit(Disorganized(case="HR-12-C", side=data.side, unit=uid))


def count_mp(run: Run, data: MoveData, units: Iterable[str]) -> None:
    """14.9d-A: in games with aircraft, what units that could fly have spent."""
    for uid in units if run.world.scenario.aircraft else ():
        unit, spent = run.look.unit(uid), data.spent[data.units.index(uid)]
        if spent and light_enough(run.look, unit) and not airlifted(unit):
            run.emit(MpCounted(case="14.9d-A", side=data.side, unit=uid, mp=spent))


def strained(look: Look, data: MoveData, uid: str) -> bool:
    """HR-12-C: a Tiger that has spent more than half its MA becomes DG as its move ends; it moves no more in the
    segment."""
    unit = look.unit(uid)
    spent = data.spent[data.units.index(uid)]
    return look.counter(unit).symbol == TIGER and unit.marker != "dg" and 2 * spent > movement_allowance(look, unit)


def finish_move(run: Run, data: MoveData) -> None:
    """The remaining units have finished their move (6.1g)."""
    end_moves(run, data, data.units, "6.1g")
    run.finish()


def take_halt(run: Run, data: MoveData, action: Halt) -> None:
    finish_move(run, data)


def after_overrun(run: Run, data: MoveData) -> None:
    """The survivors continue from their hex; a retreat ends the move (8.0-D, 8.1f)."""
    alive = [uid for uid in data.units if run.look.unit(uid).on_map]
    data = move_ends.without(data, set(data.units) - set(alive))
    halting = run.look.policies[HALTS_AFTER_OVERRUN](run.look, data)
    for unit in detached_in_retreat(run.look, data):
        run.emit(MoveFinished(case="8.1f", side=data.side, unit=unit.id))
    if len(halting) == len(alive):
        finish_move(run, data)
        return
    end_moves(run, data, halting, "8.0-D")
    data = move_ends.without(data, set(halting))
    run.set(replace(data, hex=run.look.unit(data.units[0]).hex, outcome=None, overrun=NO_HEX))
    run.go("go")


def detached_in_retreat(look: Look, data: MoveData) -> list[Unit]:
    """Breakdowns that the overrunning units detached as they retreated: they have entered a hex and are not of the
    stack. Their move has ended too."""
    others = (u for u in look.own_of(data.side, "breakdown") if u.id not in data.units)
    return [unit for unit in others if move_ends.entered(unit) and not unit.activity.moved]


def receive(data: MoveData, result: CombatOutcome) -> MoveData:
    """Keep the result of the overrun until it is read."""
    return replace(data, outcome=result)


def move_decides(look: Look, data: MoveData) -> str | None:
    """The moving side, while any unit is left to move."""
    return data.side


MOVE = Procedure(
    "move",
    MoveData,
    (
        Choose(
            "go",
            "Move the stack hex by hex, or halt",
            move_decides,
            (
                Option(StepTo, step_candidates, refuse_step, take_step, exact=True),
                Option(DeclareOverrun, overrun.candidates, overrun.refuse, overrun.take),
                Option(AddUnit, add_candidates, refuse_add, take_add),
                Option(SetMode, set_mode_candidates, refuse_set_mode, take_set_mode, exact=True),
                *fuel.OPTIONS,
                *transport.OPTIONS,
                extenders.MOVE_OPTION,
                dukw.OPTION,
                *rail_move.OPTIONS,
                shipping.OPTION,
                *rail_conversion.OPTIONS,
                works_offered.OPTION,
                breakdowns.detaching(about_to_move, stays=move_ends.refuse_end),
                Option(DropUnit, drop_candidates, refuse_drop, take_drop),
                Option(Halt, only(Halt()), refuse_halt, take_halt),
            ),
            case="6.1",
        ),
        Do("after_overrun", after_overrun),
    ),
    receive=receive,
)

PROCEDURES = (MOVE,)
