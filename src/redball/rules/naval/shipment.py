"""SP go by the Shipping Allowance: a shipment is opened from port to port, and loaded.

It takes two decisions, so that every port and every amount can be offered. Nothing is spent until it is loaded.
What may be shipped at all is said by `naval.shipping`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec import Struct

from redball.core.actions import Cancel
from redball.core.actions.naval import LoadShipment, OpenShipment
from redball.core.engine import Run
from redball.core.events import Event
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.procedures import Choose, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import Dump, State
from redball.core.telling import Names, show_rail_points
from redball.rules.ground.harbours import port_hexes, quay, room
from redball.rules.naval.shipping import (
    allowance_left,
    may_ship,
    price,
    refuse_any,
    refuse_port,
    refuse_price,
    refuse_way,
    spent_more,
    through,
)
from redball.rules.units.equivalents import supply_equivalent

NO_SUPPLY = refusal("shipping.no_supply", case="19.0f-D", text="you have no supply on the ground in {hexes}")
FRESH = refusal(
    "shipping.fresh",
    case="12.2a",
    text="all {have} in {hexes} were unloaded in this phase and may not be loaded again in it",
)
AMOUNT = refusal("shipping.amount", case="19.0f-D", text="from 1T to {need} may be shipped here, not {have}")


class SupplyShipped(Event, frozen=True, kw_only=True):
    """Tokens were shipped from the port `start` to that at `hex`, for `cost` in 1/16 points of the allowance (19.0f).
    They may not be loaded again in this phase (12.2a)."""

    audience: ClassVar[str] = "own"
    start: int
    hex: int
    tokens: int
    cost: int

    def apply(self, state: State) -> State:
        here = state.ground_supply(self.side, self.start)
        state = state.with_dump(self.side, self.start, Dump(here.tokens - self.tokens, here.fresh))
        there = state.ground_supply(self.side, self.hex)
        state = state.with_dump(self.side, self.hex, Dump(there.tokens + self.tokens, there.fresh + self.tokens))
        return spent_more(state, self.cost)

    def told(self, n: Names) -> str:
        way = f"from {n.hex(self.start)} to {n.hex(self.hex)}"
        return f"{show_tokens(self.tokens)} shipped {way} ({show_rail_points(self.cost)} of the Shipping Allowance)"


EVENTS = (SupplyShipped,)


class Shipment(Struct, frozen=True, tag=True):
    """SP about to be shipped: from which port to which."""

    side: str
    start: int
    hex: int


def loadable(look: Look, side: str, hex_: int) -> int:
    """Tokens on the ground that have not been unloaded in this phase (12.2a)."""
    dump = look.state.ground_supply(side, hex_)
    return dump.tokens - dump.fresh


def most(look: Look, data: Shipment) -> int:
    """The most tokens that can be shipped: what lies there, both ports, the allowance."""
    one = supply_equivalent(look.world, 1)
    rooms = []
    for hex_ in (data.start, data.hex):
        port = quay(look, data.side, hex_)
        assert port is not None  # the shipment was opened
        rooms.append(room(look, port, shipped=True) // one)
    afford = allowance_left(look, data.side) // price(look, data.start, data.hex, one)
    return min(loadable(look, data.side, data.start), afford, *rooms)


def refuse_open(look: Look, side: str, action: OpenShipment) -> Refusal | None:
    """Why not even 1T can be shipped."""
    refused = refuse_any(look, side) or refuse_way(look, side, action.start, action.hex)
    if refused is not None:
        return refused
    dump = look.state.ground_supply(side, action.start)
    if not dump.tokens:
        return NO_SUPPLY(hexes=(action.start,))
    if not loadable(look, side, action.start):
        return FRESH(hexes=(action.start,), have=show_tokens(dump.tokens))
    one = supply_equivalent(look.world, 1)
    for hex_ in (action.start, action.hex):
        refused = refused or refuse_port(look, side, hex_, one)
    return refused or refuse_price(look, side, action.start, action.hex, one)


def open_candidates(look: Look, data: object) -> Iterator[OpenShipment]:
    """Every pair of ports that `refuse_open` accepts."""
    side = look.state.clock.acting
    if not look.world.scenario.shipping or not may_ship(look, side):
        return
    ports = sorted(port_hexes(look, side))
    every = (OpenShipment(start, hex_) for start in ports if loadable(look, side, start) for hex_ in ports)
    yield from (action for action in every if refuse_open(look, side, action) is None)


def take_open(run: Run, data: object, action: OpenShipment) -> None:
    run.push("shipment", Shipment(run.state.clock.acting, action.start, action.hex))


def refuse_load(look: Look, data: Shipment, action: LoadShipment) -> Refusal | None:
    """From 1T to the most."""
    limit = most(look, data)
    return None if 1 <= action.tokens <= limit else AMOUNT(have=f"{action.tokens}T", need=show_tokens(limit))


def take_load(run: Run, data: Shipment, action: LoadShipment) -> None:
    """The SP are on the ground there."""
    amount = supply_equivalent(run.world, action.tokens)
    cost = price(run.look, data.start, data.hex, amount)
    through(run, data.side, (data.start, data.hex), amount, False, frozenset())
    shipped = SupplyShipped(
        case="19.0f", side=data.side, start=data.start, hex=data.hex, tokens=action.tokens, cost=cost
    )
    run.emit(shipped)
    run.finish()


def take_cancel(run: Run, data: Shipment, action: Cancel) -> None:
    run.finish()


OPTION = Option(
    OpenShipment,
    open_candidates,
    lambda look, data, action: refuse_open(look, look.state.clock.acting, action),
    take_open,
    exact=True,
    held=lambda world: bool(world.scenario.shipping),
)
SHIPMENT = Procedure(
    "shipment",
    Shipment,
    (
        Choose(
            "load",
            "Say how much supply is shipped",
            lambda look, data: data.side,
            (
                Option(
                    LoadShipment,
                    lambda look, data: (LoadShipment(tokens) for tokens in range(most(look, data), 0, -1)),
                    refuse_load,
                    take_load,
                    exact=True,
                ),
                Option(Cancel, only(Cancel()), always_legal, take_cancel),
            ),
            case="19.0f-D",
        ),
    ),
)

PROCEDURES = (SHIPMENT,)
