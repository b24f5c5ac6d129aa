"""The v4.1a chart sheet: its tables as played, and what it says otherwise than the series rules."""

from __future__ import annotations

import pytest

from redball.core.actions import AddPlane, Construct, Done, LoseStep, Pay, RefitAt, UnloadSupply
from redball.core.events import AttritionResult
from redball.core.state import Frame
from redball.editions import edition, names
from redball.rules.supply_phase.attrition import Attrition
from rules.table import Table
from support import HQ, LEG, land, position, sit

SHEET = "v4.2+v4.1a"
CHARTS = edition(SHEET).charts
ALL = -1
RIFLES = "Rgt infantry other 4-3-3L/2-3-6L"
DIVISION = "Div infantry other 12-3-3L/6-3-8L"


def column(rating: int) -> dict[int, int]:
    """Steps lost by roll, from 2 to 15."""
    return {roll: CHARTS.attrition.losses(rating, roll) for roll in range(2, 16)}


def spread(*bounds: int) -> dict[int, int]:
    """The last rolls that lose nothing, one, two and four steps; above them all."""
    none, one, two, four = bounds

    def lost(roll: int) -> int:
        return 0 if roll <= none else 1 if roll <= one else 2 if roll <= two else 4 if roll <= four else ALL

    return {roll: lost(roll) for roll in range(2, 16)}


@pytest.mark.case("K12.8-attrition-ar5")
def test_attrition_of_the_best() -> None:
    assert column(5) == spread(8, 10, 11, 12)


@pytest.mark.case("K12.8-attrition-ar4")
def test_attrition_at_4() -> None:
    assert column(4) == spread(7, 9, 10, 11)


@pytest.mark.case("K12.8-attrition-ar3")
def test_attrition_at_3() -> None:
    assert column(3) == spread(5, 7, 9, 11)


@pytest.mark.case("K12.8-attrition-ar2")
def test_attrition_at_2() -> None:
    assert column(2) == spread(3, 5, 7, 9)


@pytest.mark.case("K12.8-attrition-ar1")
def test_attrition_at_1() -> None:
    assert column(1) == spread(2, 4, 6, 8)


@pytest.mark.case("K12.8-attrition-ar0")
def test_attrition_of_the_worst() -> None:
    assert column(0) == spread(1, 3, 5, 7)


@pytest.mark.case("K12.11a-dump-blowing")
def test_blown_dumps() -> None:
    assert [CHARTS.dump_blowing.percent(die) for die in range(1, 7)] == [25, 50, 50, 75, 75, 100]


@pytest.mark.case("K9.14-capture-dump")
def test_captured_dumps() -> None:
    assert [CHARTS.capture.percent("dump", die) for die in range(1, 7)] == [0, 25, 25, 50, 50, 75]


@pytest.mark.case("K9.14-capture-trucks")
def test_captured_trucks() -> None:
    assert [CHARTS.capture.percent("trucks", die) for die in range(1, 7)] == [0, 0, 25, 50, 50, 75]
    assert CHARTS.capture.displacement_hexes("trucks") == 10


@pytest.mark.case("K9.14-capture-wagons")
def test_captured_wagons() -> None:
    assert [CHARTS.capture.percent("wagons", die) for die in range(1, 7)] == [0, 0, 25, 50, 75, 100]
    assert CHARTS.capture.displacement_hexes("wagons") == 5


def hungry(others: str, sheet: bool) -> Table:
    """Attrition of a division that starves, with others in its hex; 2 and 2 are rolled."""
    head = f"edition {SHEET}\n" if sheet else ""
    units = f"axis 02.02 d {DIVISION} re=4 oos\n{others}soviet 04.01 r {RIFLES}\n"
    look = position(f"{head}[terrain]\n. . . .\n. . . .\n[units]\n{units}", phase="supply")
    return Table(look, Frame("attrition", "begin", Attrition("axis")), (2, 2))


