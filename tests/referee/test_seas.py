"""Games at sea under the referee; and that it notices what is wrong there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from redball.core.actions import Action
from redball.core.events import Event
from redball.core.state import State
from redball.game import Game
from referee.known import unknown
from referee.play import referee_of
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

Log = list[tuple[State, Action, tuple[Event, ...], State]]


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


BENT: dict[str, Callable[[Any], dict[str, Any]]] = {
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
def log_of(kind: str, seed: int) -> Log:
    """One game, as states, actions and events."""
    game, rng, log = Game.from_position(POSITIONS[kind](seed), seed=seed), Random(seed), Log()
    while len(log) < ACTIONS and (open_ := game.decision) is not None:
        before, choices = game.state, game.choices()
        action = chosen(choices, open_.step.name, rng, is_for_landings(kind, seed))
        log.append((before, action, game.take(open_.side, action).events, game.state))
    return log


@pytest.mark.slow
@pytest.mark.parametrize("kind", BENT)
def test_the_referee_notices_what_is_wrong_at_sea(kind: str) -> None:
    """A wrong number in one event of a game is found."""
    for seed in range(1, MANY):
        for at in POSITIONS:
            log = log_of(at, seed)
            if any(type(event).__name__ == kind for _, _, events, _ in log for event in events):
                assert noticed(kind, seed, at, log), f"a wrong {kind} went by unnoticed"
                return
    raise AssertionError(f"no game has a {kind}")


def noticed(kind: str, seed: int, at: str, log: Log) -> bool:
    """Whether the referee finds something in the game with one event bent."""
    referee, bent = referee_of(Game.from_position(POSITIONS[at](seed), seed=seed)), False
    for before, action, events, after in log:
        heard: list[Event] = []
        for event in events:
            if not bent and type(event).__name__ == kind:
                event, bent = replace(event, **BENT[kind](event)), True
            heard.append(event)
        referee.watch(before, action, heard, after)
        if bent and referee.book.found:
            return True
    return False
