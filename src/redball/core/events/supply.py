"""Supply, fuel, transport, trace."""

from __future__ import annotations

from typing import ClassVar

from redball.board.terrain import words
from redball.core.events.base import Event, UnitEvent
from redball.core.ledger import Ledger, show_tokens
from redball.core.state import IDLE, NOT_ARRIVED, Activity, Dump, FuelMethod, State, Unit
from redball.core.telling import Names, counted, show_rail_points

WASTED = "wasted"
"""The purpose of SP spent without effect (9.14c-C, 12.10e-C, 12.10h)."""
SAID = {"eaten": "food"}
"""Purposes that are said otherwise than they are written."""


def for_what(purpose: str) -> str:
    """The purpose of spent supply, in words.

    >>> for_what("air_base"), for_what("eaten")
    ('air base', 'food')
    """
    return SAID.get(purpose) or words(purpose)


class Spent(Event, frozen=True, kw_only=True):
    """Tokens were spent, for a unit or through an HQ where these are named; `purpose` says why."""

    audience: ClassVar[str] = "own"
    hex: int
    tokens: int
    purpose: str
    holder: str = ""
    via: str = ""
    unit: str = ""

    def said(self, n: Names, where: str) -> str:
        """Its sentence; `where` is where they came from."""
        through = f" through {n.unit(self.via)}" if self.via else ""
        use = "wasted" if self.purpose == WASTED else f"for {for_what(self.purpose)}"
        return f"{show_tokens(self.tokens)} from {where}{through} {use}"


class SupplySpent(Spent, frozen=True, kw_only=True):
    """Tokens were spent from a hex: from the ground, or from what `holder` carries."""

    def touched(self) -> tuple[str, ...]:
        return (self.holder,) if self.holder else ()

    def apply(self, state: State) -> State:
        if self.holder:
            unit = state.units[self.holder]
            if unit.load < self.tokens:
                raise ValueError(f"{self.holder} carries {unit.load}T, not {self.tokens}T")
            return state.with_unit(unit.change(load=unit.load - self.tokens))
        dump = state.ground_supply(self.side, self.hex)
        fresh = max(0, dump.fresh - self.tokens)  # supply that may not be loaded again is spent first
        return state.with_dump(self.side, self.hex, Dump(dump.tokens - self.tokens, fresh))

    def told(self, n: Names) -> str:
        return self.said(n, n.hex(self.hex))


class DumpBlown(Event, frozen=True, kw_only=True):
    """SP of a hex were blown by their owner (12.11a): of the `tokens` attempted, `destroyed` are gone: `ground` from
    the ground, the rest from `loads` (unit, tokens)."""

    audience: ClassVar[str] = "own"
    hex: int
    tokens: int
    destroyed: int
    ground: int
    loads: tuple[tuple[str, int], ...] = ()

    def touched(self) -> tuple[str, ...]:
        return tuple(uid for uid, _ in self.loads)

    def apply(self, state: State) -> State:
        carriers = [state.units[uid].change(load=state.units[uid].load - burned) for uid, burned in self.loads]
        dump = state.ground_supply(self.side, self.hex)
        left = Dump(dump.tokens - self.ground, max(0, dump.fresh - self.ground))
        state = state.with_units(carriers).with_dump(self.side, self.hex, left)
        return state.change(blown=state.blown | {self.hex})

    def told(self, n: Names) -> str:
        tried, destroyed = show_tokens(self.tokens), show_tokens(self.destroyed)
        return f"{n.side(self.side)} tries to blow {tried} at {n.hex(self.hex)}: {destroyed} destroyed"


SHORT: tuple[FuelMethod, ...] = ("formation_short", "hq_short")
"""Fuel methods for a short move that last until the end of the phase (HR-10)."""


class FuelPaid(UnitEvent, frozen=True, kw_only=True):
    """Fuel was paid by one of the methods of 12.5c; `formation` names the formation for that method, `members` the
    units that share the common source and stay fueled (reading 1.93)."""

    audience: ClassVar[str] = "own"
    method: FuelMethod
    formation: str = ""
    members: tuple[str, ...] = ()

    def touched(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.unit, *self.members)))

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
        elif self.method == "independents":
            state = state.with_units([state.units[u].change(formation_fueled=True) for u in self.members])
        elif self.method in SHORT:
            state = state.with_units([state.units[u].act(fueled=True, short=True) for u in self.members])
        return state

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} pays for fuel ({words(self.method)} method)"


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

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} moves on fuel from {n.unit(self.hq)}"


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

    def told(self, n: Names) -> str:
        return "Fuel markers are removed"


