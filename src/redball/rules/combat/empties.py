"""Option 21.8: attacks on hexes in which nobody is. Units that were dropped in this turn pay nothing for them.

Cases: 21.8a, 21.8c
"""

from __future__ import annotations

from redball.core.edition import option
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.ground.drops import dropped_now
from redball.rules.units.abilities import attack_capable

EMPTIES = option(
    "attacking_empties",
    "21.8",
    "Hexes without enemy units may be attacked too: units paid for may advance, and no dice are rolled",
)
SWITCHES = (EMPTIES,)


def empty(look: Look, hex_: int) -> bool:
    """With option 21.8 a hex without combat units of either side may be attacked like any other (21.8a)."""
    return look.option(EMPTIES.name) and not any(look.has_combat_units(hex_, side) for side in look.world.sides)


def empty_beside(look: Look, side: str) -> set[int]:
    """Such hexes next to units of a side."""
    if not look.option(EMPTIES.name):
        return set()
    near = {n for unit in look.own(side) if attack_capable(look, unit) for n in look.board.neighbours(unit.hex)}
    return {hex_ for hex_ in near if empty(look, hex_)}


def free_of_charge(look: Look, unit: Unit, hex_: int) -> bool:
    """21.8c: it was dropped in this turn, and nobody is in the hex that it attacks."""
    return empty(look, hex_) and dropped_now(look, unit)
