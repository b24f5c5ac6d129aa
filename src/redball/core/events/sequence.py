"""Dice, the sequence of play, arrivals."""

from __future__ import annotations

from collections.abc import Collection
from itertools import compress, repeat
from operator import attrgetter, is_not
from typing import ClassVar

from msgspec.structs import replace

from redball.core.dice import DicePosition
from redball.core.events.base import Event, UnitEvent
from redball.core.ledger import show_tokens
from redball.core.own import lasting
from redball.core.state import (
    IDLE,
    NOT_ARRIVED,
    REMOVED,
    SET_UP,
    Clock,
    Dump,
    Facing,
    Marker,
    Outcome,
    PhaseName,
    SegmentName,
    State,
    Unit,
)
from redball.core.telling import Names, phase_name


class DiceRolled(Event, frozen=True, kw_only=True):
    """Dice fell. `first` is the number of the first die in the stream."""

    dice: tuple[int, ...]
    reason: str
    first: int

    def apply(self, state: State) -> State:
        return state.change(dice=DicePosition(state.dice.branch, self.first + len(self.dice)))

    def told(self, n: Names) -> str:
        who = f"{n.side(self.side)} rolls" if self.side else "rolled"
        two = len(self.dice) == 2  # more are throws of their own: for each aircraft, or for a loss
        what = f"{self.dice[0]} + {self.dice[1]} = {sum(self.dice)}" if two else ", ".join(map(str, self.dice))
        return f"{who} {what}: {self.reason}"


class WeatherSet(Event, frozen=True, kw_only=True):
    """The weather of this game turn."""

    weather: str

    def apply(self, state: State) -> State:
        return state.change(weather=self.weather)

    def told(self, n: Names) -> str:
        return f"Weather: {self.weather}"


class TurnBegan(Event, frozen=True, kw_only=True):
    """The turn marker stands here (2.3-L)."""

    turn: int

    def apply(self, state: State) -> State:
        return state.change(clock=Clock(turn=self.turn), raised={}, lowered=frozenset())

    def told(self, n: Names) -> str:
        return f"Turn {self.turn} begins"


class SimulcastAgreed(Event, frozen=True, kw_only=True):
    """Both players agreed to a simulcast turn (2.4)."""

    def apply(self, state: State) -> State:
        return state.change(clock=replace(state.clock, simulcast=True))

    def told(self, n: Names) -> str:
        return "Both sides agree to a simulcast turn"


class FirstPlayerSet(Event, frozen=True, kw_only=True):
    """Who takes the first Player Turn; `side` elected it."""

    first: str

    def apply(self, state: State) -> State:
        return state.change(clock=replace(state.clock, first=self.first))

    def told(self, n: Names) -> str:
        return f"{n.side(self.first)} takes the first Player Turn"


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A phase or segment began; `side` acts in it. A new phase clears what units did in the last one; a new
    segment clears which hexes and units took part in an attack (9.1c-C)."""

    phase: PhaseName
    segment: SegmentName
    phasing: str
    new_phase: bool

    def apply(self, state: State) -> State:
        before = state.clock
        clock = replace(before, phasing=self.phasing, phase=self.phase, segment=self.segment, acting=self.side)
        state = state.change(clock=clock, attacked=frozenset())
        if not self.new_phase:
            return state
        state = after_arrivals(state, moved=before.phasing if before.phase == "movement" else "")
        if state.own:
            own = (record.in_new_phase(state) for record in state.own)
            state = state.change(own=tuple([record for record in own if record is not None]))
        dumps = {
            side: {h: (Dump(d.tokens) if d.fresh else d) for h, d in own.items()} for side, own in state.dumps.items()
        }
        state = state.change(dumps=dumps, barraged=frozenset(), blown=frozenset(), overrun=frozenset())
        state = state.change(new_rails=frozenset(), rail_spent=0)
        return state.with_units(_as_of_new(state.units.values()))

    def told(self, n: Names) -> str:
        return f"{n.side(self.side)}: {phase_name(self.phase, self.segment)}"


def _as_of_new(units: Collection[Unit]) -> list[Unit]:
    """The units with records of their activity in the last phase, now without them."""
    acted = compress(units, map(is_not, map(attrgetter("activity"), units), repeat(IDLE)))
    idle = {unit.id: unit.change(activity=IDLE) for unit in acted if unit.activity != IDLE}
    for unit in compress(units, map(attrgetter("own"), units)):
        if (own := lasting(unit.own)) is not unit.own:
            idle[unit.id] = unit.change(activity=IDLE, own=own)
    return [*idle.values()]


def after_arrivals(state: State, moved: str) -> State:
    """The arrivals still in force as a phase ends: until their side has `moved` (13.3e-1, 4.8a-B), and for a unit
    only while it stays in its hex."""
    if not (state.arrived or state.landed or state.overfull):
        return state
    waiting = (state.units[uid] for uid in state.arrived if uid in state.units)
    arrived = frozenset(u.id for u in waiting if u.on_map and u.activity.origin < 0 and u.side != moved)
    if not moved:
        return state.change(arrived=arrived)
    others = {unit.hex for unit in state.units.values() if unit.side != moved}
    landed = {h: n for h, n in state.landed.items() if any(h in state.dumps[s] for s in state.dumps if s != moved)}
    return state.change(arrived=arrived, landed=landed, overfull=state.overfull & others)


class GameEnded(Event, frozen=True, kw_only=True):
    """The game is over."""

    winner: str
    result: str
    points: dict[str, int]
    reason: str = ""

    def apply(self, state: State) -> State:
        return state.change(outcome=Outcome(self.winner, self.result, self.points, self.reason))

    def told(self, n: Names) -> str:
        return f"The game ends: {self.result}"


class ControlChanged(Event, frozen=True, kw_only=True):
    """A victory hex changed hands."""

    hex: int

    def apply(self, state: State) -> State:
        return state.change(control={**state.control, self.hex: self.side})

    def told(self, n: Names) -> str:
        return f"{n.side(self.side)} takes {n.hex(self.hex)}"


class OverstackingNoted(Event, frozen=True, kw_only=True):
    """Both sides have placed arrivals: they may overstack these `hexes` of a side until it has moved (4.8a-B)."""

    audience: ClassVar[str] = "own"
    hexes: tuple[int, ...]

    def apply(self, state: State) -> State:
        return state.change(overfull=state.overfull | set(self.hexes))

    def told(self, n: Names) -> str:
        return f"Overstacked until units move: {', '.join(map(n.hex, self.hexes))}"


class UnitArrived(UnitEvent, frozen=True, kw_only=True):
    """A reinforcement was placed (13.6)."""

    openly: ClassVar[bool] = True
    hex: int
    facing: Facing
    marker: Marker = ""
    load: int = 0

    def changed(self, unit: Unit) -> Unit:
        return unit.change(hex=self.hex, facing=self.facing, marker=self.marker, load=self.load, returns=0)

    def apply(self, state: State) -> State:
        return super().apply(state).change(arrived=state.arrived | {self.unit})

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} arrives at {n.hex(self.hex)}"


class UnitForfeited(UnitEvent, frozen=True, kw_only=True):
    """A reinforcement that was not placed is lost (13.6)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(hex=REMOVED)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} was not placed and is lost"


