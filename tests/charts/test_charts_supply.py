"""Attrition, capture, blown dumps, breakout, prices and sizes."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redball.charts import ALL, load_charts, percent_of

CHARTS = load_charts("v4")


@pytest.mark.case("12.8b-A")
@pytest.mark.parametrize(
    ("rating", "starts"),
    [
        (5, {9: 1, 11: 2, 12: 4, 13: ALL}),
        (4, {8: 1, 10: 2, 11: 4, 12: ALL}),
        (3, {6: 1, 8: 2, 10: 4, 12: ALL}),
        (2, {4: 1, 6: 2, 8: 4, 10: ALL}),
        (1, {3: 1, 5: 2, 7: 4, 9: ALL}),
        (0, {4: 2, 6: 4, 8: ALL}),
    ],
)
def test_attrition_on_both_sides_of_each_boundary(rating: int, starts: dict[int, int]) -> None:
    before = 1 if rating == 0 else 0
    for roll, steps in starts.items():
        assert CHARTS.attrition.losses(rating, roll - 1) == before
        assert CHARTS.attrition.losses(rating, roll) == steps
        before = steps


@pytest.mark.case("12.8b-A")
def test_attrition_ratings_off_the_table() -> None:
    assert CHARTS.attrition.losses(6, 12) == CHARTS.attrition.losses(5, 12) == 4
    with pytest.raises(ValueError, match="not negative"):
        CHARTS.attrition.losses(-1, 7)


@pytest.mark.case("12.8b-A")
def test_attrition_of_many_steps() -> None:
    assert (CHARTS.attrition.many_steps, CHARTS.attrition.five_steps_modifier) == (5, 3)


@pytest.mark.case("9.14b", "9.14c-A", "9.14c-C", "9.14c-E")
def test_example_of_captured_trucks() -> None:
    """Three trucks with 3 SP roll a 3, the 9 SP on the ground a 5."""
    capture = CHARTS.capture
    trucks = capture.percent("trucks", 3)
    assert (percent_of(3, trucks), percent_of(12, trucks)) == (1, 3)
    assert capture.displacement_hexes("trucks") == 10
    assert capture.displacement_hexes("wagons") == 5
    assert divmod(percent_of(36, capture.percent("dump", 5)), 4) == (4, 2)


@pytest.mark.case("9.14c-A")
def test_trucks_and_wagons_by_ma() -> None:
    assert CHARTS.capture.transport_kind(10) == "wagons"
    assert CHARTS.capture.transport_kind(Fraction(21, 2)) == "trucks"
    assert CHARTS.capture.transport_kind(11) == "trucks"


@pytest.mark.case("12.11a-B")
def test_example_of_a_blown_dump() -> None:
    assert [die for die in range(1, 7) if CHARTS.dump_blowing.percent(die) == 75] == [4, 5]
    assert divmod(percent_of(12, 75), 4) == (2, 1)


@pytest.mark.case("12.8e-2", "12.8e-4")
def test_breakout_on_both_sides_of_its_boundary() -> None:
    result = CHARTS.breakout.result
    assert (result(4, False), result(5, False)) == ("dead_pile", "returns")
    assert (result(3, True), result(4, True)) == ("dead_pile", "returns")


@pytest.mark.case("12.4-A", "12.4-B", "12.5c-A", "12.5c-B", "12.5c-C", "12.10e")
def test_prices() -> None:
    costs = CHARTS.supply_costs
    assert 3 * costs.attack_per_step == 3  # 9.5b: three units of a step
    assert (costs.defence_per_combat, costs.defence_per_combat_1_re_or_less, costs.defence_small_re_max) == (2, 1, 4)
    assert costs.fuel_hq + costs.fuel_single_unit == 5  # 12.5g
    assert 5 * costs.fuel_single_unit + costs.fuel_formation == 9
    assert -(-26 // (4 * costs.eat_off_map_re_per_t)) == 4  # 12.6c: 6 1/2 RE
    assert costs.recover_exhausted_per_unit_or_re == 2 * costs.recover_low_per_unit_or_re == 4


@pytest.mark.case("4.6-B", "4.8-A")
def test_sizes_are_quarters() -> None:
    sizes = CHARTS.sizes
    assert (sizes.company_re, sizes.replacement_re, sizes.battalion_re, sizes.other) == (1, 1, 2, 4)
    assert CHARTS.strength_states.stacking_re * sizes.other == 40


@given(st.integers(0, 5), st.integers(-10, 30))
def test_attrition_never_falls_with_the_roll(rating: int, roll: int) -> None:
    def steps(number: int) -> float:
        found = CHARTS.attrition.losses(rating, number)
        return float("inf") if found == ALL else found

    assert steps(roll) <= steps(roll + 1)
