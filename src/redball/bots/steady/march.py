"""The Movement Segments: who moves next, and how a move is carried out."""

from __future__ import annotations

from redball.bots.steady import convoy, flights, orders, raids, rails, reserves, sea_phase, sea_ports, supply, works
from redball.bots.steady.drop_orders import REAR
from redball.bots.steady.places import nearest_enemy
from redball.bots.steady.positions import Wish, best_wish
from redball.bots.steady.scene import Route, Scene
from redball.core.actions import (
    Action,
    AddUnit,
    BeginMove,
    DeclareOverrun,
    Done,
    Halt,
    PayFuel,
    Release,
    SetMode,
    StepTo,
)
from redball.core.look import Look
from redball.core.state import PhaseName, Unit
from redball.rules.ground.drops import plan_in
from redball.rules.moving_stack.fuel import is_fueled, price
from redball.rules.moving_stack.move_ends import MoveData
from redball.rules.rail.ride import is_repair
from redball.rules.units.abilities import LIMITED_MODES, formation_of, is_transport, usable_in_phase

ORDER = {"hq": 0, "transport": 1, "combat": 2, "engineer": 2, "artillery": 3}


def waiting(scene: Scene) -> list[Unit]:
    """Units that may still move and were not yet considered, in order."""
    look = scene.look
    phase = look.state.clock.phase
    able = [
        u
        for u in look.own(scene.side)
        if u.id not in scene.memory.passed
        and not u.activity.moved
        and not u.activity.negates
        and (usable_in_phase(look, u) or u.marker == "reserve")
    ]
    return sorted(able, key=lambda u: (ORDER.get(look.counter(u).kind, 2), _sort(look, u, phase)))


def _sort(look: Look, unit: Unit, phase: PhaseName) -> tuple[int, str]:
    face = look.counter(unit).combat
    return -(face.strength or 0) if face is not None else 0, unit.id


def choose_unit(scene: Scene) -> Action | None:
    """The next unit that has somewhere better to be."""
    scene.memory.route = None
    mission = flights.moving(scene) or sea_phase.moving(scene) or raids.hips_first(scene)
    if mission is not None:
        return mission
    begun = begin_one(scene, sorted(waiting(scene), key=lambda unit: orders.last(scene, unit)))
    if begun is not None:
        return begun
    rest = rails.train(scene) or works.dig(scene) or works.strip(scene) or supply.blow(scene)
    return rest or flights.moved(scene) or raids.hips(scene) or raids.stations(scene) or orders.go_on(scene)


def begin_one(scene: Scene, units: list[Unit]) -> Action | None:
    """The first of these units that has a reason to move begins."""
    for unit in units:
        if not orders.may_begin(scene, unit):
            continue
        action = consider(scene, unit)
        if action is not None and scene.allows(action):
            return action
        scene.memory.passed.add(unit.id)
    return None


def consider(scene: Scene, unit: Unit) -> Action | None:
    """Begin the unit's move if there is a reason to."""
    look = scene.look
    if is_transport(look.counter(unit)):
        return BeginMove(unit.id) if convoy.has_work(look, unit) and usable_in_phase(look, unit) else None
    if is_repair(look, unit):
        return rails.begin_works(look, unit)
    if usable_in_phase(look, unit) and rails.may_ride(look, unit):
        scene.memory.passed.add(unit.id)
        return BeginMove(unit.id)
    if plan_in(look.state, unit.id) is not None and nearest_enemy(look, scene.side, unit.hex) > REAR:
        return None  # it waits for its drop
    wish = best_wish(scene, unit)
    if sea_ports.embark(scene, unit, wish.gain if wish is not None else 0):
        scene.memory.passed.add(unit.id)
        return BeginMove(unit.id)
    facing = reserves.waits(scene, unit, wish)
    if facing:
        scene.memory.passed.add(unit.id)
        scene.memory.route = Route(unit.id, (unit.hex,), facing, reserve=True)
        return BeginMove(unit.id)
    if wish is None:
        return Release(unit.id) if reserves.comes_out(scene, unit) else None
    if not usable_in_phase(look, unit):
        return Release(unit.id)
    scene.memory.passed.add(unit.id)
    scene.memory.route = route_of(unit, wish)
    return BeginMove(unit.id)


