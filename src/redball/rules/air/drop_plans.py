"""Drop Plans, made, delayed and cancelled in the Aircraft Refit Phase (14.10b): a unit, a hex, a turn.

A plan is drafted there as a refit is: the unit, then the hex, then the turn, which makes it. The draft is part of the
record of the phase, so the enemy does not see whether a plan is made or a base refits. A plan whose turn is over
lapses, as does that of a unit that is gone.

Cases: 14.10b-A, 14.10c
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.core.actions import AimDrop, CancelDrop, DateDrop, DelayDrop, PlanDrop
from redball.core.engine import Run
from redball.core.events import Event
from redball.core.look import Look
from redball.core.procedures import Option
from redball.core.refusals import Refusal, refusal
from redball.core.state import NOT_ARRIVED, State, Unit
from redball.core.telling import Names
from redball.rules.air.points import REFUSE_AIRLIFT
from redball.rules.ground.air_force import force_in, printed
from redball.rules.ground.drops import DropPlan, drops_in, is_para, plan_in, with_plan, without_plans
from redball.rules.ground.occupancy import can_occupy
from redball.rules.units.airlift import light_enough

AHEAD = 2
"""A plan is made at least so many turns before its drop (14.10b)."""

NOT_YOURS = refusal("plan.not_yours", case="14.10b-A", text="{units} is not a unit of this side in play")
NO_TRANSPORT = refusal(
    "plan.no_transport", case="14.10", text="this side has no aircraft that carry cargo, so {units} cannot be dropped"
)
NO_PARA = refusal(
    "plan.no_para",
    case="14.10a",
    text="{units} cannot be dropped: it has no Para symbol",
    remedy="fly it to an air base of this side by Air Transport",
)
TOO_HEAVY = refusal(
    "plan.too_heavy",
    case="14.9c",
    text="{units} cannot fly: only combat units with at most {need} Leg MP in Move Mode can",
)
ONE_PLAN = refusal(
    "plan.one",
    case="14.10b-A",
    text="{units} is on a Drop Plan already, for turn {have}",
    remedy="cancel that plan first; a new one begins from scratch",
)
TOO_LATE = refusal(
    "plan.too_late",
    case="14.10b-A",
    text="a drop is planned at least {need:turn} ahead, and turn {have} is the last one",
)
TOO_SOON = refusal(
    "plan.too_soon",
    case="14.10b-A",
    text="a plan made now is for turn {need} at the earliest, and turn {have} is not",
    remedy="choose a later turn",
)
NO_TURN = refusal("plan.no_turn", case="14.10b-A", text="there is no turn {have}; the last one is {need}")
CLOSED = refusal("plan.closed", case="14.10b-A", text="{units} could not be in {hexes}, so it cannot be dropped there")
NO_UNIT = refusal("plan.no_unit", case="14.10b-A", text="first choose the unit to drop")
NO_PLACE = refusal("plan.no_hex", case="14.10b-A", text="first choose the hex where {units} will land")
PLACED = refusal(
    "plan.hex_chosen",
    case="14.10b-A",
    text="{units} is to land at {hexes}",
    remedy="choose the turn, or take the plan back",
)
BUSY = refusal(
    "plan.busy",
    case="14.10b-A",
    text="a drop of {units} is being planned",
    remedy="finish that plan or take it back first",
)
REFITTING = refusal(
    "refit.one_base",
    case="15.1-A",
    text="refit at {hexes} is being prepared",
    remedy="commit it or take it back first",
)
NO_PLAN = refusal("plan.none", case="14.10c", text="{units} is on no Drop Plan")
DELAYED = refusal(
    "plan.delayed",
    case="14.10c",
    text="the drop of {units} has been delayed in this phase already",
    remedy="delay it again in a later Aircraft Refit Phase, or cancel it",
)


# --- what happens ------------------------------------------------------------------------------------------------


class DropPlanned(Event, frozen=True, kw_only=True):
    """A Drop Plan is written: a unit, its hex, the turn (14.10b-A)."""

    audience: ClassVar[str] = "own"
    unit: str
    hex: int
    turn: int

    def apply(self, state: State) -> State:
        return with_plan(state, DropPlan(self.unit, self.hex, self.turn))

    def told(self, n: Names) -> str:
        return f"Drop Plan: {n.unit(self.unit)} on {n.hex(self.hex)} on turn {self.turn}"


class DropDelayed(Event, frozen=True, kw_only=True):
    """A planned drop is put off to this turn (14.10c)."""

    audience: ClassVar[str] = "own"
    unit: str
    turn: int

    def apply(self, state: State) -> State:
        plan = plan_in(state, self.unit)
        assert plan is not None  # it is delayed
        return with_plan(state, replace(plan, turn=self.turn, delayed=state.clock.turn))

    def told(self, n: Names) -> str:
        return f"the drop of {n.unit(self.unit)} is delayed to turn {self.turn}"


class DropCancelled(Event, frozen=True, kw_only=True):
    """A Drop Plan is no more: cancelled, or lapsed since its turn is over or its unit is gone (14.10c)."""

    audience: ClassVar[str] = "own"
    unit: str
    lapsed: bool = False

    def apply(self, state: State) -> State:
        return without_plans(state, (self.unit,))

    def told(self, n: Names) -> str:
        return f"the plan to drop {n.unit(self.unit)} {'has lapsed' if self.lapsed else 'is cancelled'}"


EVENTS = (DropPlanned, DropDelayed, DropCancelled)


# --- who, where, when --------------------------------------------------------------------------------------------


def in_play(unit: Unit) -> bool:
    """On the map, or still to arrive."""
    return unit.on_map or unit.hex == NOT_ARRIVED


def plans_of(look: Look, side: str) -> tuple[DropPlan, ...]:
    """The plans of a side whose units are in play, in the order of their units."""
    found = drops_in(look.state).plans
    return tuple([p for p in found if look.unit(p.unit).side == side and in_play(look.unit(p.unit))])


def has_transports(look: Look, side: str) -> bool:
    """Whether an aircraft of the side carries anything, wherever it is."""
    own = (plane for plane in force_in(look.state).planes if plane.side == side)
    return any(printed(look.world, plane).front.capacity for plane in own)


def _drops_by_glider(look: Look, side: str) -> bool:
    """Whether a Transport of the side has a glider of its own and may drop what is on it (14.10f)."""
    own = (printed(look.world, plane) for plane in force_in(look.state).planes if plane.side == side)
    return any(aircraft.integral_glider and not aircraft.no_drops for aircraft in own)


def refuse_unfit(look: Look, side: str, unit: Unit) -> Refusal | None:
    """Every reason why a unit cannot be on any plan of a side; a glider, also an integral one, lands any unit that can
    fly (14.10a)."""
    if unit.side != side or not in_play(unit):
        return NOT_YOURS(units=(unit.id,))
    if not has_transports(look, side):
        return NO_TRANSPORT(units=(unit.id,))
    if not light_enough(look, unit):
        return TOO_HEAVY(units=(unit.id,), need=look.world.charts.air_transport_limits.max_leg_ma_of_cargo_units)
    if refused := look.policies[REFUSE_AIRLIFT](look, unit):
        return refused
    fit = is_para(look.counter(unit)) or side in look.world.scenario.gliders or _drops_by_glider(look, side)
    return None if fit else NO_PARA(units=(unit.id,))


def refuse_unit(look: Look, side: str, unit: Unit) -> Refusal | None:
    """Every reason why no plan can be made for a unit now."""
    refused = refuse_unfit(look, side, unit)
    if refused is not None:
        return refused
    plan = plan_in(look.state, unit.id)
    if plan is not None:
        return ONE_PLAN(units=(unit.id,), have=plan.turn)
    last = look.world.scenario.turns
    return TOO_LATE(have=last, need=AHEAD) if look.state.clock.turn + AHEAD > last else None


def refuse_place(look: Look, unit: Unit, hex_: int) -> Refusal | None:
    """Any hex of the map that the unit could enter; a plan may be bolder than the range of today's aircraft."""
    board = look.board
    if board.is_box(hex_) or not can_occupy(look.world, hex_, look.counter(unit)):
        return CLOSED(units=(unit.id,), hexes=(hex_,))
    return None


