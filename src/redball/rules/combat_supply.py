"""Combat supply: the attacker's bills, unit by unit, then the defender's, for all or for each.

Attacking costs by step (12.4-A). A unit's bill is paid from supply that reaches it or by its internal stocks, never by both
(12.10g). A unit that cannot be supplied drops out by itself; the owner may leave out others that have paid nothing (reading
1.48), but an overrun needs every unit (8.1g). Once part of a bill is paid the rest follows before anything else, and a bill
is begun only when enough is within reach, so nobody is ever stuck.

The defender pays one price for all (12.4-B). Only when that much is out of reach each unit is handled alone (reading 1.47).

Cases: 9.0-E, 9.1e-A, 9.1e-B, 9.2-2, 9.5-A, 9.5-B, 9.5-C, 9.5b, 12.4-A, 12.4-B, 12.4-C, 12.10, 12.10a, 12.10b, 12.10c, 12.10d, 12.10g,
12.10h, 13.2g-G, 8.1g
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from redball.core.actions import LeaveOut, Pay, UseInternals, Withhold
from redball.core.engine import Run
from redball.core.events import AttackerLeftOut, DefenderUnsupplied, InternalsUsed
from redball.core.ledger import show_tokens
from redball.core.look import Look, re_text
from redball.core.procedures import Choose, Do, Option, Step
from redball.core.refusals import Refusal, refusal
from redball.core.state import EXHAUSTED, Unit
from redball.rules.combat_data import COMMON, CombatData, SupplyStage
from redball.rules.combat_odds import defence_cost, stacks_of
from redball.rules.supply import Payer, payers, spend
from redball.rules.units import is_organic

PURPOSE = "combat"
WASTED = "wasted"
COVERED = -1
"""The source of a payment that costs nothing more: a token already spent covers the unit too (reading 1.47)."""

NO_BILL = refusal("combat.no_bill", case="9.2-2", text="{units} has no open bill for combat supply")
FINISH_BILL = refusal(
    "combat.finish_bill",
    case="12.4-C",
    text="part of the bill of {units} is paid; pay the remaining {need} first",
)
NOT_IN_REACH = refusal(
    "combat.not_in_reach",
    case="9.5b",
    text="no supply reaches {units} from there in that way",
    remedy="draw from a dump within reach, or through an HQ that throws to the unit",
)
TOO_LITTLE = refusal(
    "combat.too_little",
    case="12.4-C",
    text="{units} needs {need} of combat supply, {have} is within reach",
    remedy="use internal stocks, or do without",
)
IN_REACH = refusal(
    "combat.supply_in_reach",
    case="9.5-C",
    text="{units} cannot use internal stocks: {have} is within reach, and {need} is all that it needs",
    remedy="pay from the supply that is there",
)
EMPTY = refusal("combat.exhausted", case="12.10c", text="the internal stocks of {units} are exhausted")
ALL_OR_NOTHING = refusal(
    "combat.pay_for_all",
    case="12.4-B",
    text="{have} is within reach, enough to supply all defenders for {need}",
    remedy="pay for all of them, or withhold",
)
PAID_ALONE = refusal("combat.paid_alone", case="12.4-B", text="these defenders are already being supplied one by one")
NOT_COVERED = refusal(
    "combat.not_covered",
    case="12.4-B",
    text="{units} is {have}; what was spent covers at most {need} more",
)
WHOLE_STACK = refusal(
    "combat.overrun_together",
    case="8.1g",
    text="every unit of an overrunning stack takes part; {units} cannot be left out",
)


# --- what is within reach --------------------------------------------------------------------------------------


def supply_in_reach(look: Look, ways: Iterable[Payer], *, organic: bool) -> int:
    """Tokens that these ways offer together, each dump and each load counted once; with Organic Trucks or without."""
    found: dict[tuple[int, str], int] = {}
    for way in ways:
        if organic or not (way.holder and is_organic(look, look.unit(way.holder))):
            found[way.source, way.holder] = way.tokens
    return sum(found.values())


def way_of(ways: Iterable[Payer], action: Pay) -> Payer | None:
    """The way that a payment names."""
    wanted = (action.source, action.holder, action.via)
    return next((way for way in ways if (way.source, way.holder, way.via) == wanted), None)


def refuse_internals(look: Look, unit: Unit, bill: int) -> Refusal | None:
    """12.10a, 9.5-C: only when the bill cannot be paid from supply within reach, Organic Trucks apart (reading 1.50)."""
    if unit.internals >= EXHAUSTED:
        return EMPTY(units=(unit.id,))
    have = supply_in_reach(look, payers(look, unit), organic=False)
    if have >= bill:
        return IN_REACH(units=(unit.id,), have=show_tokens(have), need=show_tokens(bill))
    return None


def use_internals(run: Run, uid: str) -> None:
    """The unit uses its own stocks; a multi-step unit wastes what supply it has within reach (12.10h, reading 1.49)."""
    look = run.look
    unit = look.unit(uid)
    if look.counter(unit).is_multi_step:
        spent: set[tuple[int, str]] = set()
        for way in payers(look, unit):
            organic = way.holder and is_organic(look, look.unit(way.holder))
            if not organic and (way.source, way.holder) not in spent:
                spent.add((way.source, way.holder))
                spend(run, way, way.tokens, WASTED, uid)
    run.emit(InternalsUsed(case="12.10b", side=unit.side, unit=uid))


# --- the attacker ----------------------------------------------------------------------------------------------


def attack_bill(look: Look, uid: str) -> int:
    """12.4-A: tokens for one attacking unit, by the steps that it has now (reading 1.45)."""
    return look.steps(look.unit(uid)) * look.world.charts.supply_costs.attack_per_step


def can_be_supplied(look: Look, data: CombatData, uid: str) -> bool:
    """The rest of the unit's bill is within reach, or its internal stocks can be used."""
    unit = look.unit(uid)
    paid = data.supply.part_paid if data.supply.part_of == uid else 0
    if supply_in_reach(look, payers(look, unit), organic=True) >= attack_bill(look, uid) - paid:
        return True
    return not paid and unit.internals < EXHAUSTED


