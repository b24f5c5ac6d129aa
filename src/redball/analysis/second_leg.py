"""XYZ transport foreseen (21.12a): the second leg of a mission that is a draft, to each base where it could end.

Everybody flies on who can, with all of what is on board that they can carry; nobody intercepts on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from redball.analysis.mission_ends import ENDS, STOPOVER, Purpose, purpose
from redball.analysis.policy import Answers, Certain, follow
from redball.core.look import Look
from redball.core.state import Frame
from redball.rules.air.bases import own_bases
from redball.rules.air.cargo import unit_weight
from redball.rules.air.flak_fire import flying
from redball.rules.air.kind import Cargo, Mission
from redball.rules.air.onward import KIND, trips_on
from redball.rules.air.trips import HALVES, TRIPS, carries, second_leg
from redball.rules.air.xyz import Onward, aboard_of, waiting_of
from redball.rules.ground.air_force import Plane, face, plane_in

MOST_BASES = 4
"""So many bases are told, the nearest to the first one."""
MISSION = "air_mission"
ENGAGE, FLAK, OVER = (MISSION, "engage"), (MISSION, "flak"), (MISSION, "take_home")
"""The steps at which the aircraft of a mission have left, at which Flak fires, and at which it is over."""


class Leg(NamedTuple):
    """One course of a second leg: who is left after its Flak, at which look, what comes of it, and the chance."""

    planes: tuple[Plane, ...]
    look: Look
    purpose: Purpose
    chance: Fraction


def second_bases(look: Look, data: Mission) -> tuple[int, ...]:
    """Where a mission that carries something onward could go from its hex, the nearest first."""
    if not any(piece.onward for piece in data.cargo):
        return ()
    far = max((_half_ranges(look, pid, trip) for pid, trip in zip(data.planes, data.trips, strict=True)), default=0)
    away = ((look.board.distance(data.hex, base.hex), base.hex) for base in own_bases(look, data.side))
    return tuple([hex_ for distance, hex_ in sorted(away) if hex_ != data.hex and 2 * distance <= far][:MOST_BASES])


def _half_ranges(look: Look, pid: str, first: str) -> int:
    """Twice the hexes that an aircraft flies on its second leg, after a first one of that kind; 0 if it stays."""
    plane, trip = plane_in(look.state, pid), second_leg(first)
    return TRIPS[trip].half_ranges * face(look.world, plane).range if plane is not None and trip else 0


def legs(look: Look, hex_: int, answers: Answers) -> Iterator[Leg]:
    """Every course of the second leg to a base, from the stop between the two; nothing lands there if nobody can fly
    on."""
    stack = look.state.stack
    between = next((f.data for f in stack if (f.procedure, f.step) == STOPOVER), None)
    mission = onward_mission(look, between, hex_) if between is not None else None
    if mission is None:
        yield Leg((), look, Purpose.nothing(), Fraction(1))
        return
    opened = look.at_stack(look.state.change(stack=(*stack, Frame(MISSION, "fly", mission))))
    (there,) = follow(opened, answers, (ENGAGE,), Certain)
    under = there.look.state.change(stack=(*stack, Frame(*FLAK, there.look.state.stack[-1].data)))
    for course in follow(there.look.at_stack(under), answers, (OVER,), Certain):
        flown: Mission = course.look.state.stack[-1].data
        planes = flying(course.look, flown)
        for end in follow(course.look, answers, (*ENDS, STOPOVER), Certain):
            what = purpose(look, end.look, flown)
            yield Leg(planes, course.look, what, course.chance * end.chance)


def onward_mission(look: Look, between: Onward, hex_: int) -> Mission | None:
    """The second leg of all who can fly on to a base, with what they can carry; None without any cargo."""
    ways = [(plane, trip) for plane in waiting_of(look, between) for trip in trips_on(look, plane, hex_)]
    room = sum(carries(look.world, plane, trip) for plane, trip in ways)
    aboard, cargo = aboard_of(look, between), list[Cargo]()
    for piece in aboard:
        if piece.unit and unit_weight(look, look.unit(piece.unit)) <= room:
            cargo.append(piece)
            room -= unit_weight(look, look.unit(piece.unit))
        elif not piece.unit and min(piece.tokens, room // HALVES):
            cargo.append(replace(piece, tokens=min(piece.tokens, room // HALVES)))
    if not cargo:
        return None
    planes, trips = tuple([plane.id for plane, _ in ways]), tuple([trip for _, trip in ways])
    loaded = tuple(cargo)
    stops = between.stopped
    return Mission(
        KIND, between.side, hex_, planes, trips=trips, cargo=loaded, via=between.hex, stops=stops, aboard=aboard
    )
