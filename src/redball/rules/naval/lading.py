"""What Landing Craft load and unload on their way, and how they divide and combine.

They load in ports, at no cost, what has not moved in the phase; a port's capacity counts. Cargo that lands in a port
within its capacity needs no roll (18.5g); all other landings are those of `invasion`. LSTs are counters that become
ports, so that they neither divide nor combine (readings, 18.4d).

Cases: 18.4c, 18.4d, 18.4e-B, 18.5a, 18.5c, 18.5g, 18.5h-B
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from msgspec.structs import replace

from redball.core.actions.naval import (
    CombineCraft,
    DivideCraft,
    PutAshore,
    PutSupplyAshore,
    TakeAboard,
    TakeSupplyAboard,
)
from redball.core.engine import Run
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.procedures import Option
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.core.telling import MODES, show_rail_points
from redball.forces.craft import DUKW, LST
from redball.rules.air.cargo import unmoved
from redball.rules.air.points import REFUSE_AIRLIFT
from redball.rules.capture.claims import come_into
from redball.rules.combat.points import ENTERED_HEX
from redball.rules.ground.craft import capacity, cargo, craft_at, craft_in, kind_of, room, the_craft
from redball.rules.ground.fleet import LandingCraft, Vessel
from redball.rules.ground.harbours import Harbour, quay, refuse_traffic, use
from redball.rules.ground.harbours import room as port_room
from redball.rules.ground.occupancy import can_occupy
from redball.rules.naval.cargo_events import CraftCombined, CraftDivided, SupplyCarried, WentAboard, WentAshore
from redball.rules.naval.voyage import Voyage, called
from redball.rules.transport.loading import new_id
from redball.rules.units.airlift import airlifted, light_enough
from redball.rules.units.equivalents import supply_equivalent, unit_equivalent

NO_CRAFT = refusal("craft.not_craft", case="18.4", text="{detail} carries nothing: only Landing Craft do")
NO_PORT = refusal(
    "craft.no_port",
    case="18.4c",
    text="there is no port of your side at {hexes}, and Landing Craft load only in ports",
    remedy="sail to a port",
)
NOT_HERE = refusal("craft.not_here", case="18.4c", text="{units} is not in the port at {hexes}")
HAS_MOVED = refusal(
    "craft.cargo_moved",
    case="18.4c",
    text="{units} has moved in this phase, and cargo goes aboard before it moves",
    remedy="load it in the next phase",
)
TWO_WAYS = refusal(
    "craft.two_transports", case="4.7d-A", text="{units} has used another kind of transport in this phase"
)
MODE = refusal(
    "craft.mode",
    case="18.5c",
    text="{units} is in {have} Mode; units land in Combat or Move Mode and cannot change mode aboard",
    remedy="change its mode first, in the Movement Phase",
)
TOO_MUCH = refusal("craft.full", case="18.4a", text="{detail} has room for {have} SP more; this takes {need}")
TOO_HEAVY = refusal(
    "craft.dukw_cargo",
    case="18.4e-B",
    text="a DUKW carries what aircraft carry: supply, and units in Move Mode of {need} Leg MP at most, not {units}",
    remedy="use other Landing Craft",
)
NOT_ABOARD = refusal("craft.not_aboard", case="18.4c", text="{units} is not aboard {detail}")
NO_SUPPLY = refusal(
    "craft.no_supply",
    case="18.4c",
    text="{have} cannot go aboard at {hexes}: {need} are there that were not moved in this phase",
)
NOT_CARRIED = refusal("craft.not_carried", case="18.5g", text="{detail} carries {need}, not {have}")
NO_QUAY = refusal(
    "craft.no_quay",
    case="18.5g",
    text="there is no port of your side at {hexes}",
    remedy="units can land by the Amphibious Landing Table; supply and Transport Points cannot",
)
NO_GROUND = refusal("craft.no_ground", case="18.5g", text="{units} could not be in {hexes}")
POINTS = refusal("craft.points", case="18.4d", text="{detail} has {have:point} and cannot divide that way")
SPLIT = refusal(
    "craft.split",
    case="18.4d",
    text="{detail} cannot divide that way: a part would carry {have} SP of cargo and have room for {need}",
)
KIND = refusal("craft.kind", case="18.4d", text="{detail} cannot combine: different kinds never do, and LSTs do not")
APART = refusal("craft.apart", case="18.4d", text="{detail} are not in one hex, or one has finished its move")


def boat(look: Look, data: Voyage) -> LandingCraft | None:
    """The Landing Craft that sail; None for a ship."""
    return craft_in(look.state, data.ship)


def name(look: Look, craft: LandingCraft | Vessel) -> str:
    """What sentences call them."""
    return called(look.world, craft)


# --- loading -----------------------------------------------------------------------------------------------------


def refuse_kind(look: Look, craft: LandingCraft, unit: Unit) -> Refusal | None:
    """18.4e-B: a DUKW afloat carries only what goes by air (14.9c)."""
    if kind_of(look.world, craft) != DUKW:
        return None
    if light_enough(look, unit) and unit.mode == "move" and look.policies[REFUSE_AIRLIFT](look, unit) is None:
        return None
    most = look.world.charts.air_transport_limits.max_leg_ma_of_cargo_units
    return TOO_HEAVY(units=(unit.id,), need=most)


def refuse_passenger(look: Look, unit: Unit) -> Refusal | None:
    """Whether a unit on the map may go aboard anything now."""
    done = unit.activity
    if done.railed or done.landed or airlifted(unit):
        return TWO_WAYS(units=(unit.id,))
    if done.spent or done.origin >= 0 or done.negates or done.worked or done.converted:
        return HAS_MOVED(units=(unit.id,))
    if unit.marker:
        return MODE(units=(unit.id,), have=MODES[unit.mode])
    return HAS_MOVED(units=(unit.id,)) if unit.extender else None


def _refuse_loading(look: Look, data: Voyage) -> Refusal | None:
    craft = boat(look, data)
    if craft is None:
        return NO_CRAFT(detail=data.ship)
    return NO_PORT(hexes=(data.hex,)) if quay(look, data.side, data.hex) is None else None


def _refuse_amount(
    look: Look, data: Voyage, amount: int, alone: bool, moving: frozenset[str] = frozenset()
) -> Refusal | None:
    """Whether so much, in 1/16 SP, finds room in the craft and in the port."""
    craft, port = the_craft(look.state, data.ship), quay(look, data.side, data.hex)
    have = room(look, craft)
    if amount > have:
        return TOO_MUCH(detail=name(look, craft), have=show_rail_points(have), need=show_rail_points(amount))
    assert port is not None  # it was asked for before
    return refuse_traffic(look, port, amount, alone, case="18.4c", moving=moving)


def refuse_aboard(look: Look, data: Voyage, action: TakeAboard) -> Refusal | None:
    """18.4c: what has not moved, in a port, within both capacities."""
    refused = _refuse_loading(look, data)
    if refused is not None:
        return refused
    unit = look.unit(action.unit)
    if unit.hex != data.hex or unit.side != data.side:
        return NOT_HERE(units=(unit.id,), hexes=(data.hex,))
    refused = refuse_passenger(look, unit) or refuse_kind(look, the_craft(look.state, data.ship), unit)
    alone = look.counter(unit).is_combat_unit
    return refused or _refuse_amount(look, data, unit_equivalent(look, unit), alone, frozenset({unit.id}))


def aboard_candidates(look: Look, data: Voyage) -> Iterator[TakeAboard]:
    """The units of the hex."""
    if _refuse_loading(look, data) is None:
        yield from (TakeAboard(unit.id) for unit in look.units_at(data.hex, data.side))


def take_aboard(run: Run, data: Voyage, action: TakeAboard) -> None:
    unit, port = run.look.unit(action.unit), quay(run.look, data.side, data.hex)
    assert port is not None  # it was allowed
    alone, moving = run.look.counter(unit).is_combat_unit, frozenset({unit.id})
    use(run, port, unit_equivalent(run.look, unit), "18.4c", alone, moving=moving)
    run.emit(WentAboard(case="18.4c", side=data.side, unit=unit.id, craft=data.ship, hex=data.hex))


def refuse_supply_aboard(look: Look, data: Voyage, action: TakeSupplyAboard) -> Refusal | None:
    """18.4c: supply that was not moved in this phase (12.2a)."""
    refused = _refuse_loading(look, data)
    if refused is not None:
        return refused
    most = unmoved(look, data.side, data.hex)
    if not 0 < action.tokens <= most:
        return NO_SUPPLY(hexes=(data.hex,), have=show_tokens(max(action.tokens, 0)), need=show_tokens(most))
    return _refuse_amount(look, data, supply_equivalent(look.world, action.tokens), False)


def supply_aboard_candidates(look: Look, data: Voyage) -> Iterator[TakeSupplyAboard]:
    """Every amount that is there and fits."""
    craft, port = boat(look, data), quay(look, data.side, data.hex)
    if craft is not None and port is not None:
        most = min(room(look, craft), port_room(look, port)) // supply_equivalent(look.world, 1)
        most = min(most, unmoved(look, data.side, data.hex))
        yield from (TakeSupplyAboard(tokens) for tokens in range(most, 0, -1))


def take_supply_aboard(run: Run, data: Voyage, action: TakeSupplyAboard) -> None:
    _carry(run, data, action.tokens, "18.4c")


def _carry(run: Run, data: Voyage, tokens: int, case: str) -> None:
    """Tokens go aboard; ashore if negative."""
    port = quay(run.look, data.side, data.hex)
    assert port is not None  # it was allowed
    use(run, port, supply_equivalent(run.world, abs(tokens)), case)
    run.emit(SupplyCarried(case=case, side=data.side, craft=data.ship, hex=data.hex, tokens=tokens))


# --- unloading in a port -----------------------------------------------------------------------------------------


def _refuse_quay(look: Look, data: Voyage, amount: int, alone: bool) -> Refusal | None:
    """18.5g: within what a friendly port can still take."""
    port: Harbour | None = quay(look, data.side, data.hex)
    if port is None:
        return NO_QUAY(hexes=(data.hex,))
    return refuse_traffic(look, port, amount, alone, case="18.5g")


def refuse_ashore(look: Look, data: Voyage, action: PutAshore) -> Refusal | None:
    """Whether a unit can land in the port without a roll."""
    craft = boat(look, data)
    if craft is None:
        return NO_CRAFT(detail=data.ship)
    if action.unit not in craft.units:
        return NOT_ABOARD(units=(action.unit,), detail=name(look, craft))
    unit = look.unit(action.unit)
    refused = _refuse_quay(look, data, unit_equivalent(look, unit), look.counter(unit).is_combat_unit)
    if refused is None and not can_occupy(look.world, data.hex, look.counter(unit)):
        return NO_GROUND(units=(unit.id,), hexes=(data.hex,))
    return refused


def ashore_candidates(look: Look, data: Voyage) -> Iterator[PutAshore]:
    """Whoever is aboard."""
    craft = boat(look, data)
    if craft is not None and quay(look, data.side, data.hex) is not None:
        yield from (PutAshore(uid) for uid in craft.units)


def take_ashore(run: Run, data: Voyage, action: PutAshore) -> None:
    unit, port = run.look.unit(action.unit), quay(run.look, data.side, data.hex)
    assert port is not None  # it was allowed
    use(run, port, unit_equivalent(run.look, unit), "18.5g", run.look.counter(unit).is_combat_unit)
    run.emit(WentAshore(case="18.5g", side=data.side, unit=unit.id, craft=data.ship, hex=data.hex))
    run.set(replace(data, unloads=True))
    run.look.policies[ENTERED_HEX](run, (unit.id,), data.hex)
    come_into(run, data.side, data.hex)


def refuse_supply_ashore(look: Look, data: Voyage, action: PutSupplyAshore) -> Refusal | None:
    """Whether so much supply can land in the port."""
    craft = boat(look, data)
    if craft is None:
        return NO_CRAFT(detail=data.ship)
    if not 0 < action.tokens <= craft.tokens:
        have = show_tokens(max(action.tokens, 0))
        return NOT_CARRIED(detail=name(look, craft), have=have, need=show_tokens(craft.tokens))
    return _refuse_quay(look, data, supply_equivalent(look.world, action.tokens), False)


def supply_ashore_candidates(look: Look, data: Voyage) -> Iterator[PutSupplyAshore]:
    """Every amount that is aboard and fits through the port."""
    craft, port = boat(look, data), quay(look, data.side, data.hex)
    if craft is not None and port is not None:
        most = min(craft.tokens, port_room(look, port) // supply_equivalent(look.world, 1))
        yield from (PutSupplyAshore(tokens) for tokens in range(most, 0, -1))


def take_supply_ashore(run: Run, data: Voyage, action: PutSupplyAshore) -> None:
    _carry(run, data, -action.tokens, "18.5g")
    run.set(replace(data, unloads=True))


# --- dividing and combining --------------------------------------------------------------------------------------


def refuse_divide(look: Look, data: Voyage, action: DivideCraft) -> Refusal | None:
    """18.4d: some points stay behind, with cargo that both parts can carry."""
    craft = boat(look, data)
    if craft is None:
        return NO_CRAFT(detail=data.ship)
    if kind_of(look.world, craft) == LST or not 0 < action.points < craft.points:
        return POINTS(detail=name(look, craft), have=craft.points)
    units = parting(action)
    for uid in units:
        if uid not in craft.units:
            return NOT_ABOARD(units=(uid,), detail=name(look, craft))
    if (not action.unit and action.other) or len(set(units)) != len(units) or not 0 <= action.tokens <= craft.tokens:
        return POINTS(detail=name(look, craft), have=craft.points)
    rest = tuple(uid for uid in craft.units if uid not in units)
    for points, those, tokens in (
        (action.points, units, action.tokens),
        (craft.points - action.points, rest, craft.tokens - action.tokens),
    ):
        have, most = cargo(look, those, tokens), capacity(craft.change(points=points))
        if have > most:
            return SPLIT(detail=name(look, craft), have=show_rail_points(have), need=show_rail_points(most))
    return None


def parting(action: DivideCraft) -> tuple[str, ...]:
    """The units that go with the part."""
    return tuple(filter(None, (action.unit, action.other)))


def divide_candidates(look: Look, data: Voyage) -> Iterator[DivideCraft]:
    """Every split of points, with every share of the supply and every unit, or pair of units."""
    craft = boat(look, data)
    if craft is None or kind_of(look.world, craft) == LST:
        return
    alone = ((uid, "") for uid in craft.units)
    pairs = (pair for pair in combinations(craft.units, 2))
    for who in chain((("", ""),), alone, pairs, (pair[::-1] for pair in combinations(craft.units, 2))):
        for points in range(1, craft.points):
            yield from (DivideCraft(points, tokens, *who) for tokens in range(craft.tokens + 1))


def take_divide(run: Run, data: Voyage, action: DivideCraft) -> None:
    """The part stays; if the craft have moved already, its move is over."""
    craft = the_craft(run.state, data.ship)
    run.emit(
        CraftDivided(
            case="18.4d",
            side=data.side,
            craft=craft.id,
            new=new_id(run.look, craft.id),
            points=action.points,
            units=parting(action),
            tokens=action.tokens,
            sailed=data.hex != data.start or data.spent > craft.spent or data.unloads,
        )
    )


def refuse_combine(look: Look, data: Voyage, action: CombineCraft) -> Refusal | None:
    """18.4d: of one kind, in one hex, and with a move left."""
    craft, other = boat(look, data), craft_in(look.state, action.ship)
    if craft is None or other is None or craft.id == other.id or other.side != data.side:
        return NO_CRAFT(detail=data.ship if craft is None else repr(action.ship))
    both = f"{name(look, craft)} and {name(look, other)}"
    kinds = {kind_of(look.world, one) for one in (craft, other)}
    if len(kinds) > 1 or LST in kinds:
        return KIND(detail=both)
    moved = other.sailed or data.unloads or other.spent > data.spent
    return APART(detail=both) if other.hex != data.hex or moved else None


def combine_candidates(look: Look, data: Voyage) -> Iterator[CombineCraft]:
    """Other Landing Craft of the side in the hex."""
    if boat(look, data) is not None:
        yield from (CombineCraft(one.id) for one in craft_at(look, data.hex, data.side))


def take_combine(run: Run, data: Voyage, action: CombineCraft) -> None:
    run.emit(CraftCombined(case="18.4d", side=data.side, craft=data.ship, other=action.ship))


OPTIONS = (
    Option(TakeAboard, aboard_candidates, refuse_aboard, take_aboard),
    Option(TakeSupplyAboard, supply_aboard_candidates, refuse_supply_aboard, take_supply_aboard),
    Option(PutAshore, ashore_candidates, refuse_ashore, take_ashore),
    Option(PutSupplyAshore, supply_ashore_candidates, refuse_supply_ashore, take_supply_ashore),
    Option(DivideCraft, divide_candidates, refuse_divide, take_divide),
    Option(CombineCraft, combine_candidates, refuse_combine, take_combine),
)
