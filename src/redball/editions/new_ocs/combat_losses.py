"""Who loses the steps of a combat.

The owner chooses the first step among units whose Action Rating is at least the one that led the side; where yellow
armor fights on both sides, a side without the armor advantage must lose it from armor. If no armor reaches the
rating, any armor may; if no unit reaches it any more, all units may. Later steps come from artillery and
HQs only when no other unit of the combat is left.

Cases: N9.11-first-loss, N9.11-first-loss-armor, N9.11-first-loss-later, N9.11-first-loss-guns
"""

from __future__ import annotations

from redball.core.battle import Role
from redball.core.look import Look
from redball.core.refusals import RefusalKind, refusal
from redball.editions.new_ocs.classes import has_yellow_armor
from redball.editions.new_ocs.ratings import rating
from redball.rules.combat.record import CombatData, announced, execution_of, leader_of, units_of
from redball.rules.units.losses import alive

LAST = ("artillery", "hq")

FIRST_LOSS = refusal(
    "combat.first_loss",
    case="N9.11-first-loss",
    text="the first step must come from {need}: units with the leading Action Rating, or yellow armor if it must lose",
)
GUNS_LAST = refusal(
    "combat.guns_last",
    case="N9.11-first-loss-guns",
    text="artillery and HQs lose steps only when no other unit in the combat is left; now: {need}",
)


def may_lose(look: Look, data: CombatData, role: Role) -> tuple[tuple[str, ...], RefusalKind]:
    """Who may lose the next step of a side."""
    execution = execution_of(data, role)
    left = tuple(uid for uid in alive(look, units_of(data, role)) if uid not in execution.fleeing)
    if execution.lost:
        return tuple(uid for uid in left if look.counter(uid).kind not in LAST) or left, GUNS_LAST
    led = leader_of(data, role).action_rating
    fit = tuple(uid for uid in left if rating(look, look.unit(uid)) >= led)
    if armor_must_lose(look, data, role):
        yellow = tuple(uid for uid in left if has_yellow_armor(look, look.counter(uid)))
        both = tuple(uid for uid in yellow if uid in fit)
        return both or yellow or fit or left, FIRST_LOSS
    return fit or left, FIRST_LOSS


def armor_must_lose(look: Look, data: CombatData, role: Role) -> bool:
    """Whether yellow armor took part on both sides and this side has no armor advantage."""
    sides: tuple[Role, ...] = ("attacker", "defender")
    if not all(any(look.counter(uid).colour == "armor" for uid in units_of(data, side)) for side in sides):
        return False
    against = announced(data).attackers
    return against is None or against.advantage != role


POLICIES = {"may_lose": may_lose}
