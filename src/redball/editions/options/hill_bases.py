"""House rule HR-16: air bases in hard terrain refit half as many aircraft, rounded as always (an air strip one).

Cases: HR-16
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from redball.charts import round_half_up
from redball.core.edition import Part, option
from redball.core.look import Look
from redball.rules.combat.terrain import holds_line
from redball.rules.ground.air_force import Base

HARD = ("very_close", "extremely_close")


def halved(usual: Callable[[Look, Base], int]) -> Callable[[Look, Base], int]:
    """What the edition refits there, or half of it."""

    def most(look: Look, base: Base) -> int:
        hard = any(holds_line(look, base.hex, line) for line in HARD)
        return round_half_up(Fraction(usual(look, base), 2)) if hard else usual(look, base)

    return most


HILLS = option(
    "hill_bases",
    "HR-16",
    "An air base in Very Close or Extremely Close terrain refits half as many aircraft in a phase",
    Part("hill_bases", wraps={"refit_most": halved}),
)
SWITCHES = (HILLS,)