def unpaid(data: CombatData) -> tuple[str, ...]:
    """Attackers whose bill is open; the one that is partly paid alone, if there is one."""
    if data.supply.part_of:
        return (data.supply.part_of,)
    return tuple(uid for uid in data.attackers if uid not in data.supply.ready)


def drop_unsupplied(run: Run, data: CombatData) -> None:
    """9.5-A: attackers that can no longer be supplied are out; of an overrunning stack then all (8.1g)."""
    out = [uid for uid in unpaid(data) if not can_be_supplied(run.look, data, uid)]
    if out and data.kind == "overrun":
        data = replace(data, attackers=())
    for uid in out:
        data = leave_out(run, data, uid)
    run.set(data)


def leave_out(run: Run, data: CombatData, uid: str) -> CombatData:
    """A unit is not in the attack after all, and has not attacked."""
    if data.kind == "regular":
        run.emit(AttackerLeftOut(case="9.5-A", side=data.side, unit=uid))
    supply = data.supply
    if supply.part_of == uid:
        supply = replace(supply, part_of="", part_paid=0)
    return replace(data, attackers=tuple(other for other in data.attackers if other != uid), supply=supply)


def attacker_decides(look: Look, data: CombatData) -> str | None:
    """The attacker, while a bill is open."""
    return data.side if unpaid(data) else None


def refuse_bill(look: Look, data: CombatData, uid: str) -> Refusal | None:
    """The unit attacks, is not supplied yet, and no other bill is half paid."""
    if uid not in data.attackers or uid in data.supply.ready:
        return NO_BILL(units=(uid,))
    part = data.supply.part_of
    if part not in ("", uid):
        return FINISH_BILL(units=(part,), need=show_tokens(attack_bill(look, part) - data.supply.part_paid))
    return None


def attacker_pay_candidates(look: Look, data: CombatData) -> Iterator[Pay]:
    """Every way that reaches a unit with an open bill."""
    for uid in unpaid(data):
        yield from (Pay(uid, way.source, way.holder, way.via) for way in payers(look, look.unit(uid)))


def refuse_attacker_pay(look: Look, data: CombatData, action: Pay) -> Refusal | None:
    """12.4-C: the whole bill must be within reach, from one source or several."""
    refused = refuse_bill(look, data, action.unit)
    if refused is not None:
        return refused
    ways = payers(look, look.unit(action.unit))
    if way_of(ways, action) is None:
        return NOT_IN_REACH(units=(action.unit,), hexes=(action.source,))
    bill = attack_bill(look, action.unit) - data.supply.part_paid
    have = supply_in_reach(look, ways, organic=True)
    if have < bill:
        return TOO_LITTLE(units=(action.unit,), have=show_tokens(have), need=show_tokens(bill))
    return None


