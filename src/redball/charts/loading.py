"""`Charts`, every table of an edition, and how chart files become one.

A file holds `format`, `name`, `title`, `[sources]` and one `[tables.NAME]` for each table; TABLES has the kind and
type of each. A file may `include` others. An overlay says which charts it `overlays`, replaces whole tables of
theirs, and may add tables; an edition with the overlay brings the types of those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from redball.board.texts import TextError, read_toml
from redball.charts.air_sea import (
    AirBaseCaptureTable,
    AirCombatTable,
    AirTransportLimits,
    AirTransportTable,
    FlakRolls,
    FlakTable,
    LandingTable,
    MissionLossTable,
    NavalTargets,
    PortDamageTable,
    ShipToShore,
)
from redball.charts.barrage import BarrageDensity, BarrageShifts, BarrageTable, FacilityTable
from redball.charts.convert import convert, convert_records
from redball.charts.errors import ChartError
from redball.charts.ground_combat import ActionRatingStates, AtEffects, CombatTable, StrengthStates, SurpriseTable
from redball.charts.shapes import Grid, Provenance, Record, TableTypes
from redball.charts.supply import AttritionTable, BreakoutTable, CaptureTable, DumpBlowingTable, Sizes, SupplyCosts
from redball.charts.terrain import TerrainCombat, TerrainCost, Trainbusting

FORMAT = "redball-charts 1"
DATA = Path(__file__).with_name("data")
Reader = Callable[[str], str]
Added = TypeVar("Added", bound=Record)


class TablePage(Provenance, frozen=True, kw_only=True):
    """A table for a client, with its source. The content of `table` varies: records and lists of text and numbers, with
    fractions as text."""

    table: dict[str, Any]


class ChartsPage(Struct, frozen=True):
    """Every table for a client, by name; `names` and `titles` are those of the chart files, `sources` by id."""

    names: tuple[str, ...]
    titles: tuple[str, ...]
    sources: dict[str, str]
    tables: dict[str, TablePage]


class Charts(Struct, frozen=True, kw_only=True):
    """Every table of an edition. `names` are the arguments of `load_charts`; mappings are by terrain or mission id.

    `added` are the tables that only overlays have, by name; `types` gives the table for a type of record.
    """

    names: tuple[str, ...]
    titles: tuple[str, ...]
    sources: Mapping[str, str]
    provenance: Mapping[str, Provenance]
    combat: CombatTable
    surprise: SurpriseTable
    action_rating: ActionRatingStates
    at_effects: AtEffects
    strength_states: StrengthStates
    barrage: BarrageTable
    facility: FacilityTable
    attrition: AttritionTable
    capture: CaptureTable
    dump_blowing: DumpBlowingTable
    breakout: BreakoutTable
    supply_costs: SupplyCosts
    sizes: Sizes
    terrain_combat: Mapping[str, TerrainCombat]
    terrain_movement: Mapping[str, TerrainCost]
    trainbusting: Trainbusting
    ship_to_shore: ShipToShore
    naval_targets: NavalTargets
    port_damage: PortDamageTable
    air_combat: AirCombatTable
    flak: FlakTable
    flak_applies: Mapping[str, FlakRolls]
    mission_loss: MissionLossTable
    air_transport: AirTransportTable
    air_transport_limits: AirTransportLimits
    air_base_capture: AirBaseCaptureTable
    alt: LandingTable
    added: Mapping[str, Any] = {}
    types: Mapping[type[Record], str] = {}

    def has(self, type_: type[Record]) -> bool:
        """Whether some overlay brings the table of this type."""
        return type_ in self.types

    def table(self, type_: type[Added]) -> Added:
        """The one table of this type that an overlay brings. Raises KeyError if none does."""
        found: Added = self.added[self.types[type_]]
        return found

    def rows(self, type_: type[Added]) -> Mapping[str, Added]:
        """The records of this type that an overlay brings, by id. Raises KeyError if none does."""
        found: Mapping[str, Added] = self.added[self.types[type_]]
        return found

    def page(self) -> ChartsPage:
        """Every table for a client that shows the charts.

        The live cell of a grid is `tables[NAME].table["results"][row][column]`, `row` being `row_index(roll)`.

        >>> page = load_charts("v4").page()
        >>> page.tables["combat"].table["results"][6][6], page.tables["combat"].confidence
        ('Ao1 Do1', 'majority')
        """
        tables = {}
        for name, provenance in self.provenance.items():
            owner, part = PARTS.get(name, (name, ""))
            value = self.added[name] if name in self.added else getattr(self, owner)
            table = msgspec.to_builtins(getattr(value, part) if part else value, enc_hook=str)
            for nested in [part for owner, part in PARTS.values() if owner == name]:
                del table[nested]
            tables[name] = TablePage(**asdict(provenance), table=table)
        return ChartsPage(self.names, self.titles, dict(self.sources), tables)


TABLES: TableTypes = {
    "combat": ("grid", CombatTable),
    "surprise": ("bands", SurpriseTable),
    "action_rating": ("values", ActionRatingStates),
    "at_effects": ("values", AtEffects),
    "strength_states": ("values", StrengthStates),
    "barrage": ("grid", BarrageTable),
    "barrage_density": ("bands", BarrageDensity),
    "barrage_shifts": ("modifiers", BarrageShifts),
    "facility": ("grid", FacilityTable),
    "attrition": ("bands", AttritionTable),
    "capture": ("grid", CaptureTable),
    "dump_blowing": ("grid", DumpBlowingTable),
    "breakout": ("bands", BreakoutTable),
    "supply_costs": ("values", SupplyCosts),
    "sizes": ("values", Sizes),
    "terrain_combat": ("records", TerrainCombat),
    "terrain_movement": ("records", TerrainCost),
    "trainbusting": ("values", Trainbusting),
    "ship_to_shore": ("values", ShipToShore),
    "naval_targets": ("values", NavalTargets),
    "port_damage": ("grid", PortDamageTable),
    "air_combat": ("bands", AirCombatTable),
    "flak": ("bands", FlakTable),
    "flak_applies": ("records", FlakRolls),
    "mission_loss": ("grid", MissionLossTable),
    "air_transport": ("bands", AirTransportTable),
    "air_transport_limits": ("values", AirTransportLimits),
    "air_base_capture": ("bands", AirBaseCaptureTable),
    "alt": ("bands", LandingTable),
}
# Tables that are part of another one, which holds them under a shorter name.
PARTS = {"barrage_density": ("barrage", "density"), "barrage_shifts": ("barrage", "shifts")}


class ChartFile(Record, frozen=True, kw_only=True):
    """A parsed chart file with its tables still raw."""

    format: str
    name: str
    title: str
    sources: Mapping[str, str]
    tables: Mapping[str, Mapping[str, Any]]
    include: tuple[str, ...] = ()
    overlays: tuple[str, ...] = ()

    @property
    def file(self) -> str:
        """The file's name in error messages."""
        return f"{self.name}.toml"


