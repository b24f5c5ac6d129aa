"""A barrage on combat units without a board: strength and target in numbers, shifts with reasons, the dice.

`barrage.on_board` makes a `Target` from the board; the table companion gets it from the player.

Cases: 10.0-D, 10.0a-A, 10.0a-B, 10.2b, 18.3b
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct

from redball.charts import BarrageCell, Charts
from redball.charts.shapes import Grid
from redball.core.chances import Throw
from redball.core.ledger import Ledger, Line, Tally, Term, Times, show, worth

Arm = Literal["artillery", "air", "naval"]
AT_UNITS = "Barrage Table column"
"""The title of the column of a barrage on units."""


class Flown(Struct, frozen=True):
    """A barrage by aircraft: its Barrage Points, whether all of them are near the bases from which they flew (10.2b),
    whether one is a Strategic Bomber, for which it counts as unspotted and gets no shift for that (14.1e), whether one
    has flown more than half its range where that matters (21.4)."""

    points: int
    near: bool = False
    high: bool = False
    far: bool = False


class Target(Struct, frozen=True):
    """What shifts a barrage: density in quarter RE, divisions capped (10.0a-C), and that of soft units where
    these count apart; hedgehog level; terrain line of
    the Combat Table and its name; a correct spotter; a Strat Mode unit; aircraft that are all near their bases, or one
    that flew more than half its range (21.4)."""

    arm: Arm = "artillery"
    density: int = 4
    hedgehog: int = 0
    line: str = "open"
    terrain: str = ""
    spotter: bool = True
    strat: bool = False
    short_range: bool = False
    long_range: bool = False
    soft: int = 0


Terms = Callable[[Charts, Target], Iterable[Term[int]]]
"""Shifts in columns, with their reasons."""


@dataclass(frozen=True)
class Aim:
    """A barrage about to be rolled: its table, the column of its strength, and the shifts (`aim_on`)."""

    table: Grid[Any]
    initial: int
    shifts: Tally[int]

    @property
    def column(self) -> int:
        """The column it reads."""
        return self.table.shift(self.initial, self.shifts.value)

    @property
    def label(self) -> str:
        """The name of that column."""
        return self.table.columns[self.column]

    @property
    def ledger(self) -> Ledger:
        """How that column comes about."""
        return self.shifts.ledger()


class BarrageRead(Struct, frozen=True):
    """The result of the dice: the chart's result, whether the target is DG, and the steps it loses."""

    result: str
    dg: bool
    steps: int


def shift_terms(charts: Charts, target: Target) -> Iterator[Term[int]]:
    """Every shift that is not zero, in columns."""
    table = charts.barrage
    yield from term(table.density_shift(target.density), "density of the target", "10.0a-C", "barrage_density")
    if target.hedgehog:
        yield from term(table.hedgehog_shift(target.hedgehog), "hedgehog", "10.0a-A", "barrage_shifts.hedgehog")
    terrain = f"terrain: {target.terrain or target.line.replace('_', ' ')}"
    yield from term(table.terrain_shift(target.line), terrain, "10.0a-B", f"barrage_shifts.{target.line}")
    if not target.spotter:
        yield from term(table.no_spotter_shift, "no spotter at the target", "10.0b-B", "barrage_shifts.no_spotter")
    if target.strat:
        yield from term(table.strat_shift, "a Strat Mode unit in the target", "10.0a-A", "barrage_shifts.strat_mode")
    yield from range_terms(charts, target)


def range_terms(charts: Charts, target: Target) -> Iterator[Term[int]]:
    """The shifts for the distance of aircraft from their bases, if they are not zero."""
    if target.short_range and target.arm == "air":
        shift = charts.barrage.short_range_shift
        yield from term(shift, "all aircraft near their bases", "10.2b", "barrage_shifts.short_range")
    if target.long_range and target.arm == "air":
        shift = charts.barrage.long_range_shift
        yield from term(shift, "an aircraft beyond half its range", "21.4-A", "barrage_shifts.long_range_air")


def term(by: int, reason: str, case: str, chart: str) -> Iterator[Term[int]]:
    """A shift, or nothing if it is zero."""
    if by:
        yield Term(by, reason, case, chart)


def aim_at(
    charts: Charts, strength: Fraction, target: Target, terms: Terms = shift_terms, factors: Collection[Times] = ()
) -> Aim:
    """The final column of a barrage; `factors` multiply its strength. Raises ValueError below one point (10.0-E)."""
    table, effective = charts.barrage, worth(factors, strength)
    initial = table.column(effective)
    multiplied = (factor.line(show, "") for factor in factors)
    first = strength_line(table, initial, effective, "10.0-D", "barrage")
    return aim_on(table, initial, AT_UNITS, (*multiplied, first, *terms(charts, target)))


def aim_on(table: Grid[Any], initial: int, title: str, terms: Iterable[Term[int] | Line]) -> Aim:
    """Fire on some table: shifts in columns, from the column of its strength."""
    return Aim(table, initial, Tally(title, terms, total=lambda by: table.columns[table.shift(initial, by)]))


def strength_line(table: Grid[Any], column: int, strength: Fraction, case: str, chart: str) -> Line:
    """The column of a strength, before shifts."""
    return Line(table.columns[column], f"{show(strength)} Barrage Points", case, chart)


def asks_for_die(charts: Charts, target: Target, cell: BarrageCell) -> bool:
    """A result of 1/2 needs a die; in brackets, only if nothing lowers it to DG (reading 1.86)."""
    lowered = cell.bracketed and charts.barrage.bracket_is_dg(
        target.hedgehog, air=target.arm == "air", naval=target.arm == "naval", spotter=target.spotter
    )
    return cell.half and not lowered


def read_cell(charts: Charts, cell: BarrageCell, die: int) -> BarrageRead:
    """The effect of a result; `die` is that of a 1/2, 0 if none was rolled."""
    return BarrageRead(cell.text, cell.dg, cell.steps + int(charts.barrage.loses_step(die)))


def cell_for(charts: Charts, arm: Arm, column: int, roll: int) -> BarrageCell:
    """The result of two dice on a final column; of ships at ground units, the lesser one that they have (18.3b)."""
    cell = charts.barrage.lookup(column, roll)
    return charts.barrage.codes[charts.ship_to_shore.read(cell.text)] if arm == "naval" else cell


def throw_barrage(charts: Charts, column: int, target: Target, throw: Throw) -> BarrageRead:
    """One barrage on a final column."""
    cell = cell_for(charts, target.arm, column, throw.two("dice"))
    return read_cell(charts, cell, throw.one("die") if asks_for_die(charts, target, cell) else 0)
