"""What happens to aircraft and air bases, as events."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from redball.core.events import Event
from redball.core.state import State
from redball.core.telling import Names
from redball.rules.air.force import base_in, plane_in, with_base, with_planes


class AircraftRefitted(Event, frozen=True, kw_only=True):
    """A base has refitted, and these aircraft there are Active (15.1)."""

    audience: ClassVar[str] = "own"
    hex: int
    planes: tuple[str, ...]

    def apply(self, state: State) -> State:
        base = base_in(state, self.hex)
        assert base is not None  # it refits
        found = (plane_in(state, pid) for pid in self.planes)
        state = with_planes(state, [plane.change(active=True) for plane in found if plane is not None])
        return with_base(state, replace(base, refitted=True))

    def told(self, n: Names) -> str:
        return f"{n.planes(self.planes)} refit at {n.hex(self.hex)}"


EVENTS = (AircraftRefitted,)
