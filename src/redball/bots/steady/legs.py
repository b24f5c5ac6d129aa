"""XYZ transport (21.12a): what the bot flies on to a second base."""

from __future__ import annotations

from redball.bots.steady.scene import Flight
from redball.core.look import Look
from redball.rules.air.bases import own_base, own_bases
from redball.rules.air.cargo import unloading_room
from redball.rules.air.onward import KIND, trips_on
from redball.rules.air.trips import HALVES, carries
from redball.rules.air.xyz import XYZ, Onward, aboard_of, waiting_of

NEAR = 6
"""Hexes between the two bases, so that most Transports reach the second one."""


def wanted_further(look: Look, side: str, hex_: int, hungry: dict[int, int]) -> int:
    """Tokens that units at bases near the first one lack; no more than the first one could unload if need be, so that
    nobody has to fly on."""
    base = own_base(look, side, hex_)
    if base is None or not look.option(XYZ.name):
        return 0
    others = (other.hex for other in own_bases(look, side) if other.hex != hex_)
    wanted = sum(hungry.get(other, 0) for other in others if look.board.distance(hex_, other) <= NEAR)
    return max(0, min(wanted, unloading_room(look, base) // HALVES - hungry.get(hex_, 0)))


def second_leg(look: Look, data: Onward, hungry: dict[int, int]) -> Flight | None:
    """All aircraft that reach the hungriest base, with what they carry of the supply on board."""
    tokens = sum(piece.tokens for piece in aboard_of(look, data))
    found: list[tuple[int, int, Flight]] = []
    for base in own_bases(look, data.side) if tokens else ():
        wanted = hungry.get(base.hex, 0)
        crew = [(p, trip) for p in waiting_of(look, data) for trip in trips_on(look, p, base.hex)]
        most = sum(carries(look.world, plane, trip) for plane, trip in crew) // HALVES
        if wanted > 0 and base.hex != data.hex and min(tokens, most):
            planes = tuple([(plane.id, trip) for plane, trip in crew])
            found.append((wanted, -base.hex, Flight(KIND, base.hex, planes, ((data.hex, min(tokens, most)),))))
    best = max(found, default=None, key=lambda entry: entry[:2])
    return best[2] if best is not None else None
