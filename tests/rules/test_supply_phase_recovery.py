"""The Supply Phase, first part: recovery of internal stocks."""

from __future__ import annotations

import pytest

from redball.core.actions import Done, Eat, Recover
from redball.core.events import InternalsRecovered, MarkedOutOfSupply
from redball.core.state import EXHAUSTED, FULL, LOW
from rules.supply_table import phase
from support import Sitting, line

INF = "Rgt infantry other 4-3-3L/2-3-8L"
DIV = "Div infantry other 12-3-3L/6-3-8L re=3"
HQ = "hq 4T-3T/10T-20T"
SOURCE = "[sources]\naxis 20.01"


def row(units: str, supply: str) -> Sitting:
    """The Supply Phase in a row of open hexes. Units at 02.01 are out of trace, those at 18.01 are not."""
    supply = f"[supply]\n{supply}" if supply else ""
    body = line(24, f"{units}\nsoviet 24.01 far {INF} strat", f"{supply}\n{SOURCE}")
    return phase(body, dice=(1, 1) * 9)


def recover(t: Sitting, unit: str, source: str = "01.01", via: str = "", holder: str = "") -> Recover:
    """An action."""
    return Recover(unit, t.hex(source), holder, via)


@pytest.mark.case("12.10e")
@pytest.mark.parametrize(
    ("unit", "price"),
    [
        (f"{INF} low", 2),
        ("Bn tank armor 9-5-12K/3-5-15K low", 2),
        (f"{HQ} low", 2),
        (f"{DIV} low", 6),
        (f"{DIV} low lost=1", 4),
    ],
)
def test_a_level_costs_2t_for_a_unit_or_for_each_re_of_a_multi_step_unit(unit: str, price: int) -> None:
    t = row(f"axis 18.01 a {unit}", "axis 17.01 9")
    t.do(recover(t, "a", "17.01"))
    assert (t.spent(purpose="recovery"), t.spent(purpose="wasted")) == (price, 0)
    assert t.unit("a").internals == FULL
    assert t.over


@pytest.mark.case("12.10e")
@pytest.mark.parametrize(("unit", "price"), [(f"{INF} exhausted", 4), (f"{DIV} exhausted", 12)])
def test_exhausted_units_cost_twice_as_much(unit: str, price: int) -> None:
    t = row(f"axis 18.01 a {unit}", "axis 17.01 9")
    t.do(recover(t, "a", "17.01"))
    assert t.unit("a").internals == LOW
    t.do(recover(t, "a", "17.01"))
    assert (t.unit("a").internals, t.spent(purpose="recovery")) == (FULL, price)
    assert t.over


@pytest.mark.case("12.10e")
def test_units_at_full_stocks_take_nothing() -> None:
    t = row(f"axis 18.01 a {INF}\naxis 18.01 b {INF} low", "axis 17.01 1T")
    assert t.over
    assert t.spent(purpose="wasted") == 1, "the one that is Low wastes it"
    t = row(f"axis 18.01 a {INF}", "axis 17.01 1T")
    assert t.over
    assert t.tokens("axis", "17.01") == 1
    t = row(f"axis 18.01 a {INF}\naxis 18.01 b {INF} low", "axis 17.01 1")
    assert t.why(recover(t, "a", "17.01")).code == "supply.not_depleted"
    assert t.why(recover(t, "far", "17.01")).code == "supply.not_depleted"
    assert t.why(recover(t, "b", "16.01")).code == "supply.no_dump"


@pytest.mark.case("12.10e", "12.3a-A", "12.3-A")
def test_a_level_may_be_paid_from_several_dumps_and_by_throw() -> None:
    t = row(f"axis 18.01 a {INF} low\naxis 14.01 h {HQ}", "axis 17.01 1T\naxis 09.01 1T")
    assert t.why(recover(t, "a", "09.01")).code == "supply.too_far"
    t.do(recover(t, "a", "17.01"))
    assert not t.all(InternalsRecovered)
    refused = t.why(Done())
    assert (refused.code, refused.need) == ("supply.finish_recovery", "1T")
    t.do(recover(t, "a", "09.01", "h"))
    assert t.one(InternalsRecovered).levels == 1
    assert t.over


@pytest.mark.case("12.10e")
def test_one_recovery_is_finished_before_another() -> None:
    t = row(f"axis 18.01 a {INF} low\naxis 18.01 b {INF} low", "axis 17.01 1T\naxis 16.01 3T")
    t.do(recover(t, "a", "17.01"))
    assert t.why(recover(t, "b", "16.01")).code == "supply.finish_recovery"
    t.do(recover(t, "a", "16.01"), recover(t, "b", "16.01"))
    assert t.over


@pytest.mark.case("12.10e-A", "2.3-G")
def test_recovery_is_compulsory_and_comes_before_eating() -> None:
    t = row(f"axis 02.01 a {INF} low", "axis 01.01 2T")
    refused = t.why(Done())
    assert (refused.code, refused.case, refused.units) == ("supply.recovery_compulsory", "12.10e-A", ("a",))
    assert t.why(Eat("a", t.hex("01.01"))).code == "turn.not_now"
    t.do(recover(t, "a"))
    assert t.over, "nothing is left to eat"
    assert t.one(MarkedOutOfSupply).unit == "a"


