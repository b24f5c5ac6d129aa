"""Construction: which units may do which task where, what it costs, and what the workers may not do besides.

An Engineer-Capable unit works within two hexes; 1 RE in Combat Mode may work on hedgehogs in its own hex, or damage
its port (reading 1.132). Work takes effect at once: form the party, pay the bill at the workers (reading 1.116),
finish.

Cases: 13.8d-A, 13.8d-B, 13.8d-C, 16.0b-A, 16.0c-A, 5.10e-B, K16.0a-hedgehog, 21.11a
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress, product
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from redball.board.costs import PROHIBITED, MoveGraph
from redball.board.hexes import NO_HEX
from redball.board.masks import with_hexes
from redball.core.actions import AddUnit, Cancel, Construct
from redball.core.engine import Run
from redball.core.ledger import show_tokens
from redball.core.look import Look, re_text
from redball.core.procedures import Choose, Do, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.core.world import World, of_world
from redball.rules.ground import airfields, hedgehogs, port_works
from redball.rules.ground.air_force import NO_FORCE, force_in
from redball.rules.ground.bridges import ground
from redball.rules.ground.occupancy import holds_enemy
from redball.rules.moving_stack.fuel import loaded_trucks
from redball.rules.supply.bills import Bill, offers, owed_from
from redball.rules.supply.draw_and_throw import tokens_of
from redball.rules.supply.enough import Wanted, can_get, together, wanted
from redball.rules.units.engineers import KINDS, engineer_capable
from redball.rules.works.points import HEDGEHOG_PRICE

RADIUS = 2
"""An engineer's building radius, in hexes (13.8d-A)."""
PARTY_RE = 4
"""Quarter RE that a working party needs (16.0b-A)."""

TASK = refusal("construct.task", case="13.8d-B", text="{detail} is not a construction task")
PHASE = refusal("construct.phase", case="16.0b-A", text="this work is possible only in the Movement Phase")
NOT_OWN = refusal("construct.not_own", case="13.8d-C", text="{units} is not a unit of this side on the map")
WORKED = refusal(
    "construct.worked",
    case="13.8d-C",
    text="{units} has already worked this turn; a unit does one task in one hex, and does not move in that phase",
)
HAS_MOVED = refusal(
    "construct.moved", case="13.8d-C", text="{units} has moved in this phase; units that move cannot work"
)
NOT_CAPABLE = refusal(
    "construct.not_capable",
    case="13.8a",
    text="{units} is not Engineer-Capable; it must be an HQ or Engineer in Combat Mode, or DG with its Combat side up",
    remedy="let an HQ or Engineer in Combat Mode work, or 1 RE in Combat Mode in its own hex",
    remedies={"turn": "change its mode in this Movement Phase without moving, or let 1 RE in Combat Mode work there"},
)
TOO_FAR = refusal(
    "construct.too_far",
    case="13.8d-A",
    text="{hexes} is not within {need:hex} of {units} over ground passable on foot",
)
ENEMY = refusal("construct.enemy", case="13.8d-A", text="{hexes} holds enemy units, supply or works")
ENGINEERS = refusal(
    "construct.engineers",
    case="21.11a",
    text="only Engineer-Capable units can do this work at {hexes}",
    remedy="use an HQ or Engineer in Combat Mode within two hexes",
)
PARTY = refusal(
    "construct.party",
    case="16.0b-A",
    text="{have} at {hexes} could work (in Combat Mode, not moved); the work takes {need}",
    remedy="put units there into Combat Mode without moving, or use an Engineer-Capable unit within two hexes",
)
NOT_WORKING = refusal(
    "construct.not_working",
    case="16.0b-A",
    text="{units} cannot join the work at {hexes}: it must be there, in Combat Mode, and not have moved or worked",
)
DG = refusal("construct.dg", case="5.10e-B", text="{units} is DG; only engineers can work while DG")
SUPPLY = refusal(
    "construct.supply",
    case="13.8d-B",
    text="the work at {hexes} costs {need}; the workers can get {have}",
    remedy="bring supply within reach of the workers",
)


@dataclass(frozen=True)
class Task:
    """A construction task: its price in tokens, why a hex may not have it (`refuse`), the mask of hexes where `refuse`
    says no (`shut`), and its effect (`finish`). `party` is the case for 1 RE working in its own hex, "" where only
    engineers may work; `alone` is the case for an engineer."""

    price: Callable[[Look, str], int]
    refuse: Callable[[Look, str, int], Refusal | None]
    shut: Callable[[Look, str], bytearray]
    finish: Callable[[Run, str, int, tuple[str, ...], str], None]
    party: str
    alone: str = "13.8d-B"


