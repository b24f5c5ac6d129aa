"""Planning aids above the engine: where a stack could go, and macros that expand into atomic actions.

Everything here uses what the side may believe (`redball.game.sight`), never the true state. The engine takes the atomic
actions one by one and may still refuse one.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from redball.board.costs import ALL, PROHIBITED, MoveGraph
from redball.board.kernel import reach
from redball.core import engine
from redball.core.actions import (
    Action,
    AddUnit,
    BeginMove,
    CombineTransport,
    ConvertRail,
    DeclareAttack,
    Detach,
    DivideTransport,
    Done,
    Halt,
    JoinExtender,
    LoadSupply,
    Pay,
    SetMode,
    StepTo,
    UnloadSupply,
    UseInternals,
)
from redball.core.dice import NO_DICE
from redball.core.look import Look
from redball.core.points import PROJECTS_ZOC
from redball.core.refusals import Refusal
from redball.core.state import State, Unit
from redball.game.game import Game
from redball.game.plan.fighting import FightMacro, next_of_fight
from redball.game.plan.voyages import next_of_voyage
from redball.game.sight.belief import believed
from redball.rules.combat.segment import CombatSegment
from redball.rules.ground.craft import vessel_in
from redball.rules.ground.occupancy import held_by
from redball.rules.movement.move import NOT_TOGETHER
from redball.rules.movement.segment import MovementSegment, refuse_begin
from redball.rules.moving_stack import simulcast
from redball.rules.moving_stack.arrears import Arrears, due, owed
from redball.rules.moving_stack.fuel import is_fueled
from redball.rules.moving_stack.fuel_plan import next_payment
from redball.rules.moving_stack.move_ends import BOUND, MoveData, entered, refuse_end_at
from redball.rules.moving_stack.points import ARREARS, MOVE_GROUND, STOPS_IN_ZOC
from redball.rules.rail.conversion import convert_candidates, refuse_convert
from redball.rules.supply.bills import Bill
from redball.rules.units.abilities import attack_capable, movement_allowance
from redball.rules.units.zoc import zoc_hexes

ON_THE_SPOT = (
    SetMode, Detach, LoadSupply, UnloadSupply, DivideTransport, CombineTransport, JoinExtender, ConvertRail,
)  # fmt: skip
"""What units may do in their hex as they begin to move."""


class Reachable(Struct, frozen=True):
    """A hex that a stack could reach: the lowest MP left in the stack (1/12), the path, and what would stop the move
    there."""

    mp_left: int
    path: tuple[int, ...]
    stop: str = ""


class ReachAnswer(Struct, frozen=True):
    """Where a stack could go; `overruns` are adjacent enemy hexes; `unfueled` units need fuel first."""

    hexes: dict[int, Reachable]
    overruns: tuple[int, ...]
    unfueled: tuple[str, ...]
    refusal: Refusal | None = None


def reachable(game: Game, side: str, uids: tuple[str, ...]) -> ReachAnswer:
    """Where these units of one hex could move together and end their move now.

    Each hex comes with a path that all of them can take, and the lowest MP left in the stack.
    """
    look = believed(game.look, side)
    units = [look.unit(uid) for uid in uids]
    here, stack = units[0].hex, frozenset(uids)
    spent = spent_so_far(game.state, uids)
    refused = refuse_stack(look, side, uids)
    if refused is not None:
        return ReachAnswer({}, (), (), refused)
    ranges = [range_of(look, unit, spent.get(unit.id, 0), stack) for unit in units]
    hexes = {}
    for hex_ in sorted(set(ranges[0].paths).intersection(*(r.paths for r in ranges[1:])) - {here}):
        found = together(ranges, hex_)
        if found is not None and all(refuse_end_at(look, u, hex_, stack, stack) is None for u in units):
            hexes[hex_] = found
    enemy = look.enemy(side)
    overruns = tuple(h for h in look.board.neighbours(here) if look.has_combat_units(h, enemy))
    return ReachAnswer(hexes, overruns, tuple(u.id for u in units if not is_fueled(look, u)))


def refuse_stack(look: Look, side: str, uids: tuple[str, ...]) -> Refusal | None:
    """Why these units may not move together now."""
    here = look.unit(uids[0]).hex
    for unit in map(look.unit, uids):
        refused = refuse_begin(look, MovementSegment(side), BeginMove(unit.id))
        if refused is None and unit.activity.negates:
            refused = BOUND(units=(unit.id,))
        if refused is None and unit.hex != here:
            refused = NOT_TOGETHER(units=(unit.id,))
        if refused is not None:
            return refused
    return None


def on_the_spot(game: Game, side: str, uids: tuple[str, ...]) -> tuple[Action, ...]:
    """What these units could do in their hex if they began to move together now: change mode, load supply, detach a
    Breakdown. Empty while a stack is moving, because then its decision lists this."""
    look = game.look
    if not look.state.stack or not isinstance(look.state.stack[-1].data, MovementSegment):
        return ()
    for action in (BeginMove(uids[0]), *map(AddUnit, uids[1:])):
        answer = engine.apply(look, NO_DICE, side, action)
        if isinstance(answer, Refusal):
            return ()
        look = answer[0]
    return tuple(engine.choices(look, *ON_THE_SPOT))


def mp_left_along(game: Game, side: str, uids: tuple[str, ...], path: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Each hex of a path from `reachable`, with the lowest MP (1/12) left in the stack there."""
    look, stack, spent = believed(game.look, side), frozenset(uids), spent_so_far(game.state, uids)
    ranges = [range_of(look, look.unit(uid), spent.get(uid, 0), stack) for uid in uids]
    walked = [path[: i + 1] for i in range(len(path))]
    return tuple((part[-1], min(r.left_after(part) or 0 for r in ranges)) for part in walked)


