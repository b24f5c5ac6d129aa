"""Ground movement: a unit or stack enters one hex after another until it halts.

The segment ("movement_segment") asks which unit begins; the move ("move") asks for the next atomic action of the
moving stack.

Cases: 6.0, 6.1-A, 6.1-B, 6.1a, 6.1b-B, 6.1c-A, 6.1c-B, 6.1d, 6.1e, 6.1f, 6.1g, 6.2, 6.2c-A, 6.3a, 6.3b, 4.5a-A,
4.5b-D, 4.4c, 4.8-E, 4.8-G, 4.8c, 4.8c-A, 4.8a-C, 5.7b-A, 5.7b-B, 7.0a, 11.0a, 2.3-E, HR-12-C
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import compress
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from redball.board.costs import ALL, PROHIBITED, MoveGraph
from redball.core.actions import AddUnit, BeginMove, DeclareOverrun, Done, DropUnit, Halt, SetMode, StepTo
from redball.core.engine import Run
from redball.core.events import Disorganized, FacingChanged, ModeChanged, MoveFinished, UnitMoved
from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.rules import (
    boxes,
    breakdowns,
    construction,
    dump_blowing,
    extenders,
    fuel,
    internal_fuel,
    move_limits,
    overrun,
    rail_conversion,
    rail_move,
    rail_supply,
    recon,
    release,
    simulcast,
    transport,
    works_offered,
)
from redball.rules.bridging import ground_for, own_bridge, refuse_river
from redball.rules.capture import capture_on_entry
from redball.rules.extenders import already_spent
from redball.rules.modes import mode_candidates, refuse_mode_change
from redball.rules.move_limits import BOUND, MoveData, Mover
from redball.rules.outcomes import CombatOutcome
from redball.rules.standing import holds_enemy
from redball.rules.strength import ever_forbids
from redball.rules.supply_paths import held
from redball.rules.trace import rely_on_trace
from redball.rules.units import (
    TIGER,
    attack_capable,
    can_have_ma,
    mobility,
    movement_allowance,
    usable_in_phase,
    weakened,
)
from redball.rules.zoc import blocks_truck, enemy_zoc, rely_on_negation

NOT_OWN = refusal("move.not_own", case="6.3a", text="{units} does not belong to the side that moves in this phase")
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
    text="in the {have} phase only {need} move; {units} does not belong to them",
    remedy="put units into Reserve Mode in your Movement Phase to use them here",
)
NO_MA = refusal("move.no_ma", case="6.1b-B", text="{units} has no Movement Allowance")
NOT_TOGETHER = refusal("move.not_together", case="6.1-A", text="{units} is not in the hex of the moving stack")
BEGUN = refusal("move.begun", case="6.1f", text="{units} cannot join: the stack has begun to move")
IN_STACK = refusal("move.in_stack", case="6.1f", text="{units} is in the moving stack already")
NOT_IN_STACK = refusal("move.not_in_stack", case="6.1f", text="{units} is not in the moving stack")
LAST = refusal("move.last", case="6.1f", text="{units} is alone in the stack; halt instead")
NOT_ADJACENT = refusal(
    "move.not_adjacent", case="6.1-A", text="a move goes from hex to neighbouring hex; {hexes} is not one"
)
FUEL = refusal(
    "move.no_fuel",
    case="12.5a-A",
    text="{units} uses {detail} MP and is not fueled",
    remedy="pay 1T for the unit, 1 SP for its formation, or 1 SP for an HQ that reaches it; or leave it behind",
)
CLOSED = refusal(
    "move.prohibited",
    case="6.2c-A",
    text="{units} cannot enter {hexes} with {detail} MP: prohibited without a road",
    remedy="look for a road or bridge, or use another side of the counter",
)
NO_MP = refusal(
    "move.no_mp", case="6.2", text="{units} has {have} MP left, the hex costs {need}", remedy="drop it, or go round"
)
ZOC_STOP = refusal(
    "move.zoc_stop",
    case="4.5a-A",
    text="{units} uses Truck MP and must stop in the enemy ZOC that it entered",
    remedy="drop another combat unit here to negate the ZOC, overrun, or halt",
)
STRAT_ZOC = refusal(
    "move.strat_zoc", case="5.8a-A", text="{units} is in Strat Mode and may not enter the enemy ZOC at {hexes}"
)
ENEMY = refusal(
    "move.enemy",
    case="4.8-G",
    text="{hexes} holds enemy combat units",
    remedy="overrun them, or attack in the Combat Phase",
)
ENEMY_FACILITY = refusal(
    "move.enemy_noncombat",
    case="4.4c",
    text="{hexes} holds enemy supply, transport or works; {units} is not Attack-Capable and may not enter",
)

CAN_ACT = {"reaction": "released Reserves", "exploitation": "released Reserves and Exploit-marked units"}


class MovementSegment(Struct, frozen=True, tag=True):
    """A Movement Segment of a side; `begun`: something was done in it, so that it ends only when the side says so."""

    side: str
    begun: bool = False


# --- the segment -----------------------------------------------------------------------------------------------


def refuse_begin(look: Look, data: MovementSegment, action: BeginMove) -> Refusal | None:
    """Who may begin a move (6.3a, 6.1b-B, 6.1f, 7.0a, 11.0a, 4.5b-A)."""
    unit = look.unit(action.unit)
    if unit.side != data.side:
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
        case = "7.0a" if phase == "reaction" else "11.0a"
        return NOT_USABLE(units=(unit.id,), have=phase, need=CAN_ACT[phase], case=look.policies.case_of(look, case))
    if weakened(unit) and (refused := look.policies.supply_forbids(look, unit, "movement")) is not None:
        return refused
    return None if can_have_ma(look, unit) else NO_MA(units=(unit.id,))


def refuse_in_order(look: Look, data: MovementSegment, action: BeginMove) -> Refusal | None:
    """As `refuse_begin`, and whether it is this unit's turn: in any order (6.1f) unless an edition has one."""
    return refuse_begin(look, data, action) or look.policies.refuse_turn(look, look.unit(action.unit))


