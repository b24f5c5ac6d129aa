"""What combat supply costs: the attack as a whole, 1T for 2 RE; the defence 1T up to 2 RE, else 2T.

Attackers pay one after the other; what a token covers beyond its unit is left for the next, so that the whole attack
costs its RE divided by two, rounded up. Another wording of the source counts steps: the switch `supply_by`.

Cases: N9.5-supply-cost-attacker, N9.5-supply-cost-defender, N12.4-combat-supply-attacker,
N12.4-combat-supply-defender
"""

from __future__ import annotations

from redball.core.edition import Switch
from redball.core.look import Look
from redball.core.state import Unit
from redball.editions.new_ocs.combat_charts import CombatLimits

BY = Switch(
    "supply_by",
    "N9.5-supply-cost",
    "re",
    ("re", "steps"),
    "Combat supply is counted by RE or by steps, which differ for units whose steps are not one RE each",
)
SWITCHES = (BY,)
STEP = 4
"""A step where steps are counted, in quarters of an RE."""


def size(look: Look, unit: Unit) -> int:
    """The size by which combat supply is counted, in quarters."""
    return look.steps(unit) * STEP if look.switch(BY.name) == "steps" else look.regimental_equivalents(unit)


def attack_price(look: Look, unit: Unit, spare: int) -> tuple[int, int]:
    """Tokens for one attacker beyond what is still covered, and what they cover beyond it."""
    each = look.world.charts.table(CombatLimits).attack_quarters_per_token
    short = max(size(look, unit) - spare, 0)
    tokens = -(-short // each)
    return tokens, spare + tokens * each - size(look, unit)


POLICIES = {"attack_price": attack_price, "defence_size": size}
