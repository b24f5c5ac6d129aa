"""Ground movement: a unit or stack begins, enters one hex after another (`movement.step`), and halts.

The segment ("movement_segment") asks which unit begins; the move ("move") asks for the next atomic action of the
moving stack.

Cases: 6.0, 6.1-A, 6.1-B, 6.1b-B, 6.1e, 6.1f, 6.1g, 6.3a, 6.3b, 4.5b-D, 4.8-E, 4.8a-C, 5.7b-A, 5.7b-B, 7.0a, 11.0a,
2.3-E, HR-12-C
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import AddUnit, BeginMove, DeclareOverrun, Done, DropUnit, Halt, SetMode, StepTo
from redball.core.derived import of_each
from redball.core.engine import Run
from redball.core.events import FacingChanged, ModeChanged, MoveFinished
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.core.telling import phase_name
from redball.rules.combat.points import CASE_OF, SUPPLY_FORBIDS
from redball.rules.ground.bridges import own_bridge
from redball.rules.modes import release
from redball.rules.modes.change import mode_changes, refuse_mode_change
from redball.rules.modes.disorganization import Disorganized
from redball.rules.movement import overrun
from redball.rules.movement.points import BEGINS_MOVE, HALTS_AFTER_OVERRUN, REFUSE_TURN
from redball.rules.movement.step import NO_MA, refuse_step, stack_of, step_candidates, take_step
from redball.rules.moving_stack import fuel, move_ends
from redball.rules.moving_stack.move_ends import BOUND, MoveData
from redball.rules.rail import conversion as rail_conversion
from redball.rules.rail import ride as rail_move
from redball.rules.rail import train as rail_supply
from redball.rules.supply import dump_blowing
from redball.rules.trace.tracing import rely_on_trace
from redball.rules.transport import extenders
from redball.rules.transport import loading as transport
from redball.rules.transport.extenders import already_spent
from redball.rules.units import breakdowns
from redball.rules.units.abilities import (
    CAN_ACT,
    LIMITED_MODES,
    TIGER,
    can_have_ma,
    movement_allowance,
    usable_in_phase,
    weakened,
)
from redball.rules.units.outcomes import CombatOutcome
from redball.rules.units.points import MODE_PHASE
from redball.rules.works import candidates as works_offered
from redball.rules.works import construction

NOT_OWN = refusal("move.not_own", case="6.3a", text="{units} does not belong to the moving side")
OFF_MAP = refusal("move.off_map", case="6.1b-B", text="{units} is not on the map")
MOVED = refusal("move.moved", case="6.1f", text="{units} has finished its move in this phase")
FIXED = refusal(
    "move.extender",
    case="12.7-B",
    text="{units} is an Extender and cannot move",
    remedy="switch it back into Transport Points",
)
NOT_USABLE = refusal(
    "move.not_usable",
    case="7.0a",
    text="in the {have} only {need} may move; {units} is not one",
    remedy="put units into Reserve Mode in your Movement Phase to use them here",
)
NOT_TOGETHER = refusal("move.not_together", case="6.1-A", text="{units} is not in the hex of the moving stack")
BEGUN = refusal("move.begun", case="6.1f", text="{units} cannot join: the stack has begun to move")
IN_STACK = refusal("move.in_stack", case="6.1f", text="{units} is already in the moving stack")
NOT_IN_STACK = refusal("move.not_in_stack", case="6.1f", text="{units} is not in the moving stack")
LAST = refusal("move.last", case="6.1f", text="{units} is alone in the stack; halt instead")


class MovementSegment(Struct, frozen=True, tag=True):
    """A side's Movement Segment; `begun`: something was done in it, so it ends only when the side says so."""

    side: str
    begun: bool = False


# --- the segment -----------------------------------------------------------------------------------------------


def refuse_begin(look: Look, data: MovementSegment, action: BeginMove) -> Refusal | None:
    """Which units may begin a move (6.3a, 6.1b-B, 6.1f, 7.0a, 11.0a, 4.5b-A)."""
    return _refuse_unit(look, data.side, look.unit(action.unit))


def _refuse_unit(look: Look, side: str, unit: Unit) -> Refusal | None:
    if unit.side != side:
        return NOT_OWN(units=(unit.id,))
    if not unit.on_map:
        return OFF_MAP(units=(unit.id,))
    if unit.activity.worked:
        return construction.WORKED(units=(unit.id,))
    if unit.activity.moved:
        return MOVED(units=(unit.id,))
    if unit.extender:
        return FIXED(units=(unit.id,))
    phase = look.state.clock.phase
    if unit.activity.negates and (phase != "movement" or unit.activity.changed):
        return BOUND(units=(unit.id,))  # it could still change its mode, which takes no MP (5.4-C)
    if not usable_in_phase(look, unit):
        case = look.policies[CASE_OF](look, "7.0a" if phase == "reaction" else "11.0a")
        return NOT_USABLE(units=(unit.id,), have=phase_name(phase), need=CAN_ACT[phase], case=case)
    if weakened(unit) and (refused := look.policies[SUPPLY_FORBIDS](look, unit, "movement")) is not None:
        return refused
    return None if can_have_ma(look, unit) else NO_MA(units=(unit.id,))


