"""Kohima by the Burma rules: more supply, and play to the end."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from shutil import copytree

import pytest

from redball.bots.fuzz import Plan, fuzz_game
from redball.game.game import Game
from redball.game.save import SaveFile, load
from redball.scenarios.load import load_scenario

BURMA, SMOLENSK = "new-ocs+burma", "new-ocs+smolensk"


FIXED = 'bands = [{ max = 6, result = "2T" }]'


def supply(edition: str, side: str) -> list[int]:
    """Tokens by roll in the first turn."""
    table = Game.new("kohima", edition=edition).world.scenario.supply_tables[side]
    return [table.tokens(roll, 1) for roll in range(1, 7)]


@pytest.mark.case("B-supply-allied", "B-supply-japanese")
@pytest.mark.parametrize(("side", "more"), [("allied", 8), ("japanese", 4)])
def test_two_sp_more_for_the_allies_and_one_for_the_japanese(side: str, more: int) -> None:
    plain = supply("new-ocs", side)
    assert supply("new-ocs+burma", side) == [tokens + more for tokens in plain]


@pytest.mark.case("B-supply-allied", "B-supply-japanese")
@pytest.mark.parametrize(
    ("plain", "change", "before", "after"),
    [
        ('part = "1/2"', 'add = [{ from = 1, points = "1" }]', [8, 10, 10, 10, 12, 12], [12, 14, 14, 14, 16, 16]),
        (FIXED, 'add = [{ from = 1, points = "1" }]', [2] * 6, [6] * 6),
        (FIXED, 'bands = [{ max = 6, result = "1" }]', [2] * 6, [4] * 6),
    ],
    ids=["half the roll", "a fixed allowance", "2T"],
)
def test_other_scenarios_say_half_the_roll_a_fixed_allowance_or_two_tokens(
    tmp_path: Path, plain: str, change: str, before: list[int], after: list[int]
) -> None:
    """The first two are raised by 1 SP, as for the Allies; in the third 1 SP comes instead, as for the Japanese."""
    there = tmp_path / "short"
    copytree(str(resources.files("redball.scenarios") / "data" / "kohima"), there)
    scenario, variant = there / "scenario.toml", there / "variant-burma.toml"
    text = scenario.read_text(encoding="utf-8").replace('id = "kohima"', 'id = "short"', 1)
    head, table, rest = text.partition("[supply_table.allied]")
    entries = 'dice = "1d6"\nentries = ["01.24", "10.30", "11.14"]\n'
    bands = rest[rest.index("bands") : rest.index("[supply_table.japanese]")]
    kept = plain if "bands" in plain else f"{bands}{plain}"
    scenario.write_text(
        f"{head}{table}\n{entries}{kept}\n\n{rest[rest.index('[supply_table.japanese]') :]}", encoding="utf-8"
    )
    text = variant.read_text(encoding="utf-8")
    variant.write_text(text.replace('add = [{ from = 1, points = "2" }]', change, 1), encoding="utf-8")
    loaded = load_scenario(there)
    for found, expected in ((loaded, before), (loaded.variants["burma"], after)):
        assert [found.supply_tables["allied"].tokens(roll, 1) for roll in range(1, 7)] == expected


def test_the_scenario_is_played_by_these_rules() -> None:
    scenario = load_scenario("kohima")
    assert scenario.edition == "new-ocs+burma"
    assert Game.new("kohima").world.scenario is scenario.variants["burma"]


@pytest.mark.parametrize(
    ("scenario", "edition", "turns"), [("crossing", BURMA, 0), ("kohima", BURMA, 1), ("crossing", SMOLENSK, 0)]
)
def test_random_play_breaks_no_invariant(scenario: str, edition: str, turns: int) -> None:
    result = fuzz_game(Plan((scenario,), turns=turns, edition=edition), 3)
    assert result.broken is None, result.broken
    assert result.actions > 20


def test_a_saved_game_goes_on_with_its_variant(tmp_path: Path) -> None:
    game = Game.new("kohima", seed=5)
    SaveFile(tmp_path / "kohima.save", game)
    again = load(tmp_path / "kohima.save").game
    assert again.world.scenario.supply_tables["allied"].tokens(1) == 24
    assert again.state == game.state
