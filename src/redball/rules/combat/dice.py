"""The dice of a combat as a procedure without a board: surprise, its shift, the Combat Table.

The procedure "combat" takes these three steps one by one; bots and the table companion take them together.

Cases: 9.8-A, 9.8-B, 9.9, 16.0d
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from redball.charts import Cell, Charts
from redball.core.battle import AnnouncedOdds, CombatRead, CombatResult, Kind, Surprise
from redball.core.chances import PIPS, SUMS, Spread, Throw

TOWARD: dict[str, int] = {"attacker": 1, "none": 0, "defender": -1}
"""Columns to the right help the attacker (9.8-B)."""


class Odds(Struct, frozen=True):
    """Input to the dice: kind of combat, column before surprise, Action Rating DRM, hedgehog level."""

    kind: Kind
    column: int
    drm: int
    hedgehog: int = 0


def thrown_on(kind: Kind, odds: AnnouncedOdds) -> Odds:
    """The input to the dice of a combat, as announced."""
    return Odds(kind, odds.column, odds.drm, odds.hedgehog)


def surprise_drm(charts: Charts, odds: Odds) -> int:
    """9.8-A: the Action Rating DRM, and once the hedgehog's whatever its level."""
    return odds.drm + (charts.surprise.hedgehog_modifier if odds.hedgehog else 0)


def who_surprises(charts: Charts, odds: Odds, dice: int) -> Surprise:
    """9.8-A: the side that has surprise on two dice of this sum."""
    return charts.surprise.who(odds.kind, dice + surprise_drm(charts, odds))


def modified_roll(odds: Odds, dice: int) -> int:
    """9.9: the combat roll with the Action Rating DRM, less the level of a hedgehog (16.0d)."""
    return dice + odds.drm - odds.hedgehog


def throw_combat(charts: Charts, odds: Odds, throw: Throw) -> CombatRead:
    """One combat, from surprise to the result."""
    possible = charts.surprise.possible(odds.kind)
    who = who_surprises(charts, odds, throw.two("surprise")) if possible else "none"
    shift = TOWARD[who] * throw.one("shift") if who != "none" else 0
    column = charts.combat.shift(odds.column, shift)
    return CombatRead(who, shift, column, charts.combat.result(column, modified_roll(odds, throw.two("dice"))))


def combat_spread(charts: Charts, odds: Odds) -> Spread[CombatRead]:
    """Every outcome of the dice of a combat, multiplying the two rolls instead of walking them.

    The plain version is `spread_of(throw_combat)`; a test compares them.

    >>> from redball.charts import load_charts
    >>> found = combat_spread(load_charts("v4"), Odds("regular", 6, 0))
    >>> found.total == 36 * 6 * 36
    True
    """
    table = charts.combat
    surprises: dict[Surprise, int] = {}
    for dice, count in SUMS.items():
        who = who_surprises(charts, odds, dice)
        surprises[who] = surprises.get(who, 0) + count
    rows = [(table.row_index(modified_roll(odds, dice)), count) for dice, count in SUMS.items()]
    results = table.results
    ways: dict[CombatRead, int] = {}
    for who, first in surprises.items():
        for pip in PIPS if who != "none" else (0,):
            shift = TOWARD[who] * pip
            column = table.shift(odds.column, shift)
            weight = first if shift else first * len(PIPS)
            for row, count in rows:
                read = CombatRead(who, shift, column, results[row][column])
                ways[read] = ways.get(read, 0) + weight * count
    return Spread(ways)


def result_ways(charts: Charts, odds: Odds) -> dict[str, int]:
    """How many of 36 x 6 x 36 rolls give each result of the Combat Table: `combat_spread` without the reasons.

    The column after surprise is all that the second roll needs, so at most thirteen columns are read.
    """
    table = charts.combat
    columns = [0] * len(table.columns)
    for dice, count in SUMS.items():
        toward = TOWARD[who_surprises(charts, odds, dice)]
        if not toward:
            columns[odds.column] += 6 * count
        else:
            for pip in PIPS:
                columns[table.shift(odds.column, toward * pip)] += count
    ways: dict[str, int] = {}
    results = table.results
    for dice, count in SUMS.items():
        line = results[table.row_index(modified_roll(odds, dice))]
        for column, first in enumerate(columns):
            if first:
                text = line[column]
                ways[text] = ways.get(text, 0) + first * count
    return ways


# --- the policies ----------------------------------------------------------------------------------------------


@cache
def asked_of(cell: Cell) -> CombatResult:
    """What a cell of the Combat Table requires of both sides (9.10)."""
    return CombatResult(cell.a_loss, cell.a_option, cell.exploit, cell.d_loss, cell.d_option, cell.d_dg)


def surprise_ways(charts: Charts, kind: Kind, odds: AnnouncedOdds) -> dict[str, int]:
    """Rolls out of 36 by the side with surprise (9.8-A)."""
    on = thrown_on(kind, odds)
    counts = {"attacker": 0, "none": 0, "defender": 0}
    for dice, ways in SUMS.items():
        counts[who_surprises(charts, on, dice)] += ways
    return counts


POLICIES = {
    "surprise_ways": surprise_ways,
    "combat_columns": lambda charts, odds: charts.combat.lines[odds.line],
    "combat_spread": lambda charts, kind, odds: combat_spread(charts, thrown_on(kind, odds)),
    "result_ways": lambda charts, kind, odds: result_ways(charts, thrown_on(kind, odds)),
    "attackers_half": lambda result: None,
    "combat_result": lambda charts, result: asked_of(charts.combat.codes[result]),
}

__all__ = [
    "POLICIES",
    "TOWARD",
    "CombatRead",
    "Odds",
    "combat_spread",
    "modified_roll",
    "result_ways",
    "surprise_drm",
    "throw_combat",
    "thrown_on",
    "who_surprises",
]
