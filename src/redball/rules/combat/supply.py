"""Combat supply: the attacker's bills, unit by unit, then the defender's, for all or for each.

Attackers pay by step (12.4-A). A unit's bill is paid from supply that reaches it or by its internal stocks, never by
both (12.10g). A unit that cannot be supplied drops out; the owner may leave out others that have paid nothing
(reading 1.48), but an overrun needs every unit (8.1g). A bill is opened only when all of it is within reach, and then
paid to the end.

The defender pays one price for all (12.4-B). Only if that is out of reach is each unit handled alone; with the switch
`defender_part_supply` it then gets nothing from the map (reading 1.47).

Cases: 9.0-E, 9.1e-B, 9.2-2, 9.5-A, 9.5-B, 9.5-C, 9.5b, 12.4-A, 12.4-B, 12.4-C, 12.10, 12.10a, 12.10b, 12.10c, 12.10d,
12.10g, 12.10h, 13.2g-G
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from redball.core.actions import LeaveOut, Pay, ShareToken, UseInternals, Withhold
from redball.core.edition import Switch
from redball.core.engine import Run
from redball.core.events import AttackerLeftOut, DefenderUnsupplied, InternalsUsed
from redball.core.events.supply import WASTED
from redball.core.ledger import show_tokens
from redball.core.look import Look, re_text
from redball.core.procedures import Choose, Do, Option, Step, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import EXHAUSTED, Unit
from redball.rules.combat.empties import free_of_charge
from redball.rules.combat.odds import defence_cost, stacks_of, surcharge
from redball.rules.combat.points import ATTACK_PRICE, CASE_OF, COMBAT_SUPPLY_TIMES, DEFENCE_SIZE
from redball.rules.combat.record import CombatData, SupplyStage
from redball.rules.ground.craft import afloat
from redball.rules.supply.bills import Bill, charge, offers, pay_candidates, refuse_pay
from redball.rules.supply.draw_and_throw import Payer, find_payer, ordinary, payers, spend, tokens_of
from redball.rules.supply.points import PAYING

PURPOSE = "combat"

PART_SUPPLY = Switch(
    "defender_part_supply",
    "12.4-B",
    "unit_by_unit",
    ("unit_by_unit", "all_or_nothing"),
    "If the price for all defenders is out of reach, supply on the map serves them unit by unit, or none of them",
)
SWITCHES = (PART_SUPPLY,)

NO_BILL = refusal("combat.no_bill", case="9.2-2", text="{units} has no combat supply to pay for")
IN_REACH = refusal(
    "combat.supply_in_reach",
    case="9.5-C",
    text="{units} cannot use internal stocks: {have} is within reach, and it needs {need}",
    remedy="pay from the supply within reach",
)
EMPTY = refusal("combat.exhausted", case="12.10c", text="the internal stocks of {units} are exhausted")
NO_INTERNALS = refusal(
    "combat.no_internals",
    case="21.3-A",
    text="{units} attacks with independent units only, and these may not use internal stocks",
    remedy="pay twice the price from supply within reach, or attack together with a divisional unit",
)
PAY_FOR_ALL = refusal(
    "combat.pay_for_all",
    case="12.4-B",
    text="supply within reach can pay {need} for all defenders together",
    remedy="pay for all of them, or withhold",
)
PAID_ALONE = refusal("combat.paid_alone", case="12.4-B", text="these defenders are supplied one by one: {units}")
ALL_OR_NOTHING = refusal(
    "combat.all_or_nothing",
    case="12.4-B",
    text="supply on the map must serve all defenders together or none; {units} cannot be supplied alone",
    remedy="use internal stocks, or withhold",
)
NOT_COVERED = refusal(
    "combat.not_covered",
    case="12.4-B",
    text="{units} is {have}; the token spent covers at most {need} more",
)
WHOLE_STACK = refusal(
    "combat.overrun_together",
    case="8.1g",
    text="every unit of an overrunning stack must take part; {units} cannot be left out",
)
WHOLE_ASSAULT = refusal(
    "combat.assault_together",
    case="18.6b-A",
    text="the defender has chosen to meet this Beach Assault as it was declared; {units} cannot be left out",
)
ONLY_AFLOAT = refusal(
    "combat.only_afloat",
    case="18.6a-B",
    text="{units} attacks from Landing Craft, which only supply on Landing Craft can pay for, not internal stocks",
    remedy="pay from Landing Craft in its hex or next to it",
)


# --- internal stocks -------------------------------------------------------------------------------------------


def refuse_internals(look: Look, unit: Unit, bill: Bill) -> Refusal | None:
    """12.10a, 9.5-C: only when supply within reach, Organic Trucks apart, cannot pay the bill (reading 1.50)."""
    if unit.internals >= EXHAUSTED:
        return EMPTY(units=(unit.id,))
    have = tokens_of(in_reach(look, unit, bill))
    if have >= bill.tokens:
        return IN_REACH(units=(unit.id,), have=show_tokens(have), need=show_tokens(bill.tokens))
    return None


def in_reach(look: Look, unit: Unit, bill: Bill) -> tuple[Payer, ...]:
    """Supply within reach that may pay a unit's bill, Organic Trucks apart."""
    return ordinary(look.policies[PAYING](look, bill, payers(look, unit, frozenset(bill.moving))))


