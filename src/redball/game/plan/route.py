"""A stack's way to a hex, through others if the player names them, and what is missing where it falls short.

Everything here uses what the side may believe (`redball.game.sight`), never the true state.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from msgspec import Struct

from redball.board.hexes import NO_HEX
from redball.board.kernel import reach
from redball.board.pure import LIMIT_MAX
from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.game.game import Game
from redball.game.plan.moves import Range, range_of, refuse_stack, spent_so_far, together
from redball.game.sight.belief import believed
from redball.rules.ground.bridges import refuse_river
from redball.rules.movement.step import STRAT_ZOC, held_off, no_way_in, unfueled
from redball.rules.moving_stack.fuel_plan import Stack, fuel_cost
from redball.rules.moving_stack.move_ends import refuse_end_at

SHORT = refusal(
    "route.short",
    case="6.2",
    text="{units} is {detail} MP short of {hexes}: the way costs {need}, and {have} are left",
    remedy="go part of the way, or find a cheaper one by road",
    remedies={"spent": "halt here and go on in a later turn, or take the last step back"},
)
STOPPED = refusal(
    "route.zoc",
    case="4.5a-A",
    text="an enemy ZOC at {hexes} stops {units} on the way",
    remedy="go there first: another combat unit that stays negates the ZOC, or choose a way around it",
)
BARRED = refusal(
    "route.barred",
    case="4.8-G",
    text="enemy units block every way to {hexes} for {units}",
    remedy="clear the way first",
)
CROSSED = refusal(
    "route.crossed",
    case="6.1a",
    text="the way through the waypoints to {hexes} goes through a hex twice",
    remedy="take a waypoint back, or move in two goes",
)
APART = refusal(
    "route.apart",
    case="6.1e",
    text="no single way takes {units} to {hexes} together",
    remedy="move them one by one: each then takes its own way",
)


class Way(Struct, frozen=True):
    """The hexes of a way with the lowest MP (1/12) left in the stack at each, as far as it goes; `stop`: what stops the
    move at its end. `refusals`: why it does not reach the hex; none if it does."""

    marks: tuple[tuple[int, int], ...]
    stop: str = ""
    refusals: tuple[Refusal, ...] = ()


def way_to(game: Game, side: str, uids: tuple[str, ...], hex_: int, via: Iterable[int] = ()) -> Way:
    """The way of units of one hex to `hex_` through the hexes `via`, or why there is none now."""
    look, stack = believed(game.look, side), frozenset(uids)
    refused = refuse_stack(look, side, uids)
    if refused is not None:
        return Way((), refusals=(refused,))
    units = [look.unit(uid) for uid in uids]
    spent = spent_so_far(game.state, uids)
    done = [spent.get(uid, 0) for uid in uids]
    ranges = [range_of(look, unit, mp, stack) for unit, mp in zip(units, done, strict=True)]
    start = units[0].hex
    marks, stop = [(start, min(r.left for r in ranges))], ""
    for goal in (*via, hex_):
        here = marks[-1][0]
        if goal == here:
            continue
        if here != start:
            units = [unit.change(hex=here) for unit in units]
            stopping = next((unit for unit, r in zip(units, ranges, strict=True) if r.stop[here]), None)
            if stopping is not None:
                return Way(tuple(marks), stop, (STOPPED(units=(stopping.id,), hexes=(here,)),))
            ranges = [range_of(look, unit, mp, stack) for unit, mp in zip(units, done, strict=True)]
        found = together(ranges, goal) if all(goal in r.paths for r in ranges) else None
        if found is None:
            return Way(tuple(marks), stop, missing(look, ranges, units, goal))
        for end in range(2, len(found.path) + 1):
            left = [r.left_after(found.path[:end]) or 0 for r in ranges]
            marks.append((found.path[end - 1], min(left)))
        done = [mp + r.left - (r.left_after(found.path) or 0) for mp, r in zip(done, ranges, strict=True)]
        stop = found.stop
    if len({there for there, _ in marks}) < len(marks):
        return Way(tuple(marks), stop, (CROSSED(hexes=(hex_,)),))
    ends = (refuse_end_at(look, unit, hex_, stack, stack) for unit in units)
    return Way(tuple(marks), stop, tuple([refused for refused in ends if refused is not None][:1]))


def missing(look: Look, ranges: list[Range], units: list[Unit], goal: int) -> tuple[Refusal, ...]:
    """Why units do not reach a hex: what bars their way, or the MP that they lack; and fuel that they cannot get."""
    if look.has_combat_units(goal, look.enemy(units[0].side)):
        return (held_off(look, units, goal),)
    lacking = [_missing_for(look, r, unit, goal) for r, unit in zip(ranges, units, strict=True) if goal not in r.paths]
    why = lacking[0] if lacking else APART(units=tuple(u.id for u in units), hexes=(goal,))
    dry = fuel_cost(look, Stack(units[0].side, tuple(u.id for u in units))).dry
    no_fuel = [unfueled(look, look.unit(d.unit), dry=True) for d in dry[:1]]
    return (why, *no_fuel)


def _missing_for(look: Look, range_: Range, unit: Unit, goal: int) -> Refusal:
    """What keeps one unit from a hex that is not in its range: MP, then ZOCs, then enemies, then the ground."""
    uid, open_ = (unit.id,), bytes(look.board.size)
    for closed, stop in ((range_.closed, range_.stop), (range_.closed, open_), (open_, open_)):
        found = reach(range_.graph.cost, look.board.neighbour_array, [unit.hex], LIMIT_MAX, closed, stop)
        if goal not in set(found.hexes()):
            continue
        path = tuple(found.path_to(goal))
        if closed is range_.closed and stop is range_.stop:
            need = sum(range_.graph.step_cost(a, look.board.direction(a, b)) for a, b in pairwise(path))
            left = max(range_.left, 0)
            lacks, so = show_mp(need - left), "" if left else "spent"
            return SHORT(units=uid, hexes=(goal,), have=show_mp(left), need=show_mp(need), detail=lacks, so=so)
        if closed is range_.closed:
            return STOPPED(units=uid, hexes=tuple([h for h in path if range_.stop[h]][:1]))
        barring = next((h for h in path if range_.closed[h]), goal)
        if unit.marker == "strat" and not look.has_combat_units(barring, look.enemy(unit.side)):
            return STRAT_ZOC(units=uid, hexes=(barring,))
        return BARRED(units=uid, hexes=(goal,))
    direction = look.board.direction(unit.hex, goal)
    river = refuse_river(look, unit, unit.hex, direction) if direction >= 0 else None
    return river or no_way_in(look, unit, goal, begun=bool(unit.activity.spent))


def column_way(look: Look, unit: Unit, range_: Range, goal: int) -> tuple[int, ...]:
    """The cheapest way of one unit to a hex, however many moves it takes, first past what stops it on the way if there
    is no other; () if there is none."""
    open_ = bytes(look.board.size)
    for stop in (range_.stop, open_):
        found = reach(range_.graph.cost, look.board.neighbour_array, [unit.hex], LIMIT_MAX, range_.closed, stop)
        if goal != NO_HEX and goal in set(found.hexes()):
            return tuple(found.path_to(goal))
    return ()