def read_file(name: str, read: Reader) -> ChartFile:
    """Parse one file and check its head."""
    file = f"{name}.toml"
    try:
        raw = read_toml(read(name))
    except KeyError:
        raise ChartError(file, "", "", "", "there is no such chart file") from None
    except TextError as fault:
        raise ChartError(file, "", "", "", str(fault)) from fault
    except RecursionError:
        raise ChartError(file, "", "", "", "a value is nested too deeply") from None
    found = raw.get("format")
    if found != FORMAT:
        raise ChartError(file, "", "", "", f"the format is {found!r}, expected {FORMAT!r}")
    head = convert(raw, ChartFile, file, "")
    if head.name != name:
        raise ChartError(file, "", "", "", f"the file calls itself {head.name!r}")
    return head


def collect(
    names: tuple[str, ...], read: Reader, types: TableTypes, own: str = ""
) -> tuple[list[ChartFile], dict[str, ChartFile]]:
    """The files of some charts, and for every table the file that has it. `own` may replace tables of overlays, too,
    but may not add any."""
    if not names:
        raise ChartError("charts", "", "", "", "no charts are named")
    base = read_file(names[0], read)
    if base.overlays:
        raise ChartError(base.file, "", "", "", f"this is an overlay, load {' or '.join(base.overlays)} first")
    found = [base, *(read_file(name, read) for name in base.include)]
    owner: dict[str, ChartFile] = {}
    for head in found:
        for table in head.tables:
            if table not in TABLES:
                raise ChartError(head.file, table, "", "", "unknown table")
            if table in owner:
                raise ChartError(head.file, table, "", "", f"this table is also in {owner[table].file}")
            owner[table] = head
    for table in TABLES:
        if table not in owner:
            raise ChartError(base.file, table, "", "", "this table is missing")
    replaced: dict[str, ChartFile] = {}
    loaded = {base.name}
    for name in names[1:]:
        head = read_file(name, read)
        if not loaded.intersection(head.overlays):
            raise ChartError(head.file, "", "", "", f"this is no overlay of {base.name}")
        loaded.add(name)
        for table in head.tables:
            if name == own and table not in owner and table not in replaced:
                raise ChartError(head.file, table, "", "", "these charts have no such table")
            if table not in types:
                raise ChartError(head.file, table, "", "", "unknown table, and no edition has brought its type")
            if table in replaced and name != own and replaced[table].name not in head.overlays:
                raise ChartError(head.file, table, "", "", f"{replaced[table].file} replaces this table too")
            replaced[table] = head
        found.append(head)
    return found, owner | replaced


