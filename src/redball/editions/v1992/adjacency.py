"""Adjacency in place of ZOCs: the six hexes around every enemy combat unit, whatever its mode and supply.

Where the series looks at ZOCs, 1992 looks at these hexes, even where the booklet is silent (Reserve and Strat Mode,
retreats). Trucks must stop there or overrun, and traces must go round, unless a friendly unit negates
(`rules/units/zoc`, `rules/movement/segment`); trains and rail repair never enter them (`rules/rail/paths`,
`rules/rail/conversion`).

Cases: E92-adjacency-any-unit, E92-adjacency-truck, E92-adjacency-truck-exit, E92-adjacency-rail, E92-adjacency-trace,
E92-adjacency-repair, E92-adjacency-negation
"""

from __future__ import annotations

from redball.core.state import Unit
from redball.core.world import World


def projects_zoc(world: World, unit: Unit) -> bool:
    """Every combat unit on the map; none that attacks from Landing Craft (18.6a)."""
    return unit.hex >= 0 and not unit.activity.afloat and world.counters[unit.counter].is_combat_unit


POLICIES = {"projects_zoc": projects_zoc}
