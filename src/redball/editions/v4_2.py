"""Series rules v4.2: the part that every edition begins with."""

from __future__ import annotations

from redball.core.edition import Part, Switch, part_of
from redball.editions import options
from redball.rules import (
    arrivals,
    attrition,
    barrage,
    barrage_table,
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
    fuel,
    hedgehogs,
    internal_fuel,
    modes,
    move_limits,
    movement,
    overrun,
    paying,
    rail_supply,
    rebuild,
    recon,
    renewal,
    replacements,
    retreat,
    sequence,
    stacking,
    strength,
    supply_phase,
    tempo,
    units,
    visibility,
    zoc,
)

NAME = "v4.2"
MODULES = (
    arrivals,
    attrition,
    barrage,
    barrage_table,
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
    fuel,
    hedgehogs,
    modes,
    internal_fuel,
    move_limits,
    movement,
    overrun,
    paying,
    rail_supply,
    rebuild,
    recon,
    renewal,
    replacements,
    retreat,
    sequence,
    stacking,
    strength,
    supply_phase,
    tempo,
    units,
    visibility,
    zoc,
)

FOG = Switch("fog", "4.9a-A", True, (True, False), "Fog of war: each side sees only what 4.9a lets it see")


def part() -> Part:
    """The part that every edition begins with, with the options that may be added to it."""
    return part_of(NAME, (*MODULES, *options.MODULES), charts=("v4",), switches=(FOG,))
