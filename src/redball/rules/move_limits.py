"""The moving stack's record, and where a move may not end: Reserve Mode in a hedgehog, Strat Mode without trace.

A rule about the end of a move is held while the move goes on: a step (or mode) after which no legal end can be
reached is refused, so that nobody is ever left without a legal action (readings 1.28, 1.133).
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from redball.board.costs import ALL, PROHIBITED
from redball.board.kernel import reach
from redball.core.actions import SetMode
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.rules import fuel
from redball.rules.outcomes import CombatOutcome
from redball.rules.trace import can_trace_from
from redball.rules.units import mobility, movement_allowance
from redball.rules.zoc import enemy_zoc

IN_HEDGEHOG = refusal(
    "move.reserve_hedgehog",
    case="5.7g",
    text="{units} is in Reserve Mode and may not end the segment in the hedgehog at {hexes}",
)
STRAT_TRACE = refusal(
    "move.strat_trace",
    case="5.8b-A",
    text="{units} is in Strat Mode and must end where trace supply is possible; from {hexes} it could not",
)


class MoveData(Struct, frozen=True, tag=True):
    """The moving stack: its hex, its units with the MP each has spent (1/12 MP), whether it has begun."""

    side: str
    hex: int
    units: tuple[str, ...]
    spent: tuple[int, ...]
    begun: bool = False
    outcome: CombatOutcome | None = None


def mp_left(look: Look, data: MoveData, uid: str) -> int:
    """MP that a unit of the stack may still spend, in 1/12 MP."""
    return movement_allowance(look, look.unit(uid)) - data.spent[data.units.index(uid)]


def without(data: MoveData, gone: set[str]) -> MoveData:
    """The stack without some units."""
    kept = [(u, s) for u, s in zip(data.units, data.spent, strict=True) if u not in gone]
    return replace(data, units=tuple(u for u, _ in kept), spent=tuple(s for _, s in kept))


def enemy_noncombat(look: Look, side: str, hex_: int) -> bool:
    """Enemy dumps, Transport Points or a hedgehog are in the hex (4.4c, 4.8c-A)."""
    enemy = look.enemy(side)
    hedgehog = look.state.hedgehogs.get(hex_)
    if hedgehog is not None and hedgehog.side == enemy:
        return True
    return hex_ in look.state.dumps[enemy] or any(u.side == enemy for u in look.units_at(hex_))


def reserve_hexes_without(look: Look, side: str, units: frozenset[str]) -> frozenset[int]:
    """Hexes that hold Reserve units of a side, leaving some units out (5.4a)."""
    return frozenset(u.hex for u in look.own(side) if u.marker == "reserve" and u.id not in units)


def refuse_end(look: Look, data: MoveData, unit: Unit) -> Refusal | None:
    """May the unit end its move where it is?"""
    if unit.marker == "reserve" and data.hex in look.state.hedgehogs:
        return IN_HEDGEHOG(units=(unit.id,), hexes=(data.hex,))
    if unit.marker == "strat" and not can_trace_from(look, unit, data.hex):
        return STRAT_TRACE(units=(unit.id,), hexes=(data.hex,))
    return None


def refuse_dead_end_step(look: Look, unit: Unit, hex_: int, left: int) -> Refusal | None:
    """Refuse a hex from which a Reserve or Strat unit could not go on to a legal end."""
    if unit.marker == "reserve" and hex_ in look.state.hedgehogs:
        return None if _can_leave(look, unit, hex_, left) else IN_HEDGEHOG(units=(unit.id,), hexes=(hex_,))
    if unit.marker == "strat" and not _reaches_trace(look, unit, hex_, left):
        return STRAT_TRACE(units=(unit.id,), hexes=(hex_,))
    return None


def refuse_dead_end_mode(look: Look, unit: Unit, action: SetMode) -> Refusal | None:
    """Refuse Reserve in a hedgehog, or Strat without trace, when the unit could not leave for a legal end."""
    changed = unit.change(facing=action.facing, marker=action.mode)
    allowance = movement_allowance(look, changed)
    ready = fuel.is_fueled(look, changed)
    free = ready and allowance
    if action.mode == "reserve":
        ends_well = unit.hex not in look.state.hedgehogs or (free and _can_leave(look, changed, unit.hex, -1))
        return None if ends_well else IN_HEDGEHOG(units=(unit.id,), hexes=(unit.hex,))
    traced = can_trace_from(look, changed, unit.hex) or (free and _reaches_trace(look, changed, unit.hex, allowance))
    return None if traced else STRAT_TRACE(units=(unit.id,), hexes=(unit.hex,))


def _can_leave(look: Look, unit: Unit, hex_: int, left: int) -> bool:
    """Some neighbour without works or enemies is open to the unit; `left` -1: it has spent nothing (6.1c)."""
    graph = look.world.graph(mobility(look, unit), look.state.weather)
    enemy = look.enemy(unit.side)
    for direction in range(6):
        there = look.board.neighbour(hex_, direction)
        if there < 0 or there in look.state.hedgehogs or look.has_combat_units(there, enemy):
            continue
        cost = graph.step_cost(hex_, direction)
        if cost == PROHIBITED or enemy_noncombat(look, unit.side, there):
            continue
        if left < 0 or (cost != ALL and cost <= left):
            return True
    return False


def _reaches_trace(look: Look, unit: Unit, hex_: int, left: int) -> bool:
    """Some hex within the MP left, over hexes that a Strat unit may enter, allows trace."""
    if can_trace_from(look, unit, hex_):
        return True
    graph = look.world.graph(mobility(look, unit), look.state.weather)
    enemy = look.enemy(unit.side)
    closed = bytes(
        1
        if look.has_combat_units(h, enemy) or enemy_zoc(look, unit.side, h) or enemy_noncombat(look, unit.side, h)
        else 0
        for h in range(look.board.size)
    )
    found = reach(graph.cost, look.board.neighbour_array, [hex_], left, closed, None)
    return any(can_trace_from(look, unit, h) for h in found.hexes())
