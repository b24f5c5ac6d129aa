"""Carriers as air bases: which aircraft a carrier takes, how many, and how many it refits.

The carriers of a side in a hex of the sea are one base there. Each aircraft is on one of them. Carriers never enter
ports (docs/readings.md, 18.1c), so such a hex holds no other base.

Cases: 18.2a, 18.2b
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from redball.core.derived import derived
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.world import World
from redball.forces.aircraft import ANY_CARRIER
from redball.rules.ground.air_force import AIR_STRIP, Base, Plane, force_in, printed
from redball.rules.ground.fleet import Vessel, aboard, fleet_in, printed_ship, ship_in

DAMAGED_REFIT = 2
"""18.2b: what a damaged carrier refits."""

NO_CARRIER_PLANE = refusal(
    "carrier.no_plane",
    case="18.2a",
    text="{detail} cannot use the carriers at {hexes}",
    remedy="choose a base on land, or a carrier that it may use",
)
NO_ROOM = refusal(
    "carrier.full",
    case="18.2a",
    text="{detail} finds no room on the carriers at {hexes}: they hold {need}, and {have} are on them or will return",
    remedy="count Active and Inactive aircraft alike; choose another base",
)
DAMAGED = refusal(
    "carrier.damaged",
    case="18.2b",
    text="{detail} is damaged and refits {need} aircraft in a phase",
    remedy="refit the others in the next turn",
)


@derived
def decks(look: Look, side: str) -> tuple[Base, ...]:
    """The carriers of a side as bases, by hex."""
    found: dict[int, list[Vessel]] = {}
    for ship in fleet_in(look.state).ships:
        if ship.side == side and ship.afloat and printed_ship(look.world, ship).is_carrier:
            found.setdefault(ship.hex, []).append(ship)
    return tuple([_base(hex_, side, found[hex_]) for hex_ in sorted(found)])


def _base(hex_: int, side: str, ships: list[Vessel]) -> Base:
    return Base(hex_, side, AIR_STRIP, all(s.refitted for s in ships), ships=tuple([s.id for s in ships]))


def capacity(world: World, sid: str) -> int:
    """How many aircraft a carrier holds: its number, or those that name it."""
    return world.scenario.ships[sid].aircraft or sum(one.carrier == sid for one in world.scenario.aircraft.values())


def takes(world: World, sid: str, plane: Plane) -> bool:
    """Whether a carrier is one that the aircraft may use: the one that it names, or any that has a number."""
    named = printed(world, plane).carrier
    return named == sid or (named == ANY_CARRIER and world.scenario.ships[sid].aircraft > 0)


def held(look: Look, sid: str) -> frozenset[str]:
    """Ids of the aircraft that a carrier supports: on it, Active or not, or on a mission from it."""
    return frozenset(plane.id for plane in force_in(look.state).planes if plane.ship == sid and plane.hex >= 0)


def assigned(look: Look, base: Base, planes: Iterable[Plane]) -> dict[str, str]:
    """The carrier for each of these aircraft that come to the carriers of a hex one after the other, by id; one that
    finds none is left out. Each takes its own if it is there, otherwise the one with most room, then the first by
    id."""
    full = {sid: set(held(look, sid)) for sid in base.ships}
    found: dict[str, str] = {}
    for plane in planes:
        room = {sid: capacity(look.world, sid) - len(full[sid] - {plane.id}) for sid in base.ships}
        open_ = [sid for sid in base.ships if room[sid] > 0 and takes(look.world, sid, plane)]
        if open_:
            sid = min(open_, key=lambda sid: (sid != plane.ship, -room[sid], sid))
            for others in full.values():
                others.discard(plane.id)
            full[sid].add(plane.id)
            found[plane.id] = sid
    return found


def refuse_deck(look: Look, base: Base, plane: Plane, before: tuple[Plane, ...] = ()) -> Refusal | None:
    """Why an aircraft cannot come down on the carriers of a hex, after those that come `before`."""
    if plane.id in assigned(look, base, (*before, plane)):
        return None
    name = printed(look.world, plane).name
    fit = [sid for sid in base.ships if takes(look.world, sid, plane)]
    if not fit:
        return NO_CARRIER_PLANE(hexes=(base.hex,), detail=name)
    have = sum(len(held(look, sid) | {one.id for one in before}) for sid in fit)
    return NO_ROOM(hexes=(base.hex,), detail=name, have=have, need=sum(capacity(look.world, sid) for sid in fit))


def refit_room(look: Look, sid: str) -> int:
    """18.2b: how many aircraft a carrier refits in a phase: all of them, two if it is damaged."""
    ship = ship_in(look.state, sid)
    assert ship is not None  # it is part of a base
    idle = sum(not plane.active for plane in aboard(look.state, sid))
    return min(idle, DAMAGED_REFIT) if ship.damaged else idle


def refuse_more(look: Look, chosen: Iterable[Plane], plane: Plane) -> Refusal | None:
    """18.2b: whether one more aircraft of a carrier may refit besides those that are chosen."""
    ship = ship_in(look.state, plane.ship)
    if ship is None or not ship.damaged or sum(one.ship == plane.ship for one in chosen) < DAMAGED_REFIT:
        return None
    return DAMAGED(detail=printed_ship(look.world, ship).name, need=DAMAGED_REFIT)


def deck_faults(look: Look, sid: str) -> Iterator[Refusal]:
    """What is wrong with the aircraft of a carrier as they are set up."""
    planes = [plane for plane in force_in(look.state).planes if plane.ship == sid]
    for plane in planes:
        if not takes(look.world, sid, plane):
            yield NO_CARRIER_PLANE(hexes=(plane.hex,), detail=printed(look.world, plane).name)
    have, need = len(planes), capacity(look.world, sid)
    if have > need:
        last = planes[-1]
        yield NO_ROOM(hexes=(last.hex,), detail=printed(look.world, last).name, have=have, need=need)
