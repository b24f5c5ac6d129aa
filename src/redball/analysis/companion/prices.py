"""What things cost in supply: the prices of the charts, each with what it is for and its case."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from redball.charts import Charts

KNOWN = (
    ("attack", "attack_per_step", "each attacking step", "12.4-A"),
    ("defence", "defence_per_combat", "all defenders of a combat", "12.4-B"),
    ("defence, 1 RE or less", "defence_per_combat_1_re_or_less", "all defenders of a combat", "12.4-B"),
    ("fuel, formation", "fuel_formation", "each formation", "12.5c-A"),
    ("fuel, hq", "fuel_hq", "each HQ", "12.5c-C"),
    ("fuel, single unit", "fuel_single_unit", "each unit", "12.5c-B"),
    ("recovery from low", "recover_low_per_unit_or_re", "each unit or RE", "12.10e"),
    ("recovery from exhausted", "recover_exhausted_per_unit_or_re", "each unit or RE", "12.10e"),
    ("aircraft refit", "refit_per_base", "each base", "15.1-A"),
    ("air base, build or improve", "build_or_improve_air_base_level", "each level", "15.3-A"),
    ("air strip, build", "build_air_strip", "each", "15.2"),
    ("air strip to level 1", "air_strip_to_level_1", "each", "15.2"),
    ("hedgehog, build or improve", "build_or_improve_hedgehog_level", "each level", "16.0b-A"),
    ("port repair", "repair_port_hit", "each hit", "19.0d"),
)


class Price(Struct, frozen=True):
    """A price in tokens: its name, what it is for, rule case and chart cell."""

    name: str
    tokens: int
    unit: str
    case: str
    chart: str


def prices(charts: Charts) -> Iterator[Price]:
    """Every price of the charts, the barrage columns last."""
    for name, field, unit, case in KNOWN:
        yield Price(name, getattr(charts.supply_costs, field), unit, case, f"supply_costs.{field}")
    for table, label, case in (
        (charts.barrage, "barrage", "10.1b-1"),
        (charts.facility, "facility barrage", "10.1b-1"),
    ):
        for column, cost in zip(table.columns, table.column_cost_t, strict=True):
            yield Price(f"{label}, {column}", cost, "each barrage, by its initial column", case, f"{label}.{column}")
