"""Options on Combat Strength: what step losses leave of it, and what Anti-Tank Effects take away.

The two about losses stand in place of 9.11d, so that they exclude each other (reading 1.143).

Cases: 21.2, HR-5, HR-6
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from redball.charts import round_half_up
from redball.core.edition import Part, option
from redball.core.ledger import Less, Times
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.combat.strength import step_factors
from redball.rules.units.points import PRINTED_STRENGTH

LAST_OF = 4
"""Printed steps of a division whose last step is weaker (HR-6)."""
LAST_ATTACK = Fraction(1, 4)
LAST_DEFENCE = Fraction(1, 2)


def in_proportion(look: Look, unit: Unit, attacking: bool) -> Iterator[Less]:
    """21.2: the printed strength by the steps that are left, rounded at once."""
    printed = look.policies[PRINTED_STRENGTH](look, unit)
    left = round_half_up(Fraction(printed * look.steps(unit), look.counter(unit).steps))
    if left != printed:
        yield Less(Fraction(printed - left), f"{lost(look, unit)}: {left} of {printed}", "21.2")


def last_step(look: Look, unit: Unit, attacking: bool) -> Iterator[Times]:
    """HR-6: a unit of four steps at its last has a quarter in attack, half in defence; any other as in 9.11d."""
    if look.counter(unit).steps == LAST_OF and look.steps(unit) == 1:
        yield Times(LAST_ATTACK if attacking else LAST_DEFENCE, lost(look, unit), "HR-6")
    else:
        yield from step_factors(look, unit, attacking)


def lost(look: Look, unit: Unit) -> str:
    """`2 of 3 steps lost`."""
    return f"{unit.steps_lost} of {look.counter(unit).steps} steps lost"


PROPORTIONAL = option(
    "proportional_strength",
    "21.2",
    "A unit that has lost steps has strength in proportion to the steps left, rounded at once",
    Part("proportional_strength", policies={"loss_factors": in_proportion}),
    excludes=("last_step",),
)
LAST_STEP = option(
    "last_step",
    "HR-6",
    "A four-step unit with one step left attacks with a quarter of its strength and defends with half",
    Part("last_step", policies={"loss_factors": last_step}),
    excludes=("proportional_strength",),
)
SIMPLE_AT = option(
    "simple_anti_tank",
    "HR-5",
    "Anti-Tank Effects lower the terrain multiplier of attacking armor and mech from x2 to x1 instead of x1.5",
    Part("simple_anti_tank", charts=("hr_5",)),
)
SWITCHES = (PROPORTIONAL, LAST_STEP, SIMPLE_AT)
