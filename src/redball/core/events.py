"""Events: the only things that change a state. Small frozen facts, each with the rule case it comes from.

`side` is whose fact it is; `audience` "all" or "own": an event of audience "own" tells the other side nothing (hidden
state, 4.9a-B). `touched` names the units whose record changes, for the repair of derived facts.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from redball.core.dice import DicePosition
from redball.core.ledger import Ledger
from redball.core.state import (
    DEAD_PILE,
    IDLE,
    Activity,
    Clock,
    Dump,
    Hedgehog,
    Outcome,
    State,
    Unit,
)


class Event(Struct, frozen=True, kw_only=True, tag_field="type", tag=True):
    """The base of all events."""

    case: str
    side: str = ""
    audience: ClassVar[str] = "all"

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


# --- dice and sequence -----------------------------------------------------------------------------------------


class DiceRolled(Event, frozen=True, kw_only=True):
    """Dice fell. `first` is the number of the first die in the stream."""

    dice: tuple[int, ...]
    reason: str
    first: int

    def apply(self, state: State) -> State:
        return state.change(dice=DicePosition(state.dice.branch, self.first + len(self.dice)))


class WeatherSet(Event, frozen=True, kw_only=True):
    """The weather of this game turn."""

    weather: str

    def apply(self, state: State) -> State:
        return state.change(weather=self.weather)


class TurnBegan(Event, frozen=True, kw_only=True):
    """The turn marker stands here (2.3-L)."""

    turn: int

    def apply(self, state: State) -> State:
        return state.change(clock=Clock(turn=self.turn))


class FirstPlayerSet(Event, frozen=True, kw_only=True):
    """Who takes the first Player Turn; `side` elected it."""

    first: str

    def apply(self, state: State) -> State:
        return state.change(clock=replace(state.clock, first=self.first))


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A phase or segment began; `side` acts in it. A new phase clears what units did in the last one; a new
    segment clears which hexes and units took part in an attack (9.1c-C)."""

    phase: str
    segment: str
    phasing: str
    new_phase: bool

    def apply(self, state: State) -> State:
        clock = replace(
            state.clock, phasing=self.phasing, phase=self.phase, segment=self.segment, acting=self.side
        )
        state = state.change(clock=clock, attacked=frozenset())
        if not self.new_phase:
            return state
        idle = [u.change(activity=IDLE) for u in state.units.values() if u.activity is not IDLE and u.activity != IDLE]
        dumps = {
            side: {h: (Dump(d.tokens) if d.fresh else d) for h, d in own.items()} for side, own in state.dumps.items()
        }
        return state.with_units(idle).change(dumps=dumps, barraged=frozenset())


class GameEnded(Event, frozen=True, kw_only=True):
    """The game is over."""

    winner: str
    result: str
    points: dict[str, int]
    reason: str = ""

    def apply(self, state: State) -> State:
        return state.change(outcome=Outcome(self.winner, self.result, self.points, self.reason))


class ControlChanged(Event, frozen=True, kw_only=True):
    """A victory hex changed hands."""

    hex: int

    def apply(self, state: State) -> State:
        return state.change(control={**state.control, self.hex: self.side})


# --- arrivals --------------------------------------------------------------------------------------------------


class UnitArrived(UnitEvent, frozen=True, kw_only=True):
    """A reinforcement was placed (13.6)."""

    hex: int
    facing: str
    marker: str = ""
    load: int = 0

    def changed(self, unit: Unit) -> Unit:
        return unit.change(hex=self.hex, facing=self.facing, marker=self.marker, load=self.load)


