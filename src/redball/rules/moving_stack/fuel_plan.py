"""The fuel cost of a move: the cheapest way to fuel a stack, the payers, and what each payment covers.

Nothing is decided here: a plan names payments that `fuel` accepts, and MoveMacro makes them one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, product

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import PayFuel
from redball.core.look import Look
from redball.core.state import FuelMethod, Unit
from redball.rules.moving_stack.fuel import (
    CASES,
    MovingStack,
    bill_for,
    fuel_leg,
    has_fuel,
    methods,
    needs_fuel,
    refuse_need,
    serving_hq,
    sharing,
    thirsty,
)
from redball.rules.supply.bills import offers, same_source
from redball.rules.supply.draw_and_throw import Payer
from redball.rules.supply.reasons import PayersExplained, explain_payers
from redball.rules.units.abilities import formation_of

MOST_HQS = 6  # for speed: those that serve most of the stack
MOST_PLANS = 3

Stocks = dict[tuple[int, str], int]
"""Remaining tokens by hex and holder."""


class Stack(Struct, frozen=True):
    """Units about to move together (`fuel.MovingStack`)."""

    side: str
    units: tuple[str, ...]


class Payment(Struct, frozen=True):
    """Tokens that a payer gives."""

    payer: Payer
    tokens: int


class Part(Struct, frozen=True):
    """One payment of fuel: `unit` is the unit, the formation's member or the HQ fueled by the `method`
    (of a `formation`); `covers` are the units of the stack that can then move, `others` units outside the stack that it
    also fuels."""

    method: FuelMethod
    unit: str
    tokens: int
    case: str
    payments: tuple[Payment, ...]
    covers: tuple[str, ...]
    others: tuple[str, ...] = ()
    formation: str = ""


class Plan(Struct, frozen=True):
    """A way to fuel a stack: its parts in order, and their total cost."""

    tokens: int
    parts: tuple[Part, ...]


class Ready(Struct, frozen=True):
    """A unit that can move without paying: it needs no fuel (`why` no_need), has some (fueled), or a fueled HQ serves
    it (`why` hq, the HQ `by`)."""

    unit: str
    why: str
    by: str = ""


class Dry(Struct, frozen=True):
    """A unit that cannot be fueled: what blocks the supply, or that there is too little."""

    unit: str
    supply: PayersExplained


class FuelCost(Struct, frozen=True):
    """Fuel for a stack: `plans` cheapest first (a move along a path pays the first); on ties, the plan
    that fuels more units outside the stack. Without plans no unit needs fuel, or all that do are `dry`."""

    ready: tuple[Ready, ...]
    plans: tuple[Plan, ...]
    dry: tuple[Dry, ...]


def fuel_cost(look: Look, stack: MovingStack) -> FuelCost:
    """The fuel cost of a stack's move now, in its units' present modes."""
    waiting = thirsty(look, stack)
    options = [option for option in _options(look, stack, waiting) if option.payments]
    coverable = {uid for option in options for uid in option.covers}
    plans = _plans(look, stack, [u.id for u in waiting if u.id in coverable], options)
    dry = [u for u in waiting if not plans or u.id not in coverable]
    moving = frozenset(stack.units)
    return FuelCost(
        tuple(_ready(look, u) for u in map(look.unit, stack.units) if u not in waiting),
        plans,
        tuple(Dry(u.id, explain_payers(look, u, moving)) for u in dry),
    )


def next_payment(look: Look, stack: MovingStack) -> PayFuel | None:
    """The first payment of the cheapest plan; None if no payment is needed, or not all units can be fueled."""
    cost = fuel_cost(look, stack) if thirsty(look, stack) else None
    if cost is None or cost.dry or not cost.plans:
        return None
    part = cost.plans[0].parts[0]
    payer = part.payments[0].payer
    return PayFuel(part.method, part.unit, payer.source, payer.holder, payer.via)


def formation_parts(look: Look, stack: MovingStack, unit: Unit) -> tuple[Part, ...]:
    """The ways to fuel the formation of a waiting unit that begins to move, one for each source that serves other
    units of it, best first."""
    formation = formation_of(look, unit)
    found = [part for part in _of_formation(look, stack, formation, [unit]) if part.payments] if formation else []
    return tuple(sorted(found, key=lambda part: -len(part.others)))


def _ready(look: Look, unit: Unit) -> Ready:
    if not needs_fuel(look, unit):
        return Ready(unit.id, "no_need")
    serving = None if has_fuel(unit) else serving_hq(look, unit)
    return Ready(unit.id, "hq", serving[0].id) if serving is not None else Ready(unit.id, "fueled")


# --- the ways --------------------------------------------------------------------------------------------------


def _options(look: Look, stack: MovingStack, waiting: list[Unit]) -> Iterator[Part]:
    """Every way to fuel some of the waiting units, each as if it were the only one."""
    for unit in waiting:
        yield _part(look, stack, "single_unit", unit, (unit.id,))
    for formation in sorted({formation_of(look, u) for u in waiting} - {""}):
        yield from _of_formation(look, stack, formation, [u for u in waiting if formation_of(look, u) == formation])
    hqs = look.own_of(stack.side, "hq") if "hq" in methods(look) else ()
    useful = sorted((hq for hq in hqs if refuse_need(look, stack, "hq", hq) is None), key=lambda hq: hq.id)
    served = [(hq, _served(look, hq, waiting)) for hq in useful]
    for hq, covers in sorted(served, key=lambda found: -len(found[1]))[:MOST_HQS]:
        yield _part(look, stack, "hq", hq, covers)


def _served(look: Look, hq: Unit, waiting: list[Unit]) -> tuple[str, ...]:
    """Units that would move on the fuel of an HQ: itself and those that it throws to."""
    return tuple(u.id for u in waiting if u.id == hq.id or fuel_leg(look, hq, u) is not None)


def _of_formation(look: Look, stack: MovingStack, formation: str, waiting: list[Unit]) -> Iterator[Part]:
    """The formation method, once for each source that serves different units."""
    moving = frozenset(stack.units)
    seen = set()
    for unit in waiting:
        if refuse_need(look, stack, "formation", unit) is not None:
            continue
        for payer in offers(look, bill_for(look, stack, "formation", unit.id)):
            members = tuple(sharing(look, formation, payer, moving))
            if members not in seen:
                seen.add(members)
                covers = tuple(u.id for u in waiting if u.id in members)
                others = tuple(uid for uid in members if uid not in covers)
                part = _part(look, stack, "formation", unit, covers, payer)
                yield replace(part, others=others, formation=formation)


def _part(
    look: Look,
    stack: MovingStack,
    method: FuelMethod,
    unit: Unit,
    covers: tuple[str, ...],
    payer: Payer | None = None,
) -> Part:
    tokens = bill_for(look, stack, method, unit.id).tokens
    part = Part(method, unit.id, tokens, CASES[method], (), covers)
    return _paid(look, stack, part, {}, payer) or part


def _paid(look: Look, stack: MovingStack, part: Part, spent: Stocks, first: Payer | None = None) -> Part | None:
    """The part with its payers, from what is left; None if it cannot be paid."""
    bill = bill_for(look, stack, part.method, part.unit)
    found = offers(look, bill)
    for start in found if first is None else (first,):
        purse = [start, *(p for p in found if not bill.common or same_source(p, start))]
        owed = bill.tokens
        payments: list[Payment] = []
        for payer in purse:
            paid = sum(p.tokens for p in payments if (p.payer.source, p.payer.holder) == (payer.source, payer.holder))
            left = payer.tokens - spent.get((payer.source, payer.holder), 0) - paid
            if owed and left > 0:
                payments.append(Payment(payer, min(left, owed)))
                owed -= min(left, owed)
        if not owed:
            return replace(part, payments=tuple(payments))
    return None


# --- the cheapest ----------------------------------------------------------------------------------------------


def _plans(look: Look, stack: MovingStack, waiting: list[str], options: list[Part]) -> tuple[Plan, ...]:
    """The cheapest ways to fuel all units that can be fueled, each with a different choice of methods."""
    if not waiting:
        return ()
    found: dict[tuple[str, ...], Plan] = {}
    for parts in sorted(_covers(waiting, options), key=_worth):
        methods = tuple(sorted({part.method for part in parts}))
        plan = None if methods in found else _payable(look, stack, parts)
        if plan is not None:
            found[methods] = plan
        if len(found) == MOST_PLANS:
            break
    return tuple(found.values())


def _covers(waiting: list[str], options: list[Part]) -> Iterator[tuple[Part, ...]]:
    """Choices of ways that leave out no unit and pay for none twice."""
    singles = {part.unit: part for part in options if part.method == "single_unit"}
    by_formation: dict[str, list[Part | None]] = {}
    for part in options:
        if part.method == "formation":
            by_formation.setdefault(part.formation, [None]).append(part)
    hqs = [part for part in options if part.method == "hq"]
    for some in chain.from_iterable(combinations(hqs, n) for n in range(len(hqs) + 1)):
        for picked in product(*by_formation.values()):
            parts = [part for part in picked if part is not None]
            covered = {uid for part in (*some, *parts) for uid in part.covers}
            rest = [uid for uid in waiting if uid not in covered]
            if all(uid in singles for uid in rest):
                yield (*some, *parts, *(singles[uid] for uid in rest))


def _worth(parts: Sequence[Part]) -> tuple[int, int, int]:
    tokens = sum(part.tokens for part in parts)
    return (tokens, -sum(len(part.others) for part in parts), len(parts))


def _payable(look: Look, stack: MovingStack, parts: Iterable[Part]) -> Plan | None:
    """The parts with their payers, paid one after the other; None if there is too little for all."""
    spent: Stocks = {}
    paid = []
    for part in parts:
        # the formation's members were counted for a certain source
        first = part.payments[0].payer if part.method == "formation" else None
        done = _paid(look, stack, part, spent, first)
        if done is None:
            return None
        for payment in done.payments:
            key = (payment.payer.source, payment.payer.holder)
            spent[key] = spent.get(key, 0) + payment.tokens
        paid.append(done)
    return Plan(sum(part.tokens for part in paid), tuple(paid))
