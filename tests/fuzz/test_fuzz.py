"""Random legal play under watch: games of Yelnya, the first turn of Smolensk, and the teaching scenarios, in parts that
run at once. `make test` plays the first parts, `make long` the others."""

import pytest

from redball.bots.fuzz import Plan, fuzz_game
from redball.game.watch.invariants import Rates
from support import and_long

YELNYA = Rates(refused=6, offered=20, facts=12, packed=40, undo=40, hidden=150)


def check(plan: Plan, seeds: range) -> None:
    """Play the games and tell what broke."""
    for seed in seeds:
        game = fuzz_game(plan, seed)
        assert game.broken is None, f"{game.scenario} {seed}: {game.broken}"
        assert game.actions


@pytest.mark.slow
@pytest.mark.parametrize("part", and_long(1, 20))
def test_yelnya(part: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    plan = Plan(("yelnya",), folder=str(tmp_path_factory.getbasetemp()), rates=YELNYA)
    check(plan, range(1001 + part, 1002 + part))


@pytest.mark.slow
@pytest.mark.parametrize("part", and_long(1, 2))
def test_first_turn_of_smolensk(part: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    plan = Plan(("smolensk",), turns=1, folder=str(tmp_path_factory.getbasetemp()), rates=YELNYA)
    check(plan, range(1001 + part, 1002 + part))


@pytest.mark.slow
@pytest.mark.parametrize("part", and_long(1, 28))
def test_teaching_scenarios(part: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    plan = Plan(("crossing", "throw-range"), folder=str(tmp_path_factory.getbasetemp()))
    check(plan, range(10 * part, 10 * part + 10))
