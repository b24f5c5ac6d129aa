"""Option 21.8: attacks on hexes in which nobody is."""

from __future__ import annotations

import pytest

from redball.core.actions import AddUnit, Advance, DeclareAttack, Done, Pay
from redball.core.events import AttackCancelled, CombatResolved, DiceRolled, DumpCaptured, ExploitGained, SupplySpent
from rules.table import Table, combat_segment

RGT = "Rgt infantry other 8-3-3L/4-3-6L"
DIV = "Div infantry other 12-3-3L/6-3-8L re=3"
ROW = "[terrain]\n. . . . .\n. . . . .\n. . . . .\n[units]\n"


def segment(
    units: str, rest: str = "[supply]\naxis 02.02 5\n", *, on: bool = True, dice: tuple[int, ...] = ()
) -> Table:
    """A Combat Segment of the axis."""
    text = f"{ROW}{units}\nsoviet 05.03 far {RGT}\n{rest}"
    return combat_segment(text, dice=dice, attacking_empties=on)


def attacked(table: Table, *units: str, where: str = "03.02") -> Table:
    """An attack that has been declared."""
    return table.do(DeclareAttack(table.hex(where)), *(AddUnit(uid) for uid in units), Done())


@pytest.mark.case("21.8a")
def test_an_empty_hex_is_attacked() -> None:
    table = segment(f"axis 02.02 a {RGT}")
    assert len(table.offered(DeclareAttack)) == 6
    table = segment(f"axis 02.02 a {RGT}", on=False)
    assert table.step == "", "there is nothing to attack"


@pytest.mark.case("21.8a")
@pytest.mark.parametrize("words", ["strat", "reserve"])
def test_who_could_not_attack_attacks_nothing_either(words: str) -> None:
    assert segment(f"axis 02.02 a {RGT} {words}").step == ""


@pytest.mark.case("21.8a")
def test_a_hex_with_own_units_is_none_to_attack() -> None:
    table = segment(f"axis 02.02 a {RGT}\naxis 03.02 b {RGT}")
    assert table.refused(DeclareAttack(table.hex("03.02"))) == ("combat.no_enemy", "9.0-C")


@pytest.mark.case("21.8b")
def test_who_has_paid_may_advance_and_nothing_is_rolled() -> None:
    table = attacked(segment(f"axis 02.02 a {DIV}\naxis 02.02 b {RGT}"), "a", "b")
    table.do(Pay("a", table.hex("02.02")), Pay("b", table.hex("02.02")))
    assert [e.tokens for e in table.all(SupplySpent)] == [3, 1]
    assert table.offered(Advance) == [Advance("a"), Advance("b")]
    table.do(Advance("a"), Done())
    assert (table.at("a"), table.at("b")) == ("03.02", "02.02")
    assert [e for kind in (DiceRolled, CombatResolved, ExploitGained) for e in table.all(kind)] == []
    assert table.step == "", "each has attacked once"


@pytest.mark.case("21.8b")
def test_nobody_goes_unpaid() -> None:
    table = segment(f"axis 02.02 a {RGT} exhausted", rest="")
    assert attacked(table, "a").one(AttackCancelled).side == "axis"


@pytest.mark.case("21.8b")
def test_what_lies_in_the_hex_is_captured() -> None:
    table = attacked(segment(f"axis 02.02 a {RGT}", "[supply]\naxis 02.02 5\nsoviet 03.02 2\n", dice=(4,)), "a")
    table.do(Pay("a", table.hex("02.02")), Advance("a"))
    assert table.one(DumpCaptured).captured == 4
