"""Conveniences above the engine: where a stack could go, and macros that expand into atomic actions.

Everything here looks at what the side may believe (`redball.game.sight`), never at the true state; the engine then
takes the atomic actions one by one and may still refuse one.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from redball.board.costs import PROHIBITED
from redball.board.kernel import reach
from redball.core.actions import Action, AddUnit, BeginMove, DeclareAttack, Done, Halt, PayFuel, StepTo
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.state import Unit
from redball.game.game import Game, Taken
from redball.game.sight import believed
from redball.rules.fuel import is_fueled
from redball.rules.move_limits import MoveData, enemy_noncombat
from redball.rules.movement import MovementSegment, refuse_begin
from redball.rules.units import attack_capable, mobility, movement_allowance
from redball.rules.zoc import blocks_truck, enemy_zoc


class Reachable(Struct, frozen=True):
    """A hex that a stack could reach: MP left for the slowest unit, the path, and what ends the move there."""

    mp_left: int
    path: tuple[int, ...]
    stop: str = ""


class ReachAnswer(Struct, frozen=True):
    """Where a stack could go; `overruns` are neighbouring enemy hexes; `unfueled` the units that must be fueled
    first.
    """

    hexes: dict[int, Reachable]
    overruns: tuple[int, ...]
    unfueled: tuple[str, ...]
    refusal: Refusal | None = None


def reachable(game: Game, side: str, uids: tuple[str, ...]) -> ReachAnswer:
    """Where these units of one hex could move together now.

    Units of different mobility meet in the hexes that all of them reach; each hex has the path of the slowest.
    """
    look = believed(game.look, side)
    units = [look.unit(uid) for uid in uids]
    frame = look.state.stack[-1].data if look.state.stack else None
    moving = isinstance(frame, MoveData) and set(uids) <= set(frame.units)
    if not moving:
        for unit in units:
            refused = refuse_begin(look, MovementSegment(side), BeginMove(unit.id))
            if refused is not None:
                return ReachAnswer({}, (), (), refused)
    spent = dict(zip(frame.units, frame.spent, strict=True)) if moving else {}
    each = [_reach_of(look, u, spent.get(u.id, 0), frozenset(uids)) for u in units]
    slowest = min(each, key=len)
    common = set(slowest).intersection(*each) if each else set()
    here = units[0].hex
    hexes = {
        h: Reachable(min(found[h].mp_left for found in each), slowest[h].path, slowest[h].stop)
        for h in sorted(common)
        if h != here
    }
    enemy = look.enemy(side)
    overruns = tuple(h for h in look.board.neighbours(here) if look.has_combat_units(h, enemy))
    return ReachAnswer(hexes, overruns, tuple(u.id for u in units if not is_fueled(look, u)))


def _reach_of(look: Look, unit: Unit, spent: int, moving: frozenset[str]) -> dict[int, Reachable]:
    """One unit's range: truck stops in un-negated ZOC, Strat never enters one, enemies close a hex."""
    kind = mobility(look, unit)
    graph = look.world.graph(kind, look.state.weather)
    enemy, side = look.enemy(unit.side), unit.side
    left = movement_allowance(look, unit) - spent
    size = look.board.size
    capable = attack_capable(look, unit)
    closed = bytearray(size)
    stop = bytearray(size)
    for h in range(size):
        if look.has_combat_units(h, enemy) or (not capable and enemy_noncombat(look, side, h)):
            closed[h] = 1
        elif enemy_zoc(look, side, h):
            if unit.marker == "strat":
                closed[h] = 1
            elif kind == "truck" and blocks_truck(look, side, h, moving):
                stop[h] = 1
    found = reach(graph.cost, look.board.neighbour_array, [unit.hex], left, bytes(closed), bytes(stop))
    answer = {
        h: Reachable(left - cost, tuple(found.path_to(h)), "enemy ZOC" if stop[h] else "") for h, cost in found.items()
    }
    if not spent and not unit.activity.spent and left:
        for direction in range(6):
            there = look.board.neighbour(unit.hex, direction)
            open_hex = there >= 0 and there not in answer and not closed[there]
            if open_hex and graph.step_cost(unit.hex, direction) != PROHIBITED:
                answer[there] = Reachable(0, (unit.hex, there), "minimum move of one hex")
    return answer


def play(game: Game, side: str, actions: list[Action]) -> tuple[list[Taken], Refusal | None]:
    """Take actions in order until one is refused or the decision passes on."""
    taken = []
    for action in actions:
        answer = game.take(side, action)
        if answer.refusal is not None:
            return taken, answer.refusal
        taken.append(answer)
        open_ = game.decision
        if open_ is None or open_.side != side:
            break
    return taken, None


def expand(game: Game, side: str, macro: dict[str, Any]) -> Action | None:
    """The next atomic action of a macro, or None when it is done.

    `move`: {units, path, halt}; `attack`: {hex, units, commit}; `pay_default`: {}. Asked again after each action,
    so that a macro reacts to what the engine did.

    Raises ValueError for an unknown macro.
    """
    kind = macro.get("type")
    if kind == "move":
        return _next_of_move(game, macro)
    if kind == "attack":
        return _next_of_attack(game, macro)
    if kind == "pay_default":
        return default_payment(game)
    raise ValueError(f"there is no macro {kind!r}; there are: move, attack, pay_default")


def _next_of_move(game: Game, macro: dict[str, Any]) -> Action | None:
    units = [str(u) for u in macro["units"]]
    path = [int(h) for h in macro["path"]]
    data = game.state.stack[-1].data
    if not isinstance(data, MoveData):
        first = game.state.units.get(units[0])
        return BeginMove(units[0]) if first is None or (not first.activity.moved and first.hex == path[0]) else None
    if not data.begun and data.hex == path[0]:
        for uid in units:
            if uid not in data.units:
                return AddUnit(uid)
    if data.hex in path and data.hex != path[-1]:
        dry = [uid for uid in data.units if not is_fueled(game.look, game.look.unit(uid))]
        pay = next((c for c in game.choices() if dry and isinstance(c, PayFuel) and c.unit in dry), None)
        return pay or StepTo(path[path.index(data.hex) + 1])
    return Halt() if macro.get("halt") else None


def _next_of_attack(game: Game, macro: dict[str, Any]) -> Action | None:
    target, units = int(macro["hex"]), [str(u) for u in macro["units"]]
    open_ = game.decision
    choices = game.choices()
    declare = DeclareAttack(target)
    if open_ is not None and declare in choices:
        return declare
    for uid in units:
        if AddUnit(uid) in choices:
            return AddUnit(uid)
    return Done() if macro.get("commit") and Done() in choices and open_ and open_.step.name == "attackers" else None


def default_payment(game: Game) -> Action | None:
    """The first way of paying that the engine offers for the open bill (best first)."""
    return next((c for c in game.choices() if type(c).__name__ in ("Pay", "UseInternals")), None)
