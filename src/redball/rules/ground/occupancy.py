"""Where a unit could be at all: for set-up, arrival and displacement, which are not movement."""

from __future__ import annotations

from redball.board.costs import PROHIBITED
from redball.board.hexes import opposite
from redball.core.derived import derived
from redball.core.look import Look
from redball.core.world import World, of_world
from redball.forces.counter import Counter, Mobility
from redball.rules.ground.fleet import has_fleet, ship_hexes
from redball.rules.ground.points import FACILITIES
from redball.scenarios.records import BoxUse


def box_of(world: World, hex_: int) -> BoxUse | None:
    """The scenario's entry for an off-map box; None for a hex, or for a box that it does not name."""
    return next((box for box in world.scenario.boxes if box.box == hex_), None)


@of_world
def is_enterable(world: World, hex_: int, mobility: Mobility) -> bool:
    """Some neighbouring hex offers a way in, by road if necessary (SETUP-IV-I); a box in use always has one."""
    if world.board.is_box(hex_):
        box = box_of(world, hex_)
        return box is not None and not box.sea
    graph = world.graph(mobility)
    return any(
        n >= 0 and graph.step_cost(n, opposite(d)) != PROHIBITED
        for d, n in ((d, world.board.neighbour(hex_, d)) for d in range(6))
    )


def can_occupy(world: World, hex_: int, counter: Counter) -> bool:
    """A counter could enter the hex by regular movement, with one of its sides up (SETUP-IV-I).

    A counter that cannot move on either side is judged by its printed mobility. An off-map box belongs to its side.
    """
    if world.board.is_box(hex_):
        box = box_of(world, hex_)
        return box is not None and box.side == counter.side and not box.sea
    faces = [face for face in (counter.combat, counter.move) if face is not None]
    movable = [face for face in faces if face.ma] or faces
    return any(is_enterable(world, hex_, face.mobility) for face in movable)


def holds_enemy(look: Look, side: str, hex_: int) -> bool:
    """Anything of the enemy is in the hex."""
    return hex_ in held_by(look, look.enemy(side))


@derived
def held_by(look: Look, side: str) -> frozenset[int]:
    """Every hex in which anything of a side is: a unit, supply on the ground, works, an air base, a ship (4.8-G, 4.8c,
    15.0)."""
    works = (hex_ for hex_, hedgehog in look.state.hedgehogs.items() if hedgehog.side == side)
    ships = ship_hexes(look, side) if has_fleet(look.world) else ()
    bases = look.policies[FACILITIES](look, side)
    return frozenset((*look.hexes_of(side), *works, *look.state.dumps[side], *bases, *ships))
