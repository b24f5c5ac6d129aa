"""Tables that only the charts of 1992 have: name, kind and record type of each.

The tables that replace those of the series (combat, surprise, barrage, facility, capture, prices) keep their types.

Cases: E92-combat-table-open, E92-combat-table-close, E92-combat-table-very-close, E92-combat-table-row-0,
E92-combat-table-row-1, E92-combat-table-row-2, E92-combat-table-row-3, E92-combat-table-row-4, E92-combat-table-row-5,
E92-combat-table-row-6, E92-combat-table-row-7, E92-combat-table-row-8, E92-combat-table-row-9, E92-combat-table-row-10,
E92-combat-table-row-11, E92-combat-table-row-12, E92-combat-table-row-13, E92-combat-table-row-14,
E92-barrage-table-1, E92-barrage-table-2, E92-barrage-table-3-4, E92-barrage-table-5-7, E92-barrage-table-8-11,
E92-barrage-table-12-16, E92-barrage-table-17-24, E92-barrage-table-25-40, E92-barrage-table-41-68,
E92-barrage-table-69-116, E92-barrage-table-117up, E92-barrage-table-half, E92-barrage-shifts-hedgehog,
E92-barrage-shifts-terrain, E92-barrage-shifts-spotter, E92-barrage-shifts-small, E92-barrage-shifts-density,
E92-dump-blowing, E92-surprise-overrun, E92-surprise-regular, E92-surprise-hedgehog, E92-ar-drm
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, ClassVar

from msgspec import Meta

from redball.charts.errors import TableProblem
from redball.charts.rounding import round_half_up
from redball.charts.shapes import (
    Band,
    BandTable,
    Count,
    Grid,
    Modifier,
    ModifierTable,
    Number,
    Percent,
    Record,
    TableTypes,
    check_bands,
    read_band,
)
from redball.core.battle import SpecialAttack
from redball.core.telling import counted


class CombatSupply(Record, frozen=True, kw_only=True):
    """Prices of an attack and of a barrage, in tokens; `small_re_max` in quarters of an RE."""

    attack_per_combat: Count
    attack_per_combat_1_re_or_less: Count
    small_re_max: Count
    barrage_per_re: Count


class OptionsFreed(Record, frozen=True, kw_only=True):
    """Exemption from an option: for a side whose enemy is destroyed before that side takes it."""

    by_destruction: bool


class SpecialSupply(Record, frozen=True, kw_only=True):
    """Works and bases: levels that may be built in a game turn, and tokens."""

    hedgehog_levels: Count
    hedgehog_levels_with_engineer: Count
    air_base_per_usable_level: Count
    air_base_levels: Count
    rail_repair_per_hex: Count


class Dse(Record, frozen=True, kw_only=True):
    """What a division, and all other units together, draw each week; prices of one DSE in SP."""

    full_sp_per_dse: Fraction
    low_sp_per_dse: Fraction
    mobile_division: Count
    other_division: Count
    non_divisional_together: Count


class SupplyLevel(Record, frozen=True, kw_only=True):
    """What a supply level below full does to the values of a unit."""

    id: str
    attack: Fraction
    barrage: Fraction
    other: Fraction


class DumpBarrage(Grid[Percent], frozen=True, kw_only=True):
    """Percentage of supply and transport lost to a barrage, by strength; shifts in columns, `points` by their sum."""

    column_min: tuple[Count, ...]
    modifiers: tuple[Modifier, ...]
    points: tuple[Band, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.column_min) != len(self.columns) or any(b <= a for a, b in pairwise(self.column_min)):
            raise TableProblem("column_min must ascend, with a number for each column")
        check_bands("points", self.points)

    def column(self, strength: Number) -> int:
        """Index of the column of a strength of at least one point, rounded by 4.1."""
        points = round_half_up(strength)
        return max(index for index, low in enumerate(self.column_min) if points >= low)

    def shifts(self, hedgehog: bool, line: str, points: Number) -> Iterator[tuple[int, str]]:
        """Every shift that applies, with its reason; `line` of the Combat Table, `points` of trucks, wagons and SP."""
        by = {line.id: line.value for line in self.modifiers}
        size = read_band(self.points, int(-(-points // 1)) if points > 15 else int(points // 1))
        found = (
            (by["hedgehog"] if hedgehog else 0, "hedgehog"),
            (0 if line == "open" else by["close"], f"terrain: {line.replace('_', ' ')}"),
            (size, f"{counted(f'{float(points):g}', 'point')} of trucks, wagons and SP"),
        )
        return ((by, why) for by, why in found if isinstance(by, int) and by)


class CaptureSplit(Record, frozen=True, kw_only=True):
    """How the percentage of the Capture Table is split, and how far the rest of a dump displaces."""

    captured_share: Fraction
    dump_displacement: Annotated[int, Meta(ge=1)]


class UnitAttrition(BandTable, frozen=True, kw_only=True):
    """Steps lost by one unit on one die, the first time without supply or later; what modifies the die."""

    band_names: ClassVar[frozenset[str]] = frozenset({"first", "later"})
    results: ClassVar[tuple[int, ...]] = (0, 1, 2)
    modifier_ids: ClassVar[frozenset[str]] = frozenset(
        {"ar_4_up", "ar_3", "ar_1", "ar_0", "small", "large", "very_large"}
    )

    def losses(self, first: bool, roll: int) -> int:
        """Steps lost for a modified die."""
        return int(self.read("first" if first else "later", roll))

    def rating_modifier(self, rating: int) -> int:
        """What an Action Rating adds to the die."""
        name = "ar_4_up" if rating >= 4 else {3: "ar_3", 1: "ar_1", 2: ""}.get(rating, "ar_0")
        return self.modifier(name) if name else 0

    def size_modifier(self, quarters: int) -> int:
        """What the size of the unit, in quarters of an RE, adds to the die."""
        if quarters >= 16:
            return self.modifier("very_large")
        if quarters > 8:
            return self.modifier("large")
        return self.modifier("small") if quarters <= 2 else 0


class AirToAir(BandTable, frozen=True, kw_only=True):
    """One round between an aircraft of each side: who aborts, and whether that costs it a step."""

    band_names: ClassVar[frozenset[str]] = frozenset({"main"})
    results: ClassVar[tuple[str, ...]] = (
        "attacker_loses_and_aborts",
        "attacker_aborts",
        "defender_aborts",
        "defender_loses_and_aborts",
    )


class DoublingUp(Record, frozen=True, kw_only=True):
    """How many fighters more a side needs to send two against one."""

    needed_advantage: Count


class FlakCell(Record, frozen=True, kw_only=True):
    """What flak does to an aircraft."""

    abort: bool
    steps: Count


class HexFlak(Grid[str], frozen=True, kw_only=True):
    """Flak of a hex by its strength; `modifiers` are what counts towards that."""

    column_min: tuple[Count, ...]
    codes: Mapping[str, FlakCell]

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.column_min) != len(self.columns) or any(b <= a for a, b in pairwise(self.column_min)):
            raise TableProblem("column_min must ascend, with a number for each column")
        self.check_codes(self.codes)

    def read(self, strength: int, roll: int) -> FlakCell:
        """The result of two dice in a hex with this flak strength."""
        column = max(index for index, low in enumerate(self.column_min) if strength >= low)
        return self.codes[self.result(column, roll)]


class FlakStrength(ModifierTable, frozen=True, kw_only=True):
    """What gives a hex its flak strength; an air base gives its level."""

    modifier_ids: ClassVar[frozenset[str]] = frozenset({"step", "transport_or_supply", "air_base", "port_or_city"})


class AirDrops(BandTable, frozen=True, kw_only=True):
    """One die for a load of supply, or for a unit."""

    band_names: ClassVar[frozenset[str]] = frozenset({"supply", "unit"})
    results: ClassVar[tuple[str, ...]] = ("lands", "scatters", "destroyed")
    modifier_ids: ClassVar[frozenset[str]] = frozenset({"not_open"})


class AirReach(Record, frozen=True, kw_only=True):
    """How far aircraft deploy to intercept, in hexes."""

    intercept_hexes: Count


class Transportation(Record, frozen=True, kw_only=True):
    """1 RE in SP of Rail Cap, and the factor on the cost if any hex has low capacity."""

    mobile_re: Count
    other_re: Count
    low_capacity: Fraction


TABLES: TableTypes = {
    "combat_supply": ("values", CombatSupply),
    "options_freed": ("values", OptionsFreed),
    "special_attacks": ("records", SpecialAttack),
    "special_supply": ("values", SpecialSupply),
    "dse": ("values", Dse),
    "supply_levels": ("records", SupplyLevel),
    "barrage_dump": ("grid", DumpBarrage),
    "capture_split": ("values", CaptureSplit),
    "unit_attrition": ("bands", UnitAttrition),
    "transportation": ("values", Transportation),
    "air_to_air": ("bands", AirToAir),
    "doubling_up": ("values", DoublingUp),
    "hex_flak": ("grid", HexFlak),
    "hex_flak_strength": ("modifiers", FlakStrength),
    "air_drops": ("bands", AirDrops),
    "air_reach": ("values", AirReach),
}
