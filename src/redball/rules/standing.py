"""Where a unit could stand at all: for set-up, arrival and displacement, which are no movement."""

from __future__ import annotations

from redball.board.costs import PROHIBITED
from redball.board.hexes import opposite
from redball.core.look import Look
from redball.core.world import World
from redball.forces.counter import Counter, Mobility


def is_enterable(world: World, hex_: int, mobility: Mobility) -> bool:
    """Some neighbouring hex offers a way in, by road if need be (SETUP-IV-I)."""
    graph = world.graph(mobility)
    return any(
        n >= 0 and graph.step_cost(n, opposite(d)) != PROHIBITED
        for d, n in ((d, world.board.neighbour(hex_, d)) for d in range(6))
    )


def can_occupy(world: World, hex_: int, counter: Counter) -> bool:
    """A counter could enter the hex by regular movement, with one of its sides up (SETUP-IV-I).

    A counter that cannot move on either side is judged by the mobility that it prints.
    """
    faces = [face for face in (counter.combat, counter.move) if face is not None]
    movable = [face for face in faces if face.ma] or faces
    return any(is_enterable(world, hex_, face.mobility) for face in movable)


def holds_enemy(look: Look, side: str, hex_: int) -> bool:
    """Anything of the enemy is in the hex: a unit, supply on the ground, works (4.8-G, 4.8c)."""
    return hex_ in held_by(look, look.enemy(side))


def held_by(look: Look, side: str) -> frozenset[int]:
    """Every hex in which anything of a side is: a unit, supply on the ground, works."""

    def find() -> frozenset[int]:
        units = look.state.units
        with_units = (h for h, there in look.facts.units_at.items() if any(units[uid].side == side for uid in there))
        works = (h for h, hedgehog in look.state.hedgehogs.items() if hedgehog.side == side)
        return frozenset((*with_units, *works, *look.state.dumps[side]))

    return look.memo(("standing.held_by", side), find)
