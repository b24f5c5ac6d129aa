"""Consolidation: two units become one, a unit takes the place of a lost one."""

from __future__ import annotations

import pytest

from redball.core.actions import Combine, Exchange
from redball.core.events import TruckExchanged, UnitExchanged, UnitsCombined
from redball.core.state import DEAD_PILE, REMOVED
from rules.renewal_table import DIVISION, again, renewal
from support import HQ, LEG

OTHER = "Div infantry other 11-3-3L/6-3-8L re=3"
LAME = f"axis 01.01 a {DIVISION} lost=2"

# --- multi-step units ----------------------------------------------------------------------------------------------


@pytest.mark.case("13.9", "13.9-1", "2.3-D")
@pytest.mark.parametrize(("lost", "left", "excess"), [(2, 1, 0), (1, 0, 0), (0, 0, 1)])
def test_the_steps_of_one_are_added_to_the_other(lost: int, left: int, excess: int) -> None:
    table = renewal(f"{LAME}\naxis 01.01 b {DIVISION} lost={lost}")
    table.do(Combine("a", "b"))
    event = table.one(UnitsCombined)
    assert (event.steps, event.excess) == (3 - lost - excess, excess)
    assert (table.unit("a").steps_lost, table.at("a")) == (left, "01.01")
    assert (table.unit("b").hex, table.unit("b").steps_lost) == (DEAD_PILE, 3)
    assert table.look.state.steps_lost["axis"] == excess


@pytest.mark.case("13.9-1")
def test_only_multi_step_units_of_one_hex_are_combined() -> None:
    units = (
        f"{LAME}\naxis 01.01 b {DIVISION} lost=1\naxis 01.02 c {DIVISION}\naxis 01.01 d {LEG}\naxis dead e {DIVISION}"
    )
    table = renewal(f"{units}\nsoviet 06.03 s {DIVISION} lost=1")
    assert table.refused(Combine("a", "c")) == ("consolidate.apart", "13.9-1")
    for other in ("a", "d", "e", "s"):
        assert table.refused(Combine("a", other)) == ("consolidate.not_multi_step", "13.9-1")
    assert table.offered(Combine) == [Combine("a", "b"), Combine("b", "a")]


@pytest.mark.case("13.9-1")
def test_a_whole_unit_takes_nothing_over() -> None:
    table = renewal(f"{LAME}\naxis 01.01 b {DIVISION}")
    assert table.refused(Combine("b", "a")) == ("consolidate.whole", "13.9-1")


@pytest.mark.case("13.9")
@pytest.mark.parametrize(
    ("other", "same"),
    [
        (DIVISION, True),
        (f"{DIVISION} name=else", True),
        (f"{DIVISION} oos strat", True),
        (OTHER, False),
        (DIVISION.replace("6-3-8L", "6-3-9L"), False),
        (DIVISION.replace("infantry", "mountain"), False),
        (f"{DIVISION} nation=ro", False),
    ],
)
def test_the_units_are_identical_on_both_sides(other: str, same: bool) -> None:
    table = renewal(f"{LAME}\naxis 01.01 b {other}\naxis 01.01 c {DIVISION} lost=1")
    if same:
        table.do(Combine("a", "b"))
    else:
        assert table.refused(Combine("a", "b")) == ("consolidate.different", "13.9")


@pytest.mark.case("13.9")
@pytest.mark.parametrize(
    ("mine", "theirs", "fits"),
    [
        ("", "", True),
        ("low", "", False),
        ("", "exhausted", False),
        ("dg", "", False),
        ("", "dg", False),
        ("oos", "oos", True),
    ],
)
def test_low_exhausted_and_dg_units_are_not_consolidated(mine: str, theirs: str, fits: bool) -> None:
    units = f"{LAME} {mine}\naxis 01.01 b {DIVISION} lost=1 {theirs}"
    table = renewal(f"{units}\naxis 02.01 x {DIVISION} lost=1\naxis 02.01 y {DIVISION} lost=1")
    if fits:
        table.do(Combine("a", "b"))
    else:
        assert table.refused(Combine("a", "b")) == ("consolidate.worn", "13.9")


@pytest.mark.case("13.9")
def test_neither_the_enemy_next_to_them_nor_being_out_of_supply_hinders() -> None:
    table = renewal(f"{LAME} oos\naxis 01.01 b {DIVISION} lost=1 oos\nsoviet 01.02 e {LEG}")
    table.do(Combine("a", "b"))
    assert table.unit("a").out_of_supply


@pytest.mark.case("13.9-1", "13.5c")
def test_a_yellow_dot_that_gives_its_steps_is_out_of_the_game() -> None:
    table = renewal(f"{LAME} no_rebuild\naxis 01.01 b {DIVISION} no_rebuild lost=2")
    table.do(Combine("a", "b"))
    assert table.unit("b").hex == REMOVED


# --- units of formations -------------------------------------------------------------------------------------------

DEAD = f"axis dead d {LEG} formation=10.Pz"


@pytest.mark.case("13.9", "13.9-2")
def test_a_unit_becomes_the_lost_one_of_another_formation() -> None:
    table = renewal(f"{DEAD}\naxis 02.02 u {LEG} formation=9.PD move oos\nsoviet 02.03 e {LEG}")
    before = table.unit("u")
    table.do(Exchange("u", "d"))
    assert table.unit("d") == before.change(id="d", counter="d")
    assert (table.unit("u").hex, table.unit("u").steps_lost, table.unit("u").out_of_supply) == (DEAD_PILE, 1, False)
    assert (table.one(UnitExchanged).taken, table.one(UnitExchanged).case) == ("d", "13.9-2")
    assert table.look.state.steps_lost["axis"] == 0


