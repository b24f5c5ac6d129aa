"""What `staunch` does besides moving combat units, kind by kind: so that a coach can leave one of them to it."""

from __future__ import annotations

from collections.abc import Callable

from redball.bots.planner.strokes import Kind, Passage
from redball.bots.steady import flights, march, raids, rails, sea_guns, sea_phase, supply, works
from redball.bots.steady.scene import Scene
from redball.core.actions import Action, AimGuns, PlanMission
from redball.core.look import Look
from redball.rules.ground.air_force import force_in
from redball.rules.ground.fleet import has_fleet
from redball.rules.supply.dump_blowing import dumps_to_blow
from redball.rules.units.abilities import is_transport


def carry(scene: Scene) -> Action | None:
    """Transports drive, then trains."""
    drivers = [unit for unit in march.waiting(scene) if is_transport(scene.look.counter(unit))]
    return march.begin_one(scene, drivers) or rails.train(scene)


def blow(scene: Scene) -> Action | None:
    """A dump that the enemy could take."""
    return supply.blow(scene)


def build(scene: Scene) -> Action | None:
    """Works, or an air strip."""
    return works.dig(scene) or works.strip(scene)


def fly(scene: Scene) -> Action | None:
    """Missions of this segment."""
    if scene.step == "declare":
        return fire(scene, PlanMission)
    before = flights.moving(scene) or raids.hips_first(scene)
    return before or flights.moved(scene) or raids.hips(scene) or raids.stations(scene)


def sail(scene: Scene) -> Action | None:
    """Voyages, landings and gunfire."""
    return fire(scene, AimGuns) if scene.step == "declare" else sea_phase.moving(scene)


def fire(scene: Scene, kind: type[Action]) -> Action | None:
    """The next barrage, if it is of that kind."""
    found = sea_guns.strike_or_fire(scene)
    return found if isinstance(found, kind) else None


DOES: dict[Kind, Callable[[Scene], Action | None]] = {
    "supply": carry,
    "dump": blow,
    "works": build,
    "flight": fly,
    "ship": sail,
}


def in_question(look: Look, passage: Passage, side: str) -> list[Kind]:
    """The kinds of strokes in a segment that could have been made otherwise: those that were made, and in a Movement
    Segment those that the side could make."""
    made = {stroke.kind for stroke in passage.strokes}
    if passage.phase == "movement" and passage.moves:
        if any(is_transport(look.counter(unit)) for unit in look.own(side) if unit.on_map):
            made.add("supply")
        if any(not look.has_combat_units(hex_, side) for hex_ in dumps_to_blow(look, side)):
            made.add("dump")
        if any(plane.side == side for plane in force_in(look.state).planes):
            made.add("flight")
        if has_fleet(look.world):
            made.add("ship")
    return [kind for kind in DOES if kind in made]
