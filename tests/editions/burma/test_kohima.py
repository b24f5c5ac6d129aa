"""Kohima by the Burma rules: more supply, and play to the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from redball.bots.fuzz import Plan, fuzz_game
from redball.game.game import Game
from redball.game.save import SaveFile, load
from redball.scenarios.load import load_scenario

BURMA, SMOLENSK = "new-ocs+burma", "new-ocs+smolensk"


def supply(edition: str, side: str) -> list[int]:
    """Tokens by roll in the first turn."""
    table = Game.new("kohima", edition=edition).world.scenario.supply_tables[side]
    return [table.tokens(roll, 1) for roll in range(1, 7)]


@pytest.mark.case("B-supply-allied", "B-supply-japanese")
@pytest.mark.parametrize(("side", "more"), [("allied", 8), ("japanese", 4)])
def test_two_sp_more_for_the_allies_and_one_for_the_japanese(side: str, more: int) -> None:
    plain = supply("new-ocs", side)
    assert supply("new-ocs+burma", side) == [tokens + more for tokens in plain]


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
