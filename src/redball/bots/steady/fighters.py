"""Where a combat unit would rather be: what it holds there, takes, threatens and risks; and where guns would.

The bot weighs thousands of hexes for one move of an army. So what is the same for all hexes is computed once for each
unit, what is the same for all units once for the position, and for a hex only what is its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from redball.bots.steady.hands import Hands
from redball.bots.steady.odds import ground_worth
from redball.bots.steady.places import (
    ALARM,
    crowds,
    enemy_power,
    held_off,
    holdings,
    risk,
    served,
    stores,
    strengths,
    threats,
    to_enemies,
    to_goals,
)
from redball.bots.steady.sea_away import pull
from redball.bots.steady.worth import power
from redball.core.derived import derived
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.combat.odds import attack_cost
from redball.rules.supply.paths import draw_mobility
from redball.rules.units.abilities import attack_capable
from redball.rules.units.stacking import stacking_limit

ON_THE_ROAD = 40
CROWD = 12
"""Quarters of an RE in a hex beyond which more is a target for guns."""
TOO_MANY = -9999
"""The worth of a hex without room."""

Weigh = Callable[[int], int]
"""The worth of being in a hex."""


def weigh_fighter(look: Look, before: Unit, hands: Hands, unit: Unit) -> Weigh:
    """How the combat unit, which is as `before` now, is placed in a hex with a side up, by these hands."""
    side, own = before.side, before.hex
    limit, size = stacking_limit(look.world), look.regimental_equivalents(unit)
    crowd, fought, threatened = crowds(look, side), strengths(look, side), threats(look, side)
    near_by, goal_by, held_by = to_enemies(look, side), to_goals(look, side), holdings(look, side, hands)
    strength, was = power(look, unit), power(look, before)
    in_column, ready = unit.facing == "move", unit.facing == "combat"
    slow = 100 + 3 * (power(look, unit, "combat") - strength)
    press = pressure(look, before, unit) if attack_capable(look, unit) else None
    away = pull(look, unit)

    def weigh(hex_: int) -> int:
        room, others = crowd.get(hex_, 0), fought.get(hex_, 0)
        if hex_ == own:
            others -= was
        else:
            room += size
        if room > limit:
            return TOO_MANY
        near = near_by[hex_]
        value = -30 * goal_by[hex_] - 12 * min(near, 12)
        if room > CROWD:
            value -= (room - CROWD) * 6
        held = held_by.get(hex_)
        if held is not None:
            value += held.of(others, strength)
        if hex_ in threatened:
            value -= held_off(look, side, hex_, threatened[hex_], others + strength, hands)
        if in_column and near <= 3:
            value -= slow
        elif ready and near > 5:
            value -= ON_THE_ROAD
        if near == 1 and press is not None:
            value += press(hex_)
        if away is not None:
            value += away(hex_)
        return value

    return weigh


class Prey(NamedTuple):
    """An enemy stack: the strength that it could defend with, own strength beside it, what beating it is worth."""

    held: int
    around: int
    stake: int


@derived
def prey(look: Look, side: str) -> dict[int, Prey]:
    """Each enemy stack by hex."""
    fought, found = strengths(look, side), {}
    for hex_, strength in enemy_power(look, side).items():
        works = look.state.hedgehogs.get(hex_)
        held = max(12, strength * (5 if works is not None else 4) // 4)
        around = sum(fought.get(n, 0) for n in look.board.neighbours(hex_))
        found[hex_] = Prey(held, around, 400 + ground_worth(look, side, hex_) // 2)
    return found


def pressure(look: Look, before: Unit, unit: Unit) -> Weigh:
    """How much the unit adds in a hex, next to enemy stacks, to an attack that may follow; the odds count up to 4:1."""
    side, board = before.side, look.board
    targets, thrown, strength, was = prey(look, side), served(look, side), power(look, unit), power(look, before)
    drawn, cost = stores(look, side, draw_mobility(look.face(unit))), attack_cost(look, unit)

    def weigh(hex_: int) -> int:
        values = []
        for target in board.neighbours(hex_):
            found = targets.get(target)
            if found is None:
                continue
            most, around = 4 * found.held, found.around
            if board.distance(before.hex, target) == 1:
                around -= was
            values.append(found.stake * (min(most, around + strength) - min(most, around)) // most)
        if not values:
            return 0
        value = max(values) + (sum(values) - max(values)) // 4
        return value if hex_ in thrown or drawn.get(hex_, 0) >= cost else value // 4

    return weigh


def weigh_guns(look: Look, before: Unit, unit: Unit) -> Weigh:
    """Artillery: within range of the enemy, behind the line, where an HQ throws."""
    side, own, face = before.side, before.hex, look.face(unit)
    limit, size, was = stacking_limit(look.world), look.regimental_equivalents(unit), power(look, before)
    crowd, fought = crowds(look, side), strengths(look, side)
    near_by, thrown = to_enemies(look, side), served(look, side)

    def weigh(hex_: int) -> int:
        room, others = crowd.get(hex_, 0), fought.get(hex_, 0)
        if hex_ == own:
            others -= was
        else:
            room += size
        if room > limit:
            return TOO_MANY
        near = near_by[hex_]
        value = min(120, others // 2) - 40 * max(0, near - face.barrage_range)
        if room > CROWD:
            value -= (room - CROWD) * 6
        if near <= face.barrage_range:
            value += 12 * face.barrage
        if hex_ in thrown:
            value += 120
        if near <= ALARM:
            value -= risk(look, side, hex_) + (300 if near == 1 else 0)
        return value

    return weigh
