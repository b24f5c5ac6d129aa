"""The tables of supply: attrition, capture, blown dumps, breakout, prices, sizes (sections 4, 9.14 and 12).

Cases: K12.8-attrition-ar5, K12.8-attrition-ar4, K12.8-attrition-ar3, K12.8-attrition-ar2, K12.8-attrition-ar1,
K12.8-attrition-ar0, K12.11a-dump-blowing, K9.14-capture-dump, K9.14-capture-trucks, K9.14-capture-wagons
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar, Literal, cast

from redball.charts.errors import TableProblem
from redball.charts.shapes import BandTable, Count, Grid, Percent, Record

ALL = -1
CaptureKind = Literal["dump", "trucks", "wagons"]
CAPTURE_KINDS: tuple[CaptureKind, ...] = ("dump", "trucks", "wagons")


class AttritionTable(BandTable, frozen=True, kw_only=True):
    """Steps lost by Action Rating and roll. The modifier counts from `many_steps` steps on."""

    band_names: ClassVar[frozenset[str]] = frozenset(f"ar{rating}" for rating in range(6))
    modifier_ids: ClassVar[frozenset[str]] = frozenset({"five_or_more_steps"})
    many_steps: Count

    def check_result(self, result: str | int, row: str) -> None:
        """Results are steps, or "all"."""
        if result != "all" and not (isinstance(result, int) and result >= 0):
            raise TableProblem(f"a loss is a number of steps or 'all', not {result!r}", row=row)

    def losses(self, action_rating: int, roll: int) -> int:
        """12.8b-A: steps lost for a modified roll, `ALL` (-1) for every step.

        Ratings above the table use its last column. Raises ValueError for a negative rating.

        >>> from redball.charts import load_charts
        >>> table = load_charts("v4").attrition
        >>> table.losses(4, 7), table.losses(4, 8), table.losses(0, 8)
        (0, 1, -1)
        """
        if action_rating < 0:
            raise ValueError(f"an Action Rating is not negative: {action_rating}")
        result = self.read(f"ar{min(action_rating, len(self.bands) - 1)}", roll)
        return result if isinstance(result, int) else ALL

    @property
    def five_steps_modifier(self) -> int:
        """Added to the roll when `many_steps` or more out-of-supply steps are in the hex."""
        return self.modifier("five_or_more_steps")


class CaptureTable(Grid[Percent], frozen=True, kw_only=True):
    """Percentage captured of a dump, of trucks or of wagons; transport that is left displaces."""

    wagons_ma_max: Count
    displacement: Mapping[str, Count]

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.columns != CAPTURE_KINDS:
            raise TableProblem(f"the columns must be {', '.join(CAPTURE_KINDS)}")
        if set(self.displacement) != {"trucks", "wagons"}:
            raise TableProblem("trucks and wagons have a displacement, and nothing else", row="displacement")

    def percent(self, kind: CaptureKind, die: int) -> int:
        """9.14b, 9.14c-A: percent captured for one die; round the amount with `percent_of`."""
        return self.result(CAPTURE_KINDS.index(kind), die)

    def transport_kind(self, ma: Fraction | int) -> Literal["trucks", "wagons"]:
        """9.14c-A: the column for Transport Points of a printed MA, in whole MP."""
        return "wagons" if ma <= self.wagons_ma_max else "trucks"

    def displacement_hexes(self, kind: Literal["trucks", "wagons"]) -> int:
        """9.14c-C: how many hexes points that were not captured may displace."""
        return self.displacement[kind]


class DumpBlowingTable(Grid[Percent], frozen=True, kw_only=True):
    """Percentage of the attempted supply that is destroyed."""

    def percent(self, die: int) -> int:
        """12.11a-B: percent destroyed for one die; round the amount with `percent_of`."""
        return self.result(0, die)


class BreakoutTable(BandTable, frozen=True, kw_only=True):
    """12.8e-2: the fate of a unit that breaks out. `friend_within`: how many hexes away the nearest friendly combat
    unit in trace supply may be after the first turn (12.8e-B)."""

    band_names: ClassVar[frozenset[str]] = frozenset({"main"})
    results: ClassVar[tuple[str, ...]] = ("dead_pile", "returns")
    modifier_ids: ClassVar[frozenset[str]] = frozenset({"first_turn_out_of_trace"})
    friend_within: Count

    def result(self, die: int, first_turn: bool) -> Literal["dead_pile", "returns"]:
        """The result of one die, with the modifier of the first turn out of trace if that holds (12.8e-4)."""
        roll = die + (self.modifier("first_turn_out_of_trace") if first_turn else 0)
        return cast(Literal["dead_pile", "returns"], self.read("main", roll))


class SupplyCosts(Record, frozen=True, kw_only=True):
    """Prices in tokens. `defence_small_re_max` is in quarters of an RE, `eat_off_map_re_per_t` in whole RE."""

    tokens_per_sp: Count
    attack_per_step: Count
    defence_per_combat: Count
    defence_per_combat_1_re_or_less: Count
    defence_small_re_max: Count
    fuel_formation: Count
    fuel_hq: Count
    fuel_single_unit: Count
    eat_off_map_re_per_t: Count
    recover_low_per_unit_or_re: Count
    recover_exhausted_per_unit_or_re: Count
    refit_per_base: Count
    build_or_improve_air_base_level: Count
    build_air_strip: Count
    air_strip_to_level_1: Count
    build_or_improve_hedgehog_level: Count
    repair_port_hit: Count
    air_barrage: Count
    naval_barrage: Count
    direct_draw_truck_mp: Count
    load_or_unload_ma_percent: Percent
    max_air_base_level: Count
    max_hedgehog_level: Count
    max_port_hits: Count


class Sizes(Record, frozen=True, kw_only=True):
    """4.6, 4.7: sizes in quarters of an RE; rail costs are multipliers; the leg MA is in whole MP."""

    company_re: Count
    replacement_re: Count
    battalion_re: Count
    other: Count
    re_per_rail_point: Count
    sp_per_rail_point: Count
    leg_ma_max_for_half_cost: Count
    rail_cost_all_multi_track: Fraction
    rail_cost_through_trainbusting: Fraction
