"""Ships of New OCS: they fire in the Bombardment Phase of their side, and coastal artillery that has fired at ships is
tapped as all artillery is. Neither they nor Landing Craft sail in Reaction (N7-timing-content). Aircraft strike ships
by day (`air_kinds`).

The declaration of this edition takes the place of that of the series, so gunfire joins it here. Ships pay nothing
(18.1a): the edition prices artillery only.

Cases: N10-phasing-naval
"""

from __future__ import annotations

from redball.core.engine import Run
from redball.core.procedures import Do
from redball.editions.new_ocs.tap import UnitTapped
from redball.rules.naval.gunfire import Gunfire, with_gunfire
from redball.rules.naval.ship_missions import with_ships


def tap(run: Run, data: Gunfire) -> None:
    """N10-one-per-hex-tap: coastal artillery, too."""
    for uid in data.guns:
        run.emit(UnitTapped(case="N10-one-per-hex-tap", side=data.side, unit=uid))


POLICIES = {
    "naval_phases": lambda: ("bombardment",),
    "sailing_phases": lambda: ("movement", "exploitation"),
}
EDITS = (
    ("barrage_segment", "wrap", "declare", with_gunfire),
    ("gunfire", "after", "fire", Do("tap", tap)),
    ("air_mission", "wrap", "draft", with_ships),
)