def pay_from(run: Run, supply: SupplyStage, ways: Iterable[Payer], action: Pay, bill: int, unit: str) -> SupplyStage:
    """Spend toward a bill what the source has of it. `part_of` is empty afterwards if the bill is paid."""
    way = way_of(ways, action)
    if way is None:
        raise ValueError(f"{action} names no way within reach")
    amount = min(way.tokens, bill - supply.part_paid)
    spend(run, way, amount, PURPOSE, unit)
    paid = supply.part_paid + amount
    return replace(supply, part_of="" if paid == bill else unit or COMMON, part_paid=0 if paid == bill else paid)


def take_attacker_pay(run: Run, data: CombatData, action: Pay) -> None:
    bill = attack_bill(run.look, action.unit)
    ways = payers(run.look, run.look.unit(action.unit))
    supply = pay_from(run, data.supply, ways, action, bill, action.unit)
    if not supply.part_of:
        supply = replace(supply, ready=(*supply.ready, action.unit))
    drop_unsupplied(run, replace(data, supply=supply))


def attacker_internals_candidates(look: Look, data: CombatData) -> Iterator[UseInternals]:
    """Units with an open bill."""
    return (UseInternals(uid) for uid in unpaid(data))


def refuse_attacker_internals(look: Look, data: CombatData, action: UseInternals) -> Refusal | None:
    """12.10g: not for a unit that has paid a part; else as `refuse_internals`."""
    refused = refuse_bill(look, data, action.unit)
    if refused is not None:
        return refused
    bill = attack_bill(look, action.unit)
    if data.supply.part_of:
        rest = bill - data.supply.part_paid
        return FINISH_BILL(units=(action.unit,), need=show_tokens(rest), case="12.10g")
    return refuse_internals(look, look.unit(action.unit), bill)


def take_attacker_internals(run: Run, data: CombatData, action: UseInternals) -> None:
    use_internals(run, action.unit)
    drop_unsupplied(run, replace(data, supply=replace(data.supply, ready=(*data.supply.ready, action.unit))))


def leave_out_candidates(look: Look, data: CombatData) -> Iterator[LeaveOut]:
    """Units with an open bill."""
    return (LeaveOut(uid) for uid in unpaid(data))


def refuse_leave_out(look: Look, data: CombatData, action: LeaveOut) -> Refusal | None:
    """A unit that has paid nothing may drop out of a regular attack (reading 1.48)."""
    refused = refuse_bill(look, data, action.unit)
    if refused is not None:
        return refused
    if data.kind == "overrun":
        return WHOLE_STACK(units=(action.unit,))
    if data.supply.part_of:
        rest = attack_bill(look, action.unit) - data.supply.part_paid
        return FINISH_BILL(units=(action.unit,), need=show_tokens(rest))
    return None


def take_leave_out(run: Run, data: CombatData, action: LeaveOut) -> None:
    run.set(leave_out(run, data, action.unit))


# --- the defender ----------------------------------------------------------------------------------------------


def open_defence(run: Run, data: CombatData) -> None:
    """The attackers are settled: note their hexes, and all combat units of the target, who defend together (9.1d)."""
    look = run.look
    stacks = stacks_of(look.unit(uid) for uid in data.attackers)
    defenders = tuple(unit.id for unit in look.combat_units_at(data.hex, look.enemy(data.side)))
    run.set(replace(data, stacks=stacks, defenders=defenders, supply=SupplyStage()))


def defending(look: Look, data: CombatData) -> list[Unit]:
    """The defending units."""
    return [look.unit(uid) for uid in data.defenders]


def common_ways(look: Look, data: CombatData) -> tuple[Payer, ...]:
    """Ways to supply that all defenders may use: a load of an Organic Truck is not for units of other formations."""
    units = defending(look, data)
    shared = set.intersection(*({(way.source, way.holder) for way in payers(look, unit)} for unit in units))
    ways = {
        (way.source, way.holder, way.via): way
        for unit in units
        for way in payers(look, unit)
        if (way.source, way.holder) in shared
    }
    return tuple(ways.values())


