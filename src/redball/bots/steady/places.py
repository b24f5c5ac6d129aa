"""The worth of being in a hex: danger, cover, reach of supply, nearness of objectives."""

from __future__ import annotations

from array import array
from collections.abc import Collection
from typing import NamedTuple

from redball.board.kernel import reach
from redball.bots.steady.hands import STEADY, Hands
from redball.bots.steady.scene import Scene
from redball.bots.steady.worth import POINT, ending, lasting, power, victory_hexes
from redball.core.derived import derived
from redball.core.look import Look
from redball.core.world import World, of_world
from redball.forces.counter import Mobility
from redball.rules.supply.draw_and_throw import hq_reach, payers, stocks, throwers, tokens_of
from redball.rules.supply.paths import area_serving, draw_limit

NEAR = 2
BOLD = 3
"""Odds, in halves, up to which a stack is not in danger."""
FAR = 99
AROUND = 6
"""Hexes within which half of the enemy's strength may come to a place that counts."""
LEAST_COMING = 36
"""The least strength that may come, in twelfths of a point: a regiment."""
SOURCE = 3 * POINT // 2
"""What depends on a source of supply: the units that trace to it, and arrivals."""
ALARM = 3
"""Hexes to the enemy beyond which nothing is at risk."""


def distances(world: World, sources: list[tuple[int, int]]) -> list[int]:
    """Hexes from each hex of the map to the nearest source; each source starts with a distance of its own."""
    board = world.board
    found = [FAR] * board.size
    for hex_, cost in reach(_each_step(world), board.neighbour_array, sources, FAR).items():
        found[hex_] = cost
    return found


@of_world
def _each_step(world: World) -> array[int]:
    """Every step costs 1."""
    return array("h", [1]) * (6 * world.board.size)


@derived
def strengths(look: Look, side: str) -> dict[int, int]:
    """The strengths of a side's combat units by hex, in twelfths of a point."""
    found: dict[int, int] = {}
    for unit in look.own(side):
        if look.counter(unit).is_combat_unit:
            found[unit.hex] = found.get(unit.hex, 0) + power(look, unit)
    return found


@derived
def crowds(look: Look, side: str) -> dict[int, int]:
    """The RE of a side's combat units by hex, in quarters."""
    found: dict[int, int] = {}
    for unit in look.own(side):
        if look.counter(unit).is_combat_unit:
            found[unit.hex] = found.get(unit.hex, 0) + look.regimental_equivalents(unit)
    return found


