"""Trucks: carry supply from where it arrives to the HQs that need it, and return."""

from __future__ import annotations

from redball.board.kernel import reach
from redball.bots.steady.places import risk
from redball.bots.steady.scene import Scene
from redball.bots.steady.supply import hqs, stock_near
from redball.core.actions import Action, Halt, LoadSupply, StepTo, UnloadSupply
from redball.core.derived import derived
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.ground.bridges import ground_for
from redball.rules.moving_stack.move_ends import mp_left
from redball.rules.supply.paths import blocked
from redball.rules.transport.loading import capacity, handling_cost
from redball.rules.units.abilities import is_organic, mobility

ENOUGH = 14
"""Tokens around an HQ above which it needs no more."""
FULL_TRIP = 3
"""Tokens that make a trip worthwhile."""


@derived
def needs(look: Look, side: str) -> dict[int, int]:
    """Tokens that each HQ could use."""
    return {h: want for h in hqs(look, side) if (want := ENOUGH - stock_near(look, side, h, 1)) > 0}


def needs_without(look: Look, unit: Unit) -> dict[int, int]:
    """Tokens that each HQ could use, not counting the load of a truck that stands there: until it is unloaded it has
    brought nothing, and if its load counted, the truck would drive on for ever."""
    if not unit.load:
        return needs(look, unit.side)
    side, away = unit.side, look.board.distance
    stocks = {h: stock_near(look, side, h, 1) - (unit.load if away(h, unit.hex) <= 1 else 0) for h in hqs(look, side)}
    return {h: ENOUGH - stock for h, stock in stocks.items() if stock < ENOUGH}


@derived
def depots(look: Look, side: str) -> dict[int, int]:
    """Tokens on the ground away from the HQs, that may be loaded."""
    places = hqs(look, side)
    return {
        hex_: dump.tokens - dump.fresh
        for hex_, dump in look.state.dumps[side].items()
        if dump.tokens > dump.fresh and min((look.board.distance(hex_, h) for h in places), default=9) > 1
    }


def has_work(look: Look, unit: Unit) -> bool:
    """The truck could fetch or bring something, or should leave a place that is in danger."""
    if is_organic(look, unit):
        return False
    if risk(look, unit.side, unit.hex) > 200:
        return True
    if unit.load:
        return bool(needs_without(look, unit))
    return bool(needs(look, unit.side)) and any(tokens >= FULL_TRIP for tokens in depots(look, unit.side).values())


def drive(scene: Scene) -> Action:
    """A truck's next action: unload, load, or a hex on its way."""
    look, data = scene.look, scene.data
    unit = look.unit(data.units[0])
    left = mp_left(look, data, unit.id)
    price = handling_cost(look, unit)
    if unit.load and unit.hex in needs_without(look, unit) and price <= left:
        wanted = UnloadSupply(unit.id, unit.load)
        if scene.allows(wanted):
            return wanted
    if not unit.load and price <= left:
        most = min(capacity(unit), depots(look, unit.side).get(unit.hex, 0))
        if most >= FULL_TRIP or (most and most == capacity(unit)):
            wanted_load = LoadSupply(unit.id, most)
            if scene.allows(wanted_load):
                return wanted_load
    step = next_hex(scene, unit, left)
    return StepTo(step) if step >= 0 and scene.allows(StepTo(step)) else Halt()


def next_hex(scene: Scene, unit: Unit, left: int) -> int:
    """The next hex of the way to the best destination, -1 to stay. A way is planned once, then followed."""
    key = ("convoy.way", unit.id, bool(unit.load))
    way: list[int] = scene.memory.notes.get(key, [])
    if unit.hex not in way[:-1]:
        way = scene.memory.notes[key] = find_way(scene.look, unit, left)
    return way[way.index(unit.hex) + 1] if way else -1


def find_way(look: Look, unit: Unit, left: int) -> list[int]:
    """The way to the best destination, none to stay."""
    aims = destinations(look, unit)
    if not aims or unit.hex in aims:
        return []
    kind = mobility(look, unit)
    graph = ground_for(look, unit)
    mask = blocked(look, unit.side, kind, frozenset({unit.id}))
    found = reach(graph.cost, look.board.neighbour_array, [unit.hex], max(left, 60 * 12), mask)
    ways = {hex_: cost for hex_, cost in found.items() if hex_ in aims}
    if not ways:
        return []
    best = max(ways, key=lambda h: (aims[h] - ways[h] // 4, -h))
    path = found.path_to(best)
    for cost_hex in reversed(path):
        if (found.cost_to(cost_hex) or 0) <= left:
            if cost_hex == unit.hex or (cost_hex != best and risk(look, unit.side, cost_hex) > 200):
                return []
            break
    return path


def destinations(look: Look, unit: Unit) -> dict[int, int]:
    """Possible destinations of the truck, with their worth."""
    side = unit.side
    if unit.load:
        wanted = needs_without(look, unit)
        return {h: 30 * min(want, unit.load) - risk(look, side, h) // 2 for h, want in wanted.items()}
    stores, wanted = depots(look, side), needs(look, side)
    if not wanted:
        return {}
    found = {}
    for hex_, tokens in stores.items():
        if tokens >= FULL_TRIP:
            onward = min(look.board.distance(hex_, h) - want for h, want in wanted.items())
            found[hex_] = 30 * min(tokens, capacity(unit)) - 10 * onward - risk(look, side, hex_)
    return found
