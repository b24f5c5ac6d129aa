"""Do the lines of an event's ledgers add up to their totals, and are those the event's numbers?

An event keeps ledgers as a player reads them: they are added up here as a player would, from nothing but the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from redball.charts import Charts
from redball.charts.shapes import Grid
from redball.core import events as ev
from redball.core.events import Event
from redball.core.ledger import Ledger, Line
from redball.editions.v1992.hex_flak import HexFlakFired
from redball.game.watch.broken import InvariantBroken
from redball.rules.air.air import FlakFired
from redball.rules.air.air_drop import UnitDropped
from redball.rules.air.supply_drop import SupplyDropped
from redball.rules.naval.invasion_events import LandingRolled
from redball.rules.naval.naval import GunfireResolved

AMOUNT = re.compile(r"([x+-]?)(\d+(?:\.\d+|/\d+)?)")
Pair = tuple[str, str]
"""What is told, and what it should be."""


def added_up(lines: tuple[Line, ...], *, strength: bool = False) -> Fraction:
    """What lines come to; those without a number count nothing. A `strength` is never below zero."""
    value = Fraction(0)
    for line in lines:
        found = AMOUNT.fullmatch(line.amount)
        if found is None:
            continue
        sign, by = found[1], Fraction(found[2])
        if sign == "x":
            value *= by
        else:
            value += -by if sign == "-" else by
        if strength:
            value = max(value, Fraction(0))
    return value


def column(charts: Charts, ledger: Ledger) -> str:
    """The column that shifts lead to, from the first one that a line names."""
    for at, line in enumerate(ledger.lines):
        table = charts.added.get(line.chart) or getattr(charts, line.chart, None)
        if isinstance(table, Grid) and line.amount in table.columns:
            by = added_up(ledger.lines[at + 1 :])
            return str(table.columns[table.shift(table.columns.index(line.amount), int(by))])
    return "none"


def _sum(ledger: Ledger, *, strength: bool = False) -> Pair:
    return str(Fraction(ledger.total)), str(added_up(ledger.lines, strength=strength))


def _odds(charts: Charts, event: ev.OddsSet) -> Iterator[Pair]:
    """Strengths of both sides, the DRM; on a table of two sides the other DRM and both columns; then ratings and the
    strengths of units."""
    attack, defence, drm, *rest = event.ledgers
    for told, ledger in ((event.attack, attack), (event.defend, defence), (str(event.drm), drm)):
        yield told, str(Fraction(ledger.total)) if ledger is drm else ledger.total
        yield _sum(ledger)
    if event.attackers_column:
        other, by_odds, by_defence, *rest = rest
        yield str(event.attackers_drm), str(int(other.total))
        yield _sum(other)
        for told, ledger in ((event.column, by_odds), (event.attackers_column, by_defence)):
            yield told, ledger.total
            yield ledger.total, column(charts, ledger)
    for ledger in rest:
        yield _sum(ledger, strength=not ledger.title.startswith("Action Rating"))


def _roll(charts: Charts, event: ev.CombatResolved | ev.SurpriseRolled | FlakFired) -> Iterator[Pair]:
    if event.ledger is not None:
        yield str(event.roll), event.ledger.total
        yield _sum(event.ledger)


def _strength(charts: Charts, event: HexFlakFired) -> Iterator[Pair]:
    yield _sum(event.ledger)


def _barrage(charts: Charts, event: ev.BarrageResolved) -> Iterator[Pair]:
    yield event.column, event.ledger.total
    yield event.ledger.total, column(charts, event.ledger)


def _attrition(charts: Charts, event: ev.AttritionResult) -> Iterator[Pair]:
    yield event.ledger.total, "all" if event.steps < 0 else str(event.steps)


TOLD: dict[type[Event], Callable[[Charts, Any], Iterator[Pair]]] = {
    ev.OddsSet: _odds,
    ev.SurpriseRolled: _roll,
    ev.CombatResolved: _roll,
    ev.BarrageResolved: _barrage,
    GunfireResolved: _barrage,
    FlakFired: _roll,
    SupplyDropped: _roll,
    UnitDropped: _roll,
    HexFlakFired: _strength,
    LandingRolled: lambda charts, event: iter((_sum(event.ledger),)),
    ev.AttritionResult: _attrition,
}
"""Every event that has ledgers, with what must agree in it."""


def check_ledgers(charts: Charts, number: int, happened: tuple[Event, ...]) -> None:
    """Raises InvariantBroken for a number that its ledger does not make."""
    for event in happened:
        for told, made in TOLD[type(event)](charts, event) if type(event) in TOLD else ():
            if told != made:
                raise InvariantBroken("ledgers", number, f"{type(event).__name__} tells {told}, its lines {made}")
