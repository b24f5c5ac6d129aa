"""What does not change in a game, as plain data: the map, the counters, the scenario, the chart files."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import redball
from redball.board.board import Board
from redball.forces.counter import Counter
from redball.scenarios.records import Scenario

CHART_FILES = {
    "1992": ("v4", "v4_air_sea", "v1992"),
    "v4.2": ("v4", "v4_air_sea"),
    "new-ocs": ("v4", "v4_air_sea", "new_ocs", "new_ocs_combat"),
}
"""The chart files of an edition; tables of a later file replace those of an earlier one."""
DATA = Path(redball.__file__).parent / "charts" / "data"


class Setting(NamedTuple):
    """The fixed part of a game. `charts` are the tables by name, as the files have them."""

    board: Board
    scenario: Scenario
    counters: Mapping[str, Counter]
    switches: Mapping[str, Any]
    edition: str
    sides: tuple[str, str]
    charts: Mapping[str, Any]

    def enemy(self, side: str) -> str:
        """The other side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def value(self, table: str, name: str) -> Any:
        """A plain value of a chart."""
        return self.charts[table]["values"][name]


@cache
def charts_of(edition: str) -> Mapping[str, Any]:
    """The tables of an edition, read from the files; KeyError for one whose files are not listed here."""
    tables: dict[str, Any] = {}
    for name in CHART_FILES[edition]:
        tables |= tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))["tables"]
    return tables


def banded(bands: list[dict[str, Any]], roll: int) -> Any:
    """The result of the band that holds a roll."""
    for band in bands:
        if band.get("min", roll) <= roll <= band.get("max", roll):
            return band["result"]
    raise LookupError(roll)