def _all_but(look: Look, hexes: Iterable[int], shut: int) -> bytearray:
    """One byte per hex: `shut` in these hexes, the opposite in all others."""
    mask = bytearray((1 - shut,)) * look.board.size
    for hex_ in hexes:
        mask[hex_] = shut
    return mask


TASKS = {
    "build_hedgehog": Task(
        lambda look, side: look.policies[HEDGEHOG_PRICE](look, side),
        hedgehogs.refuse_build,
        lambda look, side: _all_but(look, hedgehogs.shut_for_building(look, side), 1),
        hedgehogs.build,
        "16.0b-A",
    ),
    "reduce_hedgehog": Task(
        lambda look, side: 0,
        hedgehogs.refuse_reduce,
        lambda look, side: _all_but(look, hedgehogs.open_for_reducing(look, side), 0),
        hedgehogs.reduce,
        "16.0c-A",
    ),
}


def _raising(to: int) -> Task:
    """Adding a Level under option 21.11: by engineers, for one SP more than the new Level."""
    return Task(
        lambda look, side: (to + 1) * look.world.charts.supply_costs.tokens_per_sp,
        lambda look, side, hex_: hedgehogs.refuse_raise(look, side, hex_, to),
        lambda look, side: _all_but(look, hedgehogs.open_for_raising(look, side, to), 0),
        hedgehogs.build,
        "",
        "21.11a",
    )


BIG_TASKS = TASKS | {f"raise_hedgehog_{to}": _raising(to) for to in (2, 3, 4)}
"""With option 21.11 a hedgehog is started as usual, then raised Level by Level (21.11a)."""

AIR_TASKS = {
    "build_air_base": Task(
        lambda look, side: look.world.charts.supply_costs.build_or_improve_air_base_level,
        airfields.refuse_build,
        lambda look, side: _all_but(look, airfields.shut_for_building(look), 1),
        airfields.build,
        "",
        "15.3-A",
    ),
    "raise_air_strip": Task(
        lambda look, side: look.world.charts.supply_costs.air_strip_to_level_1,
        airfields.refuse_raise,
        lambda look, side: _all_but(look, airfields.open_for_raising(look, side), 0),
        airfields.build,
        "",
        "15.2-A",
    ),
    "reduce_air_base": Task(
        lambda look, side: 0,
        airfields.refuse_reduce,
        lambda look, side: _all_but(look, airfields.open_for_reducing(look, side), 0),
        airfields.reduce,
        "15.4-A",
        "15.4-A",
    ),
}


def _shut_to_strips(look: Look, side: str) -> bytearray:
    """Every hex for which `refuse_strip` says no."""
    bases = (base.hex for base in force_in(look.state).bases)
    return _all_but(look, bases, 1) if airfields.open_for_strips(look, side) else _all_but(look, (), 0)


STRIP_TASKS = {
    "build_air_strip": Task(
        lambda look, side: look.world.charts.supply_costs.build_air_strip,
        airfields.refuse_strip,
        _shut_to_strips,
        airfields.build_strip,
        "",
        "15.2-A",
    ),
}
"""Only where the scenario lets somebody build air strips (15.2)."""

PORT_TASKS = {
    "repair_port": Task(
        lambda look, side: look.world.charts.supply_costs.repair_port_hit,
        port_works.refuse_repair,
        lambda look, side: _all_but(look, port_works.open_for_repair(look, side), 0),
        port_works.repair,
        "",
        "19.0d",
    ),
    "wreck_port": Task(
        lambda look, side: 0,
        port_works.refuse_wreck,
        lambda look, side: _all_but(look, port_works.open_for_wrecking(look, side), 0),
        port_works.wreck,
        "19.0c",
        "19.0c",
    ),
}
"""Only where the scenario has ports."""


def _repair_of(price: int) -> Task:
    """With option 21.11 a repair costs what is left of a port's capacity, where that is less than 1 SP (21.11b)."""
    return Task(
        lambda look, side: price,
        lambda look, side, hex_: port_works.refuse_repair(look, side, hex_, price),
        lambda look, side: _all_but(look, port_works.open_for_repair(look, side, price), 0),
        port_works.repair,
        "",
        "21.11b",
    )


