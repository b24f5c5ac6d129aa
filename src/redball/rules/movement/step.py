"""One step of a moving stack: from hex to neighbouring hex, or by a box's way; terrain, fuel and ZOCs.

Cases: 6.1a, 6.1c-A, 6.1c-B, 6.1d, 6.2, 6.2c-A, 4.5a-A, 4.8-G, 4.8c, 4.8c-A
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from redball.board.costs import ALL, PROHIBITED, MoveGraph
from redball.charts import Charts
from redball.core.actions import StepTo
from redball.core.engine import Run
from redball.core.events import UnitMoved
from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.rules.capture.claims import capture_on_entry, refuse_facility
from redball.rules.combat.points import ENTERED_HEX
from redball.rules.ground import boxes
from redball.rules.ground.bridges import ground_for, refuse_river
from redball.rules.ground.occupancy import held_by
from redball.rules.ground.trainbusting import TOLL, hindered, zone
from redball.rules.movement.points import REFUSE_OUTSIDE, REFUSE_ZOC_STEP, USES_NEGATION
from redball.rules.moving_stack import fuel, move_ends, simulcast
from redball.rules.moving_stack.arrears import Arrears, due, owed
from redball.rules.moving_stack.move_ends import BOUND, MoveData, Mover
from redball.rules.moving_stack.points import ARREARS, MOVE_GROUND, STOPS_IN_ZOC
from redball.rules.supply.paths import held
from redball.rules.units.abilities import LIMITED_MODES, attack_capable, mobility, movement_allowance
from redball.rules.units.points import MODE_PHASE
from redball.rules.units.zoc import blocks_truck, enemy_zoc, rely_on_negation

NO_MA = refusal("move.no_ma", case="6.1b-B", text="{units} has no Movement Allowance")
NOT_ADJACENT = refusal(
    "move.not_adjacent", case="6.1-A", text="{hexes} is not next to the stack; units move one hex at a time"
)
FUEL = refusal(
    "move.no_fuel",
    case="12.5a-A",
    text="{units} uses {detail} MP and is not fueled",
    remedy="pay {need}, or leave it behind",
    remedies={
        "alone": "pay {need}",
        "dry": "bring supply, or an HQ that throws it, within its reach; or leave it behind",
    },
)
CLOSED = refusal(
    "move.prohibited",
    case="6.2c-A",
    text="{units} cannot enter {hexes} with {detail} MP: prohibited without a road",
    remedy="find a road or bridge",
    remedies={"turn": "find a road or bridge, or turn the counter over before it begins to move"},
)
NO_MP = refusal(
    "move.no_mp",
    case="6.2",
    text="{units} has {have} MP left, the hex costs {need}",
    remedy="take a cheaper way, or halt",
    remedies={"stack": "leave it behind, or take a cheaper way"},
)
ZOC_STOP = refusal(
    "move.zoc_stop",
    case="4.5a-A",
    text="{units} uses Truck MP and must stop in the enemy ZOC that it entered",
    remedy="halt here",
    remedies={
        "escort": "leave another combat unit of the stack here, which negates the ZOC; or halt",
        "fights": "overrun a neighbouring hex, or halt here",
    },
)
STRAT_ZOC = refusal(
    "move.strat_zoc",
    case="5.8a-A",
    text="{units} is in Strat Mode and may not enter the enemy ZOC at {hexes}",
    remedy="take a way outside enemy ZOCs",
)
ENEMY = refusal(
    "move.enemy",
    case="4.8-G",
    text="{hexes} holds enemy combat units",
    remedy="overrun them, or attack in the Combat Phase",
    remedies={
        "weak": "go around, or send Attack-Capable units",
        "far": "bring the stack next to them, then overrun, or attack in the Combat Phase",
        "reaction": "overrun them, or go around: there are no attacks in this phase",
        "exploitation": "overrun them, or attack in the Combat Segment of this phase",
    },
)


def stack_of(look: Look, data: MoveData) -> list[Unit]:
    """The units that move together."""
    return [look.unit(uid) for uid in data.units]


def held_off(look: Look, stack: Iterable[Unit], hex_: int) -> Refusal:
    """Enemy combat units hold a hex; what the stack can do about it."""
    units = list(stack)
    weak = next((unit for unit in units if not attack_capable(look, unit)), None)
    phase = look.state.clock.phase
    near = all(look.board.direction(unit.hex, hex_) >= 0 for unit in units)
    so = "weak" if weak is not None else phase if phase != "movement" else "" if near else "far"
    return ENEMY(hexes=(hex_,), so=so)


def no_way_in(look: Look, unit: Unit, hex_: int, *, begun: bool) -> Refusal:
    """The ground is closed to a unit; whether its other side, with other MP, would help."""
    counter = look.counter(unit)
    others = (face for face in (counter.combat, counter.move) if face is not None)
    kind = mobility(look, unit)
    turns = not begun and not unit.activity.changed and look.state.clock.phase == look.policies[MODE_PHASE]()
    so = "turn" if turns and not unit.marker and any(face.mobility != kind for face in others) else ""
    return CLOSED(units=(unit.id,), hexes=(hex_,), detail=kind.capitalize(), so=so)


def unfueled(look: Look, unit: Unit, *, alone: bool = True, dry: bool = False) -> Refusal:
    """A unit has no fuel; what would pay for it, or that nothing reaches it."""
    need = "" if dry else fuel.ways_of_paying(look, unit)
    so = "dry" if dry else "alone" if alone else ""
    return FUEL(units=(unit.id,), detail=mobility(look, unit).capitalize(), need=need, so=so)


def refuse_step(look: Look, data: MoveData, action: StepTo) -> Refusal | None:
    """Every reason why this stack cannot enter that hex now."""
    if look.board.is_box(data.hex) or look.board.is_box(action.hex):
        refused = boxes.refuse_way(look, data.side, data.hex, action.hex)
        if refused is not None:
            return refused
    elif look.board.direction(data.hex, action.hex) < 0:
        return NOT_ADJACENT(hexes=(action.hex,))
    if look.has_combat_units(action.hex, look.enemy(data.side)):
        return held_off(look, stack_of(look, data), action.hex)
    refused = simulcast.refuse_step(look, data.side, action.hex)
    theirs = held_by(look, look.enemy(data.side))
    return refused or _refuse_stack(look, data, goers(look, data), action.hex, action.hex in theirs)


def _refuse_stack(look: Look, data: MoveData, stack: tuple[Goer, ...], hex_: int, guarded: bool) -> Refusal | None:
    """What stops a stack, or one of its units, at a hex that has a way in; `guarded`: something of the enemy's is
    there."""
    for goer in stack:
        cost = price(look, data, goer, hex_)
        refused = look.policies[REFUSE_OUTSIDE](look, goer.unit) if data.outside else None
        refused = refused or refuse_unit_step(look, data, goer, cost, hex_)
        if refused is not None:
            return refused
        refused = refuse_facility(look, goer.unit, hex_) if guarded else None
        if refused is not None:
            return refused
    return _refuse_dead_end(look, data, stack, hex_)


def _refuse_dead_end(look: Look, data: MoveData, stack: tuple[Goer, ...], hex_: int) -> Refusal | None:
    """A hex from which units in Reserve or Strat Mode could not reach a legal end."""
    limited = [goer for goer in stack if goer.unit.marker in LIMITED_MODES]
    if not limited:
        return None
    ahead = [Mover(g.unit, g.allowance - spent_after(look, data, g, hex_), False) for g in limited]
    return move_ends.refuse_dead_end_step(look, ahead, hex_, stack[0].moving)


class Goer(NamedTuple):
    """A unit of the moving stack, with the parts of its next step that do not depend on the hex; MP in 1/12."""

    unit: Unit
    ground: MoveGraph
    allowance: int
    spent: int
    stopped: bool
    fueled: bool
    moving: frozenset[str]
    arrears: Arrears | None
    owed: int

    def due(self, edge: int) -> int:
        """What it pays for a step beside the cost of the ground, as it has put off MP."""
        if self.arrears is None:
            return 0
        return due(self.arrears, self.spent, self.owed, self.ground.cost[edge], self.arrears.dear.cost[edge])


def goers(look: Look, data: MoveData) -> tuple[Goer, ...]:
    """The units that move together. `stopped`: by the ZOC they have entered (4.5a-A)."""
    policies, moving, found = look.policies, frozenset(data.units), []
    waiting = fuel.thirsty(look, data)
    for unit, spent in zip(stack_of(look, data), data.spent, strict=True):
        stopped = move_ends.entered(unit) and policies[STOPS_IN_ZOC](look, unit, data.hex, moving)
        allowance, ground = movement_allowance(look, unit), policies[MOVE_GROUND](look, unit, moving)
        off, fueled = policies[ARREARS](look, unit, moving), unit not in waiting
        found.append(Goer(unit, ground, allowance, spent, stopped, fueled, moving, off, owed(data, unit.id)))
    return tuple(found)


def refuse_unit_step(look: Look, data: MoveData, goer: Goer, cost: int, hex_: int) -> Refusal | None:
    """What stops one unit of the stack: a negation that binds it, ZOC, terrain, MP, fuel. `cost` is the step's
    (1/12 MP, PROHIBITED or ALL)."""
    unit, left = goer.unit, goer.allowance - goer.spent
    if unit.activity.negates:
        return BOUND(units=(unit.id,))
    refused = look.policies[REFUSE_ZOC_STEP](look, unit, data.hex, hex_, goer.stopped, goer.moving)
    if refused is not None:
        return refused
    if cost == PROHIBITED:
        direction = look.board.direction(data.hex, hex_)
        closed = no_way_in(look, unit, hex_, begun=data.begun)
        return refuse_river(look, unit, data.hex, direction) or closed
    if not goer.allowance:
        return NO_MA(units=(unit.id,))
    if (cost == ALL or cost > left) and goer.spent:
        direction = look.board.direction(data.hex, hex_)
        short = NO_MP(
            units=(unit.id,),
            have=show_mp(max(left, 0)),
            need="all" if cost == ALL else show_mp(cost),
            so="stack" if len(data.units) > 1 else "",
        )
        return (refuse_river(look, unit, data.hex, direction, left) if direction >= 0 else None) or short
    return None if goer.fueled else unfueled(look, unit, alone=len(data.units) == 1)


def spent_after(look: Look, data: MoveData, goer: Goer, hex_: int) -> int:
    """MP that a unit of the stack has spent after a step; a minimum move takes all its MP (6.1c-A, reading 1.35)."""
    cost = price(look, data, goer, hex_)
    return goer.allowance if cost == ALL else min(goer.allowance, goer.spent + cost)


def price(look: Look, data: MoveData, goer: Goer, hex_: int) -> int:
    """What a unit of the stack pays for a step (1/12 MP, PROHIBITED or ALL)."""
    cost, direction = boxes.step_cost(look, goer.ground, data.hex, hex_), look.board.direction(data.hex, hex_)
    return cost + goer.due(data.hex * 6 + direction) if goer.arrears is not None and direction >= 0 else cost


def put_off_by(look: Look, data: MoveData, goer: Goer, hex_: int) -> int:
    """What a unit of the stack has put off after a step: nothing once it has spent more than its ease."""
    direction = look.board.direction(data.hex, hex_)
    if goer.arrears is None or direction < 0 or spent_after(look, data, goer, hex_) > goer.arrears.ease:
        return 0
    edge = data.hex * 6 + direction
    return goer.owed + goer.arrears.dear.cost[edge] - goer.ground.cost[edge]


def step_candidates(look: Look, data: MoveData) -> Iterator[StepTo]:
    """The neighbouring hexes and joined boxes that `refuse_step` accepts."""
    stack, world = goers(look, data), look.world
    if any(not goer.fueled or not goer.allowance or goer.unit.activity.negates for goer in stack):
        return
    if data.outside or look.state.clock.simulcast or look.board.is_box(data.hex) or boxes.ways(world, data.hex):
        near = (StepTo(hex_) for hex_ in (*look.board.neighbours(data.hex), *boxes.ways(world, data.hex)))
        yield from (step for step in near if refuse_step(look, data, step) is None)
        return
    enemy, first = look.enemy(data.side), data.hex * 6
    troops, theirs = look.facts.combat_units[enemy], held_by(look, enemy)
    ends = [move_ends.may_end(look, g.unit, g.moving) for g in stack if g.unit.marker in LIMITED_MODES]
    for edge, hex_ in enumerate(look.board.neighbour_array[first : first + 6], first):
        if hex_ < 0 or troops[hex_] or any(_keeps_out(look, data, goer, edge, hex_) for goer in stack):
            continue
        if hex_ in theirs and not all(attack_capable(look, goer.unit) for goer in stack):
            continue
        if all(may(hex_) for may in ends) or _refuse_dead_end(look, data, stack, hex_) is None:
            yield StepTo(hex_)


def _keeps_out(look: Look, data: MoveData, goer: Goer, edge: int, hex_: int) -> bool:
    """What `refuse_unit_step` amounts to for a unit that is fueled, has MA and negates nothing, at a neighbour."""
    cost = goer.ground.cost[edge] + goer.due(edge)
    if cost == PROHIBITED or (goer.spent and (cost == ALL or cost > goer.allowance - goer.spent)):
        return True
    return look.policies[REFUSE_ZOC_STEP](look, goer.unit, data.hex, hex_, goer.stopped, goer.moving) is not None


def take_step(run: Run, data: MoveData, action: StepTo) -> None:
    """All units pay and enter, and capture what is there (9.14)."""
    fuel.fuel_on_begin(run, data.units)
    look = run.look
    stack = stack_of(look, data)
    there = goers(look, data)
    spent = tuple(spent_after(look, data, goer, action.hex) for goer in there)
    later = [(goer.unit.id, put_off_by(look, data, goer, action.hex)) for goer in there if goer.arrears is not None]
    for unit, before, after in zip(stack, data.spent, spent, strict=True):
        run.emit(
            UnitMoved(case="6.1a", side=data.side, unit=unit.id, start=data.hex, hex=action.hex, mp=after - before)
        )
    if any(move_ends.entered(unit) and look.policies[USES_NEGATION](look, unit) for unit in stack):
        rely_on_negation(run, data.side, (data.hex,), frozenset(data.units))
    run.set(replace(data, hex=action.hex, spent=spent, begun=True, owed=tuple([entry for entry in later if entry[1]])))
    run.look.policies[ENTERED_HEX](run, data.units, action.hex)
    capture_on_entry(run, data.side, action.hex)


# --- ZOCs ------------------------------------------------------------------------------------------------------


def uses_negation(look: Look, unit: Unit) -> bool:
    """ZOCs stop only Truck MP, so other units need no negation (4.5a-A)."""
    return mobility(look, unit) == "truck"


def stops_in_zoc(look: Look, unit: Unit, hex_: int, moving: frozenset[str]) -> bool:
    """4.5a-A: units using Truck MP stop in an un-negated ZOC they enter."""
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
    return ZOC_STOP(units=(unit.id,), hexes=(start,), so=_out_of_zoc(look, unit, moving)) if stopped else None


def _out_of_zoc(look: Look, unit: Unit, moving: frozenset[str]) -> str:
    """What helps a unit that a ZOC has stopped: a combat unit of its stack that stays, or an overrun."""
    if any(uid != unit.id and look.counter(look.unit(uid)).is_combat_unit for uid in moving):
        return "escort"
    return "fights" if attack_capable(look, unit) else ""


def move_ground(look: Look, unit: Unit, moving: frozenset[str]) -> MoveGraph:
    """ZOCs cost nothing; Trainbusting Zones do (14.8c-A)."""
    return hindered(look, unit.side, ground_for(look, unit))


def step_tolls(look: Look, unit: Unit, start: int, hex_: int) -> tuple[tuple[str, int], ...]:
    """The MP of a Trainbusting Zone (14.8c-A)."""
    return (("Trainbusting Zone", TOLL),) if hex_ in zone(look, unit.side, mobility(look, unit)) else ()


def slowed_words(charts: Charts) -> tuple[str, tuple[str, ...]]:
    """14.8b, 14.8c: a Trainbusting Zone."""
    extra = f"+{show_mp(TOLL)} MP to enter a hex"
    return "Trainbusting Zone", (
        f"Truck and track: {extra} of the zone",
        f"Leg: {extra} with a marker",
        "Rail: twice the price through the zone",
    )


POLICIES = {
    "move_ground": move_ground,
    "step_tolls": step_tolls,
    "slowed_words": slowed_words,
    "stops_in_zoc": stops_in_zoc,
    "zoc_stop_mask": zoc_stop_mask,
    "refuse_zoc_step": refuse_zoc_step,
    "uses_negation": uses_negation,
}
