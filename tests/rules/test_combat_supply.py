"""Combat supply of both sides: prices, sources, internal stocks, doing without."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.actions import LeaveOut, Pay, ShareToken, UseInternals, Withhold
from redball.core.events import (
    AttackCancelled,
    AttackerLeftOut,
    DefenderUnsupplied,
    InternalsUsed,
    OddsSet,
    SupplySpent,
)
from redball.core.state import EXHAUSTED, FULL, LOW
from redball.rules.supply.draw_and_throw import payers
from rules.table import Table, combat

MAP = """
[terrain]
. . . . .
. . . . .
. . . . .
. . . . .
. . . . .
[units]
"""
RGT = "Rgt infantry other 8-3-3L/4-3-6L"
BN = "Bn infantry other 4-3-3L/2-3-6L"
DIV = "Div infantry other 12-3-3L/6-3-8L re=3"


def attack(*lines: str, supply: str = "", **more: Any) -> Table:
    """Attackers a1, a2 ... in 02.02 with exhausted defenders in 03.03; `supply` are lines of axis dumps."""
    units = [f"axis 02.02 a{number} {line}" for number, line in enumerate(lines, start=1)]
    text = MAP + "\n".join([*units, f"soviet 03.03 r1 {RGT} exhausted"]) + f"\n[supply]\n{supply}"
    names = [f"a{number}" for number in range(1, len(lines) + 1)]
    return combat(text, "03.03", *names, **more)


def defence(*lines: str, supply: str = "", extra: str = "", **switches: str) -> Table:
    """Defenders r1, r2 ... in 03.03, attacked by a supplied a1; `supply` are lines of soviet dumps."""
    units = [f"soviet 03.03 r{number} {line}" for number, line in enumerate(lines, start=1)]
    text = MAP + "\n".join([f"axis 02.02 a1 {RGT}", *units, extra]) + f"\n[supply]\naxis 02.02 1T\n{supply}"
    table = combat(text, "03.03", "a1", dice=(3, 4, 3, 4), **switches)
    return table.do(Pay("a1", table.hex("02.02")))


def pay(table: Table, unit: str, where: str, holder: str = "", via: str = "") -> Pay:
    return Pay(unit, table.hex(where), holder, via)


# --- the attacker ----------------------------------------------------------------------------------------------


@pytest.mark.case("12.4-A", "9.2-2", "9.5b", "12.3-A")
@pytest.mark.parametrize(("line", "price"), [(BN, 1), (RGT, 1), (DIV, 3), (DIV + " lost=1", 2)])
def test_an_attacking_step_costs_a_token(line: str, price: int) -> None:
    table = attack(line, supply="axis 02.02 2")
    table.do(pay(table, "a1", "02.02"))
    assert table.spent("axis", "combat") == price
    assert table.tokens("axis", "02.02") == 8 - price
    assert table.unit("a1").internals == FULL


@pytest.mark.case("12.4-A", "12.4-C")
def test_a_bill_must_be_within_reach_in_full() -> None:
    short = attack(DIV, supply="axis 02.02 2T")
    assert short.refused(pay(short, "a1", "02.02")) == ("supply.too_little", "12.3-A")
    enough = attack(DIV, supply="axis 02.02 3T")
    enough.do(pay(enough, "a1", "02.02"))
    assert enough.spent("axis", "combat") == 3


@pytest.mark.case("12.4-A")
def test_a_bill_may_be_paid_from_several_dumps() -> None:
    table = attack(DIV, RGT, supply="axis 02.02 2T\naxis 02.01 2T")
    table.do(pay(table, "a1", "02.02"))
    assert table.step == "pay"
    table.do(pay(table, "a1", "02.01"))
    assert table.step == "attacker_supply"
    assert (table.tokens("axis", "02.02"), table.tokens("axis", "02.01")) == (0, 1)
    table.do(pay(table, "a2", "02.01"))
    assert table.tokens("axis", "02.01") == 0


@pytest.mark.case("9.5b", "12.4-A", "9.5-A")
def test_one_token_for_three_units() -> None:
    """The book's attack of three units with 1T: one is paid for, the others use their stocks or drop out."""
    table = attack(RGT, RGT, RGT + " exhausted", supply="axis 02.02 1T")
    assert table.refused(UseInternals("a2")) == ("combat.supply_in_reach", "9.5-C")
    table.do(pay(table, "a1", "02.02"))
    assert table.one(AttackerLeftOut).unit == "a3"
    assert table.data.attackers == ("a1", "a2")
    table.do(UseInternals("a2"))
    assert [event.unit for event in table.all(InternalsUsed)] == ["a2"]
    assert table.unit("a2").internals == LOW
    assert table.data.attackers == ("a1", "a2")


