"""What a hex is worth to stand in: danger, cover, reach of supply, nearness of what counts."""

from __future__ import annotations

from redball.bots.steady.scene import Scene
from redball.bots.steady.worth import POINT, stack_power, victory_points
from redball.core.look import Look
from redball.rules.supply import hq_reach, payers, throwers, tokens_of

NEAR = 2
BOLD = 3
"""Odds, in halves, up to which a stack is not in danger."""
FAR = 99


def enemy_power(look: Look, side: str) -> dict[int, int]:
    """Strength of each enemy stack by hex, as believed; where one sees only the top of it, a third is added."""

    def find() -> dict[int, int]:
        enemy = look.enemy(side)
        hexes = {unit.hex for unit in look.own(enemy) if look.counter(unit).is_combat_unit}
        return {hex_: stack_power(look, hex_, enemy) * 4 // 3 for hex_ in sorted(hexes)}

    return look.memo(("steady.enemy_power", side), find)


def threat(look: Look, side: str, hex_: int) -> int:
    """Enemy strength that could fall on a hex: what stands next to it, and half of what is two hexes away."""

    def find() -> int:
        found = 0
        for where, strength in enemy_power(look, side).items():
            distance = look.board.distance(where, hex_)
            if distance <= NEAR:
                found += strength if distance == 1 else strength // 2
        return found

    return look.memo(("steady.threat", side, hex_), find)


def danger(look: Look, side: str, hex_: int, strength: int) -> int:
    """What a stack of that strength risks in a hex: up to a step and a half."""
    works = look.state.hedgehogs.get(hex_)
    held = strength * (3 if works is not None and works.side == side else 2) // 2
    over = threat(look, side, hex_) * 2 - BOLD * held
    if over <= 0:
        return 0
    return min(700, 350 * over // max(held, 12))


def nearest_enemy(look: Look, side: str, hex_: int) -> int:
    """Hexes to the nearest enemy combat units; FAR if there are none."""
    hexes = enemy_power(look, side)
    return look.memo(
        ("steady.nearest_enemy", side, hex_),
        lambda: min((look.board.distance(h, hex_) for h in hexes), default=FAR),
    )


def goals(look: Look, side: str) -> dict[int, int]:
    """Victory hexes that the side does not control, with their points; without any, where enemies stand."""

    def find() -> dict[int, int]:
        wanted = {
            entry.hex: entry.points
            for entry in look.world.scenario.victory.hexes
            if look.state.control.get(entry.hex) != side
        }
        return wanted or dict.fromkeys(enemy_power(look, side), 1)

    return look.memo(("steady.goals", side), find)


def to_goal(look: Look, side: str, hex_: int) -> int:
    """Hexes to the goal that draws most: one that counts more may be farther."""
    return look.memo(
        ("steady.to_goal", side, hex_),
        lambda: min((look.board.distance(h, hex_) - points // 2 for h, points in goals(look, side).items()), default=0),
    )


def served(look: Look, side: str) -> frozenset[int]:
    """Hexes that HQs with supply can throw to."""

    def find() -> frozenset[int]:
        found: set[int] = set()
        for hq in throwers(look, side):
            if tokens_of(payers(look, hq)) >= NEAR:
                reach = hq_reach(look, hq)
                found |= reach.throw.keys() | reach.throw_beside
        return frozenset(found)

    return look.memo(("steady.served", side), find)


def holding(look: Look, side: str, hex_: int, others: bool) -> int:
    """What it is worth to have a combat unit in a hex; `others`: some other unit is there anyway."""
    points = victory_points(look, hex_)
    if points and look.state.control.get(hex_) != side:
        return 900 * points
    near = nearest_enemy(look, side, hex_)
    if others:
        return 0
    value = 0
    if points:
        value += POINT * points * (3 if near <= 4 else 1 if near <= 7 else 0) // 4
    works = look.state.hedgehogs.get(hex_)
    if works is not None and works.side == side and near <= 3:
        value += 350
    if near <= NEAR:
        value += 150
    if hex_ in look.state.dumps[side] and near <= 5:
        value += 60 * min(8, look.state.dumps[side][hex_].tokens)
    return value


def haven(scene: Scene, hex_: int) -> int:
    """How well a hex is placed: served by an HQ, near a goal."""
    return (100 if hex_ in served(scene.look, scene.side) else 0) - 20 * to_goal(scene.look, scene.side, hex_)


def risk(look: Look, side: str, hex_: int) -> int:
    """What supply, guns or an HQ risk in a hex without an escort."""
    own = stack_power(look, hex_, side)
    near = nearest_enemy(look, side, hex_)
    exposed = 600 if near <= 1 else 250 if near == 2 else 60 if near == 3 else 0
    return exposed if not own else danger(look, side, hex_, own) + exposed // 4


