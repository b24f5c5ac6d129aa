"""The shapes that tables share: grids of results, bands of a roll, modifiers, provenance. Each checks its own content.

Rows of a grid are die totals, columns strengths or odds; a total outside the rows reads the first or last row.
Every check raises `TableProblem` with the row and the column; the loader says which file and table.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, ClassVar, Generic, Literal, TypeVar

from msgspec import Meta, Struct

from redball.charts.errors import TableProblem
from redball.charts.rounding import round_half_up

Result = TypeVar("Result")
Number = Fraction | int
Count = Annotated[int, Meta(ge=0)]
Percent = Annotated[int, Meta(ge=0, le=100)]
Text = Annotated[str, Meta(min_length=1)]
Confidence = Literal["printed", "copies-agree", "majority", "proposal", "one-source", "reconstruction"]


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of everything that is read from a chart file: frozen, and an unknown key is an error."""


TableTypes = Mapping[str, tuple[str, type[Record]]]
"""Tables by name: how a file writes each, and the type of its record, or of each of its records."""


class Disputed(Record, frozen=True, kw_only=True):
    """Cells where the known copies differ, the choice in this file, and the reason."""

    cell: Text
    chosen: Text
    why: Text


class Provenance(Record, frozen=True, kw_only=True):
    """The origin of a table. `source` holds ids of the file's sources; `chart_43` compares the v4.3 chart sheet."""

    title: Text
    rule: Text
    kind: Literal["grid", "bands", "modifiers", "records", "values"]
    dice: Annotated[str, Meta(pattern=r"^(none|[12]d6)$")]
    source: Annotated[tuple[str, ...], Meta(min_length=1)]
    confidence: Confidence
    chart_43: Literal["", "same", "same but disputed cells", "same where printed", "not in it"] = ""
    note: str = ""
    disputed: tuple[Disputed, ...] = ()

    def __post_init__(self) -> None:
        if self.confidence == "majority" and not self.disputed:
            raise TableProblem("confidence 'majority' needs a list of disputed cells")


class Modifier(Record, frozen=True, kw_only=True):
    """A line of modifiers: `value` is a number, or words if the number comes from elsewhere ("+AR")."""

    id: Text
    value: int | str
    when: Text
    option: str = ""
    source: tuple[str, ...] = ()


class Band(Record, frozen=True, kw_only=True):
    """A result for every number from `min` to `max`, both inclusive; None is open-ended."""

    min: int | None = None
    max: int | None = None
    result: str | int


def check_unique(ids: Iterable[str], what: str) -> None:
    """Refuse the second of two equal ids."""
    seen: set[str] = set()
    for name in ids:
        if name in seen:
            raise TableProblem(f"{what} {name!r} stands there twice", row=name)
        seen.add(name)


def check_bands(name: str, bands: Sequence[Band]) -> None:
    """Check that the bands cover every number once: first open below, last open above, no hole, no overlap."""

    def fault(number: int, problem: str) -> TableProblem:
        return TableProblem(problem, row=f"{name}, band {number}")

    if not bands:
        raise TableProblem("there are no bands", row=name)
    if bands[0].min is not None:
        raise fault(1, f"hole below {bands[0].min}: the first band must have no min")
    if bands[-1].max is not None:
        raise fault(len(bands), f"hole above {bands[-1].max}: the last band must have no max")
    for number, (one, two) in enumerate(pairwise(bands), start=2):
        if one.max is None or two.min is None:
            raise fault(number, "overlap: only the first band may lack min and only the last may lack max")
        if two.max is not None and two.max < two.min:
            raise fault(number, f"the band runs backwards, from {two.min} to {two.max}")
        if two.min != one.max + 1:
            word = "hole" if two.min > one.max else "overlap"
            raise fault(number, f"{word} between the band up to {one.max} and the band from {two.min}")


def read_band(bands: Sequence[Band], number: int) -> str | int:
    """The result of the band that holds the number; bands have no holes, so there always is one."""
    for band in bands:
        if band.max is None or number <= band.max:
            return band.result
    raise AssertionError("bands have no upper end")


class ModifierTable(Record, frozen=True, kw_only=True):
    """A list of modifiers that the code knows; `optional_ids` may be missing."""

    modifier_ids: ClassVar[frozenset[str]] = frozenset()
    optional_ids: ClassVar[frozenset[str]] = frozenset()
    modifiers: tuple[Modifier, ...] = ()

    def __post_init__(self) -> None:
        ids = [line.id for line in self.modifiers]
        check_unique(ids, "modifier")
        for name in sorted((set(ids) - self.optional_ids) ^ self.modifier_ids):
            raise TableProblem("unknown modifier" if name in ids else "missing modifier", row=name)

    def modifier(self, name: str) -> int:
        """The number of a modifier. Raises KeyError for an unknown one or one whose number is read elsewhere."""
        for line in self.modifiers:
            if line.id == name and isinstance(line.value, int):
                return line.value
        raise KeyError(name)


