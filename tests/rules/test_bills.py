"""Who could pay for an attack or a barrage that is only thought of."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from redball.core.look import Look
from redball.game.explain.bills import BillsExplained, bills_of, explain_bills, payable
from redball.rules.supply.draw_and_throw import payers
from support import position

INF = "Rgt infantry other 4-3-3L/2-3-8T"
GUNS = "artillery b20-3-4-3L/b10-3-4-12T"
HQ = "hq 4T-3T/10T-20T"


def field(units: str, supply: str, columns: int = 12) -> Look:
    """A row of open hexes with an enemy at the right end."""
    enemy = f"soviet {columns:02}.01 s {INF}"
    return position(f"[terrain]\n{' .' * columns}\n[units]\n{units}\n{enemy}\n[supply]\n{supply}")


def told(look: Look, kind: str, *units: str) -> BillsExplained:
    """All bills of units that attack or fire at the right end."""
    return explain_bills(look, "axis", kind, look.board.size - 1, units)  # type: ignore[arg-type]


@pytest.mark.case("12.4-A")
@pytest.mark.parametrize(("tokens", "short"), [(4, 0), (3, 1)])
def test_each_attacker_has_a_bill_and_all_must_be_paid_together(tokens: int, short: int) -> None:
    """Two regiments of two steps; each alone could be paid."""
    look = field(f"axis 11.01 a {INF} re=2\naxis 11.01 b {INF} re=2", f"axis 09.01 {tokens}T")
    answer = told(look, "regular", "a", "b")
    assert [(bill.units, bill.tokens) for bill in answer.bills] == [(("a",), 2), (("b",), 2)]
    assert all(bill.payers for bill in answer.bills)
    assert (answer.tokens, answer.short) == (4, short)


@pytest.mark.case("12.3a-A", "12.3c-A", "12.3b-1", "K12.3b-throw-any")
@pytest.mark.parametrize(("dump", "hq", "via"), [("05.01", "", ""), ("04.01", "", None), ("04.01", "08.01", "h")])
def test_the_payer_draws_or_is_thrown_to_or_there_is_none(dump: str, hq: str, via: str | None) -> None:
    thrower = f"\naxis {hq} h {HQ}" if hq else ""
    answer = told(field(f"axis 11.01 a {INF} re=1{thrower}", f"axis {dump} 1"), "regular", "a")
    (bill,) = answer.bills
    if via is not None:
        assert [payer.via for payer in bill.payers] == [via]
        return
    assert bill.payers == ()
    (why,) = bill.supply
    assert why.obstacle is not None
    assert (why.obstacle.reason, why.obstacle.need, answer.short) == ("too_far", 72, bill.tokens)


@pytest.mark.case("12.10c")
@pytest.mark.parametrize(("marks", "left"), [("", True), ("exhausted", False)])
def test_internal_stocks_are_told(marks: str, left: bool) -> None:
    (bill,) = told(field(f"axis 11.01 a {INF} {marks}", "axis 01.01 1"), "regular", "a").bills
    assert bill.internals is left


@pytest.mark.case("12.3-A")
def test_too_little_within_reach_is_told_with_what_there_is() -> None:
    (bill,) = told(field(f"axis 11.01 a {INF} re=2", "axis 09.01 1T"), "regular", "a").bills
    assert (bill.payers, bill.have, bill.supply) == ((), 1, ())


@pytest.mark.case("10.1b-A")
@pytest.mark.parametrize(("supply", "payers_found"), [("axis 09.01 4", 1), ("axis 09.01 2T\naxis 08.01 2T", 0)])
def test_a_barrage_is_one_bill_from_one_source(supply: str, payers_found: int) -> None:
    look = field(f"axis 11.01 g {GUNS}\naxis 11.01 k {GUNS}", supply)
    answer = told(look, "barrage", "g", "k")
    (bill,) = answer.bills
    assert (bill.units, bill.common, bill.internals, len(bill.payers)) == (("g", "k"), True, False, payers_found)
    assert answer.short == (0 if payers_found else bill.tokens)
    if not payers_found:
        assert bill.have == 2


@pytest.mark.case("4.5b-A", "8.1g")
def test_an_overrunning_stack_negates_nothing() -> None:
    ground = f"[terrain]\n{' ~' * 6}\n{' .' * 6}\n"
    units = f"axis 04.01 a {INF} re=1\naxis 03.01 b {INF}\nsoviet 03.02 s {INF}\nsoviet 05.01 d {INF} move"
    look = position(f"{ground}[units]\n{units}\n[supply]\naxis 02.01 1")
    target = look.board.index("05.01")
    assert explain_bills(look, "axis", "regular", target, ("a", "b")).bills[0].payers
    assert explain_bills(look, "axis", "overrun", target, ("a", "b")).bills[0].payers == ()


def test_nobody_attacks_for_nothing() -> None:
    look = field(f"axis 11.01 a {INF}", "axis 09.01 1")
    assert told(look, "regular") == told(look, "barrage", "a") == BillsExplained((), 0, 0)


@pytest.mark.case("12.3-A")
@pytest.mark.parametrize(("near", "whole"), [(2, 4), (3, 5), (4, 6)])
def test_who_made_way_for_another_cannot_do_it_again(near: int, whole: int) -> None:
    """Only the first can draw from both dumps; it lets the second have the near one, which the third needs as well."""
    units = f"axis 07.01 a {INF} re=2\naxis 01.01 b {INF} re=2\naxis 02.01 c {INF} re=2"
    look = field(units, f"axis 01.01 {near}T\naxis 13.01 2", columns=20)
    bills = bills_of(look, "axis", "regular", look.board.size - 1, ("a", "b", "c"))
    assert [len(payers(look, look.unit(bill.unit))) for bill in bills] == [2, 1, 1]
    assert payable(look, bills) == whole


@pytest.mark.parametrize("split", list(product(range(4), repeat=3)))
def test_the_largest_payment_is_found_whoever_draws_first(split: tuple[int, ...]) -> None:
    """Dumps in a row with units between them, who reach one or two: by the theorem of the smallest cut."""
    places = dict(zip(("01.01", "07.01", "13.01"), split, strict=True))
    supply = "\n".join(f"axis {at} {tokens}T" for at, tokens in places.items() if tokens)
    units = f"axis 02.01 a {INF} re=2\naxis 04.01 b {INF} re=2\naxis 10.01 c {INF} re=2\naxis 14.01 d {INF} re=2"
    look = field(units, supply, columns=20)
    bills = bills_of(look, "axis", "regular", look.board.size - 1, ("a", "b", "c", "d"))
    reach = {bill.unit: {look.hex_name(p.source) for p in payers(look, look.unit(bill.unit))} for bill in bills}
    cuts = []
    for size in range(5):
        for some in combinations(bills, size):
            behind = {at for bill in some for at in reach[bill.unit]}
            cuts.append(sum(b.tokens for b in bills if b not in some) + sum(places[at] for at in behind))
    assert payable(look, bills) == min(cuts)
