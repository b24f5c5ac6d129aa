"""Bills: one source or any, to the last token."""

from __future__ import annotations

import pytest

from redball.core.actions import Pay
from redball.core.events import SupplySpent
from redball.core.state import Frame
from redball.rules.supply.bills import Bill, charge, offers, refuse_pay, shared_payers
from rules.supply_table import look_at, run_at
from support import Sitting, line, opened

GUNS = "artillery b20-3-4-3L/b8-3-4-12T"
HQ = "hq 4T-3T/10T-20T"


def bill(tokens: int, *units: str, common: bool = True) -> Bill:
    """A bill for a barrage."""
    return Bill(side="axis", units=units, tokens=tokens, purpose="barrage", case="10.1b-A", common=common)


def row(units: str, supply: str, owed: Bill) -> Sitting:
    """An open bill in a row of open hexes."""
    body = line(20, f"{units}\nsoviet 20.01 far {GUNS} strat", f"[supply]\n{supply}")
    return Sitting(opened(look_at(body, "combat"), Frame("pay", "pay", owed)))


def paid(t: Sitting) -> list[int]:
    """Each payment."""
    return [event.tokens for event in t.all(SupplySpent)]


@pytest.mark.case("12.3a-A")
def test_any_bill_may_be_paid_from_several_dumps() -> None:
    t = row(f"axis 04.01 a {GUNS}", "axis 01.01 2T\naxis 06.01 2T", bill(3, "a", common=False))
    t.do(Pay("a", t.hex("01.01")), Pay("a", t.hex("06.01")))
    assert paid(t) == [2, 1]
    assert t.over


@pytest.mark.case("12.3a-A")
def test_a_bill_that_cannot_be_paid_has_no_offers() -> None:
    look = look_at(line(20, f"axis 04.01 a {GUNS}\nsoviet 20.01 far {GUNS} strat", "[supply]\naxis 01.01 2T"))
    assert offers(look, bill(2, "a", common=False))
    assert offers(look, bill(3, "a", common=False)) == ()
    refused = refuse_pay(look, bill(3, "a", common=False), Pay("a", 0))
    assert refused is not None
    assert (refused.code, refused.have, refused.need) == ("supply.too_little", "2T", "3T")
    two = look_at(
        line(20, f"axis 04.01 a {GUNS}\nsoviet 20.01 far {GUNS} strat", "[supply]\naxis 01.01 2T\naxis 06.01 1T")
    )
    for common, have in ((False, "3T"), (True, "2T")):
        refused = refuse_pay(two, bill(4, "a", common=common), Pay("a", 0))
        assert refused is not None
        assert refused.have == have


@pytest.mark.case("12.3-A")
def test_a_payment_names_the_units_of_its_bill() -> None:
    """One unit by its id, several by none."""
    units = f"axis 04.01 a {GUNS}\naxis 04.01 b {GUNS}"
    one, both = (row(units, "axis 01.01 2", bill(3, *uids)) for uids in ("a", "ab"))
    refused = one.why(Pay("b", one.hex("01.01")))
    assert (refused.code, refused.units, refused.have, refused.need) == ("supply.other_bill", ("a",), "b", "a")
    assert one.why(Pay("", one.hex("01.01"))).have == "all"
    refused = both.why(Pay("a", both.hex("01.01")))
    assert (refused.units, refused.have, refused.need) == (("a", "b"), "a", "all")


@pytest.mark.case("10.1b-A", "13.7a")
def test_a_common_bill_comes_from_one_dump() -> None:
    """The SP on the ground and on a truck of one hex are one dump."""
    units = f"axis 04.01 a {GUNS}\naxis 06.01 t truck 1 40T load=1T"
    t = row(units, "axis 01.01 2T\naxis 06.01 2T", bill(3, "a"))
    assert t.why(Pay("a", t.hex("01.01"))).code == "supply.too_little"
    t.do(Pay("a", t.hex("06.01")))
    refused = t.why(Pay("a", t.hex("01.01")))
    assert (refused.code, refused.case) == ("supply.one_source", "10.1b-A")
    t.do(Pay("a", t.hex("06.01"), "t"))
    assert paid(t) == [2, 1]


@pytest.mark.case("10.1b-A", "13.7a")
def test_a_common_bill_comes_through_one_hq_from_several_dumps() -> None:
    t = row(f"axis 04.01 a {GUNS}\naxis 05.01 h {HQ}\naxis 03.01 k {HQ}", "axis 01.01 2T\naxis 06.01 2T", bill(3, "a"))
    assert t.why(Pay("a", t.hex("01.01"))).have == "2T"
    t.do(Pay("a", t.hex("01.01"), "", "h"))
    assert t.why(Pay("a", t.hex("06.01"), "", "k")).code == "supply.one_source"
    assert t.why(Pay("a", t.hex("06.01"))).code == "supply.one_source"
    t.do(Pay("a", t.hex("06.01"), "", "h"))
    assert paid(t) == [2, 1]
    assert t.over


@pytest.mark.case("10.1b-A")
def test_a_common_source_serves_every_unit_of_the_bill() -> None:
    units = f"axis 04.01 a {GUNS}\naxis 09.01 b {GUNS}\naxis 06.01 h {HQ}"
    t = row(units, "axis 02.01 1\naxis 05.01 1", bill(3, "a", "b"))
    ways = {(t.look.hex_name(p.source), p.via) for p in shared_payers(t.look, ("a", "b"), frozenset())}
    assert ways == {("05.01", ""), ("05.01", "h"), ("02.01", "h")}
    assert t.why(Pay("a", t.hex("05.01"))).code == "supply.other_bill"
    assert t.why(Pay("", t.hex("02.01"))).code == "supply.too_far"
    t.do(Pay("", t.hex("02.01"), "", "h"))
    assert t.over


@pytest.mark.case("13.2g-B")
def test_an_organic_truck_is_no_common_source_of_strangers() -> None:
    units = f"axis 04.01 a {GUNS} formation=pz\naxis 04.01 b {GUNS}\naxis 05.01 t organic 2 40T load=2 formation=pz"
    look = look_at(line(20, f"{units}\nsoviet 20.01 far {GUNS} strat"))
    assert len(shared_payers(look, ("a",), frozenset())) == 1
    assert shared_payers(look, ("a", "b"), frozenset()) == ()


def test_a_bill_is_charged_to_the_first_payer_and_then_asked_for() -> None:
    body = line(20, f"axis 04.01 a {GUNS}\nsoviet 20.01 far {GUNS} strat", "[supply]\naxis 01.01 2T\naxis 06.01 2T")
    for tokens, steps in ((2, []), (3, ["pay"])):
        run = run_at(body, "combat")
        run.look = run.look.after(run.state.change(stack=(Frame("pay", "pay", bill(1, "a")),)), ())
        owed = bill(tokens, "a", common=False)
        charge(run, owed, offers(run.look, owed)[0])
        assert [frame.procedure for frame in run.state.stack[1:]] == steps
        if steps:
            assert run.data.tokens == 1
