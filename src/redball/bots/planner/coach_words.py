"""What a coach says of a decision: what it was, what it cost, and what could have been done instead."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from redball.bots.planner.again import Played, Trial
from redball.bots.planner.more_odds import more_words
from redball.bots.planner.plans import Group
from redball.bots.planner.strokes import ALONE, Kind, Passage
from redball.bots.planner.words import who
from redball.bots.steady.worth import power
from redball.core.actions import PayFuel
from redball.core.look import Look
from redball.core.telling import counted, listed, phase_name
from redball.rules.units.abilities import is_transport

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


KIND_WORDS: dict[Kind, tuple[str, str]] = {
    "supply": ("what trucks and trains carried", "carry supply otherwise"),
    "dump": ("which dumps were blown", "blow no dump"),
    "works": ("what was built", "build nothing"),
    "flight": ("the missions of aircraft", "fly no mission"),
    "ship": ("what ships did", "leave the ships where they are"),
}
"""A kind of strokes as a decision, and what it is to make none."""
ANSWERS = {
    "reinforcement_phase": "where reinforcements arrived",
    "reinforcement_phase.place_supply": "where supply arrived",
    "replacements": "the use of replacements",
    "rebuilding": "what was rebuilt",
    "aircraft_rebuilding": "which aircraft were rebuilt",
    "aircraft_refit": "which aircraft were refitted",
    "breakout_segment": "who tried to break out",
    "recovery": "whose internal stocks were filled",
    "trace_check.favour": "how a formation traces supply",
    "trace_check.eat": "which units ate supply on the map",
    "supply_usage": "which units were supplied",
    "mode_determination": "the modes of units",
    "attrition": "which steps were lost to Attrition",
    "pay": "which supply paid",
    "combat": "the defence of {hex}",
    "combat.defender_supply": "supply for the defence of {hex}",
    "combat.defender_option": "to stand or to retreat from {hex}",
    "combat.defender_loss": "which steps were lost in {hex}",
    "barrage": "which steps were lost to a barrage of {hex}",
    "retreat": "the way of a retreat",
    "transport_capture": "where transports fled from {hex}",
    "air_operations": "the missions of aircraft",
    "air_mission": "the answer to a mission over {hex}",
    "air_scramble": "the interception over {hex}",
    "air_combat": "an Air Combat",
    "air_rounds": "an Air Combat",
    "air_return": "where aircraft came down",
}
"""What is decided outside of strokes, by procedure, and step where that tells more."""


def decision_words(look: Look, side: str, passage: Passage, group: Group | None, trial: Trial) -> str:
    """What the side decided."""
    when = phase_name(passage.phase, passage.segment)
    if passage.steps:
        whose = "The enemy’s " if passage.acting != side else ""
        what = ANSWERS.get(passage.steps[0], ANSWERS.get(passage.procedure, "a choice"))
        place = look.hex_name(passage.hex) if passage.hex >= 0 else "a hex"
        return f"{whose}{when}: {what.format(hex=place)} (“{passage.chose}”)."
    if trial.kind != "units":
        return f"{when}: {KIND_WORDS[trial.kind][0]}."
    if trial.single >= 0:
        return f"{when}: {fuel_words(look, passage, trial.single)}."
    if trial.hex >= 0:
        top = next(iter(look.combat_units_at(trial.hex, look.enemy(side))), None)
        whom = f"{look.counter(top).called} in " if top is not None else ""
        what = "barrage of" if passage.procedure == "barrage_segment" else "attack on"
        return f"{when}: the {what} {whom}{look.hex_name(trial.hex)}."
    if group is None:
        return f"{when}: no more attacks."
    return f"{when}: {'the moves of' if trial.without else 'no moves of'} {who(look, group)}."


def fuel_words(look: Look, passage: Passage, number: int) -> str:
    """For whom a stroke paid, and how many of them moved."""
    fuel = next(act for act in passage.strokes[number].actions if isinstance(act, PayFuel) and act.method != ALONE)
    counter = look.counter(look.unit(fuel.unit))
    whole = counter.formation if fuel.method == "formation" else ""
    whom = f"the whole {whole}" if whole else f"all units that {counter.called} serves"
    moved = dict(passage.idle)[number]
    return f"fuel for {whom}, of which {counted(moved, 'unit')} moved"


def cost_words(kept: Sequence[dict[str, float]], other: Sequence[dict[str, float]]) -> str:
    """In which parts of the position's value the side came out worse, the largest first.

    >>> cost_words([{"points": 1.0, "steps": 3.0}], [{"points": 3.0, "steps": 3.2}])
    'Where it shows: places worth points (2.0).'
    """
    differences = {
        name: fmean(account.get(name, 0.0) for account in other) - fmean(account.get(name, 0.0) for account in kept)
        for name in COSTS
    }
    whole = sum(differences.values())
    dear = sorted(differences.items(), key=lambda one: -one[1])
    told = [f"{COSTS[name]} ({amount:.1f})" for name, amount in dear if amount > 0 and amount >= PART * whole]
    return f"Where it shows: {', '.join(told[:FEW])}." if told else ""


def instead_words(
    look: Look, side: str, passage: Passage, group: Group | None, trial: Trial, kept: Played, other: Played
) -> str:
    """What the bot would have done instead."""
    if passage.steps:
        return f"The bot’s choice: “{passage.instead}”."
    if trial.kind == "supply":
        return moved_words(look, [uid for uid in look.state.units if is_transport(look.counter(uid))], kept, other)
    if trial.kind != "units":
        told = [f"“{one}”" for one in other.begun[:FEW]]
        more = len(other.begun) - len(told)
        if not told:
            return f"The bot would {KIND_WORDS[trial.kind][1]}."
        return f"The bot’s choice: {listed(told + ([f'{more} more'] if more else []))}."
    if trial.single >= 0:
        return "Cheaper: fuel for those that move, one by one."
    if trial.hex >= 0:
        better = "The bot would not have made it."
        lacked = [more_words(look, side, passage, number, trial.hex) for number in sorted(trial.without)]
        return " ".join([better, *[line for line in lacked if line]])
    if group is None:
        hexes = [look.hex_name(hex_) for hex_ in dict.fromkeys(other.added)][:FEW]
        return f"The bot would also have attacked {listed(hexes)}." if hexes else ""
    return moved_words(look, group.units, kept, other)


def moved_words(look: Look, units: Sequence[str], kept: Played, other: Played) -> str:
    """Where units would be that are elsewhere now, the strongest first."""
    moved = [uid for uid in units if other.ends.get(uid, -1) >= 0 and other.ends[uid] != kept.ends.get(uid)]
    moved.sort(key=lambda uid: (-power(look, look.unit(uid)), uid))
    told = [_place(look, uid, other.ends[uid]) for uid in moved[:FEW]]
    more = len(moved) - len(told)
    rest = f"; {counted(more, 'more unit')} elsewhere" if more else ""
    return f"The bot’s choice: {listed(told)}{rest}." if told else ""


def _place(look: Look, uid: str, hex_: int) -> str:
    unit = look.unit(uid)
    where = look.hex_name(hex_)
    return f"{look.counter(unit).called} {'stays in' if hex_ == unit.hex else 'to'} {where}"
