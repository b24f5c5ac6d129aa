"""Artillery that has fired is tapped until it is ready again."""

from __future__ import annotations

from redball.core.events import Event, UnitEvent
from redball.core.state import Unit
from redball.core.telling import Teller


class UnitTapped(UnitEvent, frozen=True, kw_only=True):
    """Artillery has fired and gives no more fire until it is ready (N5-tap)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(tapped=True)


class UnitReadied(UnitEvent, frozen=True, kw_only=True):
    """Tapped artillery is ready again (N5-tap)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(tapped=False)


EVENTS: dict[type[Event], Teller] = {
    UnitTapped: lambda e, n: f"{n.unit(e.unit)} has fired and is tapped",
    UnitReadied: lambda e, n: f"{n.unit(e.unit)} is ready again",
}
