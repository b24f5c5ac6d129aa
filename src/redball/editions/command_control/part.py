"""Command & Control, as an overlay: HQs command so many units each, army by army.

A side of whose armies the scenario says nothing (`Scenario.command`) commands as the series rules let it.
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
