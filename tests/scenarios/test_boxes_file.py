"""`[[boxes]]` in a scenario's file."""

from __future__ import annotations

from pathlib import Path

import pytest

from redball.board.costs import ALL
from redball.scenarios.errors import ScenarioError
from redball.scenarios.load import load_scenario
from redball.scenarios.records import BoxUse, Scenario
from scenarios.test_load import BOARD, SCENARIO, folder

MAP = BOARD + '[boxes]\nrear  off_map  "Reserve"\ntown  03.01  "Town"\n'
REAR = '[[boxes]]\nid = "rear"\nside = "axis"\nexits = ["01.01"]\n'


def loaded(path: Path, boxes: str, scenario: str = SCENARIO) -> Scenario:
    """The scenario with boxes on its board."""
    there = folder(path, scenario=scenario.replace("[victory]", f"{boxes}[victory]"))
    (there / "board.hexmap").write_text(MAP, encoding="utf-8")
    return load_scenario(there)


@pytest.mark.case("SETUP-I-F-B")
@pytest.mark.parametrize(("mp", "cost"), [("", ALL), ('mp = "all"\n', ALL), ('mp = "6"\n', 72)])
def test_a_box_is_joined_to_the_map(tmp_path: Path, mp: str, cost: int) -> None:
    assert loaded(tmp_path, REAR + mp).boxes == (BoxUse(8, "axis", (0,), cost),)


@pytest.mark.case("SETUP-I-F-A", "SETUP-I-F-B")
def test_boxes_are_named_like_hexes(tmp_path: Path) -> None:
    scenario = loaded(tmp_path, REAR, SCENARIO.replace('hex = "01.01"', 'hex = "rear"').replace("04.01", "town"))
    assert [placement.hex for placement in scenario.setup if placement.units] == [8, scenario.board.index("03.01")]


@pytest.mark.parametrize(
    ("boxes", "where", "message"),
    [
        (REAR.replace("rear", "town"), "boxes[1].id", "no off-map box 'town'"),
        (REAR.replace("rear", "moon"), "boxes[1].id", "no off-map box 'moon'"),
        (REAR + REAR, "boxes[2].id", "a second time"),
        (REAR.replace("01.01", "rear"), "boxes[1].exits", "hexes of the map"),
        (REAR.replace("01.01", "09.09"), "boxes[1].exits", "no hex 09.09"),
        (REAR.replace("axis", "red"), "boxes[1].side", "there is no side 'red'"),
        (REAR + 'mp = "-1"\n', "boxes[1].mp", ""),
    ],
)
def test_faults(tmp_path: Path, boxes: str, where: str, message: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        loaded(tmp_path, boxes)
    assert caught.value.where == where
    assert message in caught.value.message
