"""Soviet Strat Mode: no units in the first turn, then only the better ones, and from the eighth turn all units.

The better units have a printed Action Rating of 3 or more, or belong to the 1st Motorized; HQs have no rating and do
not qualify. Nothing else restricts the Red Army in the first turn. A remark in the text lets units in Strat Mode defend
with half the strength of their Move side, while 5.8 leaves them none: the switch `strat_strength`.

Cases: S2.3e-turn-1, S2.3e-turns-2-7, S2.3e-turn-8, S2.3e-strat-strength, S1.4b-strat, S-scenarios
"""

from __future__ import annotations

from collections.abc import Callable

from redball.core.edition import Part, Switch
from redball.core.ledger import Times
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import Mode, Unit
from redball.editions.smolensk.charts import SmolenskRules

FIRST_TURN = refusal(
    "mode.strat_first_turn",
    case="S2.3e-turn-1",
    text="no Soviet unit may enter Strat Mode before turn {need}; {units} cannot",
    remedy="move in Move Mode, or by rail",
)
BETTER_ONLY = refusal(
    "mode.strat_rating",
    case="S2.3e-turns-2-7",
    text="through turn {need} only Soviet units rated {detail} or more may enter Strat Mode; {units} is rated {have}",
    remedy="move in Move Mode, or by rail",
)

ModeAt = Callable[[Look, Unit, Mode, int], Refusal | None]


def later(refuse_mode_at: ModeAt) -> ModeAt:
    """The series' refusals, and one for Soviet units in Strat Mode too early."""

    def of(look: Look, unit: Unit, mode: Mode, hex_: int) -> Refusal | None:
        refused = refuse_strat(look, unit) if mode == "strat" else None
        return refused or refuse_mode_at(look, unit, mode, hex_)

    return of


def refuse_strat(look: Look, unit: Unit) -> Refusal | None:
    """Refuse Strat Mode to Soviet units that may not enter it this turn."""
    rules, counter, turn = look.world.charts.table(SmolenskRules), look.counter(unit), look.state.clock.turn
    if counter.nation != rules.soviet or turn > rules.strat_rated_through:
        return None
    if turn <= rules.strat_none_through:
        return FIRST_TURN(units=(unit.id,), need=rules.strat_none_through + 1)
    rating = counter.move.action_rating
    if rating >= rules.strat_rating or counter.formation in rules.strat_formations:
        return None
    return BETTER_ONLY(units=(unit.id,), need=rules.strat_rated_through, detail=str(rules.strat_rating), have=rating)


def half(strat_factor: Callable[[Look, Unit], Times]) -> Callable[[Look, Unit], Times]:
    """Half the strength of the Move side, as the remark says. The Action Rating stays 0, and the unit cannot attack."""

    def of(look: Look, unit: Unit) -> Times:
        share = look.world.charts.table(SmolenskRules).strat_strength
        return Times(share, "Strat Mode", "S2.3e-strat-strength", "smolensk_rules")

    return of


STRENGTH = Switch(
    "strat_strength",
    "S2.3e-strat-strength",
    "none",
    ("none", "half"),
    "Units in Strat Mode have no strength, as in the series, or defend with half of their Move side",
    parts={"half": Part("half a strength in Strat Mode", wraps={"strat_factor": half})},
)
SWITCHES = (STRENGTH,)
WRAPS = {"refuse_mode_at": later}
