"""Drop Plans of the bot's own: units that wait far off, to the side of a place that counts, where others can join them.

A unit that can land at a base near there is flown to it instead, which is safer. A drop that is due on a hex that the
enemy has come to hold is put off by a turn.
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.bots.steady.places import enemy_power, goals, nearest_enemy, strengths
from redball.bots.steady.scene import Scene
from redball.bots.steady.worth import power
from redball.core.actions import Action, AimDrop, DateDrop, DelayDrop, PlanDrop
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.air.bases import ashore_bases
from redball.rules.air.cargo import unit_weight
from redball.rules.air.drop_plans import AHEAD, plans_of, refuse_place
from redball.rules.air.transport import trips_to
from redball.rules.air.trips import carries
from redball.rules.ground.air_force import force_in
from redball.rules.ground.drops import is_para

NEAR = 4
"""Hexes within which others help, or a base makes a drop needless."""
REAR = 8
"""Hexes from the enemy beyond which a unit at a base has nothing else to do."""
BOLD = 3
"""Odds against it beside which a unit is still dropped."""


def plan_drop(scene: Scene) -> Action | None:
    """The next step of a plan, a delay, or the beginning of another plan."""
    look, data = scene.look, scene.data
    if data.unit:
        zone = drop_zone(look, look.unit(data.unit))
        step: Action = DateDrop(look.state.clock.turn + AHEAD) if data.where >= 0 else AimDrop(zone)
        return step if scene.allows(step) else None
    held = {plan.unit for plan in plans_of(look, scene.side) if look.has_combat_units(plan.hex, scene.enemy)}
    for delay in scene.of(DelayDrop):
        plan = next(plan for plan in plans_of(look, scene.side) if plan.unit == delay.unit)
        if delay.unit in held and plan.turn == look.state.clock.turn:
            return delay
    able = [one for one in scene.of(PlanDrop) if one.unit not in scene.memory.passed]
    able = [one for one in able if drop_zone(look, look.unit(one.unit)) >= 0]
    best = max(able, key=lambda one: (power(look, look.unit(one.unit), "combat"), one.unit), default=None)
    if best is not None:
        scene.memory.passed.add(best.unit)  # each is tried once
    return best


def drop_zone(look: Look, unit: Unit) -> int:
    """Where a plan for the unit would land it; -1 nowhere."""
    waits = is_para(look.counter(unit)) and (
        look.board.is_box(unit.hex) or nearest_enemy(look, unit.side, unit.hex) > REAR
    )
    if not waits or not _room(look, unit):
        return -1
    found = [(worth, -hex_) for hex_, worth in _zones(look, unit)]
    return -max(found)[1] if found else -1


def _room(look: Look, unit: Unit) -> bool:
    """Whether transports of its base lift it besides those that have a plan already."""
    planes = (p for p in force_in(look.state).planes if p.side == unit.side and p.hex == unit.hex)
    room = sum(carries(look.world, plane, "return") for plane in planes)
    planned = (look.unit(plan.unit) for plan in plans_of(look, unit.side))
    return unit_weight(look, unit) <= room - sum(unit_weight(look, one) for one in planned if one.hex == unit.hex)


def _zones(look: Look, unit: Unit) -> Iterator[tuple[int, int]]:
    """Free hexes at or beside a goal, within range, with friends and without a base nearby; with the goal's worth less
    the enemies next to them."""
    side, board = unit.side, look.board
    planes = [p for p in force_in(look.state).planes if p.side == side and p.hex == unit.hex]
    bases = [base.hex for base in ashore_bases(look, side) if not board.is_box(base.hex)]
    friends = [hex_ for hex_ in strengths(look, side) if 0 <= hex_ < board.map_size]
    foes = enemy_power(look, side)
    for goal, points in goals(look, side).items():
        if any(board.distance(goal, hex_) <= NEAR for hex_ in bases):
            continue
        for hex_ in (goal, *board.neighbours(goal)):
            free = refuse_place(look, unit, hex_) is None and not look.has_combat_units(hex_, look.enemy(side))
            near = any(board.distance(hex_, friend) <= NEAR for friend in friends)
            against = sum(foes.get(n, 0) for n in board.neighbours(hex_))
            flown = any("return" in trips_to(look, plane, hex_) for plane in planes)
            if free and near and flown and against <= BOLD * power(look, unit, "combat"):
                yield hex_, 1000 * points - against