def refuse_in_order(look: Look, data: MovementSegment, action: BeginMove) -> Refusal | None:
    """As `refuse_begin`, and whether it is this unit's turn: in any order (6.1f) unless an edition has one."""
    return refuse_begin(look, data, action) or look.policies[REFUSE_TURN](look, look.unit(action.unit))


def any_order(look: Look, unit: Unit) -> Refusal | None:
    """6.1: units move in any order."""
    return None


def nothing_begins(run: Run, unit: Unit) -> None:
    """Beginning a move has no other effect."""


def no_command(look: Look, sides: tuple[str, ...]) -> None:
    """No command rules."""


def nothing_entered(run: Run, units: Collection[str], hex_: int) -> None:
    """Entering a hex of one's own side has no other effect."""


def begin_candidates(look: Look, data: MovementSegment) -> list[BeginMove]:
    """All units that `refuse_in_order` accepts."""
    return [begin for begin in _begins(look, data.side) if begin is not None]


@of_each
def _begins(look: Look, unit: Unit) -> BeginMove | None:
    refused = _refuse_unit(look, unit.side, unit) or look.policies[REFUSE_TURN](look, unit)
    return BeginMove(unit.id) if refused is None else None


def take_begin(run: Run, data: MovementSegment, action: BeginMove) -> None:
    unit = run.look.unit(action.unit)
    run.set(replace(data, begun=True))
    run.look.policies[BEGINS_MOVE](run, unit)
    spent = already_spent(run.look, unit)
    run.push("move", MoveData(side=data.side, hex=unit.hex, units=(unit.id,), spent=(spent,)))


def leave(run: Run, data: object, action: object) -> None:
    """The segment can always be ended (6.0)."""
    run.go_on()


def segment_decides(look: Look, data: MovementSegment) -> str | None:
    """The moving side; a Reaction or Exploitation Phase with nothing to use is skipped."""
    phase = look.state.clock.phase
    if phase == "movement" or data.begun:
        return data.side
    able = any(usable_in_phase(look, u) and not u.activity.moved for u in look.own(data.side))
    able = able or bool(release.reserves(look, data.side) or dump_blowing.dumps_to_blow(look, data.side))
    return data.side if able else None


# --- the move --------------------------------------------------------------------------------------------------


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
    for uid in units:
        if run.look.unit(uid).marker == "strat":
            rely_on_trace(run, run.look.unit(uid))
        elif run.look.option("tiger_tanks") and strained(run.look, data, uid):
            run.emit(Disorganized(case="HR-12-C", side=data.side, unit=uid))


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
    if len(halting) == len(alive):
        finish_move(run, data)
        return
    end_moves(run, data, halting, "8.0-D")
    data = move_ends.without(data, set(halting))
    run.set(replace(data, hex=run.look.unit(data.units[0]).hex, outcome=None, overrun=-1))
    run.go("go")


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
                *rail_move.OPTIONS,
                *rail_conversion.OPTIONS,
                works_offered.OPTION,
                breakdowns.detaching(about_to_move),
                Option(DropUnit, drop_candidates, refuse_drop, take_drop),
                Option(Halt, only(Halt()), refuse_halt, take_halt),
            ),
            case="6.1",
        ),
        Do("after_overrun", after_overrun),
    ),
    receive=receive,
)

SEGMENT = Procedure(
    "movement_segment",
    MovementSegment,
    (
        Choose(
            "choose_unit",
            "Pick a unit to move, or end the segment",
            segment_decides,
            (
                Option(BeginMove, begin_candidates, refuse_in_order, take_begin, exact=True),
                release.OPTION,
                dump_blowing.OPTION,
                *extenders.SEGMENT_OPTIONS,
                rail_supply.OPTION,
                works_offered.OPTION,
                Option(Done, only(Done()), always_legal, leave),
            ),
            case="6.0",
        ),
    ),
)

PROCEDURES = (SEGMENT, MOVE)
POLICIES = {
    "refuse_turn": any_order,
    "refuse_outside": any_order,
    "begins_move": nothing_begins,
    "strays": lambda look, unit, hex_: False,
    "entered_hex": nothing_entered,
    "command_shown": no_command,
}
