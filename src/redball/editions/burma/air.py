"""Aircraft over Burma: restricted flight, in which they only change their bases (our own weather table has rain, which
is that), and barrages of hexes in which troops are hard to see.

Supply by air is never free, as nowhere in New OCS: bases in off-map boxes pay for refits from what lies in the box, and
transports carry no more than that.

Cases: B-supply-air, B-air-spotters, B-air-spotters-weather
"""

from __future__ import annotations

from redball.core.ledger import Term
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


def air_shifts(look: Look, hex_: int, night: bool) -> tuple[Term[int], ...]:
    """To the left on a hex with concealment, spotted or not."""
    rules = look.world.charts.table(BurmaRules)
    if set(rules.concealment).isdisjoint(look.board.terrain[hex_]):
        return ()
    return (Term(-rules.concealment_left, "concealment", "B-air-spotters", "burma_rules"),)


POLICIES = {"refuse_flight": refuse_flight, "air_shifts": air_shifts}
