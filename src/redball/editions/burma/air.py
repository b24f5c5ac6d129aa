"""Restricted flight over Burma: in such weather aircraft only change their bases. Our own weather table has rain, which
is that.

Cases: B-air-spotters-weather
"""

from __future__ import annotations

from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.editions.burma.charts import BurmaRules
from redball.rules.ground.air_force import Plane, printed

TRANSFER = "base_transfer"

RESTRICTED = refusal(
    "weather.restricted",
    case="B-air-spotters-weather",
    text="in this weather {detail} can only change its base",
    remedy="wait for better weather, or plan a Base Transfer",
)


def refuse_flight(look: Look, kind: str, plane: Plane, trip: str) -> Refusal | None:
    """Everything but a Base Transfer."""
    if look.state.weather not in look.world.charts.table(BurmaRules).restricted_flight or kind == TRANSFER:
        return None
    return RESTRICTED(detail=printed(look.world, plane).name)


POLICIES = {"refuse_flight": refuse_flight}
