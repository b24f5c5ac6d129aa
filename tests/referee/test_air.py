"""Random games with aircraft under the referee; and that it notices what is wrong in the air."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from redball.bots import make_bot
from redball.core.actions import AddPlane, AimMission, Done, Intercept, PlanMission
from redball.game import Game
from referee.known import unknown
from referee.play import new_game, play, referee_of
from referee.test_referee import Log

LESSON = "lesson-6-airfield"
GAMES = [(LESSON, 150, 0.2, 2), pytest.param("yelnya", 700, 0.6, 2, marks=pytest.mark.long)]
"""Scenario, actions of a game, how much of it steady plays, games."""


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "actions", "mixed", "games"), GAMES, ids=str)
def test_random_games_with_aircraft(scenario: str, actions: int, mixed: float, games: int) -> None:
    for seed in range(games):
        referee = play(new_game(scenario, seed, "v4.2", aircraft=True), Random(seed), actions, mixed=mixed)
        assert unknown(referee.book.found) == []
        assert referee.book.seen["14.1a"] > 0


BENT: dict[str, Callable[[Any], dict[str, Any]]] = {
    "MissionFlown": lambda event: {"kind": "barrage" if event.kind != "barrage" else "fighter_sweep"},
    "FighterScrambled": lambda event: {"hex": event.hex + 1},
    "AirRound": lambda event: {"roll": event.roll + 1},
    "FlakFired": lambda event: {"hit": not event.hit},
    "StrikeMade": lambda event: {"points": event.points + 1},
    "BaseRaided": lambda event: {"roll": event.roll % 6 + 1},
    "AircraftHit": lambda event: {"plane": "bf109-1"},
    "AircraftLanded": lambda event: {"active": True},
    "AircraftRefitted": lambda event: {"planes": event.planes * 5},
    "BarrageResolved": lambda event: {"result": "2"},
}
"""How one event of a kind is made wrong."""


@pytest.fixture(scope="module")
def told() -> list[Log]:
    """A few games of the lesson, played by steady in part, as lists of states, actions and events."""
    return [log_of(seed) for seed in (0, 6)]


FLYING = (PlanMission, AimMission, AddPlane, Intercept)
PEACEFUL = ("base_transfer", "fighter_sweep", "air_transport", "supply_drop")


def log_of(seed: int) -> Log:
    """One game in which both sides fly what they can, barrages above all."""
    game, rng = Game.new(LESSON, seed=seed), Random(seed)
    log: Log = []
    steady = make_bot("steady", seed)
    while len(log) < 200 and (open_ := game.decision) is not None:
        before, choices = game.state, game.choices()
        fly = rng.random() < 0.15
        flights = [
            one for one in choices if isinstance(one, FLYING) and (fly or getattr(one, "kind", "") not in PEACEFUL)
        ]
        drafted = open_.step.name == "draft" and Done() in choices and rng.random() < 0.4
        action = Done() if drafted else rng.choice(flights) if flights else steady.choose(game, open_.side)
        log.append((before, action, game.take(open_.side, action).events, game.state))
    return log


@pytest.mark.parametrize("kind", BENT)
def test_the_referee_notices_what_is_wrong_in_the_air(kind: str, told: list[Log]) -> None:
    """A wrong number in one event of a game is found."""
    for seed, log in zip((0, 6), told, strict=True):
        if any(type(event).__name__ == kind for _, _, events, _ in log for event in events):
            assert noticed(kind, seed, log), f"a wrong {kind} went by unnoticed"
            return
    raise AssertionError(f"no game has a {kind}")


def noticed(kind: str, seed: int, log: Log) -> bool:
    """Whether the referee finds something in the game with one event bent."""
    referee, bent = referee_of(Game.new(LESSON, seed=seed)), False
    for before, action, events, after in log:
        heard = []
        for event in events:
            if not bent and type(event).__name__ == kind:
                event, bent = replace(event, **BENT[kind](event)), True
            heard.append(event)
        referee.watch(before, action, heard, after)
        if bent and referee.book.found:
            return True
    return False
