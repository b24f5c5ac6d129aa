"""What an attack, an overrun or a barrage would cost, and who could pay, bill by bill and in total.

The bills are those of `combat.supply` and `barrage.procedure`; nothing is spent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from redball.core.actions import UseInternals
from redball.core.look import Look
from redball.core.procedures import Choose
from redball.core.state import EXHAUSTED
from redball.rules.barrage.on_board import total_strength
from redball.rules.barrage.procedure import bill_for
from redball.rules.barrage.segment import drafted_halves
from redball.rules.combat.points import ATTACK_BILLS
from redball.rules.combat.record import CombatData
from redball.rules.ground.craft import afloat, poised
from redball.rules.supply.bills import Bill, offers, shared_payers
from redball.rules.supply.draw_and_throw import Payer, tokens_of
from redball.rules.supply.reasons import PayersExplained, explain_payers

BillKind = Literal["regular", "overrun", "barrage"]
KINDS = ("regular", "overrun", "barrage")


class BillExplained(Struct, frozen=True):
    """One bill: `payers` that can pay it in full, best first. `have` tokens reach the units in all (for a common bill:
    the most from one source). `internals`: the unit has internal stocks left. If nothing reaches the units, `supply`
    says why for each."""

    units: tuple[str, ...]
    tokens: int
    case: str
    common: bool
    payers: tuple[Payer, ...]
    have: int
    internals: bool
    supply: tuple[PayersExplained, ...] = ()


class BillsExplained(Struct, frozen=True):
    """All bills: `tokens` in all; `short` are missing if supply on the map pays everything, 0 if there is enough."""

    bills: tuple[BillExplained, ...]
    tokens: int
    short: int


def explain_bills(
    look: Look, side: str, kind: BillKind, hex_: int, units: tuple[str, ...], special: str = ""
) -> BillsExplained:
    """What an attack, overrun or barrage by these units on a hex costs, and who could pay."""
    look = poised(look, units)
    bills = bills_of(look, side, kind, hex_, units, special)
    told = tuple(_explained(look, bill, kind) for bill in bills)
    total = sum(bill.tokens for bill in bills)
    return BillsExplained(told, total, total - payable(look, bills))


def bills_of(
    look: Look, side: str, kind: BillKind, hex_: int, units: tuple[str, ...], special: str = ""
) -> tuple[Bill, ...]:
    """The bills of an attack, ordinary or `special` (12.4-A), or the common bill of a barrage (10.1b-A). Empty for guns
    with less than one Barrage Point: they cannot fire."""
    if not units:
        return ()
    if kind == "barrage":
        halved = drafted_halves(look, hex_, units)
        enough = look.world.charts.barrage.allows(total_strength(look, units, halved))
        return (bill_for(look, side, units, halved),) if enough else ()
    found: tuple[Bill, ...] = look.policies[ATTACK_BILLS](look, CombatData(kind, side, hex_, units, special=special))
    return found


def _explained(look: Look, bill: Bill, kind: BillKind) -> BillExplained:
    moving = frozenset(bill.moving)
    found, good = shared_payers(look, bill.units, moving), offers(look, bill)
    reasons = () if found else tuple(explain_payers(look, look.unit(uid), moving) for uid in bill.units)
    return BillExplained(
        bill.units,
        bill.tokens,
        bill.case,
        bill.common,
        good,
        _most(found, bill.common),
        kind != "barrage"
        and uses_internals(look)
        and not afloat(look, bill.units)
        and look.unit(bill.unit).internals < EXHAUSTED,
        reasons,
    )


def uses_internals(look: Look) -> bool:
    """Whether the edition's combat procedure lets attackers use internal stocks."""
    steps = look.world.edition.procedures["combat"].steps
    asked = (step for step in steps if isinstance(step, Choose) and step.name == "attacker_supply")
    return any(option.action is UseInternals for step in asked for option in step.options)


def _most(found: Sequence[Payer], common: bool) -> int:
    """The most tokens that one bill could get."""
    if not common:
        return tokens_of(found)
    sources = {(p.via, -1 if p.via else p.source) for p in found}
    return max((tokens_of(p for p in found if (p.via, -1 if p.via else p.source) == one) for one in sources), default=0)


def payable(look: Look, bills: Sequence[Bill]) -> int:
    """The most tokens of the bills that supply on the map can pay together, each from any of its payers: a maximum flow
    from dumps to bills, token by token. A common bill that cannot be paid counts for nothing."""
    purses = []
    for bill in bills:
        good = offers(look, bill) if bill.common else shared_payers(look, bill.units, frozenset(bill.moving))
        purses.append(sorted({(p.source, p.holder): p.tokens for p in good}.items()))
    left = {key: tokens for purse in purses for key, tokens in purse}
    taken: list[dict[tuple[int, str], int]] = [{} for _ in bills]
    return sum(
        _augment(number, purses, left, taken, set()) for number, bill in enumerate(bills) for _ in range(bill.tokens)
    )


def _augment(
    number: int,
    purses: Sequence[Sequence[tuple[tuple[int, str], int]]],
    left: dict[tuple[int, str], int],
    taken: list[dict[tuple[int, str], int]],
    tried: set[tuple[int, str]],
) -> int:
    """Find one more token for a bill, if necessary by moving another bill to another dump. Returns 1 or 0."""
    for key, _ in purses[number]:
        if key in tried:
            continue
        tried.add(key)
        others = [o for o, purse in enumerate(taken) if o != number and purse.get(key)]
        if left[key]:
            left[key] -= 1
        else:
            giver = next((o for o in others if _augment(o, purses, left, taken, tried)), None)
            if giver is None:
                continue
            taken[giver][key] -= 1
        taken[number][key] = taken[number].get(key, 0) + 1
        return 1
    return 0
