"""The sea in a segment of movement: first ships sail, then Landing Craft, then landings are made, then supply is
shipped. In a game without any of it, nothing is asked."""

from __future__ import annotations

from redball.bots.steady import sea_craft, sea_guns, sea_landing, sea_ports
from redball.bots.steady.places import nearest_enemy
from redball.bots.steady.scene import Scene
from redball.core.actions import Action, Halt, StepTo
from redball.core.actions.naval import BeginSail, PlaceShip, WithdrawCraft
from redball.core.look import Look
from redball.rules.ground.craft import craft_in, the_craft
from redball.rules.ground.fleet import fleet_in, has_fleet, ship_in
from redball.rules.naval.sailing import sailors


def place(scene: Scene) -> Action | None:
    """Ships and Landing Craft arrive where they are nearest to those of their side that are afloat."""
    look, side = scene.look, scene.side
    company = [one.hex for one in fleet_in(look.state).vessels if one.side == side and one.afloat]

    def fitness(at: PlaceShip) -> tuple[int, str, int]:
        return sum(look.board.distance(at.hex, hex_) for hex_ in company), at.ship, at.hex

    return min(scene.of(PlaceShip), key=fitness, default=None)


def let_go(scene: Scene) -> Action | None:
    """Of the Landing Craft that are to leave, those that are farthest from the front, as many as may."""
    look, side = scene.look, scene.side

    def fitness(leaving: WithdrawCraft) -> tuple[int, int, str]:
        craft = the_craft(look.state, leaving.ship)
        return nearest_enemy(look, side, craft.hex), leaving.points, leaving.ship

    return max(scene.of(WithdrawCraft), key=fitness, default=None)


def moving(scene: Scene) -> Action | None:
    """What comes before the units' moves, one thing at a time."""
    world = scene.look.world
    found = fleet(scene) if has_fleet(world) else None
    found = found or (sea_ports.ship_supply(scene) if world.scenario.shipping else None)
    return found or (sea_ports.work(scene) if world.scenario.ports else None)


def fleet(scene: Scene) -> Action | None:
    """The next voyage, each once a segment; then the landings."""
    look, passed = scene.look, scene.memory.passed
    able = [sid for sid in sailors(look, scene.side) if sid not in passed]
    for sid in sorted(able, key=lambda sid: (rank(look, sid), sid)):
        passed.add(sid)
        if wants(scene, sid) and scene.allows(BeginSail(sid)):
            return BeginSail(sid)
    return sea_landing.begin(scene)


def rank(look: Look, sid: str) -> tuple[bool, ...]:
    """Ships first, since they help every landing; then troops, supply, and the craft that follow them."""
    craft = craft_in(look.state, sid)
    return () if craft is None else (not craft.units, not craft.tokens)


def wants(scene: Scene, sid: str) -> bool:
    """The ship or the craft have somewhere to go, or something to load; it is noted."""
    look = scene.look
    ship, craft = ship_in(look.state, sid), craft_in(look.state, sid)
    if craft is not None:
        return sea_craft.sail(scene, craft)
    assert ship is not None  # it may sail
    way = sea_guns.berth(scene, ship)
    scene.memory.notes["sea.way", sid] = way
    return bool(way)


def go(scene: Scene) -> Action | None:
    """The next action of a voyage."""
    data = scene.data
    if craft_in(scene.look.state, data.ship) is not None:
        return sea_craft.go(scene)
    way: tuple[int, ...] = scene.memory.notes.get(("sea.way", data.ship), ())
    if data.hex not in way[:-1]:
        return Halt()
    return StepTo(way[way.index(data.hex) + 1])
