"""Transport of 1992: how much room units take on trains and aircraft, who never flies, the price of rail repair.

The prices are in the chart. The booklet says what 1 RE counts as on a train but nothing about light infantry, so the
half price of the series (4.7b) does not apply.

Cases: E92-special-supply-rail, E92-transportation-re, E92-transportation-armor, E92-transportation-multi
"""

from __future__ import annotations

from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.editions.v1992.charts import SpecialSupply, Transportation
from redball.editions.v1992.supply_state import mobile
from redball.rules.reinforcement.rebuild import row_for
from redball.rules.units.equivalents import POINT, series_equivalent

MOBILE = refusal(
    "cargo.mobile",
    case="E92-transportation-armor",
    text="{units} is armor or mech, which no aircraft carry",
    remedy="let it march, or go by train",
)
EQUIPMENT = refusal(
    "cargo.equipment",
    case="E92-transportation-re",
    text="{units} is built with Eq, so no aircraft carry it",
    remedy="let it march, or go by train",
)


def transport_equivalent(look: Look, unit: Unit) -> int:
    """1 RE counts as 1 SP, or as 2 for armor and mech; Transport Points count as in the series."""
    if unit.points:
        return series_equivalent(look, unit)
    chart = look.world.charts.table(Transportation)
    each = chart.mobile_re if mobile(look, unit) else chart.other_re
    return each * POINT * look.regimental_equivalents(unit) // 4


def refuse_airlift(look: Look, unit: Unit) -> Refusal | None:
    """Neither armor and mech, which go by train or ship, nor whatever takes equipment to build or rebuild."""
    if mobile(look, unit):
        return MOBILE(units=(unit.id,))
    row = row_for(look, unit)
    return EQUIPMENT(units=(unit.id,)) if row is not None and row.cost is not None and row.cost.eq else None


def conversion_price(look: Look) -> int:
    """1T a hex."""
    return look.world.charts.table(SpecialSupply).rail_repair_per_hex


POLICIES = {
    "transport_equivalent": transport_equivalent,
    "conversion_price": conversion_price,
    "refuse_airlift": refuse_airlift,
}