@pytest.mark.case("9.5-A", "12.10c", "9.1e-A", "K12.8-levels-unsupplied-oos")
def test_units_that_nothing_can_supply_drop_out_at_once() -> None:
    table = attack(RGT + " exhausted", RGT)
    assert table.one(AttackerLeftOut).unit == "a1"
    assert table.offered(UseInternals) == [UseInternals("a2")]
    assert table.refused(UseInternals("a1")) == ("combat.no_bill", "9.2-2")


@pytest.mark.case("9.0-E", "12.4-C", "9.5-A")
def test_an_attack_without_supplied_units_is_cancelled_at_no_cost_to_the_defender() -> None:
    table = attack(RGT + " exhausted", RGT + " exhausted")
    assert table.step == ""
    assert table.one(AttackCancelled).case == "9.0-E"
    assert not table.all(DefenderUnsupplied)
    assert not table.all(OddsSet)


@pytest.mark.case("9.5-A")
def test_the_owner_may_leave_units_out() -> None:
    table = attack(RGT, RGT, supply="axis 02.02 1").do(LeaveOut("a1"))
    assert table.refused(LeaveOut("a1")) == ("combat.no_bill", "9.2-2")
    table.do(pay(table, "a2", "02.02"))
    assert table.data.attackers == ("a2",)
    assert table.spent("axis", "combat") == 1


@pytest.mark.case("12.10b", "12.10", "12.10d")
def test_internal_stocks_go_from_full_to_low_to_exhausted() -> None:
    table = attack(RGT, RGT + " low").do(UseInternals("a1"), UseInternals("a2"))
    assert (table.unit("a1").internals, table.unit("a2").internals) == (LOW, EXHAUSTED)
    assert {event.case for event in table.all(InternalsUsed)} == {"12.10b"}
    assert table.spent("axis", "combat") == 0


@pytest.mark.case("12.10d")
def test_a_unit_does_not_share_its_stocks() -> None:
    table = attack(RGT, RGT + " exhausted")
    assert table.one(AttackerLeftOut).unit == "a2"


@pytest.mark.case("12.10c")
@pytest.mark.parametrize("mark", ["low", "exhausted"])
def test_low_and_exhausted_units_may_use_supply(mark: str) -> None:
    table = attack(f"{RGT} {mark}", supply="axis 02.02 1T")
    table.do(pay(table, "a1", "02.02"))
    assert table.spent("axis", "combat") == 1
    assert not table.all(AttackCancelled)


@pytest.mark.case("9.5-C", "12.10a")
def test_internal_stocks_wait_until_supply_is_out_of_reach() -> None:
    near = attack(RGT, supply="axis 02.01 1T")
    assert near.refused(UseInternals("a1")) == ("combat.supply_in_reach", "9.5-C")
    attack(RGT, supply="").do(UseInternals("a1"))


@pytest.mark.case("12.10h", "12.10g")
def test_a_multi_step_unit_wastes_the_supply_that_falls_short() -> None:
    table = attack(DIV, supply="axis 02.02 1T\naxis 02.01 1T").do(UseInternals("a1"))
    assert table.spent("axis", "wasted") == 2
    assert table.spent("axis", "combat") == 0
    assert table.unit("a1").internals == LOW
    assert {event.case for event in table.all(SupplySpent)} == {"12.10h"}


@pytest.mark.case("12.10h", "9.5-A")
def test_wasted_supply_is_lost_for_others_too() -> None:
    table = attack(DIV, RGT + " exhausted", RGT, supply="axis 02.02 1T")
    assert not table.all(AttackerLeftOut)
    table.do(UseInternals("a1"))
    assert (table.one(AttackerLeftOut).unit, table.step) == ("a2", "attacker_supply")


