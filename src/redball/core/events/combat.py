"""Combat, barrage and capture."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from redball.board.terrain import words
from redball.core.events.base import Event, UnitEvent
from redball.core.ledger import Ledger, show_tokens
from redball.core.own import lasting
from redball.core.state import DEAD_PILE, REMOVED, Activity, Dump, Hedgehog, State, Unit
from redball.core.telling import Names, counted, way_told


class AttackDeclared(Event, frozen=True, kw_only=True):
    """A regular attack was committed (9.2-1)."""

    hex: int
    units: tuple[str, ...]

    def touched(self) -> tuple[str, ...]:
        return self.units

    def apply(self, state: State) -> State:
        state = state.with_units([state.units[u].act(attacked=True) for u in self.units])
        return state.change(attacked=state.attacked | {self.hex})

    def told(self, n: Names) -> str:
        return f"{n.side(self.side)} attacks {n.hex(self.hex)} with {n.units(self.units)}"


class AttackCancelled(Event, frozen=True, kw_only=True):
    """An attack could not be supplied and is cancelled (9.0-E): the hex has not been attacked."""

    hex: int

    def apply(self, state: State) -> State:
        return state.change(attacked=state.attacked - {self.hex})

    def told(self, n: Names) -> str:
        return f"The attack on {n.hex(self.hex)} cannot be supplied and is cancelled"


class AttackerLeftOut(UnitEvent, frozen=True, kw_only=True):
    """An attacking unit without combat supply dropped out; it has not attacked (9.5-A, reading 1.48)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.act(attacked=False)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} has no combat supply and drops out of the attack"


class DefenderUnsupplied(Event, frozen=True, kw_only=True):
    """Defending units fight without combat supply (9.5-B)."""

    hex: int
    units: tuple[str, ...]

    def told(self, n: Names) -> str:
        return f"No combat supply for the defenders at {n.hex(self.hex)}: {n.units(self.units)}"


class LeaderChosen(UnitEvent, frozen=True, kw_only=True):
    """The Action Rating that leads a side was announced (9.6-A)."""

    openly: ClassVar[bool] = True
    action_rating: int

    def apply(self, state: State) -> State:
        return state

    def touched(self) -> tuple[str, ...]:
        return ()

    def told(self, n: Names) -> str:
        return f"{n.side(self.side)} announces Action Rating {self.action_rating}: {n.unit(self.unit)}"


class TerrainChosen(Event, frozen=True, kw_only=True):
    """The defender announced a terrain (9.4b, 9.4c, 10.0a-B); `against` -1 is the defender's own hex."""

    hex: int
    terrain: str
    against: int = -1

    def told(self, n: Names) -> str:
        against = f" against {n.hex(self.against)}" if self.against >= 0 else ""
        return f"{n.side(self.side)} chooses {words(self.terrain)}{against}"


class OddsSet(Event, frozen=True, kw_only=True):
    """Strengths and initial odds were determined (9.7); the ledgers list every term. On a two-sided table the
    attackers have their own column and DRM. `anti_tank`: the level of the defender's Anti-Tank Effects, "" for none
    (4.9b)."""

    hex: int
    attack: str
    defend: str
    odds: str
    line: str
    column: str
    drm: int
    ledgers: tuple[Ledger, ...]
    attackers_column: str = ""
    attackers_drm: int = 0
    anti_tank: str = ""

    def told(self, n: Names) -> str:
        odds = f"{self.attack} to {self.defend}: {self.odds}, column {self.column}"
        if self.attackers_column:
            own = f"attackers' column {self.attackers_column}"
            return f"{odds}, {own}, DRM {self.drm:+d}, attackers {self.attackers_drm:+d}"
        effects = f", {self.anti_tank} Anti-Tank Effects" if self.anti_tank else ""
        return f"{odds} ({words(self.line)}), DRM {self.drm:+d}{effects}"


class SurpriseRolled(Event, frozen=True, kw_only=True):
    """Who has Surprise (9.8): `who` attacker, defender or none, and by how many columns. The ledger lists the
    terms of the roll."""

    hex: int
    who: str
    roll: int
    shift: int = 0
    ledger: Ledger | None = None

    def told(self, n: Names) -> str:
        if self.who == "none":
            return f"No surprise ({self.roll})"
        by = f": {counted(self.shift, 'column')}" if self.shift else ""
        return f"Surprise for the {self.who} ({self.roll}){by}"