@derived
def enemy_power(look: Look, side: str) -> dict[int, int]:
    """Strength of each enemy stack by hex, as believed; if only its top is seen, a third is added."""
    return {hex_: value * 4 // 3 for hex_, value in sorted(strengths(look, look.enemy(side)).items())}


@derived
def threats(look: Look, side: str) -> dict[int, int]:
    """Enemy strength that could attack a hex: adjacent units, and half of those two hexes away."""
    found: dict[int, int] = {}
    for where, strength in enemy_power(look, side).items():
        for hex_ in look.board.within(where, NEAR):
            found[hex_] = found.get(hex_, 0) + strength // 2
        for hex_ in look.board.neighbours(where):
            found[hex_] += strength - strength // 2
    return found


def threat(look: Look, side: str, hex_: int) -> int:
    """The threat to one hex."""
    return threats(look, side).get(hex_, 0)


def danger(look: Look, side: str, hex_: int, strength: int) -> int:
    """The risk to a stack of that strength in a hex: up to two steps."""
    return held_off(look, side, hex_, threat(look, side, hex_), strength)


def relieved(look: Look, side: str, hex_: int, strength: int, less: int) -> int:
    """The same, if the threat were so much less."""
    return held_off(look, side, hex_, threat(look, side, hex_) - less, strength)


def held_off(look: Look, side: str, hex_: int, threatened: int, strength: int, hands: Hands = STEADY) -> int:
    """The same, under a threat, as these hands fear it."""
    if not hands.danger or ending(look, side):
        return 0  # as the game ends nobody attacks any more
    if hands.few and not hunted(look, side, hands.few):
        return 0
    works = look.state.hedgehogs.get(hex_)
    held = strength * (3 if works is not None and works.side == side else 2) // 2
    over = threatened * 2 - BOLD * held
    if over <= 0:
        return 0
    return min(700, 350 * over // max(held, 12)) * hands.danger // 100


@derived
def hunted(look: Look, side: str, few: int) -> bool:
    """The side is the weaker one, and so few of its stacks are within reach that each will be attacked: an enemy who
    could attack everywhere attacks in few places."""
    own, threatened = strengths(look, side), threats(look, side)
    reached = sum(hex_ in threatened for hex_ in own)
    return reached <= few and sum(own.values()) < sum(enemy_power(look, side).values())


def nearest_enemy(look: Look, side: str, hex_: int) -> int:
    """Hexes to the nearest enemy combat units; FAR if there are none."""
    return to_enemies(look, side)[hex_]


@derived
def to_enemies(look: Look, side: str) -> list[int]:
    return distances(look.world, [(h, 0) for h in enemy_power(look, side)])


def goals(look: Look, side: str) -> dict[int, int]:
    """Victory hexes that the side does not control, with their points; if there are none, enemy hexes."""
    wanted = {
        entry.hex: entry.points
        for entry in look.world.scenario.victory.hexes
        if look.state.control.get(entry.hex) != side
    }
    return wanted or dict.fromkeys(enemy_power(look, side), 1)


def to_goal(look: Look, side: str, hex_: int) -> int:
    """Hexes to the most attractive goal; one worth more may be farther."""
    return to_goals(look, side)[hex_]


@derived
def to_goals(look: Look, side: str) -> list[int]:
    wanted = goals(look, side)
    most = max(wanted.values(), default=0)
    return distances(look.world, [(h, (most - points) // 2) for h, points in wanted.items()])


@derived
def served(look: Look, side: str) -> frozenset[int]:
    """Hexes that HQs with supply can throw to."""
    found: set[int] = set()
    for hq in throwers(look, side):
        if tokens_of(payers(look, hq)) >= NEAR:
            reached = hq_reach(look, hq)
            found |= reached.throw.keys() | reached.throw_beside
    return frozenset(found)


@derived
def stores(look: Look, side: str, mobility: Mobility) -> dict[int, int]:
    """Tokens that a unit could draw directly in each hex, not counting Organic Trucks."""
    found: dict[int, int] = {}
    limit = draw_limit(look.world)
    for source, there in stocks(look, side).items():
        tokens = sum(stock.tokens for stock in there if not stock.only_for)
        for hex_ in area_serving(look, side, (source,), mobility, limit) if tokens else ():
            found[hex_] = found.get(hex_, 0) + tokens
    return found


class Holding(NamedTuple):
    """The worth of combat units in a hex: of the first one, of each that takes it from the enemy, and what depends on
    the place (`stake`): the stronger a garrison is compared with the enemy that may come, the more of the stake it
    keeps."""

    alone: int = 0
    taken: int = 0
    stake: int = 0
    coming: int = LEAST_COMING

    def of(self, others: int, strength: int) -> int:
        """What so much strength adds to that of others, both in twelfths of a point, in thousandths of a victory point.
        Half of the stake is kept by as much strength as may come, so each further unit is worth less."""
        before = max(others, 0)
        after = before + strength
        kept = self.stake * after // (after + self.coming) - self.stake * before // (before + self.coming)
        return kept + (self.taken if before else self.alone)


@derived
def holdings(look: Look, side: str, hands: Hands) -> dict[int, Holding]:
    """The hexes in which a combat unit is worth something to hold."""
    works = (h for h, hedgehog in look.state.hedgehogs.items() if hedgehog.side == side)
    close = (h for h, near in enumerate(to_enemies(look, side)) if near <= NEAR)
    special = {*victory_hexes(look.world), *works, *look.state.dumps[side], *sources(look, side), *close}
    found = {hex_: _holding(look, side, hex_, hands) for hex_ in special}
    return {hex_: held for hex_, held in found.items() if held.alone or held.taken or held.stake}


def _holding(look: Look, side: str, hex_: int, hands: Hands) -> Holding:
    points = victory_hexes(look.world).get(hex_, 0)
    if points and look.state.control.get(hex_) != side:
        taken = lasting(look, side, 900 * points, hands.patience)
        return Holding(taken, taken)
    if ending(look, side):
        return Holding()
    near = nearest_enemy(look, side, hex_)
    value = 0
    works = look.state.hedgehogs.get(hex_)
    if works is not None and works.side == side and near <= 3:
        value += 350
    if near <= NEAR:
        value += 150
    if hex_ in look.state.dumps[side] and near <= 5:
        value += 60 * min(8, look.state.dumps[side][hex_].tokens)
    stake = POINT * points + (SOURCE if hex_ in sources(look, side) else 0)
    if not stake:
        return Holding(value)
    nearby = enemy_power(look, side)
    coming = sum(nearby.get(around, 0) for around in look.board.within(hex_, AROUND)) // 2
    tenths = 8 if near <= 4 else 5 if near <= 8 else 3
    return Holding(value, stake=stake * tenths // 10, coming=max(LEAST_COMING, coming))


def sources(look: Look, side: str) -> Collection[int]:
    """Hexes where a side's supply begins."""
    return look.world.scenario.sources.get(side, ())


def haven(scene: Scene, hex_: int) -> int:
    """How well a hex is placed: served by an HQ, near a goal."""
    return (100 if hex_ in served(scene.look, scene.side) else 0) - 20 * to_goal(scene.look, scene.side, hex_)


def risk(look: Look, side: str, hex_: int) -> int:
    """The risk to supply, guns or an HQ in a hex, with or without an escort."""
    own = strengths(look, side).get(hex_, 0)
    near = nearest_enemy(look, side, hex_)
    exposed = 600 if near <= 1 else 250 if near == 2 else 60 if near == ALARM else 0
    return exposed if not own else danger(look, side, hex_, own) + exposed // 4
