"""The two barrage tables, their shifts and their prices (section 10)."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from redball.charts.errors import TableProblem
from redball.charts.shapes import BandTable, Count, ModifierTable, Record, StrengthGrid, read_band

Die = Annotated[int, Meta(ge=1, le=6)]
STRONG_HEDGEHOG = 3
TERRAIN_SHIFTS = ("close", "very_close", "extremely_close")


class BarrageCell(Record, frozen=True, kw_only=True):
    """A result of the Barrage Table: `half` loses one step on a die, `bracketed` may fall to a mere DG."""

    text: str
    dg: bool
    steps: Count
    half: bool
    bracketed: bool

    def __post_init__(self) -> None:
        text = "1/2" if self.half else str(self.steps) if self.steps else "DG" if self.dg else "-"
        text = f"[{text}]" if self.bracketed else text
        if self.text != text or (self.half and self.steps):
            raise TableProblem(f"this result means {text!r} by its numbers", row=self.text)


class FacilityCell(Record, frozen=True, kw_only=True):
    """A result against a facility: hits (levels or port hits), a Trainbusting marker, the die that hits a plane."""

    text: str
    hits: Count
    trainbust: bool
    plane_check: Annotated[int, Meta(ge=0, le=6)]

    def __post_init__(self) -> None:
        text = (str(self.hits) if self.hits else "") + ("*" if self.trainbust else "")
        text += f"({self.plane_check})" if self.plane_check else ""
        if self.text != (text or "-"):
            raise TableProblem(f"this result means {text or '-'!r} by its numbers", row=self.text)

    def hits_plane(self, die: int) -> bool:
        """10.0c-A: a die of this number or more reduces its plane."""
        return 0 < self.plane_check <= die


class BracketRule(Record, frozen=True, kw_only=True):
    """When a bracketed result is a mere DG: any one of these is enough."""

    hedgehog_level_at_least: Count
    air_barrage: bool
    naval_barrage: bool
    no_correct_spotter: bool


class BarrageDensity(BandTable, frozen=True, kw_only=True):
    """Shifts by RE of combat units in the target hex; bounds and the cap of a division in quarters of an RE."""

    band_names: ClassVar[frozenset[str]] = frozenset({"re"})
    re_cap_per_division: Count

    def check_result(self, result: str | int, row: str) -> None:
        """Results must be columns."""
        if not isinstance(result, int):
            raise TableProblem(f"a shift is a number of columns, not {result!r}", row=row)


class BarrageShifts(ModifierTable, frozen=True, kw_only=True):
    """All other shifts, in columns, right positive."""

    modifier_ids: ClassVar[frozenset[str]] = frozenset(
        {"hedgehog", *TERRAIN_SHIFTS, "no_spotter", "strat_mode", "short_range_air", "long_range_air"}
    )
    optional_ids: ClassVar[frozenset[str]] = frozenset({"strong_hedgehog"})


class BarrageTable(StrengthGrid, frozen=True, kw_only=True):
    """The Barrage Table against combat units, with its shifts.

    >>> from redball.charts import load_charts
    >>> table = load_charts("v4").barrage
    >>> table.columns[table.column(16)], table.cost_tokens(table.column(16)), table.density_shift(8 * 4)
    ('12-16', 3, 4)
    """

    coded: ClassVar[bool] = True
    step_loss_on: Die
    bracket_is_dg_when: BracketRule
    codes: Mapping[str, BarrageCell]
    density: BarrageDensity
    shifts: BarrageShifts

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_codes(self.codes)

    @property
    def priced(self) -> bool:
        """Artillery pays by the column; where no column has a price, it pays by its size."""
        return any(self.column_cost_t)

    def lookup(self, column: int, roll: int) -> BarrageCell:
        """10.0a-A: the result of two dice on a column."""
        return self.codes[self.result(column, roll)]

    def loses_step(self, die: int) -> bool:
        """Whether the extra die of a 1/2 result costs the step."""
        return die >= self.step_loss_on

    def bracket_is_dg(self, hedgehog_level: int, air: bool, naval: bool, spotter: bool) -> bool:
        """Whether a bracketed result is a mere DG; otherwise it is an ordinary 1/2 (10.1b example)."""
        rule = self.bracket_is_dg_when
        return (
            hedgehog_level >= rule.hedgehog_level_at_least
            or (air and rule.air_barrage)
            or (naval and rule.naval_barrage)
            or (not spotter and rule.no_correct_spotter)
        )

    def density_shift(self, re_quarters: int) -> int:
        """Columns for the RE of combat units in the target hex, in quarters, divisions already capped (10.0a-C)."""
        shift = read_band(self.density.bands["re"], re_quarters)
        assert isinstance(shift, int)
        return shift

    @property
    def re_cap_per_division(self) -> int:
        """10.0a-C: the most that one division counts for density, in quarters of an RE."""
        return self.density.re_cap_per_division

    def terrain_shift(self, line: str) -> int:
        """Columns for a terrain line of the Combat Table; open has none. Raises KeyError for an unknown line."""
        return 0 if line == "open" else self.shifts.modifier(line)

    def hedgehog_shift(self, level: int) -> int:
        """Columns for a hedgehog, by its Level if the chart has a separate line for strong ones."""
        strong = any(line.id == "strong_hedgehog" for line in self.shifts.modifiers)
        return self.shifts.modifier("strong_hedgehog" if strong and level >= STRONG_HEDGEHOG else "hedgehog")

    @property
    def no_spotter_shift(self) -> int:
        """10.0b-B: columns without a correct spotter."""
        return self.shifts.modifier("no_spotter")

    @property
    def strat_shift(self) -> int:
        """Columns for any Strat Mode unit in the target hex."""
        return self.shifts.modifier("strat_mode")

    @property
    def short_range_shift(self) -> int:
        """10.2b: columns for aircraft that are all near their bases."""
        return self.shifts.modifier("short_range_air")

    @property
    def long_range_shift(self) -> int:
        """21.4 (option): columns for any aircraft that flew more than half its range."""
        return self.shifts.modifier("long_range_air")


class FacilityTable(StrengthGrid, frozen=True, kw_only=True):
    """The Barrage vs Facility Table: no shifts, no spotter."""

    coded: ClassVar[bool] = True
    codes: Mapping[str, FacilityCell]

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_codes(self.codes)

    def lookup(self, column: int, die: int) -> FacilityCell:
        """10.0c: the result of one die on a column."""
        return self.codes[self.result(column, die)]
