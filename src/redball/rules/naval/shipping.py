"""Shipping ("Sea Cap"): units, Transport Points and SP go from port to port by a side's Shipping Allowance, without
ships.

Units go within their move, as by rail: the whole stack embarks, sails and lands at once, and has neither moved before
nor moves after. Each point of the allowance takes 1 SP of cargo by Transportation Equivalents; each port counts it,
too. Amounts are in 1/16 points. SP go by `naval.shipment`.

The modes that go by no transport are the same as by rail (`rail.ride`: 5.5a to 5.10d); one transport a phase and no
march besides are also at `air.cargo` and `air.air_drop` (4.7d-A, 4.7d-B), a port's ZOC and capacity at
`ground.harbours`.

Cases: 19.0f, 19.0f-A, 19.0f-B, 19.0f-C, 19.0f-D, 19.0f-E, 19.0f-F, 21.12b, K19.0f-capacity,
K19.0f-connections-single, K19.0f-phasing
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from redball.core.actions.naval import ShipTo
from redball.core.engine import Run
from redball.core.events import MoveFinished
from redball.core.events.base import UnitEvent
from redball.core.look import Look
from redball.core.procedures import Option
from redball.core.refusals import Refusal, refusal
from redball.core.state import State, Unit
from redball.core.telling import MODES, Names, phase_name, show_rail_points
from redball.rules.capture.claims import come_into
from redball.rules.combat.points import ENTERED_HEX
from redball.rules.ground.harbours import (
    SHUT,
    any_quay,
    by_night,
    is_shut,
    port_hexes,
    quay,
    record_in,
    refuse_traffic,
    use,
    with_record,
)
from redball.rules.ground.occupancy import can_occupy, holds_enemy
from redball.rules.moving_stack import simulcast
from redball.rules.moving_stack.move_ends import MoveData, entered
from redball.rules.naval.points import SEA_LINK, SHIPPING_ALLOWANCE
from redball.rules.units.airlift import airlifted
from redball.rules.units.equivalents import POINT, unit_equivalent
from redball.rules.units.shipped import with_passage
from redball.scenarios.records import in_turn

NIGHT = 4
"""What a shipment costs that leaves or enters a port by night, for each point (21.12b)."""
MODE_CASES = {"combat": "5.5a", "reserve": "5.7e", "strat": "5.8d", "dg": "5.10d"}

PHASE = refusal(
    "shipping.phase", case="19.0f-B", text="units and supply are shipped only in your own Movement Phase, not {have}"
)
NONE = refusal("shipping.none", case="19.0f", text="you have no Shipping Allowance in this turn")
NO_PORT = refusal(
    "shipping.no_port",
    case="19.0f",
    text="you have no port at {hexes}; shipping goes from port to port",
    remedy="go to a port of your own first, and ship from there next turn",
)
SAME = refusal("shipping.same", case="19.0f", text="the cargo is at {hexes} already")
NO_LINK = refusal("shipping.no_link", case="K19.0f-connections", text="no sea route joins the ports {hexes}")
ENEMY = refusal("shipping.enemy", case="18.1b", text="{hexes} holds something of the enemy's, so nothing lands there")
MODE = refusal(
    "shipping.mode",
    case="19.0f-A",
    text="{units} is in {have} Mode; only units in Move Mode are shipped",
    remedy="change its mode as it begins to move",
    remedies={"kept": "wait until it has lost that marker in its Clean Up Phase"},
)
MOVED = refusal(
    "shipping.moved",
    case="19.0f-C",
    text="{units} has moved in this phase; a shipped unit moves neither before nor after",
    remedy="ship it next turn, before it moves",
)
CARRIED = refusal(
    "shipping.carried", case="4.7d-A", text="{units} has gone by {have} in this phase, so it cannot be shipped too"
)
GROUND = refusal("shipping.ground", case="19.0f-D", text="{units} could not be in {hexes}")
NO_ALLOWANCE = refusal(
    "shipping.allowance",
    case="19.0f-E",
    text="this takes {need} of the Shipping Allowance; {have} left in this phase",
    remedy="ship less, or go on next turn",
    remedies={"night": "use ports out of enemy ZOCs: by night it takes four times as much"},
)


# --- the allowance -----------------------------------------------------------------------------------------------


def scheduled_allowance(look: Look, side: str) -> int:
    """What the scenario gives a side for this turn (19.0f)."""
    return POINT * in_turn(look.world.scenario.shipping.get(side, ()), look.state.clock.turn) // 4


def allowance(look: Look, side: str) -> int:
    """A side's Shipping Allowance in this turn."""
    return look.policies[SHIPPING_ALLOWANCE](look, side)


