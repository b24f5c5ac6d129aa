"""A house rule: Tiger tanks. A Tiger is a unit whose symbol says so (reading 1.144); how it wears out is told where
moves end, in `rules.movement`.

Cases: HR-12-A, HR-12-B
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from redball.core.edition import Part, option
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.combat.strength import lowered, series_at_level
from redball.rules.units.abilities import TIGER

FACED = "tiger"
"""The level of a hex that a Tiger defends: it is above all that the chart has."""
MOST = Fraction(1)


def tigers(look: Look, units: Iterable[Unit]) -> bool:
    """Whether one of the units is a Tiger."""
    return any(look.counter(unit).symbol == TIGER for unit in units)


def level(look: Look, side: str, hex_: int, attackers: Collection[Unit], defenders: Collection[Unit]) -> str:
    """A Tiger that defends is a level by itself (HR-12-A); one that attacks leaves the defender none (HR-12-B)."""
    if tigers(look, defenders):
        return FACED
    if tigers(look, attackers):
        return look.world.charts.at_effects.levels[0]
    return series_at_level(look, side, hex_, attackers, defenders)


def multiplier(look: Look, unit: Unit, printed: Fraction, defending_at: str) -> tuple[Fraction, str, str]:
    """HR-12-A: no more than x1 against a Tiger; lower multipliers do not change."""
    if defending_at == FACED:
        return min(printed, MOST), "a Tiger", "HR-12-A"
    return lowered(look, unit, printed, defending_at)


TIGERS = option(
    "tiger_tanks",
    "HR-12",
    "No attacker gets more than x1 for terrain against a Tiger; an attacking Tiger cancels Anti-Tank Effects; a Tiger"
    " that moves more than half its MA becomes DG",
    Part("tiger_tanks", policies={"at_level": level, "at_multiplier": multiplier}),
)
SWITCHES = (TIGERS,)