class CombatResolved(Event, frozen=True, kw_only=True):
    """The Combat Table was read (9.9). `kind` regular or overrun. On a two-sided table the attackers have their own
    column and roll."""

    kind: str
    hex: int
    roll: int
    column: str
    line: str
    result: str
    ledger: Ledger
    attackers_column: str = ""
    attackers_roll: int = 0

    def told(self, n: Names) -> str:
        read = f"column {self.column}, roll {self.roll}"
        if self.attackers_column:
            read += f", attackers' column {self.attackers_column}, roll {self.attackers_roll}"
        return f"{self.kind.capitalize()} combat at {n.hex(self.hex)}: {read}: {self.result}"


class StepLost(UnitEvent, frozen=True, kw_only=True):
    """A unit lost one step; `destroyed` when it was the last (9.11-B), `removed` if it cannot be rebuilt (13.5c)."""

    openly: ClassVar[bool] = True
    destroyed: bool
    cause: str
    removed: bool = False

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        if self.destroyed:
            unit = _destroyed(unit, 1, self.removed)
        else:
            unit = unit.change(steps_lost=unit.steps_lost + 1)
        lost = {**state.steps_lost, unit.side: state.steps_lost.get(unit.side, 0) + 1}
        return state.with_unit(unit).change(steps_lost=lost)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} {'is destroyed' if self.destroyed else 'loses a step'} ({self.cause})"


class UnitEliminated(UnitEvent, frozen=True, kw_only=True):
    """A unit went to the Dead Pile with all its `steps` at once, or is `removed` for good (13.5c); the points of a
    truck are counted as lost (13.5e).
    """

    openly: ClassVar[bool] = True
    steps: int
    cause: str
    removed: bool = False

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        lost = {**state.steps_lost, unit.side: state.steps_lost.get(unit.side, 0) + self.steps}
        state = state.with_unit(_destroyed(unit, self.steps, self.removed)).change(steps_lost=lost)
        return state.with_trucks_lost(unit.counter, unit.points) if unit.points and not unit.captured else state

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} is eliminated ({self.cause})"


def _destroyed(unit: Unit, steps: int, removed: bool) -> Unit:
    """The unit off the map, without markers or load. Transport Points never go to the Dead Pile; they are counted."""
    pile = REMOVED if removed or unit.points else DEAD_PILE
    return unit.change(
        hex=pile,
        steps_lost=unit.steps_lost + steps,
        marker="",
        out_of_supply=False,
        own=(),
        load=0,
    )


class OptionTaken(Event, frozen=True, kw_only=True):
    """How an option was met: hexes of retreat, or ignored (9.10)."""

    retreat: int
    ignored: bool = False

    def told(self, n: Names) -> str:
        retreats = f"retreats {counted(self.retreat, 'hex')}"
        return f"{n.side(self.side)} {'ignores its option' if self.ignored else retreats}"


class UnitRetreated(UnitEvent, frozen=True, kw_only=True):
    """A unit entered a hex in retreat (9.12)."""

    openly: ClassVar[bool] = True
    verbs: ClassVar[tuple[str, str]] = ("retreats", "retreat")
    start: int
    hex: int

    def changed(self, unit: Unit) -> Unit:
        return unit.change(hex=self.hex, activity=replace(unit.activity, origin=unit.began_at, bridge=-1))

    def told(self, n: Names) -> str:
        who = [n.unit(self.unit)] if n.knows(self.unit) else []
        return way_told(who, self.verbs, (n.hex(self.start), n.hex(self.hex)), 1)


class UnitAdvanced(UnitEvent, frozen=True, kw_only=True):
    """A unit entered the vacated hex after combat (9.12g)."""

    openly: ClassVar[bool] = True
    verbs: ClassVar[tuple[str, str]] = ("advances", "advance")
    start: int
    hex: int

    def changed(self, unit: Unit) -> Unit:
        return unit.change(hex=self.hex, activity=replace(unit.activity, origin=unit.began_at, afloat=False))

    def told(self, n: Names) -> str:
        who = [n.unit(self.unit)] if n.knows(self.unit) else []
        return way_told(who, self.verbs, (n.hex(self.start), n.hex(self.hex)), 1)


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

    def told(self, n: Names) -> str:
        strength = counted(self.strength, "point")
        return f"{n.side(self.side)} barrages {n.hex(self.hex)} with {strength} ({n.units(self.units)})"


