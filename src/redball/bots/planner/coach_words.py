"""What a coach says of a decision: what it was, what it cost, and what could have been done instead."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from redball.bots.planner.again import Played, Trial
from redball.bots.planner.plans import Group
from redball.bots.planner.strokes import Passage
from redball.bots.planner.words import who
from redball.bots.steady.worth import power
from redball.core.look import Look
from redball.core.telling import counted, listed, phase_name

FEW = 3
"""Units, or hexes, that are named."""
PART = 0.25
"""The share of a cost from which what it was is named."""
COSTS = {
    "points": "places worth points",
    "steps": "steps",
    "strength": "strength",
    "starving": "supply lines that were cut",
    "unsupplied": "units Out of Supply",
    "tokens": "supply that was spent or lost",
    "threatened": "objectives in more danger",
    "near": "ground near the goals",
}
"""What the features of a position's value are, as something lost (on one's own side or by the other side's gain)."""


def decision_words(look: Look, side: str, passage: Passage, group: Group | None, trial: Trial) -> str:
    """What the side decided."""
    when = phase_name(passage.phase, passage.segment)
    if trial.hex >= 0:
        top = next(iter(look.combat_units_at(trial.hex, look.enemy(side))), None)
        whom = f"{look.counter(top).called} in " if top is not None else ""
        what = "barrage of" if passage.procedure == "barrage_segment" else "attack on"
        return f"{when}: the {what} {whom}{look.hex_name(trial.hex)}."
    if group is None:
        return f"{when}: no more attacks."
    return f"{when}: {'the moves of' if trial.without else 'no moves of'} {who(look, group)}."


def cost_words(kept: Sequence[dict[str, float]], other: Sequence[dict[str, float]]) -> str:
    """In which parts of the position's value the side came out worse, the largest first.

    >>> cost_words([{"points": 1.0, "steps": 3.0}], [{"points": 3.0, "steps": 3.2}])
    'Lost by it: places worth points (2.0).'
    """
    differences = {
        name: fmean(account.get(name, 0.0) for account in other) - fmean(account.get(name, 0.0) for account in kept)
        for name in COSTS
    }
    whole = sum(differences.values())
    dear = sorted(differences.items(), key=lambda one: -one[1])
    told = [f"{COSTS[name]} ({amount:.1f})" for name, amount in dear if amount > 0 and amount >= PART * whole]
    return f"Lost by it: {', '.join(told[:FEW])}." if told else ""


def instead_words(look: Look, group: Group | None, trial: Trial, kept: Played, other: Played) -> str:
    """What the bot would have done instead."""
    if trial.hex >= 0:
        return "Better not made, as the bot sees it."
    if group is None:
        hexes = [look.hex_name(hex_) for hex_ in dict.fromkeys(other.added)][:FEW]
        return f"The bot would also have attacked {listed(hexes)}." if hexes else ""
    moved = [uid for uid in group.units if other.ends.get(uid, -1) >= 0 and other.ends[uid] != kept.ends.get(uid)]
    moved.sort(key=lambda uid: (-power(look, look.unit(uid)), uid))
    told = [_place(look, uid, other.ends[uid]) for uid in moved[:FEW]]
    more = len(moved) - len(told)
    rest = f"; {counted(more, 'more unit')} elsewhere" if more else ""
    return f"The bot’s choice: {listed(told)}{rest}." if told else ""


def _place(look: Look, uid: str, hex_: int) -> str:
    unit = look.unit(uid)
    where = look.hex_name(hex_)
    return f"{look.counter(unit).called} {'stays in' if hex_ == unit.hex else 'to'} {where}"