def use_internals(run: Run, uid: str, bill: Bill) -> None:
    """The unit uses its own stocks; a multi-step unit wastes supply within reach that is too little for its bill
    (12.10h, reading 1.49)."""
    unit, moving = run.look.unit(uid), frozenset(bill.moving)
    found = in_reach(run.look, unit, bill)
    if run.look.counter(unit).is_multi_step and tokens_of(found) < bill.tokens:
        stocks = {(way.source, way.holder): way for way in reversed(found)}
        for way in stocks.values():
            spend(run, way, way.tokens, WASTED, uid, "12.10h", moving)
    run.emit(InternalsUsed(case="12.10b", side=unit.side, unit=uid))


# --- the attacker ----------------------------------------------------------------------------------------------


def attack_bill(look: Look, data: CombatData, uid: str) -> Bill:
    """12.4-A for one attacking unit (reading 1.45). An overrunning stack is moving, so it negates no ZOC."""
    moving = data.attackers if data.kind == "overrun" else ()
    tokens, _ = look.policies[ATTACK_PRICE](look, look.unit(uid), spare_of(data))
    tokens *= surcharge(look, map(look.unit, data.attackers))
    tokens *= look.policies[COMBAT_SUPPLY_TIMES](look, (look.unit(uid),))
    tokens *= not free_of_charge(look, look.unit(uid), data.hex)
    return Bill(data.side, (uid,), tokens, PURPOSE, look.policies[CASE_OF](look, "12.4-A"), moving=moving)


def attack_bills(look: Look, data: CombatData) -> tuple[Bill, ...]:
    """12.4-A: one for each attacker."""
    return tuple(attack_bill(look, data, uid) for uid in data.attackers)


def spare_of(data: CombatData) -> int:
    """What the attack's tokens so far still cover, in quarter RE."""
    return sum(data.supply.spare)


def paid_for(look: Look, data: CombatData, uid: str) -> CombatData:
    """The record after a unit's bill is paid."""
    _, spare = look.policies[ATTACK_PRICE](look, look.unit(uid), spare_of(data))
    found = supplied(data, uid)
    return replace(found, supply=replace(found.supply, spare=(spare,) if spare else ()))


def can_be_supplied(look: Look, data: CombatData, uid: str) -> bool:
    """The unit's bill is within reach, or it has internal stocks."""
    stocks = look.unit(uid).internals < EXHAUSTED and internals_allowed(look, data)
    return stocks or bool(offers(look, attack_bill(look, data, uid)))


def unpaid(data: CombatData) -> tuple[str, ...]:
    """Attackers that have not paid."""
    return tuple(uid for uid in data.attackers if uid not in data.supply.ready)


def drop_unsupplied(run: Run, data: CombatData) -> None:
    """9.5-A: attackers that cannot be supplied (any more) drop out; in an overrun, then all do (8.1g). Units that cost
    nothing more are supplied."""
    for uid in unpaid(data):
        if not attack_bill(run.look, data, uid).tokens:
            data = paid_for(run.look, data, uid)
    out = [uid for uid in unpaid(data) if not can_be_supplied(run.look, data, uid)]
    if out and data.kind == "overrun":
        data = replace(data, attackers=())
    for uid in out:
        data = leave_out(run, data, uid)
    run.set(data)


def leave_out(run: Run, data: CombatData, uid: str) -> CombatData:
    """A unit leaves the attack and has not attacked."""
    run.emit(AttackerLeftOut(case="9.5-A", side=data.side, unit=uid))
    return replace(data, attackers=tuple(other for other in data.attackers if other != uid))


