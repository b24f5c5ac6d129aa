"""Cargo, fleets under aircraft and barrages from stations in New OCS and 1992, under the referee; and that it notices
what is wrong with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from redball.game import Game
from referee import fleets, joint, lifts
from referee.bending import Bends, Log, has, log_of, noticed
from referee.known import unknown
from referee.skies import chosen, fly

GAMES: dict[str, tuple[Callable[[int], str], tuple[str, ...]]] = {
    "new-ocs lifts": (lifts.new_ocs, ("14.9", "14.10d-A", "14.9f", "N6-air-transport-half-ma", "N14-transport-phase")),
    "new-ocs drops": (lifts.drops_of_new_ocs, ("14.10a", "14.10e-C", "14.4g", "N6-air-transport-half-ma")),
    "new-ocs fleets": (fleets.new_ocs, ("18.3c", "18.3e", "18.3d-A", "N10-facilities", "N10-facilities-dumps")),
    "1992 lifts": (lifts.in_1992, ("14.9", "E92-supply-drop", "E92-special-supply-bases", "12.9c")),
    "1992 drops": (lifts.drops_in_1992, ("E92-supply-drop", "E92-unit-drop", "E92-unit-drop-mode")),
    "1992 fleets": (fleets.in_1992, ("18.3c", "18.3d-A")),
    "1992 joint": (joint.position, ("E92-barrage-supply", "E92-barrage-dump-each", "E92-facility", "10.0a")),
}
"""Positions by lot, and cases that many of them must reach."""
FEW, MANY, ACTIONS = 2, 60, 120


@pytest.mark.slow
@pytest.mark.parametrize("games", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", GAMES)
def test_random_games_with_cargo_ships_and_guns(kind: str, games: int) -> None:
    seen: Counter[str] = Counter()
    position, wanted = GAMES[kind]
    for seed in range(games):
        referee = fly(Game.from_position(position(seed), seed=seed), Random(seed), ACTIONS)
        assert unknown(referee.book.found) == []
        seen += referee.book.seen
    assert games < MANY or min(seen[case] for case in wanted) > 0, seen


BENT: dict[str, Bends] = {
    "new-ocs lifts": {
        "SupplyAirlifted": lambda event: {"tokens": event.tokens - 1},
        "UnitAirlifted": lambda event: {"hex": event.hex + 1},
        "CargoCounted": lambda event: {"halves": event.halves + 1},
        "SupplyDropped": lambda event: {"lands": not event.lands},
        "UnitCameByAir": lambda event: {"unit": "a"},
    },
    "new-ocs drops": {
        "UnitDropped": lambda event: {"roll": event.roll + 1},
        "GlidersTowed": lambda event: {"gliders": event.gliders + 1},
    },
    "new-ocs fleets": {
        "ShipBombed": lambda event: {"points": event.points + 1},
        "GunfireResolved": lambda event: {"roll": event.roll + 1},
        "SupplyBarraged": lambda event: {"ground": event.ground - 1},
    },
    "1992 lifts": {
        "LoadDropped": lambda event: {"lands": not event.lands},
        "BasesSupplied": lambda event: {"levels": tuple((h, levels - 1) for h, levels in event.levels)},
    },
    "1992 drops": {
        "UnitDropped": lambda event: {"lands": not event.lands},
        "DropScattered": lambda event: {"distance": event.distance + 1},
    },
    "1992 joint": {
        "BarrageDeclared": lambda event: {"strength": "99"},
        "BarrageResolved": lambda event: {"roll": event.roll + 1},
        "SupplyBarraged": lambda event: {"ground": event.ground - 1},
        "RailDamaged": lambda event: {"hex": event.hex + 1},
        "BaseRaided": lambda event: {"points": event.points + 1},
    },
}
"""How one event of a kind is made wrong, by the games in which it is looked for."""


@cache
def game_log(kind: str, seed: int) -> Log:
    """One game."""
    rng = Random(seed)
    start = Game.from_position(GAMES[kind][0](seed), seed=seed)
    return log_of(start, ACTIONS, lambda choices, step: chosen(choices, step, rng))


@pytest.mark.slow
@pytest.mark.parametrize(("games", "kind"), [(games, kind) for games, bends in BENT.items() for kind in bends])
def test_the_referee_notices_what_is_wrong(games: str, kind: str) -> None:
    """A wrong number in one event of a game is found."""
    seed = next((seed for seed in range(MANY) if has(game_log(games, seed), kind)), None)
    assert seed is not None, f"no game has a {kind}"
    start = Game.from_position(GAMES[games][0](seed), seed=seed)
    assert noticed(start, game_log(games, seed), kind, BENT[games]), f"a wrong {kind} went by unnoticed"
