"""Tables that only the charts of New OCS have: name, kind and record type of each.

Cases: N10-table-2-4, N10-table-5-7, N10-table-8-11, N10-table-12-16, N10-table-17-24, N10-table-25-40, N10-table-41-68,
N10-table-69-116, N10-table-117up, N10-table-minimum, N10-table-features-results, N12.11-table-none, N12.11-table-wagon,
N12.11-table-truck, N9.5-defensive-fire-restore, N12.10, N16.0b
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar, Literal, cast

from redball.charts.errors import TableProblem
from redball.charts.shapes import BandTable, Count, ModifierTable, Record, TableTypes, Text

Lift = Literal["no_lift", "wagon_lift", "truck_lift"]
LIFTS: tuple[Lift, ...] = ("no_lift", "wagon_lift", "truck_lift")
Evasion = Literal["captured_half", "lost_half", "evade"]


class SupplyEvasion(BandTable, frozen=True, kw_only=True):
    """What happens to SP when the enemy enters their hex, by what could carry them (N12.11); HQs use it too
    (N13.1c-evade).

    `capacity` multiplies the printed Transport Points; evaders go `evade_mp` MP, trucks in Truck MP, all others in Leg
    MP.

    >>> from redball.editions import charts_from
    >>> table = charts_from("v4", "new_ocs").table(SupplyEvasion)
    >>> table.outcome("truck_lift", 7), table.outcome("truck_lift", 7, after_combat=True), table.evade_mp["truck_lift"]
    ('lost_half', 'evade', 10)
    """

    band_names: ClassVar[frozenset[str]] = frozenset(LIFTS)
    modifier_ids: ClassVar[frozenset[str]] = frozenset({"combat"})
    results: ClassVar[tuple[str | int, ...]] = ("captured_half", "lost_half", "evade")
    capacity: Mapping[str, Fraction]
    evade_mp: Mapping[str, Count]

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("capacity", "evade_mp"):
            if set(getattr(self, name)) != set(LIFTS):
                raise TableProblem(f"the row needs one number for each of {', '.join(LIFTS)}", row=name)

    def outcome(self, lift: Lift, roll: int, after_combat: bool = False) -> Evasion:
        """The result of two dice; `after_combat`: a combat result cleared the hex of combat units."""
        return cast("Evasion", self.read(lift, roll + (self.modifier("combat") if after_combat else 0)))


class ZocSteps(Record, frozen=True, kw_only=True):
    """Steps that a hex needs for a ZOC: in Combat Mode, and in Move or Reserve Mode."""

    combat_mode: Count
    move_mode: Count


class ZocMovement(Record, frozen=True, kw_only=True):
    """What entering and leaving an enemy ZOC costs, in whole MP, by mode and mobility; whether it stops the move."""

    id: Text
    enter: Count
    leave: Count
    must_stop: bool


class SoftDensity(BandTable, frozen=True, kw_only=True):
    """Columns for the RE of soft combat units in the target of a barrage; bounds in quarters of an RE."""

    band_names: ClassVar[frozenset[str]] = frozenset({"re"})

    def check_result(self, result: str | int, row: str) -> None:
        """Results are columns."""
        if not isinstance(result, int):
            raise TableProblem(f"a shift is a number of columns, not {result!r}", row=row)

    def shift(self, re_quarters: int) -> int:
        """Columns to the right."""
        return cast("int", self.read("re", re_quarters))


class BarragePrices(Record, frozen=True, kw_only=True):
    """Quarter tokens for each column of the Barrage Table; the first `shared_columns` of them may share a token.

    `move_mode_factor` multiplies the strength of Move Mode artillery for the price.
    """

    column_cost_quarters: tuple[Count, ...]
    shared_columns: Count
    move_mode_factor: Count
    small_hedgehog_level: Count


class DumpBarrage(Record, frozen=True, kw_only=True):
    """SP that a result of the facility table destroys in a dump, by its hits."""

    sp_by_hits: tuple[Count, ...]


class FuelPrices(Record, frozen=True, kw_only=True):
    """Tokens for the fuel of a smaller formation, and the least armor of a full one in quarters of an RE, where armor
    is counted."""

    small_formation: Count
    full_armor_quarters: Count


class StrikeFlak(ModifierTable, frozen=True, kw_only=True):
    """What New OCS adds to a flak roll; patrol zones add nothing, and only strong air bases do."""

    modifier_ids: ClassVar[frozenset[str]] = frozenset({"three_or_four_units", "air_base_level_2"})


class AirOperations(Record, frozen=True, kw_only=True):
    """Numbers of the Air Operations Phase: hexes, and what refit costs."""

    patrol_intercept_hexes: Count
    ready_intercept_hexes: Count
    refit_tokens_per_fighter: Count
    refit_bomber_factors_per_token: Count
    strong_base_level: Count


class Interdiction(Record, frozen=True, kw_only=True):
    """Barrage Points from which each line counts, and the least die that places a marker on it (0: none is needed)."""

    points_from: tuple[Count, ...]
    least_roll: tuple[Count, ...]


class InterdictionZone(Record, frozen=True, kw_only=True):
    """What an Interdiction Zone costs, in whole MP: a hex of it costs so many more, after a step along a road has been
    raised to the least that a road costs there."""

    extra_mp: Count
    least_road_mp: Count


TABLES: TableTypes = {
    "supply_evasion": ("bands", SupplyEvasion),
    "zoc_steps": ("values", ZocSteps),
    "zoc_movement": ("records", ZocMovement),
    "barrage_soft_density": ("bands", SoftDensity),
    "barrage_prices": ("values", BarragePrices),
    "dump_barrage": ("values", DumpBarrage),
    "fuel_prices": ("values", FuelPrices),
    "strike_flak": ("modifiers", StrikeFlak),
    "air_operations": ("values", AirOperations),
    "interdiction": ("values", Interdiction),
    "interdiction_zone": ("values", InterdictionZone),
}
