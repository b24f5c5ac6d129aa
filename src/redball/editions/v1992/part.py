"""The first edition (1992), as an overlay on the series rules: each module fills points of its own.

Like the modules of `rules/`, a module brings `POLICIES`, `PROCEDURES` (whole ones in place of those of the series
rules) and `SWITCHES`; it may also bring `EDITS` of procedures.
"""

from __future__ import annotations

from redball.core.edition import Part, part_of
from redball.editions import aimed_barrage, evaded
from redball.editions.v1992 import (
    adjacency,
    air,
    attrition,
    barrage,
    barrage_targets,
    base_supply,
    capture,
    combat,
    damaged_rails,
    doubling,
    hex_flak,
    joint_barrage,
    load_drop,
    low_supply,
    modes,
    price_list,
    prices,
    railroads,
    sequence,
    stations,
    supply_state,
    supply_usage,
    unit_drop,
    works,
)

MODULES = (
    aimed_barrage,
    evaded,
    air,
    adjacency,
    attrition,
    barrage,
    barrage_targets,
    base_supply,
    capture,
    combat,
    damaged_rails,
    doubling,
    hex_flak,
    joint_barrage,
    load_drop,
    low_supply,
    modes,
    price_list,
    prices,
    railroads,
    sequence,
    stations,
    supply_state,
    supply_usage,
    unit_drop,
    works,
)
WITHOUT = frozenset({"simulcast", "defender_part_supply", "xyz_transport"})
"""Switches of the series for steps that 1992 does not have."""


def part(name: str, charts: tuple[str, ...]) -> Part:
    """The overlay."""
    return part_of(name, MODULES, charts=charts, without=WITHOUT)
