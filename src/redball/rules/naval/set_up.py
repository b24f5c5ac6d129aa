"""What a set-up with ships must obey: each is where it could be, and not with the enemy."""

from __future__ import annotations

from collections.abc import Iterator

from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import State
from redball.core.world import World
from redball.rules.ground.fleet import Vessel, fleet_in, printed_ship
from redball.rules.naval.lanes import closed_to, is_open_to
from redball.rules.setup.fixed import initial_state

AGROUND = refusal("setup.aground", case="18.1c", text="{detail} cannot be in {hexes}, which is not all sea")
NO_COMPANY = refusal("setup.ship_with_enemy", case="18.1b", text="{detail} shares {hexes} with the enemy")


def refuse_berth(look: Look, ship: Vessel) -> Refusal | None:
    """Why a ship cannot be where it is."""
    name = printed_ship(look.world, ship).name
    if not is_open_to(look.world, ship, ship.hex):
        return AGROUND(hexes=(ship.hex,), detail=name)
    return NO_COMPANY(hexes=(ship.hex,), detail=name) if closed_to(look, ship.side)[ship.hex] else None


def berth_faults(world: World, state: State) -> Iterator[Refusal]:
    """Every ship that cannot be where it is."""
    look = Look(world, state)
    for ship in fleet_in(state).ships:
        if ship.afloat and (refused := refuse_berth(look, ship)) is not None:
            yield refused


def check_ship_setup(world: World) -> Iterator[Refusal]:
    """Every fault of the ships of a scenario."""
    return berth_faults(world, initial_state(world))
