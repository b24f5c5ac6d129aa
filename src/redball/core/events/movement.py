"""Modes and movement."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from redball.core.events.base import Event, UnitEvent
from redball.core.ledger import show_mp
from redball.core.own import bare
from redball.core.state import Facing, Marker, Mode, State, Unit
from redball.core.telling import MODES, Names, show_rail_points, units_do, way_told


class ModeChanged(UnitEvent, frozen=True, kw_only=True):
    """A voluntary change (5.4). `mode` is the mode now in force. `bridge` is a hex that the engineer no longer
    bridges but may still leave by its own bridge (13.8b-C)."""

    mode: Mode
    facing: Facing
    bridge: int = -1

    def changed(self, unit: Unit) -> Unit:
        marker = "" if self.mode in ("combat", "move") else self.mode
        activity = replace(unit.activity, changed=True, bridge=self.bridge)
        own = bare(unit.own)
        return unit.change(facing=self.facing, marker=marker, keeps_zoc=False, activity=activity, own=own)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} changes to {MODES[self.mode]} Mode"


class FacingChanged(UnitEvent, frozen=True, kw_only=True):
    """A unit turned its other side up without changing its marker (5.4-E, 9.12b-A, 13.1c-B); `bridge` as in
    `ModeChanged`."""

    facing: Facing
    voluntary: bool = False
    bridge: int = -1

    def changed(self, unit: Unit) -> Unit:
        changed = unit.activity.changed or self.voluntary
        return unit.change(facing=self.facing).act(changed=changed, bridge=self.bridge)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} flips to its {MODES[self.facing]} side"


class MarkerRemoved(UnitEvent, frozen=True, kw_only=True):
    """A mode marker came off (5.2-C)."""

    marker: Marker

    def changed(self, unit: Unit) -> Unit:
        return unit.change(marker="", keeps_zoc=False, own=bare(unit.own))

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} loses its {MODES[self.marker]} marker"


class ReserveReleased(UnitEvent, frozen=True, kw_only=True):
    """A Reserve unit was released (5.7b)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(marker="", activity=replace(unit.activity, released=True))

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} is released from Reserve"


class ExploitGained(UnitEvent, frozen=True, kw_only=True):
    """A unit gained an Exploit marker (9.13); `keeps_zoc` if it had a ZOC (5.9c)."""

    keeps_zoc: bool

    def changed(self, unit: Unit) -> Unit:
        return unit.change(marker="exploit", keeps_zoc=self.keeps_zoc)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} gains Exploitation Mode"


class UnitMoved(UnitEvent, frozen=True, kw_only=True):
    """A unit entered a hex by spending `mp` (in 1/12 MP)."""

    openly: ClassVar[bool] = True
    verbs: ClassVar[tuple[str, str]] = ("moves", "move")
    start: int
    hex: int
    mp: int

    def changed(self, unit: Unit) -> Unit:
        activity = replace(unit.activity, origin=unit.began_at, spent=True, bridge=-1)
        return unit.change(hex=self.hex, activity=activity)

    def told(self, n: Names) -> str:
        known = n.knows(self.unit)
        ends = n.hex(self.start), n.hex(self.hex)
        return way_told([n.unit(self.unit)] if known else [], self.verbs, ends, 1, show_mp(self.mp) if known else "")


class UnitRailed(UnitEvent, frozen=True, kw_only=True):
    """A unit went by rail from `start` to `hex` along `path`, for `cost` in 1/16 points of Rail Cap (13.3e)."""

    openly: ClassVar[bool] = True
    start: int
    hex: int
    path: tuple[int, ...]
    cost: int

    def changed(self, unit: Unit) -> Unit:
        return unit.change(hex=self.hex, activity=replace(unit.activity, origin=unit.began_at, railed=True))

    def apply(self, state: State) -> State:
        return super().apply(state).change(rail_spent=state.rail_spent + self.cost)

    def told(self, n: Names) -> str:
        goes = f"{n.unit(self.unit)} goes by rail to {n.hex(self.hex)}"
        own = n.knows(self.unit) and not n.is_theirs(self.unit)
        return f"{goes} ({show_rail_points(self.cost)} Rail Cap)" if own else goes


class RailConverted(UnitEvent, frozen=True, kw_only=True):
    """A Rail Repair unit converted the railroad of its hex to a gauge (13.3f-B)."""

    openly: ClassVar[bool] = True
    hex: int
    gauge: str

    def changed(self, unit: Unit) -> Unit:
        return unit.act(converted=unit.activity.converted + 1)

    def apply(self, state: State) -> State:
        regauged = {**state.regauged, self.hex: self.gauge}
        return super().apply(state).change(regauged=regauged, new_rails=state.new_rails | {self.hex})

    def told(self, n: Names) -> str:
        return f"The railroad at {n.hex(self.hex)} is converted to {self.gauge} gauge"


class MoveFinished(UnitEvent, frozen=True, kw_only=True):
    """A unit has finished its move (6.1f, 6.1g)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.act(moved=True)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} has finished its move"


class NegationRelied(UnitEvent, frozen=True, kw_only=True):
    """A unit's presence negated a ZOC: it may spend no more MP in this phase (4.5b-A)."""

    audience: ClassVar[str] = "own"
    hex: int

    def changed(self, unit: Unit) -> Unit:
        return unit.act(negates=True)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} negates the enemy ZOC at {n.hex(self.hex)} and stays there this phase"


class OverrunDeclared(Event, frozen=True, kw_only=True):
    """A stack overruns a hex; every unit of it spent 3 MP (8.1a)."""

    start: int
    hex: int
    units: tuple[str, ...]

    def touched(self) -> tuple[str, ...]:
        return self.units

    def apply(self, state: State) -> State:
        state = state.with_units([state.units[u].act(spent=True) for u in self.units])
        return state.change(overrun=state.overrun | {self.hex})

    def told(self, n: Names) -> str:
        return f"{units_do(n, self.units, 'overruns', 'overrun')} {n.hex(self.hex)} from {n.hex(self.start)}"
