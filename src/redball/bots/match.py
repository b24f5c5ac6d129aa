"""Matches: the same two bots play a scenario many times, and wins are counted."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from redball.bots import make_bot
from redball.bots.workers import run_all
from redball.game import Game
from redball.game.save import SaveFile
from redball.rules.sequence.victory import DRAW, score


class GameResult(Struct, frozen=True):
    """One game. `winner` is a side or "draw", `result` the scenario's words for it, `points` are by side."""

    seed: int
    winner: str
    result: str
    points: dict[str, int]
    actions: int
    turns: int
    seconds: float


class MatchResult(Struct, frozen=True):
    """A match. `bots`, `wins` and `mean_points` are by side; `levels` counts the scenario's words for the results."""

    scenario: str
    bots: dict[str, str]
    games: int
    seed: int
    wins: dict[str, int]
    draws: int
    mean_points: dict[str, float]
    levels: dict[str, int]
    actions: int
    seconds: float
    results: list[GameResult]


class BotFault(RuntimeError):
    """A bot broke down or chose an illegal action. `result` is the game as it stood, won by the other side."""

    def __init__(self, text: str, result: GameResult) -> None:
        super().__init__(text)
        self.result = result


def play_game(
    scenario: str,
    bots: tuple[str, str],
    seed: int,
    switches: dict[str, Any] | None = None,
    edition: str = "",
    turns: int = 0,
    keep: Path | None = None,
) -> GameResult:
    """One game; `bots` are the names for the first and the second side of the scenario. It is played to its end, or for
    so many `turns`: then the points as they stand decide. `keep` is where its save goes.

    Raises ValueError for an unknown bot, ScenarioError for an unknown scenario, BotFault.
    """
    began = time.perf_counter()
    game = Game.new(scenario, seed=seed, switches=switches, edition=edition)
    game.keep_undo = False
    named = dict(zip(game.world.sides, bots, strict=True))
    if keep is not None:
        SaveFile(keep, game, {"bots": named}, durable=False)
    players = {side: make_bot(name, seed) for side, name in named.items()}
    while (open_ := game.decision) is not None and not 0 < turns < game.state.clock.turn:
        side = open_.side
        try:
            action = players[side].choose(game, side)
        except Exception as error:
            fault = f"seed {seed}: {named[side]} broke down: {type(error).__name__}: {error}"
            raise BotFault(fault, _lost(game, seed, side, began)) from error
        taken = game.take(side, action)
        if taken.refusal is not None:
            fault = f"seed {seed}: {named[side]} chose {action}, refused: {taken.refusal}"
            raise BotFault(fault, _lost(game, seed, side, began))
    return _result(game, seed, began)


def _lost(game: Game, seed: int, side: str, began: float) -> GameResult:
    """A game that a side lost by its bot's fault."""
    winner = next(other for other in game.world.sides if other != side)
    return replace(_result(game, seed, began), winner=winner, result=f"{side} lost by its bot's fault")


def _result(game: Game, seed: int, began: float) -> GameResult:
    """The game as it stands."""
    winner, result, points = _outcome(game)
    return GameResult(
        seed=seed,
        winner=winner,
        result=result,
        points=points,
        actions=len(game.records),
        turns=game.state.clock.turn,
        seconds=round(time.perf_counter() - began, 3),
    )


def _outcome(game: Game) -> tuple[str, str, dict[str, int]]:
    """The winner, the scenario's words for it and the points: of a game that goes on, as it stands."""
    outcome = game.state.outcome
    if outcome is not None:
        return outcome.winner, outcome.result, outcome.points
    standing = score(game.look)
    level = standing.level
    return level.winner if level else DRAW, level.result if level else "The game goes on", standing.points


def play_match(
    scenario: str,
    bots: tuple[str, str],
    games: int,
    seed: int,
    jobs: int = 1,
    progress: Callable[[GameResult], None] | None = None,
    switches: dict[str, Any] | None = None,
    edition: str = "",
) -> MatchResult:
    """Play games with seeds from `seed` on; `progress` is called as each ends."""
    began = time.perf_counter()
    results = []
    for result in run_all(
        partial(play_game, scenario, bots, switches=switches, edition=edition), range(seed, seed + games), jobs
    ):
        results.append(result)
        if progress is not None:
            progress(result)
    results.sort(key=lambda result: result.seed)
    sides = tuple(results[0].points) if results else ()
    return MatchResult(
        scenario=scenario,
        bots=dict(zip(sides, bots, strict=True)),
        games=games,
        seed=seed,
        wins={side: sum(r.winner == side for r in results) for side in sides},
        draws=sum(r.winner == DRAW for r in results),
        mean_points={side: _mean(r.points[side] for r in results) for side in sides},
        levels=dict(Counter(r.result for r in results).most_common()),
        actions=sum(r.actions for r in results),
        seconds=round(time.perf_counter() - began, 3),
        results=results,
    )


def _mean(points: Iterable[int]) -> float:
    values = list(points)
    return round(sum(values) / len(values), 2)