class BarrageResolved(Event, frozen=True, kw_only=True):
    """The Barrage Table was read (10.0a); `steps` to lose, after the rounding die."""

    hex: int
    roll: int
    column: str
    result: str
    steps: int
    ledger: Ledger

    def told(self, n: Names) -> str:
        result = "no effect" if self.result == "-" else self.result
        return f"Barrage on {n.hex(self.hex)}: column {self.column}, roll {self.roll}: {result}"


class DumpCaptured(Event, frozen=True, kw_only=True):
    """A dump on the ground was taken (9.14b): `captured` tokens changed owner, the rest is destroyed. `side`
    is the captor.
    """

    hex: int
    loser: str
    captured: int
    destroyed: int

    def apply(self, state: State) -> State:
        own = state.ground_supply(self.side, self.hex)
        state = state.with_dump(self.loser, self.hex, Dump(0))
        return state.with_dump(self.side, self.hex, Dump(own.tokens + self.captured, own.fresh))

    def told(self, n: Names) -> str:
        captured, burnt = show_tokens(self.captured), show_tokens(self.destroyed)
        return f"{n.side(self.side)} captures {captured} at {n.hex(self.hex)}; {burnt} destroyed"


class TransportCaptured(UnitEvent, frozen=True, kw_only=True):
    """A Transport Point with its load changed owner (9.14c); an organic one becomes a regular one (13.2g-F).
    `side` captures; outside its Movement Phase it may not move before the next (13.2i)."""

    may_move: bool

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        activity = Activity() if self.may_move else Activity(moved=True)
        taken = unit.change(side=self.side, captured=True, marker="", cut_off=False)
        taken = taken.change(activity=activity, own=lasting(unit.own))
        state = state.with_unit(taken)
        # 13.5e: only its first owner counts it as lost, and only once, however often it is captured
        return state if unit.captured else state.with_trucks_lost(unit.counter, unit.points)

    def told(self, n: Names) -> str:
        return f"{n.side(self.side)} captures {n.unit(self.unit)}"


class TransportDisplaced(UnitEvent, frozen=True, kw_only=True):
    """Transport Points that were not captured moved away (9.14c-C)."""

    openly: ClassVar[bool] = True
    start: int
    hex: int

    def changed(self, unit: Unit) -> Unit:
        return unit.change(hex=self.hex, marker="", activity=replace(unit.activity, origin=unit.began_at))

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} escapes to {n.hex(self.hex)}"


class LoadDropped(Event, frozen=True, kw_only=True):
    """Base of events that put tokens from a unit's load on the ground, as SP of `side`."""

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


class SupplyDisplaced(LoadDropped, frozen=True, kw_only=True):
    """SP that displaced trucks cannot carry move with them and lie on the ground (reading 1.74)."""

    def told(self, n: Names) -> str:
        return f"{show_tokens(self.tokens)} moved to safety at {n.hex(self.hex)}"


class LoadCaptured(LoadDropped, frozen=True, kw_only=True):
    """Captured tokens that no captured Transport Point can carry lie on the ground of the hex (9.14c-A). `side`
    captures them from the load of `unit`.
    """

    def told(self, n: Names) -> str:
        return f"{n.side(self.side)} captures {show_tokens(self.tokens)} at {n.hex(self.hex)}"


class LoadLeft(LoadDropped, frozen=True, kw_only=True):
    """Tokens that a Transport Point carried stay on the ground of its hex as it breaks out (12.8e-4)."""

    audience: ClassVar[str] = "own"

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} leaves {show_tokens(self.tokens)} at {n.hex(self.hex)}"


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

    def told(self, n: Names) -> str:
        return f"{n.unit(self.giver)} passes {show_tokens(self.tokens)} to {n.unit(self.taker)}"


class HedgehogCaptured(Event, frozen=True, kw_only=True):
    """A hedgehog changed hands (9.14e)."""

    hex: int

    def apply(self, state: State) -> State:
        level = state.hedgehogs[self.hex].level
        return state.change(hedgehogs={**state.hedgehogs, self.hex: Hedgehog(self.side, level)})

    def told(self, n: Names) -> str:
        return f"{n.side(self.side)} captures the hedgehog at {n.hex(self.hex)}"
