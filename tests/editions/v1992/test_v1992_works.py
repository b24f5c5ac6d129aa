"""Works, rail and tables of 1992: two Levels with engineers, Rail Cap by RE, rail repair, the Combat Table."""

from __future__ import annotations

import pytest

from redball.core.actions import AddUnit, BeginMove, Construct, ConvertRail, Pay, StepTo
from redball.core.engine import choices
from redball.core.events import HedgehogBuilt, RailConverted, SupplySpent
from redball.editions import charts_from
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.rules.ground.hedgehogs import refuse_build
from redball.rules.rail.cap import Rate, price
from redball.rules.rail.paths import SUPPLIES, refuse_track
from redball.rules.units.equivalents import POINT, unit_equivalent
from rules.table import Table, movement
from support import position

RGT = "Rgt infantry other 4-3-3L/2-3-6L"
ENGINEER = "Bn engineer other 2-3-3L/1-3-6L kind=engineer"
CHARTS = charts_from("v4", "v1992")
BOARD = "edition 1992\n[terrain]\n. . . . .\n. . . . .\n. . . . .\n[units]\n"


def building(units: str) -> Table:
    """A Movement Segment with supply at 02.02."""
    return movement(f"{BOARD}{units}\n[supply]\naxis 02.02 9\n")


def build(table: Table, unit: str = "") -> Table:
    """One Level at 02.02."""
    table.do(Construct(unit, table.hex("02.02"), "build_hedgehog"))
    while table.step in ("party", "pay"):
        table.do(next(a for a in choices(table.look) if isinstance(a, AddUnit | Pay)))
    return table


@pytest.mark.case("E92-special-supply-hedgehog")
def test_a_level_costs_two_tokens_and_one_a_turn_is_all_without_engineers() -> None:
    table = build(building(f"axis 02.02 a {RGT}\naxis 02.02 b {RGT}\naxis 02.02 c {RGT}"))
    assert sum(e.tokens for e in table.all(SupplySpent)) == 2
    assert table.refused(Construct("", table.hex("02.02"), "build_hedgehog"))[0] == "hedgehog.raised"


@pytest.mark.case("E92-special-supply-hedgehog")
def test_with_an_engineer_in_the_hex_two_levels_are_built_for_one_sp() -> None:
    table = build(building(f"axis 02.02 a {RGT}\naxis 02.02 b {RGT}\naxis 02.02 e {ENGINEER}"))
    build(table)
    assert [e.level for e in table.all(HedgehogBuilt)] == [1, 2]
    assert sum(e.tokens for e in table.all(SupplySpent)) == 4
    refused = refuse_build(table.look, "axis", table.hex("02.02"))
    assert refused is not None
    assert refused.code == "hedgehog.raised"
    written = dump_position(table.game.world, table.game.state)
    assert "axis 02.02 2 raised raised_twice" in written
    assert parse_position(written)[1].raised == table.game.state.raised == {table.hex("02.02"): 2}


@pytest.mark.case("E92-transportation-re", "E92-transportation-armor")
@pytest.mark.parametrize(
    ("line", "points"),
    [
        (RGT, 1),
        ("Bn infantry other 4-3-3L/2-3-6L", 0.5),
        ("Div infantry other 12-3-3L/6-3-8L re=3", 3),
        ("Div tank armor 12-3-3K/6-3-8K re=3", 6),
        ("Bn infantry mech 4-3-3T/2-3-16T", 1),
        ("truck 4 30T", 4),
    ],
)
def test_units_take_rail_cap_by_re_and_armor_and_mech_double(line: str, points: float) -> None:
    look = position(f"{BOARD}axis 02.02 u {line}\n")
    assert unit_equivalent(look, look.unit("u")) == points * POINT