class UnitForfeited(UnitEvent, frozen=True, kw_only=True):
    """A reinforcement that was not placed is lost (13.6)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(hex=DEAD_PILE)


class SupplyArrived(Event, frozen=True, kw_only=True):
    """New SP came onto the map."""

    audience: ClassVar[str] = "own"
    hex: int
    tokens: int

    def apply(self, state: State) -> State:
        dump = state.ground_supply(self.side, self.hex)
        return state.with_dump(self.side, self.hex, Dump(dump.tokens + self.tokens, dump.fresh))


class SupplyRolled(Event, frozen=True, kw_only=True):
    """The Supply Table gave so many tokens, still to be placed (2.3-D)."""

    audience: ClassVar[str] = "own"
    tokens: int


# --- modes and movement ----------------------------------------------------------------------------------------


class ModeChanged(UnitEvent, frozen=True, kw_only=True):
    """A voluntary change (5.4). `mode` is the mode now in force."""

    mode: str
    facing: str

    def changed(self, unit: Unit) -> Unit:
        marker = "" if self.mode in ("combat", "move") else self.mode
        return unit.change(
            facing=self.facing, marker=marker, keeps_zoc=False, activity=replace(unit.activity, changed=True)
        )


class FacingChanged(UnitEvent, frozen=True, kw_only=True):
    """A unit turned its other side up without changing its marker (5.4-E, 9.12b-A, 13.1c-B)."""

    facing: str
    voluntary: bool = False

    def changed(self, unit: Unit) -> Unit:
        turned = unit.change(facing=self.facing)
        return turned.act(changed=True) if self.voluntary else turned


class MarkerRemoved(UnitEvent, frozen=True, kw_only=True):
    """A mode marker came off (5.2-C)."""

    marker: str

    def changed(self, unit: Unit) -> Unit:
        return unit.change(marker="", keeps_zoc=False)


class ReserveReleased(UnitEvent, frozen=True, kw_only=True):
    """A Reserve unit was released (5.7b)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(marker="", activity=replace(unit.activity, released=True))


class Disorganized(UnitEvent, frozen=True, kw_only=True):
    """A unit became DG (5.10)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(marker="dg", keeps_zoc=False)


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
        activity = replace(unit.activity, origin=unit.began_at, spent=True)
        return unit.change(hex=self.hex, activity=activity)


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
        return state.with_units([state.units[u].act(spent=True) for u in self.units])


# --- supply ----------------------------------------------------------------------------------------------------


class SupplySpent(Event, frozen=True, kw_only=True):
    """Tokens were spent from a hex: from the ground, or from what `holder` carries. `purpose` says for what."""

    audience: ClassVar[str] = "own"
    hex: int
    tokens: int
    purpose: str
    holder: str = ""
    via: str = ""
    unit: str = ""

    def touched(self) -> tuple[str, ...]:
        return (self.holder,) if self.holder else ()

    def apply(self, state: State) -> State:
        if self.holder:
            unit = state.units[self.holder]
            if unit.load < self.tokens:
                raise ValueError(f"{self.holder} carries {unit.load}T, not {self.tokens}T")
            return state.with_unit(unit.change(load=unit.load - self.tokens))
        dump = state.ground_supply(self.side, self.hex)
        fresh = min(dump.fresh, dump.tokens - self.tokens)
        return state.with_dump(self.side, self.hex, Dump(dump.tokens - self.tokens, fresh))


class FuelPaid(UnitEvent, frozen=True, kw_only=True):
    """Fuel was paid by one of the methods of 12.5c; `formation` names the formation for that method, `members` the units
    that share the common source and stay fueled (reading 1.93)."""

    audience: ClassVar[str] = "own"
    method: str
    formation: str = ""
    members: tuple[str, ...] = ()

    def touched(self) -> tuple[str, ...]:
        return (self.unit, *self.members)

    def changed(self, unit: Unit) -> Unit:
        if self.method == "hq":
            return unit.change(hq_fueled=True)
        if self.method == "single_unit":
            return unit.act(fueled=True)
        return unit

    def apply(self, state: State) -> State:
        state = state.with_unit(self.changed(state.units[self.unit]))
        if self.method == "formation":
            state = state.with_units([state.units[u].change(formation_fueled=True) for u in self.members])
            state = state.change(fueled_formations=state.fueled_formations | {self.formation})
        return state


class FuelDrawn(UnitEvent, frozen=True, kw_only=True):
    """An independent unit begins its move within a fueled HQ's throw range (12.5e-A); the HQ throws from `hex`."""

    audience: ClassVar[str] = "own"
    hq: str
    hex: int

    def touched(self) -> tuple[str, ...]:
        return (self.unit, self.hq)

    def apply(self, state: State) -> State:
        state = state.with_unit(state.units[self.unit].act(fueled=True))
        return state.with_unit(state.units[self.hq].act(fuel_hex=self.hex))


