"""The fixed parts of a scenario besides its board, for the page: weather and its effects on the ground, reinforcement
tables, holding boxes."""

from __future__ import annotations

from itertools import product

from msgspec import Struct

from redball.board.costs import ALL
from redball.board.terrain import words
from redball.core.ledger import show_mp, show_tokens
from redball.core.telling import show_items
from redball.core.world import World
from redball.rules.air.grounding import told
from redball.scenarios.records import RollTable


class WeatherInfo(Struct, frozen=True):
    """How likely a weather is by the scenario's table, in percent, and its effects, in sentences."""

    chance: int
    effects: list[str]


class BandInfo(Struct, frozen=True):
    """A band of a table as it is printed."""

    roll: str
    result: str


class TableInfo(Struct, frozen=True):
    """A reinforcement table of a side: number of dice, entry hexes, and bands."""

    side: str
    name: str
    dice: int
    entry: tuple[int, ...]
    bands: list[BandInfo]


class BoxInfo(Struct, frozen=True):
    """A holding box in play: its side, its exits, and the MP to go in or out, as text or "all"."""

    hex: int
    side: str
    exits: tuple[int, ...]
    mp: str


def weathers(world: World) -> dict[str, WeatherInfo]:
    """Each weather of the scenario's table, how likely it is, and its effects (17.0a)."""
    table = world.scenario.weather
    if table is None:
        return {}
    names = dict.fromkeys(band.result for band in table.bands)
    return {name: WeatherInfo(chance(table, name), effects(world, name)) for name in names}


def chance(table: RollTable, result: str) -> int:
    """How often a roll gives the result, in percent.

    >>> from redball.scenarios.records import Band
    >>> chance(RollTable(1, (Band("dry", max=3), Band("wet", min=4))), "wet")
    50
    """
    rolls = [table.lookup(sum(dice)) for dice in product(range(1, 7), repeat=table.dice)]
    return round(100 * rolls.count(result) / len(rolls))


def effects(world: World, weather: str) -> list[str]:
    """A weather's effects, in sentences."""
    scenario = world.scenario
    others = scenario.weather_terrain.get(weather, {})
    found = [f"{words(kind).capitalize()} counts as {words(other)}" for kind, other in others.items()]
    for kind, changed in scenario.weather_effects.get(weather, {}).items():
        prices = ", ".join(f"{mobility} {price}" for mobility, price in changed.items())
        found.append(f"{words(kind).capitalize()} costs {prices} MP")
    allowances = scenario.weather_allowances.get(weather, {})
    found += [f"{mobility.capitalize()} units have {part} of their MA" for mobility, part in allowances.items()]
    names = {side.id: side.name for side in scenario.sides}
    for limit in scenario.flight_limits if scenario.aircraft else ():
        if limit.weather == weather:
            whose = " and ".join(names[side] for side in limit.sides)
            text = told(limit)
            found.append(f"{whose}: {text}" if whose else text[0].upper() + text[1:])
    return found


def tables(world: World) -> list[TableInfo]:
    """The tables that each side rolls on in its Reinforcement Phases (2.3-D, 13.5-A)."""
    found = []
    for side in world.sides:
        supply = world.scenario.supply_tables.get(side)
        if supply is not None:
            rows = {band.result: show_tokens(supply.of(band.result)) for band in supply.table.bands}
            found.append(_table(side, "Supply Table", supply.table, supply.entries, rows))
        variable = world.scenario.variable_tables.get(side)
        if variable is not None:
            rows = {result: show_items(what) for result, what in variable.brings.items()}
            found.append(_table(side, "Variable Reinforcement Table", variable.table, variable.entries, rows))
    return found


def _table(side: str, name: str, table: RollTable, entries: tuple[int, ...], rows: dict[str, str]) -> TableInfo:
    bands = [BandInfo(rolls(band.min, band.max), rows[band.result]) for band in table.bands]
    return TableInfo(side, name, table.dice, entries, bands)


def rolls(least: int | None, most: int | None) -> str:
    """A band of a table as it is printed.

    >>> rolls(None, 4), rolls(5, 6), rolls(7, 7), rolls(8, None)
    ('4 or less', '5-6', '7', '8 or more')
    """
    if least is None:
        return f"{most} or less"
    if most is None:
        return f"{least} or more"
    return str(least) if least == most else f"{least}-{most}"


def boxes(world: World) -> list[BoxInfo]:
    """Holding boxes in play (SETUP-I-F-B)."""
    return [
        BoxInfo(use.box, use.side, use.exits, "all" if use.mp == ALL else show_mp(use.mp))
        for use in world.scenario.boxes
    ]
