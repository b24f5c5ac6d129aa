"""What the page is told of a scenario besides its board."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import pytest
from msgspec.structs import replace

from redball.core.world import World
from redball.game import Game
from redball.game.position.parse import parse_position
from redball.game.view.standing import BoxInfo, boxes, tables, weathers


def world_of(name: str) -> World:
    """A scenario by name."""
    return Game.new(name, seed=1).world


@pytest.mark.case("17.0a")
def test_each_weather_says_what_it_changes() -> None:
    weather = weathers(world_of("yelnya"))
    assert weather["clear"].effects == []
    assert "Open costs truck 2 MP" in weather["rain"].effects
    assert weather["clear"].chance + weather["rain"].chance == 100


@pytest.mark.case("17.0a")
def test_frozen_rivers_and_lost_allowances_are_told() -> None:
    world = world_of("yelnya")
    scenario = replace(
        world.scenario,
        weather_terrain={"rain": {"major_river": "frozen_major_river"}},
        weather_allowances={"rain": {"truck": Fraction(1, 2)}},
        weather_effects={},
    )
    told = weathers(dataclasses.replace(world, scenario=scenario))["rain"].effects
    assert told == ["Major river counts as frozen major river", "Truck units have 1/2 of their MA"]


@pytest.mark.case("13.5-A")
def test_tables_tell_each_roll() -> None:
    found = tables(world_of("smolensk"))
    names = {(t.side, t.name) for t in found}
    assert ("axis", "Variable Reinforcement Table") in names
    for table in found:
        assert table.entry
        assert all(band.roll and band.result for band in table.bands)
    supply = next(t for t in found if t.name == "Supply Table")
    assert all("SP" in band.result or "T" in band.result for band in supply.bands)


@pytest.mark.case("SETUP-I-F-B")
def test_boxes_tell_their_exits() -> None:
    board = '[terrain]\n. . .\n. . .\n[boxes]\nrear off_map "Rear"\n[ways]\nrear axis 6 01.01 01.02\n'
    world, _ = parse_position(f"redball-position 1\nsides axis soviet\n{board}")
    (box,) = boxes(world)
    assert box == BoxInfo(world.board.index("rear"), "axis", (0, 1), "6")
    assert weathers(world) == {}
