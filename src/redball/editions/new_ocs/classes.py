"""Hard and soft units, and who has heavy or light anti-tank strength.

Cases: N3.2a-hard-soft, N3.2a-red-armor-symbol, N9-armor-classes, N9-armor-red-units
"""

from __future__ import annotations

from redball.core.look import Look
from redball.editions.new_ocs.combat_charts import AtShare
from redball.forces.counter import Counter
from redball.rules.combat.strength import at_kind

ARMORED_ARTILLERY = "sp_artillery"
HARD = ("armor", "mech")


def is_hard(counter: Counter) -> bool:
    """Yellow, red and armored artillery."""
    return counter.colour in HARD or counter.symbol == ARMORED_ARTILLERY


def has_yellow_armor(look: Look, counter: Counter) -> bool:
    """Yellow, or red with a tank symbol: such units can take a loss that must come from yellow armor."""
    return at_share(look, counter).heavy > 0 and counter.colour in HARD


def at_share(look: Look, counter: Counter) -> AtShare:
    """The part of a unit's strength that counts against armor: all for yellow, half for red with a tank symbol."""
    return look.world.charts.rows(AtShare)[at_kind(counter)]
