"""Which unit of a stack the enemy may always see.

Cases: 4.8b, 4.8b-C, 13.7b, HR-2
"""

from __future__ import annotations

from redball.core.edition import Switch, option
from redball.core.look import Look
from redball.core.points import PROJECTS_ZOC
from redball.core.state import Unit
from redball.rules.units.abilities import attack_capable, formation_of

HIDDEN_FORMATIONS = Switch(
    "hidden_formations",
    "13.7b",
    False,
    (False, True),
    "Hidden formations: several units of a formation hide under other combat units of their stack, where ZOCs allow",
)
DENSER = option(
    "denser_fog",
    "HR-2",
    "Denser fog: units under a mode marker, an Out of Supply marker or a hedgehog are seen only by an adjacent "
    "Attack-Capable unit",
)
SWITCHES = (HIDDEN_FORMATIONS, DENSER)


def top_unit(look: Look, hex_: int, side: str) -> Unit | None:
    """The unit of a stack that the enemy may always see: one with a ZOC, else a combat unit (4.9a-A, 4.8b-C).

    With hidden formations (13.7b), one of these that is not under a Formation marker: with no other unit of its
    formation in the hex. Where only the formation has a ZOC one of its units is shown.
    """
    units = look.combat_units_at(hex_, side)
    if not units:
        return None
    projects = look.policies[PROJECTS_ZOC]
    marked = _under_markers(look, units) if look.switch("hidden_formations") else frozenset()
    return min(units, key=lambda u: (not projects(look.world, u), u.id in marked, u.id))


def veiled(look: Look, hex_: int, side: str) -> bool:
    """The enemy sees a marker and no unit of a stack (HR-2): its top unit is under a marker or a hedgehog, and no
    Attack-Capable enemy unit is adjacent. Without a marker on it the top unit is seen as usual."""
    top = top_unit(look, hex_, side) if look.option(DENSER.name) else None
    if top is None or not (top.marker or top.out_of_supply or hex_ in look.state.hedgehogs):
        return False
    beside = (u for n in look.board.neighbours(hex_) for u in look.combat_units_at(n, look.enemy(side)))
    return not any(attack_capable(look, unit) for unit in beside)


def _under_markers(look: Look, units: list[Unit]) -> frozenset[str]:
    """Units that share the hex with others of their formation: a Formation marker may stand for them (13.7)."""
    formations = [formation_of(look, unit) for unit in units]
    return frozenset(
        unit.id
        for unit, formation in zip(units, formations, strict=True)
        if formation and formations.count(formation) > 1
    )
