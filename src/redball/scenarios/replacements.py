"""Reads a scenario's replacements: Variable Reinforcement Table, Rebuild Table, Repl counters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

from redball.forces.counter import Counter
from redball.scenarios.counters import COLOURS, KINDS, REPLS, SIZES, SYMBOLS
from redball.scenarios.errors import ScenarioError
from redball.scenarios.files import BandFile, RebuildRowFile, VariableTableFile, parse_items, read
from redball.scenarios.records import Cost, RebuildRow, RollTable, VariableTable

Fail = Callable[[str, str], ScenarioError]


class Loader(Protocol):
    """What this needs from the reader of the whole file."""

    file: str
    counters: dict[str, Counter]
    placed: dict[str, str]

    def fail(self, where: str, message: str) -> ScenarioError: ...
    def units(self, names: Iterable[str], side: str, where: str) -> tuple[str, ...]: ...
    def hexes(self, names: Iterable[str], where: str) -> tuple[int, ...]: ...
    def roll_table(
        self, dice: str, bands: Sequence[BandFile], where: str, result: Callable[[str], str]
    ) -> RollTable: ...


def generic_repls(counters: Mapping[str, Counter], placed: Collection[str], fail: Fail) -> dict[str, dict[str, str]]:
    """The Repl counters available without limit, by side and symbol: those not placed anywhere.

    Raises ScenarioError for two with the same side and symbol.
    """
    found: dict[str, dict[str, str]] = {}
    for uid, counter in counters.items():
        if counter.kind == "repl" and uid not in placed:
            kinds = found.setdefault(counter.side, {})
            if counter.symbol in kinds:
                raise fail("setup", f"{uid} and {kinds[counter.symbol]} are both unplaced {counter.symbol} Repls")
            kinds[counter.symbol] = uid
    return found


def variable_table(loader: Loader, value: Any, where: str) -> VariableTable:
    """13.5-A, 13.6: each result names Repls of the side or pools of the table.

    Raises ScenarioError with the key.
    """
    raw = read(value, VariableTableFile, loader.file, where)
    side = where.rpartition(".")[2]
    pools = {name: loader.units(units, side, f"{where}.pools.{name}") for name, units in raw.pools.items()}
    table = loader.roll_table(raw.dice, raw.bands, f"{where}.bands", str)
    brings = {band.result: _items(loader, band.result, f"{where}.bands") for band in raw.bands}
    repls = generic_repls(loader.counters, loader.placed, loader.fail).get(side, {})
    for name in (name for items in brings.values() for name in items):
        if name in REPLS and name not in repls:
            raise loader.fail(f"{where}.bands", f"{side} has no {name} counter that is placed nowhere")
        if name not in REPLS and name not in pools:
            raise loader.fail(f"{where}.bands", f"{name!r} is neither pax nor eq nor a pool of this table")
    return VariableTable(table, loader.hexes(raw.entries, f"{where}.entries"), brings, pools)


def rebuild_table(loader: Loader, value: Any, where: str) -> tuple[RebuildRow, ...]:
    """13.5a: the rows in order.

    Raises ScenarioError with the key.
    """
    rows = read(value, tuple[RebuildRowFile, ...], loader.file, where)
    return tuple(_rebuild_row(loader, row, f"{where}[{number}]") for number, row in enumerate(rows, start=1))


def _rebuild_row(loader: Loader, raw: RebuildRowFile, where: str) -> RebuildRow:
    for key, known in (("kind", KINDS), ("size", SIZES), ("symbol", SYMBOLS), ("colour", COLOURS)):
        for word in getattr(raw, key):
            if word not in known:
                raise loader.fail(f"{where}.{key}", f"{word!r} is none of {' '.join(sorted(known))}")
    for uid in raw.units:
        if uid not in loader.counters:
            raise loader.fail(f"{where}.units", f"there is no counter {uid!r}")
    items = _items(loader, raw.cost, f"{where}.cost") if raw.cost else {}
    if raw.cost and (not items or not items.keys() <= set(REPLS)):
        raise loader.fail(f"{where}.cost", f'{raw.cost!r} is not a number of Repls such as "1 pax" or "2 pax, 1 eq"')
    if raw.pairs and sum(items.values()) != 1:
        raise loader.fail(f"{where}.pairs", "two units for one cost are units that cost one Repl (13.5d)")
    cost = Cost(**items) if items else None
    return RebuildRow(raw.name, cost, raw.units, raw.kind, raw.size, raw.symbol, raw.colour, raw.pairs)


def _items(loader: Loader, text: str, where: str) -> dict[str, int]:
    try:
        return parse_items(text)
    except ValueError as fault:
        raise loader.fail(where, str(fault)) from None
