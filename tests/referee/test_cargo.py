"""Cargo, drops and gliders under the referee; and that it notices what is wrong with them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from fuzz.test_fuzz_air import drops
from fuzz.test_fuzz_air import position as forces
from redball.game import Game
from referee.bending import Bends, Log, has, log_of, noticed
from referee.known import unknown
from referee.skies import chosen, fly

SEEN = ("14.9", "14.9a", "14.9e", "14.4g", "14.10d-A", "14.10b", "14.10e-A")
FEW, MANY, ACTIONS = 3, 30, 150


@pytest.mark.slow
@pytest.mark.parametrize("games", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_random_games_with_cargo(games: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(games):
        for at in (forces, drops):
            referee = fly(Game.from_position(at(seed), seed=seed), Random(seed), ACTIONS)
            assert unknown(referee.book.found) == []
            seen += referee.book.seen
    assert min(seen[case] for case in SEEN) > 0, seen


BENT: Bends = {
    "SupplyAirlifted": lambda event: {"tokens": event.tokens + 1},
    "UnitAirlifted": lambda event: {"hex": event.hex + 1},
    "CargoCounted": lambda event: {"halves": event.halves + 1},
    "SupplyDropped": lambda event: {"lands": not event.lands},
    "UnitDropped": lambda event: {"roll": event.roll + 1},
    "GlidersTowed": lambda event: {"gliders": event.gliders + 1},
    "DropPlanned": lambda event: {"turn": event.turn - 2},
    "DropDelayed": lambda event: {"turn": event.turn + 1},
    "CargoLost": lambda event: {"tokens": 0},
}
"""How one event of a kind is made wrong."""


@cache
def game_log(seed: int, planned: bool) -> Log:
    """One game."""
    rng = Random(seed)
    start = Game.from_position((drops if planned else forces)(seed), seed=seed)
    return log_of(start, ACTIONS, lambda choices, step: chosen(choices, step, rng))


@pytest.mark.slow
@pytest.mark.parametrize("kind", BENT)
def test_the_referee_notices_what_is_wrong_with_cargo(kind: str) -> None:
    """A wrong number in one event of a game is found."""
    games = ((seed, planned) for seed in range(MANY) for planned in (False, True))
    found = next((game for game in games if has(game_log(*game), kind)), None)
    assert found is not None, f"no game has a {kind}"
    seed, planned = found
    start = Game.from_position((drops if planned else forces)(seed), seed=seed)
    assert noticed(start, game_log(seed, planned), kind, BENT), f"a wrong {kind} went by unnoticed"
