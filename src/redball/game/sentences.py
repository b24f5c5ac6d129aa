"""Events and refusals in sentences, as one side may read them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import asdict

from redball.core import events as ev
from redball.core.events import Event
from redball.core.ledger import show_mp, show_tokens
from redball.core.refusals import REFUSALS, Refusal
from redball.core.state import PhaseName, SegmentName
from redball.core.world import World
from redball.rules.rail.cap import show_points
from redball.rules.supply.payers import WASTED


class Namer:
    """Names of units, sides and hexes for one viewer; `seen` are the unit ids that the viewer may know."""

    def __init__(self, world: World, counters: dict[str, str], viewer: str, seen: frozenset[str] | None) -> None:
        self.world = world
        self.counters = counters
        self.viewer = viewer
        self.seen = seen

    def knows(self, uid: str) -> bool:
        """The viewer may know this unit."""
        return self.seen is None or uid in self.seen

    def unit(self, uid: str) -> str:
        """`10 Pz/69 Rgt`, or "an enemy unit"."""
        if not self.knows(uid):
            return "an enemy unit"
        counter = self.world.counters.get(self.counters.get(uid, uid))
        if counter is None:
            return uid
        named = not counter.size or counter.name.endswith(counter.size) or counter.size in counter.name.split()
        return counter.name if named else f"{counter.name} {counter.size}"

    def units(self, uids: tuple[str, ...]) -> str:
        """Several units; the number of unknown ones stays hidden."""
        known = [self.unit(u) for u in uids if self.knows(u)]
        if len(known) < len(uids):
            known.append("others" if known else "enemy units")
        return ", ".join(known)

    def is_theirs(self, uid: str) -> bool:
        """The unit belongs to the side hidden from the viewer."""
        counter = self.world.counters.get(self.counters.get(uid, uid))
        return counter is not None and self.seen is not None and counter.side != self.viewer

    def without(self, uid: str) -> Namer:
        """The same without one unit's name."""
        return Namer(self.world, self.counters, self.viewer, (self.seen or frozenset()) - {uid})

    def side(self, side: str) -> str:
        """The side's name as the scenario gives it."""
        return next((s.name for s in self.world.scenario.sides if s.id == side), side)

    def hex(self, hex_: int) -> str:
        """`12.10 Yelnya`."""
        if hex_ < 0:
            return "off the map"
        place = self.world.board.places.get(hex_)
        name = self.world.board.hex_name(hex_)
        return f"{name} {place.name}" if place and place.name else name


def refusal_text(refusal: Refusal, namer: Namer) -> tuple[str, str]:
    """(sentence, remedy) of a refusal."""
    kind = REFUSALS[refusal.code]
    words = {
        "units": namer.units(refusal.units),
        "hexes": ", ".join(namer.hex(h) for h in refusal.hexes),
        "have": refusal.have,
        "need": refusal.need,
        "detail": refusal.detail,
    }
    text = kind.text.format(**words)
    return text[:1].upper() + text[1:] + ".", kind.remedy.format(**words)


class ToldRefusal(Refusal, frozen=True, kw_only=True):
    """A refusal with its sentence, and what would help ("" nothing in particular)."""

    text: str
    remedy: str


def told_refusal(refusal: Refusal, namer: Namer) -> ToldRefusal:
    """A refusal in words, without the ids of units that the viewer may not know."""
    text, remedy = refusal_text(refusal, namer)
    fields = asdict(refusal) | {"units": tuple(filter(namer.knows, refusal.units))}
    return ToldRefusal(**fields, text=text, remedy=remedy)


MARKERS = {"reserve": "Reserve", "strat": "Strat", "dg": "DG", "exploit": "Exploit"}