def any_order(look: Look, unit: Unit) -> Refusal | None:
    """6.1: units move in any order."""
    return None


def nothing_begins(run: Run, unit: Unit) -> None:
    """Nothing else happens as a unit begins to move."""


def no_command(look: Look, sides: tuple[str, ...]) -> None:
    """Nobody commands anybody."""


def nothing_entered(run: Run, units: Collection[str], hex_: int) -> None:
    """Nothing else happens as a stack enters a hex of its own side."""


def begin_candidates(look: Look, data: MovementSegment) -> list[BeginMove]:
    """All that `refuse_in_order` accepts: record and phase tell, but of weakened units where an edition stops them."""
    own, refuse_turn, asked = look.own(data.side), look.policies.refuse_turn, ever_forbids(look)

    def begins(unit: Unit) -> BeginMove | None:
        begin = BeginMove(unit.id)
        return begin if (asked and weakened(unit)) or refuse_begin(look, data, begin) is None else None

    known = look.each(("movement.begin", data.side, look.state.clock.phase), own, (), begins)
    weak = compress(known, look.each(("movement.weakened", data.side), own, (), weakened)) if asked else ()
    refused = {begin.unit for begin in filter(None, weak) if refuse_begin(look, data, begin) is not None}
    if refuse_turn is not any_order:
        refused |= {unit.id for unit in compress(own, known) if refuse_turn(look, unit) is not None}
    return [b for b in known if b and b.unit not in refused] if refused else list(filter(None, known))


def take_begin(run: Run, data: MovementSegment, action: BeginMove) -> None:
    unit = run.look.unit(action.unit)
    run.set(replace(data, begun=True))
    run.look.policies.begins_move(run, unit)
    spent = already_spent(run.look, unit)
    run.push("move", MoveData(side=data.side, hex=unit.hex, units=(unit.id,), spent=(spent,)))


def leave(run: Run, data: object, action: object) -> None:
    """The segment can always be ended (6.0)."""
    run.go_on()


def segment_decides(look: Look, data: MovementSegment) -> str | None:
    """The side that moves; a Reaction or Exploitation without anything to use is passed over."""
    phase = look.state.clock.phase
    if phase == "movement" or data.begun:
        return data.side
    able = any(usable_in_phase(look, u) and not u.activity.moved for u in look.own(data.side))
    able = able or bool(release.reserves(look, data.side) or dump_blowing.dumps_to_blow(look, data.side))
    return data.side if able else None