class FuelRemoved(Event, frozen=True, kw_only=True):
    """Fuel markers come off a side's HQs and formations (12.5d)."""

    audience: ClassVar[str] = "own"
    units: tuple[str, ...]
    formations: tuple[str, ...]

    def touched(self) -> tuple[str, ...]:
        return self.units

    def apply(self, state: State) -> State:
        unfueled = [state.units[u].change(hq_fueled=False, formation_fueled=False) for u in self.units]
        state = state.with_units(unfueled)
        return state.change(fueled_formations=state.fueled_formations - set(self.formations))


class SupplyLoaded(UnitEvent, frozen=True, kw_only=True):
    """A Transport Point loaded tokens from its hex (13.2f-A)."""

    audience: ClassVar[str] = "own"
    hex: int
    tokens: int

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        dump = state.ground_supply(unit.side, self.hex)
        state = state.with_unit(unit.change(load=unit.load + self.tokens, activity=replace(unit.activity, spent=True)))
        return state.with_dump(unit.side, self.hex, Dump(dump.tokens - self.tokens, dump.fresh))


class SupplyUnloaded(UnitEvent, frozen=True, kw_only=True):
    """A Transport Point put tokens on the ground; they may not be loaded again in this phase (12.2a)."""

    audience: ClassVar[str] = "own"
    hex: int
    tokens: int

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        dump = state.ground_supply(unit.side, self.hex)
        state = state.with_unit(unit.change(load=unit.load - self.tokens, activity=replace(unit.activity, spent=True)))
        return state.with_dump(unit.side, self.hex, Dump(dump.tokens + self.tokens, dump.fresh + self.tokens))


class TransportDivided(UnitEvent, frozen=True, kw_only=True):
    """Points and tokens of a Transport Point became a counter of their own."""

    audience: ClassVar[str] = "own"
    new: str
    points: int
    tokens: int
    activity: Activity = IDLE

    def touched(self) -> tuple[str, ...]:
        return (self.unit, self.new)

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        part = unit.change(id=self.new, points=self.points, load=self.tokens, activity=self.activity)
        rest = unit.change(points=unit.points - self.points, load=unit.load - self.tokens)
        return state.with_units([rest, part])


class TransportCombined(UnitEvent, frozen=True, kw_only=True):
    """A Transport Point took another of its kind in; the other counter is gone."""

    audience: ClassVar[str] = "own"
    other: str

    def touched(self) -> tuple[str, ...]:
        return (self.unit, self.other)

    def apply(self, state: State) -> State:
        unit, other = state.units[self.unit], state.units[self.other]
        whole = unit.change(points=unit.points + other.points, load=unit.load + other.load)
        units = state.units.copy()
        units[whole.id] = whole
        del units[other.id]
        return state.change(units=units)


class InternalsUsed(UnitEvent, frozen=True, kw_only=True):
    """A unit used internal stocks: Low, then Exhausted (12.10b)."""

    audience: ClassVar[str] = "own"

    def changed(self, unit: Unit) -> Unit:
        return unit.change(internals=unit.internals + 1)


class InternalsRecovered(UnitEvent, frozen=True, kw_only=True):
    """Internal stocks were filled up by so many levels (12.10e)."""

    audience: ClassVar[str] = "own"
    levels: int

    def changed(self, unit: Unit) -> Unit:
        return unit.change(internals=unit.internals - self.levels)


class TraceChecked(UnitEvent, frozen=True, kw_only=True):
    """A unit was checked for trace supply: `found`, through the HQ `via` or directly from `source`; or it `ate`."""

    audience: ClassVar[str] = "own"
    found: bool
    ate: bool = False
    via: str = ""
    source: int = -1

    def apply(self, state: State) -> State:
        return state

    def touched(self) -> tuple[str, ...]:
        return ()


class MarkedOutOfSupply(UnitEvent, frozen=True, kw_only=True):
    """A unit is marked Out of Supply (12.8a)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(out_of_supply=True)


class OutOfSupplyCleared(UnitEvent, frozen=True, kw_only=True):
    """Trace supply was regained (12.8a-B)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(out_of_supply=False)


