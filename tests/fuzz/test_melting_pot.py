"""Random play from positions in which everything meets: no invariant breaks, and supply is conserved over rail, trucks,
capture and blowing."""

from __future__ import annotations

from random import Random

import pytest

from fuzz.melting_pot import STEPS, position
from redball.bots.random_play import at_random
from redball.game import Game
from redball.game.watch.invariants import Rates, Watch

RATES = Rates(refused=6, offered=12, facts=10, packed=20, undo=24, hidden=30)
ACTIONS = 90


@pytest.mark.parametrize("seed", range(len(STEPS)))
def test_random_play_where_everything_meets(seed: int) -> None:
    game = Game.from_position(position(seed), seed=seed)
    watch, rng = Watch(game, Random(seed), RATES), Random(seed)
    for _ in range(ACTIONS):
        open_ = game.decision
        if open_ is None:
            break
        watch.take(open_.side, at_random(watch.choices(), rng.getrandbits(64), seed % 3 == 0))
    watch.finish()
    assert len(game.records) > 20