class SupplyLoaded(UnitEvent, frozen=True, kw_only=True):
    """A Transport Point loaded tokens from its hex (13.2f-A); in the Reinforcement Phase only arrivals (13.6c).

    A Transport Point that has just arrived loads new tokens first. If it needs others too, it can no longer entrain
    off the map (13.3e-1)."""

    audience: ClassVar[str] = "own"
    hex: int
    tokens: int

    def apply(self, state: State) -> State:
        new = state.landed.get(self.hex, 0)
        arrival = self.unit in state.arrived and state.units[self.unit].activity.origin < 0
        if state.clock.phase == "reinforcement" or (arrival and self.tokens <= new):
            state = state.change(landed={**state.landed, self.hex: new - self.tokens})
        elif arrival:
            state = state.change(arrived=state.arrived - {self.unit})
        return _with_load(state, self.unit, self.hex, self.tokens)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} loads {show_tokens(self.tokens)} at {n.hex(self.hex)}"


class SupplyUnloaded(UnitEvent, frozen=True, kw_only=True):
    """A Transport Point put tokens on the ground; they may not be loaded again in this phase (12.2a)."""

    audience: ClassVar[str] = "own"
    hex: int
    tokens: int

    def apply(self, state: State) -> State:
        return _with_load(state, self.unit, self.hex, -self.tokens, fresh=self.tokens)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} unloads {show_tokens(self.tokens)} at {n.hex(self.hex)}"


def _with_load(state: State, uid: str, hex_: int, tokens: int, fresh: int = 0) -> State:
    """A unit loads this many tokens from the ground (negative: unloads them), which costs MP."""
    unit = state.units[uid]
    dump = state.ground_supply(unit.side, hex_)
    state = state.with_unit(unit.act(spent=True).change(load=unit.load + tokens))
    return state.with_dump(unit.side, hex_, Dump(dump.tokens - tokens, dump.fresh + fresh))


class SupplyRailed(Event, frozen=True, kw_only=True):
    """Tokens went by rail from the ground of `start` to that of `hex` along `path`, for `cost` in 1/16 points of Rail
    Cap (13.3e). They may not be loaded again in this phase (12.2a). `new`: they entrained where they arrived."""

    audience: ClassVar[str] = "own"
    start: int
    hex: int
    path: tuple[int, ...]
    tokens: int
    cost: int
    new: bool = False

    def apply(self, state: State) -> State:
        here = state.ground_supply(self.side, self.start)
        state = state.with_dump(self.side, self.start, Dump(here.tokens - self.tokens, here.fresh))
        there = state.ground_supply(self.side, self.hex)
        state = state.with_dump(self.side, self.hex, Dump(there.tokens + self.tokens, there.fresh + self.tokens))
        if self.new:
            state = state.change(landed={**state.landed, self.start: state.landed[self.start] - self.tokens})
        return state.change(rail_spent=state.rail_spent + self.cost)

    def told(self, n: Names) -> str:
        way = f"from {n.hex(self.start)} to {n.hex(self.hex)}"
        return f"{show_tokens(self.tokens)} moved by rail {way} ({show_rail_points(self.cost)} Rail Cap)"


class TransportDivided(UnitEvent, frozen=True, kw_only=True):
    """Points and tokens of a Transport Point split off as a separate counter."""

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

    def told(self, n: Names) -> str:
        points = counted(self.points, "point")
        load = f" with {show_tokens(self.tokens)}" if self.tokens else ""
        return f"{n.unit(self.unit)} splits: {points}{load} stay{'s' * (self.points == 1)} behind"


class TransportCombined(UnitEvent, frozen=True, kw_only=True):
    """A Transport Point absorbed another of its kind; the other counter is gone. They are arrivals only if both were
    (13.3e-1)."""

    audience: ClassVar[str] = "own"
    other: str

    def touched(self) -> tuple[str, ...]:
        return (self.unit, self.other)

    def apply(self, state: State) -> State:
        unit, other = state.units[self.unit], state.units[self.other]
        whole = unit.change(points=unit.points + other.points, load=unit.load + other.load)
        state = state.with_unit(whole).without_units([other.id])
        if not {unit.id, other.id} & state.arrived:
            return state
        gone = {other.id} if other.id in state.arrived else {unit.id}
        return state.change(arrived=state.arrived - gone)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} combines with {n.unit(self.other)}"


class PointsPledged(UnitEvent, frozen=True, kw_only=True):
    """Transport Points spent half their MA in a hex to form an Extender there (12.7d-A), and have finished."""

    audience: ClassVar[str] = "own"
    hex: int

    def changed(self, unit: Unit) -> Unit:
        return unit.act(pledged=True, spent=True, moved=True)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} prepares an Extender at {n.hex(self.hex)}"


class ExtenderFormed(UnitEvent, frozen=True, kw_only=True):
    """Five Transport Points became an Extender (12.7-A): this counter, which absorbs the `others`."""

    audience: ClassVar[str] = "own"
    others: tuple[str, ...]
    hex: int

    def touched(self) -> tuple[str, ...]:
        return (self.unit, *self.others)

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        points = unit.points + sum(state.units[uid].points for uid in self.others)
        return state.without_units(self.others).with_unit(unit.change(extender=points, points=0))

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} becomes an Extender at {n.hex(self.hex)}"


