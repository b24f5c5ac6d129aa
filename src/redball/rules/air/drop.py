"""Air drops as a procedure without a board: one roll for each combat unit and each token of supply.

Missions call it for supply (`supply_drop`) and for units (`air_drop`).

Cases: 14.10d-A, 14.10e-E
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from redball.charts import Charts
from redball.core.chances import Throw
from redball.core.ledger import Part, Tally, Term, signed

DropResult = Literal["lands", "scatters", "destroyed"]


class Drop(Struct, frozen=True):
    """Where and how something lands: a friendly unit was in the hex when the phase began; the terrain is closed; by
    glider; modifiers of a nation and of the terrain (HR-15), by their names in the chart; it is supply."""

    friendly: bool = False
    closed: bool = False
    glider: bool = False
    nation: str = ""
    supply: bool = False
    terrain: str = ""

    @property
    def band(self) -> str:
        """The list of results that is read."""
        return f"{'friendly' if self.friendly else 'enemy'}_{'closed' if self.closed else 'clear'}"


def drop_tally(charts: Charts, drop: Drop) -> Tally[int]:
    """Every modifier with its chart line. Raises KeyError for a nation or terrain that the chart does not know."""
    cases = {
        "glider" if drop.glider else "": ("glider", "14.10d"),
        drop.nation: (drop.nation.replace("_", " "), "14.10d"),
        drop.terrain: (f"{drop.terrain.replace('_', ' ')} terrain", "HR-15"),
    }
    terms = (
        Term(charts.air_transport.modifier(name), reason, case, f"air_transport.{name}")
        for name, (reason, case) in cases.items()
        if name
    )
    return Tally("Air Transport Success", terms, total=signed)


def read_drop(charts: Charts, drop: Drop, dice: int) -> tuple[Tally[int], bool]:
    """14.10d: the roll with its modifiers, and whether it lands, on two dice of this sum."""
    roll = Tally("Air drop", (Part(dice, "two dice", "14.10d-A"), *drop_tally(charts, drop).terms))
    return roll, charts.air_transport.read(drop.band, roll.value) == "success"


def throw_drop(charts: Charts, drop: Drop, throw: Throw) -> DropResult:
    """14.10d: whether it lands."""
    return "lands" if read_drop(charts, drop, throw.two("dice"))[1] else "destroyed"


POLICIES = {"air_drop": throw_drop, "drop_tally": drop_tally}
