"""Transportation Equivalents: what cargo takes of a train, of a port, of shipping.

Amounts are in 1/16 of a point and exact (reading 1.20): a point is 1 RE or 1 SP, and a company of light infantry is
halved at most twice.

Cases: 4.7-A, 4.7a, 4.7b, 4.7c-B, 13.2e
"""

from __future__ import annotations

from fractions import Fraction

from redball.board.hexes import MP
from redball.core.look import Look
from redball.core.state import Unit
from redball.core.world import World
from redball.rules.units.points import TRANSPORT_EQUIVALENT

POINT = 16
PER_TOKEN = POINT // 4


def unit_equivalent(look: Look, unit: Unit) -> int:
    """What a unit takes."""
    return look.policies[TRANSPORT_EQUIVALENT](look, unit)


def series_equivalent(look: Look, unit: Unit) -> int:
    """A combat unit takes its RE (4.7a), half of that if its Move side has 1 to 6 Leg MP (4.7b); Transport Points take
    their points, loaded or empty (4.7c-B, 13.2e)."""
    sizes = look.world.charts.sizes
    if unit.points:
        return POINT * unit.points
    move = look.counter(unit).move
    light = move.mobility == "leg" and 0 < move.ma <= sizes.leg_ma_max_for_half_cost * MP
    whole = Fraction(POINT * look.regimental_equivalents(unit), sizes.re_per_rail_point)
    return int(whole / 2 if light else whole)


def supply_equivalent(world: World, tokens: int) -> int:
    """What SP take: 1 SP a point (4.7a)."""
    return int(Fraction(POINT * tokens, 4 * world.charts.sizes.sp_per_rail_point))


POLICIES = {"transport_equivalent": series_equivalent}
