"""Studies of the tables: what a column, a rating, a disorganized defender, surprise or a barrage is worth, exactly.

Expected losses are in steps, before a side runs out of them. An option may be taken as steps or as a retreat: `share`
is the part counted as steps.

>>> from redball.editions import charts_from
>>> table = losses(charts_from("v4", "v1992"))
>>> [(row["odds"], str(row["attacker"]), str(row["defender"])) for row in table.rows if row["odds"] == "3:1"]
[('3:1', '7/6', '23/18')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from msgspec import Struct

from redball.charts import Charts
from redball.charts.ground_combat import parse_odds
from redball.core.chances import SUMS, spread_of
from redball.rules.barrage.chart import Target, throw_barrage
from redball.rules.combat.dice import Odds, result_ways
from redball.rules.combat.record import Kind

Row = dict[str, Any]


class Table(Struct, frozen=True):
    """A table to print, plot or write: rows with the same keys. A plot has `x` below and the `ys` as lines."""

    name: str
    title: str
    rows: tuple[Row, ...]
    x: str
    ys: tuple[str, ...]
    unit: str
    by: str = ""


class Question(Struct, frozen=True):
    """Parameters of all combat studies: the terrain line, the share of options taken as steps."""

    line: str = "open"
    share: Fraction = Fraction(1)
    kind: Kind = "regular"


def without_surprise(charts: Charts, column: int, drm: int, kind: Kind) -> dict[str, int]:
    """Results of a column by the number of ways on two dice."""
    ways: dict[str, int] = {}
    for dice, count in SUMS.items():
        text = charts.combat.result(column, dice + drm)
        ways[text] = ways.get(text, 0) + count
    return ways


def with_surprise(charts: Charts, column: int, drm: int, kind: Kind) -> dict[str, int]:
    """Results with surprise before the roll."""
    return result_ways(charts, Odds(kind, column, drm))


Ways = Callable[[Charts, int, int, Kind], dict[str, int]]


def expected(charts: Charts, ways: Mapping[str, int], share: Fraction) -> tuple[Fraction, Fraction]:
    """Steps that attacker and defender lose on average."""
    total = sum(ways.values())
    cells = [(charts.combat.codes[text], Fraction(count, total)) for text, count in ways.items()]
    attacker = sum(((cell.a_loss + share * cell.a_option) * p for cell, p in cells), Fraction(0))
    defender = sum(((cell.d_loss + share * cell.d_option) * p for cell, p in cells), Fraction(0))
    return attacker, defender


def by_column(charts: Charts, asked: Question, drm: int, ways: Ways) -> list[tuple[str, Fraction, Fraction]]:
    """Odds of the line, and what both sides lose there."""
    labels = charts.combat.lines[asked.line]
    return [
        (label, *expected(charts, ways(charts, column, drm, asked.kind), asked.share))
        for column, label in enumerate(labels)
    ]


def ratio(one: Fraction, other: Fraction) -> Fraction | None:
    """None if the other is zero."""
    return one / other if other else None


def losses(charts: Charts, asked: Question | None = None, drm: int = 0) -> Table:
    """Expected losses by column on the table alone, the worth of a column, and their ratio."""
    found = by_column(charts, asked or Question(), drm, without_surprise)
    rows: list[Row] = []
    for i, (label, attacker, defender) in enumerate(found):
        before = found[i - 1] if i else None
        rows.append(
            {
                "odds": label,
                "attacker": attacker,
                "defender": defender,
                "attacker_factor": ratio(attacker, before[1]) if before else None,
                "defender_factor": ratio(defender, before[2]) if before else None,
                "defender_per_attacker": ratio(defender, attacker),
            }
        )
    return Table("losses", "Expected losses by column", tuple(rows), "odds", ("attacker", "defender"), "steps")


def crossing(found: Iterable[tuple[str, Fraction, Fraction]]) -> Fraction | None:
    """The odds at which both lose the same, interpolated between columns; None if they never cross."""
    previous: tuple[Fraction, Fraction] | None = None
    for label, attacker, defender in found:
        a, d = parse_odds(label)
        odds, gap = Fraction(a, d), defender - attacker
        if previous is not None and previous[1] < 0 <= gap:
            return previous[0] + (odds - previous[0]) * -previous[1] / (gap - previous[1])
        previous = (odds, gap)
    return None


def break_even(charts: Charts, line: str = "open") -> Table:
    """Where losses are even, by the share of options each side takes as steps, without and with surprise."""
    rows: list[Row] = []
    for a_share, d_share in (("1", "1"), ("1/2", "1/2"), ("0", "0"), ("1", "1/2"), ("1/2", "1")):
        row: Row = {"attacker_share": Fraction(a_share), "defender_share": Fraction(d_share)}
        for name, ways in (("odds", without_surprise), ("odds_with_surprise", with_surprise)):
            one = by_column(charts, Question(line, Fraction(a_share)), 0, ways)
            other = by_column(charts, Question(line, Fraction(d_share)), 0, ways)
            row[name] = crossing((x[0], x[1], y[2]) for x, y in zip(one, other, strict=True))
        rows.append(row)
    return Table(
        "break-even", "Odds at which losses are even", tuple(rows), "attacker_share", ("odds",), "attackers to one"
    )


def rating(charts: Charts, asked: Question | None = None) -> Table:
    """What points of Action Rating do to losses, surprise and all."""
    found = asked or Question()
    rows: list[Row] = []
    for drm in range(-4, 5):
        for label, attacker, defender in by_column(charts, found, drm, with_surprise):
            rows.append({"odds": label, "drm": drm, "attacker": attacker, "defender": defender})
    return Table("rating", "The worth of Action Rating", tuple(rows), "odds", ("defender",), "steps", by="drm")


def disorder(charts: Charts, asked: Question | None = None) -> Table:
    """What a disorganized defender is worth: strength times the chart's multiplier, Action Rating one lower."""
    found = asked or Question()
    table, states = charts.combat, charts.strength_states
    rows: list[Row] = []
    for column, label in enumerate(table.lines[found.line]):
        a, d = parse_odds(label)
        weaker = table.initial_column(found.line, Fraction(a), d * states.dg_combat)
        before = expected(charts, with_surprise(charts, column, 0, found.kind), found.share)
        after = expected(charts, with_surprise(charts, weaker, -charts.action_rating.dg, found.kind), found.share)
        rows.append(
            {
                "odds": label,
                "odds_against_dg": table.column_label(found.line, weaker),
                "attacker": before[0],
                "attacker_against_dg": after[0],
                "defender": before[1],
                "defender_dg": after[1],
            }
        )
    return Table(
        "disorder",
        "The worth of a disorganized defender",
        tuple(rows),
        "odds",
        ("defender", "defender_dg", "attacker", "attacker_against_dg"),
        "steps",
    )