TELLERS: dict[type[Event], Callable[[Any, Namer], str]] = {
    ev.DiceRolled: lambda e, n: f"{n.side(e.side)} rolls {' '.join(map(str, e.dice))} = {sum(e.dice)}: {e.reason}",
    ev.WeatherSet: lambda e, n: f"Weather: {e.weather}",
    ev.TurnBegan: lambda e, n: f"Turn {e.turn} begins",
    ev.SimulcastAgreed: lambda e, n: "Both sides agree to a simulcast turn",
    ev.FirstPlayerSet: lambda e, n: f"{n.side(e.first)} takes the first Player Turn",
    ev.PhaseBegan: lambda e, n: f"{n.side(e.side)}: {phase_name(e.phase, e.segment)}",
    ev.GameEnded: lambda e, n: f"The game ends: {e.result}",
    ev.ControlChanged: lambda e, n: f"{n.side(e.side)} takes {n.hex(e.hex)}",
    ev.UnitArrived: lambda e, n: f"{n.unit(e.unit)} arrives at {n.hex(e.hex)}",
    ev.UnitForfeited: lambda e, n: f"{n.unit(e.unit)} was not placed and is lost",
    ev.SetUpBegan: lambda e, n: f"{n.side(e.side)} sets up",
    ev.SetUpEnded: lambda e, n: "The set-up is complete",
    ev.UnitSetUp: lambda e, n: f"{n.unit(e.unit)} is set up at {n.hex(e.hex)}",
    ev.UnitTakenBack: lambda e, n: f"{n.unit(e.unit)} is taken back",
    ev.SupplySetUp: lambda e, n: (
        f"{show_tokens(abs(e.tokens))} {'are set up' if e.tokens > 0 else 'are taken back'} at {n.hex(e.hex)}"
    ),
    ev.LoadSetUp: lambda e, n: (
        f"{n.unit(e.unit)} {'loads' if e.tokens > 0 else 'puts back'} {show_tokens(abs(e.tokens))} at {n.hex(e.hex)}"
    ),
    ev.SupplyArrived: lambda e, n: f"{show_tokens(e.tokens)} arrive at {n.hex(e.hex)}",
    ev.ReplacementsRolled: lambda e, n: f"{n.side(e.side)}: the Variable Reinforcement Table gives {items(e.results)}",
    ev.ReplacementsForfeited: lambda e, n: f"{n.side(e.side)} does not place {items(e.results)}, and loses them",
    ev.ReplArrived: lambda e, n: f"{n.unit(e.unit)} arrives at {n.hex(e.hex)}",
    ev.ReplsSpent: lambda e, n: f"{n.units(e.units)} at {n.hex(e.hex)} are used for rebuilding",
    ev.UnitRebuilt: lambda e, n: f"{n.unit(e.unit)} is rebuilt at {n.hex(e.hex)}",
    ev.StepRegained: lambda e, n: f"{n.unit(e.unit)} gets a step back",
    ev.TruckRebuilt: lambda e, n: f"A point of {n.unit(e.unit)} is rebuilt at {n.hex(e.hex)}",
    ev.UnitsCombined: lambda e, n: f"{n.unit(e.unit)} takes {e.steps} steps from {n.unit(e.other)}",
    ev.UnitExchanged: lambda e, n: f"{n.unit(e.unit)} becomes {n.unit(e.taken)} {formation_of(e, n)}",
    ev.TruckExchanged: lambda e, n: f"{n.unit(e.unit)} becomes {n.unit(e.taken)} {formation_of(e, n)}",
    ev.SupplyRolled: lambda e, n: f"The Supply Table gives {show_tokens(e.tokens)}",
    ev.ModeChanged: lambda e, n: f"{n.unit(e.unit)} changes to {e.mode.capitalize()} Mode",
    ev.FacingChanged: lambda e, n: f"{n.unit(e.unit)} turns its {e.facing.capitalize()} side up",
    ev.MarkerRemoved: lambda e, n: f"{n.unit(e.unit)} loses its {MARKERS[e.marker]} marker",
    ev.ReserveReleased: lambda e, n: f"{n.unit(e.unit)} is released from Reserve",
    ev.ExploitGained: lambda e, n: f"{n.unit(e.unit)} gains Exploitation Mode",
    ev.UnitMoved: lambda e, n: (
        f"{n.unit(e.unit)} moves to {n.hex(e.hex)} ({show_mp(e.mp)} MP)"
        if n.knows(e.unit)
        else f"enemy units move to {n.hex(e.hex)}"
    ),
    ev.UnitRailed: lambda e, n: (
        f"{n.unit(e.unit)} goes by rail to {n.hex(e.hex)} ({show_points(e.cost)} Rail Cap)"
        if n.knows(e.unit) and not n.is_theirs(e.unit)
        else f"{n.unit(e.unit)} goes by rail to {n.hex(e.hex)}"
    ),
    ev.RailConverted: lambda e, n: f"The railroad at {n.hex(e.hex)} is converted to {e.gauge} gauge",
    ev.OverstackingNoted: lambda e, n: f"{', '.join(map(n.hex, e.hexes))}: overstacked until units move",
    ev.MoveFinished: lambda e, n: f"{n.unit(e.unit)} has finished its move",
    ev.NegationRelied: lambda e, n: (
        f"{n.unit(e.unit)} negates the enemy ZOC at {n.hex(e.hex)} and stays there this phase"
    ),
    ev.OverrunDeclared: lambda e, n: f"{n.units(e.units)} overrun {n.hex(e.hex)} from {n.hex(e.start)}",
    ev.SupplySpent: lambda e, n: f"{show_tokens(e.tokens)} from {n.hex(e.hex)}{through(e, n)} {spent_for(e)}",
    ev.DumpBlown: lambda e, n: (
        f"{n.side(e.side)} blows {show_tokens(e.tokens)} at {n.hex(e.hex)}: {show_tokens(e.destroyed)} are destroyed"
    ),
    ev.FuelPaid: lambda e, n: f"{n.unit(e.unit)}: fuel paid, {e.method.replace('_', ' ')} method",
    ev.FuelDrawn: lambda e, n: f"{n.unit(e.unit)} moves on the fuel of {n.unit(e.hq)}",
    ev.FuelRemoved: lambda e, n: "Fuel markers come off",
    ev.SupplyLoaded: lambda e, n: f"{n.unit(e.unit)} loads {show_tokens(e.tokens)} at {n.hex(e.hex)}",
    ev.SupplyUnloaded: lambda e, n: f"{n.unit(e.unit)} unloads {show_tokens(e.tokens)} at {n.hex(e.hex)}",
    ev.SupplyRailed: lambda e, n: (
        f"{show_tokens(e.tokens)} go by rail from {n.hex(e.start)} to {n.hex(e.hex)} ({show_points(e.cost)} Rail Cap)"
    ),
    ev.TransportDivided: lambda e, n: f"{n.unit(e.unit)} divides: {e.points} points with {show_tokens(e.tokens)} stay",
    ev.TransportCombined: lambda e, n: f"{n.unit(e.unit)} combines with {n.unit(e.other)}",
    ev.InternalsUsed: lambda e, n: f"{n.unit(e.unit)} uses its internal stocks",
    ev.InternalsRecovered: lambda e, n: f"{n.unit(e.unit)} recovers internal stocks",
    ev.TraceChecked: lambda e, n: f"{n.unit(e.unit)} {'eats SP' if e.ate else 'traces' if e.found else 'cannot trace'}",
    ev.MarkedOutOfSupply: lambda e, n: f"{n.unit(e.unit)} is Out of Supply",
    ev.OutOfSupplyCleared: lambda e, n: f"{n.unit(e.unit)} is back in supply",
    ev.PointsPledged: lambda e, n: f"{n.unit(e.unit)} prepares an Extender at {n.hex(e.hex)}",
    ev.ExtenderFormed: lambda e, n: f"{n.unit(e.unit)} becomes an Extender at {n.hex(e.hex)}",
    ev.ExtenderReverted: lambda e, n: f"{n.unit(e.unit)} is no longer an Extender",
    ev.ExtenderCollapsed: lambda e, n: (
        f"The Extender at {n.hex(e.start)} collapses: {n.unit(e.unit)} gets away to {n.hex(e.hex)}"
    ),
    ev.CutOffNoted: lambda e, n: "Units that are cut off are noted",
    ev.UnitBrokeOut: lambda e, n: f"{n.unit(e.unit)} breaks out and returns in turn {e.turn}",
    ev.AttritionResult: lambda e, n: f"Attrition at {n.hex(e.hex)}: {'all' if e.steps < 0 else e.steps} steps",
    ev.AttackDeclared: lambda e, n: f"{n.side(e.side)} attacks {n.hex(e.hex)} with {n.units(e.units)}",
    ev.AttackCancelled: lambda e, n: f"The attack on {n.hex(e.hex)} cannot be supplied and is cancelled",
    ev.AttackerLeftOut: lambda e, n: f"{n.unit(e.unit)} has no combat supply and drops out of the attack",
    ev.DefenderUnsupplied: lambda e, n: f"Defenders at {n.hex(e.hex)} without combat supply: {n.units(e.units)}",
    ev.LeaderChosen: lambda e, n: f"{n.side(e.side)} announces Action Rating {e.action_rating}: {n.unit(e.unit)}",
    ev.TerrainChosen: lambda e, n: f"{n.side(e.side)} chooses {e.terrain.replace('_', ' ')}{against(e, n)}",
    ev.OddsSet: lambda e, n: (
        f"{e.attack} to {e.defend}: {e.odds}, {columns(e)}, DRM {e.drm:+d}"
        + (f", attackers {e.attackers_drm:+d}" if e.attackers_column else "")
    ),
    ev.SurpriseRolled: lambda e, n: surprise(e),
    ev.CombatResolved: lambda e, n: (
        f"{e.kind.capitalize()} combat at {n.hex(e.hex)}: column {e.column}, roll {e.roll}"
        + (f", attackers' column {e.attackers_column}, roll {e.attackers_roll}" if e.attackers_column else "")
        + f": {e.result}"
    ),
    ev.StepLost: lambda e, n: f"{n.unit(e.unit)} {'is destroyed' if e.destroyed else 'loses a step'} ({e.cause})",
    ev.UnitEliminated: lambda e, n: f"{n.unit(e.unit)} is eliminated ({e.cause})",
    ev.OptionTaken: lambda e, n: f"{n.side(e.side)} {'ignores its option' if e.ignored else f'retreats {e.retreat}'}",
    ev.UnitRetreated: lambda e, n: f"{n.unit(e.unit)} retreats to {n.hex(e.hex)}",
    ev.UnitAdvanced: lambda e, n: f"{n.unit(e.unit)} advances to {n.hex(e.hex)}",
    ev.BarrageDeclared: lambda e, n: (
        f"{n.side(e.side)} barrages {n.hex(e.hex)} with {e.strength} points ({n.units(e.units)})"
    ),
    ev.BarrageResolved: lambda e, n: f"Barrage on {n.hex(e.hex)}: column {e.column}, roll {e.roll}: {e.result}",
    ev.DumpCaptured: lambda e, n: (
        f"{n.side(e.side)} captures {show_tokens(e.captured)} at {n.hex(e.hex)}, {show_tokens(e.destroyed)} burn"
    ),
    ev.TransportCaptured: lambda e, n: f"{n.side(e.side)} captures {n.unit(e.unit)}",
    ev.TransportDisplaced: lambda e, n: f"{n.unit(e.unit)} gets away to {n.hex(e.hex)}",
    ev.SupplyDisplaced: lambda e, n: f"{show_tokens(e.tokens)} get away to {n.hex(e.hex)}",
    ev.LoadLeft: lambda e, n: f"{show_tokens(e.tokens)} of {n.unit(e.unit)} are left at {n.hex(e.hex)}",
    ev.LoadCaptured: lambda e, n: f"{n.side(e.side)} captures {show_tokens(e.tokens)} at {n.hex(e.hex)}",
    ev.LoadShifted: lambda e, n: f"{show_tokens(e.tokens)} pass from {n.unit(e.giver)} to {n.unit(e.taker)}",
    ev.BreakdownDetached: lambda e, n: f"{n.unit(e.unit)} detaches {n.unit(e.new)}",
    ev.BreakdownAbsorbed: lambda e, n: f"{n.unit(e.unit)} takes in {n.unit(e.other)}",
    ev.HedgehogBuilt: lambda e, n: f"{n.side(e.side)} builds works of Level {e.level} at {n.hex(e.hex)}",
    ev.HedgehogReduced: lambda e, n: (
        f"{n.side(e.side)} {'reduces' if e.level else 'removes'} the works at {n.hex(e.hex)}"
    ),
    ev.HedgehogCaptured: lambda e, n: f"{n.side(e.side)} takes the works at {n.hex(e.hex)}",
}

