"""Barrage of 1992: tables and shifts, price by RE, HQs, supply and works as targets."""

from __future__ import annotations

from fractions import Fraction

import pytest

from redball.core.actions import AddUnit, DeclareBarrage, Done, LoseStep, Pay
from redball.core.events import BarrageResolved, HedgehogReduced, StepLost, SupplySpent
from redball.editions import charts_from
from redball.editions.aimed_barrage import AimBarrage, SupplyBarraged
from redball.editions.v1992.charts import DumpBarrage
from redball.rules.barrage.chart import shift_terms
from redball.rules.barrage.on_board import target_of
from redball.rules.barrage.port_raid import PortRaided
from redball.rules.barrage.segment import preview
from redball.rules.modes.disorganization import Disorganized
from rules.table import Table, barrage_segment
from support import position

CHARTS = charts_from("v4", "v1992")
TABLE = CHARTS.barrage
GUN = "artillery b8-3-3-3T/b2-2-3-14T"
RIFLES = "Rgt infantry other 4-3-3L/2-3-6L"
BN = "Bn infantry other 4-3-3L/2-3-6L"
DIVISION = "Div infantry other 12-3-3L/6-3-8L"
BOARD = "edition 1992\n[terrain]\n. . . . . .\n. . . {} . .\n. . . . . .\n"
HOG = "[hedgehogs]\nsoviet 04.02 {}\n"
COLUMNS = ["1 or less", "2", "3-4", "5-7", "8-11", "12-16", "17-24", "25-40", "41-68", "69-116", "117+"]
PRINTED = {
    "1 or less": "12 DG",
    "2": "11 DG, 12 1/2",
    "3-4": "10 DG, 11 1/2, 12 1/2",
    "5-7": "9 DG, 10 1/2, 11 1/2, 12 1",
    "8-11": "8 DG, 9 1/2, 10 1/2, 11 1, 12 1",
    "12-16": "8 DG, 9 1/2, 10 1, 11 1, 12 1",
    "17-24": "7 DG, 8 1/2, 9 1, 10 1, 11 1, 12 2",
    "25-40": "6 DG, 7 1, 8 1, 9 1, 10 1, 11 2, 12 2",
    "41-68": "5 DG, 6 1/2, 7 1, 8 1, 9 1, 10 2, 11 2, 12 2",
    "69-116": "4 DG, 5 1, 6 1, 7 1, 8 1, 9 2, 10 2, 11 2, 12 3",
    "117+": "2 DG, 3 DG, 4 1, 5 1, 6 1, 7 1, 8 2, 9 2, 10 2, 11 3, 12 3",
}


def scene(targets: str, *, terrain: str = ".", spotter: bool = True, rest: str = "", guns: str = "b8") -> str:
    """Two guns at 01.02 and 02.01, the target at 04.02, a spotter next to it."""
    words = GUN.replace("b8", guns)
    units = [f"axis 01.02 g1 {words}", f"axis 02.01 g2 {words}", *(["axis 03.02 ir1 " + RIFLES] if spotter else [])]
    units += [f"soviet 04.02 {line}" for line in targets.splitlines() if line.strip()]
    return BOARD.format(terrain) + "[units]\n" + "\n".join(units) + "\n[supply]\naxis 01.01 9\n" + rest


def draft(text: str, *dice: int, guns: tuple[str, ...] = ("g1", "g2")) -> Table:
    """A barrage on 04.02 that is being drafted."""
    table = barrage_segment(text, dice=dice)
    return table.do(DeclareBarrage(table.hex("04.02")), *(AddUnit(uid) for uid in guns))


def fire(table: Table) -> Table:
    """Commit and pay."""
    table.do(Done())
    return table.do(Pay(table.data.unit, table.hex("01.01"))) if table.step == "pay" else table


def shift(text: str, terrain: str = "open") -> int:
    """Columns of all shifts for a barrage by the axis on 04.02."""
    look = position(text)
    target = target_of(look, "axis", look.board.index("04.02"), terrain)
    return sum(term.by for term in shift_terms(look.world.charts, target))


# --- the table -------------------------------------------------------------------------------------------------


