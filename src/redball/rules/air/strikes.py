"""Air barrages: on combat units, air bases and ports, in Barrage Segments; as Hip Shoots, in segments of movement.

Each target has a kind of its own, because the side names it beforehand (10.0d). The barrage on units is the procedure
"barrage" of the artillery, with the points that the aircraft bring and without a price; that on a base is `base_raid`,
that on a port `barrage.port_raid`. Aircraft without Barrage Points when the mission gets through go home without
firing.

Cases: 10.0-A, 10.0b-C, 10.0d, 10.2, 10.2c, 14.1e, 14.1e-A, 14.1e-B, 14.1e-C, 14.7, 14.7a, 14.7b, 14.7c, 14.7d,
14.7d-A, 14.7d-B, 14.7d-C, 14.7d-D, 21.4-A
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from redball.core.engine import Run
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.forces.aircraft import STRATEGIC, AirFace
from redball.rules.air.air import StrikeMade
from redball.rules.air.base_raid import BaseRaid
from redball.rules.air.bases import ashore_base, ashore_bases
from redball.rules.air.homing import send_home
from redball.rules.air.kind import Mission, MissionKind, escort_of, kind_of, land_points
from redball.rules.air.long_range import far_out
from redball.rules.barrage.chart import Flown
from redball.rules.barrage.on_board import has_spotter
from redball.rules.barrage.port_raid import PortRaid
from redball.rules.barrage.procedure import Barrage
from redball.rules.ground.air_force import Plane, face, plane_in, printed
from redball.rules.ground.harbours import own_harbour, port_hexes

NO_UNITS = refusal("mission.no_units", case="14.7", text="{hexes} holds no enemy combat units to barrage")
NO_ENEMY_PORT = refusal("mission.no_enemy_port", case="10.0c-B", text="{hexes} has no enemy port")
NO_ENEMY_BASE = refusal("mission.no_enemy_base", case="10.0c-A", text="{hexes} has no enemy air base")
BARRAGED = refusal(
    "mission.barraged",
    case="10.0e-A",
    text="{hexes} was already barraged in this phase",
    remedy="choose another hex; only Hip Shoots may be flown to it in this phase",
)
NO_SPOTTER = refusal(
    "mission.no_spotter",
    case="14.7d-C",
    text="no combat unit of this side is next to {hexes}; a Hip Shoot needs a spotter",
    remedy="move a combat unit next to the hex first",
)
NO_POINTS = refusal(
    "mission.no_points",
    case="10.0-E",
    text="these aircraft have {have} Barrage Points; a barrage needs at least {need}",
    remedy="add an aircraft with a Barrage Strength",
)
TOO_HIGH = refusal("mission.too_high", case="14.1e-B", text="{detail} is a Strategic Bomber and cannot fly a {need}")
NOT_TRAINED = refusal(
    "mission.nation",
    case="14.7d-B",
    text="{detail} belongs to {have}; in this scenario Hip Shoots are flown by {need}",
)

Hexes = Callable[[Look, str], Iterator[int]]


def bombers(look: Look, data: Mission, planes: tuple[Plane, ...]) -> tuple[Plane, ...]:
    """Those of a mission's aircraft that barrage: all but an escort (HR-9)."""
    kind = kind_of(look, data.kind)
    escort = escort_of(look, kind, data.planes) if kind.barrages else ""
    return tuple([plane for plane in planes if plane.id != escort])


def points_of(look: Look, planes: tuple[Plane, ...], bombs: Callable[[AirFace], int] = land_points) -> int:
    """Barrage Points of the sides that show; `bombs` is the strength that counts at the target."""
    return sum(bombs(face(look.world, plane)) for plane in planes)


def members(look: Look, data: Mission) -> tuple[Plane, ...]:
    """The aircraft of a draft."""
    return tuple([plane for pid in data.planes if (plane := plane_in(look.state, pid)) is not None])