def read_table(head: ChartFile, name: str, types: TableTypes, parts: Mapping[str, object]) -> tuple[Provenance, Any]:
    """One table of a file: where it comes from, and its record (or its records by id)."""
    kind, type_ = types[name]
    raw = dict(head.tables[name])
    about = {key: raw.pop(key) for key in Provenance.__struct_fields__ if key in raw}
    provenance = convert(about, Provenance, head.file, name)
    if provenance.kind != kind:
        raise ChartError(head.file, name, "", "", f"the kind is {provenance.kind!r}, expected {kind!r}")
    check_sources(head, name, provenance.source)
    if kind in ("records", "values"):
        inner = raw.pop(kind, None)
        if not raw and kind == "values" and isinstance(inner, dict):
            return provenance, convert(inner, type_, head.file, name)
        if not raw and kind == "records" and isinstance(inner, list):
            records = convert_records(inner, type_, head.file, name)
            for key, record in records.items():
                check_sources(head, name, getattr(record, "source", ()), key)
            return provenance, records
        extra = ", ".join(sorted(raw)) or "no such list"
        raise ChartError(head.file, name, "", "", f"besides its provenance the table has {kind} only, not {extra}")
    codes = raw.get("codes")
    if issubclass(type_, Grid) and type_.coded and isinstance(codes, dict):
        raw["codes"] = {
            text: {**code, "text": text} if isinstance(code, dict) else code for text, code in codes.items()
        }
    table = convert(raw | dict(parts), type_, head.file, name)
    for line in getattr(table, "modifiers", ()):
        check_sources(head, name, line.source, line.id)
    return provenance, table


def check_sources(head: ChartFile, table: str, source: tuple[str, ...], row: str = "") -> None:
    """Check that the file lists every source that it cites."""
    for name in source:
        if name not in head.sources:
            raise ChartError(head.file, table, row, "source", f"unknown source {name!r}")


def check_together(tables: Mapping[str, Any], owner: Mapping[str, ChartFile]) -> None:
    """Check references from one table to another."""

    def fault(table: str, row: str, column: str, problem: str) -> ChartError:
        return ChartError(owner[table].file, table, row, column, problem)

    for name, record in tables["terrain_combat"].items():
        if record.scope == "hex" and record.line not in tables["combat"].lines:
            raise fault("terrain_combat", name, "line", f"the Combat Table has no line {record.line!r}")
        cost = tables["terrain_movement"].get(name)
        if record.scope == "hex" and (cost is None or cost.scope != "hex"):
            raise fault("terrain_movement", name, "", "this hex terrain of terrain_combat is missing")
    readings, codes = set(tables["ship_to_shore"].reading), set(tables["barrage"].codes)
    together = owner["barrage"] is owner["ship_to_shore"]
    for text in sorted(readings ^ codes if together else codes - readings):  # an overlay may need fewer of them
        raise fault("ship_to_shore", text, "", "the codes are those of the Barrage Table, and no others")


def parse_charts(names: tuple[str, ...], read: Reader, added: TableTypes | None = None, own: str = "") -> Charts:
    """The charts of some files; `read` gives the text of a file by name, or raises KeyError. `added` are the types of
    tables that only overlays have. Raises ChartError."""
    types = {**TABLES, **(added or {})}
    found, owner = collect(names, read, types, own)
    about: dict[str, Provenance] = {}
    tables: dict[str, Any] = {}
    for name in sorted(owner, key=lambda name: name not in PARTS):
        parts = {part: tables.pop(table) for table, (whole, part) in PARTS.items() if whole == name}
        about[name], tables[name] = read_table(owner[name], name, types, parts)
    check_together(tables, owner)
    brought = [name for name in owner if name not in TABLES]
    sources: dict[str, str] = {}
    for head in found:
        sources |= head.sources
    return Charts(
        names=names,
        titles=tuple(head.title for head in found),
        sources=sources,
        provenance={name: about[name] for name in (*TABLES, *brought)},
        added={name: tables.pop(name) for name in brought},
        types={types[name][1]: name for name in brought},
        **tables,
    )


def read_package(name: str) -> str:
    """The text of a chart file of this package. Raises KeyError if there is none, ChartError if it cannot be read."""
    for file in DATA.iterdir():
        if file.name == f"{name}.toml":
            try:
                return file.read_text(encoding="utf-8")
            except OSError as fault:
                raise ChartError(file.name, "", "", "", f"it cannot be read: {fault.strerror or fault}") from fault
            except UnicodeDecodeError as fault:
                raise ChartError(file.name, "", "", "", f"byte {fault.start + 1} is not UTF-8") from fault
    raise KeyError(name)


def load_charts(*names: str, added: TableTypes | None = None) -> Charts:
    """The charts of an edition, then its overlays in any order; read once. `added` are the types of tables that only
    overlays have. Raises ChartError, also for a table whose type is missing.

    >>> load_charts("v4") is load_charts("v4")
    True
    """
    return _load(names, frozenset((added or {}).items()))


@cache
def _load(names: tuple[str, ...], added: frozenset[tuple[str, tuple[str, type[Record]]]]) -> Charts:
    return parse_charts(names, read_package, dict(added))


OWN = "own"
"""The name of a player's chart file."""


def with_own_tables(charts: Charts, text: str) -> Charts:
    """Charts with the tables of a player's file in place of theirs. Raises ChartError: file, table, row and column."""
    added = {name: (charts.provenance[name].kind, type_) for type_, name in charts.types.items()}
    return parse_charts((*charts.names, OWN), lambda name: text if name == OWN else read_package(name), added, OWN)
