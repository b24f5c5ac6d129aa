"""Railroads: gauges change toward the HQs, supply rides to them, troops ride from the rear to the front."""

from __future__ import annotations

from redball.board.costs import PROHIBITED
from redball.board.kernel import reach
from redball.bots.steady.convoy import FULL_TRIP, depots, needs
from redball.bots.steady.places import FAR, nearest_enemy
from redball.bots.steady.positions import weigher
from redball.bots.steady.scene import Scene
from redball.core.actions import (
    Action,
    BeginMove,
    ConvertRail,
    LoadTrain,
    OpenTrain,
    RideRail,
    SendTrain,
    SetMode,
    StepTo,
)
from redball.core.derived import derived
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.ground.bridges import ground_for
from redball.rules.ground.railroads import on_railroad, rail_graph, railheads, wrong_gauge
from redball.rules.rail.cap import cap_left, may_rail
from redball.rules.rail.conversion import can_convert, limit
from redball.rules.rail.paths import Cargo, destinations
from redball.rules.rail.ride import is_repair
from redball.rules.supply.paths import held

REAR = 10
"""Distance from the enemy beyond which a unit rides rather than marches."""
GAIN = 150
"""What a ride must gain."""
NEARER = 4
"""Hexes that a train must bring supply nearer to an HQ in need."""
ASTRAY = 14
"""Distance beyond which a Rail Repair unit does not go for work."""
FREIGHT = Cargo(False, False)

# --- laying rails ----------------------------------------------------------------------------------------------


@derived
def fronts(look: Look, side: str) -> tuple[int, ...]:
    """Rail hexes of another gauge next to the side's own railheads, that the enemy does not bar."""
    wrong, rail, board = wrong_gauge(look, side), rail_graph(look.world), look.board
    if wrong is None:
        return ()
    found = set()
    for head in railheads(look, side):
        for d in range(6):
            to = board.neighbour(head, d)
            if to >= 0 and rail[head * 6 + d] != PROHIBITED and wrong[to]:
                found.add(to)
    return tuple(h for h in sorted(found) if nearest_enemy(look, side, h) > 2)


def works_at(look: Look, unit: Unit) -> int:
    """The hex that the unit should convert next, -1 for none: toward the HQs, where no other unit is nearer."""
    board, side = look.board, unit.side
    others = [u.hex for u in look.own(side) if is_repair(look, u) and u.id != unit.id]
    needy = [u.hex for u in look.own(side) if look.counter(u).kind == "hq"]

    def cost(hex_: int) -> int:
        way = board.distance(hex_, unit.hex)
        crowd = sum(board.distance(hex_, other) < way for other in others)
        return 3 * way + 40 * crowd + min((board.distance(hex_, h) for h in needy), default=0)

    near = (h for h in fronts(look, side) if board.distance(h, unit.hex) <= ASTRAY)
    return min(near, key=cost, default=-1)


def begin_works(look: Look, unit: Unit) -> Action | None:
    """A Rail Repair unit sets out if there is something to convert."""
    ready = may_rail(look, unit.side) and works_at(look, unit) >= 0
    return BeginMove(unit.id) if ready else None


def lay(scene: Scene, unit: Unit) -> Action | None:
    """A Rail Repair unit's next action, or None to stop."""
    look = scene.look
    data = scene.data
    if not can_convert(unit):
        mode = SetMode(unit.id, "dg" if unit.marker == "dg" else "combat", "combat")
        return mode if not data.begun and scene.allows(mode) else None
    convert = ConvertRail(unit.id)
    if scene.allows(convert):
        return convert
    if unit.activity.converted >= limit(look, unit):
        return None
    goal = works_at(look, unit)
    if goal < 0:
        return None
    if look.board.distance(unit.hex, goal) > 3 and not unit.activity.railed:
        rides = scene.of(RideRail)
        best = min(rides, key=lambda r: (look.board.distance(r.hex, goal), r.hex), default=None)
        if best is not None and look.board.distance(best.hex, goal) < look.board.distance(unit.hex, goal) - 2:
            return best
    graph = ground_for(look, unit)
    mask = held(look, unit.side, frozenset({unit.id}))
    way = reach(graph.cost, look.board.neighbour_array, [unit.hex], 60 * 12, mask)
    if goal == unit.hex or way.cost_to(goal) is None:
        return None
    step = StepTo(way.path_to(goal)[1])
    return step if scene.allows(step) else None


# --- supply ----------------------------------------------------------------------------------------------------


def way_left(look: Look, side: str, hex_: int) -> int:
    """Hexes to the nearest HQ in need."""
    return min((look.board.distance(hex_, h) for h in needs(look, side)), default=FAR)


def station_for(look: Look, side: str, start: int) -> int:
    """Where SP from a hex should go by train, -1 if no station is much nearer to an HQ in need."""
    safe = (h for h in destinations(look, side, FREIGHT, start) if nearest_enemy(look, side, h) > 2)
    best = min(safe, key=lambda h: (way_left(look, side, h), h), default=-1)
    return best if best >= 0 and way_left(look, side, start) - way_left(look, side, best) >= NEARER else -1


def train(scene: Scene) -> Action | None:
    """Open a train where SP lie that no HQ near them needs."""
    look, side = scene.look, scene.side
    if not may_rail(look, side) or cap_left(look, side) <= 0 or not needs(look, side):
        return None
    for hex_, tokens in sorted(depots(look, side).items()):
        if (
            tokens < FULL_TRIP
            or hex_ in scene.memory.dropped
            or not on_railroad(look.board, rail_graph(look.world), hex_)
        ):
            continue
        scene.memory.dropped.add(hex_)
        if station_for(look, side, hex_) >= 0 and scene.allows(OpenTrain(hex_)):
            return OpenTrain(hex_)
    return None


def load(scene: Scene) -> Action | None:
    """As much as possible."""
    return max(scene.of(LoadTrain), key=lambda c: c.tokens, default=None)


def send(scene: Scene) -> Action | None:
    """To the station nearest to an HQ in need."""
    wanted = SendTrain(station_for(scene.look, scene.side, scene.data.start))
    return wanted if wanted.hex >= 0 and scene.allows(wanted) else None


# --- troops ----------------------------------------------------------------------------------------------------


def may_ride(look: Look, unit: Unit) -> bool:
    """A unit far from the enemy, in Move Mode at a railroad, while there is Rail Cap."""
    if unit.mode != "move" or not may_rail(look, unit.side) or nearest_enemy(look, unit.side, unit.hex) <= REAR:
        return False
    return cap_left(look, unit.side) > 0 and on_railroad(look.board, rail_graph(look.world), unit.hex)


def ride(scene: Scene, unit: Unit) -> Action | None:
    """The train to where the unit is worth most, or None if it gains little."""
    weigh, side = weigher(scene, unit)(unit), scene.side
    rides = [r for r in scene.of(RideRail) if nearest_enemy(scene.look, side, r.hex) > 2]
    if not rides:
        return None
    worth = {r.hex: weigh(r.hex) for r in rides}
    best = max(rides, key=lambda r: (worth[r.hex], -r.hex))
    return best if worth[best.hex] - weigh(unit.hex) >= GAIN else None
