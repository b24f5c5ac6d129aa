"""Series rules v4.2: the part that every edition begins with."""

from __future__ import annotations

from redball.core.edition import Part, Switch, fill
from redball.rules import (
    arrivals,
    barrage,
    breakdowns,
    breakout,
    bridging,
    capture,
    combat,
    combat_segment,
    construction,
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
    supply_phase,
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
    combat_segment,
    construction,
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
    supply_phase,
    visibility,
    zoc,
)

FOG = Switch("fog", "4.9a-A", True, (True, False), "Fog of war: each side sees only what 4.9a lets it see")


def part() -> Part:
    """The part. Each module of rules brings its procedures, the policies that it fills and its switches."""
    return Part(
        NAME,
        charts=("v4",),
        procedures=tuple(p for module in MODULES for p in getattr(module, "PROCEDURES", ())),
        policies=fill(MODULES, NAME),
        switches=(FOG, *(s for module in MODULES for s in getattr(module, "SWITCHES", ()))),
    )
