"""Aircraft by the charts of 1992 under the referee; and that it notices what is wrong with them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from fuzz.test_fuzz_air import position as forces
from redball.game import Game
from referee.bending import Bends, Log, has, log_of, noticed
from referee.known import unknown
from referee.skies import chosen, fly
from support import HEAD, LEG, land

SEEN = ("E92-air-combat", "E92-flak-results", "E92-air-refit-roll", "10.0c-A")
FEW, MANY, ACTIONS = 4, 60, 120


def position(seed: int) -> str:
    """The positions of v4.2, by the charts of 1992."""
    return forces(seed).replace("\n", "\nedition 1992\n", 1)


def fights(seed: int) -> str:
    """Fighters of both sides at two bases near each other, more of them on one side."""
    rng = Random(f"fights/{seed}")
    planes = []
    for side, base, most in (("axis", "02.02", rng.randrange(2, 8)), ("soviet", "06.02", rng.randrange(2, 8))):
        for i in range(most):
            kind = rng.choice(("F 4-3-9/3-2-7", "F 3-2-9/2-1-8", "F+T 3-8-6/2-4-6", "T (1)-18-9/(1)-9-9"))
            planes.append(f"{side} {base} {side[0]}{i} {kind} {rng.choice(('', '', 'reduced'))}")
    return (
        f"{HEAD}edition 1992\nat movement phasing=axis\nturns 2\n[terrain]\n{land(columns=8)}\n[units]\n"
        f"axis 02.03 a {LEG}\nsoviet 06.03 r {LEG}\n[sources]\naxis 01.01\nsoviet 08.01\n[bases]\naxis 02.02 3\n"
        "soviet 06.02 3\n[aircraft]\n" + "\n".join(planes) + "\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("games", [5 * FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_two_aircraft_against_one(games: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(games):
        referee = fly(Game.from_position(fights(seed), seed=seed), Random(seed), ACTIONS)
        assert unknown(referee.book.found) == []
        seen += referee.book.seen
    assert seen["E92-air-doubling-used"] > 0, seen


@pytest.mark.slow
@pytest.mark.parametrize("games", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_random_games_of_1992_with_aircraft(games: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(games):
        referee = fly(Game.from_position(position(seed), seed=seed), Random(seed), ACTIONS)
        assert unknown(referee.book.found) == []
        seen += referee.book.seen
    assert games < MANY or min(seen[case] for case in SEEN) > 0, seen


BENT: Bends = {
    "MissionFlown": lambda event: {"planes": event.planes * 5},
    "FighterScrambled": lambda event: {"hex": event.hex + 1},
    "AirRound": lambda event: {"loss": not event.loss},
    "HexFlakFired": lambda event: {"roll": event.roll + 1},
    "AircraftStruck": lambda event: {"points": event.points + 1},
    "BaseRaided": lambda event: {"levels": event.levels + 1},
    "RefitRolled": lambda event: {"bases": event.bases[1:]},
    "AircraftRefitted": lambda event: {"planes": event.planes * 20},
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
def test_the_referee_notices_what_is_wrong_in_the_air_of_1992(kind: str) -> None:
    """A wrong number in one event of a game is found."""
    seed = next((seed for seed in range(MANY) if has(game_log(seed), kind)), None)
    assert seed is not None, f"no game has a {kind}"
    start = Game.from_position(position(seed), seed=seed)
    assert noticed(start, game_log(seed), kind, BENT), f"a wrong {kind} went by unnoticed"
