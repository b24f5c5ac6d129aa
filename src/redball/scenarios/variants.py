"""Variants: what another edition changes in a scenario, as data.

`variant-NAME.toml` in a scenario's folder is read when the game's edition has the overlay NAME. It is a scenario
file with only the differences: tables are merged key by key, lists and values are replaced. Three sections are
shortcuts: `[more]` extends lists, `[supply_at_start]` gives the SP on the ground in hexes where the set-up has some,
`[hedgehog_levels]` the level of works. Rows of `variant-NAME.tsv` replace counters of the scenario or add new ones. The
result is checked as strictly as any scenario. Rows of `variant-NAME-planes.tsv` are further aircraft.

A folder may also have the variant `aircraft`: the air forces that players may add to any edition, so it is read on top
of each other variant, too. What it changes on top of one of them alone is its section `[with.NAME]`.

An edition's game-specific amounts, dates and counters belong there.

Cases: B-supply-allied, B-supply-japanese, S1.2-russian, S1.2-german, S-supply-german-rail, S2.1,
S-supply-german-early, S-supply-german-late, S-supply-russian-table, S-supply-german-dumps, S-supply-german-dump-2t,
S-supply-german-start-total, S-supply-german-july-12, S-supply-german-transport, S-supply-russian-start, S-gd-lehr
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from redball.scenarios.errors import ScenarioError

FORMAT = "redball-variant 1"
PREFIX = "variant-"
AIRCRAFT = "aircraft"
PLANES = "-planes.tsv"
FIXED = ("format", "id", "edition", "turns", "dates", "sides", "board")
"""Keys that a variant may not change: it remains the same scenario."""


def stacks(folder: Path) -> Iterator[tuple[str, ...]]:
    """The variants of a folder, in order: each by itself, then each of the others with its aircraft on top."""
    names = names_of(folder)
    yield from ((name,) for name in names)
    if AIRCRAFT in names:
        yield from ((name, AIRCRAFT) for name in names if name != AIRCRAFT)


def names_of(folder: Path) -> list[str]:
    """The variants of a folder."""
    return sorted(path.stem.removeprefix(PREFIX) for path in folder.glob(f"{PREFIX}*.toml"))


def refuse_unknown(folder: Path, change: Mapping[str, Any], file: str) -> None:
    """Raises ScenarioError if the file changes something on top of a variant that does not exist."""
    for name in change.get("with", {}):
        if name not in names_of(folder):
            raise ScenarioError(file, f"with.{name}", "there is no such variant")


def file_of(folder: Path, name: str, suffix: str) -> Path:
    """The file of a variant with rules (`.toml`) or counters (`.tsv`)."""
    return folder / f"{PREFIX}{name}{suffix}"


def changed(
    raw: Mapping[str, Any], change: Mapping[str, Any], file: str, under: tuple[str, ...] = ()
) -> dict[str, Any]:
    """A scenario file with a variant's changes applied, on top of the variants `under` it.

    Raises ScenarioError: an unknown version, a key that may not change, a hex without anything to change.

    >>> base = {"rail": {"gauge": "broad", "cap": "16"}, "arrivals": [1]}
    >>> changed(base, {"format": FORMAT, "rail": {"cap": "2"}, "more": {"arrivals": [2]}}, "x")
    {'rail': {'gauge': 'broad', 'cap': '2'}, 'arrivals': [1, 2]}
    """
    rest = dict(change)
    if rest.pop("format", None) != FORMAT:
        raise ScenarioError(file, "format", f"{change.get('format')!r}, expected {FORMAT!r}")
    for key in FIXED:
        if key in rest:
            raise ScenarioError(file, key, "a variant cannot change this")
    beside = _table(rest, "with", file)
    more, ground, works = (_table(rest, key, file) for key in ("more", "supply_at_start", "hedgehog_levels"))
    found: dict[str, Any] = _merged(raw, rest)
    for hex_, amount in ground.items():
        _set_supply(found, hex_, amount, file)
    for hex_, level in works.items():
        _set_level(found, hex_, level, file)
    _add(found, more, file, "more")
    for name in under:
        if name in beside:
            found = changed(found, {"format": FORMAT, **_table(beside, name, file)}, file)
    return found


def _table(rest: dict[str, Any], key: str, file: str) -> dict[str, Any]:
    found = rest.pop(key, {})
    if not isinstance(found, dict):
        raise ScenarioError(file, key, "expected a table")
    return found


def _merged(base: Any, change: Any) -> Any:
    """Merge tables key by key; anything that is not a table on both sides is replaced."""
    if not isinstance(base, Mapping) or not isinstance(change, Mapping):
        return change
    return {**base, **{key: _merged(base[key], value) if key in base else value for key, value in change.items()}}


def _add(found: dict[str, Any], more: Mapping[str, Any], file: str, where: str) -> None:
    """Append to lists; tables on the way are copied, so that the scenario's own do not change."""
    for key, value in more.items():
        here = f"{where}.{key}"
        if isinstance(value, list) and isinstance(found.get(key, []), list):
            found[key] = [*found.get(key, []), *value]
        elif isinstance(value, dict) and isinstance(found.get(key, {}), dict):
            found[key] = dict(found.get(key, {}))
            _add(found[key], value, file, here)
        else:
            raise ScenarioError(file, here, "only lists can have more")


def _set_supply(found: dict[str, Any], hex_: str, amount: Any, file: str) -> None:
    """Set the SP on the ground of the one placement there that has some."""
    where, count = f"supply_at_start.{hex_}", 0
    for side, entries in found.get("setup", {}).items():
        for i, entry in enumerate(entries):
            if entry.get("hex") == hex_ and entry.get("sp"):
                changed_list = [*entries[:i], {**entry, "sp": amount}, *entries[i + 1 :]]
                found["setup"] = {**found["setup"], side: changed_list}
                count += 1
    if count != 1:
        raise ScenarioError(file, where, f"{count or 'no'} placements there have SP; one must")


def _set_level(found: dict[str, Any], hex_: str, level: Any, file: str) -> None:
    """Set the level of the hedgehog there; `all` means every one."""
    works = found.get("hedgehogs", [])
    if hex_ != "all" and not any(entry.get("hex") == hex_ for entry in works):
        raise ScenarioError(file, f"hedgehog_levels.{hex_}", "no hedgehog stands there")
    found["hedgehogs"] = [{**entry, "level": level} if hex_ in ("all", entry.get("hex")) else entry for entry in works]
