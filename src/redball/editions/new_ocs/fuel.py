"""Fuel of formations: smaller ones pay half.

The sources name examples and give no list: a motorized division, a brigade. A formation without a unit of armor
(yellow) is a smaller one; with the other value of the switch `small_formation`, so is one with little armor: a
motorized division keeps its company of assault guns.

Cases: N13.7-small-formation-fuel, N12.5-fuel
"""

from __future__ import annotations

from redball.core.edition import Switch
from redball.core.look import Look
from redball.editions.new_ocs.charts import FuelPrices

SMALL = Switch(
    "small_formation",
    "N13.7-small-formation-fuel",
    "without_armor",
    ("without_armor", "little_armor"),
    "Formations without an armor unit pay 2T for fuel; or all with less than 1 RE of armor",
)
SWITCHES = (SMALL,)


def formation_fuel(look: Look, formation: str) -> int:
    """The price of a smaller formation, or the full price; units count as printed, wherever they are."""
    charts = look.world.charts
    prices = charts.table(FuelPrices)
    armor = sum(
        counter.regimental_equivalents()
        for counter in look.world.counters.values()
        if counter.formation == formation and counter.colour == "armor"
    )
    least = prices.full_armor_quarters if look.switch(SMALL.name) == "little_armor" else 1
    return prices.small_formation if armor < least else charts.supply_costs.fuel_formation


POLICIES = {"formation_fuel": formation_fuel}