@pytest.mark.case("12.10h", "12.10g")
def test_three_single_units_waste_nothing() -> None:
    table = attack(RGT, RGT, RGT, supply="axis 02.02 1T")
    table.do(pay(table, "a3", "02.02"), UseInternals("a1"), UseInternals("a2"))
    assert (table.spent("axis", "combat"), table.spent("axis", "wasted")) == (1, 0)
    assert [table.unit(uid).internals for uid in ("a1", "a2", "a3")] == [LOW, LOW, FULL]


@pytest.mark.case("12.10g")
def test_a_unit_that_pays_is_done_with() -> None:
    table = attack(DIV, RGT, supply="axis 02.02 2T\naxis 02.01 2T")
    table.do(pay(table, "a1", "02.02"))
    assert table.refused(UseInternals("a1"))[0] == "turn.not_now"
    table.do(pay(table, "a1", "02.01"))
    assert table.refused(UseInternals("a1")) == ("combat.no_bill", "9.2-2")
    assert table.refused(pay(table, "a1", "02.01")) == ("combat.no_bill", "9.2-2")


ORGANIC = "organic 2 45T formation=pz1 load=2"


@pytest.mark.case("13.2g-G", "9.5-C", "12.10a")
def test_a_load_on_organic_trucks_need_not_be_used_first() -> None:
    formation = RGT + " formation=pz1"
    text = MAP + f"axis 02.02 a1 {formation}\naxis 02.02 t1 {ORGANIC}\nsoviet 03.03 r1 {RGT} exhausted"
    withheld = combat(text, "03.03", "a1").do(UseInternals("a1"))
    assert withheld.unit("t1").load == 8
    used = combat(text, "03.03", "a1")
    used.do(pay(used, "a1", "02.02", holder="t1"))
    assert (used.unit("t1").load, used.unit("a1").internals) == (7, FULL)


@pytest.mark.case("12.10h", "13.2g-G")
def test_a_load_on_organic_trucks_is_not_wasted() -> None:
    text = MAP + f"axis 02.02 a1 {DIV} formation=pz1\naxis 02.02 t1 organic 2 45T formation=pz1 load=2T\n"
    text += f"soviet 03.03 r1 {RGT} exhausted\n[supply]\naxis 02.02 1T"
    table = combat(text, "03.03", "a1")
    table.do(UseInternals("a1"))
    assert (table.spent("axis", "wasted"), table.unit("t1").load) == (1, 2)


@pytest.mark.case("8.1g", "9.5-A")
def test_an_overrunning_stack_stays_together() -> None:
    table = attack(RGT, RGT, supply="axis 02.02 1", kind="overrun")
    assert table.refused(LeaveOut("a1")) == ("combat.overrun_together", "8.1g")
    table.do(pay(table, "a1", "02.02"), pay(table, "a2", "02.02"))
    assert table.data.attackers == ("a1", "a2")


@pytest.mark.case("8.1g", "9.0-E")
def test_an_overrun_is_cancelled_when_a_unit_cannot_be_supplied() -> None:
    table = attack(RGT, RGT + " exhausted", kind="overrun")
    assert (table.step, len(table.all(AttackCancelled))) == ("", 1)
    # The last token goes to one unit, and then the other has none.
    table = attack(RGT, RGT + " exhausted", supply="axis 02.02 1T", kind="overrun")
    table.do(pay(table, "a1", "02.02"))
    assert (table.step, len(table.all(AttackCancelled))) == ("", 1)


@pytest.mark.case("4.5b-A", "8.1g")
def test_an_overrunning_stack_does_not_negate_zocs_for_its_own_supply() -> None:
    """The dump in 02.04 is reached only through hexes in the ZOC of the target."""
    blocked = "axis 02.04 1T"
    enemies = f"soviet 03.04 r2 {RGT}\nsoviet 01.03 r3 {RGT}"
    text = MAP + f"axis 02.02 a1 {RGT}\nsoviet 03.03 r1 {RGT}\n{enemies}\naxis 02.03 a2 {BN}\n[supply]\n{blocked}"
    regular = combat(text, "03.03", "a1")
    assert regular.offered(Pay) == [pay(regular, "a1", "02.04")]
    moving = combat(text, "03.03", "a1", "a2", kind="overrun")
    assert [action.unit for action in moving.offered(Pay)] == ["a2"]


# --- the defender ----------------------------------------------------------------------------------------------


