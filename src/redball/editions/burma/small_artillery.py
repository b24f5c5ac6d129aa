"""Small artillery: batteries with 3 Barrage Points on their Combat side share a token.

A token pays for up to four of them in a phase, in one barrage or several, and need not come through one HQ: any source
that serves one of the guns pays, if each has some source within reach. Other guns that fire with them
pay as usual. In defence a battery counts as 1, which the table of New OCS gives to so few points anyway.

Cases: B-small-artillery-share
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction
from typing import Any

from redball.core.ledger import Tally, Term, show_quarters
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.editions.burma.charts import BurmaRules
from redball.rules.barrage.on_board import total_strength
from redball.rules.supply.draw_and_throw import payers

PURPOSE = "barrage"

NOTHING_NEAR = refusal(
    "barrage.small_unfed",
    case="B-small-artillery-share",
    text="{units} has no token of supply within reach; every battery that shares one must reach it",
    remedy="leave it out, or bring supply within its reach",
)


def is_small(look: Look, unit: Unit) -> bool:
    """Whether the Combat side shows a small battery."""
    counter = look.counter(unit)
    points = look.world.charts.table(BurmaRules).small_artillery_points
    return counter.kind == "artillery" and counter.combat is not None and counter.combat.barrage == points


def fired(look: Look, side: str) -> int:
    """Batteries of a side that have fired in this phase: some token may have room left."""
    return sum(unit.activity.barraged and is_small(look, unit) for unit in look.own_of(side, "artillery"))


def small_price(look: Look, side: str, count: int) -> int:
    """Tokens for this many more batteries in this phase."""
    each, before = look.world.charts.table(BurmaRules).small_artillery_per_token, fired(look, side)
    return -(-(before + count) // each) - -(-before // each)


Cost = Callable[[Look, tuple[str, ...], Fraction], int]


def shared(cost: Cost) -> Cost:
    """The price of a barrage: of the batteries, and of the other guns by their own strength."""

    def of(look: Look, units: tuple[str, ...], strength: Fraction) -> int:
        small = [uid for uid in units if is_small(look, look.unit(uid))]
        if not small:
            return cost(look, units, strength)
        others = tuple(uid for uid in units if uid not in small)
        rest = total_strength(look, others)
        price = cost(look, others, rest) if others and look.world.charts.barrage.allows(rest) else 0
        return price + small_price(look, look.unit(small[0]).side, len(small))

    return of


Quarters = Callable[[Look, tuple[str, ...], Fraction], tuple[tuple[str, ...], int]]


def others_share(quarters: Quarters) -> Quarters:
    """Small barrages of New OCS share by what the other guns fire."""

    def of(look: Look, units: tuple[str, ...], strength: Fraction) -> tuple[tuple[str, ...], int]:
        others = tuple(uid for uid in units if not is_small(look, look.unit(uid)))
        if len(others) == len(units):
            return quarters(look, units, strength)
        rest = total_strength(look, others)
        return quarters(look, others, rest) if others and look.world.charts.barrage.allows(rest) else (others, 0)

    return of


Told = Callable[[Look, tuple[str, ...], Fraction], Tally[int] | None]


def told_with_batteries(told: Told) -> Told:
    """The price of a small barrage, with what batteries beside it pay."""

    def of(look: Look, units: tuple[str, ...], strength: Fraction) -> Tally[int] | None:
        others = told(look, units, strength)
        small = [uid for uid in units if is_small(look, look.unit(uid))]
        if others is None or not small:
            return others
        tokens = small_price(look, look.unit(small[0]).side, len(small))
        own = Term(4 * tokens, f"small artillery: {len(small)}", "B-small-artillery-share", "burma_rules")
        return Tally(others.title, (*others.terms, own), written=show_quarters)

    return of


Paying = Callable[[Look, Any, tuple[Any, ...]], tuple[Any, ...]]


def from_anywhere(paying: Paying) -> Paying:
    """A fire of batteries alone may draw on a source of any of them."""

    def of(look: Look, bill: Any, found: tuple[Any, ...]) -> tuple[Any, ...]:
        if bill.purpose != PURPOSE or not all(is_small(look, look.unit(uid)) for uid in bill.units):
            return paying(look, bill, found)
        every: dict[tuple[int, str, str], Any] = {}
        for uid in bill.units:
            for payer in payers(look, look.unit(uid), frozenset(bill.moving)):
                every.setdefault((payer.source, payer.holder, payer.via), payer)
        return paying(look, bill, tuple(every.values()))

    return of


Together = Callable[[Look, Collection[str]], Refusal | None]


def each_fed(together: Together) -> Together:
    """Whether every battery has some supply within reach, used or not."""

    def of(look: Look, units: Collection[str]) -> Refusal | None:
        for uid in units:
            if is_small(look, look.unit(uid)) and not payers(look, look.unit(uid), frozenset()):
                return NOTHING_NEAR(units=(uid,))
        return together(look, units)

    return of


WRAPS = {
    "barrage_cost": shared,
    "barrage_quarters": others_share,
    "barrage_price_told": told_with_batteries,
    "paying": from_anywhere,
    "refuse_fire_together": each_fed,
}