def refuse_turn(look: Look, turn: int) -> Refusal | None:
    """At least two turns ahead, and a turn of the game."""
    first, last = look.state.clock.turn + AHEAD, look.world.scenario.turns
    if turn > last:
        return NO_TURN(have=turn, need=last)
    return TOO_SOON(have=turn, need=first) if turn < first else None


def refuse_delay(look: Look, side: str, unit: Unit) -> Refusal | None:
    """A plan of this side that has not been delayed in this phase, and a next turn."""
    plan = plan_in(look.state, unit.id)
    if unit.side != side or plan is None:
        return NO_PLAN(units=(unit.id,))
    if plan.delayed == look.state.clock.turn:
        return DELAYED(units=(unit.id,))
    last = look.world.scenario.turns
    return NO_TURN(have=plan.turn + 1, need=last) if plan.turn >= last else None


# --- in the phase ------------------------------------------------------------------------------------------------


def lapse(run: Run, data: Any) -> None:
    """Plans of the side whose turn is over, or whose unit is gone."""
    for plan in drops_in(run.state).plans:
        unit = run.look.unit(plan.unit)
        if unit.side == data.side and (plan.turn < run.state.clock.turn or not in_play(unit)):
            run.emit(DropCancelled(case="14.10c", side=data.side, unit=plan.unit, lapsed=True))


