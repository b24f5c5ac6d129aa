"""Barrages on ships, Landing Craft and coastal artillery for the companion."""

from __future__ import annotations

from redball.analysis.companion.fire import NEAR_ITS_BASE
from redball.analysis.companion.kinds import Asked, AskError, only_with, strength
from redball.analysis.companion.questions import ShipTargetQuestion
from redball.analysis.expectation import Source
from redball.charts import Charts
from redball.core.chances import Throw
from redball.core.ledger import Line, show_tokens
from redball.rules.naval.ship_target import ShipRead, ShipTarget, aim_at_ship, throw_at_ship

CASES = {"ship": "18.3d-A", "damaged_ship": "18.3d-A", "landing_craft": "18.3d-B", "coastal_artillery": "18.3g-C"}
EXPECTED = {
    "ship": ("hits", "dg", "eliminated"),
    "damaged_ship": ("hits", "dg", "eliminated"),
    "landing_craft": ("points_lost", "dg", "eliminated"),
    "coastal_artillery": ("eliminated",),
}
"""What can happen to each target, with its case in `CASES`."""


def check(asked: ShipTargetQuestion) -> None:
    """Refuse what does not go together. Raises AskError."""
    only_with(asked, "short_range", "arm", NEAR_ITS_BASE)
    only_with(asked, "points", "target", "landing_craft")
    if asked.target == "landing_craft" and not asked.points:
        raise AskError("target landing_craft needs points")
    if asked.target == "coastal_artillery" and asked.arm != "naval":
        raise AskError(f"target coastal_artillery needs arm naval, and it is {asked.arm}")


def make_ship_target(charts: Charts, asked: ShipTargetQuestion) -> Asked:
    """Factors, column and target. None of those who can fire pays (14.7a, 18.1a, 18.3g-A)."""
    check(asked)
    points = strength(asked.strength, "strength")
    target = ShipTarget(asked.target, asked.protection, asked.dg, asked.points)
    aim = aim_at_ship(charts, points, asked.arm, target, short_range=asked.short_range)
    already = Line("+1", "hit from a DG result: already DG", "18.3d-C", "naval_targets.second_dg_becomes_hit")

    def procedure(throw: Throw) -> ShipRead:
        return throw_at_ship(charts, aim.column, target, throw, brackets_dg=asked.brackets_dg)

    return Asked(
        {"initial_column": charts.barrage.columns[aim.initial], "column": aim.label, "cost": show_tokens(0)},
        (*aim.shifts.lines, *([already] if target.hit_by_dg else [])),
        procedure,
        expected=dict.fromkeys(EXPECTED[asked.target], Source(CASES[asked.target], "barrage")),
    )
