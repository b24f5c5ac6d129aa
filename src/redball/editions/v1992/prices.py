"""Prices of combat and barrage in 1992: by side and by size, not by step or column.

Cases: E92-combat-supply-attacker, E92-combat-supply-defender, E92-combat-supply-at-all-costs, E92-barrage-supply
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from redball.core.battle import SpecialAttack
from redball.core.look import Look
from redball.core.state import Unit
from redball.editions.v1992.charts import CombatSupply
from redball.rules.combat.odds import surcharge
from redball.rules.combat.record import CombatData
from redball.rules.supply.bills import Bill

ALL_COSTS = "at_all_costs"
"""The row of an attack at all costs in the chart of special attacks."""


def attack_prices(look: Look, units: Sequence[Unit]) -> dict[str, int]:
    """One price for all attackers: 2T, or 1T for 1 RE or less. (The defender's is in the chart of prices.)"""
    chart = look.world.charts.table(CombatSupply)
    size = sum(look.regimental_equivalents(unit) for unit in units)
    small = size <= chart.small_re_max
    price = chart.attack_per_combat_1_re_or_less if small else chart.attack_per_combat
    return {"": surcharge(look, units) * price} if units else {}


def attack_bill(look: Look, data: CombatData, units: tuple[str, ...], special: str) -> Bill:
    """What these attackers pay together, from supply that reaches every one of them: twice as much at all costs."""
    tokens = sum(attack_prices(look, [look.unit(uid) for uid in units]).values())
    if special:
        tokens *= look.world.charts.rows(SpecialAttack)[special].supply
    case = "E92-combat-supply-at-all-costs" if special else "E92-combat-supply-attacker"
    moving = data.attackers if data.kind == "overrun" else ()
    return Bill(data.side, units, tokens, "combat", case, moving=moving)


def barrage_cost(look: Look, units: tuple[str, ...], strength: Fraction) -> int:
    """1T for each RE of artillery or part of one."""
    size = sum(look.regimental_equivalents(look.unit(uid)) for uid in units)
    return -(-size // 4) * look.world.charts.table(CombatSupply).barrage_per_re


def attack_bills(look: Look, data: CombatData) -> tuple[Bill, ...]:
    """One bill for all attackers."""
    return (attack_bill(look, data, data.attackers, data.special),)


POLICIES = {"attack_prices": attack_prices, "attack_bills": attack_bills, "barrage_cost": barrage_cost}
