"""Series rules v4.2."""

from __future__ import annotations

from redball.core.edition import Edition, Part, Switch, assemble
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
)

FOG = Switch("fog", "4.9a-A", True, (True, False), "Fog of war: each side sees only what 4.9a lets it see")


def build() -> Edition:
    """Assemble the edition."""
    switches = [FOG, *visibility.SWITCHES]
    for module in MODULES:
        switches += getattr(module, "SWITCHES", ())
    base = Part(
        NAME,
        charts=("v4",),
        procedures=tuple(p for module in MODULES for p in module.PROCEDURES),
        policies={"projects_zoc": zoc.projects_zoc},
        switches=tuple(switches),
    )
    return assemble(NAME, base)
