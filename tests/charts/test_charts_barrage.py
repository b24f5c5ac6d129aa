"""The barrage tables: columns, prices, shifts, the bracketed result, the rulebook's examples."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redball.charts import load_charts
from redball.charts.shapes import StrengthGrid

CHARTS = load_charts("v4")
TABLE = CHARTS.barrage
FACILITY = CHARTS.facility


def final(strength: int, re_quarters: int, *shifts: int) -> int:
    return TABLE.shift(TABLE.column(strength), TABLE.density_shift(re_quarters) + sum(shifts))


@pytest.mark.case("10.0a-A")
@pytest.mark.parametrize("table", [TABLE, FACILITY], ids=["barrage", "facility"])
def test_both_sides_of_every_column_boundary(table: StrengthGrid) -> None:
    lows = [1, *table.column_min[1:]]
    for index, (low, following) in enumerate(pairwise(lows)):
        assert [table.column(low), table.column(following - 1), table.column(following)] == [index, index, index + 1]
        assert table.column(Fraction(2 * following - 1, 2)) == index + 1  # rounded half up
        assert table.column(Fraction(4 * following - 3, 4)) == index
    assert table.column(10_000) == table.last_column


@pytest.mark.case("10.0-E")
@pytest.mark.parametrize("table", [TABLE, FACILITY], ids=["barrage", "facility"])
def test_a_barrage_needs_a_point(table: StrengthGrid) -> None:
    assert table.allows(1)
    assert table.allows(Fraction(1, 2))
    assert not table.allows(Fraction(49, 100))
    assert not table.allows(0)
    assert table.column(Fraction(1, 2)) == 0
    with pytest.raises(ValueError, match="at least 1 point"):
        table.column(Fraction(49, 100))


@pytest.mark.case("10.0a-A", "10.1b-1")
def test_example_of_two_battalions() -> None:
    start = TABLE.column(16)
    assert (TABLE.columns[start], TABLE.cost_tokens(start)) == ("12-16", 3)
    column = final(16, 8 * 4, TABLE.hedgehog_shift(1), TABLE.terrain_shift("close"))
    assert TABLE.columns[column] == "25-40"
    assert column == start + 2
    assert TABLE.lookup(column, 8).text == "[1/2]"
    assert not TABLE.bracket_is_dg(hedgehog_level=1, air=False, naval=False, spotter=True)
    assert not TABLE.loses_step(3)
    assert TABLE.lookup(column, 8).dg


@pytest.mark.case("10.0a-A")
@pytest.mark.parametrize(
    ("strength", "re_quarters", "shifts", "column", "roll", "result"),
    [
        (20, 8, (), "17-24", 4, "-"),  # comprehensive combat
        (18, 4, (), "12-16", 8, "DG"),  # overrun with a hip shoot
        (18, 4, (TABLE.terrain_shift("close"), TABLE.no_spotter_shift), "2", 10, "DG"),  # air barrages, target 1
        (9, 16, (), "12-16", 11, "1/2"),  # air barrages, target 2
        (9, 16, (TABLE.no_spotter_shift,), "3-4", 12, "1/2"),  # the complex example
    ],
)
def test_further_examples(
    strength: int, re_quarters: int, shifts: tuple[int, ...], column: str, roll: int, result: str
) -> None:
    found = final(strength, re_quarters, *shifts)
    assert (TABLE.columns[found], TABLE.lookup(found, roll).text) == (column, result)


@pytest.mark.case("10.1b-1")
def test_the_price_is_that_of_a_column_on_the_table() -> None:
    assert [TABLE.cost_tokens(c) for c in range(11)] == [1, 1, 2, 2, 2, 3, 3, 4, 6, 8, 10]
    assert [FACILITY.cost_tokens(c) for c in range(8)] == [1, 1, 1, 1, 2, 4, 6, 8]
    for off in (-1, 11):
        with pytest.raises(IndexError):
            TABLE.cost_tokens(off)


@pytest.mark.case("10.0a-C")
@pytest.mark.parametrize(
    ("re_quarters", "shift"), [(4, -1), (5, 0), (12, 0), (13, 1), (16, 1), (17, 2), (20, 2), (21, 3), (24, 3), (25, 4)]
)
def test_density_on_both_sides_of_each_boundary(re_quarters: int, shift: int) -> None:
    assert TABLE.density_shift(re_quarters) == shift


@pytest.mark.case("10.0a-C")
def test_a_division_counts_three_re_at_most() -> None:
    assert TABLE.re_cap_per_division == 12
    assert TABLE.density_shift(TABLE.re_cap_per_division) == 0


@pytest.mark.case("10.0b-B", "10.2b")
def test_other_shifts() -> None:
    lines = ("open", "close", "very_close", "extremely_close")
    assert [TABLE.terrain_shift(line) for line in lines] == [0, -1, -1, -2]
    assert (TABLE.hedgehog_shift(1), TABLE.no_spotter_shift, TABLE.strat_shift) == (-1, -3, 3)
    assert (TABLE.short_range_shift, TABLE.long_range_shift) == (1, -1)
    with pytest.raises(KeyError):
        TABLE.terrain_shift("water")


@pytest.mark.case("10.1b-1")
def test_a_bracketed_result_is_a_mere_dg_for_each_reason_alone() -> None:
    def is_dg(level: int = 0, air: bool = False, naval: bool = False, spotter: bool = True) -> bool:
        return TABLE.bracket_is_dg(level, air, naval, spotter)

    assert [is_dg(level) for level in range(5)] == [False, False, False, True, True]
    assert is_dg(air=True)
    assert is_dg(naval=True)
    assert is_dg(spotter=False)
    assert not is_dg()


@pytest.mark.case("10.0a-A")
def test_the_die_of_a_half_result() -> None:
    assert [TABLE.loses_step(die) for die in range(1, 7)] == [False, False, False, True, True, True]


def test_the_die_for_a_plane_is_that_number_or_more() -> None:
    cell = FACILITY.lookup(FACILITY.column(81), 1)
    assert (cell.text, cell.hits, cell.trainbust) == ("1(5)", 1, False)
    assert [cell.hits_plane(die) for die in range(1, 7)] == [False] * 4 + [True] * 2
    nothing = FACILITY.lookup(FACILITY.column(1), 1)
    assert not any(nothing.hits_plane(die) for die in range(1, 7))


@pytest.mark.case("10.0a-A")
@given(st.integers(0, 10), st.integers(-30, 30), st.integers(-5, 30))
def test_shifts_stay_on_the_table_and_every_roll_has_a_result(start: int, by: int, roll: int) -> None:
    column = TABLE.shift(start, by)
    assert column == sorted((0, start + by, TABLE.last_column))[1]
    assert TABLE.lookup(column, roll) == TABLE.lookup(column, min(max(roll, 2), 12))