def may_ship(look: Look, side: str) -> bool:
    """19.0f-B: in its own Movement Phase."""
    clock = look.state.clock
    return clock.phase == "movement" and clock.phasing == side


def allowance_left(look: Look, side: str) -> int:
    """What is left of it in this phase; what is not used is lost."""
    return allowance(look, side) - record_in(look.state).shipped if may_ship(look, side) else 0


def price(look: Look, start: int, end: int, amount: int) -> int:
    """19.0f-E, 21.12b: what cargo takes of the allowance: four times as much if a port is used by night."""
    ports = [any_quay(look, hex_) for hex_ in (start, end)]
    night = any(port is not None and by_night(look, port) for port in ports)
    return NIGHT * amount if night else amount


def spent_more(state: State, cost: int) -> State:
    """The state once so much more of the allowance is used."""
    record = record_in(state)
    return with_record(state, replace(record, shipped=record.shipped + cost))


# --- ports and the way between them ------------------------------------------------------------------------------


def refuse_any(look: Look, side: str) -> Refusal | None:
    """Why a side ships nothing at all now (19.0f, 19.0f-B)."""
    if not may_ship(look, side):
        return PHASE(have=f"in the {phase_name(look.state.clock.phase)}")
    return None if allowance(look, side) else NONE()


def refuse_way(look: Look, side: str, start: int, end: int) -> Refusal | None:
    """19.0f: from an own port to another one, between which a way leads."""
    for hex_ in (start, end):
        if quay(look, side, hex_) is None:
            return NO_PORT(hexes=(hex_,))
    if start == end:
        return SAME(hexes=(end,))
    if holds_enemy(look, side, end):
        return ENEMY(hexes=(end,))
    if not look.policies[SEA_LINK](look, start, end):
        return NO_LINK(hexes=(start, end))
    return simulcast.refuse_step(look, side, end)


def refuse_port(
    look: Look, side: str, hex_: int, amount: int, alone: bool = False, moving: frozenset[str] = frozenset()
) -> Refusal | None:
    """19.0f-D, 19.0f-F: why a port does not load or unload so much; units that are `moving` negate no ZOC."""
    port = quay(look, side, hex_)
    assert port is not None  # refuse_way found it
    if is_shut(look, port, moving) and not by_night(look, port):
        return SHUT(hexes=(hex_,), case="19.0f-F")
    return refuse_traffic(look, port, amount, alone, "19.0f-D", shipped=True)


def refuse_price(look: Look, side: str, start: int, end: int, amount: int) -> Refusal | None:
    """19.0f-E: within what is left of the allowance."""
    need, left = price(look, start, end, amount), allowance_left(look, side)
    if need <= left:
        return None
    return NO_ALLOWANCE(have=show_rail_points(left), need=show_rail_points(need), so="night" if need > amount else "")


def through(run: Run, side: str, hexes: tuple[int, int], amount: int, alone: bool, moving: frozenset[str]) -> None:
    """The cargo counts at both ports."""
    for hex_ in hexes:
        port = quay(run.look, side, hex_)
        assert port is not None  # it was not refused
        use(run, port, amount, "19.0f-D", alone, shipped=True, moving=moving)


# --- units -------------------------------------------------------------------------------------------------------


