"""Zones in which aircraft slow a side down, as both sides see them, and what they add to a way."""

from __future__ import annotations

import pytest

from redball.cli.air_text import slowed_lines
from redball.cli.textmap import draw, stack_lines
from redball.core.look import Look
from redball.game.plan.moves import reachable
from redball.game.plan.slowed import added_to
from redball.game.view.air import AirView, air_view
from support import Sitting, land, sit

TRUCKS = "Rgt motorized_infantry other 4-3-8T/2-3-16T"
LEG = "Rgt infantry other 4-3-4L/2-3-8L"
TANKS = "Bn tank armor 9-5-12K/3-5-15K"
MARKS = "[trainbusting]\naxis 05.03\nsoviet 09.01\n"


def field(unit: str, marks: str = MARKS, edition: str = "", fog: bool = True) -> Sitting:
    """A unit of the axis in Move Mode in the west, a zone of five columns in its way."""
    units = f"axis 02.03 u {unit} move fueled\nsoviet 11.01 r {LEG}"
    return sit(units, land(columns=11, rows=5), rest=marks, edition=edition, switches={"fog": fog})


def added(table: Sitting, *names: str) -> str:
    """What a way costs more."""
    return added_to(table.look, "axis", ("u",))(tuple(map(table.hex, names)))


@pytest.mark.case("14.8b", "14.8c-A")
@pytest.mark.parametrize("edition", ["v4.2", "new-ocs"])
@pytest.mark.parametrize("viewer", ["axis", "soviet", ""])
def test_both_sides_see_all_markers_with_their_zones(edition: str, viewer: str) -> None:
    table = field(LEG, edition=edition)
    air = air_view(table.look, viewer)
    assert isinstance(air, AirView)
    assert air.slowed is not None
    assert air.slowed.name == {"v4.2": "Trainbusting Zone", "new-ocs": "Interdiction Zone"}[edition]
    assert [(one.side, table.game.look.hex_name(one.hex)) for one in air.slowed.markers] == [
        ("axis", "05.03"),
        ("soviet", "09.01"),
    ]
    first = air.slowed.markers[0].hexes
    assert {table.game.look.hex_name(hex_) for hex_ in first} == {
        "05.03", "05.04", "06.03", "06.02", "05.02", "04.02", "04.03",
    }  # fmt: skip


def test_without_markers_and_aircraft_there_is_nothing_to_see() -> None:
    assert not isinstance(air_view(field(LEG, "").look, "axis"), AirView)
    assert [*slowed_lines(field(LEG, "").look, "axis")] == []


@pytest.mark.case("14.8c-A")
@pytest.mark.parametrize(
    ("edition", "unit", "straight", "around"),
    [
        ("v4.2", TRUCKS, "3", ""),
        ("v4.2", LEG, "1", ""),
        ("new-ocs", TRUCKS, "3", ""),
        ("new-ocs", LEG, "3", ""),
        ("new-ocs", "truck 2 20T", "up to 3", ""),
    ],
)
def test_a_way_through_the_zone_says_what_it_adds(edition: str, unit: str, straight: str, around: str) -> None:
    """Three of its hexes lie on the straight way; for the leg of v4.2 only the marker's own counts."""
    table = field(unit, edition=edition)
    assert added(table, "02.03", "03.03", "04.02", "05.03", "06.02", "07.03") == straight
    assert added(table, "02.03", "03.03", "04.04", "04.05") == around


@pytest.mark.case("14.8c-A")
def test_the_zone_of_the_other_side_adds_nothing() -> None:
    table = field(TRUCKS, "[trainbusting]\nsoviet 05.03\n")
    assert added(table, "02.03", "03.03", "04.02", "05.03") == ""


@pytest.mark.parametrize("edition", ["v4.2", "new-ocs"])
def test_what_a_way_adds_is_what_is_left_less(edition: str) -> None:
    """Of every hex that a unit reaches by the same way with and without the zone."""
    slowed, plain = field(TRUCKS, edition=edition), field(TRUCKS, "", edition=edition)
    with_, without = (reachable(one.game, "axis", ("u",)).hexes for one in (slowed, plain))
    tell = added_to(slowed.look, "axis", ("u",))
    same = [hex_ for hex_ in with_ if with_[hex_].path == without[hex_].path]
    more = {hex_: tell(with_[hex_].path) for hex_ in same}
    assert len({*more.values()}) > 2
    for hex_, text in more.items():
        assert without[hex_].mp_left - with_[hex_].mp_left == 12 * int(text or 0)


def test_the_terminal_marks_the_zone_and_lists_it() -> None:
    table = field(TRUCKS)
    look: Look = table.game.look
    assert [*slowed_lines(look, "axis")] == [
        "Trainbusting Zone (around 05.03): slows axis",
        "Trainbusting Zone (around 09.01): slows soviet",
        "  Truck and track: +1 MP to enter a hex of the zone",
        "  Leg: +1 MP to enter a hex with a marker",
        "  Rail: twice the price through the zone",
    ]
    assert "  Trainbusting Zone (marker): slows axis" in [*stack_lines(look, "axis", table.hex("05.03"))]
    assert "  Trainbusting Zone (around 05.03): slows axis" in [*stack_lines(look, "axis", table.hex("05.04"))]
    assert not any("Zone" in line for line in stack_lines(look, "axis", table.hex("02.03")))
    assert draw(look, "axis").count("%") == draw(field(TRUCKS, "").look, "axis").count("%") + 11
