"""The benchmark of the odds runs, and what it compares agrees."""

from random import Random

import pytest

from redball.bench import SUITES, run_suites
from redball.bench.odds_bench import ODDS, SCENARIO, attacks, monte_carlo, whole_answer
from redball.game import Game
from redball.rules.combat.dice import result_ways


def test_the_suite_is_registered_and_runs() -> None:
    assert "odds" in SUITES
    results = list(run_suites(["odds"], quick=True))
    assert [result.id for result in results] == ["C1", "C2", "C2", "C2"]
    assert all(result.ours is not None and result.ours > 0 for result in results)
    assert results[0].ratio is not None
    assert results[0].ratio > 500


def test_both_sides_of_the_comparison_say_the_same() -> None:
    charts, throws = Game.new(SCENARIO, seed=1).world.charts, 20_000
    exact, thrown = result_ways(charts, ODDS), monte_carlo(charts, ODDS, throws, Random(1))
    assert set(thrown) <= set(exact)
    for result, ways in exact.items():
        assert thrown.get(result, 0) / throws == pytest.approx(ways / sum(exact.values()), abs=0.02)


def test_the_positions_are_real() -> None:
    look = Game.new(SCENARIO, seed=1).look
    found = attacks(look)
    assert len(found) >= 15
    assert all(whole_answer(look, attack).outcomes for attack in found[:3])
