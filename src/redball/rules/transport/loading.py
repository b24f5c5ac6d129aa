"""Transport Points load, unload, divide and combine as they move.

Cases: 13.2, 13.2c-A, 13.2c-B, 13.2f-A, 13.2f-B, 13.2f-C, 13.2g-A, 12.2, 12.2a, 12.2b, 3.3a-A, 3.3a-B, 3.3a-C, 3.3b-A,
4.7-B, 4.7c-A, 12.1a, 12.1b, K13.2f-loading, K13.2f-loading-unload
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from redball.charts.rounding import round_half_up
from redball.core.actions import CombineTransport, DivideTransport, LoadSupply, UnloadSupply
from redball.core.engine import Run
from redball.core.events import SupplyLoaded, SupplyUnloaded, TransportCombined, TransportDivided
from redball.core.ledger import show_mp, show_tokens
from redball.core.look import Look
from redball.core.procedures import Option
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.rules.ground.craft import craft_in, is_dukw
from redball.rules.ground.points import FACILITIES
from redball.rules.moving_stack.arrears import due, owed, put_off
from redball.rules.moving_stack.move_ends import MoveData, mp_left, without
from redball.rules.moving_stack.points import ARREARS
from redball.rules.transport.extenders import already_spent
from redball.rules.units.abilities import is_organic, is_transport, transport_kind

NOT_TRANSPORT = refusal(
    "transport.not_transport", case="13.2", text="{units} is not a Transport Point of the moving stack"
)
AMOUNT = refusal("transport.amount", case="13.2f-A", text="the amount must be from 1T to {need}, not {have}")
NO_SUPPLY = refusal("transport.no_supply", case="13.2f-A", text="there is no supply to load on the ground in {hexes}")
FRESH = refusal(
    "transport.leapfrog",
    case="12.2a",
    text="only {need} of the {have} at {hexes} may be loaded; the rest was unloaded in this phase",
)
FULL = refusal("transport.full", case="3.3b-A", text="{units} has room for {need} more, not for {have}")
EMPTY = refusal("transport.empty", case="13.2f-B", text="{units} carries {need}, not {have}")
FEW_MP = refusal(
    "transport.few_mp", case="13.2f-C", text="{units} has {have} MP left; loading or unloading takes {need}"
)
ORGANIC = refusal(
    "transport.organic", case="13.2g-A", text="{units} is an Organic Truck and cannot put supply on the ground"
)
NOWHERE = refusal(
    "transport.nowhere",
    case="13.2f-B",
    text="{units} may unload only with a friendly combat unit, port, air base or unloaded dump; {hexes} has none",
)
POINTS = refusal("transport.points", case="13.2c-A", text="{units} has {have:point}; it cannot be divided that way")
KIND = refusal("transport.kind", case="13.2c-B", text="{units} cannot combine: they are of different kinds, or organic")
APART = refusal("transport.apart", case="13.2c-A", text="{units} are not in the same hex, or one has finished its move")


def capacity(unit: Unit) -> int:
    """Tokens that a Transport Point counter may carry: 1 SP a point (3.3b-A, 4.7c-A), and nothing but SP (4.7-B)."""
    return 4 * unit.points


def room(unit: Unit) -> int:
    """Tokens that the counter may still take on."""
    return capacity(unit) - unit.load


def shares(unit: Unit, points: int) -> range:
    """Tokens of the load that so many of its points may take with them: neither part may be overloaded."""
    return range(max(0, unit.load - 4 * (unit.points - points)), min(unit.load, 4 * points) + 1)


def handling_cost(look: Look, unit: Unit) -> int:
    """Loading or unloading costs 10% of the printed MA, rounded to whole MP; in 1/12 MP (13.2f-C).

    A truck with 45 MA pays 5 MP.
    """
    percent = look.world.charts.supply_costs.load_or_unload_ma_percent
    printed = Fraction(look.counter(unit).move.ma, 12)
    return round_half_up(printed * percent / 100) * 12


def handling_price(look: Look, data: MoveData, uid: str) -> int:
    """The same for a unit of the moving stack, with what it has put off if it pays that now."""
    unit = look.unit(uid)
    cost, spent = handling_cost(look, unit), data.spent[data.units.index(uid)]
    return cost + due(look.policies[ARREARS](look, unit, frozenset(data.units)), spent, owed(data, uid), cost)


def _refuse_handling(look: Look, data: MoveData, uid: str) -> Refusal | None:
    if uid not in data.units or not is_transport(look.counter(uid)):
        return NOT_TRANSPORT(units=(uid,))
    left, cost = mp_left(look, data, uid), handling_price(look, data, uid)
    return FEW_MP(units=(uid,), have=show_mp(left), need=show_mp(cost)) if cost > left else None


def loadable(look: Look, data: MoveData) -> int:
    """Tokens on the ground that were not unloaded in this phase (12.2a)."""
    dump = look.state.ground_supply(data.side, data.hex)
    return dump.tokens - dump.fresh


def refuse_load(look: Look, data: MoveData, action: LoadSupply) -> Refusal | None:
    """13.2f-A: SP in its own hex, within its capacity."""
    refused = _refuse_handling(look, data, action.unit)
    if refused is not None:
        return refused
    unit = look.unit(action.unit)
    dump = look.state.ground_supply(data.side, data.hex)
    if not dump.tokens:
        return NO_SUPPLY(hexes=(data.hex,))
    if action.tokens < 1:
        return AMOUNT(have=f"{action.tokens}T", need=show_tokens(room(unit)))
    if action.tokens > loadable(look, data):
        return FRESH(hexes=(data.hex,), have=show_tokens(dump.tokens), need=show_tokens(loadable(look, data)))
    if action.tokens > room(unit):
        return FULL(units=(unit.id,), have=show_tokens(action.tokens), need=show_tokens(room(unit)))
    return None


def load_candidates(look: Look, data: MoveData) -> Iterator[LoadSupply]:
    """Every amount that fits, for every Transport Point of the stack."""
    for uid in data.units:
        unit = look.unit(uid)
        if unit.points:
            most = min(loadable(look, data), room(unit))
            yield from (LoadSupply(uid, tokens) for tokens in range(most, 0, -1))


def take_load(run: Run, data: MoveData, action: LoadSupply) -> None:
    charged = _charged(run.look, data, action.unit)
    run.emit(SupplyLoaded(case="13.2f-A", side=data.side, unit=action.unit, hex=data.hex, tokens=action.tokens))
    run.set(charged)


def refuse_unload(look: Look, data: MoveData, action: UnloadSupply) -> Refusal | None:
    """13.2f-B: only where something friendly can take it over; never from an Organic Truck (13.2g-A)."""
    refused = _refuse_handling(look, data, action.unit)
    if refused is not None:
        return refused
    unit = look.unit(action.unit)
    if is_organic(look, unit):
        return ORGANIC(units=(unit.id,))
    if not 1 <= action.tokens <= unit.load:
        return EMPTY(units=(unit.id,), have=show_tokens(max(action.tokens, 0)), need=show_tokens(unit.load))
    port = any(place.kind == "port" for place in look.board.places_in(data.hex))
    base = data.hex in look.policies[FACILITIES](look, data.side)
    dump = look.state.ground_supply(data.side, data.hex).tokens
    if not (look.has_combat_units(data.hex, data.side) or port or base or dump):
        return NOWHERE(units=(unit.id,), hexes=(data.hex,))
    return None


def unload_candidates(look: Look, data: MoveData) -> Iterator[UnloadSupply]:
    """Every amount up to the whole load, for every Transport Point of the stack."""
    for uid in data.units:
        yield from (UnloadSupply(uid, tokens) for tokens in range(look.unit(uid).load, 0, -1))


def take_unload(run: Run, data: MoveData, action: UnloadSupply) -> None:
    charged = _charged(run.look, data, action.unit)
    run.emit(SupplyUnloaded(case="13.2f-B", side=data.side, unit=action.unit, hex=data.hex, tokens=action.tokens))
    run.set(charged)


def _charged(look: Look, data: MoveData, uid: str) -> MoveData:
    """The stack after a unit has paid to load or unload, and perhaps what it had put off."""
    price = handling_price(look, data, uid)
    spent = tuple(s + price if u == uid else s for u, s in zip(data.units, data.spent, strict=True))
    paid = price > handling_cost(look, look.unit(uid))
    return replace(data, spent=spent, begun=True, owed=put_off(data, uid, 0) if paid else data.owed)


def refuse_divide(look: Look, data: MoveData, action: DivideTransport) -> Refusal | None:
    """13.2c-A: some points stay behind as a counter of their own, with part of the load."""
    if action.unit not in data.units or not is_transport(look.counter(action.unit)):
        return NOT_TRANSPORT(units=(action.unit,))
    unit = look.unit(action.unit)
    if look.state.clock.phase != "movement" or is_organic(look, unit) or not 1 <= action.points < unit.points:
        return POINTS(units=(unit.id,), have=unit.points)
    if action.tokens not in shares(unit, action.points):
        return FULL(units=(unit.id,), have=show_tokens(action.tokens), need=show_tokens(4 * action.points))
    return None


def divide_candidates(look: Look, data: MoveData) -> Iterator[DivideTransport]:
    """Every split of points, with every possible share of the load."""
    for uid in data.units:
        unit = look.unit(uid)
        for points in range(1, unit.points):
            yield from (DivideTransport(uid, points, tokens) for tokens in shares(unit, points))


def new_id(look: Look, uid: str) -> str:
    """A free id for a counter split off from another, on land or afloat: `tr-1/2`, `tr-1/3`, ..."""
    stem = uid.split("/")[0]
    number = 2
    while f"{stem}/{number}" in look.state.units or craft_in(look.state, f"{stem}/{number}") is not None:
        number += 1
    return f"{stem}/{number}"


def take_divide(run: Run, data: MoveData, action: DivideTransport) -> None:
    """The part stays. If the stack has begun to move, the part was dropped off here and has finished (6.1f)."""
    unit = run.look.unit(action.unit)
    activity = replace(unit.activity, moved=data.begun)
    run.emit(
        TransportDivided(
            case="13.2c-A",
            side=data.side,
            unit=unit.id,
            new=new_id(run.look, unit.id),
            points=action.points,
            tokens=action.tokens,
            activity=activity,
        )
    )


def refuse_combine(look: Look, data: MoveData, action: CombineTransport) -> Refusal | None:
    """13.2c: same kind, same hex, in the Movement Phase; a counter that has finished its move cannot move on (6.1f)."""
    if action.unit not in data.units or not is_transport(look.counter(action.unit)):
        return NOT_TRANSPORT(units=(action.unit,))
    unit, other = look.unit(action.unit), look.unit(action.other)
    kinds = {transport_kind(look, u) for u in (unit, other)}
    standing = unit.extender or other.extender
    same_kind = is_dukw(look.world, unit) == is_dukw(look.world, other)
    alike = len(kinds) == 1 and same_kind and not standing and look.counter(unit).move == look.counter(other).move
    if not alike or "organic" in kinds or unit.id == other.id:
        return KIND(units=(unit.id, other.id))
    here = other.hex == data.hex and other.side == data.side
    if not here or other.activity.moved or look.state.clock.phase != "movement":
        return APART(units=(unit.id, other.id))
    return None


def combine_candidates(look: Look, data: MoveData) -> Iterator[CombineTransport]:
    """Every pair of Transport Points in the hex with at least one in the moving stack."""
    there = [uid for uid in look.ids_at(data.hex) if look.unit(uid).points]
    return (CombineTransport(uid, other) for uid in data.units if uid in there for other in there)


def take_combine(run: Run, data: MoveData, action: CombineTransport) -> None:
    """They go on as one counter, with the MP of the one that has fewer left."""
    late = already_spent(run.look, run.look.unit(action.other))
    run.emit(TransportCombined(case="13.2c-A", side=data.side, unit=action.unit, other=action.other))
    if action.other in data.units:
        both = (action.unit, action.other)
        worst = max(s for u, s in zip(data.units, data.spent, strict=True) if u in both)
        off = put_off(data, action.unit, max(owed(data, uid) for uid in both))
        data = without(replace(data, owed=off), {action.other})
        spent = tuple(worst if u == action.unit else s for u, s in zip(data.units, data.spent, strict=True))
        data = replace(data, spent=spent)
    elif late:  # the other was an Extender in this phase (12.7d-A)
        spent = tuple(max(s, late) if u == action.unit else s for u, s in zip(data.units, data.spent, strict=True))
        data = replace(data, spent=spent)
    run.set(data)


OPTIONS = (
    Option(LoadSupply, load_candidates, refuse_load, take_load),
    Option(UnloadSupply, unload_candidates, refuse_unload, take_unload),
    Option(DivideTransport, divide_candidates, refuse_divide, take_divide),
    Option(CombineTransport, combine_candidates, refuse_combine, take_combine),
)
