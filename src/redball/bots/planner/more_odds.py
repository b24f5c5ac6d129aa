"""What an attack lacked: at which odds it would have been made with one more of the units near by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from redball.analysis.bounds import Attack
from redball.analysis.hypothetical import Question, odds_of
from redball.analysis.policy import Policy
from redball.bots.planner.strokes import Passage, Stroke
from redball.bots.steady.worth import power
from redball.core.actions import AddUnit, RemoveUnit
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.units.abilities import attack_capable
from redball.rules.units.stacking import stacking_limit

NEAR = 2
"""Hexes from the target within which a unit could have joined."""


def more_words(look: Look, side: str, passage: Passage, number: int, hex_: int) -> str:
    """The unit that would have raised the odds of an attack most, if it had stood with the attackers; "" if none would.
    `number`: the stroke that was the attack."""
    attackers = attackers_of(passage.strokes[number])
    if passage.procedure != "combat_segment" or not attackers or not look.state.units.keys() >= set(attackers):
        return ""
    busy = {uid for stroke in passage.strokes for uid in attackers_of(stroke)}
    joining = list(could_join(look, side, hex_, attackers, busy))
    asked = [Question({}, Attack("regular", hex_, attackers, Policy()))]
    asked += [Question({u.id: at}, Attack("regular", hex_, (*attackers, u.id), Policy())) for u, at in joining]
    was, *others = odds_of(look, asked)
    found = zip(joining, others, strict=True)
    better = [(one, at == unit.hex, unit) for (unit, at), one in found if one.odds.column > was.odds.column]
    if not better:
        return ""
    best, _, unit = max(better, key=lambda one: (one[0].odds.column, one[1], power(look, one[2]), one[2].id))
    whom = f"{look.counter(unit).called} from {look.hex_name(unit.hex)}"
    return f"With {whom} too it would have been {best.column_label}, not {was.column_label}."


def attackers_of(stroke: Stroke) -> tuple[str, ...]:
    """The units of a draft as it was committed."""
    chosen: list[str] = []
    for act in stroke.actions:
        if isinstance(act, AddUnit) and act.unit not in chosen:
            chosen.append(act.unit)
        elif isinstance(act, RemoveUnit) and act.unit in chosen:
            chosen.remove(act.unit)
    return tuple(chosen)


def could_join(
    look: Look, side: str, hex_: int, attackers: Sequence[str], busy: set[str]
) -> Iterator[tuple[Unit, int]]:
    """Units near by that attacked nobody, and where they would stand: where they are, or with attackers who have
    room."""
    limit, board = stacking_limit(look.world), look.board
    stands = sorted({look.unit(uid).hex for uid in attackers})
    size = {at: sum(look.regimental_equivalents(u) for u in look.combat_units_at(at, side)) for at in stands}
    for unit in look.own(side):
        if unit.id in busy or not unit.on_map or not attack_capable(look, unit) or not power(look, unit):
            continue
        away = board.distance(unit.hex, hex_)
        if away == 1:
            yield unit, unit.hex
        elif away <= NEAR:
            free = (at for at in stands if size[at] + look.regimental_equivalents(unit) <= limit)
            near = next((at for at in free if board.distance(at, unit.hex) == 1), None)
            if near is not None:
                yield unit, near
