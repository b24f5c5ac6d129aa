"""XYZ transport (21.12a): what happens at the base between the two legs of a mission ("air_onward"), and its second
leg.

Once the first leg has unloaded, its owner may fly on to a second base with what is on board and with what is taken on
there, as often as aircraft are left; each such leg is a mission (`mission`) with Flak and interceptors of its own. The
others go home. What is left on board when the last one flies is unloaded, within what the base can unload.

Cases: 21.12a-A, 21.12a-B
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from redball.core.actions import Done, PlanMission
from redball.core.actions.air import MISSIONS
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure, only
from redball.core.refusals import Refusal, refusal
from redball.forces.aircraft import show_capacity
from redball.rules.air.bases import NO_BASE, ashore_base, ashore_bases
from redball.rules.air.cargo import (
    NO_CARGO,
    capacity_from,
    refuse_flyer,
    refuse_unloading,
    unloading_room,
    unmoved,
    weight,
    weight_of,
)
from redball.rules.air.kind import Cargo, Load, Mission, MissionKind
from redball.rules.air.transport import arrive, count, fly_on, return_from, unload
from redball.rules.air.trips import TRIPS, carries, second_leg
from redball.rules.air.xyz import PROCEDURE, Onward, aboard_of, between_legs, waiting, waiting_of
from redball.rules.ground.air_force import Plane, face

KIND = "onward"

NOT_ON = refusal("onward.kind", case="21.12a-A", text="a {detail} does not begin here; the aircraft fly on, or go home")
TOO_FAR = refusal(
    "onward.reach",
    case="21.12a-A",
    text="no aircraft that has come to {hexes} flies on that far; its legs have the same range",
)
STILL_ABOARD = refusal(
    "onward.aboard",
    case="21.12a-A",
    text="{have} is still on board, and {hexes} can unload {need} more in this segment",
    remedy="fly on with it",
)
LEFT_BEHIND = refusal(
    "onward.left_behind",
    case="21.12a-A",
    text="{have} would be left on board without aircraft for it; {hexes} can unload {need} more in this segment",
    remedy="take more of it along",
)


# --- what can fly on ---------------------------------------------------------------------------------------------


def trips_on(look: Look, plane: Plane, hex_: int) -> tuple[str, ...]:
    """How an aircraft of the mission flies on to a hex: as it came, if it is near enough."""
    data = between_legs(look)
    if data is None or plane.id not in data.planes:
        return ()
    trip = second_leg(data.trips[data.planes.index(plane.id)])
    near = 2 * look.board.distance(plane.hex, hex_) <= TRIPS[trip].half_ranges * face(look.world, plane).range
    return (trip,) if near else ()


def _hexes(look: Look, side: str) -> Iterator[int]:
    """What `_refuse_hex` accepts."""
    planes = waiting(look)
    bases = (base.hex for base in ashore_bases(look, side))
    return (hex_ for hex_ in bases if any(hex_ != p.hex and trips_on(look, p, hex_) for p in planes))


def _refuse_hex(look: Look, side: str, hex_: int) -> Refusal | None:
    if ashore_base(look, side, hex_) is None:
        return NO_BASE(hexes=(hex_,))
    return None if hex_ in _hexes(look, side) else TOO_FAR(hexes=tuple({p.hex for p in waiting(look)}))


def _capacity(look: Look, data: Onward, hex_: int) -> int:
    """What those that could fly on to a base carry together, in half tokens."""
    planes = (p for p in waiting_of(look, data) if hex_ != p.hex)
    return sum(carries(look.world, p, trip) for p in planes for trip in trips_on(look, p, hex_))


def _most(look: Look, data: Onward) -> int:
    """The most that could be flown on to any base."""
    return max((_capacity(look, data, hex_) for hex_ in _hexes(look, data.side)), default=0)


def _loadable(look: Look, data: Onward) -> bool:
    """Whether there is something to take on board where the first leg had business."""
    if not data.stopped:
        return False
    units = (look.unit(uid) for uid in look.ids_at(data.hex))
    mine = (unit for unit in units if unit.side == data.side and unit.id not in data.units)
    return unmoved(look, data.side, data.hex) > 0 or any(refuse_flyer(look, unit) is None for unit in mine)


def _piece(look: Look, cargo: Cargo) -> int:
    """The least of it that is carried, in half tokens."""
    return weight(look, cargo) // max(cargo.tokens, 1)


def _fits(look: Look, data: Onward) -> bool:
    """Whether something on board could be flown on."""
    most = _most(look, data)
    return any(_piece(look, cargo) <= most for cargo in aboard_of(look, data))


def _room(look: Look, data: Onward) -> int:
    """What the base can still unload, in half tokens; nothing where the mission only passes through."""
    base = ashore_base(look, data.side, data.hex)
    return max(unloading_room(look, base), 0) if base is not None and data.stopped else 0


# --- the decision ------------------------------------------------------------------------------------------------


def decides(look: Look, data: Onward) -> str | None:
    """The owner, while somebody could fly on with something."""
    return data.side if _fits(look, data) or (_loadable(look, data) and _most(look, data)) else None


def _refuse_plan(look: Look, data: Onward, action: PlanMission) -> Refusal | None:
    return None if action.kind == KIND else NOT_ON(detail=MISSIONS.get(action.kind, repr(action.kind)))


def _take_plan(run: Run, data: Onward, action: PlanMission) -> None:
    aboard = aboard_of(run.look, data)
    mission = Mission(KIND, data.side, via=data.hex, stops=data.stopped, aboard=aboard, cargo=aboard)
    run.push("air_mission", mission)


def refuse_leave(look: Look, data: Onward) -> Refusal | None:
    """What is on board is unloaded here if the base can unload it, or nobody could fly on with it."""
    have, need = sum(weight(look, cargo) for cargo in aboard_of(look, data)), _room(look, data)
    if have <= need or not _fits(look, data):
        return None
    return STILL_ABOARD(hexes=(data.hex,), have=show_capacity(have), need=show_capacity(need))


def leave(run: Run, data: Onward) -> None:
    """The rest is unloaded, and aircraft that have not flown on go home."""
    left = aboard_of(run.look, data)
    count(run, data.side, data.hex, sum(weight(run.look, cargo) for cargo in left), "21.12a-A")
    arrive(run, data.side, data.hex, tuple([cargo.unit for cargo in left if cargo.unit]))
    return_from(run, data.side, waiting_of(run.look, data), dict(zip(data.planes, data.trips, strict=True)))


PROCEDURES = (
    Procedure(
        PROCEDURE,
        Onward,
        (
            Choose(
                "onward",
                "Fly on to another base with cargo, or let the aircraft go home",
                decides,
                (
                    Option(
                        PlanMission,
                        lambda look, data: (PlanMission(KIND),),
                        _refuse_plan,
                        _take_plan,
                        exact=True,
                    ),
                    Option(
                        Done,
                        only(Done()),
                        lambda look, data, action: refuse_leave(look, data),
                        lambda run, data, action: run.go_on(),
                    ),
                ),
                case="21.12a-A",
                secret=True,
            ),
            Do("leave", leave),
        ),
    ),
)


# --- the second leg ----------------------------------------------------------------------------------------------


def _refuse_ready(look: Look, data: Mission) -> Refusal | None:
    if not data.cargo:
        return NO_CARGO(hexes=(data.hex,))
    return refuse_unloading(look, data) or refuse_left_behind(look, data)


def refuse_left_behind(look: Look, data: Mission) -> Refusal | None:
    """Nobody flies on with room for cargo that could then neither be flown nor unloaded."""
    between = between_legs(look)
    if between is None:
        return None
    left = sum(weight(look, cargo) for cargo in _behind(data))
    need = _room(look, between)
    trips = dict(zip(between.planes, between.trips, strict=True))
    others = (p for p in waiting(look) if p.id not in data.planes)
    later = sum(carries(look.world, p, second_leg(trips[p.id])) for p in others)
    spare = capacity_from(look, data, Load(data.via)) - weight_of(look, data, Load(data.via))
    small = min((_piece(look, cargo) for cargo in _behind(data)), default=spare + 1)
    if left <= max(need, later) or small > spare:
        return None
    return LEFT_BEHIND(hexes=(data.via,), have=show_capacity(left), need=show_capacity(need))


def _behind(data: Mission) -> Iterator[Cargo]:
    """What was on board and does not go along."""
    units = {cargo.unit for cargo in data.cargo}
    tokens = sum(cargo.tokens for cargo in data.cargo)
    for cargo in data.aboard:
        if cargo.unit and cargo.unit not in units:
            yield cargo
        elif not cargo.unit and cargo.tokens > tokens:
            yield replace(cargo, tokens=cargo.tokens - tokens)


FLOWN_ON = MissionKind(
    row="air_transport",
    segment="movement",
    hexes=_hexes,
    refuse_hex=_refuse_hex,
    reach=lambda shown: shown.range,
    refuse_ready=_refuse_ready,
    resolve=fly_on,
    trips=trips_on,
    refuse_cargo=refuse_unloading,
    unload=unload,
    peaceful=True,
    crew=waiting,
)