def spent_so_far(state: State, uids: tuple[str, ...]) -> dict[str, int]:
    """MP (1/12) that the moving units have spent so far."""
    frame = state.stack[-1].data if state.stack else None
    if isinstance(frame, MoveData) and set(uids) <= set(frame.units):
        return dict(zip(frame.units, frame.spent, strict=True))
    return {}


class Range(NamedTuple):
    """How far one unit could go: its MP left, a path to each hex it reaches, which hexes are `closed` to it, and where
    it must stop. `fresh`: it has spent nothing, so it may move at least one hex (6.1c). A unit with `arrears` has spent
    and put off so many MP."""

    look: Look
    graph: MoveGraph
    left: int
    fresh: bool
    closed: bytearray
    stop: bytearray
    paths: dict[int, tuple[int, ...]]
    arrears: Arrears | None = None
    spent: int = 0
    owed: int = 0

    def left_after(self, path: tuple[int, ...]) -> int | None:
        """MP left at the end of a path, or None if the unit cannot take it."""
        left, owing = self.left, self.owed
        for i, (start, end) in enumerate(pairwise(path)):
            if end not in self.paths or (i and self.stop[start]):
                return None
            edge = start * 6 + self.look.board.direction(start, end)
            cost = self.graph.cost[edge]
            if self.arrears is not None:
                dear = self.arrears.dear.cost[edge]
                price = cost + due(self.arrears, self.spent + self.left - left, owing, cost, dear)
                owing = owing + dear - cost if self.spent + self.left - left + price <= self.arrears.ease else 0
                cost = price
            if cost == ALL or cost > left:
                return 0 if self.fresh and len(path) == 2 else None
            left -= cost
        return left

    def searched(self) -> dict[int, tuple[int, ...]]:
        """A path to each hex in reach. With arrears, at ease as far as that goes, else in full."""
        (here,) = self.paths
        searches = [(self.graph, self.left)]
        if self.arrears is not None:
            ease = min(self.left, self.arrears.ease - self.spent)
            searches = [(self.graph, ease), (self.arrears.dear, self.left - self.owed)]
        paths: dict[int, tuple[int, ...]] = {}
        for graph, limit in searches:
            if limit >= 0:
                found = reach(graph.cost, graph.neighbours, [here], limit, self.closed, self.stop)
                paths |= {hex_: tuple(found.path_to(hex_)) for hex_ in found.hexes() if hex_ not in paths}
        return paths


def range_of(look: Look, unit: Unit, spent: int, moving: frozenset[str]) -> Range:
    """One unit's range. A ZOC may stop it, Strat never enters one, enemies close a hex; in a simulcast turn every hex
    that would be an offensive move is closed."""
    graph = look.policies[MOVE_GROUND](look, unit, moving)
    side = unit.side
    left = movement_allowance(look, unit) - spent
    closed, stop = bytearray(look.board.size), bytearray(look.board.size)
    barred = held_by(look, look.enemy(side))
    if attack_capable(look, unit):
        barred = frozenset(h for h in barred if look.has_combat_units(h, look.enemy(side)))
    if look.state.clock.simulcast:
        barred |= {h for h in range(look.board.size) if simulcast.refuse_step(look, side, h) is not None}
    for hex_ in barred:
        closed[hex_] = 1
    for hex_ in zoc_hexes(look, side):
        if unit.marker == "strat":
            closed[hex_] = 1
        elif look.policies[STOPS_IN_ZOC](look, unit, hex_, moving):
            stop[hex_] = 1
    fresh = not spent and left > 0
    off, owing = look.policies[ARREARS](look, unit, moving), owed_so_far(look, unit.id)
    found = Range(look, graph, left, False, closed, stop, {unit.hex: (unit.hex,)}, off, spent, owing)
    if stop[unit.hex] and entered(unit):
        return found
    paths = found.searched()
    for direction in range(6) if fresh else ():
        there = look.board.neighbour(unit.hex, direction)
        if there >= 0 and not closed[there] and graph.step_cost(unit.hex, direction) != PROHIBITED:
            paths.setdefault(there, (unit.hex, there))
    return found._replace(fresh=fresh, paths=paths)


