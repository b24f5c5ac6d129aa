"""Air Transport: aircraft bring units and supply to a base of their side. What is loaded is in `cargo`.

Whoever is left of the mission lands its cargo, also from an aircraft that aborted over the base, since it landed there
(14.1c-B). If aircraft were hit, their owner chooses what is lost, a unit as a whole. Gliders that were towed are used
up, whatever became of their load.

With XYZ transport (21.12a) what is for a second base is not unloaded; `onward` goes on from here.

Cases: 14.4g, 14.9, 14.9e, 14.9d-C
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.core.actions import LoseCargo
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option
from redball.core.refusals import Refusal, refusal
from redball.rules.air.air import AircraftLanded, CargoCounted, CargoLost, SupplyAirlifted, UnitAirlifted
from redball.rules.air.bases import NO_BASE, ashore_base, ashore_bases
from redball.rules.air.cargo import (
    NO_CARGO,
    refuse_flyer,
    refuse_unloading,
    unmoved,
    weight_here,
    weight_of,
)
from redball.rules.air.flak_fire import flying
from redball.rules.air.homing import Homing
from redball.rules.air.kind import Cargo, Load, Mission, MissionKind
from redball.rules.air.trips import HALVES, TRIPS, can_tow, carries, ways
from redball.rules.air.xyz import PROCEDURE, XYZ, Onward, fresh_in
from redball.rules.capture.claims import come_into
from redball.rules.combat.points import ENTERED_HEX
from redball.rules.ground.air_force import Plane, face, plane_in
from redball.rules.units.abilities import movement_allowance
from redball.rules.units.airlift import airlift_of
from redball.rules.units.losses import eliminate

NOT_CARGO = refusal("cargo.not_there", case="14.4g", text="{detail} is not among the cargo that may be lost")


# --- planning ----------------------------------------------------------------------------------------------------


def _base_hexes(look: Look, side: str) -> Iterator[int]:
    return (base.hex for base in ashore_bases(look, side))


def _refuse_base(look: Look, side: str, hex_: int) -> Refusal | None:
    return None if ashore_base(look, side, hex_) is not None else NO_BASE(hexes=(hex_,))


def can_carry(look: Look, plane: Plane) -> bool:
    """It carries something, or could tow a glider that does."""
    return face(look.world, plane).capacity > 0 or can_tow(look, plane, 1)


def has_cargo(look: Look, plane: Plane) -> bool:
    """It carries something, and there is something to carry where it is; or it may load that on the way."""
    if not can_carry(look, plane):
        return False
    if look.option(XYZ.name):
        return True
    units = (look.unit(uid) for uid in look.ids_at(plane.hex))
    return unmoved(look, plane.side, plane.hex) > 0 or any(refuse_flyer(look, u) is None for u in units)


def trips_to(look: Look, plane: Plane, hex_: int) -> tuple[str, ...]:
    """14.9e: the ways in which it may fly there; nobody jumps over a base of its own side (14.10e-C)."""
    return tuple([trip for trip in ways(look, plane, hex_) if trip != "double_mixed"])


def _needs_cargo(look: Look, data: Mission) -> Refusal | None:
    return refuse_unloading(look, data) if data.cargo or _loads_later(look, data) else NO_CARGO(hexes=(data.hex,))


def _loads_later(look: Look, data: Mission) -> bool:
    """21.12a-A: it flies empty to load on the way."""
    planes = zip(data.planes, data.trips, strict=True) if look.option(XYZ.name) else ()
    fit = ((plane_in(look.state, pid), TRIPS[trip]) for pid, trip in planes)
    return any(plane is not None and not trip.stays and face(look.world, plane).capacity for plane, trip in fit)


# --- losses ------------------------------------------------------------------------------------------------------


def capacity_left(look: Look, data: Mission, load: Load, *, staying: bool = False) -> int:
    """What the aircraft from a base that have come through, or their gliders, carry now, in half tokens; or only those
    that stay, also because they aborted over the base."""
    found = 0
    for pid, trip, origin in zip(data.planes, data.trips, data.starts, strict=True):
        plane = plane_in(look.state, pid)
        through = plane is not None and plane.hex == data.hex and origin == load.start
        if plane is not None and through and (TRIPS[trip].stays or plane.parked or not staying):
            found += carries(look.world, plane, trip, glider=load.glider)
    return found


def overloaded(look: Look, data: Mission) -> Iterator[Load]:
    """Loads of which there is more than can be carried now; half a token too little is enough for a token (14.4g)."""
    for load in sorted({cargo.load for cargo in data.cargo}):
        room = capacity_left(look, data, load)
        if weight_of(look, data, load) > room + room % HALVES:
            yield load


def losses(look: Look, data: Mission) -> list[LoseCargo]:
    """What may be lost next."""
    over = set(overloaded(look, data))
    return [LoseCargo(c.start, c.unit, c.glider, c.onward) for c in data.cargo if c.load in over]


def lose(run: Run, data: Mission, action: LoseCargo) -> Mission:
    """The mission without that piece."""
    named = (action.hex, action.unit, action.glider, action.onward)
    piece = next(c for c in data.cargo if (c.start, c.unit, c.glider, c.onward) == named)
    others = tuple([cargo for cargo in data.cargo if cargo is not piece])
    if piece.unit:
        eliminate(run, piece.unit, "the loss of its aircraft", "14.4g")
    else:
        fresh = fresh_in(data, piece.tokens) - fresh_in(data, piece.tokens - 1)
        run.emit(CargoLost(case="14.4g", side=data.side, hex=piece.start, tokens=1, fresh=fresh))
        if piece.tokens > 1:
            others = (*others, replace(piece, tokens=piece.tokens - 1))
    return replace(data, cargo=others)


def lose_alone(run: Run, data: Mission) -> None:
    """What must be lost while there is no choice."""
    while len(found := losses(run.look, data)) == 1:
        data = lose(run, data, found[0])
    run.set(data)


def _refuse_lose(look: Look, data: Mission, action: LoseCargo) -> Refusal | None:
    return None if action in losses(look, data) else NOT_CARGO(detail=repr(action.unit or look.hex_name(action.hex)))


def take_lose(run: Run, data: Mission, action: LoseCargo) -> None:
    run.set(lose(run, data, action))
    run.go("cargo_alone")


CARGO_LOSS = (
    Do("cargo_alone", lose_alone),
    Choose(
        "cargo_loss",
        "The aircraft carry less than before: choose what is lost",
        lambda look, data: data.side if losses(look, data) else None,
        (Option(LoseCargo, losses, _refuse_lose, take_lose, exact=True),),
        case="14.4g",
    ),
)


# --- landing -----------------------------------------------------------------------------------------------------


def unload(run: Run, data: Mission) -> None:
    """The cargo is at the base: SP that nobody moves on (14.9d-D), and units that may use the rest of half their MA."""
    if not _going_on(run.look, data):
        data = replace(data, cargo=tuple([replace(piece, onward=False) for piece in data.cargo]))
    loads = sorted({cargo.load for cargo in data.cargo if not cargo.glider})
    staying = {load: capacity_left(run.look, data, load, staying=True) for load in loads}
    counted = sum(max(weight_here(run.look, data, load) - staying[load], 0) for load in loads)
    for piece in data.cargo:
        _land(run, data, piece)
    count(run, data.side, data.hex, counted, "14.9f")
    arrive(run, data.side, data.hex, tuple([piece.unit for piece in data.cargo if piece.unit and not piece.onward]))


def _going_on(look: Look, data: Mission) -> bool:
    """Whether anybody has come through who does not stay."""
    trips = dict(zip(data.planes, data.trips, strict=True))
    return any(not TRIPS[trips[plane.id]].stays for plane in flying(look, data))


def count(run: Run, side: str, hex_: int, halves: int, case: str) -> None:
    """What counts against what the base unloads in this segment."""
    if halves:
        run.emit(CargoCounted(case=case, side=side, hex=hex_, halves=halves))


def arrive(run: Run, side: str, hex_: int, units: tuple[str, ...]) -> None:
    """Units have come to their hex."""
    if units:
        run.look.policies[ENTERED_HEX](run, units, hex_)
        come_into(run, side, hex_)


def _land(run: Run, data: Mission, piece: Cargo) -> None:
    case = "21.12a-A" if piece.onward or data.via != NO_HEX else "14.9"
    if not piece.unit:
        fresh = fresh_in(data, piece.tokens)
        run.emit(
            SupplyAirlifted(
                case=case, side=data.side, start=piece.start, hex=data.hex, tokens=piece.tokens, fresh=fresh
            )
        )
        return
    unit = run.look.unit(piece.unit)
    done = 2 * airlift_of(unit).spent >= movement_allowance(run.look, unit)
    run.emit(UnitAirlifted(case=case, side=data.side, unit=unit.id, start=piece.start, hex=data.hex, moved=done))


def fly_on(run: Run, data: Mission, planes: tuple[Plane, ...]) -> None:
    """14.9e: aircraft that stay are Inactive there, the others fly on."""
    trips = dict(zip(data.planes, data.trips, strict=True))
    return_from(run, data.side, _stay(run, data, planes), trips)


def _stay(run: Run, data: Mission, planes: tuple[Plane, ...]) -> list[Plane]:
    """Land those that stay; the others."""
    trips = dict(zip(data.planes, data.trips, strict=True))
    for plane in planes:
        if TRIPS[trips[plane.id]].stays:
            run.emit(AircraftLanded(case="14.9e-A", side=data.side, plane=plane.id, hex=data.hex))
    return [plane for plane in planes if not TRIPS[trips[plane.id]].stays]


def return_from(run: Run, side: str, planes: Iterable[Plane], trips: Mapping[str, str]) -> None:
    """14.9e-B, 14.9e-C: each flies on as far as its trip says."""
    for halved in (True, False):
        flown = tuple([plane.id for plane in planes if TRIPS[trips[plane.id]].halved is halved])
        if flown:
            run.push("air_return", Homing(side, flown, onward=True, halved=halved))


def land_or_go_on(run: Run, data: Mission, planes: tuple[Plane, ...]) -> None:
    """Aircraft that do not stay fly home, or with XYZ transport to a second base (21.12a-A)."""
    onward = _stay(run, data, planes)
    trips = dict(zip(data.planes, data.trips, strict=True))
    if not (onward and run.look.option(XYZ.name)):
        return_from(run, data.side, onward, trips)
        return
    pieces = [piece for piece in data.cargo if piece.onward]
    aboard = sum(piece.tokens for piece in pieces)
    run.push(
        PROCEDURE,
        Onward(
            data.side,
            data.hex,
            tuple([plane.id for plane in onward]),
            tuple([trips[plane.id] for plane in onward]),
            tuple([piece.unit for piece in pieces if piece.unit]),
            run.state.ground_supply(data.side, data.hex).fresh - aboard,
            data.calls,
        ),
    )


TRANSPORT = MissionKind(
    row="air_transport",
    segment="movement",
    hexes=_base_hexes,
    refuse_hex=_refuse_base,
    reach=lambda shown: TRIPS["stay"].half_ranges * shown.range // 2,
    lead=has_cargo,
    refuse_ready=_needs_cargo,
    resolve=land_or_go_on,
    trips=trips_to,
    refuse_cargo=refuse_unloading,
    unload=unload,
    peaceful=True,
    goes_on=True,
)
