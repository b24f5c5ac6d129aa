"""Kohima by the Burma rules: more supply, and play to the end."""

from __future__ import annotations

import pytest

from redball.game.game import Game
from redball.scenarios.load import load_scenario


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
