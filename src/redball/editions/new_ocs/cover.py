"""Terrain and hedgehogs as shifts to the left, by side of the combat table; who may ignore a retreat of one hex.

Cases: N9-terrain-close, N9-terrain-close-swamp, N9-terrain-very-close, N9-terrain-very-close-extreme,
N9-hedgehog-shifts-2, N9-hedgehog-shifts-4, N9-hedgehog-shifts-max, N9-hedgehog-shifts-cap, N9-ignore-r1,
N8-terrain-effects, N16.0b-effect, N12-hedgehogs
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from redball.charts import Charts
from redball.charts.shapes import Grid
from redball.core.battle import Confrontation
from redball.core.derived import derived
from redball.core.ledger import Line, Tally, Term, worth
from redball.core.look import Look
from redball.core.refusals import RefusalKind, refusal
from redball.editions.new_ocs.combat_charts import CombatLimits, CoverShift
from redball.rules.combat.record import OWN_TERRAIN
from redball.rules.combat.strength import hedgehog_level
from redball.rules.combat.terrain import hex_terrains
from redball.rules.ground import hedgehogs

TableSide = Literal["left", "right"]
"""The attackers' side of the table, and the defenders'."""
DENSE = ("very_close", "extremely_close")
"""Terrain lines where works count only up to a lower level."""


HIGHEST_IN_DENSE = refusal(
    "hedgehog.highest_in_dense",
    case="N9-hedgehog-shifts-cap",
    text="the hedgehog at {hexes} is already at Level {have}, the highest in Very or Extremely Close terrain",
)


@dataclass(frozen=True)
class Shifts:
    """What shifts columns to the left on either side, and the most columns together."""

    terrain: CoverShift
    terrain_name: str
    works: CoverShift
    most: int

    def terms(self, side: TableSide) -> tuple[Term[int], ...]:
        """The columns of a side; the last term takes back what exceeds the maximum."""
        works = self.works.id.replace("_", " of level ")
        given = (
            Term(-getattr(self.terrain, side), f"columns: {self.terrain_name}", "N9-terrain", "cover_shifts"),
            Term(-getattr(self.works, side), f"columns: {works}", "N9-hedgehog-shifts", "cover_shifts"),
        )
        over = -worth(given, 0) - self.most
        cap = Term(max(over, 0), f"columns: {self.most} at most, together", "N9-hedgehog-shifts-max")
        return tuple(term for term in (*given, cap) if term.by)


def row_of(look: Look, terrain: str) -> CoverShift:
    """The chart's row for a terrain: its own, or else the row of its line."""
    rows = look.world.charts.rows(CoverShift)
    return rows.get(terrain) or rows[look.world.charts.terrain_combat[terrain].line]


def works_in(charts: Charts, level: int, row: CoverShift) -> CoverShift:
    """The chart's row for works of a level, as far as they count in that terrain."""
    if row.id in DENSE:
        level = min(level, charts.table(CombatLimits).most_hedgehog_in_very_close)
    return charts.rows(CoverShift)[f"hedgehog_{level}"]


def together(charts: Charts, row: CoverShift, name: str, level: int) -> Shifts:
    """The shifts that terrain and works give each side, with a maximum for both together."""
    return Shifts(row, name, works_in(charts, level, row), charts.table(CombatLimits).most_shift)


def limit(look: Look, side: str, hex_: int) -> tuple[int, RefusalKind]:
    """The highest level of works: lower where every terrain of the hex is dense."""
    if hex_ >= 0 and _dense(look, hex_):
        return look.world.charts.table(CombatLimits).most_hedgehog_in_very_close, HIGHEST_IN_DENSE
    return hedgehogs.limit(look, side, hex_)


@derived
def _dense(look: Look, hex_: int) -> bool:
    """Every terrain of the hex is dense, in this weather."""
    return all(row_of(look, terrain).id in DENSE for terrain in hex_terrains(look, hex_))


def shifts(look: Look, met: Confrontation) -> Shifts:
    """The shifts of a combat on the board."""
    terrain = met.terrain[OWN_TERRAIN]
    name = look.world.charts.terrain_combat[terrain].name
    level = hedgehog_level(look, look.enemy(met.side), met.hex)
    return together(look.world.charts, row_of(look, terrain), name, level)


def column(found: Shifts, side: TableSide, value: str, table: Grid[Any], base: int) -> Tally[int]:
    """The shifts of a side, from the column of a value to the one that is read."""
    left = side == "left"
    what = f"a defence of {value}" if left else f"odds of {value}"
    case = "N9-base-columns-lhs" if left else "N9-base-columns-rhs"
    first = Line(table.columns[base], what, case, "combat_attackers" if left else "combat_defenders")
    return Tally(
        f"column, {'attackers' if left else 'defenders'}' side",
        (first, *found.terms(side)),
        total=lambda by: table.columns[table.shift(base, by)],
    )


def may_ignore_r1(look: Look, side: str, hex_: int, terrain: str) -> bool:
    """Whether the defender's terrain or works let them ignore a retreat of one hex."""
    row = row_of(look, terrain)
    return row.ignores_r1 or works_in(look.world.charts, hedgehog_level(look, side, hex_), row).ignores_r1


POLICIES = {"hedgehog_limit": limit}
