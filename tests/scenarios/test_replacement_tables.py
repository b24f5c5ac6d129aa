"""Reading the tables of replacements, and what is wrong with faulty ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from redball.core.state import NOT_ARRIVED
from redball.game import Game
from redball.scenarios.errors import ScenarioError
from redball.scenarios.files import parse_items
from redball.scenarios.load import load_scenario
from redball.scenarios.records import Cost, Scenario
from scenarios.test_load import COUNTERS, SCENARIO, folder, table

REPLS = [
    {"id": f"su-{symbol}", "side": "soviet", "name": symbol, "nation": "su", "kind": "repl", "symbol": symbol}
    | {"colour": "other", "move_strength": "1", "move_ar": "1", "move_ma": "4L"}
    for symbol in ("pax", "eq")
]
POOL = [row | {"id": f"su-rd{n}"} for row in COUNTERS if row["id"] == "su-rd" for n in (1, 2)]
TABLES = """[variable_reinforcement_table.soviet]
dice = "1d6"
entries = ["04.02"]
bands = [{ max = 2, result = "none" }, { min = 3, max = 4, result = "2 pax, 1 eq" }, { min = 5, result = "1 rifles" }]
pools.rifles = ["su-rd1", "su-rd2"]
[[rebuild_table.soviet]]
name = "Rifle Division"
size = ["Div"]
symbol = ["infantry"]
cost = "1 pax"
[[rebuild_table.soviet]]
name = "Guns"
kind = ["artillery"]
cost = "1 pax, 1 eq"
[[rebuild_table.soviet]]
name = "Company"
size = ["Co"]
colour = ["other"]
cost = "1 pax"
pairs = true
[[rebuild_table.soviet]]
name = "The rest"
[victory]
"""
TEXT = SCENARIO.replace("[victory]\n", TABLES, 1)
ROWS = [*COUNTERS, *REPLS, *POOL]


@pytest.fixture
def ford(tmp_path: Path) -> Scenario:
    return load_scenario(folder(tmp_path, scenario=TEXT, counters=table(ROWS)))


def fault(path: Path, old: str, new: str, rows: list[dict[str, str]] = ROWS) -> str:
    """Where and what is wrong once a text of the tables is another."""
    assert old in TEXT
    with pytest.raises(ScenarioError) as caught:
        load_scenario(folder(path, scenario=TEXT.replace(old, new, 1), counters=table(rows)))
    return f"{caught.value.where}: {caught.value.message}"


@pytest.mark.case("13.5-A", "13.6")
def test_the_variable_reinforcement_table(ford: Scenario) -> None:
    found = ford.variable_tables["soviet"]
    assert (found.table.dice, found.entries) == (1, (ford.board.index("04.02"),))
    assert [found.roll(n) for n in (2, 3, 4, 5)] == [{}, {"pax": 2, "eq": 1}, {"pax": 2, "eq": 1}, {"rifles": 1}]
    assert found.pools == {"rifles": ("su-rd1", "su-rd2")}
    assert ford.generic_repls == {"soviet": {"pax": "su-pax", "eq": "su-eq"}}


@pytest.mark.case("13.5-A", "13.6")
def test_generic_repls_are_no_units_and_a_pool_has_not_arrived(tmp_path: Path) -> None:
    path = folder(tmp_path, scenario=TEXT, counters=table(ROWS))
    units = Game.new(str(path)).state.units
    assert not {"su-pax", "su-eq"} & units.keys()
    assert units["su-rd1"].hex == NOT_ARRIVED


@pytest.mark.case("13.5a", "13.5d")
def test_the_first_row_of_the_rebuild_table_that_fits_counts(ford: Scenario) -> None:
    rows = ford.rebuild_tables["soviet"]
    fitting = {uid: next(row for row in rows if row.fits(ford.counters[uid])) for uid in ("su-rd", "su-gun")}
    assert (fitting["su-rd"].name, fitting["su-rd"].cost) == ("Rifle Division", Cost(pax=1))
    assert (fitting["su-gun"].name, fitting["su-gun"].cost) == ("Guns", Cost(1, 1))
    assert [row.pairs for row in rows] == [False, False, True, False]
    assert rows[-1].cost is None


def test_items_are_counted() -> None:
    assert parse_items("1 tanks") == {"tanks": 1}
    for text in ("0 pax", "pax", "1 pax,, 1 eq", "1 pax, 2 pax", ""):
        with pytest.raises(ValueError, match="is not a list such as"):
            parse_items(text)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("2 pax, 1 eq", "2 tanks", "bands: 'tanks' is neither pax nor eq nor a pool of this table"),
        ("2 pax, 1 eq", "some", "bands: 'some' is not a list"),
        ("max = 2, result", "max = 1, result", "bands: no bands hold a roll of 2"),
        ('"su-rd2"]', '"su-rd3"]', "pools.rifles: there is no counter 'su-rd3'"),
        ('"su-rd2"]', '"su-rd"]', "su-rd is placed in arrivals[2].units already"),
        ('size = ["Div"]', 'size = ["Squad"]', "rebuild_table.soviet[1].size: 'Squad' is none of"),
        ('kind = ["artillery"]', 'units = ["su-x"]', "rebuild_table.soviet[2].units: there is no counter 'su-x'"),
        ('cost = "1 pax, 1 eq"', 'cost = "1 tank"', "rebuild_table.soviet[2].cost: '1 tank' is not a number of Repls"),
        ('cost = "1 pax"\npairs', 'cost = "2 pax"\npairs', "two units for one cost are units that cost one Repl"),
        ('name = "Guns"', 'called = "Guns"', "unknown key"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert told in fault(tmp_path, old, new)


def test_a_result_needs_the_counter_of_its_repls(tmp_path: Path) -> None:
    rows = [row for row in ROWS if row["id"] != "su-eq"]
    assert "soviet has no eq counter that is placed nowhere" in fault(tmp_path, "none", "none", rows)


def test_there_is_one_generic_counter_of_a_kind(tmp_path: Path) -> None:
    rows = [*ROWS, REPLS[0] | {"id": "su-pax-2"}]
    assert "are both unplaced pax Repls" in fault(tmp_path, "none", "none", rows)


@pytest.mark.case("13.5-B")
@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ({"symbol": "infantry"}, "symbol: 'infantry' is none of eq pax"),
        ({"move_strength": "(1)"}, "move_strength: a Repl is Attack-Capable"),
        ({"re": "2"}, "re: a Repl has none"),
    ],
)
def test_a_repl_counter_is_what_a_repl_is(tmp_path: Path, cells: dict[str, str], told: str) -> None:
    assert told in fault(tmp_path, "none", "none", [row | (cells if row["id"] == "su-pax" else {}) for row in ROWS])
