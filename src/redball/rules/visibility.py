"""Which unit of a stack the enemy may always see.

Cases: 4.8b, 4.8b-C, 13.7b
"""

from __future__ import annotations

from redball.core.edition import Switch
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.units import formation_of

HIDDEN_FORMATIONS = Switch(
    "hidden_formations",
    "13.7b",
    False,
    (False, True),
    "Hidden formations: several units of a formation lie under other combat units of their stack, where ZOCs let them",
)
SWITCHES = (HIDDEN_FORMATIONS,)


def top_unit(look: Look, hex_: int, side: str) -> Unit | None:
    """The unit of a stack that the enemy may always see: one with a ZOC, else a combat unit (4.9a-A, 4.8b-C).

    With formations hidden (13.7b), of these one that is not under a Formation marker: with no other unit of its
    formation in the hex. Where only the formation has a ZOC one of its units is shown.
    """
    units = look.combat_units_at(hex_, side)
    if not units:
        return None
    projects = look.policies.projects_zoc
    marked = _under_markers(look, units) if look.switch("hidden_formations") else frozenset()
    return min(units, key=lambda u: (not projects(look.world, u), u.id in marked, u.id))


def _under_markers(look: Look, units: list[Unit]) -> frozenset[str]:
    """Units of which several of one formation are in the hex: a Formation marker may stand for them (13.7)."""
    formations = [formation_of(look, unit) for unit in units]
    return frozenset(
        unit.id
        for unit, formation in zip(units, formations, strict=True)
        if formation and formations.count(formation) > 1
    )
