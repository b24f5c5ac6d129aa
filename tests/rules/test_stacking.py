"""Stacking limits at a segment's end."""

from __future__ import annotations

import pytest

from redball.core.actions import Eliminate
from redball.core.events import UnitEliminated
from redball.rules.units.stacking import overstacked, re_in_hex, stacking_limit
from rules.table import Table, stacking_check
from support import position

RIFLES = "Rgt infantry other 4-3-3L/2-3-6L"
DIVISION = "Div infantry other 12-3-3L/6-3-8L"
BOARD = "[terrain]\n. . . .\n. . . .\n[units]\n"


def stack(side: str, hex_: str, regiments: int, prefix: str, words: str = RIFLES) -> str:
    """So many units of 1 RE in a hex."""
    return "".join(f"{side} {hex_} {prefix}{n} {words}\n" for n in range(regiments))


def check(units: str, phase: str = "combat", supply: str = "") -> Table:
    """A stacking check at the end of a segment in which the axis acts."""
    bystanders = f"axis 04.01 other {RIFLES}\nsoviet 01.02 enemy {RIFLES}\n"
    return stacking_check(BOARD + units + bystanders + supply, phase=phase)


@pytest.mark.case("4.8-A", "4.8a-A")
@pytest.mark.parametrize(("extra", "asked"), [("", False), ("axis 02.01 y Co infantry other 1-3-3L/1-3-6L\n", True)])
def test_ten_re_are_allowed_and_a_quarter_more_is_not(extra: str, asked: bool) -> None:
    table = check(stack("axis", "02.01", 10, "x") + extra)
    assert stacking_limit(table.look.world) == 40
    assert re_in_hex(table.look, "axis", table.hex("02.01")) == 40 + asked
    assert (table.step == "eliminate") is asked


@pytest.mark.case("4.8a-A")
def test_the_owner_eliminates_units_of_his_choice_until_it_is_legal() -> None:
    table = check(stack("axis", "02.01", 9, "x") + f"axis 02.01 big {DIVISION} re=3\n")
    assert table.asked.side == "axis"
    assert set(table.offered(Eliminate)) == {Eliminate("big"), *(Eliminate(f"x{n}") for n in range(9))}
    table.do(Eliminate("x3"))
    assert table.step == "eliminate"
    table.do(Eliminate("x5"))
    assert table.step == ""
    assert [event.unit for event in table.all(UnitEliminated)] == ["x3", "x5"]
    assert (table.at("x3"), table.at("big")) == ("dead", "02.01")
    assert table.look.state.steps_lost["axis"] == 2


@pytest.mark.case("4.8a-A")
def test_one_large_unit_may_go_instead_of_several() -> None:
    table = check(stack("axis", "02.01", 9, "x") + f"axis 02.01 big {DIVISION} re=3\n").do(Eliminate("big"))
    assert table.step == ""
    assert table.look.state.steps_lost["axis"] == 3


@pytest.mark.case("4.8a-A", "4.8-B")
def test_only_combat_units_of_the_overstacked_hex_count() -> None:
    trucks = "axis 02.01 tr truck 9 50T\naxis 02.01 tr2 wagon 9 10L\n"
    assert check(stack("axis", "02.01", 10, "x") + trucks, supply="[supply]\naxis 02.01 99\n").step == ""
    table = check(stack("axis", "02.01", 11, "x") + trucks)
    assert table.refused(Eliminate("other")) == ("stacking.not_overstacked", "4.8a-A")
    assert table.refused(Eliminate("enemy")) == ("stacking.not_overstacked", "4.8a-A")
    assert table.refused(Eliminate("tr")) == ("stacking.no_size", "4.8-B")


@pytest.mark.case("4.8-F")
def test_nations_stack_together() -> None:
    mixed = stack("axis", "02.01", 5, "x") + stack("axis", "02.01", 5, "y", f"{RIFLES} nation=ro")
    assert check(mixed).step == ""
    assert check(mixed + f"axis 02.01 z {RIFLES} nation=it\n").step == "eliminate"


@pytest.mark.case("4.8a-A")
def test_both_sides_are_checked_the_acting_one_first() -> None:
    table = check(stack("soviet", "03.02", 11, "s") + stack("axis", "02.01", 11, "x"))
    assert table.asked.side == "axis"
    table.do(Eliminate("x0"))
    assert table.asked.side == "soviet"
    assert set(table.offered(Eliminate)) == {Eliminate(f"s{n}") for n in range(11)}
    table.do(Eliminate("s4"))
    assert table.step == ""


@pytest.mark.case("4.8a-B", "4.8a-C", "13.6a-B")
def test_nothing_is_enforced_in_the_reinforcement_phase_but_after_movement() -> None:
    crowd = stack("axis", "02.01", 11, "x")
    assert check(crowd, phase="reinforcement").step == ""
    assert check(crowd, phase="movement").step == "eliminate"


@pytest.mark.case("4.8-A", "4.6-C")
def test_lost_steps_make_room() -> None:
    stacked = stack("axis", "02.01", 7, "x")
    full = position(BOARD + stacked + f"axis 02.01 big {DIVISION} re=4\nsoviet 04.02 e {RIFLES}\n")
    worn = position(BOARD + stacked + f"axis 02.01 big {DIVISION} re=4 lost=1\nsoviet 04.02 e {RIFLES}\n")
    assert (len(overstacked(full, "axis")), len(overstacked(worn, "axis"))) == (1, 0)
