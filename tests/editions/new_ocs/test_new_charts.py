"""The charts of New OCS, read back in the words of their source."""

from __future__ import annotations

import pytest

from redball.charts import ChartError, parse_charts
from redball.charts.loading import read_package
from redball.editions import charts_from
from redball.editions.new_ocs.charts import TABLES, BarragePrices, SupplyEvasion

CHARTS = charts_from("v4", "new_ocs")


@pytest.mark.parametrize(
    ("column", "dg", "one", "two", "quarters"),
    [
        pytest.param("2-4", {12}, set(), set(), 1, marks=pytest.mark.case("N10-table-2-4")),
        pytest.param("5-7", {11, 12}, set(), set(), 2, marks=pytest.mark.case("N10-table-5-7")),
        pytest.param("8-11", {10, 11}, {12}, set(), 4, marks=pytest.mark.case("N10-table-8-11")),
        pytest.param("12-16", {9, 10}, {11, 12}, set(), 4, marks=pytest.mark.case("N10-table-12-16")),
        pytest.param("17-24", {8, 9}, {10, 11, 12}, set(), 8, marks=pytest.mark.case("N10-table-17-24")),
        pytest.param("25-40", {7, 8, 9}, {10, 11, 12}, set(), 8, marks=pytest.mark.case("N10-table-25-40")),
        pytest.param("41-68", {6, 7, 8}, {9, 10, 11}, {12}, 12, marks=pytest.mark.case("N10-table-41-68")),
        pytest.param("69-116", {5, 6, 7}, {8, 9, 10}, {11, 12}, 16, marks=pytest.mark.case("N10-table-69-116")),
        pytest.param("117+", {4, 5, 6}, {7, 8, 9}, {10, 11, 12}, 24, marks=pytest.mark.case("N10-table-117up")),
    ],
)
def test_a_column_of_the_barrage_table(column: str, dg: set[int], one: set[int], two: set[int], quarters: int) -> None:
    table = CHARTS.barrage
    index = table.columns.index(column)
    found: dict[str, set[int]] = {}
    for roll in range(2, 13):
        found.setdefault(table.lookup(index, roll).text, set()).add(roll)
    assert (found.get("DG", set()), found.get("1", set()), found.get("2", set())) == (dg, one, two)
    assert CHARTS.table(BarragePrices).column_cost_quarters[index] == quarters
    assert table.cost_tokens(index) == -(-quarters // 4)
    low = int(column.rstrip("+").split("-")[0])
    assert (table.column(low), table.column(low - 1) if low > 2 else index - 1) == (index, index - 1)


@pytest.mark.case("N10-table-minimum")
def test_one_factor_is_too_few_and_left_of_the_first_column_nothing_happens() -> None:
    assert not CHARTS.barrage.allows(1)
    assert CHARTS.barrage.allows(2)
    assert {CHARTS.barrage.lookup(0, roll).text for roll in range(2, 13)} == {"-"}


@pytest.mark.case("N10-table-features-results")
def test_there_are_no_results_of_one_half() -> None:
    assert set(CHARTS.barrage.codes) == {"-", "DG", "1", "2"}
    assert all(cell.dg for text, cell in CHARTS.barrage.codes.items() if text != "-")


@pytest.mark.parametrize(
    ("lift", "captured", "lost"),
    [
        pytest.param("no_lift", range(2, 7), range(7, 10), marks=pytest.mark.case("N12.11-table-none")),
        pytest.param("wagon_lift", range(2, 6), range(6, 9), marks=pytest.mark.case("N12.11-table-wagon")),
        pytest.param("truck_lift", range(2, 5), range(5, 8), marks=pytest.mark.case("N12.11-table-truck")),
    ],
)
def test_a_column_of_the_evasion_table(lift: str, captured: range, lost: range) -> None:
    table = CHARTS.table(SupplyEvasion)
    for roll in range(2, 13):
        expected = "captured_half" if roll in captured else "lost_half" if roll in lost else "evade"
        assert table.outcome(lift, roll) == expected  # type: ignore[arg-type]
        assert table.outcome(lift, roll - 1, after_combat=True) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('no_lift = "0"\n', "", "one number for each"),
        ("{ min = 24, result = 2 }", '{ min = 24, result = "two" }', "a shift is a number of columns"),
    ],
)
def test_faults_in_its_own_tables_are_named(old: str, new: str, fault: str) -> None:
    def read(name: str) -> str:
        return read_package(name).replace(old, new) if name == "new_ocs" else read_package(name)

    with pytest.raises(ChartError, match=fault):
        parse_charts(("v4", "new_ocs"), read, TABLES)
