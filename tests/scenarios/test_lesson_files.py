"""A lesson's own parts of `scenario.toml`: guide, dice, opponent. What is wrong in them is told with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from redball.scenarios.errors import ScenarioError
from redball.scenarios.load import load_scenario
from redball.scenarios.records import LessonDice, LessonOrder, Way
from scenarios.test_load import SCENARIO, folder

HEAD = SCENARIO.replace("teaching = true\n", 'teaching = true\nlesson = 1\nlearner = "axis"\n')
GUIDE = """
[[guide]]
text = "Go."
done_when = "UnitMoved"
when = {{ unit = "{unit}", hex = "02.01" }}
ways = [{way}]
"""
MORE = """
[[dice]]
roll = "combat.resolution"
dice = [3, 5]
turn = 1
phasing = "soviet"
[[opponent]]
turn = 2
act = { type = "declare_attack", hex = "02.01" }
"""


def unit_of(text: str) -> str:
    """A counter of the scenario."""
    return text.split('units = ["')[1].split('"')[0]


UNIT = unit_of(SCENARIO)
MOVE = f'{{ move = ["{UNIT}"], to = "03.01" }}'


def test_a_lesson_becomes_records(tmp_path: Path) -> None:
    text = HEAD + GUIDE.format(unit=UNIT, way=MOVE + ', { train = "01.01", to = "02.01" }') + MORE
    scenario = load_scenario(folder(tmp_path, scenario=text))
    index = scenario.board.index
    assert (scenario.lesson, scenario.learner) == (1, "axis")
    step = scenario.guide[-1]
    assert step.when == {"unit": UNIT, "hex": index("02.01")}
    assert step.ways == (Way("move", (UNIT,), -1, index("03.01")), Way("train", (), index("01.01"), index("02.01")))
    assert scenario.dice == (LessonDice("combat.resolution", (3, 5), 1, "soviet"),)
    assert scenario.opponent == (LessonOrder({"type": "declare_attack", "hex": index("02.01")}, 2),)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (HEAD.replace('learner = "axis"\n', ""), "learner"),
        (HEAD.replace('learner = "axis"', 'learner = "nobody"'), "learner"),
        (SCENARIO + MORE, "lesson"),
        (HEAD + GUIDE.format(unit="nobody", way=MOVE), "guide[2].when.unit"),
        (HEAD + GUIDE.format(unit=UNIT, way='{ move = ["nobody"], to = "03.01" }'), "guide[2].ways[1].move"),
        (HEAD + GUIDE.format(unit=UNIT, way=f'{{ move = ["{UNIT}"] }}'), "guide[2].ways[1]"),
        (HEAD + GUIDE.format(unit=UNIT, way='{ to = "03.01" }'), "guide[2].ways[1]"),
        (HEAD + GUIDE.format(unit=UNIT, way=MOVE[:-2] + ', act = { type = "done" } }'), "guide[2].ways[1]"),
        (HEAD + GUIDE.format(unit=UNIT, way='{ train = "99.99", to = "03.01" }'), "guide[2].ways[1].train"),
        (HEAD + MORE.replace('"soviet"', '"nobody"'), "dice[1].phasing"),
        (HEAD + MORE.replace('"02.01"', '"99.99"'), "opponent[1].act.hex"),
        (HEAD + MORE.replace("[3, 5]", "[3, 7]"), "dice[1].dice[2]"),
    ],
)
def test_a_fault_is_told_with_its_place(tmp_path: Path, text: str, where: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        load_scenario(folder(tmp_path, scenario=text))
    assert caught.value.where == where
