"""Positions at the end of an axis Reinforcement Phase, with a Rebuild Table."""

from __future__ import annotations

import re

from msgspec.structs import replace

from redball.core.look import Look
from redball.core.state import Frame, Unit
from redball.rules.reinforcement.rebuild import Rebuilding
from redball.scenarios.records import Cost, RebuildRow
from rules.game_book import with_scenario
from rules.table import Table
from support import HQ, LEG, in_scenario

BOARD = """[terrain]
. . . . . .
. . . . . .
. . . . . .
. . . . . .
[units]
"""
FAR = f"soviet 06.04 far {LEG}\n"
COMPANY = "Co infantry other 1-2-3L/1-2-6L"
DIVISION = "Div infantry other 12-3-3L/6-3-8L re=3"
TANKS = "Bn tank armor 9-5-12K/3-5-15K"
PAX, EQ = "repl pax /1-1-4L", "repl eq /1-1-8L"
ROWS = (
    RebuildRow("Company", Cost(pax=1), size=("Co",), pairs=True),
    RebuildRow("Small guns", Cost(pax=1), kind=("artillery",), size=("Co",), pairs=True),
    RebuildRow("Tanks", Cost(1, 2), symbol=("tank",)),
    RebuildRow("Militia", None, symbol=("militia",)),
    RebuildRow("Foot", Cost(pax=1), symbol=("infantry",)),
    RebuildRow("HQ", Cost(pax=2), kind=("hq",)),
)


def renewal(units: str, rest: str = "", *, markers: int = 99, board: str = BOARD) -> Table:
    """The axis rebuilds. An axis HQ `hq` stands in 03.02 on its Combat side unless `units` has one."""
    hq = "" if re.search(r"^\w+ \S+ hq ", units, re.MULTILINE) else f"axis 03.02 hq {HQ}\n"
    look = with_scenario(f"{board}{FAR}{hq}{units}\n{rest}")
    sides = tuple(replace(side, reserve_markers=markers) for side in look.world.scenario.sides)
    return again(in_scenario(look, rebuild_tables={"axis": ROWS}, sides=sides))


def again(look: Look, *changed: Unit) -> Table:
    """The same step of the axis with other records of some units."""
    look = Look(look.world, look.state.with_units(list(changed)).change(stack=()))
    return Table(look, Frame("rebuilding", "rebuild", Rebuilding("axis")))