def one_move(look: Look, enemy: Unit) -> tuple[frozenset[int], frozenset[int]]:
    """Where an enemy combat unit could be after one move with its printed MA, if it has fuel: hexes where it would have
    a ZOC, and all hexes."""
    counter = look.counter(enemy)
    with_zoc: set[int] = set()
    anyhow: set[int] = set()
    if counter.is_combat_unit:
        marker = "dg" if enemy.marker == "dg" else ""
        for facing in ("combat", "move") if counter.combat is not None else ("move",):
            turned = enemy.change(facing=facing, marker=marker)
            hexes = set(range_of(look, turned, 0, frozenset({enemy.id})).paths)
            anyhow |= hexes
            if look.policies[PROJECTS_ZOC](look.world, turned):
                with_zoc |= hexes
    return frozenset(with_zoc), frozenset(anyhow)


def owed_so_far(look: Look, uid: str) -> int:
    """MP (1/12) that a moving unit has put off."""
    frame = look.state.stack[-1].data if look.state.stack else None
    return owed(frame, uid) if isinstance(frame, MoveData) else 0


def together(ranges: list[Range], hex_: int) -> Reachable | None:
    """The best path to a hex that all the units can take, out of the units' own paths."""
    best: Reachable | None = None
    for path in dict.fromkeys(r.paths[hex_] for r in ranges):
        left = [r.left_after(path) for r in ranges]
        least = min((mp for mp in left if mp is not None), default=0)
        if None not in left and (best is None or least > best.mp_left):
            best = Reachable(least, path, "enemy ZOC" if any(r.stop[hex_] for r in ranges) else "")
    return best


class MoveMacro(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="move"):
    """Move units of one hex along a path that begins there, fuel them on the way, and halt at its end. Rail Repair
    units convert what they can. One ship, named like a unit, sails along its path."""

    units: tuple[str, ...]
    path: tuple[int, ...]
    halt: bool = False


class AttackMacro(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="attack"):
    """Declare an attack on a hex with these units, and commit to it if asked."""

    hex: int
    units: tuple[str, ...]
    commit: bool = False


class PayMacro(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="pay_default"):
    """Pay the open bills from the first payer offered."""


Single = MoveMacro | AttackMacro | PayMacro | FightMacro


def expand(game: Game, macro: Single) -> Action | None:
    """The next atomic action of a macro, or None when it is done. Call it again after each action, so that the macro
    reacts to what the engine did."""
    if isinstance(macro, MoveMacro):
        return _next_of_move(game, macro)
    if isinstance(macro, AttackMacro):
        return _next_of_attack(game, macro)
    return next_of_fight(game) if isinstance(macro, FightMacro) else default_payment(game)


def _next_of_move(game: Game, macro: MoveMacro) -> Action | None:
    data = game.state.stack[-1].data if game.state.stack else None
    if not macro.units or not macro.path:
        return None
    if vessel_in(game.state, macro.units[0]) is not None:
        return next_of_voyage(game, macro.units[0], macro.path, halt=macro.halt)
    if isinstance(data, Bill):  # fuel of a formation from several dumps
        return default_payment(game)
    if not isinstance(data, MoveData):
        first = game.state.units.get(macro.units[0])
        open_ = game.decision
        theirs = first is not None and open_ is not None and first.side != open_.side
        ready = first is None or theirs or (not first.activity.moved and first.hex == macro.path[0])
        return BeginMove(macro.units[0]) if ready else None
    if not data.begun and data.hex == macro.path[0]:
        for uid in macro.units:
            if uid not in data.units:
                return AddUnit(uid)
    convert = next((c for c in convert_candidates(game.look, data) if not refuse_convert(game.look, data, c)), None)
    if convert is not None and data.hex in macro.path:
        return convert
    if data.hex in macro.path[:-1]:
        # fuel in the cheapest way, as `move_cost` announced
        return next_payment(game.look, data) or StepTo(macro.path[macro.path.index(data.hex) + 1])
    return Halt() if macro.halt else None


def _next_of_attack(game: Game, macro: AttackMacro) -> Action | None:
    data = game.state.stack[-1].data if game.state.stack else None
    if not isinstance(data, CombatSegment):
        return None
    choices = game.choices()
    if DeclareAttack(macro.hex) in choices:
        return DeclareAttack(macro.hex)
    if data.target != macro.hex:
        return None
    waiting = (AddUnit(uid) for uid in macro.units)
    ready = Done() if macro.commit and Done() in choices else None
    return next((add for add in waiting if add in choices), ready)


def default_payment(game: Game) -> Action | None:
    """The first payment that the engine offers for the open bill (they come best first)."""
    return next((c for c in game.choices() if isinstance(c, Pay | UseInternals)), None)