def alone(look: Look, data: CombatData) -> bool:
    """Each defender may be handled alone: the price for all is out of reach but for Organic Trucks (reading 1.47)."""
    begun = bool(data.supply.ready or data.supply.spare)
    price = defence_cost(look, defending(look, data))
    return begun or supply_in_reach(look, common_ways(look, data), organic=False) < price


def own_bill(look: Look, unit: Unit) -> int:
    """What one defender by itself would pay."""
    return defence_cost(look, (unit,))


def defenders_unpaid(data: CombatData) -> tuple[str, ...]:
    """Defenders who are not in combat supply; the one that is partly paid alone, if there is one."""
    if data.supply.withheld:
        return ()
    if data.supply.part_of not in ("", COMMON):
        return (data.supply.part_of,)
    return tuple(uid for uid in data.defenders if uid not in data.supply.ready)


def defender_decides(look: Look, data: CombatData) -> str | None:
    """The defender, while he can do more than withhold."""
    if not defenders_unpaid(data):
        return None
    could_pay = any(refuse_defender_pay(look, data, pay) is None for pay in defender_pay_candidates(look, data))
    could_use = any(
        refuse_defender_internals(look, data, use) is None for use in defender_internals_candidates(look, data)
    )
    return look.enemy(data.side) if could_pay or could_use else None


def defender_pay_candidates(look: Look, data: CombatData) -> Iterator[Pay]:
    """For all together, and for each alone."""
    yield from (Pay("", way.source, way.holder, way.via) for way in common_ways(look, data))
    if data.supply.part_of == COMMON:
        return
    for uid in defenders_unpaid(data):
        yield Pay(uid, COVERED)
        yield from (Pay(uid, way.source, way.holder, way.via) for way in payers(look, look.unit(uid)))


def refuse_defender_pay(look: Look, data: CombatData, action: Pay) -> Refusal | None:
    """For all together if that much is within reach, else for one unit."""
    if action.unit:
        return refuse_pay_alone(look, data, action)
    supply = data.supply
    if supply.ready or supply.spare or supply.part_of not in ("", COMMON):
        return PAID_ALONE(units=supply.ready)
    ways = common_ways(look, data)
    if way_of(ways, action) is None:
        return NOT_IN_REACH(units=data.defenders, hexes=(action.source,))
    price = defence_cost(look, defending(look, data)) - supply.part_paid
    have = supply_in_reach(look, ways, organic=True)
    if have < price:
        return TOO_LITTLE(units=data.defenders, have=show_tokens(have), need=show_tokens(price))
    return None


def refuse_alone(look: Look, data: CombatData, uid: str) -> Refusal | None:
    """The unit defends, is unsupplied, and units are handled one by one."""
    if uid not in data.defenders or uid in data.supply.ready:
        return NO_BILL(units=(uid,))
    price = defence_cost(look, defending(look, data))
    part = data.supply.part_of
    if part == COMMON:
        return FINISH_BILL(units=data.defenders, need=show_tokens(price - data.supply.part_paid))
    if part not in ("", uid):
        return FINISH_BILL(units=(part,), need=show_tokens(own_bill(look, look.unit(part)) - data.supply.part_paid))
    if not alone(look, data):
        have = supply_in_reach(look, common_ways(look, data), organic=False)
        return ALL_OR_NOTHING(units=(uid,), have=show_tokens(have), need=show_tokens(price))
    return None


def refuse_pay_alone(look: Look, data: CombatData, action: Pay) -> Refusal | None:
    """One unit's own price, or the rest of a token that another unit did not need."""
    refused = refuse_alone(look, data, action.unit)
    if refused is not None:
        return refused
    unit = look.unit(action.unit)
    if action.source == COVERED:
        size, room = look.regimental_equivalents(unit), max(data.supply.spare, default=0)
        return None if size <= room else NOT_COVERED(units=(unit.id,), have=re_text(size), need=re_text(room))
    ways = payers(look, unit)
    if way_of(ways, action) is None:
        return NOT_IN_REACH(units=(unit.id,), hexes=(action.source,))
    bill = own_bill(look, unit) - data.supply.part_paid
    have = supply_in_reach(look, ways, organic=True)
    if have < bill:
        return TOO_LITTLE(units=(unit.id,), have=show_tokens(have), need=show_tokens(bill))
    return None


