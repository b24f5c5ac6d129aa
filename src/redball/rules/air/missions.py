"""The kinds of mission: which hexes they fly to, who may fly them, and what they do once they are through.

Nothing else asks for the kind of a mission. It belongs to the segment of movement of its side in a Movement, Reaction
or Exploitation Phase; any type of aircraft may join (14.2e-B). `mission` has the procedure.

Cases: 14.1g, 14.2, 14.2a-A, 14.2c, 14.2d, 14.2e-A, 14.2e-B, 14.2e-C, 14.2e-D, 14.6, 14.11
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from msgspec import Struct

from redball.board.hexes import NO_HEX
from redball.core.actions.air import MISSIONS
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.telling import phase_name
from redball.forces.aircraft import AirFace
from redball.rules.air.air import AircraftLanded
from redball.rules.air.bases import NO_BASE, NOT_YOURS, UNKNOWN_PLANE, own_base, own_bases, refuse_full
from redball.rules.air.force import Plane, active_at, face, force_in, is_fighter, plane_in, printed
from redball.rules.air.homing import send_home
from redball.rules.air.points import MISSIONS_NOW

FLIGHT_PHASES = ("movement", "reaction", "exploitation")

NO_MISSION = refusal("mission.not_now", case="14.1g", text="there is no {detail} in the {have}")
NOBODY_FLIES = refusal(
    "mission.nobody",
    case="14.1a",
    text="no Active aircraft of this side can fly a {detail} now",
    remedy="refit aircraft; each flies one mission in a phase",
)
NO_AIM = refusal("mission.no_hex", case="14.2f-A", text="choose the hex of the mission first")
ONE_AIM = refusal(
    "mission.one_hex",
    case="14.2e-A",
    text="the mission flies to {hexes} already",
    remedy="commit it or take it back first",
)
NO_TARGET = refusal(
    "mission.no_aircraft",
    case="14.6",
    text="{hexes} has no Active enemy aircraft",
    remedy="sweep a hex where the enemy has Active aircraft",
)
OUT_OF_REACH = refusal("mission.reach", case="14.2d", text="no aircraft that may fly reaches {hexes}")
INACTIVE = refusal(
    "mission.inactive",
    case="14.1a",
    text="{detail} is Inactive",
    remedy="an Aircraft Refit Phase makes it Active again",
)
FLOWN = refusal(
    "mission.flown",
    case="14.2e-A",
    text="{detail} has flown its mission of this phase",
    remedy="choose another aircraft, or wait for the next phase",
)
HERE = refusal("mission.here", case="14.11", text="{detail} is at {hexes} already")
FAR = refusal(
    "mission.range",
    case="14.2d",
    text="{hexes} is {have} hexes from {detail}, which flies {need}",
    remedy="choose an aircraft of a nearer base, or of longer range",
)
MOST = refusal("mission.most", case="14.2a-A", text="{need} aircraft fly a mission together at most")
ADDED = refusal("mission.added", case="14.2f-A", text="{detail} is in the mission already")
NOT_ADDED = refusal("mission.not_added", case="14.2f-A", text="{detail} is not in the mission")
NOBODY = refusal(
    "mission.empty",
    case="14.2f-A",
    text="no aircraft flies to {hexes} yet",
    remedy="add an aircraft, or take the mission back",
)
NO_FIGHTER = refusal(
    "mission.no_fighter",
    case="14.6",
    text="a Fighter Sweep needs a Fighter",
    remedy="add a Fighter, or take the mission back",
)


class Mission(Struct, frozen=True, tag=True):
    """A mission: its kind, side, hex (or NO_HEX) and aircraft in the order in which they were added. The base that each
    came from is with the aircraft."""

    kind: str
    side: str
    hex: int = NO_HEX
    planes: tuple[str, ...] = ()


@dataclass(frozen=True)
class MissionKind:
    """What one kind of mission brings. `hexes` lists what `refuse_hex` accepts; `reach` is how far an aircraft flies to
    it; `refuse_ready` judges the whole draft; `resolve` is step F, with the aircraft that are still on the mission."""

    hexes: Callable[[Look, str], Iterator[int]]
    refuse_hex: Callable[[Look, str, int], Refusal | None]
    reach: Callable[[AirFace], int]
    refuse_ready: Callable[[Look, Mission], Refusal | None]
    resolve: Callable[[Run, Mission, tuple[Plane, ...]], None]
    sweep: bool = False


# --- Base Transfer -----------------------------------------------------------------------------------------------

TRANSFER_TIMES = 2


def _base_hexes(look: Look, side: str) -> Iterator[int]:
    return (base.hex for base in own_bases(look, side))


def _refuse_base(look: Look, side: str, hex_: int) -> Refusal | None:
    return None if own_base(look, side, hex_) is not None else NO_BASE(hexes=(hex_,))


def _land(run: Run, data: Mission, planes: tuple[Plane, ...]) -> None:
    """14.11: a Fighter within its normal range stays Active while there is room, in the order of the mission (reading
    1.119); all others are Inactive."""
    for plane in planes:
        base = own_base(run.look, data.side, data.hex)
        assert base is not None  # they flew to it
        near = run.look.board.distance(plane.base, data.hex) <= face(run.world, plane).range
        active = near and is_fighter(run.world, plane) and refuse_full(run.look, base) is None
        run.emit(AircraftLanded(case="14.11", side=data.side, plane=plane.id, hex=data.hex, active=active))


TRANSFER = MissionKind(
    hexes=_base_hexes,
    refuse_hex=_refuse_base,
    reach=lambda shown: TRANSFER_TIMES * shown.range,
    refuse_ready=lambda look, data: None,
    resolve=_land,
)

# --- Fighter Sweep -----------------------------------------------------------------------------------------------


def _enemy_hexes(look: Look, side: str) -> Iterator[int]:
    enemy = look.enemy(side)
    return (base.hex for base in own_bases(look, enemy) if active_at(look, base.hex, enemy))


def _refuse_sweep(look: Look, side: str, hex_: int) -> Refusal | None:
    return None if active_at(look, hex_, look.enemy(side)) else NO_TARGET(hexes=(hex_,))


def _needs_fighter(look: Look, data: Mission) -> Refusal | None:
    planes = (plane_in(look.state, pid) for pid in data.planes)
    return None if any(is_fighter(look.world, p) for p in planes if p is not None) else NO_FIGHTER()


def _go_home(run: Run, data: Mission, planes: tuple[Plane, ...]) -> None:
    """14.6: win or lose, they go home."""
    send_home(run, [plane.id for plane in planes])


SWEEP = MissionKind(
    hexes=_enemy_hexes,
    refuse_hex=_refuse_sweep,
    reach=lambda shown: shown.range,
    refuse_ready=_needs_fighter,
    resolve=_go_home,
    sweep=True,
)

KINDS = {"base_transfer": TRANSFER, "fighter_sweep": SWEEP}


# --- who may fly what --------------------------------------------------------------------------------------------


def missions_now(look: Look) -> tuple[str, ...]:
    """14.1g, 14.2e-D: both kinds, in the segments of movement of these phases."""
    return tuple(KINDS) if look.state.clock.phase in FLIGHT_PHASES else ()


def refuse_kind(look: Look, side: str, kind: str) -> Refusal | None:
    """Whether a mission of the kind can be planned: somebody can fly it somewhere."""
    if kind not in look.policies[MISSIONS_NOW](look):
        return NO_MISSION(detail=MISSIONS.get(kind, repr(kind)), have=phase_name(look.state.clock.phase))
    if not any(_reached(look, kind, side)):
        return NOBODY_FLIES(detail=MISSIONS[kind])
    return None


def plannable(look: Look, side: str) -> tuple[str, ...]:
    """The kinds that a side can plan now; none without aircraft."""
    if not force_in(look.state).planes:
        return ()
    return tuple([kind for kind in look.policies[MISSIONS_NOW](look) if any(_reached(look, kind, side))])


def _reached(look: Look, kind: str, side: str) -> Iterator[int]:
    """Hexes of the kind that some aircraft can fly to now, by hex."""
    ready = [p for p in force_in(look.state).planes if p.side == side and p.parked and p.active and not p.flown]
    if ready:
        reach = KINDS[kind].reach
        for hex_ in KINDS[kind].hexes(look, side):
            if any(p.hex != hex_ and look.board.distance(p.hex, hex_) <= reach(face(look.world, p)) for p in ready):
                yield hex_


def aims(look: Look, data: Mission) -> Iterator[int]:
    """What `refuse_aim` accepts."""
    return _reached(look, data.kind, data.side) if data.hex == NO_HEX else iter(())


def refuse_aim(look: Look, data: Mission, hex_: int) -> Refusal | None:
    """One hex, of the kind, within the range of somebody."""
    if data.hex != NO_HEX:
        return ONE_AIM(hexes=(data.hex,))
    refused = KINDS[data.kind].refuse_hex(look, data.side, hex_)
    if refused is None and hex_ not in _reached(look, data.kind, data.side):
        return OUT_OF_REACH(hexes=(hex_,))
    return refused


def joiners(look: Look, data: Mission) -> Iterator[str]:
    """Aircraft that `refuse_joiner` accepts, in the order of their ids."""
    own = (plane.id for plane in force_in(look.state).planes if plane.side == data.side)
    return (pid for pid in own if refuse_joiner(look, data, pid) is None)


def refuse_joiner(look: Look, data: Mission, pid: str) -> Refusal | None:
    """Every reason why an aircraft cannot join the mission."""
    if data.hex == NO_HEX:
        return NO_AIM()
    plane = plane_in(look.state, pid)
    if plane is None:
        return UNKNOWN_PLANE(detail=repr(pid))
    name = printed(look.world, plane).name
    if plane.side != data.side or plane.hex < 0:
        return NOT_YOURS(detail=name)
    if pid in data.planes:
        return ADDED(detail=name)
    if not plane.active:
        return INACTIVE(detail=name)
    if plane.flown:
        return FLOWN(detail=name)
    if plane.hex == data.hex:
        return HERE(detail=name, hexes=(data.hex,))
    have, need = look.board.distance(plane.hex, data.hex), KINDS[data.kind].reach(face(look.world, plane))
    if have > need:
        return FAR(hexes=(data.hex,), have=have, need=need, detail=name)
    most = look.world.charts.air_transport_limits.aircraft_per_mission
    return MOST(need=most) if len(data.planes) >= most else None


def refuse_ready(look: Look, data: Mission) -> Refusal | None:
    """Whether the mission can fly."""
    if data.hex == NO_HEX:
        return NO_AIM()
    if not data.planes:
        return NOBODY(hexes=(data.hex,))
    return KINDS[data.kind].refuse_ready(look, data)


POLICIES = {"missions_now": missions_now}
