"""The bases of all events."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from msgspec import Struct

from redball.core.state import State, Unit
from redball.core.telling import Names


class Event(Struct, frozen=True, kw_only=True, tag_field="type", tag=True):
    """The base of all events."""

    case: str
    side: str = ""
    audience: ClassVar[str] = "all"
    openly: ClassVar[bool] = False
    """Of a unit that the other side does not see it shows without the unit's name; else it does not show."""

    @abstractmethod
    def told(self, n: Names) -> str:
        """The event in a sentence without its full stop, for the reader of these names."""

    def apply(self, state: State) -> State:
        """The state after the event; facts that only tell something leave it as it is."""
        return state

    def touched(self) -> tuple[str, ...]:
        """Ids of the units whose record changes."""
        return ()


class UnitEvent(Event, frozen=True, kw_only=True):
    """A fact about one unit."""

    unit: str

    def touched(self) -> tuple[str, ...]:
        return (self.unit,)

    def changed(self, unit: Unit) -> Unit:
        """The unit's record after the event."""
        return unit

    def apply(self, state: State) -> State:
        return state.with_unit(self.changed(state.units[self.unit]))
