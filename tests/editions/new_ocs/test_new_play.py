"""Games of New OCS by the bots: nothing breaks, and what is its own happens."""

from __future__ import annotations

import pytest

from redball.bots.fuzz import Plan, fuzz_game
from redball.bots.steady.bot import SteadyBot
from redball.game import Game

EDITION = "new-ocs"


@pytest.mark.parametrize(("scenario", "seed"), [("crossing", 2), ("throw-range", 10)])
def test_random_play_breaks_no_invariant(scenario: str, seed: int) -> None:
    result = fuzz_game(Plan((scenario,), turns=1, edition=EDITION), seed)
    assert result.broken is None, result.broken
    assert result.actions > 20


def test_the_steady_bot_plays_a_game_to_its_end() -> None:
    game = Game.new("throw-range", edition=EDITION, seed=4)
    bots = {side: SteadyBot(seed=7) for side in game.world.sides}
    while game.decision is not None:
        side = game.decision.side
        assert game.take(side, bots[side].choose(game, side)).refusal is None
    assert game.over
