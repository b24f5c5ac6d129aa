"""Modes and movement."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from redball.core.events.base import Event, UnitEvent
from redball.core.state import DgKind, Facing, Marker, Mode, State, Unit


class ModeChanged(UnitEvent, frozen=True, kw_only=True):
    """A voluntary change (5.4). `mode` is the mode now in force; `bridge` the hex that an engineer who bridges it no
    longer may still leave by its own bridge (13.8b-C)."""

    mode: Mode
    facing: Facing
    bridge: int = -1

    def changed(self, unit: Unit) -> Unit:
        marker = "" if self.mode in ("combat", "move") else self.mode
        activity = replace(unit.activity, changed=True, bridge=self.bridge)
        return unit.change(facing=self.facing, marker=marker, dg_kind="", keeps_zoc=False, activity=activity)


class FacingChanged(UnitEvent, frozen=True, kw_only=True):
    """A unit turned its other side up without changing its marker (5.4-E, 9.12b-A, 13.1c-B); `bridge` as in
    `ModeChanged`."""

    facing: Facing
    voluntary: bool = False
    bridge: int = -1

    def changed(self, unit: Unit) -> Unit:
        changed = unit.activity.changed or self.voluntary
        return unit.change(facing=self.facing).act(changed=changed, bridge=self.bridge)


class MarkerRemoved(UnitEvent, frozen=True, kw_only=True):
    """A mode marker came off (5.2-C)."""

    marker: Marker

    def changed(self, unit: Unit) -> Unit:
        return unit.change(marker="", dg_kind="", keeps_zoc=False)


class ReserveReleased(UnitEvent, frozen=True, kw_only=True):
    """A Reserve unit was released (5.7b)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(marker="", activity=replace(unit.activity, released=True))


class Disorganized(UnitEvent, frozen=True, kw_only=True):
    """A unit became DG (5.10), of a `kind` where there are two."""

    kind: DgKind = ""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(marker="dg", dg_kind=self.kind, keeps_zoc=False)


class DisorganizationEased(UnitEvent, frozen=True, kw_only=True):
    """One of the two markers of Combat DG came off (N5.10)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(dg_kind="fire")


class UnitTapped(UnitEvent, frozen=True, kw_only=True):
    """Artillery has fired and gives no more fire until it is ready (N5-tap)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(tapped=True)


class UnitReadied(UnitEvent, frozen=True, kw_only=True):
    """Tapped artillery is ready again (N5-tap)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(tapped=False)


class ExploitGained(UnitEvent, frozen=True, kw_only=True):
    """A unit gained an Exploit marker (9.13); `keeps_zoc` if it had a ZOC (5.9c)."""

    keeps_zoc: bool

    def changed(self, unit: Unit) -> Unit:
        return unit.change(marker="exploit", keeps_zoc=self.keeps_zoc)


class UnitMoved(UnitEvent, frozen=True, kw_only=True):
    """A unit entered a hex by spending `mp` (in 1/12 MP)."""

    start: int
    hex: int
    mp: int

    def changed(self, unit: Unit) -> Unit:
        activity = replace(unit.activity, origin=unit.began_at, spent=True, bridge=-1)
        return unit.change(hex=self.hex, activity=activity)


class RaiderCheckCalled(Event, frozen=True, kw_only=True):
    """A side wants the railroads through these hexes cleared of raiders (21.10b)."""

    hexes: tuple[int, ...]


class UnitShifted(UnitEvent, frozen=True, kw_only=True):
    """A raider was shifted off a railroad (21.10b)."""

    start: int
    hex: int

    def changed(self, unit: Unit) -> Unit:
        return unit.change(hex=self.hex, activity=replace(unit.activity, origin=unit.began_at, bridge=-1))


class UnitRailed(UnitEvent, frozen=True, kw_only=True):
    """A unit went by rail from `start` to `hex` along `path`, for `cost` in 1/16 points of Rail Cap (13.3e)."""

    start: int
    hex: int
    path: tuple[int, ...]
    cost: int

    def changed(self, unit: Unit) -> Unit:
        return unit.change(hex=self.hex, activity=replace(unit.activity, origin=unit.began_at, railed=True))

    def apply(self, state: State) -> State:
        return super().apply(state).change(rail_spent=state.rail_spent + self.cost)


class RailConverted(UnitEvent, frozen=True, kw_only=True):
    """A Rail Repair unit converted the railroad of its hex to a gauge (13.3f-B)."""

    hex: int
    gauge: str

    def changed(self, unit: Unit) -> Unit:
        return unit.act(converted=unit.activity.converted + 1)

    def apply(self, state: State) -> State:
        regauged = {**state.regauged, self.hex: self.gauge}
        return super().apply(state).change(regauged=regauged, new_rails=state.new_rails | {self.hex})


class RailDamaged(Event, frozen=True, kw_only=True):
    """`side` damaged the railroad of a hex: nobody can use it."""

    hex: int

    def apply(self, state: State) -> State:
        return state.change(damaged_rails={**state.damaged_rails, self.hex: self.side})


class RailRepaired(UnitEvent, frozen=True, kw_only=True):
    """A Rail Repair unit repaired the railroad of its hex: work as a conversion is."""

    hex: int

    def changed(self, unit: Unit) -> Unit:
        return unit.act(converted=unit.activity.converted + 1)

    def apply(self, state: State) -> State:
        left = {h: side for h, side in state.damaged_rails.items() if h != self.hex}
        return super().apply(state).change(damaged_rails=left, new_rails=state.new_rails | {self.hex})


class RailsRestored(Event, frozen=True, kw_only=True):
    """The railroads of these hexes can be used again without anybody's work."""

    hexes: tuple[int, ...]

    def apply(self, state: State) -> State:
        left = {h: side for h, side in state.damaged_rails.items() if h not in self.hexes}
        return state.change(damaged_rails=left)


class UnitScouted(UnitEvent, frozen=True, kw_only=True):
    """A recon unit spent MP to look into a hex (21.1-A)."""

    hex: int
    mp: int

    def changed(self, unit: Unit) -> Unit:
        return unit.act(spent=True)


class ForceTold(Event, frozen=True, kw_only=True):
    """A side had to tell what it has in a hex: steps, and which kinds of units (21.1-B)."""

    hex: int
    steps: int
    armor: bool
    mech: bool
    anti_tank: bool

    def apply(self, state: State) -> State:
        return state


class MoveFinished(UnitEvent, frozen=True, kw_only=True):
    """A unit has finished its move (6.1f, 6.1g)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.act(moved=True)


class NegationRelied(UnitEvent, frozen=True, kw_only=True):
    """A unit's presence negated a ZOC: it may spend no more MP in this phase (4.5b-A)."""

    audience: ClassVar[str] = "own"
    hex: int

    def changed(self, unit: Unit) -> Unit:
        return unit.act(negates=True)


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
