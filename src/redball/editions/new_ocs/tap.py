"""Artillery that has fired is tapped until it is ready again."""

from __future__ import annotations

from typing import Any

from redball.core.events import UnitEvent
from redball.core.own import UnitOwn, drop, find, put
from redball.core.state import Unit
from redball.core.telling import Names


class Tapped(UnitOwn, frozen=True):
    """The artillery has fired and is not ready again (N5-tap)."""

    @classmethod
    def of_older(cls, fields: dict[str, Any]) -> Tapped | None:
        """`tapped` of a unit."""
        return cls() if fields.get("tapped") else None


RECORDS = (Tapped,)


def tapped(unit: Unit) -> bool:
    """The artillery has fired and is not ready again."""
    return find(unit.own, Tapped) is not None


class UnitTapped(UnitEvent, frozen=True, kw_only=True):
    """Artillery has fired and cannot fire again until it is ready (N5-tap)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(own=put(unit.own, Tapped()))

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} has fired and is tapped"


class UnitReadied(UnitEvent, frozen=True, kw_only=True):
    """Tapped artillery is ready again (N5-tap)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(own=drop(unit.own, Tapped))

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} is ready again"


EVENTS = (UnitTapped, UnitReadied)