def has_points(look: Look, plane: Plane) -> bool:
    """Whether it has a Barrage Strength."""
    return face(look.world, plane).barrage > 0


def needs_points(look: Look, data: Mission) -> Refusal | None:
    """10.0-E: at least one Barrage Point."""
    have = points_of(look, bombers(look, data, members(look, data)))
    return None if have else NO_POINTS(have=have, need=1)


def go_home(run: Run, planes: tuple[Plane, ...]) -> None:
    """14.7b: back to a base, Inactive, as soon as the barrage is resolved."""
    send_home(run, [plane.id for plane in planes], free=True)


def strike(run: Run, data: Mission, planes: tuple[Plane, ...]) -> int:
    """Say with how many points they attack."""
    bombs, who = kind_of(run.look, data.kind).bombs, tuple([plane.id for plane in planes])
    points = points_of(run.look, planes, bombs)
    run.emit(StrikeMade(case="14.7", side=data.side, kind=data.kind, hex=data.hex, planes=who, points=points))
    return points


# --- on units ----------------------------------------------------------------------------------------------------


def _troops(look: Look, side: str) -> Iterator[int]:
    enemy = look.enemy(side)
    return (hex_ for hex_, count in enumerate(look.facts.combat_units[enemy]) if count)


def _refuse_troops(look: Look, side: str, hex_: int) -> Refusal | None:
    return None if look.has_combat_units(hex_, look.enemy(side)) else NO_UNITS(hexes=(hex_,))


def flown_by(look: Look, hex_: int, planes: tuple[Plane, ...]) -> Flown:
    """What a barrage by these aircraft is: its points, whether all of them are near the bases from which they flew
    (14.7c), whether one is a Strategic Bomber (14.1e-A, 14.1e-C), whether one is far out (21.4-A)."""
    most = look.world.charts.air_transport_limits.short_range_hexes
    near = all(look.board.distance(plane.base, hex_) <= most for plane in planes)
    high = any(printed(look.world, plane).is_a(STRATEGIC) for plane in planes)
    return Flown(points_of(look, planes), near, high, far=any(far_out(look, plane) for plane in planes))


def _on_units(run: Run, data: Mission, planes: tuple[Plane, ...]) -> None:
    go_home(run, planes)
    planes = bombers(run.look, data, planes)
    flown = flown_by(run.look, data.hex, planes)
    if strike(run, data, planes) and run.look.has_combat_units(data.hex, run.look.enemy(data.side)):
        run.push("barrage", Barrage(side=data.side, hex=data.hex, units=(), flown=flown))


# --- on an air base ----------------------------------------------------------------------------------------------


def _bases(look: Look, side: str) -> Iterator[int]:
    return (base.hex for base in ashore_bases(look, look.enemy(side)))


def _refuse_base(look: Look, side: str, hex_: int) -> Refusal | None:
    return None if ashore_base(look, look.enemy(side), hex_) is not None else NO_ENEMY_BASE(hexes=(hex_,))


def _on_base(run: Run, data: Mission, planes: tuple[Plane, ...]) -> None:
    go_home(run, planes)
    if points := strike(run, data, bombers(run.look, data, planes)):
        run.push("base_raid", BaseRaid(data.side, data.hex, points))


# --- on a port ---------------------------------------------------------------------------------------------------


def _ports(look: Look, side: str) -> Iterator[int]:
    enemy = look.enemy(side)
    return (hex_ for hex_ in sorted(port_hexes(look, enemy)) if own_harbour(look, enemy, hex_) is not None)


def _refuse_port(look: Look, side: str, hex_: int) -> Refusal | None:
    return None if own_harbour(look, look.enemy(side), hex_) is not None else NO_ENEMY_PORT(hexes=(hex_,))


def _on_port(run: Run, data: Mission, planes: tuple[Plane, ...]) -> None:
    go_home(run, planes)
    if points := strike(run, data, bombers(run.look, data, planes)):
        run.push("port_raid", PortRaid(data.side, data.hex, points))


