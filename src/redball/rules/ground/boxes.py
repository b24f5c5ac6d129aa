"""Holding boxes.

A box that belongs to a hex is that hex: the board knows it under both names, and nothing in play differs. An off-map
box is a place of its own, which the scenario gives to one side and joins to the map. It has no neighbours: no ZOC,
attack, barrage, overrun, retreat, supply path or trace reaches in or out, so that what is in it lives on the SP there
(or on the source of trace that the scenario puts there).

Cases: SETUP-I-F-A, SETUP-I-F-B, 12.3e-A, 12.3e-B
"""

from __future__ import annotations

from redball.board.costs import PROHIBITED, MoveGraph
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.world import World
from redball.rules.ground.occupancy import box_of, holds_enemy

NO_WAY = refusal(
    "box.no_way", case="SETUP-I-F-B", text="no way leads from {detail} to {hexes}", remedy="look at its exits"
)
RESERVED = refusal("box.reserved", case="SETUP-I-F-B", text="{hexes} is reserved to {need}")
ENEMY = refusal("box.enemy", case="SETUP-I-F-B", text="the enemy holds {hexes}, and from a box nobody fights")


def ways(world: World, hex_: int) -> tuple[int, ...]:
    """Where one may go from a box, or from a hex into boxes, as the scenario joins them; in the order of the file."""
    if world.board.is_box(hex_):
        box = box_of(world, hex_)
        return box.exits if box is not None else ()
    return tuple(box.box for box in world.scenario.boxes if hex_ in box.exits)


def is_way(world: World, start: int, hex_: int) -> bool:
    """A box is at one of the ends, and it is joined to the other."""
    return hex_ in ways(world, start)


def refuse_way(look: Look, side: str, start: int, hex_: int) -> Refusal | None:
    """Why a side may not go from a box or into it; MP and fuel are asked for as for any step."""
    world = look.world
    box = box_of(world, start if world.board.is_box(start) else hex_)
    if box is None or not is_way(world, start, hex_):
        return NO_WAY(hexes=(hex_,), detail=look.hex_name(start))
    if box.side != side:
        return RESERVED(hexes=(box.box,), need=box.side)
    return ENEMY(hexes=(hex_,)) if holds_enemy(look, side, hex_) else None


def step_cost(look: Look, ground: MoveGraph, start: int, hex_: int) -> int:
    """What a step costs in 1/12 MP: on the map by terrain, into a box and out of it as the scenario says."""
    direction = look.board.direction(start, hex_)
    if direction >= 0:
        return ground.step_cost(start, direction)
    if not is_way(look.world, start, hex_):
        return PROHIBITED
    box = box_of(look.world, start if look.board.is_box(start) else hex_)
    assert box is not None  # there is a way
    return box.mp
