"""The tables of a game are those of its edition without what the game can never have (`procedures.Held`)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import redball
from redball.core.actions import AimGuns, BeginSail, OpenShipment, PlanLanding, PlanMission
from redball.core.procedures import Choose, Procedure
from redball.editions import edition, names
from redball.game import Game

AIR_AND_SEA = {PlanMission, BeginSail, PlanLanding, OpenShipment, AimGuns}


def options(table: Procedure) -> set[type]:
    return {option.action for step in table.steps if isinstance(step, Choose) for option in step.options}


@pytest.mark.parametrize("name", ["v4.2", "new-ocs", "1992"])
def test_a_land_game_is_not_asked_about_aircraft_and_ships(name: str) -> None:
    world = Game.new("crossing", seed=1, edition=name).world
    held = options(world.procedures["movement_segment"]) | options(world.procedures["barrage_segment"])
    assert not held & AIR_AND_SEA
    assert options(world.edition.procedures["movement_segment"]) & AIR_AND_SEA
    kept = [step.name for step in world.procedures["reinforcement_phase"].steps]
    assert "place" in kept
    assert not {"place_ships", "withdraw_craft", "recall_craft", "withdraw_ships", "place_aircraft"} & {*kept}


def test_a_game_with_all_of_them_has_the_whole_tables() -> None:
    world = Game.new("sicily", seed=1).world
    assert all(world.procedures[name] is table for name, table in world.edition.procedures.items())


def test_no_step_goes_to_one_that_a_game_may_lack() -> None:
    """`go` and a saved place in the game name steps, so that a step that may be lacking must not be named."""
    text = "\n".join(path.read_text("utf-8") for path in Path(redball.__file__).parent.rglob("*.py"))
    gone = {*re.findall(r"\.go\(\"(\w+)\"", text)}
    found = 0
    for name in names():
        for table in edition(name).procedures.values():
            lacking = [step.name for step in table.steps if step.held is not None]
            found += len(lacking)
            if table.name in ("reinforcement_phase", "rebuilding", "capture"):
                assert not gone & {*lacking}, table.name
            else:
                assert not lacking, "name the table above"
    assert found