class ExtenderReverted(UnitEvent, frozen=True, kw_only=True):
    """An Extender is Transport Points again where it is: `paid` with half the MA (12.7d-A), or by force (9.14d-C)."""

    audience: ClassVar[str] = "own"
    paid: bool

    def changed(self, unit: Unit) -> Unit:
        turned = unit.change(points=unit.extender, extender=0)
        return turned.act(reverted=True, spent=True) if self.paid else turned

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} is no longer an Extender"


class ExtenderCollapsed(UnitEvent, frozen=True, kw_only=True):
    """An Extender collapsed: its points moved to another hex without loss, and have finished (9.14d-A)."""

    openly: ClassVar[bool] = True
    start: int
    hex: int

    def changed(self, unit: Unit) -> Unit:
        gone = unit.change(hex=self.hex, points=unit.extender, extender=0)
        return gone.act(origin=unit.began_at, moved=True)

    def told(self, n: Names) -> str:
        return f"The Extender at {n.hex(self.start)} collapses: {n.unit(self.unit)} escapes to {n.hex(self.hex)}"


class InternalsUsed(UnitEvent, frozen=True, kw_only=True):
    """A unit used internal stocks: Low, then Exhausted (12.10b)."""

    audience: ClassVar[str] = "own"

    def changed(self, unit: Unit) -> Unit:
        return unit.change(internals=unit.internals + 1)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} uses its internal stocks"


class InternalsRecovered(UnitEvent, frozen=True, kw_only=True):
    """Internal stocks were refilled by this many levels (12.10e)."""

    audience: ClassVar[str] = "own"
    levels: int

    def changed(self, unit: Unit) -> Unit:
        return unit.change(internals=unit.internals - self.levels)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} recovers internal stocks"


class TraceChecked(UnitEvent, frozen=True, kw_only=True):
    """A unit was checked for trace supply: `found`, through the HQ `via` or directly from `source`; or it `ate`, or it
    was `excused`: it needs none in this turn."""

    audience: ClassVar[str] = "own"
    found: bool
    ate: bool = False
    excused: bool = False
    via: str = ""
    source: int = -1

    def apply(self, state: State) -> State:
        return state

    def touched(self) -> tuple[str, ...]:
        return ()

    def told(self, n: Names) -> str:
        if self.excused:
            return f"{n.unit(self.unit)} needs no trace supply on the turn it drops"
        fate = "eats SP" if self.ate else "traces supply" if self.found else "cannot trace supply"
        return f"{n.unit(self.unit)} {fate}"


class MarkedOutOfSupply(UnitEvent, frozen=True, kw_only=True):
    """A unit is marked Out of Supply (12.8a)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(out_of_supply=True)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} is Out of Supply"


class OutOfSupplyCleared(UnitEvent, frozen=True, kw_only=True):
    """Trace supply was regained (12.8a-B)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(out_of_supply=False)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} is back in supply"


class CutOffNoted(Event, frozen=True, kw_only=True):
    """What changed in a side's Supply Phase, before any unit ate: `units` without trace are newly cut off, `reached`
    are no longer (12.8e-4)."""

    audience: ClassVar[str] = "own"
    units: tuple[str, ...]
    reached: tuple[str, ...]

    def touched(self) -> tuple[str, ...]:
        return (*self.units, *self.reached)

    def apply(self, state: State) -> State:
        cut = [state.units[uid].change(cut_off=True) for uid in self.units]
        return state.with_units(cut + [state.units[uid].change(cut_off=False) for uid in self.reached])

    def told(self, n: Names) -> str:
        return "The list of cut-off units changes"


class UnitBrokeOut(UnitEvent, frozen=True, kw_only=True):
    """A unit got through (12.8e-2): it leaves the map and returns in `turn`, with its step losses but without its
    markers (12.8e-3)."""

    openly: ClassVar[bool] = True
    turn: int

    def changed(self, unit: Unit) -> Unit:
        return Unit(
            id=unit.id,
            counter=unit.counter,
            side=unit.side,
            hex=NOT_ARRIVED,
            facing=unit.facing,
            steps_lost=unit.steps_lost,
            points=unit.points,
            captured=unit.captured,
            returns=self.turn,
        )

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} breaks out and will return on turn {self.turn}"


class AttritionResult(Event, frozen=True, kw_only=True):
    """The Attrition Table was read for a stack (12.8b); `steps` lost, -1 all."""

    hex: int
    steps: int
    ledger: Ledger

    def told(self, n: Names) -> str:
        lost = "all steps" if self.steps < 0 else counted(self.steps, "step") if self.steps else "nothing"
        return f"Attrition at {n.hex(self.hex)}: {lost} lost"
