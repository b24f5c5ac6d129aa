"""Games at sea under the referee; and that it notices what is wrong there."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from redball.game import Game
from referee.bending import Bends, Log, has, log_of, noticed
from referee.known import unknown
from referee.seas import POSITIONS, chosen, is_for_landings, sail

SEEN = (
    "18.1e",
    "18.3c",
    "18.3d-A",
    "18.5f",
    "18.5f-C",
    "18.4c",
    "18.5g",
    "19.0c",
    "19.0f-E",
    "10.0c-B",
    "18.2b",
    "18.4e",
)
FEW, MANY, ACTIONS = 3, 40, 120


@pytest.mark.slow
@pytest.mark.parametrize("games", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_random_games_at_sea(games: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(1, games + 1):
        for kind in POSITIONS:
            referee = sail(kind, seed)
            assert unknown(referee.book.found) == []
            seen += referee.book.seen
    assert games < MANY or min(seen[case] for case in SEEN) > 0, seen


@pytest.mark.case("9.3b")
def test_the_sea_that_runs_through_a_hex_is_no_terrain_of_a_barrage() -> None:
    """Guns fire at such a hex in this game; the table has no line for the sea."""
    book = sail("beaches", 5012).book
    assert unknown(book.found) == []
    assert book.seen["10.0a"]


BENT: Bends = {
    "ShipSailed": lambda event: {"mp": event.mp + 12},
    "VoyageEnded": lambda event: {"hexes": event.hexes + 1},
    "GunfireOpened": lambda event: {"strength": f"{event.strength}1"},
    "GunfireResolved": lambda event: {"roll": event.roll % 12 + 1},
    "ShipStruck": lambda event: {"sunk": not event.sunk},
    "ShipBombed": lambda event: {"points": event.points + 1},
    "WentAboard": lambda event: {"hex": event.hex + 1},
    "SupplyCarried": lambda event: {"tokens": -40},
    "CraftDivided": lambda event: {"points": 9},
    "TookToWater": lambda event: {"spent": event.spent + 12},
    "WadedAshore": lambda event: {"spent": event.spent + 12},
    "LandingRolled": lambda event: {"roll": event.roll + 1},
    "UnitLanded": lambda event: {"hex": event.hex + 1},
    "LstDeployed": lambda event: {"hex": event.hex + 1},
    "PortRaided": lambda event: {"hits": event.hits + 1},
    "PortWrecked": lambda event: {"hits": event.hits + 1},
    "PortRepaired": lambda event: {"hits": event.hits - 1},
    "PortCaptured": lambda event: {"hits": event.hits + 1},
    "UnitShipped": lambda event: {"cost": event.cost + 16},
    "SupplyShipped": lambda event: {"cost": event.cost + 4},
    "AircraftRefitted": lambda event: {"planes": ()},
}
"""How one event of a kind is made wrong."""


@cache
def game_log(kind: str, seed: int) -> Log:
    """One game."""
    rng, landing = Random(seed), is_for_landings(kind, seed)
    start = Game.from_position(POSITIONS[kind](seed), seed=seed)
    return log_of(start, ACTIONS, lambda choices, step: chosen(choices, step, rng, landing))


@pytest.mark.slow
@pytest.mark.parametrize("kind", BENT)
def test_the_referee_notices_what_is_wrong_at_sea(kind: str) -> None:
    """A wrong number in one event of a game is found."""
    games = ((at, seed) for seed in range(1, MANY) for at in POSITIONS)
    found = next((game for game in games if has(game_log(*game), kind)), None)
    assert found is not None, f"no game has a {kind}"
    at, seed = found
    start = Game.from_position(POSITIONS[at](seed), seed=seed)
    assert noticed(start, game_log(at, seed), kind, BENT), f"a wrong {kind} went by unnoticed"
