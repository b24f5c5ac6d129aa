"""Prices of barrages: small ones share tokens, 1/4T or 1/2T each, whole tokens at each source.

The column of the payment strength, before shifts, sets the price. A source is an HQ that throws, or the dump in a
hex without one. What a token paid there covers beyond its barrage is kept (`covers`) until the phase ends; a
later small barrage whose guns that source serves takes from it first, from the source that covers
least. Such a barrage costs nothing more.

Cases: N10-move-mode-artillery, N10-move-mode-artillery-mixed, N10-table-sharing, N12-barrage-supply
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.core.engine import Run
from redball.core.ledger import Part, Tally, Term, show_quarters
from redball.core.look import Look
from redball.core.procedures import Do
from redball.core.state import Unit
from redball.editions.new_ocs.charts import BarragePrices
from redball.editions.new_ocs.covers import BarrageCovered, Covered, covered_in
from redball.rules.barrage.on_board import barrage_strength, total_strength
from redball.rules.barrage.points import BARRAGE_QUARTERS
from redball.rules.barrage.procedure import Barrage, bill_for
from redball.rules.supply.draw_and_throw import may_throw, serves
from redball.rules.supply.paths import draw_legs, throw_leg

CASE = "N10-table-sharing"
QUARTERS = 4
PURPOSE = "barrage"


def priced_column(look: Look, units: tuple[str, ...], strength: Fraction) -> int:
    """The column that sets the price: Move Mode guns count double, shifts do not count."""
    factor = look.world.charts.table(BarragePrices).move_mode_factor
    guns = [look.unit(uid) for uid in units]
    whole = sum((barrage_strength(look, gun) for gun in guns), Fraction(0))
    paid = sum((barrage_strength(look, gun) * (factor if gun.facing == "move" else 1) for gun in guns), Fraction(0))
    return look.world.charts.barrage.column(strength * paid / whole if whole else strength)


def quarters(look: Look, units: tuple[str, ...], strength: Fraction) -> tuple[tuple[str, ...], int]:
    """All units, and their column's price in quarter tokens if that column may share a token, else 0."""
    prices, column = look.world.charts.table(BarragePrices), priced_column(look, units, strength)
    return units, prices.column_cost_quarters[column] if column < prices.shared_columns else 0


def covering(look: Look, units: tuple[str, ...], need: int) -> Covered | None:
    """A source that still covers this many quarters for all units; of several, the one that covers least."""
    able = (c for c in covered_in(look.state) if c.quarters >= need and _feeds(look, c, units))
    return min(able, key=lambda c: (c.quarters, c.via, c.source), default=None) if need else None


def _feeds(look: Look, source: Covered, units: tuple[str, ...]) -> bool:
    return all(_reaches(look, source, look.unit(uid)) for uid in units)


def _reaches(look: Look, source: Covered, unit: Unit) -> bool:
    """Whether the source serves the unit now, whatever SP are left there."""
    if unit.side != source.side:
        return False
    if not source.via:
        return source.source in draw_legs(look, unit, (source.source,))
    hq = look.unit(source.via)
    return may_throw(look, hq) and serves(look.world, hq, unit) and throw_leg(look, hq, unit.hex) is not None


def cost(look: Look, units: tuple[str, ...], strength: Fraction) -> int:
    """Whole tokens to pay: none for a small barrage that is covered."""
    sharing, need = quarters(look, units, strength)
    if need:
        return shared_price(look, sharing, need).value // QUARTERS
    return look.world.charts.barrage.cost_tokens(priced_column(look, units, strength))


def shared_price(look: Look, units: tuple[str, ...], need: int) -> Tally[int]:
    """The price of a small barrage in quarter tokens: nothing if covered, else whole tokens."""
    source = covering(look, units, need)
    if source is not None:
        where = f"through {source.via}" if source.via else f"at {look.hex_name(source.source)}"
        left = show_quarters(source.quarters - need)
        other = Term(-need, f"covered by a token paid {where}; {left} of it is left", CASE)
    else:
        left = show_quarters(-need % QUARTERS)
        other = Term(-need % QUARTERS, f"rounded up; {left} is left there for small barrages of this phase", CASE)
    first = Part(need, "a small barrage", CASE, "barrage_prices")
    return Tally("price", (first, other), written=show_quarters)


def told(look: Look, units: tuple[str, ...], strength: Fraction) -> Tally[int] | None:
    """How the price of a small barrage is calculated."""
    sharing, need = look.policies[BARRAGE_QUARTERS](look, units, strength)
    return shared_price(look, sharing, need) if need else None


# --- paying --------------------------------------------------------------------------------------------------------


def pay(run: Run, data: Barrage) -> None:
    """Use up cover that is left, or owe whole tokens. Aircraft and ships pay nothing (14.7a, 18.1a)."""
    if not data.units:
        return
    look, strength = run.look, total_strength(run.look, data.units, data.halved)
    bill = bill_for(look, data.side, data.units, data.halved)
    source = covering(look, *look.policies[BARRAGE_QUARTERS](look, data.units, strength))
    if source is not None:
        used = bill.quarters
        bill = replace(bill, quarters=0)
        _keep(run, source, used, source.quarters - used)
    if bill.tokens:
        run.push("pay", bill)


def _keep(run: Run, source: Covered, used: int, left: int) -> None:
    run.emit(
        BarrageCovered(case=CASE, side=source.side, via=source.via, source=source.source, used=used, quarters=left)
    )


Paid = Callable[[Run, Any, Any], None]


def kept(paid: Paid) -> Paid:
    """When the first payer pays a bill, keep for that source what its tokens cover beyond the barrage."""

    def of(run: Run, bill: Any, payer: Any) -> None:
        if bill.quarters and not bill.chosen:
            none = Covered(bill.side, payer.via, NO_HEX if payer.via else payer.source)
            known = (
                c for c in covered_in(run.state) if (c.side, c.via, c.source) == (none.side, none.via, none.source)
            )
            source = next(known, none)
            tokens = -(-(bill.quarters - source.quarters) // QUARTERS)
            _keep(run, source, bill.quarters, source.quarters + tokens * QUARTERS - bill.quarters)
        paid(run, bill, payer)

    return of


POLICIES: dict[str, Any] = {"barrage_cost": cost, "barrage_quarters": quarters, "barrage_price_told": told}
WRAPS = {"paid": kept}
EDITS = (("barrage", "replace", "pay", Do("pay", pay)),)
