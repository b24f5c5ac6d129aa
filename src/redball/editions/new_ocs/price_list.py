"""What things cost in New OCS, as players read it: attacks by RE, barrages by quarter tokens, refit by aircraft.

The charges are in `combat_prices`, `defensive_fire`, `fuel`, `barrage_prices`, `air`; they read the same charts.
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.charts import Charts
from redball.core.ledger import Price, show
from redball.editions.new_ocs.charts import AirOperations, BarragePrices, FuelPrices
from redball.editions.new_ocs.combat_charts import CombatLimits
from redball.rules.supply.price_list import FUEL, RECOVERY, WORKS, eating, of_columns, of_costs


def price_list(charts: Charts) -> Iterator[Price]:
    """Combat, fuel, stocks, works, then the columns of the barrage tables."""
    limits, air = charts.table(CombatLimits), charts.table(AirOperations)
    re = show(limits.attack_quarters_per_token // 4)
    small = show(charts.supply_costs.defence_small_re_max // 4)
    chart = "combat_limits.attack_quarters_per_token"
    yield Price("attack", 4, f"each {re} RE of all attackers", "N9.5-supply-cost-attacker", chart)
    for name, field in (
        ("defence", "defence_per_combat"),
        (f"defence, {small} RE or less", "defence_per_combat_1_re_or_less"),
    ):
        tokens, case = getattr(charts.supply_costs, field), "N9.5-supply-cost-defender"
        yield Price(name, 4 * tokens, "all defenders of a combat", case, f"supply_costs.{field}")
    fire = 4 * limits.fire_tokens
    yield Price("defensive artillery fire", fire, "each combat", "N9.5-defensive-fire", "combat_limits.fire_tokens")
    yield from of_costs(charts, FUEL)
    smaller = 4 * charts.table(FuelPrices).small_formation
    case = "N13.7-small-formation-fuel"
    yield Price(
        "fuel, smaller formation", smaller, "each, by what counts as smaller", case, "fuel_prices.small_formation"
    )
    yield eating(charts)
    yield from of_costs(charts, RECOVERY)
    fighter, factors = 4 * air.refit_tokens_per_fighter, air.refit_bomber_factors_per_token
    chart, case = "air_operations", "N14-refit-cost"
    yield Price("refit of fighters", fighter, "each fighter", case, f"{chart}.refit_tokens_per_fighter")
    yield Price("refit of bombers", 4, f"each {factors} factors", case, f"{chart}.refit_bomber_factors_per_token")
    yield from of_costs(charts, WORKS)
    quarters = charts.table(BarragePrices).column_cost_quarters
    for column, cost in zip(charts.barrage.columns, quarters, strict=True):
        if cost:
            chart, unit = f"barrage_prices.{column}", "each barrage, by its initial column"
            yield Price(f"barrage, {column}", cost, unit, "N12-barrage-supply", chart)
    yield from of_columns(charts.facility, "facility", "facility barrage")


POLICIES = {"price_list": price_list}
