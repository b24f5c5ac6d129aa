"""House rule HR-14: Flak late in the war, as a switch and without a board (on the board: `rules.air.flak_fire`)."""

from __future__ import annotations

from redball.charts import Charts
from redball.core.chances import Throw
from redball.core.edition import Part, option
from redball.rules.air.flak import FlakRead, FlakTarget, flak_tally, late_effect
from redball.rules.air.flak_fire import LATE


def throw_flak(charts: Charts, target: FlakTarget, throw: Throw) -> FlakRead:
    """Without a board: the roll, then the Mission Loss Table for each aircraft that turns back."""
    roll = throw.two("dice") + flak_tally(charts, target).value
    aborts, loss = late_effect(charts, roll)
    if not aborts:
        return FlakRead(roll)
    first = "1" if target.aircraft == 1 else charts.mission_loss.pick(target.aircraft, throw.one("die"))
    return FlakRead(roll, first if loss else "", aborts=True)


LATE_FLAK = option(
    LATE,
    "HR-14",
    "From June 1943 Flak turns an aircraft back on 9, costs it a step on 11 and turns a second one back on 13; each"
    " unit with a flak symbol adds one",
    Part(LATE, policies={"flak": throw_flak}),
)
SWITCHES = (LATE_FLAK,)
