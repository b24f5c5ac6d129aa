"""Barrages for the companion."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from redball.analysis.companion import new_ocs_tables
from redball.analysis.companion.kinds import Asked, AskError, Kind, Question, strength
from redball.analysis.expectation import Source, certain
from redball.charts import Charts
from redball.charts.shapes import StrengthGrid
from redball.core.chances import Throw
from redball.core.ledger import Line, show, show_tokens
from redball.rules.barrage.chart import Arm, BarrageRead, Target, aim_at, throw_barrage
from redball.rules.barrage.facility import Facility, FacilityRead, FacilityTarget, facility_spread, throw_facility

Points = Annotated[str, Meta(description="Barrage Points, like 17 or 8.5")]


class BarrageQuestion(Question, frozen=True):
    """A barrage on combat units."""

    strength: Points
    arm: Annotated[Arm, Meta(description="who fires: artillery, air or naval")] = "artillery"
    re: Annotated[str, Meta(description="RE of combat units in the target, divisions capped, like 2.5")] = "1"
    terrain: Annotated[
        str, Meta(description="terrain line of the target: open, close, very-close, extremely-close")
    ] = "open"
    hedgehog: Annotated[int, Meta(ge=0, le=4, description="level of the hedgehog")] = 0
    no_spotter: Annotated[bool, Meta(description="no correct spotter")] = False
    strat: Annotated[bool, Meta(description="a Strat Mode unit is in the target")] = False
    short_range: Annotated[bool, Meta(description="all aircraft are near their bases")] = False


class FacilityQuestion(Question, frozen=True):
    """A barrage on a facility."""

    strength: Points
    target: Annotated[FacilityTarget, Meta(description="air_base, port or trainbusting")]
    level: Annotated[int, Meta(ge=0, le=3, description="level of the air base, 0 an air strip")] = 1
    hits: Annotated[int, Meta(ge=0, le=4, description="hits that the port has")] = 0
    planes: Annotated[int, Meta(ge=0, le=8, description="enemy planes on the base")] = 0


def initial(table: StrengthGrid, points: Fraction) -> int:
    """The column of a strength. Raises AskError below one point."""
    if not table.allows(points):
        raise AskError(f"a barrage needs at least {table.minimum_strength} point, and this is {show(points)}")
    return table.column(points)


def make_barrage(charts: Charts, asked: BarrageQuestion) -> Asked:
    """Column and shifts."""
    line = asked.terrain.replace("-", "_")
    if line not in charts.combat.lines:
        known = ", ".join(name.replace("_", "-") for name in charts.combat.lines)
        raise AskError(f"terrain must be one of {known}, not {asked.terrain!r}")
    points, size = strength(asked.strength, "strength"), strength(asked.re, "re") * 4
    if size.denominator != 1:
        raise AskError(f"re is counted in quarters, and {asked.re} is none")
    initial(charts.barrage, points)
    target = Target(
        asked.arm,
        int(size),
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
            "column": charts.barrage.columns[aim.column],
            "cost": "by the RE of the artillery" if by_size else show_tokens(cost),
        },
        aim.ledger.lines,
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
        (Line(name, f"{show(points)} Barrage Points", "10.0c", "facility"),),
        procedure,
        spread=lambda: facility_spread(charts, column, facility),
        expected=dict.fromkeys(("levels", "port_hits", "planes", "trainbusting"), Source("10.0c", "facility")),
        certain={"tokens": certain("tokens", cost, f"column {name}", Source("10.1b-1", "facility"))},
    )


BARRAGE = Kind(
    "barrage",
    "Barrage Table",
    BarrageQuestion,
    {"dice": "two", "die": "one"},
    make_barrage,
    otherwise=new_ocs_tables.BARRAGE,
)
FACILITY = Kind(
    "facility", "Barrage vs Facility Table", FacilityQuestion, {"dice": "one", "plane": "one"}, make_facility
)