def supplied(data: CombatData, *units: str) -> CombatData:
    """The record with more units in combat supply."""
    return replace(data, supply=replace(data.supply, ready=(*data.supply.ready, *units)))


def attacker_decides(look: Look, data: CombatData) -> str | None:
    """The attacker, while a bill is open."""
    return data.side if unpaid(data) else None


def attacker_pay_candidates(look: Look, data: CombatData) -> Iterator[Pay]:
    """Every way that can pay for a unit."""
    for uid in unpaid(data):
        yield from pay_candidates(look, attack_bill(look, data, uid))


def refuse_attacker_pay(look: Look, data: CombatData, action: Pay) -> Refusal | None:
    """12.4-C: all of the bill must be within reach, from one source or several."""
    if action.unit not in unpaid(data):
        return NO_BILL(units=(action.unit,))
    return refuse_pay(look, attack_bill(look, data, action.unit), action)


def take_attacker_pay(run: Run, data: CombatData, action: Pay) -> None:
    """Spend, then drop units that can no longer be supplied."""
    run.set(paid_for(run.look, data, action.unit))
    run.go("attacker_bills")
    open_bill(run, attack_bill(run.look, data, action.unit), action)


def open_bill(run: Run, bill: Bill, action: Pay) -> None:
    """Spend what the named source can pay of a bill; the rest is asked for next."""
    moving = frozenset(bill.moving)
    payer = find_payer(run.look, run.look.unit(bill.units[0]), action.source, action.holder, action.via, moving)
    if payer is None:
        raise ValueError(f"{action} names no way within reach")
    charge(run, bill, payer)


def attacker_internals_candidates(look: Look, data: CombatData) -> Iterator[UseInternals]:
    """Units with an open bill."""
    return (UseInternals(uid) for uid in unpaid(data))


def refuse_attacker_internals(look: Look, data: CombatData, action: UseInternals) -> Refusal | None:
    """A unit with an open bill (12.10g: one that pays has none), as `refuse_internals`."""
    if action.unit not in unpaid(data):
        return NO_BILL(units=(action.unit,))
    if not internals_allowed(look, data):
        why = ONLY_AFLOAT if afloat(look, data.attackers) else NO_INTERNALS
        return why(units=(action.unit,))
    return refuse_internals(look, look.unit(action.unit), attack_bill(look, data, action.unit))


def internals_allowed(look: Look, data: CombatData) -> bool:
    """Attackers may use internal stocks, except in a Beach Assault, and, with option 21.3, independent units attacking
    alone (21.3-A)."""
    return not afloat(look, data.attackers) and surcharge(look, map(look.unit, data.attackers)) == 1


def take_attacker_internals(run: Run, data: CombatData, action: UseInternals) -> None:
    run.set(supplied(data, action.unit))
    run.go("attacker_bills")
    use_internals(run, action.unit, attack_bill(run.look, data, action.unit))


def leave_out_candidates(look: Look, data: CombatData) -> Iterator[LeaveOut]:
    """Units with an open bill."""
    return (LeaveOut(uid) for uid in unpaid(data))


def refuse_leave_out(look: Look, data: CombatData, action: LeaveOut) -> Refusal | None:
    """A unit that has paid nothing may drop out of a regular attack (reading 1.48)."""
    if action.unit not in unpaid(data):
        return NO_BILL(units=(action.unit,))
    return refuse_fewer(look, data, action.unit)


def refuse_fewer(look: Look, data: CombatData, uid: str) -> Refusal | None:
    """An overrunning stack goes together, and so does a Beach Assault that the defender has chosen to meet."""
    if data.kind == "overrun":
        return WHOLE_STACK(units=(uid,))
    return WHOLE_ASSAULT(units=(uid,)) if afloat(look, data.attackers) else None


def take_leave_out(run: Run, data: CombatData, action: LeaveOut) -> None:
    run.set(leave_out(run, data, action.unit))


# --- the defender ----------------------------------------------------------------------------------------------


def open_defence(run: Run, data: CombatData) -> None:
    """The attackers are final: note their hexes, and all combat units of the target, which defend together (9.1d)."""
    look = run.look
    stacks = stacks_of(look.unit(uid) for uid in data.attackers)
    defenders = tuple(unit.id for unit in look.combat_units_at(data.hex, look.enemy(data.side)))
    free = not defence_cost(look, map(look.unit, defenders))
    run.set(replace(data, stacks=stacks, defenders=defenders, supply=SupplyStage(ready=defenders if free else ())))


