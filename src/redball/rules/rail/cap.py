"""Rail Cap: how much there is, and how much cargo takes over a path.

Amounts are in 1/16 of a point of Rail Cap, as the equivalents of cargo are (`units.equivalents`).

Cases: 13.3a-A, 13.3a-B, 13.3b, 14.8c-B, K13.3-capacity
"""

from __future__ import annotations

from typing import NamedTuple

from redball.core.look import Look
from redball.core.world import World
from redball.rules.rail.points import RAIL_CAP
from redball.rules.units.equivalents import POINT

TRAINBUSTED = 2


def rail_cap(look: Look, side: str) -> int:
    """A side's Rail Cap in this turn."""
    return look.policies[RAIL_CAP](look, side)


def scheduled_cap(look: Look, side: str) -> int:
    """What the scenario gives a side for this turn (13.3b)."""
    entry = look.world.scenario.rail.sides.get(side)
    return 0 if entry is None else POINT * entry.tokens(look.state.clock.turn) // 4


def may_rail(look: Look, side: str) -> bool:
    """13.3b: Rail Cap is used only in its owner's Movement Phase."""
    clock = look.state.clock
    return clock.phase == "movement" and clock.phasing == side


def cap_left(look: Look, side: str) -> int:
    """Rail Cap left in this phase; unused Rail Cap is lost."""
    return rail_cap(look, side) - look.state.rail_spent if may_rail(look, side) else 0


class Rate(NamedTuple):
    """What makes a way cheaper or dearer: all of it is multi-track; it passes a Trainbusting Zone."""

    multi: bool = False
    busted: bool = False


RATES = (Rate(multi=True), Rate(), Rate(multi=True, busted=True), Rate(busted=True))
"""All rates, the cheapest first; the two in the middle cost the same (reading 1.109)."""


def price(world: World, equivalent: int, rate: Rate) -> int:
    """Rail Cap for cargo over a path: half if all of it is multi-track (13.3a-B), double if it passes one or more
    Trainbusting Zones (14.8c-B)."""
    found = equivalent * world.charts.sizes.rail_cost_all_multi_track if rate.multi else equivalent
    return int(found * (TRAINBUSTED if rate.busted else 1))


POLICIES = {"rail_cap": scheduled_cap}
