"""Bots play 1992 to the end, at random with every invariant watched, and steadily."""

from __future__ import annotations

import pytest

from redball.bots.fuzz import Plan, fuzz_game
from redball.bots.match import play_game
from redball.editions import edition
from redball.game.watch.invariants import Rates

FEW = Rates(refused=6, offered=20, facts=12, packed=40, undo=40, hidden=150)


@pytest.mark.parametrize(("scenario", "seed"), [("crossing", 1), ("crossing", 2), ("throw-range", 3)])
def test_random_play_breaks_nothing(scenario: str, seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    plan = Plan((scenario,), edition="1992", folder=str(tmp_path_factory.getbasetemp()))
    game = fuzz_game(plan, seed)
    assert game.broken is None, f"{game.scenario} {seed}: {game.broken}"
    assert game.actions


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_random_play_of_yelnya_breaks_nothing(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    plan = Plan(("yelnya",), turns=2, edition="1992", folder=str(tmp_path_factory.getbasetemp()), rates=FEW)
    game = fuzz_game(plan, seed)
    assert game.broken is None, f"{game.scenario} {seed}: {game.broken}"


@pytest.mark.parametrize("scenario", ["crossing", "throw-range"])
@pytest.mark.parametrize("bots", [("steady", "steady"), ("steady", "random")])
def test_bots_play_a_game_to_its_end(scenario: str, bots: tuple[str, str]) -> None:
    result = play_game(scenario, bots, 1, edition="1992")
    assert result.result
    assert result.actions > 30


@pytest.mark.parametrize("value", ["without_trace", "everybody"])
@pytest.mark.parametrize("surprise", [False, True])
def test_every_value_of_the_switches_assembles(value: str, surprise: bool) -> None:
    base = edition("1992")
    values = base.switch_values({"weekly_supply": value, "optional_surprise": surprise, "player_turns": 1})
    played = base.played_with(values)
    assert played.charts.surprise.possible("regular") == surprise