# --- once a phase ------------------------------------------------------------------------------------------------


def once(hexes: Hexes) -> Hexes:
    """10.0e-A: of these hexes those that were not barraged in this phase."""
    return lambda look, side: (hex_ for hex_ in hexes(look, side) if hex_ not in look.state.barraged)


def refuse_twice(refuse: Callable[[Look, str, int], Refusal | None]) -> Callable[[Look, str, int], Refusal | None]:
    """The same as a refusal."""

    def refused(look: Look, side: str, hex_: int) -> Refusal | None:
        return refuse(look, side, hex_) or (BARRAGED(hexes=(hex_,)) if hex_ in look.state.barraged else None)

    return refused


BARRAGE = MissionKind(
    row="barrage",
    segment="barrage",
    hexes=once(_troops),
    refuse_hex=refuse_twice(_refuse_troops),
    reach=lambda shown: shown.range,
    lead=has_points,
    refuse_ready=needs_points,
    resolve=_on_units,
    once=True,
    barrages=True,
    escorted=True,
)
BASE_BARRAGE = replace(BARRAGE, hexes=once(_bases), refuse_hex=refuse_twice(_refuse_base), resolve=_on_base)
PORT_BARRAGE = replace(BARRAGE, hexes=once(_ports), refuse_hex=refuse_twice(_refuse_port), resolve=_on_port)


# --- Hip Shoots --------------------------------------------------------------------------------------------------


def refuse_strategic(look: Look, plane: Plane, what: str) -> Refusal | None:
    """14.1e-B: Strategic Bombers make neither Hip Shoots nor barrages of ships."""
    aircraft = printed(look.world, plane)
    return TOO_HIGH(detail=aircraft.name, need=what) if aircraft.is_a(STRATEGIC) else None


def refuse_hip_shooter(look: Look, plane: Plane) -> Refusal | None:
    """14.7d-B, 14.1e-B: of a nation that may, and no Strategic Bomber."""
    aircraft, nations = printed(look.world, plane), look.world.scenario.hip_shoots
    if aircraft.nation not in nations:
        return NOT_TRAINED(detail=aircraft.name, have=aircraft.nation, need=", ".join(nations) or "nobody")
    return refuse_strategic(look, plane, "Hip Shoots")


def hip_shoot_of(kind: MissionKind, hexes: Hexes, refuse: Callable[[Look, str, int], Refusal | None]) -> MissionKind:
    """The same barrage as a Hip Shoot: one aircraft, with a spotter, any number of them on a hex."""

    def spotted(look: Look, side: str) -> Iterator[int]:
        if look.world.scenario.hip_shoots:
            yield from (hex_ for hex_ in hexes(look, side) if has_spotter(look, side, hex_))

    def refused(look: Look, side: str, hex_: int) -> Refusal | None:
        return refuse(look, side, hex_) or (None if has_spotter(look, side, hex_) else NO_SPOTTER(hexes=(hex_,)))

    return replace(
        kind,
        row="hip_shoot",
        segment="movement",
        hexes=spotted,
        refuse_hex=refused,
        refuse_plane=refuse_hip_shooter,
        most=1,
        once=False,
        escorted=False,
    )


HIP_SHOOT = hip_shoot_of(BARRAGE, _troops, _refuse_troops)
BASE_HIP_SHOOT = hip_shoot_of(BASE_BARRAGE, _bases, _refuse_base)
PORT_HIP_SHOOT = hip_shoot_of(PORT_BARRAGE, _ports, _refuse_port)

STRIKES = {
    "barrage": BARRAGE,
    "base_barrage": BASE_BARRAGE,
    "port_barrage": PORT_BARRAGE,
    "hip_shoot": HIP_SHOOT,
    "base_hip_shoot": BASE_HIP_SHOOT,
    "port_hip_shoot": PORT_HIP_SHOOT,
}
