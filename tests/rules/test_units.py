"""What a unit is and can do in its mode."""

from __future__ import annotations

import pytest

from redball.core.look import Look
from redball.core.state import FULL
from redball.game.position.parse import parse_position
from redball.rules.units.abilities import (
    action_rating,
    attack_capable,
    can_have_ma,
    formation_of,
    is_organic,
    may_still_move,
    mobility,
    movement_allowance,
    printed_strength,
    transport_kind,
    usable_in_phase,
)
from support import GUNS, HQ, LEG, MILITIA, TANKS, sit, text


def look(*units: str, at: str = "movement", phasing: str = "axis") -> Look:
    """A look at axis units `u0`, `u1`, ... in 01.01."""
    lines = "\n".join(f"axis 01.01 u{i} {unit}" for i, unit in enumerate(units))
    return Look(*parse_position(text(lines, at=at, phasing=phasing)))


def ma(unit: str, at: str = "movement", phasing: str = "axis") -> int:
    """Movement Allowance in 1/12 MP."""
    here = look(unit, at=at, phasing=phasing)
    return movement_allowance(here, here.unit("u0"))


# --- Attack-Capable, strength, rating --------------------------------------------------------------------------


@pytest.mark.case("4.4", "3.2")
@pytest.mark.parametrize(
    ("unit", "capable"),
    [
        (LEG, True),
        (f"{LEG} move", True),
        ("Bn infantry other 0-3-3L/0-3-6L", True),
        (f"{LEG} dg", True),
        (f"{LEG} exploit", True),
        (f"{LEG} oos", True),
        (f"{LEG} reserve", False),
        (f"{LEG} strat", False),
    ],
)
def test_attack_capable_by_mode(unit: str, capable: bool) -> None:
    here = look(unit)
    assert attack_capable(here, here.unit("u0")) is capable


@pytest.mark.case("4.4", "3.2b", "3.0")
@pytest.mark.parametrize("unit", [MILITIA, HQ, GUNS, "truck 1 45T"])
def test_without_a_printed_open_strength_nothing_attacks(unit: str) -> None:
    here = look(unit)
    assert not attack_capable(here, here.unit("u0"))


@pytest.mark.case("4.4", "5.2-B")
def test_the_side_that_shows_says_whether_a_unit_is_attack_capable() -> None:
    here = look("Rgt infantry other 4-3-3L/(2)-3-6L", "Rgt infantry other 4-3-3L/(2)-3-6L move")
    assert [attack_capable(here, here.unit(u)) for u in ("u0", "u1")] == [True, False]


@pytest.mark.case("13.1c-A", "13.4b")
@pytest.mark.parametrize(
    ("unit", "strength"),
    [(HQ, 5), (f"{HQ} move", 1), (f"{HQ} dg", 5), (GUNS, 1), (f"{GUNS} move", 1), (LEG, 4), ("truck 1 45T", 0)],
)
def test_strength_of_hqs_and_artillery_is_not_printed(unit: str, strength: int) -> None:
    here = look(unit)
    assert printed_strength(here, here.unit("u0")) == strength


@pytest.mark.case("9.6a-A", "9.6a-B", "5.8-C", "5.10b-B", "13.1c-A", "3.2c")
@pytest.mark.parametrize(
    ("unit", "rating"),
    [
        (TANKS, 5),
        (f"{TANKS} dg", 4),
        (f"{TANKS} strat", 0),
        (f"{TANKS} reserve", 5),
        ("Bn infantry other 1-0-3L/1-0-6L dg", -1),
        (HQ, 0),
        (f"{HQ} dg", -1),
        (GUNS, 4),
    ],
)
def test_action_rating_now(unit: str, rating: int) -> None:
    here = look(unit)
    assert action_rating(here, here.unit("u0")) == rating


@pytest.mark.case("5.10b-B", "12.8c")
def test_attrition_reads_the_rating_before_disorganization() -> None:
    here = look(f"{TANKS} dg", f"{TANKS} strat")
    assert [action_rating(here, here.unit(u), attrition=True) for u in ("u0", "u1")] == [5, 0]


# --- Movement Allowance ----------------------------------------------------------------------------------------


@pytest.mark.case("6.1h", "4.2-B", "5.8-B", "5.7a-B", "5.10b-A", "5.9-B", "3.6b")
@pytest.mark.parametrize(
    ("mark", "mp"),
    [("", 36), ("move", 72), ("strat", 144), ("dg", 18), ("dg move", 36), ("exploit", 18), ("reserve", 9)],
)
def test_modes_change_the_allowance_without_rounding(mark: str, mp: int) -> None:
    """3 MP on the Combat side, 6 on the Move side; a quarter of 3 is 3/4 MP."""
    assert ma(f"{LEG} {mark}") == mp


