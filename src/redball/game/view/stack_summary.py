"""A stack in a few numbers for its owner: size, supply, and strengths after mode, losses and terrain.

The attacker is unknown, so defence is in the terrain best for it against an attack of equal printed strength, and
attack is against open ground without Anti-Tank Effects. Both assume combat supply.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from redball.core.derived import derived
from redball.core.ledger import show
from redball.core.look import Look
from redball.rules.combat.odds import best_leader, best_own_terrain, total
from redball.rules.combat.strength import attack_strength, defence_strength
from redball.rules.combat.terrain import OPEN
from redball.rules.moving_stack.fuel import is_fueled, needs_fuel
from redball.rules.units.abilities import attack_capable, printed_strength
from redball.rules.units.stacking import re_in_hex


class StackLeader(msgspec.Struct, frozen=True):
    """The unit with the highest Action Rating."""

    unit: str
    ar: int


class StackSummary(msgspec.Struct, frozen=True):
    """The combat units of one hex: RE as a number, strengths as players write them, supply in tokens, ids of units.

    `attackers` is how many units `attack` adds up; `fueled` and `unfueled` list only units that need fuel.
    """

    re: float
    steps: int
    attack: str
    attackers: int
    defence: str
    terrain: str
    leader: StackLeader | None
    tokens: int
    fueled: tuple[str, ...]
    unfueled: tuple[str, ...]
    dg: tuple[str, ...]
    reserve: tuple[str, ...]
    out_of_supply: tuple[str, ...]


@derived
def fuel_state(look: Look, uid: str) -> bool | None:
    """Whether a unit has fuel; None if it needs none. A fueled HQ always counts as fueled, because it fuels others."""
    unit = look.unit(uid)
    if not unit.on_map or not (needs_fuel(look, unit) or unit.hq_fueled):
        return None
    return unit.hq_fueled or is_fueled(look, unit)


def summarize(look: Look, hex_: int, side: str) -> StackSummary | None:
    """The summary of a side's stack; None without combat units. Those that attack from Landing Craft are not in it:
    nobody attacks them there."""
    units = [unit for unit in look.combat_units_at(hex_, side) if not unit.activity.afloat]
    if not units:
        return None
    printed = sum(printed_strength(look, unit) for unit in units)
    terrain = best_own_terrain(look, hex_, units, (), Fraction(printed))
    attackers = [unit for unit in units if attack_capable(look, unit)]
    weakest = look.world.charts.at_effects.levels[0]
    leader = best_leader(look, units)
    fuel = {unit.id: fuel_state(look, unit.id) for unit in units}
    return StackSummary(
        re=re_in_hex(look, side, hex_) / 4,
        steps=sum(look.steps(unit) for unit in units),
        attack=show(total(attack_strength(look, unit, OPEN, weakest) for unit in attackers)),
        attackers=len(attackers),
        defence=show(total(defence_strength(look, unit, terrain, True) for unit in units)),
        terrain=terrain,
        leader=StackLeader(leader.unit, leader.action_rating) if leader else None,
        tokens=look.state.ground_supply(side, hex_).tokens + sum(unit.load for unit in look.units_at(hex_, side)),
        fueled=tuple(uid for uid, has in fuel.items() if has),
        unfueled=tuple(uid for uid, has in fuel.items() if has is False),
        dg=tuple(unit.id for unit in units if unit.marker == "dg"),
        reserve=tuple(unit.id for unit in units if unit.marker == "reserve"),
        out_of_supply=tuple(unit.id for unit in units if unit.out_of_supply),
    )
