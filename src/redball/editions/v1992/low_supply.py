"""A level of supply between full and none."""

from __future__ import annotations

from redball.core.events import Event, UnitEvent
from redball.core.state import Unit
from redball.core.telling import Teller


class LowSupplySet(UnitEvent, frozen=True, kw_only=True):
    """The supply of a unit is low from now on, or no longer."""

    low: bool

    def changed(self, unit: Unit) -> Unit:
        return unit.change(low_supply=self.low)


EVENTS: dict[type[Event], Teller] = {
    LowSupplySet: lambda e, n: f"The supply of {n.unit(e.unit)} is {'low' if e.low else 'no longer low'}",
}
