"""What things cost in 1992, as players read it: by combat and by size, no fuel, no internal stocks.

The charges are in `prices`, `works`, `supply_usage`; they read the same charts.
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.charts import Charts
from redball.core.battle import SpecialAttack
from redball.core.ledger import Price
from redball.editions.v1992.charts import CombatSupply, Dse, SpecialSupply
from redball.editions.v1992.prices import ALL_COSTS
from redball.rules.supply.price_list import WORKS, of_costs

DEFENCE = (
    ("defence", "defence_per_combat", "all defenders of a combat", "E92-combat-supply-defender"),
    ("defence, 1 RE or less", "defence_per_combat_1_re_or_less", "all defenders", "E92-combat-supply-defender"),
)


def price_list(charts: Charts) -> Iterator[Price]:
    """Combat, barrage, supply of the week, works."""
    combat, dse, special = charts.table(CombatSupply), charts.table(Dse), charts.table(SpecialSupply)
    attack = (("attack", "attack_per_combat"), ("attack, 1 RE or less", "attack_per_combat_1_re_or_less"))
    costs = charts.rows(SpecialAttack)[ALL_COSTS]
    for factor, words, case in (
        (1, "", "E92-combat-supply-attacker"),
        (costs.supply, f" {costs.title}", "E92-combat-supply-at-all-costs"),
    ):
        for name, field in attack:
            tokens = factor * getattr(combat, field)
            label = name.replace("attack", f"attack{words}", 1)
            yield Price(label, 4 * tokens, "all attackers of a combat", case, f"combat_supply.{field}")
    yield from of_costs(charts, DEFENCE)
    guns, case = 4 * combat.barrage_per_re, "E92-barrage-supply"
    yield Price("barrage", guns, "each RE of artillery", case, "combat_supply.barrage_per_re")
    for name, field, case in (
        ("full supply", "full_sp_per_dse", "E92-supply-dse-full"),
        ("low supply", "low_sp_per_dse", "E92-supply-dse-low"),
    ):
        yield Price(name, int(16 * getattr(dse, field)), "each DSE in the Supply Usage Phase", case, f"dse.{field}")
    for name, field, unit, case in (
        ("air base, usable level", "air_base_per_usable_level", "each level", "E92-special-supply-bases"),
        ("rail repair", "rail_repair_per_hex", "each hex", "E92-special-supply-rail"),
    ):
        yield Price(name, 4 * getattr(special, field), unit, case, f"special_supply.{field}")
    yield from of_costs(charts, WORKS)


POLICIES = {"price_list": price_list}