class BandTable(ModifierTable, frozen=True, kw_only=True):
    """Bands under one or more names, all known to the code, with known results; `optional_bands` may be missing."""

    band_names: ClassVar[frozenset[str]] = frozenset()
    optional_bands: ClassVar[frozenset[str]] = frozenset()
    results: ClassVar[Collection[str | int]] = ()
    bands: Mapping[str, tuple[Band, ...]]

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in sorted((set(self.bands) - self.optional_bands) ^ self.band_names):
            raise TableProblem("unknown list of bands" if name in self.bands else "missing list of bands", row=name)
        for name, bands in self.bands.items():
            check_bands(name, bands)
            for number, band in enumerate(bands, start=1):
                self.check_result(band.result, row=f"{name}, band {number}")

    def check_result(self, result: str | int, row: str) -> None:
        """Refuse a result that the code does not know."""
        if result not in self.results:
            raise TableProblem(f"unknown result {result!r}", row=row)

    def read(self, name: str, number: int) -> str | int:
        """The result of a (modified) number under the bands of that name."""
        return read_band(self.bands[name], number)


class Grid(Record, Generic[Result], frozen=True, kw_only=True):
    """Results by row (die total) and column. `coded`: the codes that explain results are records with their `text`."""

    coded: ClassVar[bool] = False
    columns: Annotated[tuple[str, ...], Meta(min_length=1)]
    rows: Annotated[tuple[int, ...], Meta(min_length=1)]
    results: tuple[tuple[Result, ...], ...]

    def __post_init__(self) -> None:
        for column in self.columns:
            if self.columns.count(column) > 1:
                raise TableProblem("two columns have the same name", column=column)
        for one, two in pairwise(self.rows):
            if two != one + 1:
                raise TableProblem(f"rows are not consecutive: {two} follows {one}", row=two)
        if len(self.results) != len(self.rows):
            raise TableProblem(f"{len(self.rows)} rows, but {len(self.results)} lines of results")
        for row, cells in zip(self.rows, self.results, strict=True):
            if len(cells) != len(self.columns):
                raise TableProblem(f"{len(cells)} cells for {len(self.columns)} columns", row=row)

    @property
    def first_column(self) -> int:
        """Index of the left-most column."""
        return 0

    @property
    def last_column(self) -> int:
        """Index of the right-most column."""
        return len(self.columns) - 1

    def row_index(self, roll: int) -> int:
        """Index of the row for a total; totals off the table read its first or last row."""
        return min(max(roll, self.rows[0]), self.rows[-1]) - self.rows[0]

    def result(self, column: int, roll: int) -> Result:
        """The raw result. Raises IndexError for a column off the table: clip shifts first."""
        if not 0 <= column < len(self.columns):
            raise IndexError(f"no column {column} in a table of {len(self.columns)} columns")
        return self.results[self.row_index(roll)][column]

    def shift(self, column: int, by: int) -> int:
        """The column `by` columns to the right (left if negative), clipped to the table."""
        return min(max(column + by, 0), len(self.columns) - 1)

    def check_codes(self, codes: Mapping[str, object]) -> None:
        """Every result of the grid has a code, and every code is used."""
        used: set[object] = set()
        for row, cells in zip(self.rows, self.results, strict=True):
            for column, result in zip(self.columns, cells, strict=True):
                if result not in codes:
                    raise TableProblem(f"unknown result code {result!r}", row=row, column=column)
                used.add(result)
        for code in codes:
            if code not in used:
                raise TableProblem("this result code is in no cell", row=code)


class StrengthGrid(Grid[str], frozen=True, kw_only=True):
    """A grid whose columns are ranges of barrage strength, each with a price in tokens for artillery."""

    minimum_strength: Annotated[int, Meta(ge=1)]
    column_min: tuple[Count, ...]
    column_cost_t: tuple[Count, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        for key in ("column_min", "column_cost_t"):
            if len(getattr(self, key)) != len(self.columns):
                raise TableProblem(f"{key} has {len(getattr(self, key))} numbers for {len(self.columns)} columns")
        for column, (one, two) in zip(self.columns[1:], pairwise(self.column_min), strict=True):
            if two <= one:
                raise TableProblem(f"columns are not ascending: {two} follows {one}", column=column)
        for column, name in zip(self.columns, self._names(), strict=True):
            if column != name:
                raise TableProblem(f"by column_min this column should be called {name!r}", column=column)

    def _names(self) -> list[str]:
        """The required names of columns, given where each begins."""
        ends = [low - 1 for low in self.column_min[1:]]
        middle = [str(a) if a == b else f"{a}-{b}" for a, b in zip(self.column_min[1:-1], ends[1:], strict=True)]
        return [f"{ends[0]} or less", *middle, f"{self.column_min[-1]}+"]

    def allows(self, strength: Number) -> bool:
        """10.0-E: at least one point, rounded by 4.1, before shifts."""
        return round_half_up(strength) >= self.minimum_strength

    def column(self, strength: Number) -> int:
        """Index of the column of a strength, rounded by 4.1. Raises ValueError below one point (10.0-E)."""
        points = round_half_up(strength)
        if points < self.minimum_strength:
            raise ValueError(f"a barrage needs at least {self.minimum_strength} point, not {strength}")
        return max(index for index, low in enumerate(self.column_min) if points >= low)

    def cost_tokens(self, column: int) -> int:
        """10.1b-1: what artillery pays on that column, which is the initial one, before shifts."""
        if not 0 <= column < len(self.columns):
            raise IndexError(f"no column {column} in a table of {len(self.columns)} columns")
        return self.column_cost_t[column]
