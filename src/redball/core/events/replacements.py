"""Replacements: results of the Variable Reinforcement Table, rebuilding, consolidation."""

from __future__ import annotations

from typing import ClassVar

from redball.core.events.base import Event, UnitEvent
from redball.core.state import DEAD_PILE, REMOVED, Facing, Marker, State, Unit
from redball.core.telling import Names, counted, show_items


class ReplacementsRolled(Event, frozen=True, kw_only=True):
    """The Variable Reinforcement Table gave these numbers of `pax`, `eq` or units of a pool (13.5-A)."""

    results: dict[str, int]

    def told(self, n: Names) -> str:
        return f"{n.side(self.side)}: the Variable Reinforcement Table gives {show_items(self.results)}"


class ReplacementsForfeited(Event, frozen=True, kw_only=True):
    """Repls that were not placed are lost (13.6)."""

    results: dict[str, int]

    def told(self, n: Names) -> str:
        return f"{n.side(self.side)} loses the replacements it did not place: {show_items(self.results)}"


class ReplArrived(UnitEvent, frozen=True, kw_only=True):
    """A new Repl, `unit`, came onto the map (13.5-A)."""

    openly: ClassVar[bool] = True
    counter: str
    hex: int
    marker: Marker = ""

    def apply(self, state: State) -> State:
        repl = Unit(id=self.unit, counter=self.counter, side=self.side, hex=self.hex, facing="move", marker=self.marker)
        return state.with_unit(repl).change(arrived=state.arrived | {self.unit})

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} arrives at {n.hex(self.hex)}"


class ReplsSpent(Event, frozen=True, kw_only=True):
    """Repls were used up for a rebuild (13.5a)."""

    audience: ClassVar[str] = "own"
    units: tuple[str, ...]
    hex: int

    def touched(self) -> tuple[str, ...]:
        return self.units

    def apply(self, state: State) -> State:
        return state.without_units(self.units)

    def told(self, n: Names) -> str:
        return f"Spent on rebuilding at {n.hex(self.hex)}: {n.units(self.units)}"


class UnitRebuilt(UnitEvent, frozen=True, kw_only=True):
    """A unit came back from the Dead Pile with `steps_lost` still missing (13.5a-1)."""

    openly: ClassVar[bool] = True
    hex: int
    facing: Facing
    marker: Marker
    steps_lost: int

    def changed(self, unit: Unit) -> Unit:
        return Unit(
            id=unit.id,
            counter=unit.counter,
            side=unit.side,
            hex=self.hex,
            facing=self.facing,
            marker=self.marker,
            steps_lost=self.steps_lost,
        )

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} is rebuilt at {n.hex(self.hex)}"


class StepRegained(UnitEvent, frozen=True, kw_only=True):
    """A reduced unit regained a step (13.5a-2)."""

    audience: ClassVar[str] = "own"

    def changed(self, unit: Unit) -> Unit:
        return unit.change(steps_lost=unit.steps_lost - 1)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} regains a step"


class TruckRebuilt(UnitEvent, frozen=True, kw_only=True):
    """A truck point was rebuilt, added to `unit` or as a counter of its own (13.5e)."""

    audience: ClassVar[str] = "own"
    counter: str
    hex: int

    def apply(self, state: State) -> State:
        new = Unit(id=self.unit, counter=self.counter, side=self.side, hex=self.hex, facing="move")
        unit = state.units.get(self.unit) or new
        return state.with_unit(unit.change(points=unit.points + 1)).with_trucks_lost(self.counter, -1)

    def told(self, n: Names) -> str:
        return f"A point of {n.unit(self.unit)} is rebuilt at {n.hex(self.hex)}"


class UnitsCombined(UnitEvent, frozen=True, kw_only=True):
    """`unit` took over `steps` of `other`, which went to the Dead Pile; `excess` steps were lost (13.9-1)."""

    audience: ClassVar[str] = "own"
    other: str
    steps: int
    excess: int
    removed: bool = False

    def touched(self) -> tuple[str, ...]:
        return (self.unit, self.other)

    def apply(self, state: State) -> State:
        unit, other = state.units[self.unit], state.units[self.other]
        kept = unit.change(steps_lost=unit.steps_lost - self.steps)
        gone = other.change(
            hex=REMOVED if self.removed else DEAD_PILE,
            steps_lost=other.steps_lost + self.steps + self.excess,
            marker="",
            out_of_supply=False,
            own=(),
        )
        lost = {**state.steps_lost, self.side: state.steps_lost.get(self.side, 0) + self.excess}
        return state.with_units([kept, gone]).change(steps_lost=lost)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} takes {counted(self.steps, 'step')} from {n.unit(self.other)}"


class UnitExchanged(UnitEvent, frozen=True, kw_only=True):
    """`unit` became the unit `taken` of another formation, with its mode and markers, and went to the Dead Pile
    with `steps` lost (13.9-2, 13.9-3)."""

    audience: ClassVar[str] = "own"
    taken: str
    steps: int

    def touched(self) -> tuple[str, ...]:
        return (self.unit, self.taken)

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        taken = unit.change(id=self.taken, counter=state.units[self.taken].counter, formation_fueled=False)
        gone = Unit(
            id=unit.id,
            counter=unit.counter,
            side=unit.side,
            hex=DEAD_PILE,
            facing=unit.facing,
            steps_lost=self.steps,
        )
        return state.with_units([taken, gone])

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} becomes {n.unit(self.taken)} of {n.formation(self.taken)}"


class TruckExchanged(UnitEvent, frozen=True, kw_only=True):
    """The Transport Point `unit` became the Organic Truck `taken` of a formation, printed on `counter`, with its load;
    the old counter counts as lost (13.9-2, 13.9-3)."""

    audience: ClassVar[str] = "own"
    taken: str
    counter: str

    def touched(self) -> tuple[str, ...]:
        return (self.unit, self.taken)

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        taken = unit.change(id=self.taken, counter=self.counter, captured=False)
        state = state.without_units([self.unit]).with_unit(taken).with_trucks_lost(self.counter, -unit.points)
        return state if unit.captured else state.with_trucks_lost(unit.counter, unit.points)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} becomes {n.unit(self.taken)} of {n.formation(self.taken)}"
