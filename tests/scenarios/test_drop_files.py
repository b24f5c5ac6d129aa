"""Drop Plans and gliders of a scenario: read strictly, and there when the game begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from redball.core.actions import CancelDrop
from redball.game.game import Game
from redball.rules.ground.air_force import base_in
from redball.rules.ground.drops import DropPlan, drops_in
from redball.scenarios.errors import ScenarioError
from redball.scenarios.load import load_scenario
from redball.scenarios.records import DropPlanSetup
from scenarios.test_air_files import BASES, written
from support import Sitting

PLAN = '[[drop_plans]]\nturn = 1\nside = "axis"\nhex = "04.02"\nunits = ["de-ir"]\n'
GLIDERS = 'gliders = ["axis"]\n'
DROPS = BASES.replace("level = 1", "level = 1\ngliders = 3")


def with_plans(
    path: Path, plans: str = PLAN, *, symbol: str = "parachute", bases: str = DROPS, gliders: str = GLIDERS
) -> Path:
    """The folder of a scenario with air forces in which the axis has planned."""
    there = written(path, bases + plans)
    scenario, counters = there / "scenario.toml", there / "counters.tsv"
    text = scenario.read_text(encoding="utf-8").replace("hip_shoots", f"{gliders}hip_shoots", 1)
    scenario.write_text(text, encoding="utf-8")
    rows = counters.read_text(encoding="utf-8").splitlines()
    rows = [row.replace("\tinfantry\t", f"\t{symbol}\t") if row.startswith("de-ir\t") else row for row in rows]
    counters.write_text("\n".join([*rows, ""]), encoding="utf-8")
    return there


@pytest.mark.case("14.10b-A")
def test_plans_made_before_the_game_may_be_for_its_first_turn(tmp_path: Path) -> None:
    there = with_plans(tmp_path)
    at = load_scenario(there).board.index
    assert load_scenario(there).drop_plans == (DropPlanSetup(1, "axis", at("04.02"), ("de-ir",)),)
    table = Sitting(Game.new(str(there), seed=1))
    assert drops_in(table.game.state).plans == (DropPlan("de-ir", at("04.02"), 1),)
    table.idle(lambda: table.step == "aircraft_refit.refit")
    assert table.offered(CancelDrop) == [CancelDrop("de-ir")]


def test_gliders_are_at_the_bases_of_sides_that_have_them(tmp_path: Path) -> None:
    there = with_plans(tmp_path)
    assert load_scenario(there).gliders == ("axis",)
    state = Game.new(str(there), seed=1).state
    found = [base_in(state, load_scenario(there).board.index(name)) for name in ("02.02", "04.02")]
    assert [base.gliders for base in found if base is not None] == [3, 0]


@pytest.mark.parametrize(
    ("old", "new", "where", "message"),
    [
        ("turn = 1", "turn = 3", "drop_plans[1].turn", "turn 3 of 2"),
        ("turn = 1", "turn = 0", "drop_plans[1].turn", ""),
        ('side = "axis"', 'side = "turk"', "drop_plans[1].side", "no side 'turk'"),
        ('"04.02"', '"09.09"', "drop_plans[1].hex", "no hex 09.09"),
        ('"de-ir"]', '"nobody"]', "drop_plans[1].units", "axis has no unit 'nobody'"),
        ('"de-ir"]', '"su-rd"]', "drop_plans[1].units", "axis has no unit 'su-rd'"),
        ('"de-ir"]', '"de-ir", "de-ir"]', "drop_plans[1].units", "is on a Drop Plan already"),
        ('["de-ir"]', "[]", "drop_plans[1].units", ""),
    ],
)
def test_faults_of_plans(tmp_path: Path, old: str, new: str, where: str, message: str) -> None:
    assert old in PLAN
    with pytest.raises(ScenarioError) as caught:
        load_scenario(with_plans(tmp_path, PLAN.replace(old, new, 1)))
    assert caught.value.where == where
    assert message in caught.value.message


@pytest.mark.case("14.10a")
def test_a_plan_is_for_a_unit_that_could_be_dropped(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="has no Para symbol"):
        Game.new(str(with_plans(tmp_path, symbol="militia", bases=BASES, gliders="")), seed=1)


@pytest.mark.case("14.10e-A")
def test_gliders_are_only_where_the_scenario_says_who_has_them(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError) as caught:
        load_scenario(with_plans(tmp_path, gliders=""))
    assert (caught.value.where, "has no gliders" in caught.value.message) == ("air_bases[1].gliders", True)
    with pytest.raises(ScenarioError) as caught:
        load_scenario(with_plans(tmp_path, gliders='gliders = ["turk"]\n'))
    assert caught.value.where == "gliders"


@pytest.mark.case("14.10d-A")
def test_a_scenario_names_the_sides_whose_drops_are_allied_ones(tmp_path: Path) -> None:
    assert load_scenario(with_plans(tmp_path)).allied_drops == ()
    named = with_plans(tmp_path, gliders=f'{GLIDERS}allied_drops = ["soviet"]\n')
    assert load_scenario(named).allied_drops == ("soviet",)
    with pytest.raises(ScenarioError) as caught:
        load_scenario(with_plans(tmp_path, gliders=f'{GLIDERS}allied_drops = ["turk"]\n'))
    assert caught.value.where == "allied_drops"
