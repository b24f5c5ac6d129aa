"""Units that count where they are at the end, in a scenario's file."""

from __future__ import annotations

from pathlib import Path

import pytest

from redball.scenarios.errors import ScenarioError
from redball.scenarios.load import load_scenario
from redball.scenarios.records import VictoryAway
from scenarios.test_load import SCENARIO, folder

AWAY = """
[[victory.away]]
side = "axis"
hexes = ["01.01", "01.02"]
name = "at home"
per_steps = 2
points = 1
nations = ["de"]
"""


def test_units_that_count_where_they_are(tmp_path: Path) -> None:
    found = load_scenario(folder(tmp_path, scenario=SCENARIO + AWAY))
    home = (found.board.index("01.01"), found.board.index("01.02"))
    assert found.victory.away == (VictoryAway("axis", home, "at home", 2, 1, ("de",)),)


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('"axis"', '"turk"', "victory.away[1].side"),
        ('"01.02"', '"09.09"', "victory.away[1].hexes"),
        ('"01.02"', '"01.01"', "victory.away[1].hexes"),
        ('["01.01", "01.02"]', "[]", "victory.away[1].hexes"),
        ("per_steps = 2", "per_steps = 0", "victory.away[1].per_steps"),
        ("points = 1", "points = -1", "victory.away[1].points"),
        ('name = "at home"', 'name = ""', "victory.away[1].name"),
    ],
)
def test_faults_of_units_that_count_where_they_are(tmp_path: Path, old: str, new: str, where: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        load_scenario(folder(tmp_path, scenario=SCENARIO + AWAY.replace(old, new)))
    assert caught.value.where == where