@pytest.mark.case("12.10e-A")
def test_what_is_left_after_recovery_may_be_eaten() -> None:
    t = row(f"axis 02.01 a {INF} low", "axis 01.01 3T")
    t.do(recover(t, "a"), Eat("a", t.hex("01.01")))
    assert t.all(MarkedOutOfSupply) == []


@pytest.mark.case("12.10e-B")
def test_every_dump_in_reach_must_be_used() -> None:
    t = row(f"axis 02.01 a {INF} exhausted", "axis 01.01 2T\naxis 07.01 2T")
    t.do(recover(t, "a", "07.01"))
    assert t.why(Done()).code == "supply.recovery_compulsory"
    t.do(recover(t, "a", "01.01"))
    assert t.unit("a").internals == FULL


@pytest.mark.case("12.10e-B", "13.2g-G")
def test_organic_trucks_may_be_used_but_need_not() -> None:
    units = f"axis 18.01 a {INF} low formation=pz\naxis 17.01 t organic 2 40T load=2 formation=pz"
    t = row(units, "")
    t.do(Done())
    assert (t.unit("t").load, t.unit("a").internals) == (8, LOW)
    assert t.over
    t = row(units, "")
    t.do(recover(t, "a", "17.01", holder="t"))
    assert (t.unit("t").load, t.unit("a").internals) == (6, FULL)


@pytest.mark.case("12.10e-B", "12.10e-C")
def test_a_token_that_needs_an_organic_truck_beside_it_compels_nobody() -> None:
    units = f"axis 18.01 a {INF} low formation=pz\naxis 17.01 t organic 2 40T load=2 formation=pz"
    t = row(units, "axis 17.01 1T")
    t.do(Done())
    assert (t.spent(purpose="wasted"), t.unit("t").load) == (1, 8), "the lone token is wasted, the load is not"
    t = row(units, "axis 17.01 1T")
    t.do(recover(t, "a", "17.01"), recover(t, "a", "17.01", holder="t"))
    assert (t.unit("a").internals, t.unit("t").load) == (FULL, 7)


@pytest.mark.case("12.10e-C")
@pytest.mark.parametrize(
    ("unit", "supply", "level", "wasted"),
    [
        (f"{INF} low", 1, LOW, 1),
        (f"{INF} exhausted", 1, EXHAUSTED, 1),
        (f"{INF} exhausted", 2, LOW, 0),
        (f"{INF} exhausted", 3, LOW, 1),
        (f"{DIV} low", 2, LOW, 2),
        (f"{DIV} low", 5, LOW, 5),
        (f"{DIV} exhausted", 7, LOW, 1),
    ],
)
def test_too_few_sp_are_spent_all_the_same(unit: str, supply: int, level: int, wasted: int) -> None:
    t = row(f"axis 18.01 a {unit}", f"axis 17.01 {supply}T")
    while not t.over:
        t.do(*t.offered(Recover))
    assert (t.unit("a").internals, t.spent(purpose="wasted"), t.tokens("axis", "17.01")) == (level, wasted, 0)


@pytest.mark.case("12.10e-C")
def test_the_owner_picks_who_recovers_when_sp_are_short() -> None:
    """Reading 1.51: 2T help the regiment, and the division cannot be improved for less than 6T."""
    t = row(f"axis 18.01 a {INF} low\naxis 18.01 b {INF} low\naxis 18.01 d {DIV} low", "axis 17.01 3T")
    assert {a.unit for a in t.offered(Recover)} == {"a", "b"}
    refused = t.why(recover(t, "d", "17.01"))
    assert (refused.code, refused.have, refused.need) == ("supply.recovery_too_dear", "3T", "1 SP 2T")
    t.do(recover(t, "b", "17.01"))
    assert [t.unit(uid).internals for uid in "abd"] == [LOW, FULL, LOW]
    assert t.spent(purpose="wasted") == 1
    assert t.over


@pytest.mark.case("12.10e-C")
def test_waste_takes_only_what_a_depleted_unit_can_reach() -> None:
    t = row(f"axis 18.01 a {INF} low\naxis 02.01 b {INF}", "axis 17.01 1T\naxis 01.01 1T")
    t.do(Eat("b", t.hex("01.01")))
    assert t.spent(purpose="wasted") == 1


@pytest.mark.case("12.10f")
def test_out_of_supply_and_internal_stocks_do_not_mix() -> None:
    t = row(f"axis 02.01 a {INF} low oos", "axis 01.01 2T")
    t.do(recover(t, "a"))
    assert t.unit("a").internals == FULL
    assert t.unit("a").out_of_supply
    t = row(f"axis 18.01 a {INF} low oos", "")
    assert not t.unit("a").out_of_supply
    assert t.unit("a").internals == LOW
