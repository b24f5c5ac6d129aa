"""Soviet artillery fires at half strength, and only guns in one hex fire together.

The guns pay for their whole strength. Defensive Artillery Fire is halved too, so it takes 24 points instead of 12. In
New OCS any hex is barraged at most once a phase.

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
    text="{units} stand in {hexes}; Soviet guns fire together only from the same hex",
    remedy="fire from one of these hexes; guns in the others may fire at another target",
)

Factors = Callable[[Look, str], tuple[Times, ...]]
Together = Callable[[Look, Collection[str]], Refusal | None]


def halved(factors: Factors) -> Factors:
    """The factors on a strength, with the half for Soviet guns."""

    def of(look: Look, side: str) -> tuple[Times, ...]:
        rules = look.world.charts.table(SmolenskRules)
        if not has_nation(look, side, rules.soviet):
            return factors(look, side)
        own = Times(rules.soviet_barrage, "Soviet artillery", "S2.3d-halved", "smolensk_rules")
        return (*factors(look, side), own)

    return of


def one_hex(together: Together) -> Together:
    """The series' refusals, and one for Soviet guns in different hexes."""

    def of(look: Look, units: Collection[str]) -> Refusal | None:
        soviet = look.world.charts.table(SmolenskRules).soviet
        hexes = {look.unit(uid).hex for uid in units}
        if len(hexes) > 1 and any(look.counter(uid).nation == soviet for uid in units):
            return APART(units=tuple(units), hexes=tuple(sorted(hexes)))
        return together(look, units)

    return of


WRAPS = {"barrage_factors": halved, "refuse_fire_together": one_hex}
