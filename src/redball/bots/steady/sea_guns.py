"""Ships: where they lie, and at what they fire.

Ships lie where their guns reach what is about to be attacked, what threatens the beaches, and the beaches themselves
(a ship in range helps every landing); out of range of coastal artillery, if they can. They fire at the ground once a
turn (18.3a-B), where that spoils most (`raids.spoils`), and at ships and coastal artillery whenever nothing better is
in range. Coastal guns always fire: it costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from redball.board.waters import is_sea
from redball.bots.steady import raids, sea_craft
from redball.bots.steady.flights import MOST, begin, in_range, ready
from redball.bots.steady.places import enemy_power, nearest_enemy
from redball.bots.steady.scene import Flight, Scene
from redball.bots.steady.worth import step_worth
from redball.core.actions import Action, AddUnit, Cancel, Done
from redball.core.actions.naval import AddShip, AimAtBattery, AimAtShip, AimGuns
from redball.core.look import Look
from redball.rules.barrage.on_board import aim, best_terrain, target_of
from redball.rules.barrage.segment import prospects
from redball.rules.ground.air_force import face, is_fighter
from redball.rules.ground.fleet import Vessel, fleet_in, has_fleet, ship_face, ship_hexes, ship_in
from redball.rules.naval.gunfire import BATTERY, COASTAL, SHIPS, UNITS, aims, shooters
from redball.rules.naval.sailing import sea_reach
from redball.rules.naval.ship_missions import has_sea_points, sea_points

FIRE = 25
"""What the guns of a ship must gain in a turn."""
BESIDE, AT_SEA, BEHIND = 200, 120, 15
"""What it is worth to reach enemy troops: next to own ones, near loaded craft, others."""
CONVOY = 400
"""What it is worth to reach enemy Landing Craft."""
SUPPORT = 150
"""What it is worth to reach the water where loaded craft are."""
SHORE_GUNS = 40
"""What a Barrage Point of coastal artillery in range costs."""
AIMED = 24
"""Barrage Points at ships, by Protection, with which aircraft are likely to hit (they count double, 18.3c-B)."""
SHIP_BARRAGE = "ship_barrage"
INSHORE = 6
"""Hexes from loaded craft in which troops on the coast matter to them."""


# --- where -------------------------------------------------------------------------------------------------------


def marks(scene: Scene) -> dict[int, int]:
    """Hexes that guns should reach, with their worth."""
    look, side = scene.look, scene.side

    def find() -> dict[int, int]:
        waiting = {one.hex for one in sea_craft.loaded(look, side) if not look.board.is_box(one.hex)}
        found = dict.fromkeys(waiting, SUPPORT)
        for hex_ in enemy_power(look, side):
            if hex_ < look.board.map_size:
                close = nearest_enemy(look, scene.enemy, hex_) == 1
                near = any(look.board.distance(hex_, one) <= INSHORE for one in waiting)
                found[hex_] = BESIDE if close else AT_SEA if near else BEHIND
        for hex_ in ship_hexes(look, scene.enemy):
            if hex_ < look.board.map_size:
                craft = any(one.hex == hex_ for one in fleet_in(look.state).craft)
                found[hex_] = CONVOY if craft else BESIDE
        return found

    return scene.note("sea.marks", find)  # type: ignore[no-any-return]


def berth(scene: Scene, ship: Vessel) -> tuple[int, ...]:
    """The way to a better place for the ship; empty to stay."""
    look, side = scene.look, scene.side
    reach = ship_face(look.world, ship).range
    taken = [(one.hex, ship_face(look.world, one).range) for one in _fleet(look, side) if one.id != ship.id]
    worth = {h: v // (1 + sum(look.board.distance(h, at) <= far for at, far in taken)) for h, v in marks(scene).items()}
    shore = _shore_guns(look, scene.enemy)
    value: dict[int, int] = {}
    for hex_, each in worth.items():
        for near in look.board.within(hex_, reach):
            value[near] = value.get(near, 0) + each
    ways = sea_reach(look, ship)

    def fitness(hex_: int) -> int:
        fired = sum(points for at, far, points in shore if look.board.distance(hex_, at) <= far)
        return value.get(hex_, 0) - SHORE_GUNS * fired - ways[hex_][0] // 12

    able = [hex_ for hex_ in ways if hex_ in value and is_sea(look.board, hex_)]
    best = max(able, key=lambda hex_: (fitness(hex_), -hex_), default=ship.hex)
    return ways[best][1] if fitness(best) > fitness(ship.hex) + FIRE // 2 else ()


def _fleet(look: Look, side: str) -> Iterator[Vessel]:
    return (one for one in fleet_in(look.state).ships if one.side == side and one.afloat)


def _shore_guns(look: Look, enemy: str) -> list[tuple[int, int, int]]:
    """Where coastal artillery stands, how far and how hard it fires."""
    found = [unit for unit in look.own_of(enemy, "artillery") if look.counter(unit).symbol == COASTAL]
    return [(unit.hex, look.face(unit).barrage_range, look.face(unit).barrage) for unit in found]


# --- at what -----------------------------------------------------------------------------------------------------


class Salvo(NamedTuple):
    """Gunfire in mind: what it gains, its kind of target, hex, who fires."""

    value: int
    at: str
    hex: int
    ships: tuple[str, ...] = ()


def strike_or_fire(scene: Scene) -> Action | None:
    """The guns of ships first, then who else can fire or fly."""
    if scene.data.target < 0 and has_fleet(scene.look.world):
        salvo = best_salvo(scene)
        if salvo is not None:
            scene.memory.notes["sea.salvo"] = salvo
            scene.memory.notes.setdefault("fired", set()).add((salvo.at, salvo.hex))
            return AimGuns(salvo.hex, salvo.at)
    action = raids.strike_or_fire(scene)
    if scene.flies and isinstance(action, Done) and has_fleet(scene.look.world):
        return begin(scene, at_ships) or action
    return action


def at_ships(scene: Scene, kinds: set[str]) -> Iterator[Flight]:
    """Bombers that nothing on the ground needs go for ships and Landing Craft, as many as are likely to hit."""
    look, side = scene.look, scene.side
    if SHIP_BARRAGE not in kinds:
        return
    able = [plane for plane in ready(look, side) if not is_fighter(look.world, plane) and has_sea_points(look, plane)]
    able.sort(key=lambda plane: (-sea_points(face(look.world, plane)), plane.id))
    for hex_ in sorted(ship_hexes(look, scene.enemy)):
        ships = [ship for ship in fleet_in(look.state).ships if ship.hex == hex_]
        guard = min((ship_face(look.world, ship).protection for ship in ships), default=1)
        crew: list[str] = []
        points = 0
        for plane in able:
            if points < AIMED * guard and len(crew) < MOST and in_range(look, plane, hex_):
                crew.append(plane.id)
                points += 2 * sea_points(face(look.world, plane))
        if points >= AIMED * guard // 2:
            yield Flight(SHIP_BARRAGE, hex_, tuple([(pid, "") for pid in crew]))


def best_salvo(scene: Scene) -> Salvo | None:
    """What gains most, at the ground or at sea; each target once a segment."""
    look, found = scene.look, list[Salvo]()
    for open_ in aims(look, scene.side):
        if (open_.at, open_.hex) in scene.memory.notes.get("fired", ()):
            continue
        if open_.at == UNITS:
            found += _at_units(scene, open_.hex)
        elif open_.at in (SHIPS, BATTERY):
            found.append(Salvo(1, open_.at, open_.hex))
    return max(found, default=None)


def _at_units(scene: Scene, hex_: int) -> Iterator[Salvo]:
    """One more ship as long as it adds what a ship must gain."""
    look, side = scene.look, scene.side
    upset = raids.spoils(scene, hex_)
    step = min(step_worth(look, unit) for unit in look.combat_units_at(hex_, scene.enemy))
    able = [ship for sid in shooters(look, side, UNITS, hex_) if (ship := ship_in(look.state, sid)) is not None]
    able.sort(key=lambda ship: (-ship_face(look.world, ship).barrage, ship.id))
    crew, best = list[str](), 0
    for ship in able:
        gain = gain_of(look, side, hex_, [*crew, ship.id], upset, step)
        if gain - best >= FIRE:
            crew, best = [*crew, ship.id], gain
    if crew:
        yield Salvo(best, UNITS, hex_, tuple(crew))


def gain_of(look: Look, side: str, hex_: int, ships: list[str], upset: int, step: int) -> int:
    """What a barrage of these ships is worth, over all its results."""
    guns = [ship for sid in ships if (ship := ship_in(look.state, sid)) is not None]
    points, terrain = Fraction(sum(ship_face(look.world, ship).barrage for ship in guns)), best_terrain(look, hex_)
    aimed = aim(look, side, hex_, points, terrain, naval=True)
    read = prospects(look.world, aimed.column, target_of(look, side, hex_, terrain, naval=True))
    return sum(p.ways * ((upset if p.dg else 0) + step * p.steps) for p in read) // sum(p.ways for p in read)


def draft(scene: Scene) -> Action | None:
    """Fill in what is in mind: the target, then who fires; all guns and ships at ships."""
    salvo: Salvo | None = scene.memory.notes.get("sea.salvo")
    data = scene.data
    if salvo is None or (salvo.at, salvo.hex) != (data.at, data.hex):
        return Cancel()
    if not data.target:
        aimed = [*scene.of(AimAtShip), *scene.of(AimAtBattery)]
        if aimed:
            return aimed[0]
    if data.at == UNITS:
        more: list[Action] = [AddShip(sid) for sid in salvo.ships if sid not in data.ships]
    else:
        more = [act for act in (*scene.of(AddUnit), *scene.of(AddShip)) if scene.allows(act)]
    add = next((act for act in more if scene.allows(act)), None)
    if add is not None:
        return add
    return Done() if scene.allows(Done()) else Cancel()