PHASES = {
    "set_up": "Set-up",
    "aircraft_return": "Air Unit Return Phase",
    "mode_determination": "Mode Determination Phase",
    "replacement": "Replacement Phase",
    "aircraft_refit": "Aircraft Refit Phase",
    "reinforcement": "Reinforcement Phase",
    "air_operations": "Air Operations Phase",
    "movement": "Movement Phase",
    "bombardment": "Bombardment Phase",
    "supply": "Supply Phase",
    "reaction": "Reaction Phase",
    "combat": "Combat Phase",
    "exploitation": "Exploitation Phase",
    "clean_up": "Clean Up Phase",
}


def phase_name(phase: PhaseName, segment: SegmentName) -> str:
    """`Combat Phase, Barrage Segment`."""
    name = PHASES.get(phase, phase)
    return name if segment == phase else f"{name}, {segment.capitalize()} Segment"


def items(results: dict[str, int]) -> str:
    """`2 pax, 1 eq`, or nothing."""
    return ", ".join(f"{number} {name}" for name, number in results.items()) or "nothing"


def formation_of(event: ev.UnitExchanged | ev.TruckExchanged, namer: Namer) -> str:
    """`of 10 Pz`."""
    counter = namer.world.counters[namer.counters.get(event.taken, event.taken)]
    return f"of {counter.formation}"