@pytest.mark.case("E92-transportation-multi")
def test_a_way_on_multi_track_alone_costs_half() -> None:
    look = position(f"{BOARD}axis 02.02 u {RGT}\n")
    whole = unit_equivalent(look, look.unit("u"))
    assert (price(look.world, whole, Rate(multi=True)), price(look.world, whole, Rate())) == (POINT // 2, POINT)


RAILS = """edition 1992
[terrain]
. . . . . .
. . . . . .
[paths]
railroad "-" 01.01 02.01 03.01 04.01 05.01 06.01
[units]
{}
[supply]
axis 01.01 {}
[rail]
axis 4 gauge=standard
soviet 4 gauge=broad
[gauges]
broad *
standard 01.01
"""


def repairing(tokens: str, enemy: str = "") -> Table:
    """A Rail Repair unit of the axis next to a railroad of another gauge."""
    repair = "axis 01.01 rr Bn rail_repair other (1)-2-4L/(1)-2-8L kind=rail_repair"
    return movement(RAILS.format(f"{repair}\n{enemy}", tokens))


@pytest.mark.case("E92-special-supply-rail")
def test_a_rail_hex_costs_a_token() -> None:
    table = repairing("1T")
    table.do(BeginMove("rr"), StepTo(table.hex("02.01")), ConvertRail("rr"))
    table.do(*(a for a in choices(table.look) if isinstance(a, Pay)))
    assert (len(table.all(RailConverted)), table.tokens("axis", "01.01")) == (1, 0)
    table.do(StepTo(table.hex("03.01")))
    assert table.refused(ConvertRail("rr"))[0] == "convert.no_supply"


@pytest.mark.case("E92-adjacency-repair", "E92-adjacency-rail")
@pytest.mark.parametrize("guard", ["", f"axis 02.01 g {RGT}"])
def test_neither_repair_nor_trains_come_next_to_the_enemy_whoever_stands_there(guard: str) -> None:
    table = repairing("9", f"soviet 02.02 r {RGT} strat\n{guard}")
    table.do(BeginMove("rr"), StepTo(table.hex("02.01")))
    assert table.refused(ConvertRail("rr"))[0] == "convert.zoc"
    standard = repairing("9", f"soviet 01.02 r {RGT} oos\naxis 01.01 g {RGT}").look
    refused = refuse_track(standard, "axis", SUPPLIES, standard.board.index("01.01"))
    assert refused is not None
    assert refused.code == "rail.zoc"


# --- the Combat Table ------------------------------------------------------------------------------------------

LINES = {
    "open": "1:4 1:3 1:2 1:1 2:1 3:1 4:1 5:1 7:1 9:1 11:1 13:1 15:1",
    "close": "1:3 1:2 1:1 2:1 3:1 4:1 6:1 9:1 11:1 14:1 16:1 18:1 21:1",
    "very_close": "1:2 1:1 2:1 3:1 4:1 6:1 9:1 12:1 15:1 18:1 21:1 24:1 27:1",
}
KINDS = {
    "A": "AL2",
    "B": "AL1o1",
    "C": "AL1o1 Do1",
    "D": "AL1 Do1",
    "E": "AL1 DL1o1",
    "F": "Ao1 Do1",
    "G": "Ao1 DL1o1",
    "H": "Ao1e4 DL1o2",
    "I": "Ae4 DL1o2",
    "J": "Ae3 DL2o2DG",
    "K": "Ae2 DL2o3DG",
}
ROWS = [
    "AAAAAAABCCDDE",
    "AAAAAABCCDDGG",
    "AAAAABCCDDGGG",
    "AAAABCCDDFGGH",
    "AAABCCDDFGGHI",
    "AABCCDDFGGGII",
    "BCCCCDFGGGHIJ",
    "BCCCDFGGGHIIJ",
    "CCCDFFGGHIIJJ",
    "CCDFFGGHIIJJK",
    "CDFFGGGIIJJJK",
    "CFFGGGHIJJJKK",
    "FFGGGHIJJJKKK",
    "FGGHHIJJJKKKK",
    "GGHIIJJKKKKKK",
]


@pytest.mark.case("E92-combat-table-open", "E92-combat-table-close", "E92-combat-table-very-close")
@pytest.mark.parametrize("line", LINES)
def test_the_lines_of_the_combat_table(line: str) -> None:
    assert " ".join(CHARTS.combat.lines[line]) == LINES[line]
    assert CHARTS.combat.lines["extremely_close"] == CHARTS.combat.lines["very_close"]


@pytest.mark.case(
    "E92-combat-table-row-0",
    "E92-combat-table-row-1",
    "E92-combat-table-row-2",
    "E92-combat-table-row-3",
    "E92-combat-table-row-4",
    "E92-combat-table-row-5",
    "E92-combat-table-row-6",
    "E92-combat-table-row-7",
    "E92-combat-table-row-8",
    "E92-combat-table-row-9",
    "E92-combat-table-row-10",
    "E92-combat-table-row-11",
    "E92-combat-table-row-12",
    "E92-combat-table-row-13",
    "E92-combat-table-row-14",
)
@pytest.mark.parametrize("row", range(15))
def test_every_row_of_the_combat_table(row: int) -> None:
    assert [CHARTS.combat.lookup(column, row).text for column in range(13)] == [KINDS[sign] for sign in ROWS[row]]
