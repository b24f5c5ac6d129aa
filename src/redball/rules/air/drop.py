"""Air drops as a procedure without a board: one roll for each combat unit and each token of supply.

Missions are to call it: until they do, its rows (14.10d) wait in the index.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from redball.charts import Charts
from redball.core.chances import Throw
from redball.core.ledger import Ledger, Line, signed

DropResult = Literal["lands", "scatters", "destroyed"]


class Drop(Struct, frozen=True):
    """Where and how something lands: a friendly unit was in the hex when the phase began; the terrain is closed; by
    glider; modifiers of a nation, by their name in the chart; it is supply."""

    friendly: bool = False
    closed: bool = False
    glider: bool = False
    nation: str = ""
    supply: bool = False

    @property
    def band(self) -> str:
        """The list of results that is read."""
        return f"{'friendly' if self.friendly else 'enemy'}_{'closed' if self.closed else 'clear'}"


def drop_ledger(charts: Charts, drop: Drop) -> Ledger:
    """Every modifier with its chart line. Raises KeyError for a nation that the chart does not know."""
    lines = tuple(
        Line(signed(by), name.replace("_", " "), case="14.10d", chart=f"air_transport.{name}")
        for name, by in _modifiers(charts, drop)
    )
    return Ledger("Air Transport Success", lines, signed(sum(by for _, by in _modifiers(charts, drop))))


def _modifiers(charts: Charts, drop: Drop) -> Iterator[tuple[str, int]]:
    if drop.glider:
        yield "glider", charts.air_transport.modifier("glider")
    if drop.nation:
        yield drop.nation, charts.air_transport.modifier(drop.nation)


def throw_drop(charts: Charts, drop: Drop, throw: Throw) -> DropResult:
    """14.10d: whether it lands."""
    roll = throw.two("dice") + sum(by for _, by in _modifiers(charts, drop))
    return "lands" if charts.air_transport.read(drop.band, roll) == "success" else "destroyed"


POLICIES = {"air_drop": throw_drop}
