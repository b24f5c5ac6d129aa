"""What a supply level does to a unit: full, low or none (the marker Out of Supply stands for none).

For a unit without supply, the values other than attack and barrage are its defence strength and its MA; its Action
Rating stays (the Attrition Table reads it as printed).

Cases: E92-supply-levels-full, E92-supply-levels-low, E92-supply-levels-no, E92-supply-levels-armor
"""

from __future__ import annotations

from redball.core.battle import Use
from redball.core.ledger import Times
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.editions.v1992.charts import SupplyLevel
from redball.editions.v1992.low_supply import low_supply

MOBILE = ("armor", "mech")

NO_ATTACK = refusal(
    "supply.level_attack",
    case="E92-supply-levels-no",
    text="{units} is without supply and may neither attack nor barrage",
    remedy="bring SP or a supply line within reach by the next Supply Usage Segment",
)
NO_MOVE = refusal(
    "supply.level_move",
    case="E92-supply-levels-armor",
    text="{units} is {detail} without supply and may not move",
    remedy="bring SP or a supply line within reach by the next Supply Usage Segment",
)


def level(look: Look, unit: Unit) -> SupplyLevel | None:
    """The row of the chart, None at full supply."""
    rows = look.world.charts.rows(SupplyLevel)
    if unit.out_of_supply:
        return rows["no"]
    return rows["low"] if low_supply(unit) else None


def mobile(look: Look, unit: Unit) -> bool:
    """Armor or mech."""
    return look.counter(unit).colour in MOBILE


def supply_factors(look: Look, unit: Unit, use: Use, supplied: bool) -> tuple[Times, ...]:
    """Low supply halves attack and barrage, no supply halves the rest, and lack of combat supply halves a defence
    again."""
    found = level(look, unit)
    factors = []
    if found is not None:
        by = {"attack": found.attack, "barrage": found.barrage}.get(use, found.other)
        if by != 1:
            low = found.id == "low"
            case = "E92-supply-levels-low" if low else "E92-supply-levels-no"
            factors.append(Times(by, "low supply" if low else "no supply", case, "supply_levels"))
    if use == "defence" and not supplied:
        by = look.world.charts.strength_states.no_combat_supply_defence
        factors.append(Times(by, "no combat supply", "E92-combat-supply-lack", "strength_states"))
    return tuple(factors)


def supply_forbids(look: Look, unit: Unit, use: Use) -> Refusal | None:
    """Units without supply cannot attack or barrage, and armor and mech cannot move."""
    if not unit.out_of_supply or use == "defence":
        return None
    if use == "movement":
        return NO_MOVE(units=(unit.id,), detail=look.counter(unit).colour) if mobile(look, unit) else None
    return NO_ATTACK(units=(unit.id,))


def needs_fuel(look: Look, unit: Unit) -> bool:
    """1992 has no fuel: a unit moves on what it draws each week."""
    return False


POLICIES = {"supply_factors": supply_factors, "supply_forbids": supply_forbids, "needs_fuel": needs_fuel}
