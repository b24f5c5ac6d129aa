"""The moving stack's record, and where a move may not end: Reserve Mode in a hedgehog or without a marker, Strat Mode
without trace.

Rules about the end of a move are enforced during the move: a step (or mode) after which no legal end can be
reached is refused, so that a player always has a legal action (readings 1.28, 1.133).

Cases: 5.7g, 5.8b-A, 12.6e, 16.0f, 21.12d
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from redball.board.costs import ALL, PROHIBITED, MoveGraph, dearest_costs
from redball.board.hexes import NO_HEX
from redball.board.kernel import reach
from redball.board.masks import with_hexes
from redball.core.actions import SetMode
from redball.core.derived import derived
from redball.core.edition import option
from redball.core.engine import Run
from redball.core.events import MarkerRemoved
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.core.world import World, of_world
from redball.rules.ground.hedgehogs import closed_to_reserves
from redball.rules.ground.occupancy import held_by
from redball.rules.modes.change import refuse_reserve_markers, reserve_limit
from redball.rules.moving_stack import fuel
from redball.rules.moving_stack.points import MOVE_GROUND, REFUSE_RESERVE_AT, STOPS_IN_ZOC, ZOC_STOP_MASK
from redball.rules.supply.fields import window
from redball.rules.trace.tracing import can_draw_from, can_trace_from, drawable, traceable
from redball.rules.units.abilities import LIMITED_MODES, marked, movement_allowance
from redball.rules.units.ashore import spent_at_sea
from redball.rules.units.outcomes import CombatOutcome
from redball.rules.units.zoc import NOBODY, zoc_hexes

MOST_GRAPHS = 16
NOWHERE: frozenset[int] = frozenset()

BOUND = refusal(
    "move.negating",
    case="4.5b-A",
    text="{units} negated an enemy ZOC in this phase and may spend no more MP",
)
IN_HEDGEHOG = refusal(
    "move.reserve_hedgehog",
    case="5.7g",
    text="{units} may not be in Reserve Mode at the end of a segment in the hedgehog at {hexes}",
)
STRAT_TRACE = refusal(
    "move.strat_trace",
    case="5.8b-A",
    text="{units} is in Strat Mode and must end where trace supply is possible; from {hexes} it cannot get there",
)


STRAT_DRAW = refusal(
    "move.strat_draw",
    case="21.12d",
    text="{units} is in Strat Mode and must end where it can draw from a source without an HQ; not at {hexes}",
)
DIRECT = option(
    "strat_direct_draw",
    "21.12d",
    "Units in Strat Mode must end where they trace by direct draw, without an HQ's throw",
)
SWITCHES = (DIRECT,)


class MoveData(Struct, frozen=True, tag=True):
    """The moving stack: its hex, its units with MP spent (1/12 MP), whether it has begun, whether it moves
    outside the edition's order of movement, the hex being overrun (or NO_HEX), whether it has overrun one in this
    move, and the MP that its units have put off (`arrears`)."""

    side: str
    hex: int
    units: tuple[str, ...]
    spent: tuple[int, ...]
    begun: bool = False
    outcome: CombatOutcome | None = None
    outside: bool = False
    overrun: int = NO_HEX
    overran: bool = False
    owed: tuple[tuple[str, int], ...] = ()


class Mover(NamedTuple):
    """A unit of a moving stack as it would be: record, MP left (1/12 MP), whether it has spent none."""

    unit: Unit
    left: int
    fresh: bool


def mp_left(look: Look, data: MoveData, uid: str) -> int:
    """MP that a unit of the stack may still spend, in 1/12 MP."""
    return movement_allowance(look, look.unit(uid)) - data.spent[data.units.index(uid)]


def without(data: MoveData, gone: set[str]) -> MoveData:
    """The stack without some units."""
    kept = [(u, s) for u, s in zip(data.units, data.spent, strict=True) if u not in gone]
    owed = tuple([entry for entry in data.owed if entry[0] not in gone])
    return replace(data, units=tuple(u for u, _ in kept), spent=tuple(s for _, s in kept), owed=owed)


def entered(unit: Unit) -> bool:
    """The unit entered its hex in this phase."""
    return unit.activity.origin >= 0


# --- where a unit may end --------------------------------------------------------------------------------------


def refuse_end(look: Look, data: MoveData, unit: Unit) -> Refusal | None:
    """Whether a unit of the stack may end its move in its hex."""
    return refuse_end_at(look, unit, data.hex, frozenset(data.units), NOBODY)


def refuse_end_at(look: Look, unit: Unit, hex_: int, stack: frozenset[str], absent: frozenset[str]) -> Refusal | None:
    """May a unit end its move in a hex? Reserve units of its `stack` need no markers yet; those `absent` help nobody to
    trace."""
    if unit.marker == "reserve":
        return refuse_reserve(look, unit, hex_, _reserves_elsewhere(look, unit.side, stack))
    if unit.marker == "strat" and not can_trace_from(look, unit, hex_, absent):
        return STRAT_TRACE(units=(unit.id,), hexes=(hex_,))
    if unit.marker == "strat" and look.option(DIRECT.name) and not can_draw_from(look, unit, hex_, absent):
        return STRAT_DRAW(units=(unit.id,), hexes=(hex_,))
    return None


def refuse_reserve(look: Look, unit: Unit, hex_: int, elsewhere: frozenset[int]) -> Refusal | None:
    """May a unit be in Reserve Mode in a hex, by whatever way it came there, if its side has Reserve units
    `elsewhere`?"""
    if closed_to_reserves(look, hex_):
        return IN_HEDGEHOG(units=(unit.id,), hexes=(hex_,))
    refused = look.policies[REFUSE_RESERVE_AT](look, unit, hex_)
    return refused or refuse_reserve_markers(look, unit.side, elsewhere | {hex_})


def settle_reserves(run: Run, units: Iterable[str], others: frozenset[str] = NOBODY) -> None:
    """Call this when units have ended where they are, by whatever way. One in Reserve Mode where none may end, or for
    which no marker is left, loses that mode. Reserve units among the `others` have not ended yet."""
    for uid in units:
        unit = run.look.unit(uid)
        if unit.on_map and unit.marker == "reserve":
            refused = refuse_end_at(run.look, unit, unit.hex, others, NOBODY)
            if refused is not None:
                run.emit(MarkerRemoved(case=refused.case, side=unit.side, unit=uid, marker="reserve"))


def may_end(look: Look, unit: Unit, stack: frozenset[str]) -> Callable[[int], bool]:
    """Where a unit in Reserve or Strat Mode may end its move with its stack, for questions about many hexes. Must agree
    with `refuse_end_at`."""
    if unit.marker == "strat":
        traced = traceable(look, unit, stack)
        drawn = drawable(look, unit, stack) if look.option(DIRECT.name) else traced
        return lambda hex_: bool(traced[hex_] and drawn[hex_])
    elsewhere, refuse_at = _reserves_elsewhere(look, unit.side, stack), look.policies[REFUSE_RESERVE_AT]
    left = reserve_limit(look, unit.side) - len(elsewhere)

    def may(hex_: int) -> bool:
        marked = left > 0 or (left == 0 and hex_ in elsewhere)
        return marked and not closed_to_reserves(look, hex_) and refuse_at(look, unit, hex_) is None

    return may


def _reserves_elsewhere(look: Look, side: str, stack: frozenset[str]) -> frozenset[int]:
    """Hexes with Reserve units of a side that are not of the stack."""
    return frozenset([unit.hex for unit in marked(look, side, "reserve") if unit.id not in stack])


def refuse_dead_end_step(look: Look, movers: Sequence[Mover], hex_: int, stack: frozenset[str]) -> Refusal | None:
    """Refuse a hex from which the `movers`, the stack's Reserve and Strat units, could not reach a legal end.
    Units in neither mode can be left anywhere."""
    refused = _refuse_end_here(look, [mover.unit for mover in movers], hex_, stack)
    return None if refused is None or _ends_ahead(look, movers, hex_, stack, stopped=True) else refused


def refuse_dead_end_mode(look: Look, data: MoveData, action: SetMode) -> Refusal | None:
    """Refuse Reserve or Strat Mode where the stack could neither end its move nor reach a legal end."""
    stack = frozenset(data.units)
    limited = []
    for unit in map(look.unit, data.units):
        if unit.id == action.unit:
            limited.append(unit.change(facing=action.facing, marker=action.mode))
        elif unit.marker in LIMITED_MODES:
            limited.append(unit)
    refused = _refuse_end_here(look, limited, data.hex, stack)
    if refused is None:
        return None
    movers = []
    for unit in limited:
        can_move = fuel.is_fueled(look, unit) and not unit.activity.negates
        late = spent_at_sea(look, unit) if unit.activity.landed else 0
        movers.append(Mover(unit, movement_allowance(look, unit) - late if can_move else 0, can_move and not late))
    return None if _ends_ahead(look, movers, data.hex, stack, stopped=False) else refused


def _refuse_end_here(look: Look, limited: Iterable[Unit], hex_: int, stack: frozenset[str]) -> Refusal | None:
    """Why the Reserve and Strat units of a stack could not all end in a hex."""
    refusals = (refuse_end_at(look, unit, hex_, stack, stack) for unit in limited)
    return next((found for found in refusals if found is not None), None)


def _ends_ahead(look: Look, movers: Sequence[Mover], hex_: int, stack: frozenset[str], *, stopped: bool) -> bool:
    """The Reserve and Strat units of a stack could all end farther on. `stopped`: they have just entered the hex, and
    an enemy ZOC there stops Truck MP."""
    if too_far(look, movers, hex_, stack):
        return False
    ends = [may_end(look, mover.unit, stack) for mover in movers]
    return any(all(may(there) for may in ends) for there in _hexes_ahead(look, movers, hex_, stack, stopped))


def too_far(look: Look, movers: Sequence[Mover], hex_: int, stack: frozenset[str]) -> bool:
    """No Reserve marker is left for the movers, and none in play lies where they could go if nothing were in the way:
    so that `_ends_ahead` is false."""
    unit = next((mover.unit for mover in movers if mover.unit.marker == "reserve"), None)
    elsewhere = _reserves_elsewhere(look, unit.side, stack) if unit is not None else NOWHERE
    if unit is None or len(elsewhere) < reserve_limit(look, unit.side):
        return False
    ground, limit = look.policies[MOVE_GROUND](look, unit, stack), min(mover.left for mover in movers)
    within = window(look.world, ground, hex_, limit)
    return elsewhere.isdisjoint(look.board.neighbours(hex_)) and not any(within >> 8 * h & 1 for h in elsewhere)


def _hexes_ahead(look: Look, movers: Sequence[Mover], hex_: int, stack: frozenset[str], stopped: bool) -> Iterator[int]:
    """Hexes that all movers can reach together, nearest first; the first step may be a minimum move (6.1c).

    Where costs differ, the highest counts, so every hex found can be reached, but not every reachable hex is found.
    """
    side = movers[0].unit.side
    policies = look.policies
    graphs = list(dict.fromkeys(policies[MOVE_GROUND](look, mover.unit, stack) for mover in movers))
    strat = any(mover.unit.marker == "strat" for mover in movers)
    if stopped and any(policies[STOPS_IN_ZOC](look, mover.unit, hex_, stack) for mover in movers):
        return
    closed = _closed(look, side, strat)
    limit, minimum = min(mover.left for mover in movers), all(_minimum(m) for m in movers)
    near = []
    for direction in range(6):
        there = look.board.neighbour(hex_, direction)
        price = _dearest([graph.cost[hex_ * 6 + direction] for graph in graphs])
        short = price == ALL or price > limit
        if there < 0 or closed[there] or price == PROHIBITED or (short and not minimum):
            continue
        yield there
        if not short:
            near.append((there, price))
    if not near:
        return  # most questions end by here; stops by ZOCs are computed only for the rest
    cost = graphs[0].cost if len(graphs) == 1 else _dearest_costs(look.world, frozenset(graphs))
    stops = policies[ZOC_STOP_MASK](look, [mover.unit for mover in movers], stack)
    sources = [(there, price) for there, price in near if not stops[there]]
    yield from reach(cost, look.board.neighbour_array, sources, limit, closed, stops).hexes()


def _minimum(mover: Mover) -> bool:
    return mover.fresh and mover.left > 0


@derived
def _closed(look: Look, side: str, strat: bool) -> bytes:
    """Reserve and Strat units are not Attack-Capable, so they enter no hex with anything of the enemy's."""
    held = held_by(look, look.enemy(side))
    return with_hexes(bytes(look.board.size), (*held, *zoc_hexes(look, side)) if strat else held)


@of_world(most=MOST_GRAPHS)
def _dearest_costs(world: World, graphs: frozenset[MoveGraph]) -> array[int]:
    """What every step costs units of several kinds together, as `array("h")`."""
    return dearest_costs(graph.cost for graph in graphs)


def _dearest(costs: Sequence[int]) -> int:
    if PROHIBITED in costs:
        return PROHIBITED
    return ALL if ALL in costs else max(costs)