@pytest.mark.case("12.4-B", "9.2-2", "9.1d", "13.1", "12.9b", "13.1c-B")
@pytest.mark.parametrize(
    ("lines", "price"),
    [
        ([BN], 1),
        ([RGT], 1),
        (["hq 15T-4T/10T-20T"], 1),
        ([BN, BN], 1),
        ([BN, RGT], 2),
        ([RGT, "Co infantry other 1-3-3L/1-3-6L"], 2),
        ([DIV], 2),
        ([DIV + " lost=2"], 1),
        (["hq 15T-4T/10T-20T", RGT], 2),
        ([RGT, RGT, RGT, DIV], 2),
    ],
)
def test_the_price_of_defence(lines: list[str], price: int) -> None:
    table = defence(*lines, supply="soviet 03.03 2")
    table.do(pay(table, "", "03.03"))
    assert table.spent("soviet", "combat") == price
    assert not table.all(DefenderUnsupplied)


@pytest.mark.case("9.5-B", "12.4-C", "9.2-2")
def test_the_defender_may_withhold() -> None:
    table = defence(RGT, RGT, supply="soviet 03.03 2").do(Withhold())
    assert table.one(DefenderUnsupplied).units == ("r1", "r2")
    assert table.spent("soviet", "combat") == 0
    assert table.run_to("defender_option").one(OddsSet).defend == "8"
    paid = defence(RGT, RGT, supply="soviet 03.03 2")
    paid.do(pay(paid, "", "03.03"))
    assert paid.run_to("defender_option").one(OddsSet).defend == "16"


@pytest.mark.case("9.5-B", "12.10c", "12.4-C")
def test_a_defender_with_nothing_is_not_asked() -> None:
    table = defence(RGT + " exhausted")
    assert table.one(DefenderUnsupplied).case == "9.5-B"
    assert table.one(OddsSet).defend == "4"


@pytest.mark.case("9.5-C", "12.10a", "12.10")
def test_the_defender_uses_stocks_only_without_supply() -> None:
    table = defence(RGT, supply="soviet 03.03 1T")
    assert table.refused(UseInternals("r1")) == ("combat.pay_for_all", "12.4-B")
    alone = defence(RGT).do(UseInternals("r1"))
    assert alone.unit("r1").internals == LOW
    assert alone.one(OddsSet).defend == "8"


@pytest.mark.case("12.4-B")
def test_units_are_not_paid_for_one_by_one_when_all_could_be() -> None:
    table = defence(RGT, RGT, supply="soviet 03.03 2T")
    assert table.refused(pay(table, "r1", "03.03")) == ("combat.pay_for_all", "12.4-B")
    table.do(pay(table, "", "03.03"))
    assert table.spent("soviet", "combat") == 2


@pytest.mark.case("12.4-B")
def test_the_price_may_come_from_several_dumps() -> None:
    table = defence(RGT, RGT, supply="soviet 03.03 1T\nsoviet 03.04 1T")
    table.do(pay(table, "", "03.03"))
    assert table.step == "pay"
    table.do(table.offered(Pay)[0])
    assert table.spent("soviet", "combat") == 2
    assert not table.all(DefenderUnsupplied)


@pytest.mark.case("12.4-B", "12.10g")
def test_a_token_short_of_the_price_covers_one_regiment() -> None:
    """Reading 1.47: each unit alone; 1T is the price of 1 RE."""
    table = defence(RGT, RGT, supply="soviet 03.03 1T")
    assert table.refused(pay(table, "", "03.03")) == ("supply.too_little", "12.3-A")
    assert table.refused(UseInternals("r1")) == ("combat.supply_in_reach", "9.5-C")
    table.do(pay(table, "r1", "03.03"))
    assert table.refused(ShareToken("r2")) == ("combat.not_covered", "12.4-B")
    table.do(UseInternals("r2"))
    assert not table.all(DefenderUnsupplied)
    assert (table.unit("r1").internals, table.unit("r2").internals) == (FULL, LOW)


