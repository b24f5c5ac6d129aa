"""The engine's benchmarks run, and measure what they say."""

import sys
from types import SimpleNamespace

import pytest

from redball.bench import SUITES, engine_bench, run_suites
from redball.bench.engine_bench import GAMES, SEED, UNITS, big_state, play_at_random, random_play
from redball.bench.results import at_most_times
from redball.game import Game
from redball.game.save import decode_state, encode_state


def test_the_suite_is_registered_and_runs() -> None:
    assert "engine" in SUITES
    results = list(run_suites(["engine"], quick=True))
    assert {result.id for result in results} == {"D1", "D2", "E1", "E2"}
    assert all(result.ours is not None and result.ours > 0 for result in results)
    by_unit = {result.unit for result in results if result.id == "D2"}
    assert by_unit == {"s", "bytes"}


def test_the_big_state_survives_packing() -> None:
    game = Game.new("yelnya", seed=1)
    state = big_state(game)
    assert len(state.units) == UNITS
    assert decode_state(game.world, encode_state(state)) == state


def test_random_play_begins_again_when_a_game_is_over() -> None:
    assert len(play_at_random("throw-range", 300 * GAMES)) == 300 * GAMES


def test_random_play_is_shared_out_among_the_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []

    def new(scenario: str, seed: int) -> Game:
        begun.append(seed)
        return Game.new(scenario, seed=seed)

    monkeypatch.setattr(engine_bench, "Game", SimpleNamespace(new=new))
    assert len(play_at_random("yelnya", 3 * GAMES + 1)) == 3 * GAMES + 1
    assert begun == [*range(SEED, SEED + GAMES)]


def test_chess_libraries_that_are_missing_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("chess", "pettingzoo", "pettingzoo.classic", "pettingzoo.classic.chess"):
        monkeypatch.setitem(sys.modules, module, None)
    results = list(random_play(20, 1))
    told = [result.peer for result in results if result.peer]
    assert set(told) == {"python-chess: not installed", "PettingZoo chess: not installed"}
    assert all(result.ok() and result.theirs is None for result in results)


@pytest.mark.long
def test_starting_is_measured_beside_an_interpreter_that_does_nothing() -> None:
    results = {result.what: result for result in run_suites(["start"], quick=True)}
    assert {result.id for result in results.values()} == {"G1", "G3"}
    assert results["redball --help"].peer == "python -c pass"
    assert results["redball roll combat"].goal == at_most_times(25)
