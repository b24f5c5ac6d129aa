"""New OCS, as an overlay on the series rules: each module fills points of its own.

Like the modules of `rules/`, a module brings `POLICIES`, `PROCEDURES` (whole ones in place of those of the series
rules) and `SWITCHES`; it may also bring `EDITS` of procedures.
"""

from __future__ import annotations

from typing import Any

from redball.core.edition import Part, part_of
from redball.editions import aimed_barrage, evaded
from redball.editions.new_ocs import (
    air,
    air_interception,
    air_kinds,
    air_phase,
    air_rounds,
    armor,
    barrage,
    barrage_prices,
    by_air,
    cleared,
    combat_losses,
    combat_prices,
    combat_retreat,
    combat_table,
    cover,
    covers,
    defensive_fire,
    density,
    disorganization,
    dump_barrage,
    evasion,
    fuel,
    hq_evasion,
    interdict,
    interdiction,
    naval,
    overrun,
    own_cases,
    price_list,
    ratings,
    reserve,
    sequence,
    strengths,
    tap,
    zoc,
)

MODULES: tuple[Any, ...] = (
    aimed_barrage,
    evaded,
    air,
    air_interception,
    air_kinds,
    air_phase,
    air_rounds,
    armor,
    barrage,
    barrage_prices,
    by_air,
    cleared,
    combat_losses,
    combat_prices,
    combat_retreat,
    combat_table,
    cover,
    covers,
    defensive_fire,
    density,
    disorganization,
    dump_barrage,
    evasion,
    fuel,
    hq_evasion,
    interdict,
    interdiction,
    naval,
    overrun,
    own_cases,
    price_list,
    ratings,
    reserve,
    sequence,
    strengths,
    tap,
    zoc,
)

WITHOUT = frozenset({"simulcast", "capture_order", "displaced_overload", "xyz_transport"})
"""Switches that this edition makes meaningless."""


def part(name: str, charts: tuple[str, ...]) -> Part:
    """The overlay."""
    return part_of(name, MODULES, charts=charts, without=WITHOUT)