class AttritionResult(Event, frozen=True, kw_only=True):
    """The Attrition Table was read for a stack (12.8b); `steps` lost, -1 all."""

    hex: int
    steps: int
    ledger: Ledger


# --- combat ----------------------------------------------------------------------------------------------------


class AttackDeclared(Event, frozen=True, kw_only=True):
    """A regular attack was committed (9.2-1)."""

    hex: int
    units: tuple[str, ...]

    def touched(self) -> tuple[str, ...]:
        return self.units

    def apply(self, state: State) -> State:
        state = state.with_units([state.units[u].act(attacked=True) for u in self.units])
        return state.change(attacked=state.attacked | {self.hex})


class AttackCancelled(Event, frozen=True, kw_only=True):
    """An attack could not be supplied and is cancelled (9.0-E): the hex has not been attacked."""

    hex: int

    def apply(self, state: State) -> State:
        return state.change(attacked=state.attacked - {self.hex})


class AttackerLeftOut(UnitEvent, frozen=True, kw_only=True):
    """An attacking unit without combat supply dropped out; it has not attacked (9.5-A, reading 1.48)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.act(attacked=False)


class DefenderUnsupplied(Event, frozen=True, kw_only=True):
    """Defending units fight without combat supply (9.5-B)."""

    hex: int
    units: tuple[str, ...]


class LeaderChosen(UnitEvent, frozen=True, kw_only=True):
    """The Action Rating that leads a side was announced (9.6-A)."""

    action_rating: int

    def apply(self, state: State) -> State:
        return state

    def touched(self) -> tuple[str, ...]:
        return ()


class TerrainChosen(Event, frozen=True, kw_only=True):
    """The defender announced a terrain (9.4b, 9.4c, 10.0a-B); `against` -1 is his own."""

    hex: int
    terrain: str
    against: int = -1


class OddsSet(Event, frozen=True, kw_only=True):
    """Strengths and initial odds were determined (9.7); the ledgers tell every term."""

    hex: int
    attack: str
    defend: str
    odds: str
    line: str
    column: str
    drm: int
    ledgers: tuple[Ledger, ...]


class SurpriseRolled(Event, frozen=True, kw_only=True):
    """Who has Surprise (9.8): `who` attacker, defender or none, and by how many columns."""

    hex: int
    who: str
    roll: int
    shift: int = 0


class CombatResolved(Event, frozen=True, kw_only=True):
    """The Combat Table was read (9.9). `kind` regular or overrun."""

    kind: str
    hex: int
    roll: int
    column: str
    line: str
    result: str
    ledger: Ledger


class StepLost(UnitEvent, frozen=True, kw_only=True):
    """A unit lost one step; `destroyed` when it was the last (9.11-B)."""

    destroyed: bool
    cause: str

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        if self.destroyed:
            unit = unit.change(hex=DEAD_PILE, steps_lost=unit.steps_lost + 1, marker="", out_of_supply=False, load=0)
        else:
            unit = unit.change(steps_lost=unit.steps_lost + 1)
        lost = {**state.steps_lost, unit.side: state.steps_lost.get(unit.side, 0) + 1}
        return state.with_unit(unit).change(steps_lost=lost)


class UnitEliminated(UnitEvent, frozen=True, kw_only=True):
    """A unit went to the Dead Pile with all its `steps` at once."""

    steps: int
    cause: str

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        gone = unit.change(
            hex=DEAD_PILE, steps_lost=unit.steps_lost + self.steps, marker="", out_of_supply=False, load=0
        )
        lost = {**state.steps_lost, unit.side: state.steps_lost.get(unit.side, 0) + self.steps}
        return state.with_unit(gone).change(steps_lost=lost)


class OptionTaken(Event, frozen=True, kw_only=True):
    """How an option was met: hexes of retreat, or ignored (9.10)."""

    retreat: int
    ignored: bool = False


class UnitRetreated(UnitEvent, frozen=True, kw_only=True):
    """A unit entered a hex in retreat (9.12)."""

    start: int
    hex: int

    def changed(self, unit: Unit) -> Unit:
        return unit.change(hex=self.hex, activity=replace(unit.activity, origin=unit.began_at))


class UnitAdvanced(UnitEvent, frozen=True, kw_only=True):
    """A unit entered the vacated hex after combat (9.12g)."""

    start: int
    hex: int

    def changed(self, unit: Unit) -> Unit:
        return unit.change(hex=self.hex, activity=replace(unit.activity, origin=unit.began_at))


# --- barrage ---------------------------------------------------------------------------------------------------


class BarrageDeclared(Event, frozen=True, kw_only=True):
    """Artillery fires at a hex (10.0); the units have fired in this phase."""

    hex: int
    units: tuple[str, ...]
    strength: str

    def touched(self) -> tuple[str, ...]:
        return self.units

    def apply(self, state: State) -> State:
        state = state.with_units([state.units[u].act(barraged=True) for u in self.units])
        return state.change(barraged=state.barraged | {self.hex})


class BarrageCancelled(Event, frozen=True, kw_only=True):
    """A barrage could not be supplied; its units have not fired (10.1b)."""

    hex: int


class BarrageResolved(Event, frozen=True, kw_only=True):
    """The Barrage Table was read (10.0a); `steps` to lose, after the rounding die."""

    hex: int
    roll: int
    column: str
    result: str
    steps: int
    ledger: Ledger


# --- capture ---------------------------------------------------------------------------------------------------


class DumpCaptured(Event, frozen=True, kw_only=True):
    """A dump on the ground was taken (9.14b): `captured` tokens changed owner, the rest is destroyed. `side` captures."""

    hex: int
    loser: str
    captured: int
    destroyed: int

    def apply(self, state: State) -> State:
        own = state.ground_supply(self.side, self.hex)
        state = state.with_dump(self.loser, self.hex, Dump(0))
        return state.with_dump(self.side, self.hex, Dump(own.tokens + self.captured, own.fresh))


class TransportCaptured(UnitEvent, frozen=True, kw_only=True):
    """A Transport Point with its load changed owner (9.14c); an organic one becomes a regular one (13.2g-F).
    `side` captures; outside its Movement Phase it may not move before the next (13.2i)."""

    may_move: bool

    def changed(self, unit: Unit) -> Unit:
        activity = Activity() if self.may_move else Activity(moved=True)
        return unit.change(side=self.side, captured=True, marker="", activity=activity)


class TransportDisplaced(UnitEvent, frozen=True, kw_only=True):
    """Transport Points that were not captured moved away (9.14c-C)."""

    start: int
    hex: int

    def changed(self, unit: Unit) -> Unit:
        return unit.change(hex=self.hex, marker="")


class SupplyDisplaced(Event, frozen=True, kw_only=True):
    """SP that displaced trucks cannot carry go along and lie on the ground (reading 1.74)."""

    hex: int
    tokens: int
    unit: str

    def touched(self) -> tuple[str, ...]:
        return (self.unit,)

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        dump = state.ground_supply(self.side, self.hex)
        state = state.with_unit(unit.change(load=unit.load - self.tokens))
        return state.with_dump(self.side, self.hex, Dump(dump.tokens + self.tokens, dump.fresh))


class LoadShifted(Event, frozen=True, kw_only=True):
    """Tokens pass between Transport Points of one hex as a capture divides them (9.14c-A)."""

    audience: ClassVar[str] = "own"
    giver: str
    taker: str
    tokens: int

    def touched(self) -> tuple[str, ...]:
        return (self.giver, self.taker)

    def apply(self, state: State) -> State:
        giver, taker = state.units[self.giver], state.units[self.taker]
        return state.with_units(
            [giver.change(load=giver.load - self.tokens), taker.change(load=taker.load + self.tokens)]
        )


class HedgehogCaptured(Event, frozen=True, kw_only=True):
    """A hedgehog changed hands (9.14e)."""

    hex: int

    def apply(self, state: State) -> State:
        level = state.hedgehogs[self.hex].level
        return state.change(hedgehogs={**state.hedgehogs, self.hex: Hedgehog(self.side, level)})