def common_bill(look: Look, data: CombatData) -> Bill:
    """12.4-B for all defenders, brought to their hex: a way must serve every unit except HQs stacked with others.

    (An HQ may draw for them what no HQ could throw to it; an Organic Truck's load is not for other formations.)
    """
    units = [look.unit(uid) for uid in data.defenders]
    served = tuple(u.id for u in units if look.counter(u).kind != "hq") or data.defenders
    case = look.policies[CASE_OF](look, "12.4-B")
    return Bill(look.enemy(data.side), served, defence_cost(look, units), PURPOSE, case)


def own_bill(look: Look, data: CombatData, uid: str) -> Bill:
    """What one defender by itself would pay."""
    case = look.policies[CASE_OF](look, "12.4-B")
    return Bill(look.enemy(data.side), (uid,), defence_cost(look, (look.unit(uid),)), PURPOSE, case)


def one_by_one(look: Look, data: CombatData) -> bool:
    """Each defender is handled alone: without Organic Trucks the price for all is out of reach (reading 1.47)."""
    bill = common_bill(look, data)
    return bool(data.supply.ready) or tokens_of(ordinary(offers(look, bill))) < bill.tokens


def all_or_nothing(look: Look) -> bool:
    """Supply on the map serves all defenders together or none (the other value of reading 1.47)."""
    return bool(look.switch(PART_SUPPLY.name) == "all_or_nothing")


def defenders_unpaid(data: CombatData) -> tuple[str, ...]:
    """Defenders who are not in combat supply, until the defender withholds it."""
    return () if data.supply.withheld else tuple(uid for uid in data.defenders if uid not in data.supply.ready)


def defender_decides(look: Look, data: CombatData) -> str | None:
    """The defender, while they can do more than withhold."""
    if not defenders_unpaid(data):
        return None
    can_do = any(
        option.refuse(look, data, action) is None
        for option in DEFENDER_OPTIONS
        for action in option.candidates(look, data)
    )
    return look.enemy(data.side) if can_do else None


def defender_pay_candidates(look: Look, data: CombatData) -> Iterator[Pay]:
    """What `refuse_defender_pay` accepts: for all together; if that is out of reach, for each alone."""
    if not data.supply.ready:
        yield from (replace(pay, unit="") for pay in pay_candidates(look, common_bill(look, data)))
    if len(data.defenders) > 1 and not all_or_nothing(look) and one_by_one(look, data):
        for uid in defenders_unpaid(data):
            yield from pay_candidates(look, own_bill(look, data, uid))


def refuse_defender_pay(look: Look, data: CombatData, action: Pay) -> Refusal | None:
    """For all together (`unit` "") if that is within reach; else, if there are several, for one unit."""
    if action.unit:
        return refuse_pay_alone(look, data, action)
    if data.supply.ready:
        return PAID_ALONE(units=data.supply.ready)
    bill = common_bill(look, data)
    return refuse_pay(look, bill, replace(action, unit=bill.unit))


def refuse_alone(look: Look, data: CombatData, uid: str) -> Refusal | None:
    """The unit defends, is unsupplied, and units are handled one by one."""
    if uid not in defenders_unpaid(data):
        return NO_BILL(units=(uid,))
    if not one_by_one(look, data):
        return PAY_FOR_ALL(units=(uid,), need=show_tokens(common_bill(look, data).tokens))
    return None


def refuse_pay_alone(look: Look, data: CombatData, action: Pay) -> Refusal | None:
    """One unit's own price."""
    if len(data.defenders) == 1:
        return NO_BILL(units=(action.unit,))
    refused = refuse_alone(look, data, action.unit)
    if refused is not None:
        return refused
    if all_or_nothing(look):
        return ALL_OR_NOTHING(units=(action.unit,))
    return refuse_pay(look, own_bill(look, data, action.unit), action)


def take_defender_pay(run: Run, data: CombatData, action: Pay) -> None:
    if not action.unit:
        run.set(supplied(data, *data.defenders))
        open_bill(run, common_bill(run.look, data), action)
        return
    size = run.look.policies[DEFENCE_SIZE](run.look, run.look.unit(action.unit))
    limit = run.world.charts.supply_costs.defence_small_re_max
    if size <= limit:
        data = replace(data, supply=replace(data.supply, spare=(*data.supply.spare, limit - size)))
    run.set(supplied(data, action.unit))
    open_bill(run, own_bill(run.look, data, action.unit), action)


