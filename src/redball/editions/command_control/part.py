"""Command & Control, as an overlay: each HQ commands a limited number of units, army by army.

A side without armies in the scenario (`Scenario.command`) commands by the series rules.
"""

from __future__ import annotations

from redball.core.edition import Part, part_of
from redball.editions.command_control import (
    ammunition,
    boundaries,
    company,
    events,
    fueling,
    orders,
    record,
    shown,
    slots,
    supply,
    zone_effects,
)

MODULES = (slots, ammunition, boundaries, company, events, fueling, orders, record, shown, supply, zone_effects)


def part(name: str, charts: tuple[str, ...]) -> Part:
    """The overlay."""
    return part_of(name, MODULES, charts=charts)
