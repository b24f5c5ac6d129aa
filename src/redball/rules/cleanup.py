"""The Clean Up Phase of the phasing side.

Cases: 2.3-K, 5.9-C, 5.10-B
"""

from __future__ import annotations

from redball.core.engine import Run
from redball.core.events import MarkerRemoved
from redball.rules.fuel import remove_fuel

ENDS = {"dg": "5.10-B", "exploit": "5.9-C"}


def clean_up(run: Run, side: str) -> None:
    """DG and Exploit markers come off the units of that side, and its fuel (12.5d). Reserve and Strat stay."""
    for unit in list(run.look.own(side)):
        if unit.marker in ENDS:
            run.emit(MarkerRemoved(case=ENDS[unit.marker], side=side, unit=unit.id, marker=unit.marker))
    remove_fuel(run, side)
