"""Who could pay for an attack, an overrun or a barrage that is only thought of: bill by bill, and all together.

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
from redball.rules.supply.bills import Bill, offers, shared_payers
from redball.rules.supply.payers import Payer, tokens_of
from redball.rules.supply.reasons import PayersExplained, explain_payers

BillKind = Literal["regular", "overrun", "barrage"]
KINDS = ("regular", "overrun", "barrage")


class BillExplained(Struct, frozen=True):
    """One bill: `payers` with which it can be paid in full, best first; `have` tokens reach the units together (of a
    common bill: from one source at most). `internals`: the unit has internal stocks left. If nobody can pay and nothing
    reaches it, `supply` says for each unit what is in the way."""

    units: tuple[str, ...]
    tokens: int
    case: str
    common: bool
    payers: tuple[Payer, ...]
    have: int
    internals: bool
    supply: tuple[PayersExplained, ...] = ()


class BillsExplained(Struct, frozen=True):
    """All bills: `tokens` altogether; `short` are missing if each is paid from supply on the map, 0 if there is enough
    for all at once."""

    bills: tuple[BillExplained, ...]
    tokens: int
    short: int


def explain_bills(
    look: Look, side: str, kind: BillKind, hex_: int, units: tuple[str, ...], special: str = ""
) -> BillsExplained:
    """What an attack, overrun or barrage by these units on a hex costs, and who could pay."""
    bills = bills_of(look, side, kind, hex_, units, special)
    told = tuple(_explained(look, bill, kind) for bill in bills)
    total = sum(bill.tokens for bill in bills)
    return BillsExplained(told, total, total - payable(look, bills))


def bills_of(
    look: Look, side: str, kind: BillKind, hex_: int, units: tuple[str, ...], special: str = ""
) -> tuple[Bill, ...]:
    """The bills of an attack, ordinary or `special` (12.4-A), or the common one of a barrage (10.1b-A); none for guns
    without a Barrage Point, who cannot fire."""
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
        kind != "barrage" and uses_internals(look) and look.unit(bill.unit).internals < EXHAUSTED,
        reasons,
    )


def uses_internals(look: Look) -> bool:
    """Attackers may use internal stocks where the combat procedure lets them."""
    steps = look.world.edition.procedures["combat"].steps
    asked = (step for step in steps if isinstance(step, Choose) and step.name == "attacker_supply")
    return any(option.action is UseInternals for step in asked for option in step.options)


def _most(found: Sequence[Payer], common: bool) -> int:
    """Tokens that one bill could be given at most."""
    if not common:
        return tokens_of(found)
    sources = {(p.via, -1 if p.via else p.source) for p in found}
    return max((tokens_of(p for p in found if (p.via, -1 if p.via else p.source) == one) for one in sources), default=0)


def payable(look: Look, bills: Sequence[Bill]) -> int:
    """The most tokens of some bills that supply on the map can pay together, each from any of its payers: a largest
    flow from the dumps to the bills, found token by token. A common bill that cannot be paid counts nothing."""
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
    """One token more for a bill, if need be by letting another bill draw from elsewhere; 1 or 0."""
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
