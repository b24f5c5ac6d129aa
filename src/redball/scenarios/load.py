"""Scenarios: the list of shipped ones, and how a folder becomes a `Scenario`.

The reader is strict: an unknown key, hex, unit or side, a unit placed twice or never, or a table with a hole is a
`ScenarioError` that says where. `redball.rules.setup` checks set-ups against the rules.

Cases: 4.8-C, 16.0g
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from os import PathLike
from os.path import isfile
from pathlib import Path
from typing import Any, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import asdict, replace

from redball.board.board import Board, BoardError
from redball.board.costs import MOBILITIES, CostError, Scope, parse_cost
from redball.board.formats import load_board
from redball.board.hexes import MP
from redball.board.ports import parse_supply
from redball.board.terrain import STANDARD
from redball.board.texts import TextError, read_text, read_toml
from redball.forces.aircraft import Aircraft
from redball.forces.counter import Counter
from redball.forces.craft import Craft
from redball.forces.ship import Ship
from redball.scenarios import air, craft, ships, variants
from redball.scenarios.boxes import read_boxes
from redball.scenarios.breakdowns import breakdown_pools
from redball.scenarios.check import SCENARIO, files_check
from redball.scenarios.command import read_command
from redball.scenarios.counters import MOBILITIES as COUNTER_MOBILITIES
from redball.scenarios.counters import load_counters
from redball.scenarios.errors import ScenarioError
from redball.scenarios.files import (
    FORMAT,
    ArrivalFile,
    BandFile,
    ExtenderFile,
    PlacementFile,
    ScenarioFile,
    SupplyTableFile,
    WeatherFile,
    read,
)
from redball.scenarios.free_setup import read_free_setup
from redball.scenarios.front import read_front
from redball.scenarios.lessons import read_lesson
from redball.scenarios.ports import read_ports
from redball.scenarios.rails import read_rail
from redball.scenarios.records import (
    EXTENDER_POINTS,
    Arrival,
    Band,
    ExtenderMix,
    HedgehogSetup,
    Placement,
    RollTable,
    Scenario,
    SideInfo,
    SupplyTable,
    VariableTable,
)
from redball.scenarios.replacements import generic_repls, rebuild_table, variable_table
from redball.scenarios.victory import read_victory
from redball.scenarios.weather import check_kinds, check_terrain, flight_limits, weather_allowances

DATA = Path(__file__).parent / "data"
COUNTERS, NOTES = "counters.tsv", "notes.md"
MOST_KEPT = 100
"""Scenarios that stay in memory: all that are shipped, so that a list of them reads none twice."""
TOKENS_PER_POINT = 4
EXTENDER_KINDS = ("truck", "wagon")
Printed = TypeVar("Printed")


class ScenarioHead(Struct, frozen=True):
    """What the start screen shows of a scenario. `sides` are (id, name)."""

    id: str
    title: str
    summary: str
    turns: int
    sides: tuple[tuple[str, str], ...]
    teaching: bool
    lesson: int


def list_scenarios(folder: str | PathLike[str] = DATA) -> tuple[ScenarioHead, ...]:
    """The scenarios of a folder (by default the shipped ones): lessons in their order, then other
    teaching ones, then by id.

    Raises ScenarioError for a scenario whose file cannot be read.
    """
    heads, faults = find_scenarios(folder)
    for fault in faults.values():
        raise fault
    return heads


def find_scenarios(folder: str | PathLike[str] = DATA) -> tuple[tuple[ScenarioHead, ...], dict[str, ScenarioError]]:
    """The scenarios of a folder as `list_scenarios` has them, without those whose file cannot be read; and what is
    wrong with these, by the name of their folder."""
    heads: list[ScenarioHead] = []
    faults: dict[str, ScenarioError] = {}
    for path in sorted(Path(folder).iterdir()):
        try:
            if _there(path):
                heads.append(_head(path, _stamp(path)))
        except ScenarioError as fault:
            faults[path.name] = fault
    heads.sort(key=lambda head: (not head.lesson, head.lesson, not head.teaching, head.id))
    return tuple(heads), faults


@lru_cache(maxsize=MOST_KEPT)
def _head(folder: Path, stamp: object) -> ScenarioHead:
    """What the start screen shows, read once until the scenario's files change."""
    raw = _read_file(folder, _read_text(folder))
    sides = tuple((side.id, side.name) for side in raw.sides)
    return ScenarioHead(raw.id, raw.title, raw.summary, raw.turns, sides, raw.teaching, raw.lesson)


