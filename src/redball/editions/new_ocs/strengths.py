"""Strengths that are not printed, and how lost steps reduce strength.

The first step lost from a unit of three or four takes points off, in attack and defence alike. With half or fewer of
its steps left, a unit has half its strength; a unit of four takes both reductions on its last step. Points come off
before any other modifier. The chart `strength_states` lets Reserves defend at full strength.

Cases: N9.11d-one-step, N9.11d-half, N9.11d-last-step, N9.5-strength-mods, N5.7-full-defence, N13.1c-defence,
N13.4-strength, N13.4-size, B-small-artillery-defence
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from redball.core.ledger import Less, Times
from redball.core.look import Look
from redball.core.state import Unit
from redball.editions.new_ocs.combat_charts import ArtilleryStrength, LossStrength
from redball.rules.units.abilities import series_strength

LAST_OF = 4
"""A unit of that many steps takes both reductions on its last one."""


def strength(look: Look, unit: Unit) -> int:
    """Artillery by the barrage points of its Combat side, 1 in Move Mode; all others as in the series, HQs by the
    chart."""
    counter = look.counter(unit)
    if counter.kind != "artillery":
        return series_strength(look, unit)
    table = look.world.charts.table(ArtilleryStrength)
    if unit.facing == "move" or counter.combat is None:
        return table.move_mode
    return table.strength(counter.combat.barrage)


def loss_factors(look: Look, unit: Unit, attacking: bool) -> Iterator[Times | Less]:
    """How lost steps reduce a unit's strength, in attack and defence alike."""
    if not unit.steps_lost:
        return
    table = look.world.charts.table(LossStrength)
    steps = look.counter(unit).steps
    left = steps - unit.steps_lost
    reason = f"{unit.steps_lost} of {steps} steps lost"
    if 2 * left <= steps:
        yield Times(table.half_left, reason, "N9.11d-half", "loss_strength")
    if (steps >= table.least_steps and unit.steps_lost == 1) or (steps == LAST_OF and left == 1):
        points = table.move_mode if unit.facing == "move" else table.combat_mode
        case = "N9.11d-one-step" if unit.steps_lost == 1 else "N9.11d-last-step"
        yield Less(Fraction(points), reason, case, "loss_strength")


POLICIES = {"printed_strength": strength, "loss_factors": loss_factors}
