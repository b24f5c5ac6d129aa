"""Holding boxes.

The box of a hex is that hex: the board knows it under both names, and the rules make no difference. An off-map box is a
separate place, which the scenario gives to one side and joins to the map. It has no neighbours: no ZOC, attack,
barrage, overrun, retreat, supply path or trace reaches in or out, so units in it live on the SP there (or on the source
of trace that the scenario puts there). A box of kind sea is for ships alone (`naval/sea_boxes`). Aircraft fly to and
from a box that the board gives a place.

Cases: SETUP-I-F-A, SETUP-I-F-B, 12.3e-A, 12.3e-B
"""

from __future__ import annotations

from redball.board.costs import PROHIBITED, MoveGraph
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.world import World
from redball.rules.ground.occupancy import box_of, holds_enemy

NO_WAY = refusal(
    "box.no_way", case="SETUP-I-F-B", text="there is no way from {detail} to {hexes}", remedy="look at its exits"
)
RESERVED = refusal("box.reserved", case="SETUP-I-F-B", text="{hexes} is reserved for {need}")
ENEMY = refusal("box.enemy", case="SETUP-I-F-B", text="the enemy holds {hexes}, and units in a box cannot fight")


def ways(world: World, hex_: int) -> tuple[int, ...]:
    """Exits of a box, or boxes joined to a hex, in the order of the scenario file."""
    if world.board.is_box(hex_):
        box = box_of(world, hex_)
        return box.exits if box is not None and not box.sea else ()
    return tuple(box.box for box in world.scenario.boxes if hex_ in box.exits and not box.sea)


def is_way(world: World, start: int, hex_: int) -> bool:
    """One end is a box, and it is joined to the other."""
    return hex_ in ways(world, start)


def refuse_way(look: Look, side: str, start: int, hex_: int) -> Refusal | None:
    """Why a side may not enter or leave a box; MP and fuel are checked as for any step."""
    world = look.world
    box = box_of(world, start if world.board.is_box(start) else hex_)
    if box is None or not is_way(world, start, hex_):
        return NO_WAY(hexes=(hex_,), detail=look.hex_name(start))
    if box.side != side:
        return RESERVED(hexes=(box.box,), need=box.side)
    return ENEMY(hexes=(hex_,)) if holds_enemy(look, side, hex_) else None


def step_cost(look: Look, ground: MoveGraph, start: int, hex_: int) -> int:
    """The cost of a step in 1/12 MP: by terrain on the map, by the scenario into and out of a box."""
    direction = look.board.direction(start, hex_)
    if direction >= 0:
        return ground.step_cost(start, direction)
    if not is_way(look.world, start, hex_):
        return PROHIBITED
    box = box_of(look.world, start if look.board.is_box(start) else hex_)
    assert box is not None  # there is a way
    return box.mp