SMALL_PORT_TASKS = {f"repair_small_port_{price}": _repair_of(price) for price in range(3, -1, -1)}
RARE_TASKS = STRIP_TASKS | PORT_TASKS | SMALL_PORT_TASKS
ALL_TASKS = BIG_TASKS | AIR_TASKS | RARE_TASKS
SOME_TASKS = {
    (big, air, strips, ports): (BIG_TASKS if big else TASKS)
    | (AIR_TASKS if air else {})
    | (STRIP_TASKS if strips else {})
    | (PORT_TASKS if ports else {})
    | (SMALL_PORT_TASKS if ports and big else {})
    for big, air, strips, ports in product((False, True), repeat=4)
}


def tasks_of(look: Look) -> Mapping[str, Task]:
    """The tasks of this game; those on air bases only where somebody has aircraft or bases, those on air strips and
    ports where the scenario has them."""
    scenario = look.world.scenario
    air = bool(look.state.own) and force_in(look.state) != NO_FORCE
    strips = air and bool(scenario.air_strips)
    return SOME_TASKS[look.option(hedgehogs.ENHANCED.name), air, strips, bool(scenario.ports)]


class Moving(Protocol):
    """An open Movement Segment, or a move of some `units` in it."""

    @property
    def side(self) -> str: ...


class Segment(Struct, frozen=True):
    """A stand-in for a Movement Segment when none is open."""

    side: str


class Works(Struct, frozen=True, tag=True):
    """Work in progress: `units` do a task in a hex. `engineer`: one unit works alone. `trucks`: only their loads pay,
    while they pause in their move with the `moving` units (13.2a-A)."""

    side: str
    hex: int
    task: str
    units: tuple[str, ...] = ()
    engineer: bool = False
    trucks: tuple[str, ...] = ()
    moving: tuple[str, ...] = ()


# --- who and where ---------------------------------------------------------------------------------------------


def refuse_still(unit: Unit) -> Refusal | None:
    """Workers must not have moved or worked (13.8d-C); a move that spent no MP does not count (reading 1.117)."""
    if unit.activity.worked:
        return WORKED(units=(unit.id,))
    moved = unit.activity.spent or unit.activity.origin != NO_HEX or unit.activity.railed
    return HAS_MOVED(units=(unit.id,)) if moved else None


def in_radius(look: Look, unit: Unit) -> tuple[int, ...]:
    """The hexes in which an engineer works, in index order: within two steps that Leg MP can pass, at any cost and
    through enemy ZOCs, but not through enemy combat units (13.8d-A)."""
    return radius(look, unit.side)(unit.hex)


def radius(look: Look, side: str) -> Callable[[int], tuple[int, ...]]:
    """As `in_radius`, for an engineer of this side in any hex."""
    world, troops, graph = look.world, look.facts.combat_units[look.enemy(side)], ground(look, side, "leg")

    def hexes(hex_: int) -> tuple[int, ...]:
        free = _radius(world, hex_, graph)
        held = tuple(compress(free, map(troops.__getitem__, free)))  # only enemies there could be in the way
        return _radius(world, hex_, graph, held) if held else free

    return hexes