class SupplyForfeited(Event, frozen=True, kw_only=True):
    """Supply that found no place is lost (13.6)."""

    audience: ClassVar[str] = "own"
    tokens: int

    def told(self, n: Names) -> str:
        return f"{n.side(self.side)} has no room for {show_tokens(self.tokens)} of supply and loses it"


class SupplyArrived(Event, frozen=True, kw_only=True):
    """New SP came onto the map."""

    audience: ClassVar[str] = "own"
    hex: int
    tokens: int

    def apply(self, state: State) -> State:
        dump = state.ground_supply(self.side, self.hex)
        state = state.with_dump(self.side, self.hex, Dump(dump.tokens + self.tokens, dump.fresh))
        return state.change(landed={**state.landed, self.hex: state.landed.get(self.hex, 0) + self.tokens})

    def told(self, n: Names) -> str:
        return f"Supply arrives at {n.hex(self.hex)}: {show_tokens(self.tokens)}"


class SupplyRolled(Event, frozen=True, kw_only=True):
    """The Supply Table gave this many tokens, still to be placed (2.3-D)."""

    audience: ClassVar[str] = "own"
    tokens: int

    def told(self, n: Names) -> str:
        return f"The Supply Table gives {show_tokens(self.tokens)}"


class SetUpBegan(Event, frozen=True, kw_only=True):
    """A side begins to set up what the scenario leaves to it."""

    def clock(self) -> Clock:
        """The clock during set-up."""
        return Clock(phase=SET_UP, segment=SET_UP, acting=self.side)

    def apply(self, state: State) -> State:
        return state.change(clock=self.clock())

    def told(self, n: Names) -> str:
        return f"{n.side(self.side)} sets up"


class SetUpEnded(Event, frozen=True, kw_only=True):
    """Both sides have set up; the other side sees what fog of war allows."""

    def apply(self, state: State) -> State:
        return state.change(clock=Clock())

    def told(self, n: Names) -> str:
        return "The set-up is complete"


class UnitSetUp(UnitEvent, frozen=True, kw_only=True):
    """A player set a unit up (SETUP-IV-A); `load` is its load in the scenario."""

    audience: ClassVar[str] = "own"
    hex: int
    facing: Facing
    marker: Marker = ""
    load: int = 0

    def changed(self, unit: Unit) -> Unit:
        return unit.change(hex=self.hex, facing=self.facing, marker=self.marker, load=self.load)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} is set up at {n.hex(self.hex)}"


class UnitTakenBack(UnitEvent, frozen=True, kw_only=True):
    """A player took a unit back with the load from the scenario; `facing` is its side up while it waits."""

    audience: ClassVar[str] = "own"
    facing: Facing

    def changed(self, unit: Unit) -> Unit:
        return unit.change(hex=NOT_ARRIVED, facing=self.facing, marker="", load=0)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} is taken back"


class SupplySetUp(Event, frozen=True, kw_only=True):
    """A player put SP on the ground at set-up; a negative number takes SP back."""

    audience: ClassVar[str] = "own"
    hex: int
    tokens: int

    def apply(self, state: State) -> State:
        there = state.ground_supply(self.side, self.hex).tokens
        return state.with_dump(self.side, self.hex, Dump(there + self.tokens))

    def told(self, n: Names) -> str:
        done = "set up" if self.tokens > 0 else "taken back"
        return f"{show_tokens(abs(self.tokens))} {done} at {n.hex(self.hex)}"


class LoadSetUp(UnitEvent, frozen=True, kw_only=True):
    """A Transport Point takes SP of its hex at set-up (SETUP-IV-C); a negative number puts SP back."""

    audience: ClassVar[str] = "own"
    hex: int
    tokens: int

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        there = state.ground_supply(unit.side, self.hex).tokens
        state = state.with_unit(unit.change(load=unit.load + self.tokens))
        return state.with_dump(unit.side, self.hex, Dump(there - self.tokens))

    def told(self, n: Names) -> str:
        does = "loads" if self.tokens > 0 else "puts back"
        return f"{n.unit(self.unit)} {does} {show_tokens(abs(self.tokens))} at {n.hex(self.hex)}"
