"""Measure what tasks gain in imagined games, from which `bots/planner/beliefs.py` has its numbers.

    python tools/planner_tasks.py play yelnya 300 312 2 rows.jsonl      # two games each; adds to the file
    python tools/planner_tasks.py play kohima 300 312 2 rows.jsonl aircraft         # with switches
    python tools/planner_tasks.py fit rows.jsonl

`play` lets `staunch` play both sides of a game to a turn that depends on the seed. There it tries each slot of the menu
(`propose.SLOTS`) for all groups at once, in the imagined games, beside play as usual; which tasks are tried together
changes from game to game, so that what others do is no part of a task's own worth. A row is what a group's part of
the position gained. `fit` splits the differences between rows: what all tasks of a group have in common, what each has
of its own, and the luck of one play, of play as usual and of a task. It says, too, what tasks of each kind gained.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from redball.bots.planner.choice import HORIZON
from redball.bots.planner.guide import Plain
from redball.bots.planner.plans import Plan, Task
from redball.bots.planner.propose import SLOTS, menu, usual
from redball.bots.planner.rollout import play_out
from redball.bots.steady import SteadyBot
from redball.game import Game
from redball.game.sight.belief import believed

TURNS = 6
"""In which of the first turns a game is looked at, by its seed."""


class Row(NamedTuple):
    """What a group gained by the task of a slot, in the imagined game of that lot."""

    group: str
    lot: int
    slot: str
    gain: float


class Fit(NamedTuple):
    """The mean gain, and how gains spread, in points squared."""

    mean: float
    common: float
    own: float
    usual_luck: float
    task_luck: float


def play(scenario: str, seed: int, lots: int, switches: Sequence[str] = ()) -> Iterator[Row]:
    """The rows of one seed."""
    game = Game.new(scenario, seed=seed, switches=dict.fromkeys(switches, True))
    game.keep_undo = False
    bots = {side: SteadyBot(7 * seed + n, Plain()) for n, side in enumerate(game.world.sides)}
    turn, done = 1 + seed % TURNS, set[str]()
    while (open_ := game.decision) is not None and game.state.clock.turn <= turn:
        side = open_.side
        if game.state.clock.turn == turn and game.state.clock.phasing == side and side not in done:
            done.add(side)
            yield from tried(game, f"{scenario}/{seed}", side, lots)
        game.take(side, bots[side].choose(game, side))


def tried(game: Game, name: str, side: str, lots: int) -> Iterator[Row]:
    """The rows of one position."""
    look = believed(game.look, side)
    base = usual(look, side)
    menus = [menu(look, side, group) for group in base.groups]
    for lot in range(lots):
        plain = play_out(game, side, base, lot, HORIZON)
        orders = [shuffled(f"{name}/{side}/{lot}/{group}") for group in range(len(menus))]
        for slots in zip(*orders, strict=True):
            plan = Plan(base.groups, tuple([menus[i].get(slot, Task()) for i, slot in enumerate(slots)]))
            if plan.changes:
                found = play_out(game, side, plan, lot, HORIZON)
                for group, task in enumerate(plan.tasks):
                    if task.kind != "usual":
                        gain = found.shares[group] - plain.shares[group]
                        yield Row(f"{name}/{side}/{group}", lot, slots[group], gain)


def shuffled(key: str) -> list[str]:
    """The slots other than play as usual, in an order that depends on the key."""
    slots = list(SLOTS[1:])
    Random(key).shuffle(slots)
    return slots


def fit(rows: Sequence[Row]) -> Fit:
    """Where differences come from. Needs two lots or more of each group.

    >>> gains = {("a", 0): (2, 4), ("a", 1): (0, 2), ("b", 0): (-1, -3), ("b", 1): (-1, -3)}
    >>> rows = [Row(group, lot, slot, gain) for (group, lot), both in gains.items() for slot, gain in zip("xy", both)]
    >>> fit(rows)
    Fit(mean=0.0, common=2.5, own=2.0, usual_luck=1.0, task_luck=0.0)
    """
    mean = fmean(row.gain for row in rows)
    games: dict[str, dict[int, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
    for row in rows:
        games[row.group][row.lot][row.slot] = row.gain - mean
    others, same_task, same_game = [], [], []
    for of_group in games.values():
        lots = sorted(of_group)
        for number, lot in enumerate(lots):
            one = of_group[lot]
            same_game += [one[a] * one[b] for a in one for b in one if a < b]
            for later in lots[number + 1 :]:
                two = of_group[later]
                same_task += [one[a] * two[a] for a in one if a in two]
                others += [one[a] * two[b] for a in one for b in two if a != b]
    common, shared, together = fmean(others), fmean(same_task), fmean(same_game)
    whole = fmean((row.gain - mean) ** 2 for row in rows)
    return Fit(mean, common, shared - common, together - common, whole - shared - (together - common))


def main() -> None:
    """As the command line says."""
    match sys.argv[1:]:
        case ["play", scenario, first, end, lots, out, *switches]:
            with Path(out).open("a") as file:
                for seed in range(int(first), int(end)):
                    for row in play(scenario, seed, int(lots), switches):
                        file.write(json.dumps(row) + "\n")
                    file.flush()
        case ["fit", *files] if files:
            found: list[Any] = [json.loads(line) for file in files for line in Path(file).read_text().splitlines()]
            rows = [Row(*row) for row in found]
            told = fit(rows)
            print(f"{len(rows)} gains, {told.mean:+.2f} points on the average; in points squared:")
            print(f"common to a group {told.common:.1f}, a task's own {told.own:.1f}")
            print(f"luck of play as usual {told.usual_luck:.1f}, of a task {told.task_luck:.1f}")
            for slot in SLOTS[1:]:
                gains = [row.gain for row in rows if row.slot == slot]
                if gains:
                    print(f"{slot}: {fmean(gains):+.2f} in {len(gains)}")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
