"""Railroads: tracks and gauges, and what a side can use of them."""

from __future__ import annotations

import pytest

from redball.core.look import Look
from redball.rules.ground.railroads import gauge_of, multi_track, of_own_gauge, rail_hexes, railheads, wrong_gauge
from redball.rules.trace.rail_control import controlled_rail
from redball.rules.trace.sources import detrainable, stations
from rules.supply_table import look_at
from rules.test_trace import found, named, rails

INF = "Rgt infantry other 4-3-3L/2-3-8T"
GAUGES = """[rail]
axis 2 gauge=standard
soviet 2 gauge=broad
[gauges]
broad *
standard 01.02 02.02 03.02 04.02
"""
VILLAGES = '03.02 village "Near"\n05.02 village "Far"'


def converted(look: Look, *names: str, gauge: str = "standard") -> Look:
    """The same with some hexes converted."""
    regauged = look.state.regauged | {look.board.index(name): gauge for name in names}
    return Look(look.world, look.state.change(regauged=regauged))


@pytest.mark.case("13.3")
def test_a_railroad_is_single_or_multi_track() -> None:
    look = look_at(rails(f"axis 09.02 a {INF}", rail="01.02 02.02 03.02\nrailroad/multi - 03.02 04.02"))
    graph, board = multi_track(look.world), look.board
    assert named(look, rail_hexes(look.world)) == ["01.02", "02.02", "03.02", "04.02"]
    open_ = {(look.hex_name(e // 6), look.hex_name(board.neighbour_array[e])) for e, c in enumerate(graph) if c > 0}
    assert open_ == {("03.02", "04.02"), ("04.02", "03.02")}


@pytest.mark.case("13.3f", "13.3d-A")
def test_each_hex_has_the_gauge_of_the_scenario_until_it_is_converted() -> None:
    look = look_at(rails(f"axis 09.02 a {INF}", GAUGES))
    at = look.board.index
    assert [gauge_of(look, at(name)) for name in ("04.02", "05.02")] == ["standard", "broad"]
    assert [of_own_gauge(look, side, at("05.02")) for side in ("axis", "soviet")] == [False, True]
    assert named(look, railheads(look, "axis")) == ["04.02"]
    assert named(look, railheads(look, "soviet")) == ["05.02"]
    later = converted(look, "05.02")
    assert gauge_of(later, at("05.02")) == "standard"
    assert named(later, railheads(later, "axis")) == ["05.02"]
    assert named(later, railheads(later, "soviet")) == ["06.02"]


@pytest.mark.case("13.3", "13.3d-A")
def test_a_railroad_that_runs_down_a_column_is_in_its_own_hexes_only() -> None:
    gauges = "[rail]\naxis 2 gauge=standard\nsoviet 2 gauge=broad\n[gauges]\nbroad *\nstandard 01.02 01.03\n"
    look = look_at(rails(f"axis 09.02 a {INF}", gauges, rail="01.01 01.02 01.03"))
    assert named(look, rail_hexes(look.world)) == ["01.01", "01.02", "01.03"]
    assert named(look, railheads(look, "axis")) == ["01.02"], (
        "what goes on in another gauge is the first hex of the map"
    )
    assert named(look, railheads(look, "soviet")) == ["01.01"]


@pytest.mark.case("13.3d-A")
def test_where_there_is_one_gauge_there_are_no_railheads() -> None:
    look = look_at(rails(f"axis 09.02 a {INF}"))
    assert gauge_of(look, look.board.index("01.02")) == ""
    assert wrong_gauge(look, "axis") is None
    assert railheads(look, "axis") == ()


@pytest.mark.case("13.3f", "12.6a-2")
def test_trace_ends_at_no_stop_of_the_wrong_gauge() -> None:
    look = look_at(rails(f"axis 09.02 a {INF}", GAUGES, places=VILLAGES))
    assert named(look, stations(look, "axis")) == ["01.02", "03.02"]
    assert not found(look, "a").found or look.hex_name(found(look, "a").source) == "03.02"
    assert named(look, sorted(detrainable(look, "axis"))) == ["03.02"]
    later = converted(look, "05.02")
    assert named(later, stations(later, "axis")) == ["01.02", "03.02", "05.02"]
    assert look.hex_name(found(later, "a").source) == "05.02"


@pytest.mark.case("13.3f", "13.3h")
def test_nor_is_a_railroad_of_the_wrong_gauge_controlled() -> None:
    look = look_at(rails(f"axis 05.02 a {INF}", GAUGES))
    assert named(look, sorted(controlled_rail(look, "axis"))) == ["01.02", "02.02", "03.02", "04.02"]
    later = converted(look, "03.02", gauge="broad")
    assert named(later, sorted(controlled_rail(later, "axis"))) == ["01.02", "02.02"]


@pytest.mark.case("12.6a-1", "13.3f")
def test_a_source_of_the_wrong_gauge_is_still_one_to_draw_from() -> None:
    look = converted(look_at(rails(f"axis 04.02 a {INF}", GAUGES, places=VILLAGES)), "01.02", gauge="broad")
    assert named(look, stations(look, "axis")) == ["01.02"]
    assert found(look, "a").rail == (look.board.index("01.02"),)
