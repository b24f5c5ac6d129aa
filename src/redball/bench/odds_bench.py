"""Exact odds: C1 and C2 of the performance goals, against a Monte Carlo in plain Python of equal precision."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

from redball.analysis.ground import combat_answer
from redball.analysis.report import CombatReport, combat_report
from redball.bench.results import Result, at_least, compare, seconds, side_by_side
from redball.charts import Charts
from redball.core.look import Look
from redball.game import Game
from redball.rules.combat.dice import Odds, result_ways, roll_drm, surprise_drm

SEED, SCENARIO = 1941, "yelnya"
PRECISION = 0.001
THROWS = round(0.25 / PRECISION**2)
"""Throws needed to bring the standard error of a chance of one half, the worst case, down to the precision."""
ODDS = Odds("regular", 6, 2, 1)


class Attack(NamedTuple):
    """An attack to ask about: everybody next to a hex."""

    hex: int
    attackers: tuple[str, ...]


def run(quick: bool = False) -> Iterator[Result]:
    """All results. `quick` measures a few rounds: a second, but little evidence."""
    one = distribution(3 if quick else 30, 2_000 if quick else 25_000)
    yield one
    yield from answers(2 if quick else 12, one.theirs)


def monte_carlo(charts: Charts, odds: Odds, throws: int, rng: Random) -> dict[str, int]:
    """How often each result of the Combat Table comes up in this many combats: roll dice and read tables, nothing
    else."""
    randint, table, surprise = rng.randint, charts.combat, charts.surprise
    before, drm = surprise_drm(charts, odds), roll_drm(odds)
    counts: dict[str, int] = {}
    for _ in range(throws):
        who = surprise.who(odds.kind, randint(1, 6) + randint(1, 6) + before)
        column = odds.column
        if who != "none":
            column = table.shift(column, randint(1, 6) if who == "attacker" else -randint(1, 6))
        result = table.result(column, randint(1, 6) + randint(1, 6) + drm)
        counts[result] = counts.get(result, 0) + 1
    return counts


def distribution(rounds: int, sample: int) -> Result:
    """C1: the chance of every result, exact and by Monte Carlo. The Monte Carlo is timed on a part of its throws."""
    charts = Game.new(SCENARIO, seed=SEED).world.charts
    rng, inner = Random(SEED), 50
    times = side_by_side(
        {
            "exact": lambda: [result_ways(charts, ODDS) for _ in range(inner)],
            "thrown": lambda: monte_carlo(charts, ODDS, sample, rng),
        },
        rounds,
    )
    return compare(
        "C1",
        f"exact chances of a combat; thrown to a precision of {PRECISION}",
        times["exact"] / inner,
        peer="Monte Carlo",
        theirs=times["thrown"] / sample * THROWS,
        goal=at_least(5000),
    )


def attacks(look: Look) -> list[Attack]:
    """Every hex of either side with enemies next to it, and all of those."""
    found = []
    for side in look.world.sides:
        enemy = look.enemy(side)
        for hex_ in sorted(
            {unit.hex for unit in look.own(enemy) if unit.on_map and look.has_combat_units(unit.hex, enemy)}
        ):
            near = [unit.id for h in look.board.neighbours(hex_) for unit in look.combat_units_at(h, side)]
            if near:
                found.append(Attack(hex_, tuple(near)))
    return found


def whole_answer(look: Look, attack: Attack) -> CombatReport:
    """Everything that the page shows: odds with ledgers, every outcome carried out under the policy, expected
    values."""
    answer = combat_answer(look, "regular", attack.hex, attack.attackers)
    return combat_report(answer, look.world.charts.combat.lines[answer.preview.odds.line])


def answers(rounds: int, thrown: float | None) -> Iterator[Result]:
    """C2: a whole answer on the board, in real positions, each asked repeatedly; beside one combat by Monte Carlo
    (`thrown`)."""
    look = Game.new(SCENARIO, seed=SEED).look
    times, busy = [], []
    for attack in attacks(look):
        whole_answer(look, attack)
        began = process_time()
        times.append(median(seconds(lambda attack=attack: whole_answer(look, attack)) for _ in range(rounds)))  # type: ignore[misc]
        busy.append((process_time() - began) / rounds)
    where = f"{SCENARIO}, {len(times)} positions"
    what = f"a whole answer on the board, {where}, median"
    yield compare("C2", what, median(times), peer="Monte Carlo", theirs=thrown, goal=at_least(90))
    yield compare("C2", "the same, processor time alone", median(busy))
    yield compare("C2", f"the same, the slowest of {len(times)}", max(times))
