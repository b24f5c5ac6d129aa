"""Zones of Control: which units have one, where it reaches, and when a friendly unit negates it.

Which actions a negation helps (4.5a): truck movement and supply paths, trace along rails and at sources ask
`blocks_truck` or `unnegated`; entering Reserve or Strat Mode, Strat movement and retreat ask `enemy_zoc`, which no
friendly unit changes.

Cases: 4.4b, 4.5-A, 4.5-B, 4.5a, 4.5b-A, 4.5b-B, 4.5b-C, 5.5e, 5.9c
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress, count

from redball.board.masks import nonzero
from redball.core.derived import derived
from redball.core.engine import Run
from redball.core.events import NegationRelied
from redball.core.look import Look
from redball.core.points import PROJECTS_ZOC, ZOC_OF_HEX
from redball.core.state import Unit
from redball.core.world import World
from redball.rules.units.abilities import has_attack_strength, may_still_move, movement_allowance

NOBODY: frozenset[str] = frozenset()


def projects_zoc(world: World, unit: Unit) -> bool:
    """4.4b: Attack-Capable, in Combat Mode, not marked Out of Supply; in Exploitation Mode if it had one before
    (5.9c).
    """
    if unit.out_of_supply or unit.hex < 0 or unit.activity.afloat:
        return False
    if unit.marker == "exploit":
        return unit.keeps_zoc
    return not unit.marker and unit.facing == "combat" and has_attack_strength(world, unit)


def enemy_zoc(look: Look, side: str, hex_: int) -> bool:
    """The hex is in a ZOC of the enemy of `side`, negated or not (4.5-B: all six hexes, whatever the terrain)."""
    return look.in_zoc_of(look.enemy(side), hex_)


@derived
def zoc_hexes(look: Look, side: str) -> tuple[int, ...]:
    """Every hex in a ZOC of the enemy of `side`."""
    return tuple(compress(count(), look.facts.zoc[look.enemy(side)]))


@derived
def zoc_mask(look: Look, side: str) -> bytes:
    """The mask of the hexes in a ZOC of the enemy of `side`."""
    return nonzero(look.facts.zoc[look.enemy(side)])


def negators(look: Look, side: str, hex_: int, moving: frozenset[str] = NOBODY) -> list[Unit]:
    """Combat units of `side`, in any mode (4.5b-C), whose presence negates enemy ZOC in the hex: none that is
    moving now.
    """
    if not look.has_combat_units(hex_, side):
        return []
    return [u for u in look.combat_units_at(hex_, side) if u.id not in moving]


def negated(look: Look, side: str, hex_: int, moving: frozenset[str] = NOBODY) -> bool:
    """4.5b-A at this moment; a unit relied upon is marked and may spend no MP later in the phase (reading 1.14)."""
    return bool(negators(look, side, hex_, moving))


def blocks_truck(look: Look, side: str, hex_: int, moving: frozenset[str] = NOBODY) -> bool:
    """An un-negated enemy ZOC: stops Truck MP (4.5a-A) and supply paths counted in Truck MP (4.5a-B)."""
    return enemy_zoc(look, side, hex_) and not negated(look, side, hex_, moving)


def rely_on_negation(run: Run, side: str, hexes: Iterable[int], moving: frozenset[str] = NOBODY) -> None:
    """Bind the units whose negation was used in these hexes: they may spend no more MP in this phase (4.5b-A).

    Units that have finished or cannot move in this phase negate freely. Of several, the one with the lowest MA is
    bound.
    """
    for hex_ in hexes:
        if not enemy_zoc(run.look, side, hex_):
            continue
        there = negators(run.look, side, hex_, moving)
        if there and all(may_still_move(run.look, u) for u in there):
            bound = min(there, key=lambda u: (movement_allowance(run.look, u), u.id))
            run.emit(NegationRelied(case="4.5b-A", side=side, unit=bound.id, hex=hex_))


def has_zoc(look: Look, unit: Unit) -> bool:
    """The unit has a ZOC, alone or with those of its hex."""
    if not look.policies[PROJECTS_ZOC](look.world, unit):
        return False
    return look.policies[ZOC_OF_HEX] is None or (unit.side, unit.hex) in look.facts.zones


POLICIES = {"projects_zoc": projects_zoc, "zoc_of_hex": None}
