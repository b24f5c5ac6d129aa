"""A combat whose dice are already rolled: the state in which a result is about to be carried out.

Analysis starts the procedure "combat" here, so that the rules themselves carry out the result.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from redball.core.look import Look
from redball.core.state import Frame
from redball.rules.combat.odds import OddsPreview, stacks_of
from redball.rules.combat.record import CombatData, Kind
from redball.rules.combat.results import due_from

FIRST_STEP = "attacker_losses"
SECOND_HALF = ("combat", "defender_disorganized")
"""The step at which the attacker's half of a result has been carried out completely (9.10b)."""


def announced_combat(
    look: Look, kind: Kind, hex_: int, attackers: Iterable[str], found: OddsPreview, special: str = ""
) -> CombatData:
    """The record of a combat before its first die, with everything announced as in a preview; `special` names a special
    attack, where the edition has one."""
    units = tuple(attackers)
    side = look.unit(units[0]).side
    return CombatData(
        kind=kind,
        side=side,
        hex=hex_,
        attackers=units,
        stacks=stacks_of(map(look.unit, units)),
        defenders=tuple(unit.id for unit in look.combat_units_at(hex_, look.enemy(side))),
        attack_leader=found.attack_leader,
        defence_leader=found.defence_leader,
        terrain=found.terrain,
        odds=found.odds,
        special=special,
    )


def after_roll(look: Look, data: CombatData, result: str) -> Look:
    """The look at which the result of the Combat Table is about to be carried out, with nothing else open."""
    attack, defence = due_from(look, result)
    rolled = replace(data, result=result, attack=attack, defence=defence)
    return look.at_stack(look.state.change(stack=(Frame("combat", FIRST_STEP, rolled),)))


def halfway(look: Look, result: str) -> Look:
    """A look at `SECOND_HALF`, with the defender's half of another result instead: both results give the attacker the
    same."""
    data: CombatData = look.state.stack[-1].data
    other = replace(data, result=result, defence=due_from(look, result)[1])
    return look.at_stack(look.state.change(stack=(Frame(*SECOND_HALF, other),)))