@pytest.mark.case("6.1h", "4.2-B")
def test_a_quarter_of_an_odd_allowance_stays_a_fraction() -> None:
    assert ma("Rgt infantry other 4-3-5L/2-3-7L reserve") == 15
    assert ma("Rgt infantry other 4-3-5L/2-3-7L reserve move") == 21


@pytest.mark.case("5.7b-A", "5.7b-B", "11.0b-B")
def test_released_reserves_have_half_in_reaction_and_all_in_exploitation() -> None:
    assert ma(f"{LEG} released", at="reaction_movement", phasing="soviet") == 18
    assert ma(f"{LEG} released", at="exploitation_movement") == 36
    assert ma(f"{LEG} exploit", at="exploitation_movement") == 18


@pytest.mark.case("4.3", "5.7b-B", "5.10b-A")
def test_a_released_reserve_that_becomes_dg_in_reaction_has_a_quarter() -> None:
    assert ma(f"{LEG} released dg", at="reaction_movement", phasing="soviet") == 9
    assert ma(f"{LEG} released dg", at="exploitation_movement") == 18


@pytest.mark.case("3.1a", "5.2-B")
def test_each_side_of_a_counter_has_its_mobility() -> None:
    here = look(GUNS, f"{GUNS} move")
    assert [mobility(here, here.unit(u)) for u in ("u0", "u1")] == ["leg", "truck"]


# --- transport -------------------------------------------------------------------------------------------------


@pytest.mark.case("13.2g-F", "3.3b-B")
def test_a_captured_organic_truck_is_a_truck() -> None:
    here = look("organic 1 45T formation=10.Pz", "organic 1 45T formation=10.Pz captured")
    mine, taken = here.unit("u0"), here.unit("u1")
    assert (transport_kind(here, mine), is_organic(here, mine), formation_of(here, mine)) == ("organic", True, "10.Pz")
    assert (transport_kind(here, taken), is_organic(here, taken), formation_of(here, taken)) == ("truck", False, "")


# --- who may act in a phase ------------------------------------------------------------------------------------


@pytest.mark.case("7.0a", "11.0a")
@pytest.mark.parametrize(
    ("at", "usable"),
    [
        ("movement", [True, True, True, True]),
        ("reaction_movement", [False, False, True, False]),
        ("exploitation_movement", [False, False, True, True]),
    ],
)
def test_who_may_be_used_in_a_phase(at: str, usable: list[bool]) -> None:
    phasing = "soviet" if at.startswith("reaction") else "axis"
    here = look(LEG, f"{LEG} reserve", f"{LEG} released", f"{LEG} exploit", at=at, phasing=phasing)
    assert [usable_in_phase(here, here.unit(f"u{i}")) for i in range(4)] == usable


@pytest.mark.case("4.5b-A")
@pytest.mark.parametrize(
    ("unit", "may"),
    [
        (LEG, True),
        (f"{LEG} reserve", True),
        (f"{LEG} moved", False),
        (f"{LEG} negates", False),
        ("Rgt infantry other 4-3-0L/2-3-6L", True),
        ("Rgt infantry other 4-3-0L/2-3-0L", False),
    ],
)
def test_who_might_yet_spend_mp(unit: str, may: bool) -> None:
    here = look(unit)
    assert may_still_move(here, here.unit("u0")) is may


@pytest.mark.case("4.5b-A")
def test_in_the_other_sides_segment_nobody_might_spend_mp() -> None:
    here = look(LEG, phasing="soviet")
    assert not may_still_move(here, here.unit("u0"))


@pytest.mark.case("6.1b-B")
def test_without_ma_outside_the_movement_phase_the_other_side_is_no_help() -> None:
    here = look("Rgt infantry other 4-3-0L/2-3-6L released", at="exploitation_movement")
    assert not can_have_ma(here, here.unit("u0"))


# --- modes of the units of a stack -----------------------------------------------------------------------------


@pytest.mark.case("5.2-A", "5.2-C", "5.2-D", "5.1-A")
def test_every_unit_has_its_own_mode() -> None:
    here = sit(f"axis 01.01 a {LEG}\naxis 01.01 b {LEG} move\naxis 01.01 c {LEG} dg\naxis 01.01 t truck 2 45T")
    assert [here.unit(u).mode for u in "abct"] == ["combat", "move", "dg", "move"]
    assert here.unit("c").change(marker="").mode == "combat"
    assert here.unit("a").internals == FULL