# --- the move --------------------------------------------------------------------------------------------------


def stack_of(look: Look, data: MoveData) -> list[Unit]:
    """The units that move together."""
    return [look.unit(uid) for uid in data.units]


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
        run.look.policies.begins_move(run, run.look.unit(action.unit))
    spent = already_spent(run.look, run.look.unit(action.unit))
    run.set(replace(data, units=(*data.units, action.unit), spent=(*data.spent, spent)))


def refuse_set_mode(look: Look, data: MoveData, action: SetMode) -> Refusal | None:
    """5.4, and what the mode demands of the end of the move (5.7g, 5.8b)."""
    if action.unit not in data.units:
        return NOT_IN_STACK(units=(action.unit,))
    unit = look.unit(action.unit)
    refused = refuse_mode_change(look, unit, action, data.begun)
    if refused is None and action.mode in ("reserve", "strat"):
        refused = move_limits.refuse_dead_end_mode(look, data, action)
    return refused


def set_mode_candidates(look: Look, data: MoveData) -> Iterator[SetMode]:
    """Every mode of every unit of a stack that has not begun, but of those that changed it before (5.4-A)."""
    if not data.begun and look.state.clock.phase == look.policies.mode_phase():
        for unit in stack_of(look, data):
            if not unit.activity.changed:
                yield from mode_candidates(look, unit)


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


def refuse_step(look: Look, data: MoveData, action: StepTo) -> Refusal | None:
    """Every reason why this stack cannot enter that hex now."""
    if look.board.is_box(data.hex) or look.board.is_box(action.hex):
        refused = boxes.refuse_way(look, data.side, data.hex, action.hex)
        if refused is not None:
            return refused
    elif look.board.direction(data.hex, action.hex) < 0:
        return NOT_ADJACENT(hexes=(action.hex,))
    if look.has_combat_units(action.hex, look.enemy(data.side)):
        return ENEMY(hexes=(action.hex,))
    refused = simulcast.refuse_step(look, data.side, action.hex)
    if refused is not None:
        return refused
    guarded = holds_enemy(look, data.side, action.hex)
    stack, policies = goers(look, data), look.policies
    for goer in stack:
        cost = boxes.step_cost(look, goer.ground, data.hex, action.hex)
        refused = policies.refuse_outside(look, goer.unit) if data.outside else None
        refused = refused or refuse_unit_step(look, data, goer, cost, action.hex)
        if refused is not None:
            return refused
        if guarded and not attack_capable(look, goer.unit):
            return ENEMY_FACILITY(units=(goer.unit.id,), hexes=(action.hex,))
    if not any(goer.unit.marker in move_limits.LIMITED for goer in stack):
        return None
    ahead = (Mover(g.unit, g.allowance - spent_after(look, data, g, action.hex), False) for g in stack)
    return move_limits.refuse_dead_end_step(look, ahead, action.hex)


class Goer(NamedTuple):
    """A unit of the moving stack, and what of its next step does not depend on the hex that it enters: MP in 1/12."""

    unit: Unit
    ground: MoveGraph
    allowance: int
    spent: int
    stopped: bool
    fueled: bool
    moving: frozenset[str]


def goers(look: Look, data: MoveData) -> tuple[Goer, ...]:
    """The units that move together. `stopped`: by the ZOC that they have entered (4.5a-A)."""

    def find() -> Iterator[Goer]:
        policies, moving = look.policies, frozenset(data.units)
        for unit, spent in zip(stack_of(look, data), data.spent, strict=True):
            stopped = move_limits.entered(unit) and policies.stops_in_zoc(look, unit, data.hex, moving)
            allowance, fueled = movement_allowance(look, unit), fuel.is_fueled(look, unit)
            yield Goer(unit, policies.move_ground(look, unit, moving), allowance, spent, stopped, fueled, moving)

    return look.memo(("movement.goers", data.hex, data.units, data.spent), lambda: tuple(find()))


