"""Option 21.3: independent units in combat."""

from __future__ import annotations

import pytest

from redball.core.actions import ChooseLeader, Pay, UseInternals
from redball.core.events import AttackCancelled, InternalsUsed, LeaderChosen, SupplySpent
from redball.rules.combat.odds import preview
from rules.table import Table, combat

MAP = """
[terrain]
. . . . .
. . . . .
. . . . .
. . . . .
[units]
"""
RGT = "Rgt infantry other 8-3-3L/4-3-6L"
ACE = "Bn infantry other 4-5-3L/2-5-6L"
DIV = "Div infantry other 12-3-3L/6-3-8L re=3"


def attack(*lines: str, supply: str = "", on: bool = True, dice: tuple[int, ...] = ()) -> Table:
    """Attackers a1, a2 ... in 02.02 against an exhausted defender in 03.03."""
    units = [f"axis 02.02 a{number} {line}" for number, line in enumerate(lines, start=1)]
    text = MAP + "\n".join([*units, f"soviet 03.03 r1 {RGT} exhausted"]) + f"\n[supply]\n{supply}"
    names = [f"a{number}" for number in range(1, len(lines) + 1)]
    return combat(text, "03.03", *names, dice=dice, independents=on)


@pytest.mark.case("21.3-A")
@pytest.mark.parametrize(
    ("lines", "on", "price"),
    [((RGT,), True, 2), ((RGT,), False, 1), ((RGT, DIV), True, 1), ((RGT, f"{RGT} formation=x"), True, 1)],
)
def test_independents_by_themselves_pay_twice(lines: tuple[str, ...], on: bool, price: int) -> None:
    table = attack(*lines, supply="axis 02.02 3", on=on)
    table.do(Pay("a1", table.hex("02.02")))
    assert table.one(SupplySpent).tokens == price
    assert preview(table.look, "regular", table.hex("03.03"), table.data.attackers).attack_tokens["a1"] == price


@pytest.mark.case("21.3-A")
def test_independents_by_themselves_use_no_internal_stocks() -> None:
    """One token is within reach: too little for twice the price, and nothing else is left."""
    assert attack(RGT, supply="axis 02.02 1T").one(AttackCancelled).side == "axis"
    usual = attack(RGT, on=False)
    assert usual.do(UseInternals("a1")).one(InternalsUsed).unit == "a1"
    beside = attack(RGT, DIV)
    assert beside.do(UseInternals("a1")).one(InternalsUsed).unit == "a1"


@pytest.mark.case("21.3-A")
def test_what_could_be_paid_is_not_taken_from_stocks_either() -> None:
    table = attack(RGT, RGT, supply="axis 02.02 2T")
    assert table.refused(UseInternals("a2")) == ("combat.no_internals", "21.3-A")
    table.do(Pay("a1", table.hex("02.02")))
    assert table.data.attackers == ("a1",), "the other one cannot be supplied any more"


def defence(*lines: str, supply: str, on: bool) -> Table:
    """A division attacks; it has paid, and the defenders r1, r2 ... are asked for supply, or have none to pay with."""
    units = "\n".join(f"soviet 03.03 r{number} {line}" for number, line in enumerate(lines, start=1))
    text = f"{MAP}axis 02.02 a1 {DIV}\n{units}\n[supply]\naxis 02.02 5\n{supply}"
    table = combat(text, "03.03", "a1", independents=on)
    return table.do(Pay("a1", table.hex("02.02")))


@pytest.mark.case("21.3-A")
@pytest.mark.parametrize("on", [False, True])
def test_independents_that_defend_pay_as_ever(on: bool) -> None:
    """The double price and the ban on internal stocks are for attacks."""
    table = defence(RGT, RGT, supply="soviet 03.03 5", on=on)
    paid = table.do(table.offered(Pay)[0]).all(SupplySpent)[-1]
    assert (paid.side, paid.tokens) == ("soviet", 2)
    assert {action.unit for action in defence(RGT, supply="", on=on).offered(UseInternals)} == {"r1"}


@pytest.mark.case("21.3-B")
def test_anybody_leads_a_defence() -> None:
    table = defence(ACE, DIV, supply="soviet 03.03 5", on=True)
    table.do(table.offered(Pay)[0]).run_to("defender_leader")
    assert table.offered(ChooseLeader) == [ChooseLeader("r1"), ChooseLeader("r2")]


@pytest.mark.case("21.3-B")
def test_a_division_leads_independents() -> None:
    table = attack(ACE, DIV, f"{DIV} lost=1", supply="axis 02.02 5").run_to("attacker_leader")
    assert table.refused(ChooseLeader("a1")) == ("combat.division_leads", "21.3-B")
    assert table.offered(ChooseLeader) == [ChooseLeader("a2"), ChooseLeader("a3")]
    found = preview(table.look, "regular", table.hex("03.03"), ("a1", "a2", "a3"))
    assert found.attack_leader is not None
    assert found.attack_leader.action_rating == 3


@pytest.mark.case("21.3-B")
def test_one_division_leads_without_being_asked() -> None:
    table = attack(ACE, DIV, supply="axis 02.02 5", dice=(3, 4, 3, 4)).run_to("terrain", "advance", "attacker_option")
    leaders = [e for e in table.all(LeaderChosen) if e.side == "axis"]
    assert [(e.unit, e.action_rating) for e in leaders] == [("a2", 3)]


@pytest.mark.case("21.3-B")
@pytest.mark.parametrize(("lines", "on"), [((ACE, RGT), True), ((ACE, DIV), False)])
def test_else_anybody_leads(lines: tuple[str, ...], on: bool) -> None:
    table = attack(*lines, supply="axis 02.02 5", on=on).run_to("attacker_leader")
    assert table.offered(ChooseLeader) == [ChooseLeader("a1"), ChooseLeader("a2")]
