"""Supply prices as players read them off the charts; `redball cost` and the companion list them.

The rules that charge them are elsewhere and read the same charts. An edition with other prices fills `price_list`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from redball.charts import Charts
from redball.charts.shapes import StrengthGrid
from redball.core.ledger import Price

COMBAT = (
    ("attack", "attack_per_step", "each attacking step", "12.4-A"),
    ("defence", "defence_per_combat", "all defenders of a combat", "12.4-B"),
    ("defence, 1 RE or less", "defence_per_combat_1_re_or_less", "all defenders of a combat", "12.4-B"),
)
FUEL = (
    ("fuel, formation", "fuel_formation", "each formation", "12.5c-A"),
    ("fuel, HQ", "fuel_hq", "each HQ", "12.5c-B"),
    ("fuel, single unit", "fuel_single_unit", "each unit", "12.5c-C"),
)
RECOVERY = (
    ("recovery from low", "recover_low_per_unit_or_re", "each unit or RE", "12.10e"),
    ("recovery from exhausted", "recover_exhausted_per_unit_or_re", "each unit or RE", "12.10e"),
)
REFIT = (("aircraft refit", "refit_per_base", "each base", "15.1-B"),)
WORKS = (
    ("air base, build or improve", "build_or_improve_air_base_level", "each level", "15.3-A"),
    ("air strip, build", "build_air_strip", "each", "15.2"),
    ("air strip to level 1", "air_strip_to_level_1", "each", "15.2"),
    ("hedgehog, build or improve", "build_or_improve_hedgehog_level", "each level", "16.0b-A"),
    ("port repair", "repair_port_hit", "each hit", "19.0d"),
)
Rows = Iterable[tuple[str, str, str, str]]


def of_costs(charts: Charts, rows: Rows) -> Iterator[Price]:
    """Prices from the table of supply costs, converted to tokens there: name, field, unit, case."""
    for name, field, unit, case in rows:
        yield Price(name, 4 * getattr(charts.supply_costs, field), unit, case, f"supply_costs.{field}")


def eating(charts: Charts) -> Price:
    """What feeds units that cannot trace (12.6c-A)."""
    fed = charts.supply_costs.eat_off_map_re_per_t
    unit, chart = f"each {fed} RE without trace", "supply_costs.eat_off_map_re_per_t"
    return Price("eating off the map", 4, unit, "12.6c-A", chart)


def of_columns(table: StrengthGrid, chart: str, name: str) -> Iterator[Price]:
    """The columns of a barrage table (10.1b-1)."""
    for column, cost in zip(table.columns, table.column_cost_t, strict=True):
        yield Price(
            f"{name}, {column}", 4 * cost, "each barrage, by its initial column", "10.1b-1", f"{chart}.{column}"
        )


def price_list(charts: Charts) -> Iterator[Price]:
    """Every price of the series, the barrage columns last."""
    yield from of_costs(charts, (*COMBAT, *FUEL))
    yield eating(charts)
    yield from of_costs(charts, (*RECOVERY, *REFIT, *WORKS))
    yield from of_columns(charts.barrage, "barrage", "barrage")
    yield from of_columns(charts.facility, "facility", "facility barrage")


POLICIES = {"price_list": price_list}
