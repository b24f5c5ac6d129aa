"""Random play under the referee, and the referee itself: what it shares with the program, and that it notices."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from redball.bots import make_bot
from redball.core.actions import Action
from redball.core.events import Event
from redball.core.state import State
from redball.game import Game
from referee.known import unknown
from referee.play import play, referee_of
from referee.positions import THEMES, position
from support import long

Log = list[tuple[State, Action, tuple[Event, ...], State]]
FOLDER = Path(__file__).parent
DRIVERS = {"play.py", "skies.py", "__main__.py", "seas.py", "bending.py"}
"""They play games; the others only read what is written down."""
READABLE = (
    "redball.core.state", "redball.core.events", "redball.board", "redball.forces.counter", "redball.scenarios.records",
)  # fmt: skip
"""What the judges may import of the program: records, printed counters and the map."""
GAMES = [
    ("v4.2", "crossing", 500, 2),
    ("v4.2", "throw-range", 400, 1),
    ("v4.2", "yelnya", 300, 1),
    long("v4.2", "sedan", 120, 1),
    long("v4.2", "kohima", 300, 1),
    long("v4.2", "smolensk", 150, 1),
    ("new-ocs", "crossing", 400, 1),
    long("new-ocs", "yelnya", 200, 1),
    long("new-ocs", "kohima", 150, 1),
]
"""Edition, scenario, actions of a game, games."""
SUBJECTS = {
    "v4.2": ("4.8a", "6.1a", "8.0", "9.4", "9.9", "9.11c", "10.0a", "12.4-A", "12.5c", "12.6", "12.8b", "9.12c"),
    "new-ocs": (
        "4.8a",
        "6.1a",
        "9.0",
        "N9",
        "N9-base-columns",
        "N9-surprise-effects",
        "10.0a",
        "12.5c",
        "12.6",
        "9.12c",
    ),
}
"""Cases that any longer game comes to."""


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_the_referee_shares_no_code_with_the_rules(path: Path) -> None:
    """No judge imports a rule, an edition, a search, a cost or a derived fact."""
    if path.name in DRIVERS or path.name.startswith("test_"):
        return
    assert [name for name in imports(path) if name.startswith("redball.") and not readable(name)] == []


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def readable(name: str) -> bool:
    """Of the board, the map itself only: costs and searches are rules."""
    return name in READABLE or name == "redball.board.board"


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "scenario", "actions", "games"), GAMES, ids=str)
def test_random_games(edition: str, scenario: str, actions: int, games: int) -> None:
    for seed in range(games):
        game = Game.new(scenario, seed=seed, edition=edition)
        referee = play(game, Random(seed), actions, mixed=(0.5, 0.2)[seed % 2])
        assert unknown(referee.book.found) == []
        assert referee.book.seen["6.1a"] > 5


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "rounds"), [("v4.2", 1), long("v4.2", 3), long("new-ocs", 1)], ids=str)
@pytest.mark.parametrize("number", range(len(THEMES)), ids=[theme.name for theme in THEMES])
def test_melting_pots(edition: str, rounds: int, number: int) -> None:
    for seed in range(number, rounds * len(THEMES), len(THEMES)):
        game = Game.from_position(position(seed, edition), seed=seed)
        referee = play(game, Random(seed), 120, mixed=0.3, eager=True)
        assert unknown(referee.book.found) == []


BENT: dict[str, Callable[[Any], dict[str, Any]]] = {
    "UnitMoved": lambda event: {"mp": event.mp + 1},
    "OverrunDeclared": lambda event: {"start": event.start + 1},
    "OddsSet": lambda event: {"attack": event.attack + "0"},
    "SurpriseRolled": lambda event: {"who": "none" if event.who != "none" else "attacker"},
    "CombatResolved": lambda event: {"roll": event.roll - 1},
    "BarrageDeclared": lambda event: {"strength": event.strength + "0"},
    "BarrageResolved": lambda event: {"steps": event.steps + 1},
    "TraceChecked": lambda event: {"source": event.source - 1, "found": True},
    "AttritionResult": lambda event: {"steps": event.steps + 1},
    "SupplySpent": lambda event: {"tokens": 0},
    "StepLost": lambda event: {"destroyed": not event.destroyed},
    "FuelPaid": lambda event: {"method": "hq" if event.method != "hq" else "single_unit"},
}
"""How one event of a kind is made wrong."""


SEED = 1
"""A game that comes to everything below."""
ABSENT: dict[str, set[str]] = {"v4.2": set(), "new-ocs": {"AttritionResult"}}
"""Kinds that the games below do not come to."""


@pytest.fixture(scope="module", params=["v4.2", long("new-ocs")])
def told(request: pytest.FixtureRequest) -> tuple[str, Log]:
    """An edition, and a game with battles as a list of states, actions and events."""
    game = Game.new("yelnya", seed=SEED, edition=request.param)
    log: Log = []
    steady = make_bot("steady", 0)
    while len(log) < 1100 and (open_ := game.decision) is not None:
        before, action = game.state, steady.choose(game, open_.side)
        log.append((before, action, game.take(open_.side, action).events, game.state))
    return request.param, log


@pytest.mark.parametrize("kind", BENT)
def test_the_referee_notices(kind: str, told: tuple[str, Log]) -> None:
    """A wrong number in one event of a game is found."""
    edition, log = told
    referee = referee_of(Game.new("yelnya", seed=SEED, edition=edition))
    bent = False
    for before, action, events, after in log:
        heard = []
        for event in events:
            if not bent and type(event).__name__ == kind:
                event, bent = replace(event, **BENT[kind](event)), True
            heard.append(event)
        referee.watch(before, action, heard, after)
        if bent and referee.book.found:
            return
    if not bent:
        assert kind in ABSENT[edition], f"the game has no {kind}"
        return
    raise AssertionError(f"a wrong {kind} went by unnoticed")


def test_a_longer_game_comes_to_everything(told: tuple[str, Log]) -> None:
    edition, log = told
    referee = referee_of(Game.new("yelnya", seed=SEED, edition=edition))
    for before, action, events, after in log:
        referee.watch(before, action, events, after)
    assert unknown(referee.book.found) == []
    assert [case for case in SUBJECTS[edition] if not referee.book.seen[case]] == []