@pytest.mark.case("12.4-B")
def test_a_token_covers_units_up_to_one_re_together() -> None:
    table = defence(BN, BN, RGT + " exhausted", supply="soviet 03.03 1T")
    assert table.refused(ShareToken("r1")) == ("combat.not_covered", "12.4-B")
    table.do(pay(table, "r1", "03.03"))
    assert table.refused(UseInternals("r2")) == ("combat.supply_in_reach", "9.5-C")
    assert table.refused(ShareToken("r3")) == ("combat.not_covered", "12.4-B")
    table.do(ShareToken("r2"))
    assert table.spent("soviet", "combat") == 1
    assert table.one(DefenderUnsupplied).units == ("r3",)


@pytest.mark.case("12.4-B")
def test_a_part_of_a_token_is_used_once() -> None:
    company = "Co infantry other 1-3-3L/1-3-6L exhausted"
    table = defence(BN, company, company, RGT + " exhausted", company, supply="soviet 03.03 1T")
    assert table.refused(ShareToken("r2")) == ("combat.not_covered", "12.4-B")
    table.do(pay(table, "r1", "03.03"))
    for action in (ShareToken("r1"), UseInternals("r1"), pay(table, "r1", "03.03"), ShareToken("a1")):
        assert table.refused(action) == ("combat.no_bill", "9.2-2")
    table.do(ShareToken("r2"), ShareToken("r3"))
    assert table.one(DefenderUnsupplied).units == ("r4", "r5")


@pytest.mark.case("12.4-B", "13.2g-B")
def test_what_two_tokens_leave_over_is_counted_apart() -> None:
    """Two battalions are paid from the trucks of their formations; each token has room for two companies more."""
    company = "Co infantry other 1-3-3L/1-3-6L exhausted"
    trucks = "\n".join(f"soviet 03.03 t{i} organic 2 45T formation=f{i} load=1T" for i in (1, 2))
    lines = [BN + " formation=f1", BN + " formation=f2", company, company, company, BN + " exhausted"]
    table = defence(*lines, extra=trucks)
    table.do(pay(table, "r1", "03.03", holder="t1"), pay(table, "r2", "03.03", holder="t2"))
    table.do(ShareToken("r3"), ShareToken("r4"), ShareToken("r5"))
    assert table.one(DefenderUnsupplied).units == ("r6",)


@pytest.mark.case("12.4-B")
def test_a_single_defender_pays_as_all() -> None:
    truck = "soviet 03.03 t1 organic 2 45T formation=f1 load=1"
    table = defence(RGT + " formation=f1", extra=truck)
    assert table.refused(pay(table, "r1", "03.03", holder="t1")) == ("combat.no_bill", "9.2-2")
    table.do(pay(table, "", "03.03", holder="t1"))
    assert (table.spent("soviet", "combat"), table.all(DefenderUnsupplied)) == (1, [])


@pytest.mark.case("12.10h", "12.4-B")
def test_a_defending_division_wastes_the_token_that_falls_short() -> None:
    table = defence(DIV, supply="soviet 03.03 1T").do(UseInternals("r1"))
    assert (table.spent("soviet", "wasted"), table.spent("soviet", "combat")) == (1, 0)
    assert table.unit("r1").internals == LOW
    assert table.one(OddsSet).defend == "12"


@pytest.mark.case("12.10g", "9.5-B")
def test_some_defenders_may_go_without() -> None:
    table = defence(RGT, RGT).do(UseInternals("r2"), Withhold())
    assert table.one(DefenderUnsupplied).units == ("r1",)
    assert table.run_to("defender_option").one(OddsSet).defend == "12"


@pytest.mark.case("12.4-B")
def test_paying_alone_ends_paying_for_all() -> None:
    """The load of the Organic Truck could pay for all, but is not supply that must be used."""
    formation = RGT + " formation=tc1"
    truck = "soviet 03.03 t1 organic 2 45T formation=tc1 load=1"
    both = defence(formation, formation, extra=truck)
    both.do(pay(both, "", "03.03", holder="t1"))
    assert both.unit("t1").load == 2
    table = defence(formation, formation, extra=truck).do(UseInternals("r1"))
    assert table.refused(pay(table, "", "03.03", holder="t1")) == ("combat.paid_alone", "12.4-B")
    assert table.refused(pay(table, "r2", "01.01")) == ("supply.no_dump", "12.1b")
    table.do(pay(table, "r2", "03.03", holder="t1"))
    assert table.unit("t1").load == 3