@pytest.mark.case(
    "E92-barrage-table-1",
    "E92-barrage-table-2",
    "E92-barrage-table-3-4",
    "E92-barrage-table-5-7",
    "E92-barrage-table-8-11",
    "E92-barrage-table-12-16",
    "E92-barrage-table-17-24",
    "E92-barrage-table-25-40",
    "E92-barrage-table-41-68",
    "E92-barrage-table-69-116",
    "E92-barrage-table-117up",
)
@pytest.mark.parametrize("column", COLUMNS)
def test_every_column_of_the_barrage_table(column: str) -> None:
    found = {int(word.split()[0]): word.split()[1] for word in PRINTED[column].split(", ")}
    index = COLUMNS.index(column)
    assert TABLE.columns[index] == column
    assert [TABLE.lookup(index, roll).text for roll in range(2, 13)] == [found.get(roll, "-") for roll in range(2, 13)]


@pytest.mark.case("E92-barrage-table-half", "E92-barrage-table-number")
@pytest.mark.parametrize(("die", "lost"), [(3, 0), (4, 1)])
def test_half_a_step_is_lost_on_four_and_the_target_is_disorganized_anyway(die: int, lost: int) -> None:
    table = fire(draft(scene(f"r1 {DIVISION} re=2"), 4, 5, die))  # 16 points against 2 RE: column 12-16, 9 is 1/2
    assert table.one(BarrageResolved).result == "1/2"
    assert (len(table.all(StepLost)), len(table.all(Disorganized))) == (lost, 1)


@pytest.mark.case("E92-barrage-table-number")
def test_the_owner_chooses_who_loses_the_steps() -> None:
    table = fire(draft(scene(f"r1 {BN}\nr2 {RIFLES}"), 6, 4))
    assert (table.one(BarrageResolved).result, table.step) == ("1", "losses")
    table.do(LoseStep("r2"))
    assert [e.unit for e in table.all(StepLost)] == ["r2"]


@pytest.mark.case("E92-barrage-table-hq")
def test_an_hq_is_never_destroyed_by_a_barrage() -> None:
    alone = fire(draft(scene("r1 hq 4T-3T/10T-20T", guns="b40"), 6, 6))
    assert (alone.one(BarrageResolved).steps, alone.all(StepLost)) == (2, [])
    table = fire(draft(scene(f"r1 hq 4T-3T/10T-20T\nr2 {RIFLES}"), 6, 4))
    assert [e.unit for e in table.all(StepLost)] == ["r2"]


# --- shifts and price ------------------------------------------------------------------------------------------


@pytest.mark.case("E92-barrage-shifts-small", "E92-barrage-shifts-density")
@pytest.mark.parametrize(
    ("quarters", "by"),
    [(1, -2), (3, -2), (4, -1), (5, 0), (8, 0), (11, 0), (12, 1), (15, 1), (16, 2), (23, 2), (24, 3), (40, 3)],
)
def test_size_shifts_the_column(quarters: int, by: int) -> None:
    assert TABLE.density_shift(quarters) == by


@pytest.mark.case("E92-barrage-shifts-density")
def test_a_division_counts_with_all_its_re() -> None:
    assert shift(scene(f"r1 {DIVISION} re=6")) == 3


@pytest.mark.case("E92-barrage-shifts-hedgehog")
@pytest.mark.parametrize(("level", "by"), [(1, -1), (2, -1), (3, -2), (4, -2)])
def test_hedgehogs_shift_by_their_level(level: int, by: int) -> None:
    assert shift(scene(f"r1 {DIVISION} re=2", rest=HOG.format(level))) == by


@pytest.mark.case("E92-barrage-shifts-terrain", "E92-barrage-shifts-spotter")
def test_terrain_and_a_missing_spotter_shift_one_column_each() -> None:
    target = f"r1 {DIVISION} re=2"
    lines = {"open": 0, "close": -1, "very_close": -1, "extremely_close": -1}
    assert {line: TABLE.terrain_shift(line) for line in lines} == lines
    assert shift(scene(target, spotter=False)) == -1
    assert shift(scene(target)) == 0


