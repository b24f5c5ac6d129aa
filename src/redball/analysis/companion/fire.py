"""Barrages for the companion."""

from __future__ import annotations

from fractions import Fraction

from redball.analysis.companion.kinds import Asked, AskError, named, only_with, quarters, strength
from redball.analysis.companion.questions import BarrageQuestion, FacilityQuestion
from redball.analysis.expectation import Source, certain
from redball.charts import Charts
from redball.charts.shapes import StrengthGrid
from redball.core.chances import Throw
from redball.core.ledger import show, show_tokens
from redball.rules.barrage.chart import Arm, BarrageRead, Target, aim_at, strength_line, throw_barrage
from redball.rules.barrage.facility import Facility, FacilityRead, facility_spread, throw_facility

NEAR_ITS_BASE: Arm = "air"
"""The arm that has the shift for short range (10.2b)."""


def density(text: str) -> int:
    """RE in the target, in quarters. Raises AskError if it has none: then there is no unit to fire at."""
    size = quarters(text, "re")
    if not size:
        raise AskError("re must be at least 0.25: a barrage on combat units needs one in the target")
    return size


def initial(table: StrengthGrid, points: Fraction) -> int:
    """The column of a strength. Raises AskError below one point."""
    if not table.allows(points):
        raise AskError(f"a barrage needs at least {table.minimum_strength} point, and this is {show(points)}")
    return table.column(points)


def make_barrage(charts: Charts, asked: BarrageQuestion) -> Asked:
    """Column and shifts."""
    line = named(asked.terrain, charts.combat.lines, "terrain")
    points, size = strength(asked.strength, "strength"), density(asked.re)
    only_with(asked, "short_range", "arm", NEAR_ITS_BASE)
    initial(charts.barrage, points)
    target = Target(
        asked.arm,
        size,
        asked.hedgehog,
        line,
        "",
        spotter=not asked.no_spotter,
        strat=asked.strat,
        short_range=asked.short_range,
    )
    aim = aim_at(charts, points, target)
    cost = charts.barrage.cost_tokens(aim.initial) if asked.arm == "artillery" else 0
    by_size = asked.arm == "artillery" and not charts.barrage.priced

    def procedure(throw: Throw) -> BarrageRead:
        return throw_barrage(charts, aim.column, target, throw)

    initial_name = charts.barrage.columns[aim.initial]
    return Asked(
        {
            "initial_column": initial_name,
            "column": aim.label,
            "cost": "by the RE of the artillery" if by_size else show_tokens(cost),
        },
        aim.shifts.lines,
        procedure,
        expected={"steps": Source("10.0a-A", "barrage"), "dg": Source("10.0a-A", "barrage")},
        certain={
            "tokens": certain("tokens", cost, f"column {initial_name} before shifts", Source("10.1b-1", "barrage"))
        },
    )


def make_facility(charts: Charts, asked: FacilityQuestion) -> Asked:
    """Column and target."""
    points = strength(asked.strength, "strength")
    column = initial(charts.facility, points)

    facility = Facility(asked.target, asked.level, asked.hits, asked.planes)

    def procedure(throw: Throw) -> FacilityRead:
        return throw_facility(charts, column, facility, throw)

    name, cost = charts.facility.columns[column], charts.facility.cost_tokens(column)
    return Asked(
        {"column": name, "cost": show_tokens(cost)},
        (strength_line(charts.facility, column, points, "10.0c", "facility"),),
        procedure,
        spread=lambda: facility_spread(charts, column, facility),
        expected=dict.fromkeys(("levels", "port_hits", "planes", "trainbusting"), Source("10.0c", "facility")),
        certain={"tokens": certain("tokens", cost, f"column {name}", Source("10.1b-1", "facility"))},
    )
