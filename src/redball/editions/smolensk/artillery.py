"""Soviet artillery: its fire counts half, and only guns of one hex fire together.

What they pay is the price of their whole strength. Defensive Artillery Fire counts half as well, so that it takes 24
points instead of 12. In New OCS any hex is barraged at most once a phase.

Cases: S2.3d-combine, S2.3d-halved, S2.3d-halved-defensive
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from redball.core.ledger import Times
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.editions.nations import has_nation
from redball.editions.smolensk.charts import SmolenskRules

APART = refusal(
    "barrage.apart",
    case="S2.3d-combine",
    text="{units} stand in {hexes}: Soviet guns fire together from one hex only",
    remedy="fire from one of the hexes, and at something else from the other",
)

Factors = Callable[[Look, str], tuple[Times, ...]]
Together = Callable[[Look, Collection[str]], Refusal | None]


def halved(factors: Factors) -> Factors:
    """What multiplies a strength on the table."""

    def of(look: Look, side: str) -> tuple[Times, ...]:
        rules = look.world.charts.table(SmolenskRules)
        if not has_nation(look, side, rules.soviet):
            return factors(look, side)
        own = Times(rules.soviet_barrage, "Soviet artillery", "S2.3d-halved", "smolensk_rules")
        return (*factors(look, side), own)

    return of


def one_hex(together: Together) -> Together:
    """Who may fire together."""

    def of(look: Look, units: Collection[str]) -> Refusal | None:
        soviet = look.world.charts.table(SmolenskRules).soviet
        hexes = {look.unit(uid).hex for uid in units}
        if len(hexes) > 1 and any(look.counter(uid).nation == soviet for uid in units):
            return APART(units=tuple(units), hexes=tuple(sorted(hexes)))
        return together(look, units)

    return of


WRAPS = {"barrage_factors": halved, "refuse_fire_together": one_hex}
