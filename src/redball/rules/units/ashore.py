"""What a landing by the Amphibious Landing Table leaves of a unit's MA in its phase.

A unit that landed so may spend half its MA (4.7d-E); a DUKW three times what it had left at sea (18.4e).

Cases: 4.7d-E, 18.5h-A
"""

from __future__ import annotations

from typing import ClassVar

from redball.core.look import Look
from redball.core.own import UnitOwn, find, put
from redball.core.state import Unit
from redball.rules.units.abilities import movement_allowance


class Waded(UnitOwn, frozen=True):
    """MP that count as spent as a DUKW comes ashore, in 1/12 MP."""

    passing: ClassVar[bool] = True
    spent: int = 0


RECORDS = (Waded,)


def waded(unit: Unit) -> int:
    """What a DUKW has spent before it came ashore in this phase; -1 if it did not."""
    found = find(unit.own, Waded) if unit.own else None
    return found.spent if found is not None else -1


def with_waded(unit: Unit, spent: int) -> Unit:
    """The unit with that record."""
    return unit.change(own=put(unit.own, Waded(spent)))


def spent_at_sea(look: Look, unit: Unit) -> int:
    """MP that count as spent as a unit which has landed begins to move."""
    if waded(unit) >= 0:
        return waded(unit)
    allowance = movement_allowance(look, unit)
    return allowance - allowance // 2
