"""Rail Repair units convert railroads."""

from __future__ import annotations

import pytest

from redball.core.actions import ConvertRail, RideRail
from redball.core.events import RailConverted
from redball.rules.ground.railroads import gauge_of
from redball.rules.trace.sources import stations
from rules.rail_table import FOE, GAUGES, INF, REPAIR, position, railway
from support import Sitting, sitting

CAP = "axis 4 gauge=standard\nsoviet 4 gauge=broad"
SLOW, ODD = REPAIR.replace("4L/", "3L/"), REPAIR.replace("4L/", "5L/")
FAST = "Bn rail_repair other (1)-2-8L/(1)-2-9L kind=rail_repair"


def working(units: str, more: str = "") -> Sitting:
    """Standard gauge runs to 06.02."""
    return railway(units, cap=CAP, gauges=GAUGES, more=more)


def gauge(table: Sitting, name: str) -> str:
    return gauge_of(table.game.look, table.hex(name))


@pytest.mark.case("13.3f-B", "13.3d-A")
def test_a_rail_repair_unit_converts_what_it_enters_at_no_cost() -> None:
    table = working(f"axis 06.02 p {REPAIR}").begin("p")
    assert table.refused(ConvertRail("p")) == ("convert.not_entered", "13.3f-B")
    table.go("07.02").do(ConvertRail("p"))
    assert (gauge(table, "07.02"), gauge(table, "08.02"), table.left("p")) == ("standard", "broad", "3")
    assert table.one(RailConverted).gauge == "standard"
    assert table.refused(ConvertRail("p")) == ("convert.nothing", "13.3f")
    assert table.hex("07.02") in table.game.state.new_rails
    table.go("08.02").do(ConvertRail("p"))
    assert table.hex("08.02") in stations(table.game.look, "axis")
    assert table.unit("p").activity.converted == 2


@pytest.mark.case("13.3f-B")
def test_nobody_else_converts_and_nothing_by_merely_moving() -> None:
    table = working(f"axis 06.02 a {INF}").begin("a").go("07.02")
    assert table.refused(ConvertRail("a")) == ("convert.not_repair", "13.3f-B")
    assert table.refused(ConvertRail("garrison")) == ("convert.not_repair", "13.3f-B")
    table = working(f"axis 06.02 p {REPAIR}").begin("p").go("07.02").halt()
    assert gauge(table, "07.02") == "broad"


@pytest.mark.case("13.3f-B", "13.3f")
def test_only_railroads_of_another_gauge() -> None:
    table = working(f"axis 06.01 p {REPAIR}").begin("p").go("06.02")
    assert table.refused(ConvertRail("p")) == ("convert.nothing", "13.3f")
    table.go("06.03")
    assert table.refused(ConvertRail("p")) == ("convert.nothing", "13.3f")


@pytest.mark.case("13.3f-A", "4.5a-E")
@pytest.mark.parametrize(("mode", "may"), [("", False), ("strat", True)])
def test_nothing_is_converted_in_a_zoc_negated_or_not(mode: str, may: bool) -> None:
    table = (
        working(f"axis 06.02 p {REPAIR}\naxis 07.02 g {INF} moved\nsoviet 07.01 z {FOE} {mode}").begin("p").go("07.02")
    )
    if may:
        table.do(ConvertRail("p"))
    else:
        assert table.refused(ConvertRail("p")) == ("convert.zoc", "13.3f-A")


@pytest.mark.case("13.3g-D", "5.10e-A", "5.5b")
@pytest.mark.parametrize(
    ("marks", "may"), [("", True), ("dg", True), ("move", False), ("move dg", False), ("reserve", False)]
)
def test_it_is_in_combat_mode_or_dg_toward_it(marks: str, may: bool) -> None:
    table = working(f"axis 06.02 p {REPAIR} {marks}").begin("p").go("07.02")
    if may:
        table.do(ConvertRail("p"))
    else:
        assert table.refused(ConvertRail("p")) == ("convert.mode", "13.3g-D")


@pytest.mark.case("13.3g-D")
@pytest.mark.parametrize(
    ("unit", "already", "may"),
    [
        (FAST, 3, True),
        (FAST, 4, False),
        (f"{FAST} dg", 3, True),
        (SLOW, 2, True),
        (SLOW, 3, False),
        (f"{ODD} dg", 1, True),
        (f"{ODD} dg", 2, False),
    ],
)
def test_four_hexes_in_a_phase_or_as_many_as_its_ma(unit: str, already: int, may: bool) -> None:
    table = working(f"axis 06.02 p {unit} converted={already}").begin("p").go("07.02")
    if may:
        table.do(ConvertRail("p"))
        assert table.unit("p").activity.converted == already + 1
    else:
        assert table.refused(ConvertRail("p")) == ("convert.limit", "13.3g-D")


@pytest.mark.case("13.3g-D", "2.3-H", "2.3-J")
@pytest.mark.parametrize("at", ["exploitation_movement", "reaction_movement"])
def test_in_its_own_movement_phase_only(at: str) -> None:
    written = position(f"axis 06.02 p {REPAIR} released", cap=CAP, gauges=GAUGES, at=at)
    if at.startswith("reaction"):
        written = written.replace("phasing=axis", "phasing=soviet")
    table = sitting(written).begin("p")
    table.go("07.02")
    assert table.refused(ConvertRail("p")) == ("convert.phase", "13.3g-D")


@pytest.mark.case("13.3f")
def test_without_gauges_there_is_nothing_to_convert() -> None:
    table = railway(f"axis 06.02 p {REPAIR}").begin("p").go("07.02")
    assert table.refused(ConvertRail("p")) == ("convert.nothing", "13.3f")


@pytest.mark.case("13.3g-A")
def test_a_unit_rides_to_the_railhead_and_converts_there() -> None:
    table = working(f"axis 01.02 p {REPAIR}").begin("p")
    table.do(RideRail(table.hex("06.02"))).go("07.02").do(ConvertRail("p"))
    assert gauge(table, "07.02") == "standard"
    table = working(f"axis 06.02 p {REPAIR}").begin("p").go("07.02").do(ConvertRail("p"))
    assert table.refused(RideRail(table.hex("01.02"))) == ("rail.leapfrog", "13.3g-A")
    table.go("06.02").do(RideRail(table.hex("01.02")))
    assert table.at("p") == "01.02"
