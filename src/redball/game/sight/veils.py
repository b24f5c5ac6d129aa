"""Stacks that show a side only a marker (HR-2), and the stand-in units that it assumes there.

Nothing here may depend on the units that are really there: a stand-in follows from the hex, its markers, whether it has
a ZOC, and the counters that the side sees nowhere.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import product

from redball.core.derived import derived
from redball.core.look import Look
from redball.core.own import lying
from redball.core.points import PROJECTS_ZOC
from redball.core.state import Facing, Unit
from redball.forces.counter import Counter
from redball.rules.units.points import PRINTED_STRENGTH
from redball.rules.units.visibility import DENSER, top_unit, veiled
from redball.rules.units.zoc import has_zoc

STAND_IN = "?@"
"""Prefix of a hex name: the id of its stand-in."""
FACINGS: tuple[Facing, ...] = ("combat", "move")
UNSEEN_COUNTER = "?"
UNSEEN_NAME = "unseen units"
UNSEEN_SYMBOL = "?"


@derived
def veils(look: Look, viewer: str) -> dict[int, Unit]:
    """The enemy stacks that show the viewer no unit, by hex, each with the unit that would show without HR-2."""
    if not look.option(DENSER.name):
        return {}
    enemy = look.enemy(viewer)
    hexes = sorted({u.hex for u in look.own(enemy) if look.counter(u).is_combat_unit})
    tops = ((hex_, top_unit(look, hex_, enemy)) for hex_ in hexes if veiled(look, hex_, enemy))
    return {hex_: top for hex_, top in tops if top is not None}


def stand_ins(look: Look, viewer: str, seen: Collection[str]) -> list[Unit]:
    """A stand-in for each veiled stack: the unit of middle strength among the counters that the viewer sees nowhere,
    under the stack's markers, with a ZOC if the hex has one."""
    found = veils(look, viewer)
    if not found:
        return []
    known = {look.unit(uid).counter for uid in seen}
    enemy = look.enemy(viewer)
    theirs = [c for c in look.world.counters.values() if c.side == enemy and c.is_combat_unit]
    unseen = [counter for counter in theirs if counter.id not in known]
    return [_stand_in(look, hex_, top, unseen) for hex_, top in found.items()]


def _stand_in(look: Look, hex_: int, top: Unit, unseen: Collection[Counter]) -> Unit:
    """The stand-in, Combat side up unless only the Move side fits the hex's ZOC."""
    zoc = has_zoc(look, top)
    unknown = Unit(STAND_IN + look.hex_name(hex_), "", top.side, hex_, FACINGS[0], top.marker)
    unknown = unknown.change(out_of_supply=top.out_of_supply, own=lying(top.own))
    fitting: list[Unit] = []
    for facing, keeps in product(FACINGS, (False, True)):
        may = [unknown.change(counter=c.id, facing=facing, keeps_zoc=keeps) for c in unseen]
        fitting = fitting or [unit for unit in may if look.policies[PROJECTS_ZOC](look.world, unit) == zoc]
    fitting = fitting or may
    fitting.sort(key=lambda unit: (look.policies[PRINTED_STRENGTH](look, unit), unit.counter))
    return fitting[len(fitting) // 2]