class UnitShipped(UnitEvent, frozen=True, kw_only=True):
    """A unit was shipped from the port `start` to that at `hex`, for `cost` in 1/16 points of the allowance (19.0f)."""

    openly: ClassVar[bool] = True
    start: int
    hex: int
    cost: int

    def changed(self, unit: Unit) -> Unit:
        activity = replace(unit.activity, origin=unit.began_at, bridge=-1)
        return with_passage(unit.change(hex=self.hex, activity=activity))

    def apply(self, state: State) -> State:
        return spent_more(super().apply(state), self.cost)

    def told(self, n: Names) -> str:
        goes = f"{n.unit(self.unit)} is shipped to {n.hex(self.hex)}"
        own = n.knows(self.unit) and not n.is_theirs(self.unit)
        return f"{goes} ({show_rail_points(self.cost)} of the Shipping Allowance)" if own else goes


EVENTS = (UnitShipped,)


def refuse_passenger(look: Look, unit: Unit, spent: int) -> Refusal | None:
    """Why a unit is not shipped anywhere: its mode, and what it did in this phase."""
    if unit.mode != "move":
        case = MODE_CASES.get(unit.mode, "19.0f-A")
        so = "kept" if unit.marker in ("dg", "exploit") else ""
        return MODE(units=(unit.id,), have=MODES[unit.mode], case=case, so=so)
    ways = {"rail": unit.activity.railed, "Landing Craft": unit.activity.landed, "air": airlifted(unit)}
    if any(ways.values()):
        return CARRIED(units=(unit.id,), have=next(way for way, so in ways.items() if so))
    return MOVED(units=(unit.id,)) if spent or unit.activity.spent or entered(unit) else None


def cargo_of(look: Look, uids: tuple[str, ...]) -> tuple[int, bool]:
    """What units take together, and whether they are one combat unit (19.0a-B)."""
    units = [look.unit(uid) for uid in uids]
    alone = len(units) == 1 and look.counter(units[0]).is_combat_unit
    return sum(unit_equivalent(look, unit) for unit in units), alone


def refuse_ship(look: Look, data: MoveData, action: ShipTo) -> Refusal | None:
    """Every reason why the stack is not shipped there."""
    refused = refuse_any(look, data.side)
    stack = [look.unit(uid) for uid in data.units]
    for unit, spent in zip(stack, data.spent, strict=True):
        refused = refused or refuse_passenger(look, unit, spent)
    refused = refused or refuse_way(look, data.side, data.hex, action.hex)
    if refused is not None:
        return refused
    for unit in stack:
        if not can_occupy(look.world, action.hex, look.counter(unit)):
            return GROUND(units=(unit.id,), hexes=(action.hex,))
    amount, alone = cargo_of(look, data.units)
    for hex_ in (data.hex, action.hex):
        refused = refused or refuse_port(look, data.side, hex_, amount, alone, frozenset(data.units))
    return refused or refuse_price(look, data.side, data.hex, action.hex, amount)


def ship_candidates(look: Look, data: MoveData) -> Iterator[ShipTo]:
    """All ports where the stack could be shipped."""
    if not look.world.scenario.shipping or not may_ship(look, data.side) or data.begun:
        return
    there = port_hexes(look, data.side)
    every = (ShipTo(hex_) for hex_ in sorted(there)) if data.hex in there else ()
    yield from (action for action in every if refuse_ship(look, data, action) is None)


def take_ship(run: Run, data: MoveData, action: ShipTo) -> None:
    """The stack pays, lands, and has finished its move (19.0f-C)."""
    amount, alone = cargo_of(run.look, data.units)
    fares = {
        uid: price(run.look, data.hex, action.hex, unit_equivalent(run.look, run.look.unit(uid))) for uid in data.units
    }
    through(run, data.side, (data.hex, action.hex), amount, alone, frozenset(data.units))
    for uid, fare in fares.items():
        run.emit(UnitShipped(case="19.0f", side=data.side, unit=uid, start=data.hex, hex=action.hex, cost=fare))
    run.look.policies[ENTERED_HEX](run, data.units, action.hex)
    come_into(run, data.side, action.hex)
    for uid in data.units:
        run.emit(MoveFinished(case="19.0f-C", side=data.side, unit=uid))
    run.finish()


OPTION = Option(ShipTo, ship_candidates, refuse_ship, take_ship, exact=True)


def any_way(look: Look, one: int, other: int) -> bool:
    """19.0f: shipping is abstract, and goes from any port to any other."""
    return True


POLICIES = {"shipping_allowance": scheduled_allowance, "sea_link": any_way}
