"""Reads what a scenario's weather changes (17.0a)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from redball.board.costs import MOBILITIES
from redball.board.terrain import STANDARD
from redball.scenarios.errors import ScenarioError
from redball.scenarios.files import WeatherFile
from redball.scenarios.free_setup import Names
from redball.scenarios.records import FlightLimit

Fail = Callable[[str, str], ScenarioError]


def check_kinds(raw: WeatherFile, fail: Fail) -> None:
    """Raises ScenarioError for changes of a weather that no band of the table gives."""
    kinds = {band.result for band in raw.bands}
    for number, entry in enumerate(raw.flights, start=1):
        if entry.weather not in kinds:
            raise fail(f"weather.flights[{number}].weather", f"no band gives the weather {entry.weather!r}")
    for part in ("effects", "terrain", "allowances"):
        for kind in getattr(raw, part):
            if kind not in kinds:
                raise fail(f"weather.{part}", f"no band gives the weather {kind!r}")


def check_terrain(raw: WeatherFile, fail: Fail) -> None:
    """Raises ScenarioError for an unknown terrain, or a hexside that would count as a hex."""
    for kind, changes in raw.terrain.items():
        where = f"weather.terrain.{kind}"
        for one, other in changes.items():
            scopes = [names for names in (STANDARD.hexes, STANDARD.hexsides) if one in names]
            if not scopes:
                raise fail(where, f"there is no terrain {one!r}")
            if other not in scopes[0]:
                raise fail(f"{where}.{one}", f"it cannot count as {other!r}")


def weather_allowances(raw: WeatherFile, fail: Fail) -> dict[str, dict[str, Fraction]]:
    """By weather and mobility, the fraction of printed MA left.

    Raises ScenarioError for an unknown mobility, or a number that is not a fraction from 0 to 1.
    """
    found: dict[str, dict[str, Fraction]] = {}
    for kind, parts in raw.allowances.items():
        for mobility, text in parts.items():
            where = f"weather.allowances.{kind}"
            if mobility not in MOBILITIES:
                raise fail(where, f"{mobility!r} is none of {', '.join(MOBILITIES)}")
            try:
                part = Fraction(text)
            except (ValueError, ZeroDivisionError):
                raise fail(f"{where}.{mobility}", f"{text!r} is no fraction") from None
            if not 0 <= part <= 1:
                raise fail(f"{where}.{mobility}", f"{text} is not from 0 to 1")
            found.setdefault(kind, {})[mobility] = part
    return found


def flight_limits(names: Names, raw: WeatherFile) -> tuple[FlightLimit, ...]:
    """What weathers leave of missions (14.1f). Which kinds of mission there are the rules know (`rules/air/set_up`).

    Raises ScenarioError for an unknown side.
    """
    found = []
    for number, entry in enumerate(raw.flights, start=1):
        sides = tuple([names.side(side, f"weather.flights[{number}].sides") for side in entry.sides])
        found.append(FlightLimit(entry.weather, entry.phases, entry.missions, sides))
    return tuple(found)
