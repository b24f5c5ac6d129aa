"""What is done to ports: voluntary damage, repair and capture.

`rules.works.construction` decides who may work and how it is paid.

Cases: 19.0c, 19.0d, 21.11b, 9.14h, 18.4f-B, K19.0d-port
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from redball.core.engine import Run
from redball.core.events import Event
from redball.core.events.construction import after_work
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import State
from redball.core.telling import Names, counted
from redball.rules.ground.harbours import (
    Harbour,
    capacity,
    harbour_in,
    harbours,
    own_harbour,
    quay,
    record_in,
    with_harbour,
    with_record,
)
from redball.rules.ground.hedgehogs import ENHANCED

NONE_HERE = refusal("port.none", case="19.0", text="there is no port of this side at {hexes}")
WHOLE = refusal("port.whole", case="19.0d", text="the port {hexes} has no hits to repair")
MENDED = refusal(
    "port.mended",
    case="19.0d",
    text="a hit on the port {hexes} was already repaired in this phase",
    remedy="go on in a later Movement Phase",
)
RUINED = refusal("port.ruined", case="19.0b", text="the port {hexes} has {have:hit}, the most a port can take")
WRECKED = refusal(
    "port.wrecked",
    case="19.0c",
    text="the port {hexes} was already damaged this way this turn",
    remedy="go on next turn",
)
PRICE = refusal(
    "port.price",
    case="21.11b",
    text="with a capacity of {have}, a repair of the port {hexes} costs {need}",
    remedy="choose the repair at that price",
)


class PortWrecked(Event, frozen=True, kw_only=True):
    """A side damaged its own port by the work of `units` (19.0c); `hits` is what it has now."""

    hex: int
    hits: int
    units: tuple[str, ...]

    def touched(self) -> tuple[str, ...]:
        return self.units

    def apply(self, state: State) -> State:
        port = harbour_in(state, self.hex, self.side, self.hits)
        return with_harbour(after_work(state, self.units), replace(port, hits=self.hits, wrecked=state.clock.turn))

    def told(self, n: Names) -> str:
        return f"{n.side(self.side)} damages its port at {n.hex(self.hex)}: {counted(self.hits, 'hit')} now"


class PortRepaired(Event, frozen=True, kw_only=True):
    """A hit on a port was repaired by the work of `units` (19.0d); `hits` is what it has now."""

    hex: int
    hits: int
    units: tuple[str, ...]

    def touched(self) -> tuple[str, ...]:
        return self.units

    def apply(self, state: State) -> State:
        port = harbour_in(state, self.hex, self.side, self.hits)
        return with_harbour(after_work(state, self.units), replace(port, hits=self.hits, mended=True))

    def told(self, n: Names) -> str:
        return f"{n.side(self.side)} repairs the port at {n.hex(self.hex)}: {counted(self.hits, 'hit')} left"


class PortCaptured(Event, frozen=True, kw_only=True):
    """`side` has taken a port, which it can use at once (9.14h)."""

    hex: int
    hits: int

    def apply(self, state: State) -> State:
        return with_harbour(state, replace(harbour_in(state, self.hex, self.side, self.hits), side=self.side))

    def told(self, n: Names) -> str:
        damaged = f", with {counted(self.hits, 'hit')}" if self.hits else ""
        return f"{n.side(self.side)} captures the port at {n.hex(self.hex)}{damaged}"


class LstDestroyed(Event, frozen=True, kw_only=True):
    """`side` loses an LST that served as a port, in a hex that enemy units have entered (18.4f-B)."""

    hex: int

    def apply(self, state: State) -> State:
        record = record_in(state)
        kept = tuple([port for port in record.ports if port.hex != self.hex])
        return with_record(state, replace(record, ports=kept))

    def told(self, n: Names) -> str:
        return f"the LST at {n.hex(self.hex)} is destroyed"


EVENTS = (PortWrecked, PortRepaired, PortCaptured, LstDestroyed)


# --- repair ------------------------------------------------------------------------------------------------------


def cheap(look: Look, port: Harbour) -> int:
    """21.11b: the price in tokens of a repair where damage has left less than 1 SP of capacity; -1: the usual one."""
    left = capacity(look.world, port)
    return left if left < look.world.charts.supply_costs.tokens_per_sp and look.option(ENHANCED.name) else -1


def repair_price(look: Look, port: Harbour) -> int:
    """What the repair of a hit costs now, in tokens."""
    right = cheap(look, port)
    return look.world.charts.supply_costs.repair_port_hit if right < 0 else right


def refuse_repair(look: Look, side: str, hex_: int, price: int = -1) -> Refusal | None:
    """19.0d: an own port with hits, one hit a phase; `price` is that of `cheap`."""
    port = own_harbour(look, side, hex_)
    if port is None:
        return NONE_HERE(hexes=(hex_,))
    if not port.hits:
        return WHOLE(hexes=(hex_,))
    if port.mended:
        return MENDED(hexes=(hex_,))
    if cheap(look, port) == price:
        return None
    have, need = show_tokens(capacity(look.world, port)), show_tokens(repair_price(look, port))
    return PRICE(hexes=(hex_,), have=have, need=need)


def open_for_repair(look: Look, side: str, price: int = -1) -> set[int]:
    """Every hex for which `refuse_repair` does not say no."""
    return {hex_ for hex_ in _own(look, side) if refuse_repair(look, side, hex_, price) is None}


def repair(run: Run, side: str, hex_: int, units: tuple[str, ...], case: str) -> None:
    """One hit less, at once (13.8d-C)."""
    port = own_harbour(run.look, side, hex_)
    assert port is not None  # it is repaired
    run.emit(PortRepaired(case=case, side=side, hex=hex_, hits=port.hits - 1, units=units))


# --- voluntary damage --------------------------------------------------------------------------------------------


def refuse_wreck(look: Look, side: str, hex_: int) -> Refusal | None:
    """19.0c, 19.0b: an own port, one hit a turn, four in all."""
    port = own_harbour(look, side, hex_)
    if port is None:
        return NONE_HERE(hexes=(hex_,))
    if port.hits >= look.world.charts.supply_costs.max_port_hits:
        return RUINED(hexes=(hex_,), have=port.hits)
    return WRECKED(hexes=(hex_,)) if port.wrecked == look.state.clock.turn else None


def open_for_wrecking(look: Look, side: str) -> set[int]:
    """Every hex for which `refuse_wreck` does not say no."""
    return {hex_ for hex_ in _own(look, side) if refuse_wreck(look, side, hex_) is None}


def wreck(run: Run, side: str, hex_: int, units: tuple[str, ...], case: str) -> None:
    """One hit more."""
    port = own_harbour(run.look, side, hex_)
    assert port is not None  # it is damaged
    run.emit(PortWrecked(case=case, side=side, hex=hex_, hits=port.hits + 1, units=units))


def _own(look: Look, side: str) -> Iterator[int]:
    return (hex_ for hex_, port in harbours(look).items() if port.side == side)


# --- capture -----------------------------------------------------------------------------------------------------


def capture(run: Run, side: str, loser: str, hex_: int) -> None:
    """9.14h: a port of the loser changes hands with its hits; an LST is destroyed (18.4f-B)."""
    lst = quay(run.look, loser, hex_)
    if lst is not None and lst.lst:
        run.emit(LstDestroyed(case="18.4f-B", side=loser, hex=hex_))
        return
    port = own_harbour(run.look, loser, hex_)
    if port is not None:
        run.emit(PortCaptured(case="9.14h", side=side, hex=hex_, hits=port.hits))
