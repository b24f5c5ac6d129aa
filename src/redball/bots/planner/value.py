"""What a position is worth at the end of a Player Turn: the margin by which a side is probably ahead some turns later.

Features of both sides, in victory points or in tens of strength, are compared; their weights were fitted to games of
`steady` (`tools/planner_value.py`) and are kept in `value.toml`. Every part of a feature has a place: so it can be said
what each group of a plan contributed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from redball.bots.steady.places import strengths, to_goals
from redball.bots.steady.worth import POINT, power, step_points
from redball.core.derived import derived
from redball.core.look import Look
from redball.rules.sequence.victory import score
from redball.rules.trace.tracing import untraced

NAMES = ("steps", "strength", "starving", "unsupplied", "tokens", "threatened", "near")
"""The features, in order; `parts` says what they are."""
CLOSE = 3
"""Hexes from which an enemy presses an objective."""
NEARING = 10
"""Hexes from a goal from which on a stack counts as near."""
TEN = 120
"""Ten points of Combat Strength, in twelfths."""
MOST_TOKENS = 80
"""More tokens are worth no more."""

Part = tuple[str, str, int, float]
"""A part of a feature: its name, the unit ("": none) and the hex (-1: none) to which it belongs, its amount."""


class Weights(Struct, frozen=True):
    """What each feature adds to the margin now: at any time, and more by the share of the game that is left.
    `fitted` says on what, and how well."""

    always: dict[str, float]
    early: dict[str, float]
    fitted: str


@cache
def weights() -> Weights:
    """The weights that come with the bot."""
    return msgspec.toml.decode((files(__package__) / "value.toml").read_bytes(), type=Weights)


def value(look: Look, side: str) -> float:
    """The margin, in points, by which the side will probably be ahead. Antisymmetric between the sides."""
    if look.state.outcome is not None:
        return float(margin(look, side))
    return margin(look, side) + sum(weight_of(look, name) * amount for name, amount in compared(look, side).items())


def weight_of(look: Look, name: str) -> float:
    """What a feature counts now."""
    by = weights()
    return by.always[name] + left_of(look) * by.early[name]


def margin(look: Look, side: str) -> int:
    """The points of a side less those of its enemy, as they stand."""
    points = score(look).points
    return points[side] - points[look.enemy(side)]


def left_of(look: Look) -> float:
    """The share of the game turns that is yet to come."""
    turns = look.world.scenario.turns
    return max(0.0, (turns - look.state.clock.turn) / turns)


def compared(look: Look, side: str) -> dict[str, float]:
    """Each feature of a side less that of its enemy."""
    found = dict.fromkeys(NAMES, 0.0)
    for name, _, _, amount in parts(look, side):
        found[name] += amount
    for name, _, _, amount in parts(look, look.enemy(side)):
        found[name] -= amount
    return found


def placed(look: Look, side: str) -> Iterator[Part]:
    """The value of the position in parts: each feature by unit and hex, and its points for the side; also those of its
    objectives (`points`). What they add up to differs from `value` by rounded losses, and by what is the same for all
    plans."""
    over = look.state.outcome is not None
    for each, sign in ((side, 1.0), (look.enemy(side), -1.0)):
        for name, uid, hex_, amount in parts(look, each):
            lost = 1.0 if name == "steps" else 0.0  # a step that is left is one that the enemy has no points for
            yield name, uid, hex_, sign * amount * (lost + (0.0 if over else weight_of(look, name)))
        for entry in look.world.scenario.victory.hexes:
            if look.state.control.get(entry.hex) == each:
                yield "points", "", entry.hex, sign * entry.points


@derived
def parts(look: Look, side: str) -> tuple[Part, ...]:
    """The features of one side. In points: its steps on the map (by what a step gives to the enemy), those without a
    trace and those out of supply. In tens of Combat Strength: all of it, and what is near a goal. Tokens, in tens.
    Points of its objectives, by the share of the strength near them that is the enemy's."""
    found: list[Part] = []
    worth = step_points(look, side) / POINT
    units = [unit for unit in look.own(side) if look.counter(unit).is_combat_unit and unit.on_map]
    cut = {unit.id for unit in untraced(look, units)}
    for unit in units:
        steps = worth * look.steps(unit)
        found.append(("steps", unit.id, unit.hex, steps))
        found.append(("strength", unit.id, unit.hex, power(look, unit) / TEN))
        if unit.id in cut:
            found.append(("starving", unit.id, unit.hex, steps))
        if unit.out_of_supply:
            found.append(("unsupplied", unit.id, unit.hex, steps))
    tokens = sum(dump.tokens for dump in look.state.dumps[side].values()) + sum(unit.load for unit in look.own(side))
    found.append(("tokens", "", -1, min(tokens, MOST_TOKENS) / 10))
    fought, goal = strengths(look, side), to_goals(look, side)
    for hex_, strength in fought.items():
        found.append(("near", "", hex_, strength * max(0, NEARING - goal[hex_]) / (TEN * NEARING)))
    for entry in look.world.scenario.victory.hexes:
        if look.state.control.get(entry.hex) == side:
            found.append(("threatened", "", entry.hex, entry.points * pressed(look, side, entry.hex)))
    return tuple(found)


def pressed(look: Look, side: str, hex_: int) -> float:
    """The enemy's share of the strength near a hex: a stack counts by its distance."""

    def about(by_hex: dict[int, int]) -> int:
        return sum(
            by_hex[near] // (1 + look.board.distance(hex_, near))
            for near in look.board.within(hex_, CLOSE)
            if near in by_hex
        )

    against = about(strengths(look, look.enemy(side)))
    return against / (against + about(strengths(look, side)) + 12) if against else 0.0