def fuel(scene: Scene, dry: list[str]) -> Action | None:
    """Fuel for the leading HQ if it serves enough units; for the whole formation if enough of it would move; else for
    one unit."""
    look = scene.look
    shared = orders.shared_fuel(scene)
    if shared is not None:
        return shared
    offers = [pay for pay in scene.of(PayFuel) if pay.unit in dry]
    whole = next((pay for pay in offers if pay.method == "formation"), None)
    if whole is not None:
        name = formation_of(look, look.unit(whole.unit))
        rest = [u for u in look.own(scene.side) if formation_of(look, u) == name and not u.activity.moved]
        alone, together = (price(look, method, whole.unit) for method in ("single_unit", "formation"))
        if sum(not is_fueled(look, u) for u in rest) * alone >= together:
            return whole
    return next((pay for pay in offers if pay.method == "single_unit"), None)


def set_mode(scene: Scene) -> Action | None:
    """If modes have their own phase: the modes in which units would like to march, one unit after the other."""
    look = scene.look
    for uid in dict.fromkeys(choice.unit for choice in scene.of(SetMode)):
        unit = look.unit(uid)
        if uid in scene.memory.passed or is_transport(look.counter(unit)) or is_repair(look, unit):
            continue
        scene.memory.passed.add(uid)
        wish = best_wish(scene, unit)
        if wish is not None and wish.facing:
            action = SetMode(uid, "dg" if unit.marker == "dg" else wish.facing, wish.facing)
            if scene.allows(action):
                return action
    return Done()


def route_of(unit: Unit, wish: Wish) -> Route:
    """The move that fulfils a wish."""
    return Route(unit.id, wish.path, wish.facing, wish.overrun, wish.others)


def go(scene: Scene) -> Action | None:
    """The next action of the move under way."""
    look, data = scene.look, scene.data
    first = look.unit(data.units[0])
    if is_transport(look.counter(first)):
        scene.memory.passed.add(first.id)
        return convoy.drive(scene)
    if is_repair(look, first):
        scene.memory.passed.add(first.id)
        return rails.lay(scene, first) or Halt()
    if scene.memory.route is None and rails.may_ride(look, first):
        ride = rails.ride(scene, first)
        if ride is not None:
            return ride
        wish = best_wish(scene, first)
        scene.memory.route = route_of(first, wish) if wish is not None else None
    route = scene.memory.route
    if route is None or route.unit not in data.units:
        return sea_ports.ride(scene, first) or Halt()
    action = _next(scene, route, data)
    if action is None or not scene.allows(action):
        scene.memory.route = None
        return Halt()
    return action


def _next(scene: Scene, route: Route, data: MoveData) -> Action | None:
    look = scene.look
    unit = look.unit(route.unit)
    if route.reserve:
        return SetMode(unit.id, "reserve", route.facing) if route.facing and unit.marker != "reserve" else None
    if route.facing and unit.facing != route.facing and not data.begun:
        return SetMode(unit.id, "dg" if unit.marker == "dg" else route.facing, route.facing)
    if route.facing and unit.marker in LIMITED_MODES and not data.begun:
        return SetMode(unit.id, route.facing, route.facing)
    if not data.begun:
        for uid in route.others:
            if uid not in data.units:
                return AddUnit(uid)
    last = route.path[-1]
    if data.hex == last and route.overrun < 0:
        return None
    dry = [uid for uid in data.units if not is_fueled(look, look.unit(uid))]
    if dry:
        return fuel(scene, dry)
    if data.hex == last:
        hex_, route.overrun = route.overrun, -1
        return DeclareOverrun(hex_)
    if data.hex not in route.path:
        return None
    return StepTo(route.path[route.path.index(data.hex) + 1])