def surprise(charts: Charts, asked: Question | None = None) -> Table:
    """Losses without surprise and with it."""
    found = asked or Question()
    plain = by_column(charts, found, 0, without_surprise)
    shifted = by_column(charts, found, 0, with_surprise)
    rows = tuple(
        {
            "odds": one[0],
            "attacker": one[1],
            "attacker_with_surprise": two[1],
            "defender": one[2],
            "defender_with_surprise": two[2],
        }
        for one, two in zip(plain, shifted, strict=True)
    )
    lines = ("attacker", "attacker_with_surprise", "defender", "defender_with_surprise")
    return Table("surprise", "What surprise does", rows, "odds", lines, "steps")


def barrage(charts: Charts, shift: int = 0) -> Table:
    """What artillery buys: the chance of DG and the steps of each column, and steps per token.

    If no column has a price, artillery pays by size; the tokens are then for 1 RE.
    """
    table = charts.barrage
    rows: list[Row] = []
    for column, name in enumerate(table.columns):
        read = table.shift(column, shift)
        spread = spread_of(partial(throw_barrage, charts, read, Target()))
        cost = table.cost_tokens(column) or 1  # where artillery pays by its RE: for one RE
        steps = spread.expect(lambda one: one.steps)
        rows.append(
            {
                "points": name,
                "column": table.columns[read],
                "tokens": cost,
                "dg": spread.chance(lambda one: one.dg),
                "steps": steps,
                "dg_per_token": spread.chance(lambda one: one.dg) / cost,
                "steps_per_token": steps / cost,
            }
        )
    return Table("barrage", "What a barrage buys", tuple(rows), "points", ("dg", "steps"), "chance, steps")


def compare(name: str, tables: Mapping[str, Table]) -> Table:
    """The same study of several charts in one table, by the charts' names."""
    first = next(iter(tables.values()))
    rows = tuple({"charts": charts, **row} for charts, table in tables.items() for row in table.rows)
    return Table(name, first.title, rows, first.x, first.ys, first.unit, by="charts")


BY_NAME: dict[str, Callable[[Charts, Question], Table]] = {
    "losses": lambda charts, asked: losses(charts, asked),
    "break-even": lambda charts, asked: break_even(charts, asked.line),
    "rating": rating,
    "disorder": disorder,
    "surprise": surprise,
    "barrage": lambda charts, asked: barrage(charts),
}
