"""What a set-up with ships and Landing Craft must obey: each is where it could be, and not with the enemy, and carries
what it can.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import State
from redball.core.telling import show_rail_points
from redball.core.world import World
from redball.rules.ground.craft import capacity, cargo
from redball.rules.ground.fleet import LandingCraft, Vessel, fleet_in
from redball.rules.naval.craft_schedule import coming
from redball.rules.naval.lading import refuse_kind
from redball.rules.naval.lanes import closed_to, is_open_to
from redball.rules.naval.voyage import called
from redball.rules.setup.fixed import initial_state

AGROUND = refusal("setup.aground", case="18.1c", text="{detail} cannot be in {hexes}, which is not all sea")
NO_COMPANY = refusal("setup.ship_with_enemy", case="18.1b", text="{detail} shares {hexes} with the enemy")


OVERLOADED = refusal(
    "setup.craft_overloaded", case="18.4a", text="{detail} carries {have} SP of cargo and has room for {need}"
)
NO_CARGO = refusal("setup.craft_cargo", case="18.4e-B", text="{units} cannot be aboard {detail}")


def refuse_berth(look: Look, ship: Vessel | LandingCraft) -> Refusal | None:
    """Why a ship or Landing Craft cannot be where it is, or carry what is aboard."""
    name = called(look.world, ship)
    if not is_open_to(look.world, ship, ship.hex):
        return AGROUND(hexes=(ship.hex,), detail=name)
    if closed_to(look, ship.side)[ship.hex]:
        return NO_COMPANY(hexes=(ship.hex,), detail=name)
    return refuse_lading(look, ship, name) if isinstance(ship, LandingCraft) else None


def refuse_lading(look: Look, craft: LandingCraft, name: str) -> Refusal | None:
    """Why Landing Craft cannot carry what is aboard."""
    for uid in craft.units:
        if look.unit(uid).side != craft.side or refuse_kind(look, craft, look.unit(uid)) is not None:
            return NO_CARGO(units=(uid,), detail=name)
    have, most = cargo(look, craft.units, craft.tokens), capacity(craft)
    return OVERLOADED(detail=name, have=show_rail_points(have), need=show_rail_points(most)) if have > most else None


def berth_faults(world: World, state: State) -> Iterator[Refusal]:
    """Every ship that cannot be where it is."""
    look = Look(world, state)
    for ship in fleet_in(state).vessels:
        if ship.afloat and (refused := refuse_berth(look, ship)) is not None:
            yield refused


def arrival_faults(world: World, state: State) -> Iterator[Refusal]:
    """What is wrong with Landing Craft that arrive later: an entry where none can be, too much aboard."""
    look = Look(world, state)
    for arrival in world.scenario.craft_arrivals:
        craft = coming(world, arrival, arrival.entry[0]).change(units=arrival.units, tokens=arrival.tokens)
        name = called(world, craft)
        yield from (AGROUND(hexes=(h,), detail=name) for h in arrival.entry if not is_open_to(world, craft, h))
        if (refused := refuse_lading(look, craft, name)) is not None:
            yield refused


def check_ship_setup(world: World) -> Iterator[Refusal]:
    """Every fault of the ships and Landing Craft of a scenario."""
    state = initial_state(world)
    return chain(berth_faults(world, state), arrival_faults(world, state))