def refuse_unit_step(look: Look, data: MoveData, goer: Goer, cost: int, hex_: int) -> Refusal | None:
    """What stops one unit of the stack: a negation that binds it, ZOC, terrain, MP, fuel. `cost` is that of the step
    (1/12 MP, PROHIBITED or ALL)."""
    unit, left = goer.unit, goer.allowance - goer.spent
    if unit.activity.negates:
        return BOUND(units=(unit.id,))
    refused = look.policies.refuse_zoc_step(look, unit, data.hex, hex_, goer.stopped, goer.moving)
    if refused is not None:
        return refused
    if cost == PROHIBITED:
        direction = look.board.direction(data.hex, hex_)
        closed = CLOSED(units=(unit.id,), hexes=(hex_,), detail=mobility(look, unit).capitalize())
        return refuse_river(look, unit, data.hex, direction, -1) or closed
    if not goer.allowance:
        return NO_MA(units=(unit.id,))
    if (cost == ALL or cost > left) and goer.spent:
        direction = look.board.direction(data.hex, hex_)
        short = NO_MP(units=(unit.id,), have=show_mp(max(left, 0)), need="all" if cost == ALL else show_mp(cost))
        return (refuse_river(look, unit, data.hex, direction, left) if direction >= 0 else None) or short
    return None if goer.fueled else FUEL(units=(unit.id,), detail=mobility(look, unit).capitalize())


def spent_after(look: Look, data: MoveData, goer: Goer, hex_: int) -> int:
    """What a unit of the stack has spent after a step: a minimum move takes all that it has (6.1c-A, reading 1.35)."""
    cost = boxes.step_cost(look, goer.ground, data.hex, hex_)
    return goer.allowance if cost == ALL else min(goer.allowance, goer.spent + cost)


def step_candidates(look: Look, data: MoveData) -> Iterator[StepTo]:
    """The neighbouring hexes, and boxes that are joined to this one; none where a unit of the stack can go nowhere."""
    if any(not goer.fueled or not goer.allowance or goer.unit.activity.negates for goer in goers(look, data)):
        return
    for hex_ in (*look.board.neighbours(data.hex), *boxes.ways(look.world, data.hex)):
        yield StepTo(hex_)


def take_step(run: Run, data: MoveData, action: StepTo) -> None:
    """Everybody pays and enters; what is found there is dealt with (9.14)."""
    fuel.fuel_on_begin(run, data.units)
    look = run.look
    stack = stack_of(look, data)
    spent = tuple(spent_after(look, data, goer, action.hex) for goer in goers(look, data))
    for unit, before, after in zip(stack, data.spent, spent, strict=True):
        run.emit(
            UnitMoved(case="6.1a", side=data.side, unit=unit.id, start=data.hex, hex=action.hex, mp=after - before)
        )
    if any(move_limits.entered(unit) and look.policies.uses_negation(look, unit) for unit in stack):
        rely_on_negation(run, data.side, (data.hex,), frozenset(data.units))
    run.set(replace(data, hex=action.hex, spent=spent, begun=True))
    run.look.policies.entered_hex(run, data.units, action.hex)
    capture_on_entry(run, data.side, action.hex)


def refuse_drop(look: Look, data: MoveData, action: DropUnit) -> Refusal | None:
    """A unit may be left anywhere that it could end its move (6.1f)."""
    if action.unit not in data.units:
        return NOT_IN_STACK(units=(action.unit,))
    if len(data.units) == 1:
        return LAST(units=(action.unit,))
    return move_limits.refuse_end(look, data, look.unit(action.unit))


def drop_candidates(look: Look, data: MoveData) -> Iterator[DropUnit]:
    """Any unit of a stack of several."""
    if len(data.units) > 1:
        yield from (DropUnit(uid) for uid in data.units)


def take_drop(run: Run, data: MoveData, action: DropUnit) -> None:
    end_moves(run, data, (action.unit,), "6.1f")
    run.set(move_limits.without(data, {action.unit}))


def refuse_halt(look: Look, data: MoveData, action: Halt) -> Refusal | None:
    """A move ends anywhere but where Reserve or Strat Mode forbid it (5.7g, 5.8b)."""
    for unit in stack_of(look, data):
        refused = move_limits.refuse_end(look, data, unit)
        if refused is not None:
            return refused if can_go_on(look, data) else None
    return None