@pytest.mark.case("E92-barrage-supply")
@pytest.mark.parametrize(("guns", "price"), [(("g1",), 1), (("g1", "g2"), 2)])
def test_a_barrage_costs_a_token_for_each_re_of_artillery(guns: tuple[str, ...], price: int) -> None:
    table = draft(scene(f"r1 {RIFLES}"), 1, 1, guns=guns)
    assert preview(table.look, "axis", table.hex("04.02"), guns).cost == price
    fire(table)
    assert sum(e.tokens for e in table.all(SupplySpent)) == price


@pytest.mark.case("E92-barrage-supply")
def test_a_battalion_of_artillery_takes_a_whole_token_and_nothing_means_no_fire() -> None:
    small = scene(f"r1 {RIFLES}").replace(f"g1 {GUN}", f"g1 {GUN} size=Bn")
    table = draft(small, 1, 1, guns=("g1",))
    assert preview(table.look, "axis", table.hex("04.02"), ("g1",)).cost == 1
    dry = draft(scene(f"r1 {RIFLES}").replace("axis 01.01 9", "axis 01.01 1T"))
    assert dry.refused(Done())[0] == "barrage.no_supply"


# --- supply as target ------------------------------------------------------------------------------------------

DUMP = CHARTS.table(DumpBarrage)
DUMPS = ["1", "2-4", "5-8", "9-12", "13-24", "25-48", "49-62", "63+"]
PERCENT = [
    (0, 0, 0, 0, 5, 5, 10, 10),
    (0, 0, 0, 5, 5, 10, 10, 15),
    (0, 0, 5, 5, 10, 10, 15, 20),
    (0, 5, 5, 10, 10, 15, 20, 25),
    (5, 5, 10, 10, 15, 20, 25, 30),
    (5, 10, 10, 15, 20, 25, 30, 30),
]


@pytest.mark.case("E92-barrage-dump")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_table_against_supply(die: int) -> None:
    assert list(DUMP.columns) == DUMPS
    assert tuple(DUMP.result(column, die) for column in range(8)) == PERCENT[die - 1]
    edges = {1: 0, 2: 1, 4: 1, 5: 2, 8: 2, 9: 3, 12: 3, 13: 4, 24: 4, 25: 5, 48: 5, 49: 6, 62: 6, 63: 7, 200: 7}
    assert {points: DUMP.column(points) for points in edges} == edges


@pytest.mark.case("E92-barrage-dump-shifts")
@pytest.mark.parametrize(
    ("hedgehog", "line", "points", "by"),
    [
        (False, "open", 4, [0]),
        (False, "open", 5, [1]),
        (False, "open", Fraction(59, 4), [1]),
        (False, "open", 15, [0]),
        (False, "open", Fraction(61, 4), [2]),
        (True, "open", 1, [-1]),
        (False, "close", 1, [-2]),
        (False, "very_close", 1, [-2]),
        (True, "close", 20, [-1, -2, 2]),
    ],
)
def test_works_terrain_and_amount_shift(hedgehog: bool, line: str, points: Fraction, by: list[int]) -> None:
    assert [found for found, _ in DUMP.shifts(hedgehog, line, points)] == [one for one in by if one]


@pytest.mark.case("E92-barrage-dump", "E92-barrage-dump-each")
def test_supply_trucks_and_wagons_each_lose_their_percentage() -> None:
    """The booklet's example: 25 % of 10 trucks, 4 wagons and 15 SP are 3 trucks, 1 wagon and 4 SP."""
    units = "t1 truck 10 30T\nw1 wagon 4 10L"
    text = scene(units, spotter=False, guns="b10").replace("axis 01.01 9", "axis 01.01 9\nsoviet 04.02 15")
    table = draft(text, 6)
    assert table.data.aim == ""
    assert table.refused(AimBarrage("units"))[0] == "barrage.not_there"
    fire(table)  # 20 points are column 13-24, two right for 29 points: 49-62, and 6 is 30 %
    assert table.one(BarrageResolved).result == "30%"
    assert table.tokens("soviet", "04.02") == 60 - 4 * 5  # 4.5 SP are 5
    left = {u.counter: u.points for u in table.look.units_at(table.hex("04.02"), "soviet")}
    assert left == {"t1": 7, "w1": 3}
    assert table.one(SupplyBarraged).ground == 20