@pytest.mark.case("12.4-B", "13.2g-B")
def test_a_load_on_organic_trucks_pays_for_its_formation_only() -> None:
    truck = "soviet 03.03 t1 organic 2 45T formation=tc1 load=1"
    table = defence(RGT + " formation=tc1", RGT, extra=truck)
    assert pay(table, "", "03.03", holder="t1") not in table.offered(Pay)
    assert table.offered(Pay) == [pay(table, "r1", "03.03", holder="t1")]


WHOLE = {"defender_part_supply": "all_or_nothing"}


@pytest.mark.case("12.4-B", "12.10a")
def test_supply_short_of_the_price_may_be_of_no_use() -> None:
    """Reading 1.47 the other way: then internal stocks are all that there is, and the token stays."""
    table = defence(RGT, RGT, supply="soviet 03.03 1T", **WHOLE)
    assert table.refused(pay(table, "", "03.03")) == ("supply.too_little", "12.3-A")
    assert table.refused(pay(table, "r1", "03.03")) == ("combat.all_or_nothing", "12.4-B")
    assert table.offered(Pay) == []
    table.do(UseInternals("r1"), UseInternals("r2"))
    assert (table.tokens("soviet", "03.03"), table.all(DefenderUnsupplied)) == (1, [])


@pytest.mark.case("12.4-B", "12.10c")
def test_without_stocks_supply_short_of_the_price_leaves_nothing_to_do() -> None:
    lines = (RGT + " exhausted", RGT)
    table = defence(*lines, supply="soviet 03.03 1T", **WHOLE)
    assert table.refused(UseInternals("r1")) == ("combat.exhausted", "12.10c")
    table.do(Withhold())
    assert table.one(DefenderUnsupplied).units == ("r1", "r2")
    assert not defence(lines[0], lines[0], supply="soviet 03.03 1T", **WHOLE).offered(Withhold), "nobody is asked"


@pytest.mark.case("12.4-B")
def test_all_or_nothing_changes_nothing_where_all_can_be_paid_for() -> None:
    table = defence(RGT, RGT, supply="soviet 03.03 2T", **WHOLE)
    assert table.refused(pay(table, "r1", "03.03")) == ("combat.pay_for_all", "12.4-B")
    assert table.refused(UseInternals("r1")) == ("combat.pay_for_all", "12.4-B")
    table.do(pay(table, "", "03.03"))
    assert (table.spent("soviet", "combat"), table.all(DefenderUnsupplied)) == (2, [])


@pytest.mark.case("12.10h", "12.4-B")
@pytest.mark.parametrize(("supply", "wasted"), [("1T", 1), ("9T", 0)])
def test_all_or_nothing_wastes_only_what_falls_short(supply: str, wasted: int) -> None:
    """Between ZOCs an HQ throws to its own formation only, not to r2. What is enough for r1 is not wasted."""
    around = (
        f"soviet 03.05 h hq 15L-4T/10T-20T formation=f nation=su divisional\naxis 02.04 z1 {RGT}\naxis 04.04 z2 {RGT}"
    )
    lines = (DIV + " formation=f", RGT + " formation=g nation=su")
    table = defence(*lines, supply=f"soviet 03.05 {supply}", extra=around, **WHOLE)
    assert [payer.via for payer in payers(table.look, table.unit("r1"))] == ["h"]
    assert not payers(table.look, table.unit("r2"))
    table.do(UseInternals("r1"))
    assert table.spent("soviet", "wasted") == wasted


@pytest.mark.case("12.4-B")
def test_an_hq_draws_for_those_who_stand_with_it() -> None:
    """The HQ draws over legs through the ZOC that stops trucks; what reaches the regiment supplies them both."""
    text = f"""
[terrain]
. . . . .
. . . . .
. . . . .
. . . . .
. . . . .
[units]
axis 02.02 a1 {RGT}
axis 05.02 a2 {RGT}
axis 05.03 a3 {RGT}
soviet 03.03 r1 {RGT}
soviet 03.03 h1 hq 5L-4L/5L-8L
[supply]
axis 02.02 1T
soviet 05.01 1
"""
    table = combat(text, "03.03", "a1")
    table.do(Pay("a1", table.hex("02.02")))
    assert table.offered(Pay) == [pay(table, "", "05.01", via="h1")]
    table.do(pay(table, "", "05.01", via="h1"))
    assert table.spent("soviet", "combat") == 2
