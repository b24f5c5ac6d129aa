"""Terrain effects on combat and on movement.

Cases: 9.3c
"""

import re
from fractions import Fraction
from typing import Literal

from redball.charts.errors import TableProblem
from redball.charts.shapes import Confidence, Count, Record, Text

COSTS = {
    "hex": re.compile(r"[1-9]\d*|\d+/[1-9]\d*|all|prohibited"),
    "hexside": re.compile(r"\+\d+|all|prohibited"),
    "path": re.compile(r"[1-9]\d*|\d+/[1-9]\d*"),
}


class ByClass(Record, frozen=True, kw_only=True):
    """A multiplier for each class of combat unit, read as `by.armor` or `by["armor"]`."""

    armor: Fraction
    mech: Fraction
    other: Fraction

    def __getitem__(self, unit_class: str) -> Fraction:
        if unit_class not in self.__struct_fields__:
            raise KeyError(unit_class)
        value: Fraction = getattr(self, unit_class)
        return value


CLASSES = ByClass.__struct_fields__


class TerrainCombat(Record, frozen=True, kw_only=True):
    """Multipliers of combat strength. `line` is the Combat Table line of a hex terrain, "none" for a hexside."""

    id: Text
    name: Text
    scope: Literal["hex", "hexside"]
    line: str
    attack: ByClass
    defend: ByClass
    source: tuple[str, ...] = ()
    confidence: Confidence | None = None

    def __post_init__(self) -> None:
        values = [(side, name, getattr(self, side)[name]) for side in ("attack", "defend") for name in CLASSES]
        for side, name, value in values:
            if value <= 0:
                raise TableProblem("a multiplier is above zero", column=f"{side}.{name}")
            if self.scope == "hexside" and side == "defend" and value != 1:
                raise TableProblem("a hexside does not modify the defender (9.4c)", column=f"{side}.{name}")
        if (self.scope == "hexside") != (self.line == "none"):
            raise TableProblem("a hex has a line of the Combat Table, a hexside none", column="line")


class TerrainCost(Record, frozen=True, kw_only=True):
    """Movement costs as printed, in whole MP.

    "2", "1/2"; "all" (the whole allowance, one hex); "prohibited"; "+1" is added for crossing the hexside, not along a
    road. `sourced` names the columns that are not this project's own proposal.
    """

    id: Text
    scope: Literal["hex", "hexside", "path"]
    leg: str
    track: str
    truck: str
    sourced: tuple[Literal["leg", "track", "truck"], ...] = ()

    def __post_init__(self) -> None:
        for mobility in ("leg", "track", "truck"):
            cost = getattr(self, mobility)
            if not COSTS[self.scope].fullmatch(cost):
                raise TableProblem(f"{cost!r} is no movement cost of a {self.scope}", column=mobility)


class Trainbusting(Record, frozen=True, kw_only=True):
    """14.8b: `zone_extra_mp` is added to every hex of a Trainbusting zone, in whole MP."""

    zone_extra_mp: Count
