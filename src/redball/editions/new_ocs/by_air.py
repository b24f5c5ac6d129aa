"""What came by air in the Air Operations Phase, later in the same player turn.

A unit has half its MA in the Movement Phase, and enters neither Reserve nor Strat Mode; the flight counts as one of
that phase (`rules.units.airlift`), so neither a train nor another flight takes it. Supply is not moved on by rail,
truck or wagon, as if it had just been unloaded; it may be drawn, thrown and spent.

Cases: N6-air-transport-half-ma, N6-air-transport-modes, N6-air-transport-sp, N6-air-transport-sp-use,
N14-transport-ground
"""

from __future__ import annotations

from typing import Any, ClassVar

from redball.core.engine import Run
from redball.core.events import Event
from redball.core.events.base import UnitEvent
from redball.core.ledger import show_tokens
from redball.core.own import UnitOwn, drop, find, put
from redball.core.procedures import Do
from redball.core.refusals import Refusal, refusal
from redball.core.state import Dump, Mode, State, StateOwn, Unit
from redball.core.telling import MODES, Names
from redball.rules.movement.segment import MovementSegment
from redball.rules.units.airlift import Airlift, airlifted, with_airlift

FLEW = refusal(
    "mode.came_by_air",
    case="N6-air-transport-modes",
    text="{units} came by air in this turn and cannot enter {detail} Mode",
    remedy="choose Combat or Move Mode",
)


class ByAir(UnitOwn, frozen=True):
    """The unit came by air, and its Movement Phase has not begun yet."""


def came_by_air(unit: Unit) -> bool:
    """Whether it came by air, and its Movement Phase has not begun yet."""
    return bool(unit.own) and find(unit.own, ByAir) is not None


class FlownSupply(StateOwn, frozen=True):
    """Tokens that came by air in the player turn of a side: hexes in order, each with its tokens."""

    side: str
    tokens: tuple[tuple[int, int], ...]

    def in_new_phase(self, state: State) -> FlownSupply | None:
        return self if state.clock.phasing == self.side else None

    def as_seen(self, look: Any, viewer: str) -> FlownSupply | None:
        return self if viewer == self.side else None


RECORDS = (ByAir, FlownSupply)


def flown_supply(state: State) -> dict[int, int]:
    """Tokens by hex, in order."""
    found = find(state.own, FlownSupply) if state.own else None
    return dict(found.tokens) if found is not None else {}


class UnitCameByAir(UnitEvent, frozen=True, kw_only=True):
    """A unit came by air in this Air Operations Phase; it is tapped."""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(own=put(unit.own, ByAir()))

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} came by air and is tapped"


class FlightCounted(UnitEvent, frozen=True, kw_only=True):
    """A unit that came by air has half its MA in this Movement Phase."""

    def changed(self, unit: Unit) -> Unit:
        return with_airlift(unit.change(own=drop(unit.own, ByAir)), Airlift(flown=True))

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} came by air and has half its MA"


class SupplyCameByAir(Event, frozen=True, kw_only=True):
    """So many tokens in a hex came by air in this Air Operations Phase."""

    audience: ClassVar[str] = "own"
    hex: int
    tokens: int

    def apply(self, state: State) -> State:
        tokens = flown_supply(state) | {self.hex: self.tokens}
        return state.change(own=put(state.own, FlownSupply(self.side, tuple(sorted(tokens.items())))))

    def told(self, n: Names) -> str:
        return f"{show_tokens(self.tokens)} at {n.hex(self.hex)} came by air"


class SupplyStays(Event, frozen=True, kw_only=True):
    """Tokens that came by air are not moved on in this phase."""

    audience: ClassVar[str] = "own"
    hex: int
    tokens: int

    def apply(self, state: State) -> State:
        dump = state.ground_supply(self.side, self.hex)
        return state.with_dump(self.side, self.hex, Dump(dump.tokens, max(dump.fresh, self.tokens)))

    def told(self, n: Names) -> str:
        return f"{show_tokens(self.tokens)} at {n.hex(self.hex)} came by air and cannot move on"


EVENTS = (UnitCameByAir, FlightCounted, SupplyCameByAir, SupplyStays)


def note_flights(run: Run, data: Any) -> None:
    """As the Air Operations Phase ends: only flights unload supply in it, or move units."""
    for unit in run.look.own(data.side):
        if unit.own and airlifted(unit):
            run.emit(UnitCameByAir(case="N6-air-transport-half-ma", side=data.side, unit=unit.id))
    for hex_, dump in sorted(run.state.dumps[data.side].items()):
        if dump.fresh:
            run.emit(SupplyCameByAir(case="N6-air-transport-sp", side=data.side, hex=hex_, tokens=dump.fresh))


def count_flights(run: Run, data: MovementSegment) -> None:
    """As a segment of movement begins: what came by air in this player turn."""
    if run.state.clock.phase == "movement":
        for unit in run.look.own(data.side):
            if came_by_air(unit):
                run.emit(FlightCounted(case="N6-air-transport-half-ma", side=data.side, unit=unit.id))
    for hex_, tokens in flown_supply(run.state).items() if data.side == run.state.clock.phasing else ():
        if left := min(tokens, run.state.ground_supply(data.side, hex_).tokens):
            run.emit(SupplyStays(case="N6-air-transport-sp", side=data.side, hex=hex_, tokens=left))


def refuse_mode(unit: Unit, mode: Mode) -> Refusal | None:
    """N6-air-transport-modes: neither Reserve nor Strat Mode, which alone are asked about."""
    return FLEW(units=(unit.id,), detail=MODES[mode]) if unit.own and airlifted(unit) else None


EDITS = (
    ("air_operations", "after", "home_over", Do("note_flights", note_flights)),
    ("movement_segment", "before", "choose_unit", Do("count_flights", count_flights)),
)