def take_defender_pay(run: Run, data: CombatData, action: Pay) -> None:
    look = run.look
    supply = data.supply
    if not action.unit:
        price = defence_cost(look, defending(look, data))
        supply = pay_from(run, supply, common_ways(look, data), action, price, "")
        ready = () if supply.part_of else data.defenders
        run.set(replace(data, supply=replace(supply, ready=ready)))
        return
    unit = look.unit(action.unit)
    size = look.regimental_equivalents(unit)
    if action.source == COVERED:
        used = min(room for room in supply.spare if room >= size)
        i = supply.spare.index(used)
        supply = replace(supply, spare=(*supply.spare[:i], used - size, *supply.spare[i + 1 :]))
    else:
        supply = pay_from(run, supply, payers(look, unit), action, own_bill(look, unit), unit.id)
        limit = look.world.charts.supply_costs.defence_small_re_max
        if not supply.part_of and size <= limit:
            supply = replace(supply, spare=(*supply.spare, limit - size))
    if not supply.part_of:
        supply = replace(supply, ready=(*supply.ready, unit.id))
    run.set(replace(data, supply=supply))


def defender_internals_candidates(look: Look, data: CombatData) -> Iterator[UseInternals]:
    """Unsupplied defenders."""
    return (UseInternals(uid) for uid in defenders_unpaid(data))


def refuse_defender_internals(look: Look, data: CombatData, action: UseInternals) -> Refusal | None:
    """12.10a for one defender; a token already spent that covers it counts as supply within reach."""
    refused = refuse_alone(look, data, action.unit)
    if refused is not None:
        return refused
    unit = look.unit(action.unit)
    bill = own_bill(look, unit)
    if data.supply.part_of:
        return FINISH_BILL(units=(unit.id,), need=show_tokens(bill - data.supply.part_paid), case="12.10g")
    if look.regimental_equivalents(unit) <= max(data.supply.spare, default=-1):
        return IN_REACH(units=(unit.id,), have="a token that covers it", need=show_tokens(bill))
    return refuse_internals(look, unit, bill)


def take_defender_internals(run: Run, data: CombatData, action: UseInternals) -> None:
    use_internals(run, action.unit)
    run.set(replace(data, supply=replace(data.supply, ready=(*data.supply.ready, action.unit))))


def withhold_candidates(look: Look, data: CombatData) -> Iterator[Withhold]:
    """Always possible (9.5-B)."""
    yield Withhold()


def refuse_withhold(look: Look, data: CombatData, action: Withhold) -> Refusal | None:
    """9.5-B: the defender may always spend nothing, or nothing more."""
    return None


def take_withhold(run: Run, data: CombatData, action: Withhold) -> None:
    run.set(replace(data, supply=replace(data.supply, withheld=True)))


def close_defence(run: Run, data: CombatData) -> None:
    """Who is not in combat supply fights at half (9.5-B)."""
    short = unsupplied(data)
    if short:
        run.emit(DefenderUnsupplied(case="9.5-B", side=run.look.enemy(data.side), hex=data.hex, units=short))


def unsupplied(data: CombatData) -> tuple[str, ...]:
    """Defenders without combat supply, once the defender is done."""
    return tuple(uid for uid in data.defenders if uid not in data.supply.ready)


ATTACKER_STEPS: tuple[Step, ...] = (
    Do("attacker_bills", drop_unsupplied),
    Choose(
        "attacker_supply",
        "Pay combat supply for each attacking unit, or leave units out",
        attacker_decides,
        (
            Option(Pay, attacker_pay_candidates, refuse_attacker_pay, take_attacker_pay),
            Option(
                UseInternals, attacker_internals_candidates, refuse_attacker_internals, take_attacker_internals
            ),
            Option(LeaveOut, leave_out_candidates, refuse_leave_out, take_leave_out),
        ),
        case="9.2-2",
    ),
)

DEFENDER_STEPS: tuple[Step, ...] = (
    Do("defenders", open_defence),
    Choose(
        "defender_supply",
        "Pay combat supply for the defence, or withhold it",
        defender_decides,
        (
            Option(Pay, defender_pay_candidates, refuse_defender_pay, take_defender_pay),
            Option(
                UseInternals, defender_internals_candidates, refuse_defender_internals, take_defender_internals
            ),
            Option(Withhold, withhold_candidates, refuse_withhold, take_withhold),
        ),
        case="9.2-2",
    ),
    Do("defence_supplied", close_defence),
)
