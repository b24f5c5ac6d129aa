"""Base classes of events."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from msgspec import Struct

from redball.core.state import State, Unit
from redball.core.telling import Names


class Event(Struct, frozen=True, kw_only=True, tag_field="type", tag=True, gc=False):
    """The base of all events."""

    case: str
    side: str = ""
    audience: ClassVar[str] = "all"
    openly: ClassVar[bool] = False
    """The other side sees the event of a hidden unit, without its name; if not set, it sees nothing."""

    @abstractmethod
    def told(self, n: Names) -> str:
        """The event in a sentence without its full stop, for the reader of these names."""

    def apply(self, state: State) -> State:
        """The state after the event; events that only report leave it unchanged."""
        return state

    def touched(self) -> tuple[str, ...]:
        """Ids of the units with changed records."""
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
