"""The record of an open move at sea, which sailing and lading share."""

from __future__ import annotations

from msgspec import Struct

from redball.core.world import World
from redball.rules.ground.craft import printed_craft
from redball.rules.ground.fleet import LandingCraft, Vessel, printed_ship


class Voyage(Struct, frozen=True, tag=True):
    """The open move of a ship or of Landing Craft: where it began, where it is, and the MP that it has spent (1/12).
    `unloads`: cargo was put ashore, which ends the move (18.5a). `extra`: what the boxes that it entered or left cost
    beyond the MP of a hex."""

    side: str
    ship: str
    start: int
    hex: int
    spent: int = 0
    unloads: bool = False
    extra: int = 0


def called(world: World, vessel: Vessel | LandingCraft) -> str:
    """What sentences call a ship or Landing Craft."""
    return printed_ship(world, vessel).name if isinstance(vessel, Vessel) else printed_craft(world, vessel).called
