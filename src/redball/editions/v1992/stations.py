"""Where aircraft of 1992 go, when, and when they come home.

They move in the Movement Segments of the Movement and Exploitation Phases (the phasing side) and of the Reaction Phase
(the other side): to a station, which is any hex in range where they stay, or on a mission of the series that ends at
once. Fighters at a base within five hexes of where they go may intercept. Who is on a station does not move on; it
fires in a Barrage Segment of its side (`joint_barrage`), or comes home in its Aircraft Return Phase, Inactive.

Who is Active at a base without supply counts as elsewhere, too: it neither flies nor intercepts, and stands down in the
Return Phase. An interceptor that wins is Active at its base again, as in the series (14.5-D).

Cases: E92-air-phasing-supplied, E92-air-phasing-elsewhere, E92-air-phasing-inactive, E92-air-phasing-move-phases,
E92-air-phasing-moves-phasing, E92-air-phasing-moves-intercept
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from redball.board.hexes import NO_HEX
from redball.core.derived import derived
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Do, Procedure
from redball.core.refusals import Refusal, refusal
from redball.editions.v1992.base_supply import refuse_base_use
from redball.editions.v1992.load_drop import LOAD_DROP
from redball.editions.v1992.unit_drop import DIE_DROP
from redball.rules.air import patrol
from redball.rules.air.air import AircraftStoodDown
from redball.rules.air.bases import own_base, own_bases
from redball.rules.air.homing import send_home
from redball.rules.air.kind import Mission, MissionKind
from redball.rules.air.missions import KINDS
from redball.rules.ground.air_force import Plane, force_in, printed

STATION = "station"
AS_IN_THE_SERIES = ("base_transfer", "fighter_sweep", "air_transport")
"""Missions of the series that are flown here, too. Barrages are those of `joint_barrage`; the booklet has neither Hip
Shoots nor Trainbusting."""

OWN_BASE = refusal(
    "station.own_base",
    case="E92-air-phasing-supplied",
    text="{hexes} has an air base of this side",
    remedy="transfer aircraft to it",
)
AWAY = refusal(
    "mission.away",
    case="E92-air-phasing-elsewhere",
    text="{detail} is on its station over {hexes} and moves no further",
    remedy="it comes home in the Aircraft Return Phase of its side",
)


# --- stations ----------------------------------------------------------------------------------------------------


def refuse_station(look: Look, side: str, hex_: int) -> Refusal | None:
    """Any hex of the map without an own base."""
    return OWN_BASE(hexes=(hex_,)) if own_base(look, side, hex_) is not None else None


def _hexes(look: Look, side: str) -> Iterator[int]:
    """What `refuse_station` accepts."""
    own = {base.hex for base in own_bases(look, side)}
    return (hex_ for hex_ in range(look.board.size) if hex_ not in own)


def _stay(run: Run, data: Mission, planes: tuple[Plane, ...]) -> None:
    """They wait there."""


ENTER = MissionKind(
    row=STATION,
    segment="movement",
    hexes=_hexes,
    refuse_hex=refuse_station,
    reach=lambda shown: shown.range,
    refuse_ready=lambda look, data: None,
    resolve=_stay,
)


def stationed(look: Look, side: str) -> tuple[Plane, ...]:
    """Active aircraft of a side on their stations, in the order of their ids."""
    return tuple([p for p in force_in(look.state).planes if p.side == side and p.active and p.base != NO_HEX])


def mission_kinds() -> Mapping[str, MissionKind]:
    """Stations, and what is left of the series."""
    series = {name: KINDS[name] for name in AS_IN_THE_SERIES}
    return {STATION: ENTER, **series, "supply_drop": LOAD_DROP, "air_drop": DIE_DROP}


def missions_now(look: Look) -> tuple[str, ...]:
    """Where aircraft move, each kind in its phases: units are dropped in the Movement Phase alone (14.10b)."""
    clock = look.state.clock
    if clock.segment != "movement":
        return ()
    return tuple([name for name, kind in mission_kinds().items() if clock.phase in kind.phases])


# --- who may fly -------------------------------------------------------------------------------------------------


def refuse_take_off(look: Look, plane: Plane) -> Refusal | None:
    """Only from a supplied base of its side."""
    if plane.base != NO_HEX:
        return AWAY(hexes=(plane.hex,), detail=printed(look.world, plane).name)
    base = own_base(look, plane.side, plane.hex)
    return refuse_base_use(look, base, "take_off") if base is not None else None


@derived
def patrolling(look: Look, side: str) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Supplied bases with Active Fighters."""
    found = []
    for hex_, fighters in patrol.patrolling(look, side):
        base = own_base(look, side, hex_)
        if base is not None and refuse_base_use(look, base, "take_off") is None:
            found.append((hex_, fighters))
    return tuple(found)


# --- the Aircraft Return Phase -----------------------------------------------------------------------------------


class AircraftReturn(Struct, frozen=True, tag=True):
    """The phase of a side."""

    side: str


def come_home(run: Run, data: AircraftReturn) -> None:
    """Whoever is Active elsewhere than at a supplied base."""
    look = run.look
    away = stationed(look, data.side)
    active = (p for p in force_in(look.state).planes if p.side == data.side and p.parked and p.active)
    for plane in [p for p in active if refuse_take_off(look, p) is not None]:
        run.emit(AircraftStoodDown(case="E92-air-phasing-elsewhere", side=data.side, plane=plane.id, hex=plane.hex))
    send_home(run, [plane.id for plane in away])


RETURN = Procedure(
    "aircraft_return",
    AircraftReturn,
    (Do("come_home", come_home), Do("returned", lambda run, data: None)),
)

PROCEDURES = (RETURN,)
POLICIES = {
    "missions_now": missions_now,
    "mission_kinds": mission_kinds,
    "refuse_take_off": refuse_take_off,
    "patrolling": patrolling,
}
