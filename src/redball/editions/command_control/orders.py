"""The order of a Movement Phase: army by army, HQ by HQ with the units that it leads, one unit without command behind
each, and last the units that no HQ led.

Only the Movement Phase of the phasing side has this order; Reserves and exploiting units go as in the series rules.

Cases: C1.3-limited-units-phases, C1.3-sequence, C1.3-army-movement-only, C1.3-army-movement-hqs,
C1.3-army-movement-one-free, C1.3-hq-movement, C1.3-hq-movement-once, C1.3-hq-movement-units,
C1.3-hq-selection-range, C1.3-hq-selection-finish, C1.3-exempt, C1.3-non-commanded,
C1.3-non-commanded-oos, C1.3-forgotten, C1.3-example
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from redball.core.actions import BeginMove, Done
from redball.core.engine import Run
from redball.core.events import MarkedOutOfSupply
from redball.core.look import Look
from redball.core.procedures import Choose, Option, Step, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.editions.command_control import boundaries, slots, zone_effects
from redball.editions.command_control.actions import BeginOutside, SlideZone, TakeArmy, TakeHq
from redball.editions.command_control.events import (
    ArmyEnded,
    ArmyTaken,
    ForgottenBegan,
    HqEnded,
    HqMovedBehind,
    HqTaken,
    MovementHalved,
    SpareForgone,
    UnitLed,
    UnledMoved,
)
from redball.editions.command_control.fueling import fuel_later
from redball.editions.command_control.record import command_in, halved
from redball.editions.command_control.slots import in_order
from redball.rules.movement import segment as movement
from redball.rules.movement.segment import MovementSegment
from redball.rules.moving_stack.move_ends import MoveData
from redball.rules.supply.draw_and_throw import may_throw, serves
from redball.rules.supply.paths import throw_leg
from redball.rules.trace.tracing import ways
from redball.rules.transport.extenders import already_spent
from redball.rules.units.abilities import is_transport

NO_ARMY = refusal(
    "command.no_army",
    case="C1.3-sequence",
    text="{units} moves with its army, but no army is being played",
    remedy="choose an army, then one of its HQs; by rail or in Strat Mode a unit moves outside this order",
)
NO_HQ = refusal(
    "command.no_hq",
    case="C1.3-army-movement-hqs",
    text="{units} moves with an HQ, but no HQ of {detail} is being played",
    remedy="choose an HQ of the army",
)
OUT_OF_RANGE = refusal(
    "command.out_of_range",
    case="C1.3-hq-selection-range",
    text="{units} is not in throw range of {detail}, the HQ now leading",
    remedy="move the HQ first, lead the unit by another HQ, or let it move without command",
)
NO_ROOM = refusal(
    "command.no_room",
    case="C1.3-hq-selection-type",
    text="{detail} cannot command {units} as well: it leads {have}",
    remedy="lead it by another HQ, or let it move without command",
)
HQ_BEHIND = refusal(
    "command.hq_behind",
    case="C1.3-hq-movement-once",
    text="{detail} has moved after its units and can no longer lead; {units} cannot follow",
)
OTHER_HQ = refusal(
    "command.other_hq",
    case="C1.3-hq-movement",
    text="{units} moves when it is itself chosen as the leading HQ",
)
SLOT_TAKEN = refusal(
    "command.slot_taken",
    case="C1.3-army-movement-one-free",
    text="only one unit without command moves after each HQ; that is {detail}, and {units} is another",
    remedy="choose the next HQ",
)
NOT_OUTSIDE = refusal(
    "command.not_outside",
    case="C1.3-exempt",
    text="{units} may move outside the order of command only by rail or in Strat Mode",
    remedy="choose Strat Mode or a train, or halt and wait until an HQ leads it",
)
IN_ORDER = refusal("command.in_order", case="C1.3-exempt", text="{units} may already move now")
WRONG_ARMY = refusal("command.wrong_army", case="C1.3-army-movement-only", text="{detail} cannot be played now")
WRONG_HQ = refusal(
    "command.wrong_hq",
    case="C1.3-army-movement-only",
    text="{units} is not an HQ of the army being played, or has been played already",
)
LEAST = refusal(
    "command.least",
    case="C1.6-interval",
    text="{units} must lead {need} more, and such units are in its range",
    remedy="lead them first",
)


def exempt(look: Look, unit: Unit) -> bool:
    """Units that move at any time: Transport Points, other non-combat units, units in Strat Mode (C1.3-exempt)."""
    return is_transport(look.counter(unit)) or not look.counter(unit).is_combat_unit or unit.marker == "strat"


def leads(look: Look, hq: Unit, unit: Unit) -> bool:
    """Whether the HQ can throw to the unit right now (C1.3-hq-selection-range)."""
    return may_throw(look, hq) and serves(look.world, hq, unit) and throw_leg(look, hq, unit.hex) is not None


def refuse_lead(look: Look, hq: Unit, unit: Unit) -> Refusal | None:
    """Why the HQ that is being played cannot lead a unit."""
    command = command_in(look.state)
    name = look.counter(hq).name
    if unit.id == hq.id:
        return None
    if look.counter(unit).kind == "hq":
        return OTHER_HQ(units=(unit.id,))
    if command.closing:
        return HQ_BEHIND(units=(unit.id,), detail=name)
    if not leads(look, hq, unit):
        return OUT_OF_RANGE(units=(unit.id,), detail=name)
    if not slots.has_room(look, hq, unit, command.led):
        return NO_ROOM(units=(unit.id,), detail=name, have=slots.load_text(look, hq, command.led))
    return None


def refuse_turn(look: Look, unit: Unit) -> Refusal | None:
    """Refuse a unit out of turn (C1.3-sequence)."""
    command = command_in(look.state)
    if not in_order(look, unit.side) or exempt(look, unit) or command.forgotten:
        return None
    if command.hq:
        return refuse_lead(look, look.unit(command.hq), unit)
    if command.spare:
        if command.slot and not slots.in_spare_slot(look, unit, command.slot):
            return SLOT_TAKEN(units=(unit.id,), detail=command.slot)
        if look.counter(unit).kind == "hq":
            return OTHER_HQ(units=(unit.id,))
        return zone_effects.refuse_place(look, command.army, unit)
    if command.army:
        return NO_HQ(units=(unit.id,), detail=slots.army_name(look, unit.side, command.army))
    return NO_ARMY(units=(unit.id,))


def refuse_outside(look: Look, unit: Unit) -> Refusal | None:
    """Refuse a step out of turn except in Strat Mode; a unit that goes by rail takes no steps (C1.3-exempt)."""
    return None if exempt(look, unit) else NOT_OUTSIDE(units=(unit.id,))


def begins_move(run: Run, unit: Unit) -> None:
    """Note who leads the unit, or that nobody does (C1.3-hq-movement-units, C1.3-non-commanded)."""
    look = run.look
    command = command_in(look.state)
    if not in_order(look, unit.side) or exempt(look, unit):
        return
    slot = slots.slot_of(look, unit)
    if command.forgotten:
        if not halved(unit):
            run.emit(MovementHalved(case="C1.3-forgotten", side=unit.side, unit=unit.id))
        note_unsupplied(run, unit)
    elif command.hq == unit.id:
        if any(hq == unit.id for _, hq in command.led):
            fuel_later(run, unit)
            run.emit(HqMovedBehind(case="C1.3-hq-movement-once", side=unit.side, hq=unit.id))
    elif command.hq:
        run.emit(UnitLed(case="C1.3-hq-movement-units", side=unit.side, unit=unit.id, hq=command.hq, slot=slot))
        if look.counter(unit).kind != "hq":
            zone_effects.begins(run, unit, command.army)
    elif command.spare:
        slot = slots.spare_slot(look, unit, command.slot)
        run.emit(UnledMoved(case="C1.3-non-commanded", side=unit.side, unit=unit.id, slot=slot))
        note_unsupplied(run, unit)


def note_unsupplied(run: Run, unit: Unit) -> None:
    """A unit without command that draws from no source itself is Out of Supply until its next check; there is no
    Attrition roll now (C1.3-non-commanded-oos)."""
    direct = any(not way.via for way in ways(run.look, unit))
    if not direct and not unit.out_of_supply:
        run.emit(MarkedOutOfSupply(case="C1.3-non-commanded-oos", side=unit.side, unit=unit.id))


# --- the decision ----------------------------------------------------------------------------------------------


def army_candidates(look: Look, data: MovementSegment) -> Iterator[TakeArmy]:
    """Armies that have not been played."""
    if in_order(look, data.side) and not command_in(look.state).army and not command_in(look.state).forgotten:
        for army in slots.armies_of(look, data.side):
            if army.id not in command_in(look.state).played:
                yield TakeArmy(army.id)


def refuse_army(look: Look, data: MovementSegment, action: TakeArmy) -> Refusal | None:
    """One army after the other."""
    playable = action in army_candidates(look, data)
    return None if playable else WRONG_ARMY(detail=slots.army_name(look, data.side, action.army))


def take_army(run: Run, data: MovementSegment, action: TakeArmy) -> None:
    run.set(replace(data, begun=True))
    run.emit(ArmyTaken(case="C1.3-army-movement-only", side=data.side, army=action.army))


def hq_candidates(look: Look, data: MovementSegment) -> Iterator[TakeHq]:
    """The HQs of the army that have not been played, unless one is leading."""
    command = command_in(look.state)
    if command.army and not command.hq:
        for hq in slots.headquarters_of(look, data.side, command.army):
            if hq.id not in command.played:
                yield TakeHq(hq.id)


def refuse_hq(look: Look, data: MovementSegment, action: TakeHq) -> Refusal | None:
    """HQs of the army that is being played, one after the other (C1.3-hq-selection-finish)."""
    return None if action in hq_candidates(look, data) else WRONG_HQ(units=(action.unit,))


def take_hq(run: Run, data: MovementSegment, action: TakeHq) -> None:
    run.emit(HqTaken(case="C1.3-hq-movement", side=data.side, hq=action.unit))


def outside_candidates(look: Look, data: MovementSegment) -> Iterator[BeginOutside]:
    """Units whose turn it is not."""
    if in_order(look, data.side) and not command_in(look.state).forgotten:
        for unit in look.own(data.side):
            if not unit.activity.moved and not exempt(look, unit) and refuse_turn(look, unit) is not None:
                yield BeginOutside(unit.id)


def refuse_begin_outside(look: Look, data: MovementSegment, action: BeginOutside) -> Refusal | None:
    """A unit may begin out of turn if it could move at all."""
    refused = movement.refuse_begin(look, data, BeginMove(action.unit))
    if refused is not None:
        return refused
    unit = look.unit(action.unit)
    return None if refuse_turn(look, unit) is not None else IN_ORDER(units=(unit.id,))


def take_outside(run: Run, data: MovementSegment, action: BeginOutside) -> None:
    unit = run.look.unit(action.unit)
    run.set(replace(data, begun=True))
    spent = (already_spent(run.look, unit),)
    run.push("move", MoveData(side=data.side, hex=unit.hex, units=(unit.id,), spent=spent, outside=True))


def slide_candidates(look: Look, data: MovementSegment) -> Iterator[SlideZone]:
    """The zones of the side that moves, while the order holds."""
    return boundaries.slide_candidates(look, data.side) if in_order(look, data.side) else iter(())


def refuse_slide(look: Look, data: MovementSegment, action: SlideZone) -> Refusal | None:
    """Refuse as `boundaries` does."""
    return boundaries.refuse_slide(look, data.side, action)


def take_slide(run: Run, data: MovementSegment, action: SlideZone) -> None:
    run.set(replace(data, begun=True))
    boundaries.take_slide(run, data.side, action)


def refuse_done(look: Look, data: MovementSegment, action: Done) -> Refusal | None:
    """Refuse to end an HQ below its minimum while it could lead more (C1.6-interval)."""
    command = command_in(look.state)
    if not command.hq:
        return None
    hq = look.unit(command.hq)
    for kind, count in slots.lacking(look, hq, command.led).items():
        for unit in look.own(data.side):
            free = not unit.activity.moved and slots.class_of(look, unit) == kind
            if free and movement.refuse_in_order(look, data, BeginMove(unit.id)) is None:
                return LEAST(units=(hq.id,), need=f"{count} {kind.replace('_', ' ')}")
    return None


def take_done(run: Run, data: MovementSegment, action: Done) -> None:
    """End what is being played: the HQ, the unit without command, the army, the armies, the segment."""
    look = run.look
    command, side = command_in(look.state), data.side
    if not in_order(look, side) or command.forgotten:
        run.go_on()
    elif command.hq:
        fuel_later(run, look.unit(command.hq))
        run.emit(HqEnded(case="C1.3-hq-selection-finish", side=side, hq=command.hq))
    elif command.spare:
        run.emit(SpareForgone(case="C1.3-army-movement-one-free", side=side))
    elif command.army:
        run.emit(ArmyEnded(case="C1.3-army-movement-only", side=side, army=command.army))
    else:
        run.emit(ForgottenBegan(case="C1.3-forgotten", side=side))


def unplayed(look: Look, data: MovementSegment) -> str:
    """The armies that would lead nobody in this phase if no more are played."""
    side = data.side
    waiting = [one.army for one in army_candidates(look, data) if slots.headquarters_of(look, side, one.army)]
    if not waiting:
        return ""
    names = " and ".join(slots.army_name(look, side, army) for army in waiting)
    return f"{names} {'has' if len(waiting) == 1 else 'have'} not been played and would lead nobody"


def with_orders(usual: Step) -> Step:
    """The decision about the next unit, with armies and HQs."""
    assert isinstance(usual, Choose)
    orders = (
        Option(TakeArmy, army_candidates, refuse_army, take_army),
        Option(TakeHq, hq_candidates, refuse_hq, take_hq),
        Option(BeginOutside, outside_candidates, refuse_begin_outside, take_outside),
        Option(SlideZone, slide_candidates, refuse_slide, take_slide),
        Option(Done, only(Done()), refuse_done, take_done),
    )
    kept = tuple(option for option in usual.options if option.action is not Done)
    prompt = "Take an army, an HQ, the units that it leads; end each in its turn"
    options = (*kept, *orders)
    return Choose(usual.name, prompt, usual.decides, options, case="C1.3-sequence", gives_up=unplayed)


EDITS = (("movement_segment", "wrap", "choose_unit", with_orders),)
POLICIES = {"refuse_turn": refuse_turn, "refuse_outside": refuse_outside, "begins_move": begins_move}
