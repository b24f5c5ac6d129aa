"""The one Bombardment Phase of a Player Turn, and what it costs the guns that fire in it.

Cases: N5-tap-barrage, N10-one-per-hex-tap, N10-one-per-hex-consequence
"""

from __future__ import annotations

from redball.core.engine import Run
from redball.core.events import UnitTapped
from redball.core.procedures import Do
from redball.rules.barrage_fire import Barrage


def tap(run: Run, data: Barrage) -> None:
    """Guns that fire are tapped until the next Movement Phase of their owner."""
    for uid in data.units:
        run.emit(UnitTapped(case="N10-one-per-hex-tap", side=data.side, unit=uid))


EDITS = (("barrage", "after", "declare", Do("tap", tap)),)
