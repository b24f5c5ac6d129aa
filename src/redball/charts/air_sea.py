"""The tables of air power, ships and ports (sections 14, 15, 18 and 19)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar, Literal

from redball.charts.errors import TableProblem
from redball.charts.shapes import BandTable, Count, Grid, Percent, Record


class ShipToShore(Record, frozen=True, kw_only=True):
    """How a result of the Barrage Table is read when ships fire at ground units."""

    reading: Mapping[str, str]

    def __post_init__(self) -> None:
        for text, meaning in self.reading.items():
            if meaning not in self.reading:
                raise TableProblem(f"unknown result code {meaning!r}", row=text)

    def read(self, text: str) -> str:
        """18.3b: the code to use in place of a code."""
        return self.reading[text]


class NavalTargets(Record, frozen=True, kw_only=True):
    """Changes to a barrage on a ship or on coastal artillery."""

    aircraft_strength_multiplier: Count
    divide_by_protection_rating: bool
    only_shifts: tuple[str, ...]
    second_dg_becomes_hit: bool
    hits_to_sink: Count
    landing_craft_hit_loses_points: Count
    coastal_artillery_step_loss_eliminates: bool
    coastal_artillery_ignores_dg: bool


class PortDamageTable(Grid[Percent], frozen=True, kw_only=True):
    """Capacity of a damaged port; the rows are hits, not a roll."""

    def percent(self, hits: int) -> int:
        """19.0b: percent of the printed capacity that is left."""
        return self.result(0, hits)


class AirCombatTable(BandTable, frozen=True, kw_only=True):
    """14.3e: `main` says who aborts, `loss_die` whether a unit that aborts loses a step."""

    band_names: ClassVar[frozenset[str]] = frozenset({"main", "loss_die"})
    results: ClassVar[tuple[str, ...]] = ("attacker_aborts", "both_abort", "defender_aborts", "none", "step_loss")
    modifier_ids: ClassVar[frozenset[str]] = frozenset({"attacker_rating", "defender_rating", "long_range"})
    optional_ids: ClassVar[frozenset[str]] = frozenset({"own_base"})

    @property
    def over_own_base(self) -> int:
        """HR-13 (option): what modifies the loss die of an aircraft over a base of its side."""
        return self.modifier("own_base") if any(line.id == "own_base" for line in self.modifiers) else 0


class FlakTable(BandTable, frozen=True, kw_only=True):
    """14.4: two dice and modifiers. `late` are the results of HR-14."""

    band_names: ClassVar[frozenset[str]] = frozenset({"main"})
    optional_bands: ClassVar[frozenset[str]] = frozenset({"late"})
    results: ClassVar[tuple[str, ...]] = ("none", "step_loss", "abort", "abort_and_loss", "two_abort")
    optional_ids: ClassVar[frozenset[str]] = frozenset({"flak_unit"})
    modifier_ids: ClassVar[frozenset[str]] = frozenset(
        {
            "three_or_more_aircraft",
            "hq",
            "air_base",
            "intrinsic_or_ships",
            "patrol_zone_with_fighter",
            "patrol_zone_no_fighter",
            "patrol_zone_trainbusting",
        }
    )


class FlakRolls(Record, frozen=True, kw_only=True):
    """14.4a: whether a kind of mission rolls flak, and whether it may be intercepted in a patrol zone."""

    id: str
    flak: Literal["always", "patrol_zone", "never"]
    intercept_in_pz: bool


class MissionLossTable(Grid[str], frozen=True, kw_only=True):
    """Which aircraft of a mission takes the loss; the columns are the number of aircraft."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for column in self.columns:
            places = {str(place) for place in range(1, int(column) + 1)} | {"weakest", "strongest"}
            for row, cells in zip(self.rows, self.results, strict=True):
                text = cells[self.columns.index(column)]
                if text not in places:
                    raise TableProblem(f"unknown result code {text!r}", row=row, column=column)

    def pick(self, aircraft: int, die: int) -> str:
        """14.4f: a place in the mission stack from 1, or "weakest" or "strongest" by barrage strength.

        Raises ValueError for a number of aircraft that has no column.
        """
        return self.result(self.columns.index(str(aircraft)), die)


class AirTransportTable(BandTable, frozen=True, kw_only=True):
    """14.10d: air drops, by who was in the hex and how closed its terrain is."""

    band_names: ClassVar[frozenset[str]] = frozenset(
        {"friendly_clear", "friendly_closed", "enemy_clear", "enemy_closed"}
    )
    results: ClassVar[tuple[str, ...]] = ("failure", "success")
    modifier_ids: ClassVar[frozenset[str]] = frozenset(
        {"glider", "soviet", "allied_eto_to_aug_1944", "very_close", "extremely_close"}
    )


class AirTransportLimits(Record, frozen=True, kw_only=True):
    """14.9, 14.10e, 15.0b, 15.2: capacities are multipliers, distances hexes, supply tokens, the leg MA whole MP."""

    double_range_capacity: Fraction
    normal_range_capacity: Fraction
    half_range_capacity: Fraction
    unload_t_per_base_level: Count
    unload_t_air_strip: Count
    max_leg_ma_of_cargo_units: Count
    transport_plus_glider_t: Count
    transport_plus_glider_t_after_loss: Count
    aircraft_per_mission: Count
    active_aircraft_at_base_besides_level: Count
    active_aircraft_at_air_strip: Count
    refit_per_base_level: Count
    refit_per_air_strip: Count
    patrol_zone_hexes: Count
    short_range_hexes: Count


class AirBaseCaptureTable(BandTable, frozen=True, kw_only=True):
    """9.14f-B: the fate of an aircraft caught on a base."""

    band_names: ClassVar[frozenset[str]] = frozenset({"main"})
    results: ClassVar[tuple[str, ...]] = ("step_loss", "none")
    modifier_ids: ClassVar[frozenset[str]] = frozenset({"active", "advance_after_combat"})


class LandingLosses(Record, frozen=True, kw_only=True):
    """The fractions of landing craft and landed units lost to a result."""

    landing_craft_lost: Fraction
    units_lost: Fraction


class LandingTable(BandTable, frozen=True, kw_only=True):
    """18.5f: amphibious landings, by the most difficult terrain of the hex."""

    band_names: ClassVar[frozenset[str]] = frozenset(
        {"open_village", "low_hills", "hills", "rough", "mountain_city", "port"}
    )
    results: ClassVar[tuple[str, ...]] = ("failure", "mixed", "success")
    modifier_ids: ClassVar[frozenset[str]] = frozenset(
        {"non_dg_adjacent", "dg_adjacent", "coastal_artillery", "enemy_zoc", "naval_support", "elite"}
    )
    codes: Mapping[str, LandingLosses]

    def __post_init__(self) -> None:
        super().__post_init__()
        if set(self.codes) != set(self.results):
            raise TableProblem(f"the codes must be {', '.join(self.results)}", row="codes")