def spent_for(event: ev.SupplySpent) -> str:
    """`for single unit fuel`."""
    return "are wasted" if event.purpose == WASTED else f"for {event.purpose.replace('_', ' ')}"


def through(event: ev.SupplySpent, namer: Namer) -> str:
    """` through 24 A`."""
    return f" through {namer.unit(event.via)}" if event.via else ""


def against(event: ev.TerrainChosen, namer: Namer) -> str:
    """` against 12.10`."""
    return f" against {namer.hex(event.against)}" if event.against >= 0 else ""


def columns(event: ev.OddsSet) -> str:
    """`column 3:1 (open)`, or those of both sides of the table."""
    if event.attackers_column:
        return f"column {event.column}, attackers' column {event.attackers_column}"
    return f"column {event.column} ({event.line.replace('_', ' ')})"


def surprise(event: ev.SurpriseRolled) -> str:
    """Who surprised whom."""
    if event.who == "none":
        return f"No surprise ({event.roll})"
    return f"Surprise for the {event.who} ({event.roll})" + (f": {event.shift} columns" if event.shift else "")


def sentence(event: Event, namer: Namer) -> str:
    """The event in one sentence; a part of an edition brings those of its own events.

    Raises KeyError for an event that has no sentence (a test walks through all of them).
    """
    kind = type(event)
    tell = TELLERS.get(kind) or namer.world.edition.events[kind]
    text = tell(event, namer)
    return text[:1].upper() + text[1:]