def _there(folder: Path) -> bool:
    """Whether the folder has the file of a scenario.

    Raises ScenarioError if nobody may look into it.
    """
    try:
        return (folder / SCENARIO).is_file()
    except OSError as fault:
        raise _unreadable(folder, fault) from fault


def _unreadable(folder: Path, fault: OSError) -> ScenarioError:
    return ScenarioError(str(folder), "", f"the folder cannot be read: {fault.strerror or fault}")


def shipped_names() -> list[str]:
    """The ids of the shipped scenarios, read from the names of their folders alone."""
    return sorted(path.name for path in DATA.iterdir() if isfile(path / SCENARIO))


def is_installed(name: str) -> bool:
    """Whether a scenario of that name is shipped; no path is one.

    >>> is_installed("crossing"), is_installed("../data/crossing"), is_installed("nowhere")
    (True, False, False)
    """
    return Path(name).name == name and isfile(DATA / name / SCENARIO)


def load_scenario(name_or_path: str | PathLike[str]) -> Scenario:
    """A shipped scenario by id, or any other by the path of its folder.

    Raises ScenarioError: no such scenario, or what is wrong with its files and where.
    """
    folder = Path(name_or_path)
    if isinstance(name_or_path, str) and folder.name == name_or_path:
        folder = DATA / name_or_path
        if not isfile(folder / SCENARIO) and isfile(Path(name_or_path) / SCENARIO):
            folder = Path(name_or_path)
    if not isfile(folder / SCENARIO):
        raise ScenarioError(str(name_or_path), "", f"no scenario has that name, no folder a {SCENARIO}")
    if folder.parent == DATA:
        return _shipped(folder, _stamp(folder))
    folder = folder.resolve()
    check = files_check(folder)  # before reading: a file that changes meanwhile is told as changed
    found, where = _read(folder), {"folder": str(folder), "folder_check": check}
    variants = {name: replace(variant, **where) for name, variant in found.variants.items()}
    return replace(found, variants=variants, **where)


@lru_cache(maxsize=MOST_KEPT)
def _shipped(folder: Path, stamp: object) -> Scenario:
    """A scenario of the package, read once for all games until its files change."""
    return _read(folder)


def _read(folder: Path) -> Scenario:
    """A scenario and its variants, which share what is read of its own files."""
    try:
        plain = _Loader(folder)
        stacks = variants.stacks(folder)
        found = {"+".join(names): _Loader(folder, names, plain).scenario() for names in stacks}
        return replace(plain.scenario(), variants=found)
    except OSError as fault:
        raise _unreadable(folder, fault) from fault


