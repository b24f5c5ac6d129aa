"""Where ships can be: hexes of all sea, and ports for the types that a scenario lets in; Landing Craft along the coast,
too, and on both sides of an estuary.

Reading: docs/readings.md, 18.1c. A ship in a port counts as DG.

Cases: 4.8c-B, 18.1b, 18.1c
"""

from __future__ import annotations

from array import array

from redball.board.hexes import MP
from redball.board.waters import craft_graph, is_coast, is_port, is_sea, sea_graph, sea_parts
from redball.core.derived import derived
from redball.core.look import Look
from redball.core.world import World, of_world
from redball.forces.ship import ShipType
from redball.rules.ground.fleet import LandingCraft, Vessel, printed_ship, ship_hexes
from redball.rules.naval.sea_boxes import is_sea_box


@of_world
def havens(world: World, type_: ShipType) -> frozenset[int]:
    """The ports that a type of ship may enter."""
    if type_ not in world.scenario.ships_in_ports:
        return frozenset()
    return frozenset(hex_ for hex_ in world.board.places if is_port(world.board, hex_))


@of_world
def lanes(world: World, type_: ShipType) -> array[int]:
    """The steps that a type of ship can take: 1 MP a hex (18.1e)."""
    return sea_graph(world.board, havens(world, type_), MP)


@of_world
def seas(world: World) -> dict[int, int]:
    """Which hexes of all sea are joined."""
    return sea_parts(world.board)


def joined(look: Look, one: int, other: int) -> bool:
    """Whether a ship could sail from one port to the other, through hexes of all sea. Maps without any do not show the
    way, so that there is one."""
    parts, board = seas(look.world), look.board
    ends = ({parts[n] for n in board.neighbours(hex_) if n in parts} for hex_ in (one, other))
    return not parts or not next(ends).isdisjoint(next(ends))


@of_world
def craft_lanes(world: World) -> array[int]:
    """The steps that Landing Craft can take: along the coast, too (18.1c)."""
    return craft_graph(world.board, MP)


def lanes_of(world: World, vessel: Vessel | LandingCraft) -> array[int]:
    """The steps that a ship or Landing Craft can take."""
    return lanes(world, printed_ship(world, vessel).type) if isinstance(vessel, Vessel) else craft_lanes(world)


def is_open_to(world: World, vessel: Vessel | LandingCraft, hex_: int) -> bool:
    """Whether a ship or Landing Craft can be in a hex."""
    if is_sea(world.board, hex_) or is_sea_box(world, vessel.side, hex_):
        return True
    if isinstance(vessel, Vessel):
        return hex_ in havens(world, printed_ship(world, vessel).type)
    return is_coast(world.board, hex_)


def counts_as_dg(look: Look, ship: Vessel) -> bool:
    """It has a DG marker, or lies in a port."""
    return ship.dg or (ship.afloat and not is_sea(look.board, ship.hex) and not look.board.is_box(ship.hex))


@derived
def closed_to(look: Look, side: str) -> bytes:
    """The mask of the hexes that a side's ships may not enter: with enemy ships or combat units (18.1b)."""
    enemy = look.enemy(side)
    found = bytearray(1 if count else 0 for count in look.facts.combat_units[enemy])
    for hex_ in ship_hexes(look, enemy):
        found[hex_] = 1
    return bytes(found)