@pytest.mark.case("K12.8-attrition-drm")
@pytest.mark.parametrize(
    ("others", "by_sheet", "by_rules"),
    [
        ("", 4, 4),
        (f"axis 02.02 s {RIFLES}\n", 7, 4),
        (f"axis 02.02 s {RIFLES} oos\n", 7, 7),
        ("axis 02.02 t truck 4 45T\n", 4, 4),
    ],
)
def test_the_sheet_counts_every_step_in_the_hex(others: str, by_sheet: int, by_rules: int) -> None:
    """Four steps starve; a supplied regiment beside them makes five on the sheet only; 4 costs nothing, 7 a step."""
    for sheet, roll in ((True, by_sheet), (False, by_rules)):
        result = hungry(others, sheet).one(AttritionResult)
        assert result.steps == CHARTS.attrition.losses(3, roll)
        assert any(line.amount == "+3" for line in result.ledger.lines) is (roll == 7)


def test_only_the_starving_lose_steps() -> None:
    table = hungry(f"axis 02.02 s {RIFLES}\n", sheet=True)
    assert table.unit("s").on_map
    assert {action.unit for action in table.offered(LoseStep)} == {"d"}


def test_it_is_an_overlay_of_the_series_rules() -> None:
    assert SHEET in names()
    assert edition(SHEET).charts == edition("v4.2").charts


# --- air bases ---------------------------------------------------------------------------------------------------

FIGHTERS = "\n".join(f"axis 02.02 f{i} F 4-3-6/3-2-4 inactive" for i in range(5))


@pytest.mark.case("K15.1-refit")
def test_a_base_of_level_2_refits_four_aircraft_for_a_token() -> None:
    rest = f"[supply]\naxis 02.02 2\n[bases]\naxis 02.02 2\n[aircraft]\n{FIGHTERS}\n"
    table = sit(f"axis 02.02 a {LEG}\nsoviet 06.05 r {LEG}", at="aircraft_refit", rest=rest, edition=SHEET)
    table.do(RefitAt(table.hex("02.02")), *(AddPlane(f"f{i}") for i in range(4)))
    assert table.refused(AddPlane("f4"))[0] == "refit.limit"
    table.do(Done()).do(table.offered(Pay)[0])
    assert table.spent("axis", "refit") == 1


@pytest.mark.case("K15.1-refit")
@pytest.mark.parametrize(("throw", "refits"), [(9, True), (6, False)])
def test_a_base_out_of_draw_refits_by_a_throw(throw: int, refits: bool) -> None:
    """Eight hexes from the SP; the HQ is beside them."""
    rest = f"[supply]\naxis 01.01 2\n[bases]\naxis 09.01 2\n[aircraft]\n{FIGHTERS.replace('02.02', '09.01')}\n"
    units = f"axis 01.01 h hq {throw}L-4T/{throw}L-20T\naxis 09.01 a {LEG}\nsoviet 14.01 r {LEG}"
    table = sit(units, land(columns=14, rows=1), at="aircraft_refit", rest=rest, edition=SHEET)
    assert (RefitAt(table.hex("09.01")) in table.game.choices()) is refits
    if refits:
        table.do(RefitAt(table.hex("09.01")), AddPlane("f0"), Done())
        assert {pay.via for pay in table.offered(Pay)} == {"h"}


@pytest.mark.case("K15.3-airbase")
@pytest.mark.parametrize("base", ["axis 02.02 2", "axis 04.04 1"])
def test_a_level_of_an_air_base_costs_one_sp(base: str) -> None:
    """Whether it is the first one of a new base or improves one."""
    rest = f"[supply]\naxis 02.02 2\n[bases]\n{base}\n[aircraft]\n{FIGHTERS.replace('02.02', base.split()[1])}\n"
    table = sit(f"axis 02.02 hq {HQ}\nsoviet 06.05 r {LEG}", rest=rest, edition=SHEET)
    table.do(Construct("hq", table.hex("02.02"), "build_air_base"))
    while table.offered(Pay):
        table.do(table.offered(Pay)[0])
    assert table.spent("axis") == 4


@pytest.mark.case("K13.2f-loading-unload")
@pytest.mark.parametrize(("base", "may"), [("05.01", True), ("05.02", False)])
def test_trucks_unload_at_an_air_base(base: str, may: bool) -> None:
    units = f"axis 02.02 u {LEG}\naxis 05.01 t truck 2 50T load=1\nsoviet 06.05 r {LEG}"
    table = sit(units, rest=f"[bases]\naxis {base} 1\n", edition=SHEET).begin("t")
    assert (UnloadSupply("t", 4) in table.offered(UnloadSupply)) is may
