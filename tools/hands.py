"""What the numbers of `bots/steady/hands.py` are worth: games in which the sides play by different hands.

    python tools/hands.py duel kohima 24 staunch,danger=100 staunch --switch aircraft
    python tools/hands.py lots yelnya 120 games.jsonl staunch danger=0,50,100 reserves=0,1    # adds to the file
    python tools/hands.py effects games.jsonl

Hands are a name (steady, keen, staunch) and numbers that differ from it. `duel` plays every seed from both sides, and
says what the first hands won, by how many points, and the standard error of that over pairs of games. In `lots` both
sides draw each of the numbers from those named; `effects` tells what a step from one to the next is worth to the side
that plays by it, all numbers in the same games, with the standard error: for either side, then for each. Needs numpy.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

import numpy as np
from msgspec import to_builtins
from msgspec.structs import replace

from redball.bots.steady import SteadyBot
from redball.bots.steady.hands import KEEN, STAUNCH, STEADY, Hands
from redball.bots.steady.scene import Guide
from redball.game import Game

NAMED = {"steady": STEADY, "keen": KEEN, "staunch": STAUNCH}


class Table(NamedTuple):
    """What is played."""

    scenario: str
    edition: str
    switches: tuple[str, ...]

    def sides(self) -> tuple[str, ...]:
        """The sides of the scenario."""
        return Game.new(self.scenario, edition=self.edition, switches=dict.fromkeys(self.switches, True)).world.sides


class Ended(NamedTuple):
    """How a game ended: the winner, "draw" if nobody won, and the points of each side."""

    winner: str
    points: dict[str, int]


def hands_of(text: str) -> Hands:
    """Hands by name, with numbers of their own.

    >>> hands_of("staunch,danger=60,reserves=0")
    Hands(danger=60, few=12, patience=100, hunger=200, relief=150, reserves=False, breaks_out=False)
    """
    name, *numbers = text.split(",")
    return replace(NAMED[name], **{field: values[0] for field, values in map(choice_of, numbers)})


def choice_of(text: str) -> tuple[str, list[Any]]:
    """A number of the hands, and what it may be.

    >>> choice_of("danger=0,50"), choice_of("reserves=0,1")
    (('danger', [0, 50]), ('reserves', [False, True]))
    """
    name, _, values = text.partition("=")
    kind = type(getattr(STEADY, name))
    return name, [kind(int(value)) for value in values.split(",")]


def played(table: Table, seed: int, hands: Mapping[str, Hands]) -> Ended:
    """One game."""
    switches = dict.fromkeys(table.switches, True)
    game = Game.new(table.scenario, seed=seed, edition=table.edition, switches=switches)
    game.keep_undo = False
    bots = {}
    for number, side in enumerate(game.world.sides):  # so a seed is the same luck, whoever plays which side
        guide = Guide()
        guide.hands = hands[side]
        bots[side] = SteadyBot(7 * seed + number, guide)
    while (open_ := game.decision) is not None:
        game.take(open_.side, bots[open_.side].choose(game, open_.side))
    outcome = game.state.outcome
    assert outcome is not None
    return Ended(outcome.winner, dict(outcome.points))


# --- one against the other ---------------------------------------------------------------------------------------


def duel(table: Table, seed: int, first: Hands, other: Hands) -> list[tuple[str, str, int]]:
    """A seed from both sides: of each game the side of the first hands, whether they won, and their margin."""
    one, two = table.sides()
    found = []
    for own, enemy in ((one, two), (two, one)):
        ended = played(table, seed, {own: first, enemy: other})
        result = "won" if ended.winner == own else "lost" if ended.winner == enemy else "drawn"
        found.append((own, result, ended.points[own] - ended.points[enemy]))
    return found


def duel_lines(pairs: Sequence[Sequence[tuple[str, str, int]]]) -> Iterator[str]:
    """What came of a duel."""
    games = [game for pair in pairs for game in pair]
    for side in ("", *sorted({game[0] for game in games})):
        count = Counter(result for own, result, _ in games if side in ("", own))
        yield f"{side or 'in all'}: {count['won']} won, {count['drawn']} drawn, {count['lost']} lost"
    means = [fmean(margin for _, _, margin in pair) for pair in pairs]
    error = stdev(means) / len(means) ** 0.5 if len(means) > 1 else float("inf")
    yield f"{fmean(means):+.1f} points a game (standard error {error:.1f})"


# --- by lot ------------------------------------------------------------------------------------------------------

Row = dict[str, Any]


def drawn(table: Table, seed: int, base: Hands, choices: Mapping[str, Sequence[Any]]) -> Row:
    """A game in which both sides draw their hands by lot."""
    rng = Random(seed)
    lots = {side: {name: rng.choice(values) for name, values in choices.items()} for side in table.sides()}
    ended = played(table, seed, {side: replace(base, **lot) for side, lot in lots.items()})
    return {"game": f"{table.scenario}/{seed}", "lots": lots, "points": ended.points}


def effects(rows: Sequence[Row], of: str = "") -> Iterator[tuple[str, float, float]]:
    """What a step of each number is worth to the side `of` ("": to either), and the standard error: by least squares,
    with the same start for all games."""
    one, two = rows[0]["lots"]
    names = list(rows[0]["lots"][one])
    steps = {name: sorted({row["lots"][side][name] for row in rows for side in (one, two)}) for name in names}

    def at(row: Row, side: str, name: str) -> float:
        return float(steps[name].index(row["lots"][side][name]))

    own, enemy = (two, one) if of == two else (one, two)
    both = [[at(row, own, name) - (0.0 if of else at(row, enemy, name)) for name in names] for row in rows]
    others = [[at(row, enemy, name) for name in names] if of else [] for row in rows]
    design = np.array([[1.0, *mine, *theirs] for mine, theirs in zip(both, others, strict=True)])
    margins = np.array([row["points"][own] - row["points"][enemy] for row in rows], dtype=float)
    found, *_ = np.linalg.lstsq(design, margins, rcond=None)
    left = margins - design @ found
    variance = float(left @ left) / max(1, len(rows) - design.shape[1])
    errors = np.sqrt(np.diag(np.linalg.pinv(design.T @ design)) * variance)
    for number, name in enumerate(names, 1):
        yield f"{name} {steps[name]}", float(found[number]), float(errors[number])


def effect_lines(rows: Sequence[Row]) -> Iterator[str]:
    """What lots have shown."""
    for side in ("", *rows[0]["lots"]):
        yield f"{side or 'either side'}, {len(rows)} games:"
        yield from (f"  {name}: {worth:+.1f} ({error:.1f}) a step" for name, worth, error in effects(rows, side))


# --- the program -------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> None:
    """As the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_subparsers(dest="what", required=True)
    of_duel, of_lots, of_effects = (what.add_parser(name) for name in ("duel", "lots", "effects"))
    for one in (of_duel, of_lots):
        one.add_argument("scenario")
        one.add_argument("games", type=int)
        one.add_argument("--edition", default="")
        one.add_argument("--switch", action="append", default=[], help="turned on")
        one.add_argument("--seed", type=int, default=1)
        one.add_argument("--jobs", type=int, default=1)
    of_duel.add_argument("first", type=hands_of)
    of_duel.add_argument("other", type=hands_of)
    of_lots.add_argument("out", type=Path)
    of_lots.add_argument("base", type=hands_of)
    of_lots.add_argument("choices", nargs="+", type=choice_of)
    of_effects.add_argument("files", nargs="+", type=Path)
    asked = parser.parse_args(arguments)
    if asked.what == "effects":
        rows = [json.loads(line) for file in asked.files for line in file.read_text().splitlines()]
        print(*effect_lines(rows), sep="\n")
        return
    table = Table(asked.scenario, asked.edition, tuple(asked.switch))
    pool = ProcessPoolExecutor(asked.jobs, mp_context=get_context("spawn"))
    with pool:
        if asked.what == "duel":
            seeds: Iterable[int] = range(asked.seed, asked.seed + (asked.games + 1) // 2)
            pairs = [*pool.map(partial(duel, table, first=asked.first, other=asked.other), seeds)]
            print(*duel_lines(pairs), sep="\n")
        else:
            seeds = range(asked.seed, asked.seed + asked.games)
            draw = partial(drawn, table, base=asked.base, choices=dict(asked.choices))
            with asked.out.open("a") as file:
                for row in pool.map(draw, seeds):
                    file.write(json.dumps(to_builtins(row)) + "\n")
                    file.flush()


if __name__ == "__main__":
    main()