def _stamp(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """What a shipped scenario's files look like: the same until they change. Raises ScenarioError."""
    try:
        files = [(path.name, path.stat()) for path in folder.iterdir() if not path.is_symlink() or path.exists()]
    except OSError as fault:
        raise _unreadable(folder, fault) from fault
    return tuple(sorted((name, stat.st_mtime_ns, stat.st_size) for name, stat in files))


def _text(path: Path) -> str:
    try:
        return read_text(path)
    except TextError as fault:
        raise ScenarioError(str(path), "", f"cannot be read: {fault}") from fault


def _toml(path: Path) -> dict[str, Any]:
    try:
        return read_toml(_text(path))
    except TextError as fault:
        raise ScenarioError(str(path), "", str(fault)) from fault


def _read_file(folder: Path, text: Mapping[str, Any], names: tuple[str, ...] = ()) -> ScenarioFile:
    """A scenario from the `text` of its file, or with variants one on top of the other; errors then name the file of
    the last."""
    file = str(folder / SCENARIO)
    for i, name in enumerate(names):
        change = variants.file_of(folder, name, ".toml")
        file = str(change)
        more = _toml(change)
        variants.refuse_unknown(folder, more, file)
        text = variants.changed(text, more, file, under=names[:i])
    found = read(text, ScenarioFile, file)
    if found.id != folder.name:
        raise ScenarioError(file, "id", f"{found.id!r}, but the folder is called {folder.name!r}")
    return found


def _read_text(folder: Path) -> Mapping[str, Any]:
    """The file of a scenario before its keys are judged."""
    found = _toml(folder / SCENARIO)
    if found.get("format") != FORMAT:
        raise ScenarioError(str(folder / SCENARIO), "format", f"{found.get('format')!r}, expected {FORMAT!r}")
    return found


class _Interval(Protocol):
    @property
    def min(self) -> int | None: ...
    @property
    def max(self) -> int | None: ...


class _Loader:
    """Reads one folder: the scenario itself, or variants of the `plain` one."""

    def __init__(self, folder: Path, names: tuple[str, ...] = (), plain: _Loader | None = None) -> None:
        self.folder = folder
        self.file = str(variants.file_of(folder, names[-1], ".toml") if names else folder / SCENARIO)
        self.text: Mapping[str, Any] = plain.text if plain else _read_text(folder)
        self.raw = _read_file(folder, self.text, names)
        self.sides = tuple(side.id for side in self.raw.sides)
        self.check_head()
        self.board: Board = plain.board if plain else self.read_board()
        self.check_ports()
        self.counters: dict[str, Counter] = plain.counters if plain else self.read_counters(folder / COUNTERS)
        printed = self.printed
        self.aircraft: dict[str, Aircraft] = plain.aircraft if plain else printed(air.load_aircraft, folder / air.FILE)
        self.ships: dict[str, Ship] = plain.ships if plain else printed(ships.load_ships, folder / ships.FILE)
        self.craft: dict[str, Craft] = plain.craft if plain else printed(craft.load_craft, folder / craft.FILE)
        for name in names:
            others = variants.file_of(folder, name, ".tsv")
            if others.is_file():
                self.counters = self.counters | self.read_counters(others)
            planes = variants.file_of(folder, name, variants.PLANES)
            self.aircraft = self.aircraft | self.printed(air.load_aircraft, planes)
        self.counters = craft.with_dukws(self, self.counters, self.craft)
        self.placed: dict[str, str] = {}

    def read_counters(self, path: Path) -> dict[str, Counter]:
        return load_counters(_text(path), str(path), self.sides)

    def printed(self, load: Callable[[str, str, Sequence[str]], dict[str, Printed]], path: Path) -> dict[str, Printed]:
        return load(_text(path), str(path), self.sides) if path.is_file() else {}

    def fail(self, where: str, message: str) -> ScenarioError:
        return ScenarioError(self.file, where, message)

    def read_board(self) -> Board:
        try:
            return load_board(self.folder / self.raw.board, file=self.raw.board)
        except BoardError as fault:
            raise self.fail("board", str(fault)) from fault

    def scenario(self) -> Scenario:
        raw = self.raw
        setup, flotillas = tuple(self.setup()), craft.read_flotillas(self, raw, self.craft)
        free = read_free_setup(self, raw.free_setup) if raw.free_setup is not None else None
        arrivals = tuple(self.arrival(a, f"arrivals[{i}]") for i, a in enumerate(raw.arrivals, start=1))
        variable_tables = self.by_side(
            raw.variable_reinforcement_table, "variable_reinforcement_table", partial(variable_table, self)
        )
        generic = generic_repls(self.counters, self.placed, self.fail)
        pools = tuple(breakdown_pools(raw.breakdowns, self.counters, self.placed, self.fail))
        spare = {uid for kinds in generic.values() for uid in kinds.values()}
        spare |= {uid for pool in pools for uid in pool.counters}
        for uid in self.counters:
            if uid not in self.placed and uid not in spare:
                raise self.fail("setup", f"the unit {uid!r} is neither placed nor does it arrive")
        notes = self.folder / NOTES
        return Scenario(
            id=raw.id,
            title=raw.title,
            summary=raw.summary,
            edition=raw.edition,
            turns=raw.turns,
            dates=raw.dates,
            sides=tuple(SideInfo(s.id, s.name, s.reserve_markers, s.supply_edge) for s in raw.sides),
            board=self.board,
            counters=self.counters,
            setup=setup,
            arrivals=arrivals,
            hedgehogs=tuple(self.hedgehogs()),
            sources={side: self.sources(side, arrivals, variable_tables) for side in self.sides},
            weather=self.weather(),
            weather_effects=raw.weather.effects if raw.weather else {},
            weather_terrain=raw.weather.terrain if raw.weather else {},
            weather_allowances=weather_allowances(raw.weather, self.fail) if raw.weather else {},
            flight_limits=flight_limits(self, raw.weather) if raw.weather else (),
            terrain_movement=self.checked_costs(raw.terrain_movement, "terrain_movement"),
            supply_tables=self.by_side(raw.supply_table, "supply_table", self.supply_table),
            victory=read_victory(self, raw.victory, self.check_levels),
            **read_lesson(self, raw),
            notes=_text(notes) if notes.is_file() else "",
            teaching=raw.teaching,
            lesson=raw.lesson,
            first_turn_first_player=raw.first_turn_first_player,
            rail=read_rail(raw.rail, self),
            **read_ports(self, raw),
            variable_tables=variable_tables,
            rebuild_tables=self.by_side(raw.rebuild_table, "rebuild_table", partial(rebuild_table, self)),
            generic_repls=generic,
            free_setup=free,
            boxes=read_boxes(self, raw.boxes),
            command=read_command(self, raw.command) if raw.command is not None else None,
            breakout_entry=self.by_side(raw.breakout_entry, "breakout_entry", self.hexes),
            extenders=self.by_side(raw.extenders, "extenders", self.extender_mix),
            breakdowns=pools,
            **asdict(air.read_air(self, raw, self.aircraft, self.counters, self.ships)),
            **asdict(ships.read_ships(self, raw, self.ships, {*self.counters, *self.aircraft, *self.craft})),
            **flotillas,
            first_view=self.hexes(raw.first_view, "first_view"),
            front=read_front(self.folder, _toml, self.sides),
        )

    # --- names and small values --------------------------------------------------------------------------------

    def check_head(self) -> None:
        raw = self.raw
        if len(self.sides) != 2 or self.sides[0] == self.sides[1]:
            raise self.fail("sides", f"a scenario has two sides, not {', '.join(self.sides) or 'none'}")
        if len(raw.dates) != raw.turns:
            raise self.fail("dates", f"{len(raw.dates)} dates for {raw.turns} turns")
        if raw.first_turn_first_player:
            self.side(raw.first_turn_first_player, "first_turn_first_player")
        for side in raw.sources:
            self.side(side, "sources")

    def side(self, name: str, where: str) -> str:
        if name not in self.sides:
            raise self.fail(where, f"there is no side {name!r}, only {' and '.join(self.sides)}")
        return name

    def hex(self, name: str, where: str) -> int:
        try:
            return self.board.index(name)
        except BoardError as fault:
            raise self.fail(where, fault.message) from None

    def hexes(self, names: Iterable[str], where: str) -> tuple[int, ...]:
        found: list[int] = []
        for name in names:
            hex_ = self.hex(name, where)
            if hex_ in found:
                raise self.fail(where, f"the hex {name} stands there twice")
            found.append(hex_)
        return tuple(found)

    def tokens(self, text: str, where: str) -> int:
        try:
            return parse_supply(text) if text else 0
        except ValueError as fault:
            raise self.fail(where, str(fault)) from None

    def by_side(self, raw: Mapping[str, Any], where: str, make: Callable[[Any, str], Any]) -> dict[str, Any]:
        """A value for each side that has one, keyed by the side's id."""
        return {self.side(side, where): make(value, f"{where}.{side}") for side, value in raw.items()}

    def units(self, names: Iterable[str], side: str, where: str) -> tuple[str, ...]:
        """Ids of that side's counters, each placed only here."""
        found = []
        for uid in names:
            counter = self.counters.get(uid)
            if counter is None:
                raise self.fail(where, f"there is no counter {uid!r} in {COUNTERS}")
            if counter.side != side:
                raise self.fail(where, f"{uid} belongs to {counter.side}, not to {side}")
            if uid in self.placed:
                raise self.fail(where, f"{uid} is placed in {self.placed[uid]} already")
            self.placed[uid] = where
            found.append(uid)
        return tuple(found)

    def load(self, raw: Mapping[str, str], units: tuple[str, ...], where: str) -> dict[str, int]:
        """SP on the Transport Points of a placement, in tokens, within their size (3.3b-A)."""
        found = {}
        for uid, text in raw.items():
            tokens = self.tokens(text, where)
            if uid not in units:
                raise self.fail(where, f"{uid} is not among the units placed here")
            counter = self.counters[uid]
            if tokens > TOKENS_PER_POINT * counter.points:
                raise self.fail(where, f"{uid} has {counter.points} Transport Points and cannot carry {text} SP")
            found[uid] = tokens
        return found

    # --- tables ------------------------------------------------------------------------------------------------

    def roll_table(self, dice: str, bands: Sequence[BandFile], where: str, result: Callable[[str], str]) -> RollTable:
        count = int(dice[0])
        for roll in range(count, 6 * count + 1):
            holding = sum((b.min is None or roll >= b.min) and (b.max is None or roll <= b.max) for b in bands)
            if holding != 1:
                raise self.fail(where, f"{holding or 'no'} bands hold a roll of {roll}; every roll has one")
        return RollTable(count, tuple(Band(result(b.result), b.min, b.max) for b in bands))

    def weather(self) -> RollTable | None:
        raw: WeatherFile | None = self.raw.weather
        if raw is None:
            return None
        check_kinds(raw, self.fail)
        check_terrain(raw, self.fail)
        for kind, costs in raw.effects.items():
            self.checked_costs(costs, f"weather.effects.{kind}")
        return self.roll_table(raw.dice, raw.bands, "weather.bands", str)

    def checked_costs(self, costs: Mapping[str, Mapping[str, str]], where: str) -> dict[str, dict[str, str]]:
        """Movement costs by terrain and mobility, with all words checked."""
        scopes: dict[str, Scope] = {}
        scopes.update(dict.fromkeys(STANDARD.hexes, "hex"))
        scopes.update(dict.fromkeys(STANDARD.hexsides, "hexside"))
        scopes.update(dict.fromkeys(STANDARD.paths, "path"))
        for terrain, changes in costs.items():
            if terrain not in scopes:
                raise self.fail(where, f"there is no terrain {terrain!r}")
            for mobility, text in changes.items():
                if mobility not in MOBILITIES:
                    raise self.fail(f"{where}.{terrain}", f"{mobility!r} is none of {', '.join(MOBILITIES)}")
                try:
                    parse_cost(text, scopes[terrain])
                except CostError as fault:
                    raise self.fail(f"{where}.{terrain}.{mobility}", str(fault)) from None
        return {terrain: dict(changes) for terrain, changes in costs.items()}

    def supply_table(self, value: Any, where: str) -> SupplyTable:
        raw = read(value, SupplyTableFile, self.file, where)
        bands = f"{where}.bands"
        table = self.roll_table(raw.dice, raw.bands, bands, lambda text: str(self.tokens(text, bands)))
        added = tuple((e.start, self.tokens(e.points, f"{where}.add")) for e in raw.add)
        if [start for start, _ in added] != sorted({start for start, _ in added}):
            raise self.fail(f"{where}.add", "its turns are not in rising order")
        entries = self.hexes(raw.entries, f"{where}.entries")
        shares = {name: self.hexes(listed, f"{where}.shares.{name}") for name, listed in raw.shares.items()}
        for name, listed in shares.items():
            if not set(listed) <= set(entries):
                raise self.fail(f"{where}.shares.{name}", "a share has some of the entries, and no other hexes")
        try:
            part = Fraction(raw.part)
        except (ValueError, ZeroDivisionError):
            part = Fraction(0)
        if not 0 < part <= 1:
            raise self.fail(f"{where}.part", f"{raw.part!r} is not a part of the table such as 1/2")
        return SupplyTable(table, entries, added, shares, part)

    # --- what stands where -------------------------------------------------------------------------------------

    def setup(self) -> Iterable[Placement]:
        for side, entries in self.raw.setup.items():
            self.side(side, "setup")
            for number, value in enumerate(entries, start=1):
                where = f"setup.{side}[{number}]"
                yield self.placement(read(value, PlacementFile, self.file, where), side, where)

    def placement(self, raw: PlacementFile, side: str, where: str) -> Placement:
        if raw.facing and raw.mode != "reserve":
            raise self.fail(f"{where}.facing", f"only Reserve Mode asks for it, not {raw.mode}")
        units = self.units(raw.units, side, f"{where}.units")
        tokens = self.tokens(raw.sp, f"{where}.sp")
        if not units and not tokens:
            raise self.fail(where, "neither units nor SP are placed here")
        facing = raw.facing or ("combat" if raw.mode in ("combat", "reserve") else "move")
        load = self.load(raw.load, units, f"{where}.load")
        for uid in raw.extenders:
            self.check_extender(uid, units, load, f"{where}.extenders")
        return Placement(side, self.hex(raw.hex, f"{where}.hex"), units, raw.mode, facing, tokens, load, raw.extenders)

    def extender_mix(self, raw: Mapping[str, Any], where: str) -> dict[str, ExtenderMix]:
        """The Extender counters of a side (12.7-A)."""
        found = {}
        for kind, value in raw.items():
            if kind not in EXTENDER_KINDS:
                raise self.fail(where, f"{kind!r} is none of {' '.join(EXTENDER_KINDS)}")
            entry = read(value, ExtenderFile, self.file, f"{where}.{kind}")
            found[kind] = ExtenderMix(entry.count, int(entry.range[:-1]) * MP, COUNTER_MOBILITIES[entry.range[-1]])
        return found

    def check_extender(self, uid: str, units: tuple[str, ...], load: dict[str, int], where: str) -> None:
        """An Extender at the start must be an unloaded counter of five points, of a kind that has Extenders."""
        counter = self.counters.get(uid)
        if counter is None or uid not in units:
            raise self.fail(where, f"{uid} is not among the units placed here")
        mix = self.raw.extenders.get(counter.side, {}).get(counter.transport)
        if counter.points != EXTENDER_POINTS or load.get(uid) or mix is None:
            raise self.fail(where, f"{uid} cannot be an Extender: five points of such a kind, unloaded (12.7)")

    def arrival(self, raw: ArrivalFile, where: str) -> Arrival:
        side = self.side(raw.side, f"{where}.side")
        if raw.turn > self.raw.turns:
            raise self.fail(f"{where}.turn", f"turn {raw.turn} of {self.raw.turns}")
        units = self.units(raw.units, side, f"{where}.units")
        tokens = self.tokens(raw.sp, f"{where}.sp")
        if not units and not tokens:
            raise self.fail(where, "neither units nor SP arrive")
        load = self.load(raw.load, units, f"{where}.load")
        for uid in load:
            if self.counters[uid].transport != "organic":
                raise self.fail(f"{where}.load", f"{uid} loads where SP arrive with it (13.6c): give the SP as `sp`")
        return Arrival(raw.turn, side, self.hexes(raw.entry, f"{where}.entry"), units, tokens, load)

    def sources(self, side: str, arrivals: Iterable[Arrival], tables: Mapping[str, VariableTable]) -> tuple[int, ...]:
        """Sources that the scenario names, and map-edge rail hexes where Reinforcements may enter (12.6a-1)."""
        named = self.hexes(self.raw.sources.get(side, ()), f"sources.{side}")
        entries = [hex_ for arrival in arrivals if arrival.side == side for hex_ in arrival.entry]
        entries += tables[side].entries if side in tables else ()
        by_rail = (h for h in entries if self.board.on_edge(h) and self.has_railroad(h))
        return tuple(dict.fromkeys((*named, *by_rail)))

    def has_railroad(self, hex_: int) -> bool:
        """A railroad runs into the hex."""
        return any("railroad" in self.board.paths(hex_, direction) for direction in range(6))

    def check_ports(self) -> None:
        """A hex holds at most one port (4.8)."""
        for hex_ in self.board.places:
            ports = [place.name for place in self.board.places_in(hex_) if place.kind == "port"]
            if len(ports) > 1:
                name = self.board.hex_name(hex_)
                raise self.fail("board", f"{name} has the ports {' and '.join(ports)}, and a hex holds one (4.8)")

    def hedgehogs(self) -> Iterable[HedgehogSetup]:
        seen = set()
        for number, raw in enumerate(self.raw.hedgehogs, start=1):
            where = f"hedgehogs[{number}]"
            hex_ = self.hex(raw.hex, f"{where}.hex")
            if hex_ in seen:
                raise self.fail(f"{where}.hex", f"{raw.hex} has a hedgehog already, and a hex holds one (4.8)")
            seen.add(hex_)
            yield HedgehogSetup(hex_, self.side(raw.side, f"{where}.side"), raw.level)

    # --- victory -----------------------------------------------------------------------------------------------

    def check_levels(self, levels: Sequence[_Interval]) -> None:
        """Every whole difference must belong to exactly one level."""
        bounds = [b for level in levels for b in (level.min, level.max) if b is not None]
        for difference in range(min(bounds, default=0) - 1, max(bounds, default=0) + 2):
            holding = sum(
                (x.min is None or difference >= x.min) and (x.max is None or difference <= x.max) for x in levels
            )
            if holding != 1:
                raise self.fail(
                    "victory.levels", f"{holding or 'no'} levels hold a difference of {difference}; every one has one"
                )