@pytest.mark.case("E92-barrage-dump-each")
def test_the_printed_example_of_a_quarter() -> None:
    units = "t1 truck 10 30T\nw1 wagon 4 10L"
    text = scene(units, spotter=False, guns="b10").replace("axis 01.01 9", "axis 01.01 9\nsoviet 04.02 15")
    table = fire(draft(text, 5))
    left = {u.counter: u.points for u in table.look.units_at(table.hex("04.02"), "soviet")}
    assert (table.one(BarrageResolved).result, table.tokens("soviet", "04.02"), left) == ("25%", 44, {"t1": 7, "w1": 3})


@pytest.mark.case("E92-barrage-dump")
def test_supply_under_units_is_fired_at_by_choice() -> None:
    text = scene(f"r1 {RIFLES}").replace("axis 01.01 9", "axis 01.01 9\nsoviet 04.02 10")
    table = draft(text, 6)
    assert {action.target for action in table.offered(AimBarrage)} == {"supply"}
    table.do(AimBarrage("supply"))
    assert table.refused(AimBarrage("supply"))[0] == "barrage.aimed"
    fire(table)
    assert table.tokens("soviet", "04.02") == 28  # 16 points one column right: 30 % of 10 SP are 3


# --- works as target -------------------------------------------------------------------------------------------

WORKS = ["4 or less", "5-10", "11-20", "21-40", "41-80", "81+"]
HITS = [(0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 1, 1), (0, 0, 0, 1, 1, 1), (0, 0, 1, 1, 1, 2), (0, 1, 1, 2, 2, 2)]
HITS += [(1, 1, 1, 2, 2, 2)]


@pytest.mark.case("E92-facility")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_table_against_facilities(die: int) -> None:
    assert list(CHARTS.facility.columns) == WORKS
    assert tuple(CHARTS.facility.lookup(column, die).hits for column in range(6)) == HITS[die - 1]
    bare = [column for column in range(6) if CHARTS.facility.lookup(column, die).text == "(4)"]
    assert bare == [[4], [3], [2], [1], [0], []][die - 1]


@pytest.mark.case("E92-facility", "E92-facility-rail-hedgehog")
@pytest.mark.parametrize(
    ("level", "guns", "die", "left"), [(3, "b8", 4, 2), (3, "b20", 5, 1), (1, "b20", 6, 0), (2, "b8", 3, 2)]
)
def test_a_hedgehog_loses_levels(level: int, guns: str, die: int, left: int) -> None:
    table = draft(scene(f"r1 {RIFLES}", rest=HOG.format(level), guns=guns), die)
    table.do(AimBarrage("works"))
    fire(table)
    works = table.look.state.hedgehogs.get(table.hex("04.02"))
    assert (works.level if works else 0) == left
    assert len(table.all(HedgehogReduced)) == (level != left)


@pytest.mark.case("E92-facility", "E92-port-hits", "10.0c-B")
@pytest.mark.parametrize(
    ("marks", "guns", "die", "hits"), [("", "b8", 4, 1), ("", "b20", 5, 2), ("hits=3", "b20", 6, 4)]
)
def test_artillery_fires_at_a_port(marks: str, guns: str, die: int, hits: int) -> None:
    port = f'[places]\n04.02 port "Haven"\n[ports]\n04.02 3\n[harbours]\nsoviet 04.02 {marks}\n'
    table = draft(scene(f"r1 {RIFLES}", rest=port, guns=guns), die)
    assert "port" in {action.target for action in table.offered(AimBarrage)}
    table.do(AimBarrage("port"))
    fire(table)
    assert (table.one(PortRaided).hits, table.one(PortRaided).roll) == (hits, die)


@pytest.mark.case("E92-barrage-dump")
def test_there_must_be_a_draft_and_something_to_fire_at() -> None:
    table = barrage_segment(scene(f"r1 {RIFLES}"))
    assert table.refused(AimBarrage("supply"))[0] == "barrage.no_draft"
    assert table.refused(DeclareBarrage(table.hex("04.01")))[0] == "barrage.nothing"
