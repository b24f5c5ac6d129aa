"""How units become Disorganized: the whole hex at once.

What DG does is read where the value is used: strength in `redball.rules.strength` and `redball.rules.barrage_table`,
allowance and Action Rating in `redball.rules.units`. It ends in `redball.rules.cleanup`.

Cases: 5.10-A, 5.10a, 5.10a-A, 5.10a-1, 5.10c
"""

from __future__ import annotations

from redball.core.engine import Run
from redball.core.events import Disorganized, MarkerRemoved
from redball.rules.units import is_organic


def disorganize_hex(run: Run, side: str, hex_: int, case: str) -> None:
    """Every combat unit of a side in a hex becomes DG, whatever it did (5.10a); `case` is what triggered it.

    A unit that is DG already is spared (5.10a-1), Transport Points are exempt, and an Organic Truck loses its Reserve
    marker (5.10c).
    """
    for unit in run.look.units_at(hex_, side):
        if run.look.counter(unit).is_combat_unit:
            if unit.marker != "dg":
                run.emit(Disorganized(case=case, side=side, unit=unit.id))
        elif unit.marker == "reserve" and is_organic(run.look, unit):
            run.emit(MarkerRemoved(case="5.10c", side=side, unit=unit.id, marker="reserve"))