def share_candidates(look: Look, data: CombatData) -> Iterator[ShareToken]:
    """Unsupplied defenders."""
    return (ShareToken(uid) for uid in defenders_unpaid(data))


def refuse_share(look: Look, data: CombatData, action: ShareToken) -> Refusal | None:
    """1T is the price of 1 RE: units up to that size share one (reading 1.47)."""
    if action.unit not in defenders_unpaid(data):
        return NO_BILL(units=(action.unit,))
    size, room = look.policies[DEFENCE_SIZE](look, look.unit(action.unit)), max(data.supply.spare, default=0)
    return None if size <= room else NOT_COVERED(units=(action.unit,), have=re_text(size), need=re_text(room))


def take_share(run: Run, data: CombatData, action: ShareToken) -> None:
    """Use the token with the least room that is still enough."""
    size, spare = run.look.policies[DEFENCE_SIZE](run.look, run.look.unit(action.unit)), data.supply.spare
    i = min((i for i, room in enumerate(spare) if room >= size), key=lambda i: spare[i])
    left = (*spare[:i], spare[i] - size, *spare[i + 1 :])
    run.set(supplied(replace(data, supply=replace(data.supply, spare=left)), action.unit))


def defender_internals_candidates(look: Look, data: CombatData) -> Iterator[UseInternals]:
    """Unsupplied defenders."""
    return (UseInternals(uid) for uid in defenders_unpaid(data))


def refuse_defender_internals(look: Look, data: CombatData, action: UseInternals) -> Refusal | None:
    """12.10a for one defender. A token already spent that covers it counts as supply within reach; supply that cannot
    be used because it is too little for all does not."""
    refused = refuse_alone(look, data, action.unit)
    if refused is not None:
        return refused
    unit = look.unit(action.unit)
    bill = own_bill(look, data, unit.id)
    if all_or_nothing(look):
        return EMPTY(units=(unit.id,)) if unit.internals >= EXHAUSTED else None
    if refuse_share(look, data, ShareToken(unit.id)) is None:
        return IN_REACH(units=(unit.id,), have="a token that covers it", need=show_tokens(bill.tokens))
    return refuse_internals(look, unit, bill)


def take_defender_internals(run: Run, data: CombatData, action: UseInternals) -> None:
    use_internals(run, action.unit, own_bill(run.look, data, action.unit))
    run.set(supplied(data, action.unit))


def take_withhold(run: Run, data: CombatData, action: Withhold) -> None:
    """9.5-B: the defender may always spend nothing (more)."""
    run.set(replace(data, supply=replace(data.supply, withheld=True)))


def close_defence(run: Run, data: CombatData) -> None:
    """Units not in combat supply fight at half (9.5-B)."""
    short = unsupplied(data)
    if short:
        run.emit(DefenderUnsupplied(case="9.5-B", side=run.look.enemy(data.side), hex=data.hex, units=short))


def unsupplied(data: CombatData) -> tuple[str, ...]:
    """Defenders without combat supply, once payment is done."""
    return tuple(uid for uid in data.defenders if uid not in data.supply.ready)


ATTACKER_STEPS: tuple[Step, ...] = (
    Do("attacker_bills", drop_unsupplied),
    Choose(
        "attacker_supply",
        "Pay combat supply for each attacking unit, or leave units out",
        attacker_decides,
        (
            Option(Pay, attacker_pay_candidates, refuse_attacker_pay, take_attacker_pay, exact=True),
            Option(UseInternals, attacker_internals_candidates, refuse_attacker_internals, take_attacker_internals),
            Option(LeaveOut, leave_out_candidates, refuse_leave_out, take_leave_out),
        ),
        case="9.2-2",
    ),
)

DEFENDER_OPTIONS = (
    Option(Pay, defender_pay_candidates, refuse_defender_pay, take_defender_pay, exact=True),
    Option(ShareToken, share_candidates, refuse_share, take_share),
    Option(UseInternals, defender_internals_candidates, refuse_defender_internals, take_defender_internals),
)

DEFENDER_STEPS: tuple[Step, ...] = (
    Do("defenders", open_defence),
    Choose(
        "defender_supply",
        "Pay for the defence, or fight at half strength",
        defender_decides,
        (*DEFENDER_OPTIONS, Option(Withhold, only(Withhold()), always_legal, take_withhold)),
        case="9.2-2",
    ),
    Do("defence_supplied", close_defence),
)