@of_world
def _radius(world: World, hex_: int, graph: MoveGraph, held: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The engineer's radius, with enemy combat units in these hexes."""
    return plain_radius(hex_, graph, with_hexes(bytes(world.board.size), held))


def plain_radius(hex_: int, graph: MoveGraph, troops: Sequence[int]) -> tuple[int, ...]:
    """The radius, searched step by step. `troops` counts enemy combat units by hex."""
    found, ring = {hex_}, [hex_]
    for _ in range(RADIUS):
        steps = ((h, d, graph.board.neighbour(h, d)) for h in ring for d in range(6))
        ring = [
            there for h, d, there in steps if there >= 0 and graph.step_cost(h, d) != PROHIBITED and not troops[there]
        ]
        found.update(ring)
    return tuple(sorted(found))


def works_in_hex(look: Look, unit: Unit, works: Works) -> bool:
    """Whether a unit could join a working party: a combat unit of the hex, in Combat Mode, that has not moved."""
    here = unit.hex == works.hex and unit.side == works.side and unit.id not in works.moving
    return here and look.counter(unit).is_combat_unit and unit.mode == "combat" and refuse_still(unit) is None


def party_of(look: Look, works: Works) -> tuple[str, ...]:
    """Units in the hex that could join the party, in id order."""
    return tuple(u.id for u in look.combat_units_at(works.hex, works.side) if works_in_hex(look, u, works))


def quarters(look: Look, units: tuple[str, ...]) -> int:
    """RE of the units, in quarters."""
    return sum(look.regimental_equivalents(look.unit(uid)) for uid in units)


# --- the bill --------------------------------------------------------------------------------------------------


def bill_of(look: Look, works: Works) -> Bill:
    """The workers' bill for the work."""
    return Bill(
        side=works.side,
        units=works.units,
        tokens=tasks_of(look)[works.task].price(look, works.side),
        purpose=works.task,
        case=case_of(works),
        moving=works.moving,
        holders=works.trucks,
    )


def case_of(works: Works) -> str:
    """The rule case of the work."""
    task = ALL_TASKS[works.task]
    return task.party if task.party and not works.engineer else task.alone


def payable(look: Look, works: Works) -> bool:
    """The work is free, or the workers can get its cost. Same answer as the `offers` for the bill, which are listed
    only if needed."""
    bill = bill_of(look, works)
    if not bill.tokens:
        return True
    units, want = [look.unit(uid) for uid in bill.units], wanted_for(look, works, bill.tokens)
    if len(units) == 1 or not all(can_get(look, unit, want) for unit in units):
        return len(units) == 1 and can_get(look, units[0], want)
    return together(look, units, want) or bool(offers(look, bill))


def wanted_for(look: Look, works: Works, tokens: int) -> Wanted:
    """The need for `tokens`: from the pausing trucks' loads if they pay, otherwise from all SP."""
    here = look.unit(works.trucks[0]).hex if works.trucks else NO_HEX  # trucks that pay move together
    return wanted(look, works.side, tokens, frozenset(works.moving), here, works.trucks)


def refuse_bill(look: Look, works: Works) -> Refusal | None:
    """The workers together must be able to get the cost."""
    if payable(look, works):
        return None
    bill = bill_of(look, works)
    have = tokens_of(owed_from(look, bill))
    return SUPPLY(hexes=(works.hex,), have=show_tokens(have), need=show_tokens(bill.tokens), case=bill.case)


def fill(look: Look, works: Works) -> Works:
    """The work with units of the hex added in id order until the party is large enough, skipping any that would make it
    impossible to pay."""
    for uid in party_of(look, works):
        if quarters(look, works.units) >= PARTY_RE:
            break
        joined = replace(works, units=(*works.units, uid))
        if uid not in works.units and payable(look, joined):
            works = joined
    return works


# --- beginning -------------------------------------------------------------------------------------------------


def opened(look: Look, data: Moving, action: Construct) -> Works:
    """The work that this action would begin."""
    moving: tuple[str, ...] = getattr(data, "units", ())
    trucks = tuple(sorted(loaded_trucks(look, data))) if moving else ()  # type: ignore[arg-type]
    units = (action.unit,) if action.unit else ()
    return Works(data.side, action.hex, action.task, units, bool(action.unit), trucks, moving)


def refuse(look: Look, data: Moving, action: Construct) -> Refusal | None:
    """Why this work cannot be done now."""
    task = tasks_of(look).get(action.task)
    if task is None:
        return TASK(detail=action.task)
    if look.state.clock.phase != "movement":
        return PHASE()
    works = opened(look, data, action)
    refused = refuse_engineer(look, works) if works.engineer else None
    if refused is None and holds_enemy(look, data.side, action.hex):
        refused = ENEMY(hexes=(action.hex,))
    refused = refused or task.refuse(look, data.side, action.hex)
    if refused is not None:
        return refused
    if works.moving and not (works.trucks and task.price(look, works.side)):
        return PAUSING(units=works.moving)
    return refuse_bill(look, works) if works.engineer else refuse_party(look, works)


PAUSING = refusal(
    "construct.pausing",
    case="13.2a-A",
    text="while {units} is moving, only supply moving with it may pay for work",
    remedy="finish the move first",
)


def refuse_engineer(look: Look, works: Works) -> Refusal | None:
    """13.8a, 13.8d-A, 13.8d-C: the unit must be capable, still, and near enough."""
    unit = look.unit(works.units[0])
    if unit.side != works.side or not unit.on_map:
        return NOT_OWN(units=works.units)
    if not engineer_capable(look, unit):
        return NOT_CAPABLE(units=works.units, so="turn" if look.counter(unit).kind in KINDS else "")
    if unit.id in works.moving:
        return HAS_MOVED(units=works.units)
    if works.hex not in in_radius(look, unit):
        return TOO_FAR(units=works.units, hexes=(works.hex,), need=RADIUS)
    return refuse_still(unit)


def refuse_party(look: Look, works: Works) -> Refusal | None:
    """The hex needs 1 RE of units that can be supplied together."""
    if not ALL_TASKS[works.task].party:
        return ENGINEERS(hexes=(works.hex,), case=case_of(works))
    able = party_of(look, works)
    have = quarters(look, able)
    if have < PARTY_RE:
        return PARTY(hexes=(works.hex,), have=re_text(have), need=re_text(PARTY_RE), case=case_of(works))
    return None if party_can_pay(look, works) else refuse_bill(look, replace(works, units=able))


def party_can_pay(look: Look, works: Works) -> bool:
    """Whether some party of 1 RE can get the cost of the work."""
    alone: tuple[str, ...] = ()
    for uid in supplied(look, works):
        alone = (uid,)
        if quarters(look, fill(look, replace(works, units=alone)).units) >= PARTY_RE:
            return True
    able = party_of(look, works)
    return bool(alone) and quarters(look, able) >= PARTY_RE and payable(look, replace(works, units=able))


def supplied(look: Look, works: Works) -> Iterator[str]:
    """Units in the hex that can get the cost of the work."""
    return (uid for uid in party_of(look, works) if payable(look, replace(works, units=(uid,))))


def prospects(look: Look, side: str, uid: str) -> Iterator[tuple[Construct, int, Refusal | None]]:
    """All tasks for a unit, with the price in tokens and what forbids each: for an engineer in its radius, for any
    other unit together with the units of its hex."""
    unit = look.unit(uid)
    alone = engineer_capable(look, unit)
    for hex_ in in_radius(look, unit) if alone else (unit.hex,):
        for name, task in tasks_of(look).items():
            action = Construct(uid if alone else "", hex_, name)
            yield action, task.price(look, side), refuse(look, Segment(side), action)


def take(run: Run, data: Moving, action: Construct) -> None:
    """If the party needs every unit of the hex, all work without asking."""
    works = opened(run.look, data, action)
    if not works.engineer:
        able = party_of(run.look, works)
        whole = replace(works, units=able)
        smallest = min(run.look.regimental_equivalents(run.look.unit(uid)) for uid in able)
        if quarters(run.look, able) - smallest < PARTY_RE and payable(run.look, whole):
            works = whole
    run.push("construction", works)


# --- the party -------------------------------------------------------------------------------------------------


def party_decides(look: Look, works: Works) -> str | None:
    """The side, until the party has 1 RE."""
    small = not works.engineer and quarters(look, works.units) < PARTY_RE
    return works.side if small else None


def join_candidates(look: Look, works: Works) -> Iterator[AddUnit]:
    """Units in the hex."""
    return (AddUnit(u.id) for u in look.units_at(works.hex, works.side) if u.id not in works.units)


def refuse_join(look: Look, works: Works, action: AddUnit) -> Refusal | None:
    """16.0b-A, 5.10e-B: in Combat Mode, in the hex, not moved. The party with it must be payable and able to reach 1
    RE."""
    unit = look.unit(action.unit)
    if unit.marker == "dg" and unit.hex == works.hex and unit.side == works.side:
        return DG(units=(unit.id,))
    if unit.id in works.units or not works_in_hex(look, unit, works):
        return NOT_WORKING(units=(unit.id,), hexes=(works.hex,))
    joined = replace(works, units=(*works.units, unit.id))
    refused = refuse_bill(look, joined)
    if refused is None and quarters(look, fill(look, joined).units) < PARTY_RE:
        able = quarters(look, party_of(look, works))
        return PARTY(hexes=(works.hex,), have=re_text(able), need=re_text(PARTY_RE), case=case_of(works))
    return refused


def take_join(run: Run, works: Works, action: AddUnit) -> None:
    run.set(replace(works, units=(*works.units, action.unit)))


def take_cancel(run: Run, works: Works, action: Cancel) -> None:
    """Nothing has been spent yet."""
    run.finish()


def pay(run: Run, works: Works) -> None:
    """Pay the cost before the work is done."""
    bill = bill_of(run.look, works)
    if bill.tokens:
        run.push("pay", bill)


def finish(run: Run, works: Works) -> None:
    """Do the work."""
    tasks_of(run.look)[works.task].finish(run, works.side, works.hex, works.units, case_of(works))


CONSTRUCTION = Procedure(
    "construction",
    Works,
    (
        Choose(
            "party",
            "Choose which units work: 1 RE in the hex",
            party_decides,
            (
                Option(AddUnit, join_candidates, refuse_join, take_join),
                Option(Cancel, only(Cancel()), always_legal, take_cancel),
            ),
            case="16.0b-A",
        ),
        Do("pay", pay),
        Do("finish", finish),
    ),
)

PROCEDURES = (CONSTRUCTION,)
