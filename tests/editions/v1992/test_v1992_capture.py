"""Capture and blown dumps of 1992: half of the loss is captured, half destroyed, the rest gets away."""

from __future__ import annotations

import pytest

from redball.core.actions import Displace
from redball.core.events import DumpCaptured, TransportCaptured, UnitEliminated
from redball.core.state import Frame
from redball.editions import charts_from
from redball.editions.evaded import SupplyEvaded
from redball.editions.v1992.capture import DisplaceDump
from redball.rules.capture.claims import Capture
from rules.table import Table
from support import position

CHARTS = charts_from("v4", "v1992")
RGT = "Rgt infantry other 4-3-3L/2-3-6L"
ROWS = "\n".join([". . . . . . . . . . . . ."] * 5)


def enter(units: str, supply: str, *dice: int, phase: str = "movement") -> Table:
    """The axis has entered 03.03."""
    text = f"edition 1992\n[terrain]\n{ROWS}\n[units]\naxis 03.03 a1 {RGT}\n{units}\n[supply]\n{supply}\n"
    look = position(text, phase=phase)
    return Table(look, Frame("capture", "extenders", Capture("axis", look.board.index("03.03"), "soviet")), dice)


@pytest.mark.case("E92-capture-dump", "E92-capture-trucks", "E92-capture-wagons")
@pytest.mark.parametrize(
    ("die", "row"),
    [*enumerate([(0, 0, 0), (25, 0, 0), (25, 25, 25), (50, 25, 50), (50, 50, 75), (75, 75, 75)], start=1)],
)
def test_the_percentages(die: int, row: tuple[int, int, int]) -> None:
    assert tuple(CHARTS.capture.percent(kind, die) for kind in ("dump", "trucks", "wagons")) == row


@pytest.mark.case("E92-capture-split", "E92-capture-displace", "E92-capture-when")
def test_half_of_the_loss_of_a_dump_changes_hands_and_the_rest_displaces_up_to_five_hexes() -> None:
    table = enter("", "soviet 03.03 10", 4)  # 50 % of 40T: 10T captured, 10T destroyed, 20T get away
    assert (table.step, table.asked.side) == ("displace", "soviet")
    assert table.refused(DisplaceDump(table.hex("09.03")))[0] == "capture.too_far"
    assert table.refused(DisplaceDump(table.hex("03.03")))[0] == "capture.too_far"
    table.do(DisplaceDump(table.hex("08.03")))
    assert (table.tokens("soviet", "08.03"), table.tokens("axis", "03.03"), table.tokens("soviet", "03.03")) == (
        20,
        10,
        0,
    )
    assert (table.one(DumpCaptured).destroyed, table.one(SupplyEvaded).tokens) == (10, 20)


@pytest.mark.case("E92-capture-split")
def test_an_odd_loss_is_rounded_for_the_captor() -> None:
    table = enter("", "soviet 03.03 5T", 6)  # 75 % of 5T are 4T, 2T of them captured; 1T gets away
    table.do(DisplaceDump(table.hex("04.03")))
    assert (table.tokens("axis", "03.03"), table.tokens("soviet", "04.03")) == (2, 1)
    odd = enter("", "soviet 03.03 2T", 4)  # 1T is lost: half of it is rounded up
    odd.do(DisplaceDump(odd.hex("04.03")))
    assert odd.tokens("axis", "03.03") == 1


@pytest.mark.case("E92-capture-displace")
def test_nothing_displaces_to_where_the_enemy_is() -> None:
    table = enter(f"axis 04.03 a2 {RGT}", "soviet 03.03 10", 4)
    assert table.refused(DisplaceDump(table.hex("04.03")))[0] == "capture.enemy_there"


@pytest.mark.case("E92-capture-displace")
def test_nothing_displaces_into_the_sea() -> None:
    sea = f"edition 1992\n[terrain]\n{ROWS.replace('. . .', '. . -', 1)}\n[units]\naxis 03.03 a1 {RGT}\n"
    look = position(f"{sea}[supply]\nsoviet 03.03 10\n", phase="movement")
    table = Table(look, Frame("capture", "extenders", Capture("axis", look.board.index("03.03"), "soviet")), (4,))
    water = next(hex_ for hex_ in range(look.board.size) if look.board.terrain[hex_] == ("sea",))
    assert table.refused(DisplaceDump(water)) == ("capture.in_the_sea", "E92-capture-displace")


@pytest.mark.case("E92-capture-split", "E92-capture-displace", "E92-capture-vehicles")
def test_trucks_are_captured_and_destroyed_by_halves_with_their_supply() -> None:
    table = enter("soviet 03.03 t1 truck 8 30T load=8", "", 5)  # 50 %: 4 points and 16T are lost, 2 and 8T captured
    table.do(Displace("t1", table.hex("12.03")))
    taken = [u for u in table.look.units_at(table.hex("03.03"), "axis") if u.points]
    assert [(u.points, u.load, u.captured) for u in taken] == [(2, 8, True)]
    assert (table.unit("t1").points, table.unit("t1").load) == (4, 16)
    assert (table.one(TransportCaptured).may_move, len(table.all(UnitEliminated))) == (True, 1)


@pytest.mark.case("E92-capture-displace")
def test_trucks_get_away_ten_hexes_and_wagons_five() -> None:
    trucks = enter("soviet 03.03 t1 truck 4 30T", "", 1)
    assert max(trucks.look.board.distance(trucks.hex("03.03"), a.hex) for a in trucks.offered(Displace)) == 10
    wagons = enter("soviet 03.03 w1 wagon 4 10L", "", 1)
    assert max(wagons.look.board.distance(wagons.hex("03.03"), a.hex) for a in wagons.offered(Displace)) == 5


@pytest.mark.case("E92-capture-when")
def test_each_category_is_rolled_for_by_itself() -> None:
    table = enter("soviet 03.03 t1 truck 4 30T\nsoviet 03.03 w1 wagon 4 10L", "soviet 03.03 4", 1, 1, 1)
    table.do(Displace("t1", table.hex("05.03")), Displace("w1", table.hex("05.03")), DisplaceDump(table.hex("05.03")))
    assert table.tokens("soviet", "05.03") == 16


@pytest.mark.case("E92-dump-blowing")
@pytest.mark.parametrize(("die", "percent"), [(1, 25), (2, 50), (3, 50), (4, 75), (5, 75), (6, 100)])
def test_a_blown_dump_loses_by_the_die(die: int, percent: int) -> None:
    assert CHARTS.dump_blowing.percent(die) == percent
