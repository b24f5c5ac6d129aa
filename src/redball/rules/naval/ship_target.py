"""A barrage on one naval target without a board: a ship, the Landing Craft of a stack, or coastal artillery.

Ships, aircraft and coastal artillery fire, on the regular Barrage Table: the lesser results of ships (18.3b) are those
at ground units.

Gunfire of ships and coastal artillery and barrages by aircraft call it.

Cases: 18.3c-A, 18.3c-C
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from redball.charts import Charts
from redball.core.chances import Throw
from redball.core.ledger import Term, Times
from redball.core.telling import counted
from redball.rules.barrage.chart import Aim, Arm, BarrageRead, Target, aim_at, range_terms, throw_barrage

Shooter = Literal["naval", "air", "coastal_artillery"]
"""Who can fire at ships: other artillery cannot (18.3c)."""
NavalTarget = Literal["ship", "damaged_ship", "landing_craft", "coastal_artillery"]
BY_SPOTTED_GUNS, BY_AIR = Target("artillery"), Target("air")
"""Fire that keeps a result in brackets, and fire that has a mere DG from it."""


RANKS = ("no effect", "DG", "damaged, and DG", "sunk")
"""What may become of a ship, the lightest first."""


class ShipTarget(Struct, frozen=True):
    """What is fired at; its Protection Rating, 1 if none is printed; whether it is DG; the points of Landing Craft, all
    of a stack (18.3c-D)."""

    what: NavalTarget = "ship"
    protection: int = 1
    dg: bool = False
    points: int = 0

    @property
    def hit_by_dg(self) -> bool:
        """18.3d-C: a DG result is one more hit; coastal artillery ignores DG (18.3g-C)."""
        return self.dg and self.what != "coastal_artillery"


class ShipRead(Struct, frozen=True):
    """The chart's result, all hits, the points that Landing Craft lose, whether the target is DG now, and whether it is
    sunk or eliminated."""

    result: str
    hits: int
    points_lost: int
    dg: bool
    eliminated: bool


def rank(target: ShipTarget, read: ShipRead) -> int:
    """How bad it is for the target: 0 nothing, 1 DG, 2 a hit, 3 sunk or destroyed; of Landing Craft, 1 more than the
    points that they lose."""
    if target.what == "landing_craft":
        return 1 + read.points_lost if read.points_lost else int(read.dg and not target.dg)
    if read.eliminated:
        return 3
    return 2 if read.hits else int(read.dg and not target.dg)


def rank_text(target: ShipTarget, bad: int) -> str:
    """A rank in words.

    >>> rank_text(ShipTarget(), 2), rank_text(ShipTarget("landing_craft", points=3), 2)
    ('damaged, and DG', '1 point lost, and DG')
    >>> rank_text(ShipTarget("landing_craft", points=3), 4), rank_text(ShipTarget("coastal_artillery"), 3)
    ('all 3 points lost', 'destroyed')
    """
    if target.what == "coastal_artillery":
        return "destroyed" if bad else RANKS[0]
    if target.what != "landing_craft" or bad < 2:
        return RANKS[bad]
    lost = bad - 1
    return f"all {counted(lost, 'point')} lost" if lost == target.points else f"{counted(lost, 'point')} lost, and DG"


def factors(charts: Charts, shooter: Shooter, target: ShipTarget) -> Iterator[Times]:
    """What multiplies the strength; it is rounded once, after all of them (4.1, reading 1.136)."""
    if shooter == "air":
        by = Fraction(charts.naval_targets.aircraft_strength_multiplier)
        yield Times(by, "aircraft", "18.3c-B", "naval_targets.aircraft_strength_multiplier")
    if target.protection > 1:
        by = Fraction(1, target.protection)
        yield Times(by, "Protection Rating", "18.3c-C", "naval_targets.divide_by_protection_rating")


def aim_at_ship(
    charts: Charts,
    strength: Fraction,
    shooter: Shooter,
    target: ShipTarget,
    *,
    short_range: bool = False,
    long_range: bool = False,
    more: tuple[Term[int], ...] = (),
) -> Aim:
    """The final column; only the distance of aircraft from their bases shifts it (18.3c-A), and what an edition has
    `more` for them. Raises ValueError below one point (10.0-E)."""
    arm: Arm = "air" if shooter == "air" else "naval"
    fire = Target(arm, short_range=short_range, long_range=long_range)
    return aim_at(
        charts, strength, fire, lambda *of: (*range_terms(*of), *more), tuple(factors(charts, shooter, target))
    )


def throw_at_ship(
    charts: Charts, column: int, target: ShipTarget, throw: Throw, *, brackets_dg: bool = False
) -> ShipRead:
    """One barrage on a final column. `brackets_dg` reads a result in brackets as a mere DG, as fire from the air or the
    sea has it at ground units."""
    read = throw_barrage(charts, column, BY_AIR if brackets_dg else BY_SPOTTED_GUNS, throw)
    return struck(charts, target, read)


def struck(charts: Charts, target: ShipTarget, read: BarrageRead) -> ShipRead:
    """18.3d: what a result does to the target. It is one DG, however many hits it has, so on a target that is DG it is
    one more hit at most (reading 1.137). A step loss eliminates coastal artillery (18.3g-C)."""
    rules = charts.naval_targets
    if target.what == "coastal_artillery":
        return ShipRead(read.result, read.steps, 0, target.dg and not read.steps, read.steps > 0)
    hits = read.steps + int(read.dg and target.hit_by_dg)
    lost = 0
    if target.what == "landing_craft":
        lost = min(hits * rules.landing_craft_hit_loses_points, target.points)
        eliminated = lost == target.points
    else:
        eliminated = hits + int(target.what == "damaged_ship") >= rules.hits_to_sink
    return ShipRead(read.result, hits, lost, not eliminated and (target.dg or read.dg), eliminated)
