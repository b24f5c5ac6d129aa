"""Bills: tokens owed for one purpose, paid from one source after another.

A common bill is paid through one HQ, or from one dump if no HQ is used (formation fuel 12.5c-A, barrages 10.1b-A); the
first payment decides which. A bill opens only if it can be paid in full, so it never gets stuck.

Cases: 13.7a
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.core.actions import Pay
from redball.core.engine import Run
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.procedures import Choose, Option, Procedure
from redball.core.refusals import Refusal, refusal
from redball.rules.supply.draw_and_throw import Payer, payers, payers_at, payers_in, spend, tokens_of
from redball.rules.supply.points import PAID, PAYING
from redball.rules.supply.reasons import TOO_LITTLE, refuse_payer

OTHER_BILL = refusal("supply.other_bill", case="12.3-A", text="pay for {need} first, not for {have}")
NOT_PAUSING = refusal(
    "supply.not_pausing", case="13.2a-A", text="only supply loaded on {units}, pausing in its move, may pay for this"
)
NOT_AT_BASE = refusal(
    "supply.not_at_base",
    case="12.9c",
    text="{detail} cannot be drawn by, or thrown to, the air base at {hexes}",
    remedy="name SP within its draw, or an HQ that can throw to it",
)
ONE_SOURCE = refusal(
    "supply.one_source",
    case="13.7a",
    text="the rest must come {need}, like the first part",
)


class Bill(Struct, frozen=True, tag=True):
    """`side` still owes `tokens` for the `units`; every one of them must be able to get the payment.

    A `common` bill has one source; once `chosen`, it is the HQ `via` or the dump at `source`. `moving` units negate no
    ZOC. If `holders` (Transport Points) are given, only their loads may pay. `case` sets the price. `quarters` is the
    price in quarter tokens before rounding up, if other bills may share the rest of a token. `place` is the hex of an
    air base that pays for itself, without units; NO_HEX otherwise."""

    side: str
    units: tuple[str, ...]
    tokens: int
    purpose: str
    case: str
    common: bool = False
    chosen: bool = False
    via: str = ""
    source: int = NO_HEX
    moving: tuple[str, ...] = ()
    holders: tuple[str, ...] = ()
    quarters: int = 0
    place: int = NO_HEX

    @property
    def unit(self) -> str:
        """The bill's unit, or "" if there are several."""
        return self.units[0] if len(self.units) == 1 else ""


def shared_payers(look: Look, units: tuple[str, ...], moving: frozenset[str], hex_: int = NO_HEX) -> tuple[Payer, ...]:
    """The payers that serve every unit, ordered as for the first one. With `hex_`, only those whose SP are there."""
    there = map(look.unit, units)
    if hex_ != NO_HEX:
        first, *others = (payers_in(look, unit, hex_, moving) for unit in there)
    else:
        first, *others = (payers(look, unit, moving) for unit in there)
    for found in others:
        ways = {(p.source, p.holder, p.via) for p in found}
        first = tuple(p for p in first if (p.source, p.holder, p.via) in ways)
    return first


def source_key(payer: Payer) -> tuple[str, int]:
    """Equal for payers that are the `same_source`."""
    return (payer.via, NO_HEX if payer.via else payer.source)


def same_source(one: Payer, other: Payer) -> bool:
    """Both use the same HQ, or, without an HQ, the same dump (10.1b-A, 12.5c-A). All SP in a hex are one dump."""
    return source_key(one) == source_key(other)


def owed_from(look: Look, bill: Bill) -> tuple[Payer, ...]:
    """Every payer that may pay toward the bill, whatever was chosen before."""
    if bill.place != NO_HEX:
        return payers_at(look, bill.side, bill.place)
    hex_ = look.unit(bill.holders[0]).hex if bill.holders else NO_HEX  # trucks that pay move together
    found = look.policies[PAYING](look, bill, shared_payers(look, bill.units, frozenset(bill.moving), hex_))
    return tuple(p for p in found if p.holder in bill.holders) if bill.holders else found