def drafting(data: Any) -> bool:
    """Whether a plan is being made."""
    return bool(data.unit)


def refuse_busy(data: Any) -> Refusal | None:
    """Whether something else is being drafted in the phase."""
    if data.hex != NO_HEX:
        return REFITTING(hexes=(data.hex,))
    return BUSY(units=(data.unit,)) if data.unit else None


def plannable(look: Look, data: Any) -> Iterator[PlanDrop]:
    """Units for which a plan can be made now."""
    if refuse_busy(data) is None and has_transports(look, data.side):
        own = (unit for unit in look.state.units.values() if unit.side == data.side)
        yield from (PlanDrop(unit.id) for unit in own if refuse_unit(look, data.side, unit) is None)


def _refuse_plan(look: Look, data: Any, action: PlanDrop) -> Refusal | None:
    return refuse_busy(data) or refuse_unit(look, data.side, look.unit(action.unit))


def _places(look: Look, data: Any) -> Iterator[AimDrop]:
    if data.unit and data.where == NO_HEX:
        unit = look.unit(data.unit)
        yield from (AimDrop(hex_) for hex_ in range(look.board.size) if refuse_place(look, unit, hex_) is None)


def _refuse_aim(look: Look, data: Any, action: AimDrop) -> Refusal | None:
    if not data.unit:
        return NO_UNIT()
    if data.where != NO_HEX:
        return PLACED(units=(data.unit,), hexes=(data.where,))
    return refuse_place(look, look.unit(data.unit), action.hex)


def _dates(look: Look, data: Any) -> Iterator[DateDrop]:
    if data.unit and data.where != NO_HEX:
        first = look.state.clock.turn + AHEAD
        yield from (DateDrop(turn) for turn in range(first, look.world.scenario.turns + 1))


def _refuse_date(look: Look, data: Any, action: DateDrop) -> Refusal | None:
    if not data.unit:
        return NO_UNIT()
    return NO_PLACE(units=(data.unit,)) if data.where == NO_HEX else refuse_turn(look, action.turn)


def _take_date(run: Run, data: Any, action: DateDrop) -> None:
    run.emit(DropPlanned(case="14.10b-A", side=data.side, unit=data.unit, hex=data.where, turn=action.turn))
    run.set(replace(data, unit="", where=NO_HEX))


def changeable(look: Look, data: Any) -> Iterator[CancelDrop]:
    """Plans that can be cancelled now."""
    if refuse_busy(data) is None:
        yield from (CancelDrop(plan.unit) for plan in plans_of(look, data.side))


def _refuse_cancel(look: Look, data: Any, action: CancelDrop) -> Refusal | None:
    found = CancelDrop(action.unit) in [CancelDrop(plan.unit) for plan in plans_of(look, data.side)]
    return refuse_busy(data) or (None if found else NO_PLAN(units=(action.unit,)))


def _take_cancel(run: Run, data: Any, action: CancelDrop) -> None:
    run.emit(DropCancelled(case="14.10c", side=data.side, unit=action.unit))


def _delays(look: Look, data: Any) -> Iterator[DelayDrop]:
    if refuse_busy(data) is None:
        own = (plan.unit for plan in plans_of(look, data.side))
        yield from (DelayDrop(uid) for uid in own if refuse_delay(look, data.side, look.unit(uid)) is None)


def _refuse_delay(look: Look, data: Any, action: DelayDrop) -> Refusal | None:
    return refuse_busy(data) or refuse_delay(look, data.side, look.unit(action.unit))


def _take_delay(run: Run, data: Any, action: DelayDrop) -> None:
    plan = plan_in(run.state, action.unit)
    assert plan is not None  # refuse_delay
    run.emit(DropDelayed(case="14.10c", side=data.side, unit=action.unit, turn=plan.turn + 1))


OPTIONS = (
    Option(
        PlanDrop,
        plannable,
        _refuse_plan,
        lambda run, data, action: run.set(replace(data, unit=action.unit)),
        exact=True,
    ),
    Option(
        AimDrop, _places, _refuse_aim, lambda run, data, action: run.set(replace(data, where=action.hex)), exact=True
    ),
    Option(DateDrop, _dates, _refuse_date, _take_date, exact=True),
    Option(DelayDrop, _delays, _refuse_delay, _take_delay, exact=True),
    Option(CancelDrop, changeable, _refuse_cancel, _take_cancel, exact=True),
)
"""For the decision of the Aircraft Refit Phase, whose record has the draft in `unit` and `where`."""
