"""The dice of a combat as a procedure without a board: surprise, its shift, the Combat Table.

The procedure "combat" takes these three steps one by one; bots and the table companion take them together.

Cases: 9.8-A, 9.8-B, 9.9, 16.0d
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from redball.charts import Cell, Charts
from redball.core.battle import AnnouncedOdds, CombatRead, CombatResult, Kind, SpecialAttack, Surprise
from redball.core.chances import PIPS, SUMS, Spread, Throw
from redball.core.ledger import Part, Tally, Term, worth

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


def surprise_terms(charts: Charts, odds: Odds) -> tuple[Term[int], ...]:
    """9.8-A: the Action Rating DRM, and the hedgehog's once, whatever its level."""
    drm = Term(odds.drm, "Action Rating DRM", "9.8-A", "surprise")
    return (drm, Term(charts.surprise.hedgehog_modifier, "hedgehog", "9.8-A", "surprise")) if odds.hedgehog else (drm,)


def surprise_drm(charts: Charts, odds: Odds) -> int:
    """9.8-A: what is added to the surprise roll."""
    return worth(surprise_terms(charts, odds), 0)


def surprise_tally(charts: Charts, odds: Odds, dice: int) -> Tally[int]:
    """The surprise roll on two dice of this sum."""
    return Tally(
        "surprise roll", (Part(dice, "two dice for surprise", "9.8-A", "surprise"), *surprise_terms(charts, odds))
    )


def who_surprises(charts: Charts, odds: Odds, dice: int) -> Surprise:
    """9.8-A: the side that has surprise on two dice of this sum."""
    return charts.surprise.who(odds.kind, dice + surprise_drm(charts, odds))


def roll_terms(odds: Odds) -> tuple[Term[int], ...]:
    """9.9: the Action Rating DRM, less the level of a hedgehog (16.0d)."""
    drm = Term(odds.drm, "Action Rating DRM", "9.6-B")
    return (drm, Term(-odds.hedgehog, "hedgehog", "16.0d")) if odds.hedgehog else (drm,)


def roll_drm(odds: Odds) -> int:
    """9.9: what is added to the combat roll."""
    return worth(roll_terms(odds), 0)


def roll_tally(odds: Odds, dice: int) -> Tally[int]:
    """The combat roll on two dice of this sum."""
    return Tally("roll", (Part(dice, "two dice", "9.9"), *roll_terms(odds)))


def second_tally(odds: Odds, special: SpecialAttack, dice: int) -> Tally[int]:
    """The second roll of a special attack: as the first, with a modifier of its own."""
    own = Term(special.second_roll, f"second roll {special.title}", special.case)
    return Tally("roll", (Part(dice, "two dice", special.case), *roll_terms(odds), own))


def throw_combat(charts: Charts, odds: Odds, throw: Throw) -> CombatRead:
    """One combat, from surprise to the result."""
    possible = charts.surprise.possible(odds.kind)
    who = who_surprises(charts, odds, throw.two("surprise")) if possible else "none"
    shift = TOWARD[who] * throw.one("shift") if who != "none" else 0
    column = charts.combat.shift(odds.column, shift)
    return CombatRead(who, shift, column, charts.combat.result(column, throw.two("dice") + roll_drm(odds)))


def combat_spread(charts: Charts, odds: Odds) -> Spread[CombatRead]:
    """Every outcome of the dice of a combat, multiplying the two rolls instead of walking them.

    The plain version is `spread_of(throw_combat)`; a test compares them.

    >>> from redball.charts import load_charts
    >>> found = combat_spread(load_charts("v4"), Odds("regular", 6, 0))
    >>> found.total == 36 * 6 * 36
    True
    """
    table, drm = charts.combat, roll_drm(odds)
    surprises = surprises_of(charts, odds)
    rows = [(table.row_index(dice + drm), count) for dice, count in SUMS.items()]
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
    table, drm = charts.combat, roll_drm(odds)
    columns = [0] * len(table.columns)
    for who, count in surprises_of(charts, odds).items():
        toward = TOWARD[who]
        if not toward:
            columns[odds.column] += 6 * count
        else:
            for pip in PIPS:
                columns[table.shift(odds.column, toward * pip)] += count
    ways: dict[str, int] = {}
    results = table.results
    for dice, count in SUMS.items():
        line = results[table.row_index(dice + drm)]
        for column, first in enumerate(columns):
            if first:
                text = line[column]
                ways[text] = ways.get(text, 0) + first * count
    return ways


def surprises_of(charts: Charts, odds: Odds) -> dict[Surprise, int]:
    """Rolls out of 36 by the side with surprise, of those that can have it (9.8-A)."""
    drm, who = surprise_drm(charts, odds), charts.surprise.who
    found: dict[Surprise, int] = {}
    for dice, ways in SUMS.items():
        side = who(odds.kind, dice + drm)
        found[side] = found.get(side, 0) + ways
    return found


# --- the policies ----------------------------------------------------------------------------------------------


@cache
def asked_of(cell: Cell) -> CombatResult:
    """What a cell of the Combat Table requires of both sides (9.10)."""
    return CombatResult(cell.a_loss, cell.a_option, cell.exploit, cell.d_loss, cell.d_option, cell.d_dg)


def surprise_ways(charts: Charts, kind: Kind, odds: AnnouncedOdds) -> dict[str, int]:
    """Rolls out of 36 by the side with surprise (9.8-A)."""
    return {"attacker": 0, "none": 0, "defender": 0} | surprises_of(charts, thrown_on(kind, odds))


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
    "result_ways",
    "roll_drm",
    "roll_tally",
    "roll_terms",
    "second_tally",
    "surprise_drm",
    "surprise_tally",
    "throw_combat",
    "thrown_on",
    "who_surprises",
]
