"""Cargo, drops and gliders under the referee; and that it notices what is wrong with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from fuzz.test_fuzz_air import drops
from fuzz.test_fuzz_air import position as forces
from redball.core.actions import Action
from redball.core.events import Event
from redball.core.state import State
from redball.game import Game
from referee.known import unknown
from referee.play import referee_of
from referee.skies import chosen, fly

SEEN = ("14.9", "14.9a", "14.9e", "14.4g", "14.10d-A", "14.10b", "14.10e-A")
FEW, MANY, ACTIONS = 3, 30, 150

Log = list[tuple[State, Action, tuple[Event, ...], State]]


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


BENT: dict[str, Callable[[Any], dict[str, Any]]] = {
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
def log_of(seed: int, planned: bool) -> Log:
    """One game, as states, actions and events."""
    game, rng, log = Game.from_position((drops if planned else forces)(seed), seed=seed), Random(seed), Log()
    while len(log) < ACTIONS and (open_ := game.decision) is not None:
        before, action = game.state, chosen(game.choices(), open_.step.name, rng)
        log.append((before, action, game.take(open_.side, action).events, game.state))
    return log


@pytest.mark.slow
@pytest.mark.parametrize("kind", BENT)
def test_the_referee_notices_what_is_wrong_with_cargo(kind: str) -> None:
    """A wrong number in one event of a game is found."""
    for seed in range(MANY):
        for planned in (False, True):
            log = log_of(seed, planned)
            if any(type(event).__name__ == kind for _, _, events, _ in log for event in events):
                assert noticed(kind, seed, planned, log), f"a wrong {kind} went by unnoticed"
                return
    raise AssertionError(f"no game has a {kind}")


def noticed(kind: str, seed: int, planned: bool, log: Log) -> bool:
    """Whether the referee finds something in the game with one event bent."""
    referee, bent = referee_of(Game.from_position((drops if planned else forces)(seed), seed=seed)), False
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
