"""XYZ transport (21.12a): where a mission is between its two legs, and which of its cargo is still on board.

At the base between them (`hex`) cargo that goes on lies among the rest: its supply is that on the ground which has been
moved in this phase, but for `moved` tokens of it, and its units are there. `onward` has the procedure.
"""

from __future__ import annotations

from msgspec import Struct

from redball.board.hexes import NO_HEX
from redball.core.edition import option
from redball.core.look import Look
from redball.rules.air.kind import Cargo, Mission
from redball.rules.air.trips import TRIPS
from redball.rules.ground.air_force import Plane, plane_in

XYZ = option(
    "xyz_transport",
    "21.12a",
    "Air Transport may fly on from its base to a second one: cargo is loaded and unloaded at both, with"
    " Flak and interceptors wherever that is done",
)
SWITCHES = (XYZ,)

PROCEDURE = "air_onward"


class Onward(Struct, frozen=True, tag=True):
    """Aircraft of a side that have come through to a base and may fly on, each with the way of its first leg. `units`
    are still on board; of the supply on the ground that was moved in this phase, all but `moved` tokens is. `stopped`:
    the first leg loaded or unloaded something here."""

    side: str
    hex: int
    planes: tuple[str, ...]
    trips: tuple[str, ...]
    units: tuple[str, ...] = ()
    moved: int = 0
    stopped: bool = True


def between_legs(look: Look) -> Onward | None:
    """The mission that is between its legs now, or flies the second one."""
    found = (frame.data for frame in reversed(look.state.stack) if frame.procedure == PROCEDURE)
    return next(found, None)


def waiting_of(look: Look, data: Onward) -> tuple[Plane, ...]:
    """Those of its aircraft that have not flown on."""
    planes = (plane_in(look.state, pid) for pid in data.planes)
    return tuple([p for p in planes if p is not None and p.active and p.hex == data.hex and p.base != NO_HEX])


def waiting(look: Look) -> tuple[Plane, ...]:
    """The aircraft of the mission that is between its legs."""
    data = between_legs(look)
    return waiting_of(look, data) if data is not None else ()


def aboard_of(look: Look, data: Onward) -> tuple[Cargo, ...]:
    """What is still on board."""
    tokens = look.state.ground_supply(data.side, data.hex).fresh - data.moved
    units = [Cargo(data.hex, uid) for uid in data.units if look.unit(uid).hex == data.hex]
    return (*units, *((Cargo(data.hex, tokens=tokens),) if tokens > 0 else ()))


def may_go_on(look: Look, data: Mission, *, goes_on: bool, glider: bool = False) -> bool:
    """Whether what a mission of a kind that `goes_on` carries may be for a second base; gliders end at the first."""
    if glider or not goes_on or not look.option(XYZ.name):
        return False
    return any(trip in TRIPS and not TRIPS[trip].stays for trip in data.trips)


def tokens_aboard(data: Mission) -> int:
    """Of the supply that a second leg carries, what came with the first one."""
    return sum(piece.tokens for piece in data.aboard)


def fresh_in(data: Mission, tokens: int) -> int:
    """How many of so many tokens that it carries came with the first leg; what was taken on later is lost first."""
    return min(tokens, tokens_aboard(data))
