"""Engineer functions: which units have them.

HQs and Engineers do. Related types (rail repair, assault engineers, pioneers, para and glider engineers) are counters
of other kinds, which the loader keeps separate.

Cases: 13.8, 13.8a, 5.5b, 5.10e-A
"""

from __future__ import annotations

from redball.core.look import Look
from redball.core.state import Unit
from redball.core.world import World

KINDS = ("hq", "engineer")


def engineer_capable(look: Look, unit: Unit) -> bool:
    """13.8a: an HQ or Engineer on the map in Combat Mode, or DG with its Combat side up (5.5b, 5.10e-A)."""
    return bridges_rivers(look.world, unit)


def bridges_rivers(world: World, unit: Unit) -> bool:
    """The same without a look."""
    counter = world.counters[unit.counter]
    oriented = unit.facing == "combat" and counter.combat is not None
    return counter.kind in KINDS and unit.on_map and oriented and unit.marker in ("", "dg")
