"""Aircraft of New OCS under the referee; and that it notices what is wrong with them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from fuzz.test_fuzz_new_air import position
from redball.game import Game
from referee.bending import Bends, Log, has, log_of, noticed
from referee.known import unknown
from referee.skies import chosen, fly

SEEN = ("N14-refit-cost", "N14.3-once", "N14.4-roll", "N10-interdiction", "N14-interception-ready", "N14.3-sweep")
FEW, MANY, ACTIONS = 4, 60, 120


@pytest.mark.slow
@pytest.mark.parametrize("games", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_random_games_of_new_ocs_with_aircraft(games: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(games):
        referee = fly(Game.from_position(position(seed), seed=seed), Random(seed), ACTIONS)
        assert unknown(referee.book.found) == []
        seen += referee.book.seen
    assert games < MANY or min(seen[case] for case in SEEN) > 0, seen


BENT: Bends = {
    "MissionFlown": lambda event: {"planes": event.planes * 5},
    "InterceptorSent": lambda event: {"hex": event.hex + 1},
    "AirRound": lambda event: {"attacker": event.defender, "defender": event.attacker},
    "StrikeMade": lambda event: {"points": event.points + 1},
    "FlakFired": lambda event: {"roll": event.roll + 1},
    "BaseRaided": lambda event: {"levels": event.levels + 1},
    "InterdictionFlown": lambda event: {"placed": not event.placed},
    "AircraftLanded": lambda event: {"active": True},
    "AircraftRefitted": lambda event: {"planes": event.planes * 7},
}
"""How one event of a kind is made wrong."""


@cache
def game_log(seed: int) -> Log:
    """One game."""
    rng = Random(seed)
    start = Game.from_position(position(seed), seed=seed)
    return log_of(start, ACTIONS, lambda choices, step: chosen(choices, step, rng))


@pytest.mark.slow
@pytest.mark.parametrize("kind", BENT)
def test_the_referee_notices_what_is_wrong_in_the_air_of_new_ocs(kind: str) -> None:
    """A wrong number in one event of a game is found."""
    seed = next((seed for seed in range(MANY) if has(game_log(seed), kind)), None)
    assert seed is not None, f"no game has a {kind}"
    start = Game.from_position(position(seed), seed=seed)
    assert noticed(start, game_log(seed), kind, BENT), f"a wrong {kind} went by unnoticed"
