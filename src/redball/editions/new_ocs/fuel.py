"""Fuel of formations: smaller ones pay half.

A formation without a unit of armor (yellow) is a smaller one: a motorized division, a brigade. So the sources name
their examples; no list is given.

Cases: N13.7-small-formation-fuel, N12.5-fuel, N9.5-defensive-fire-restore, N12.10, N16.0b
"""

from __future__ import annotations

from redball.charts.new_ocs import FuelPrices
from redball.core.look import Look


def formation_fuel(look: Look, formation: str) -> int:
    """The whole price for a formation with armor, else that of a smaller one."""
    charts = look.world.charts
    armored = any(c.formation == formation and c.colour == "armor" for c in look.world.counters.values())
    return charts.supply_costs.fuel_formation if armored else charts.table(FuelPrices).small_formation


POLICIES = {"formation_fuel": formation_fuel}