def offers(look: Look, bill: Bill) -> tuple[Payer, ...]:
    """The payers that may pay next: those that leave the bill payable in full."""
    found = owed_from(look, bill)
    if not bill.common:
        return found if tokens_of(found) >= bill.tokens else ()
    if bill.chosen:
        found = tuple(p for p in found if p.via == bill.via and (bool(p.via) or p.source == bill.source))
    together: dict[tuple[str, int], list[Payer]] = {}
    for payer in found:
        together.setdefault(source_key(payer), []).append(payer)
    enough = {key for key, payers_there in together.items() if tokens_of(payers_there) >= bill.tokens}
    return tuple(p for p in found if source_key(p) in enough)


def refuse_pay(look: Look, bill: Bill, action: Pay) -> Refusal | None:
    """The payment must be for this bill, reach its units, come from the common source, and leave the rest payable."""
    if action.unit != bill.unit:
        return OTHER_BILL(units=bill.units, have=action.unit or "all", need=bill.unit or "all")
    found, moving = owed_from(look, bill), frozenset(bill.moving)
    named = any(_names(p, action) for p in found)
    for uid in bill.units if not named else ():
        refused = refuse_payer(look, look.unit(uid), action.source, action.holder, action.via, moving)
        if refused is not None:
            return refused
    if bill.common and bill.chosen and (action.via != bill.via or (not bill.via and action.source != bill.source)):
        need = f"through {bill.via}" if bill.via else f"from {look.hex_name(bill.source)}"
        return ONE_SOURCE(need=need, case=bill.case)
    if not named and bill.place != NO_HEX:
        return NOT_AT_BASE(hexes=(bill.place,), detail=f"SP in {look.hex_name(action.source)}")
    if not named:
        return NOT_PAUSING(units=bill.holders)
    if not any(_names(p, action) for p in offers(look, bill)):
        have = tokens_of(within(bill, action, found))
        return TOO_LITTLE(units=bill.units, have=show_tokens(have), need=show_tokens(bill.tokens))
    return None


def within(bill: Bill, action: Pay, found: Collection[Payer]) -> Iterator[Payer]:
    """The payers of `found` that could pay the bill together with this payment, itself included."""
    one = next(p for p in found if _names(p, action))
    return (p for p in found if not bill.common or same_source(p, one))


def _names(payer: Payer, action: Pay) -> bool:
    return (payer.source, payer.holder, payer.via) == (action.source, action.holder, action.via)


def pay_candidates(look: Look, bill: Bill) -> Iterator[Pay]:
    """Every payer that may pay next."""
    return (Pay(bill.unit, p.source, p.holder, p.via) for p in offers(look, bill))


def pay_from(run: Run, bill: Bill, payer: Payer) -> Bill:
    """Spend as much of the bill as the payer has. Returns the rest of the bill."""
    amount = min(payer.tokens, bill.tokens)
    spend(run, payer, amount, bill.purpose, bill.unit, bill.case, frozenset(bill.moving))
    run.look.policies[PAID](run, bill, payer)
    return replace(bill, tokens=bill.tokens - amount, chosen=True, via=payer.via, source=payer.source)


def charge(run: Run, bill: Bill, payer: Payer) -> None:
    """Pay a bill from `payer`; if that is not enough, the player chooses who pays the rest."""
    rest = pay_from(run, bill, payer)
    if rest.tokens:
        run.push("pay", rest)


def take_pay(run: Run, bill: Bill, action: Pay) -> None:
    payer = next(p for p in offers(run.look, bill) if _names(p, action))
    rest = pay_from(run, bill, payer)
    if rest.tokens:
        run.set(rest)
    else:
        run.finish()


def owes(look: Look, bill: Bill) -> str | None:
    """The side that pays, until nothing is owed."""
    return bill.side if bill.tokens else None


PAY = Procedure(
    "pay",
    Bill,
    (
        Choose(
            "pay",
            "Choose where the supply comes from",
            owes,
            (Option(Pay, pay_candidates, refuse_pay, take_pay, exact=True),),
            case="12.3-A",
        ),
    ),
)


def any_payer(look: Look, bill: Bill, found: tuple[Payer, ...]) -> tuple[Payer, ...]:
    """12.3b: an HQ serves any number of units."""
    return found


def nothing_paid(run: Run, bill: Bill, payer: Payer) -> None:
    """Nothing else happens when a payer has paid."""


PROCEDURES = (PAY,)


def series_case(look: Look, case: str) -> str:
    """The series rules name their own cases."""
    return case


POLICIES = {"case_of": series_case, "paying": any_payer, "paid": nothing_paid}