@pytest.mark.case("13.9-2", "13.9-3")
@pytest.mark.parametrize(
    ("unit", "refused"),
    [
        (f"axis 02.02 u {LEG} formation=9.PD reserve", None),
        (f"axis 02.02 u {LEG}", None),
        (f"axis 02.02 u {LEG} formation=10.Pz", ("consolidate.same_formation", "13.9-2")),
        (f"axis 02.02 u {LEG} formation=9.PD low", ("consolidate.worn", "13.9")),
        (f"axis 02.02 u {LEG} dg", ("consolidate.worn", "13.9")),
        ("axis 02.02 u Rgt infantry other 4-4-3L/2-3-6L", ("consolidate.different", "13.9")),
        (f"axis 02.02 u {LEG} re=1", ("consolidate.not_independent", "13.9-3")),
        ("axis 02.02 u wagon 1 15T", ("consolidate.not_independent", "13.9-3")),
        (f"axis dead u {LEG} formation=9.PD", ("consolidate.not_here", "13.9-2")),
        (f"soviet 06.02 u {LEG}", ("consolidate.not_here", "13.9-2")),
    ],
)
def test_who_may_become_whose(unit: str, refused: tuple[str, str] | None) -> None:
    table = renewal(f"{DEAD}\n{unit}\naxis 05.01 spare {LEG}")
    if refused is None:
        table.do(Exchange("u", "d"))
        assert table.one(UnitExchanged).case == ("13.9-2" if "formation" in unit else "13.9-3")
    else:
        assert table.refused(Exchange("u", "d")) == refused


@pytest.mark.case("13.9-2", "13.9-3")
def test_nothing_becomes_independent_or_what_is_not_lost() -> None:
    units = f"{DEAD}\naxis dead i {LEG}\naxis 03.03 alive {LEG} formation=9.PD\naxis removed g {LEG} formation=11.ID"
    table = renewal(f"{units}\naxis 02.02 u {LEG} formation=8.PD")
    assert table.refused(Exchange("u", "i")) == ("consolidate.to_independent", "13.9-3")
    for counter in ("alive", "g", "far", "nobody"):
        assert table.refused(Exchange("u", counter)) == ("consolidate.not_dead", "13.9-2")


@pytest.mark.case("13.9-2")
def test_hqs_are_exchanged_too() -> None:
    table = renewal(f"axis dead d {HQ} formation=10.Pz divisional\naxis 02.02 u {HQ} formation=9.PD divisional")
    table.do(Exchange("u", "d"))
    assert table.at("d") == "02.02"


# --- trucks --------------------------------------------------------------------------------------------------------

GONE = "axis removed org organic 2 50T formation=10.Pz"


def lost(points: int) -> str:
    """Points of the Organic Truck that are lost."""
    return f"[trucks_lost]\norg {points}\n"


@pytest.mark.case("13.9-2")
def test_an_organic_truck_passes_to_another_division_with_its_load() -> None:
    table = renewal(f"{GONE}\naxis 02.02 mine organic 2 50T formation=9.PD reserve load=1+1T", lost(2))
    table.do(Exchange("mine", "org"))
    event = table.one(TruckExchanged)
    assert (event.taken, event.case) == ("org/2", "13.9-2")
    taken = table.unit("org/2")
    assert (taken.counter, taken.points, taken.load, taken.mode, table.at("org/2")) == ("org", 2, 5, "reserve", "02.02")
    assert "mine" not in table.look.state.units
    assert table.look.state.trucks_lost == {"org": 0, "mine": 2}


@pytest.mark.case("13.9-3")
def test_a_regular_truck_becomes_organic() -> None:
    table = renewal(f"{GONE}\naxis 02.02 tr truck 1 50T load=1", lost(2))
    table.do(Exchange("tr", "org"))
    assert (table.unit("org/2").points, table.unit("org/2").load) == (1, 4)
    assert table.one(TruckExchanged).case == "13.9-3"
    assert table.look.state.trucks_lost == {"org": 1, "tr": 1}


@pytest.mark.case("13.9", "13.9-3", "12.7-B")
@pytest.mark.parametrize(
    ("truck", "code"),
    [
        ("truck 3 50T", "consolidate.points"),
        ("truck 2 45T", "consolidate.different"),
        ("truck 2 50T nation=ro", "consolidate.different"),
        ("wagon 2 50T", "consolidate.not_independent"),
        ("organic 1 50T formation=10.Pz", "consolidate.same_formation"),
        ("truck 2 50T extender", "consolidate.extender"),
    ],
)
def test_which_trucks_do_not(truck: str, code: str) -> None:
    table = renewal(f"{GONE}\naxis 02.02 tr {truck}\naxis 02.02 fits truck 1 50T", lost(2))
    assert table.refused(Exchange("tr", "org"))[0] == code


@pytest.mark.case("13.9-3")
def test_an_organic_truck_of_which_something_is_left_is_not_replaced() -> None:
    units = f"axis 03.02 org organic 2 50T formation=10.Pz\naxis 02.02 tr truck 1 50T\n{DEAD}\naxis 05.01 s {LEG}"
    table = renewal(units, lost(1))
    table = again(table.look, table.unit("org").change(points=1))
    assert table.refused(Exchange("tr", "org")) == ("consolidate.points", "13.9-3")


@pytest.mark.case("13.9-3", "13.5e")
def test_a_captured_truck_that_becomes_organic_is_nobodys_loss() -> None:
    table = renewal(f"{GONE}\naxis 02.02 tr truck 2 50T", lost(2))
    table = again(table.look, table.unit("tr").change(captured=True))
    table.do(Exchange("tr", "org"))
    assert table.look.state.trucks_lost == {"org": 0}
    assert not table.unit("org/2").captured
