"""Which unit of a stack the enemy may always see.

Cases: 4.8b, 4.8b-C
"""

from __future__ import annotations

from redball.core.look import Look
from redball.core.state import Unit


def top_unit(look: Look, hex_: int, side: str) -> Unit | None:
    """The unit of a stack that the enemy may always see: one with a ZOC, else a combat unit (4.9a-A, 4.8b-C)."""
    units = look.combat_units_at(hex_, side)
    if not units:
        return None
    projects = look.world.edition.policies.projects_zoc
    return min(units, key=lambda u: (not projects(look.world, u), u.id))
