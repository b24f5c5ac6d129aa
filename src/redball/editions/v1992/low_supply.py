"""A level of supply between full and none."""

from __future__ import annotations

from typing import Any, ClassVar

from redball.core.events import UnitEvent
from redball.core.own import UnitOwn, drop, find, put
from redball.core.state import Unit
from redball.core.telling import Names


class LowSupply(UnitOwn, frozen=True):
    """The supply of the unit is low: between full and none."""

    weakens: ClassVar[bool] = True

    @classmethod
    def of_older(cls, fields: dict[str, Any]) -> LowSupply | None:
        """`low_supply` of a unit."""
        return cls() if fields.get("low_supply") else None


RECORDS = (LowSupply,)


def low_supply(unit: Unit) -> bool:
    """Its supply is low."""
    return find(unit.own, LowSupply) is not None


class LowSupplySet(UnitEvent, frozen=True, kw_only=True):
    """A unit's supply is now low, or no longer low."""

    low: bool

    def changed(self, unit: Unit) -> Unit:
        return unit.change(own=put(unit.own, LowSupply()) if self.low else drop(unit.own, LowSupply))

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} is {'now' if self.low else 'no longer'} at low supply"


EVENTS = (LowSupplySet,)