def can_go_on(look: Look, data: MoveData) -> bool:
    """Some step or drop is legal: only then may a halt be refused, or the decision would have no legal action."""
    return any(refuse_step(look, data, step) is None for step in step_candidates(look, data)) or any(
        refuse_drop(look, data, drop) is None for drop in drop_candidates(look, data)
    )


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
    """The units that are left have finished their move (6.1g)."""
    end_moves(run, data, data.units, "6.1g")
    run.finish()


def take_halt(run: Run, data: MoveData, action: Halt) -> None:
    finish_move(run, data)


def after_overrun(run: Run, data: MoveData) -> None:
    """Go on with what is left, from where it is; a retreat ends the move (8.0-D, 8.1f)."""
    alive = [uid for uid in data.units if run.look.unit(uid).on_map]
    data = move_limits.without(data, set(data.units) - set(alive))
    halting = run.look.policies.halts_after_overrun(run.look, data)
    if len(halting) == len(alive):
        finish_move(run, data)
        return
    end_moves(run, data, halting, "8.0-D")
    data = move_limits.without(data, set(halting))
    run.set(replace(data, hex=run.look.unit(data.units[0]).hex, outcome=None, overrun=-1))
    run.go("go")


def receive(data: MoveData, result: CombatOutcome) -> MoveData:
    """Keep how the overrun ended until it is looked at."""
    return replace(data, outcome=result)


def move_decides(look: Look, data: MoveData) -> str | None:
    """The mover, while anybody is left to move."""
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
                Option(StepTo, step_candidates, refuse_step, take_step),
                Option(DeclareOverrun, overrun.candidates, overrun.refuse, overrun.take),
                Option(AddUnit, add_candidates, refuse_add, take_add),
                Option(SetMode, set_mode_candidates, refuse_set_mode, take_set_mode),
                *fuel.OPTIONS,
                internal_fuel.OPTION,
                *transport.OPTIONS,
                extenders.MOVE_OPTION,
                *rail_move.OPTIONS,
                *rail_conversion.OPTIONS,
                works_offered.OPTION,
                recon.OPTION,
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

# --- ZOCs ------------------------------------------------------------------------------------------------------


def uses_negation(look: Look, unit: Unit) -> bool:
    """ZOCs stop Truck MP alone, so that nobody else needs a friend to negate them (4.5a-A)."""
    return mobility(look, unit) == "truck"


def stops_in_zoc(look: Look, unit: Unit, hex_: int, moving: frozenset[str]) -> bool:
    """4.5a-A: Truck MP stop in an un-negated ZOC that they have entered."""
    return mobility(look, unit) == "truck" and blocks_truck(look, unit.side, hex_, moving)


def zoc_stop_mask(look: Look, units: Iterable[Unit], moving: frozenset[str]) -> bytes:
    """What stops Truck MP (4.5a-A), if one of the units uses them."""
    side = next((unit.side for unit in units if mobility(look, unit) == "truck"), "")
    return held(look, side, moving) if side else bytes(look.board.size)


def refuse_zoc_step(
    look: Look, unit: Unit, start: int, end: int, stopped: bool, moving: frozenset[str]
) -> Refusal | None:
    """4.5a-A, and no ZOC for Strat Mode (5.8a-A)."""
    if unit.marker == "strat" and enemy_zoc(look, unit.side, end):
        return STRAT_ZOC(units=(unit.id,), hexes=(end,))
    return ZOC_STOP(units=(unit.id,), hexes=(start,)) if stopped else None


def move_ground(look: Look, unit: Unit, moving: frozenset[str]) -> MoveGraph:
    """ZOCs cost nothing."""
    return ground_for(look, unit)


PROCEDURES = (SEGMENT, MOVE)
POLICIES = {
    "refuse_turn": any_order,
    "refuse_outside": any_order,
    "begins_move": nothing_begins,
    "strays": lambda look, unit, hex_: False,
    "entered_hex": nothing_entered,
    "command_shown": no_command,
    "move_ground": move_ground,
    "stops_in_zoc": stops_in_zoc,
    "zoc_stop_mask": zoc_stop_mask,
    "refuse_zoc_step": refuse_zoc_step,
    "uses_negation": uses_negation,
}
