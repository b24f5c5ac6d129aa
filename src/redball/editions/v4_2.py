"""Series rules v4.2: the part that every edition begins with."""

from __future__ import annotations

from redball.core.edition import Part, Switch, part_of
from redball.rules import (
    arrivals,
    barrage,
    breakdowns,
    breakout,
    bridging,
    capture,
    combat,
    combat_odds,
    combat_results,
    combat_segment,
    combat_table,
    construction,
    disorganization,
    dump_blowing,
    extenders,
    free_setup,
    movement,
    paying,
    rail_supply,
    renewal,
    replacements,
    retreat,
    sequence,
    stacking,
    strength,
    supply_phase,
    units,
    visibility,
    zoc,
)

NAME = "v4.2"
MODULES = (
    arrivals,
    barrage,
    breakdowns,
    breakout,
    bridging,
    capture,
    combat,
    combat_odds,
    combat_results,
    combat_segment,
    combat_table,
    construction,
    disorganization,
    dump_blowing,
    extenders,
    free_setup,
    movement,
    paying,
    rail_supply,
    renewal,
    replacements,
    retreat,
    sequence,
    stacking,
    strength,
    supply_phase,
    units,
    visibility,
    zoc,
)

FOG = Switch("fog", "4.9a-A", True, (True, False), "Fog of war: each side sees only what 4.9a lets it see")


def part() -> Part:
    """The part that every edition begins with."""
    return part_of(NAME, MODULES, charts=("v4",), switches=(FOG,))
