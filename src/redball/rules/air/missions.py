"""Who may fly which mission, and the draft of one; `mission` has the procedure.

The kinds are in `transfer`, `sweep`, `strikes` and `trainbusting`, barrages of ships in `naval.ship_missions`; nothing
else depends on the kind of a mission. It belongs to a segment of its side in a Movement, Reaction or Exploitation
Phase.

Cases: 4.8c-C, 7.0c, 11.0d, 14.0-A, 14.0-B, 14.1g, 14.2, 14.2a-A, 14.2c, 14.2d, 14.2e-A, 14.2e-C, 14.2e-D
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from redball.board.hexes import NO_HEX
from redball.core.actions import AddPlane
from redball.core.actions.air import MISSIONS
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.telling import phase_name
from redball.core.world import World, of_world
from redball.rules.air.air_drop import AIR_DROP
from redball.rules.air.bases import NOT_YOURS, UNKNOWN_PLANE, refuse_landing
from redball.rules.air.cargo import gliders_from
from redball.rules.air.kind import BOMBERS, THREE_BOMBERS, Mission, MissionKind, kind_of
from redball.rules.air.onward import FLOWN_ON
from redball.rules.air.points import MISSION_KINDS, MISSIONS_NOW, REFUSE_FLIGHT, REFUSE_TAKE_OFF
from redball.rules.air.strikes import STRIKES
from redball.rules.air.supply_drop import SUPPLY_DROP
from redball.rules.air.sweep import SWEEP
from redball.rules.air.trainbusting import TRAINBUSTING
from redball.rules.air.transfer import TRANSFER
from redball.rules.air.transport import TRANSPORT
from redball.rules.air.trips import TRIPS
from redball.rules.ground.air_force import Plane, base_in, face, force_in, is_fighter, plane_in, printed

NO_MISSION = refusal("mission.not_now", case="14.1g", text="no {detail} can be flown in the {have}")
OFFENSIVE = refusal(
    "mission.simulcast",
    case="2.4-3",
    text="a {detail} is offensive, and a simulcast turn allows nothing offensive",
    remedy="transfer aircraft, or fly supply and units; strike when the turn is over",
)
NOBODY_FLIES = refusal(
    "mission.nobody",
    case="14.1a",
    text="no Active aircraft of this side can fly a {detail} now",
    remedy="refit aircraft; each flies one mission in a phase",
)
NO_AIM = refusal("mission.no_hex", case="14.2f-A", text="first choose the hex of the mission")
ONE_AIM = refusal(
    "mission.one_hex",
    case="14.2e-A",
    text="the mission flies to {hexes} already",
    remedy="commit it or take it back first",
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
    text="{detail} has already flown a mission in this phase",
    remedy="choose another aircraft, or wait for the next phase",
)
IN_A_BOX = refusal("mission.box", case="SETUP-I-F-B", text="{hexes} is off the map, where there is no combat")
HERE = refusal("mission.here", case="14.11", text="{detail} is at {hexes} already")
FAR = refusal(
    "mission.range",
    case="14.2d",
    text="{hexes} is {have:hex} from {detail}, which flies {need}",
    remedy="choose an aircraft of a nearer base, or of longer range",
)
MOST = refusal("mission.most", case="14.2a-A", text="at most {need} aircraft fly a mission together")
ADDED = refusal("mission.added", case="14.2f-A", text="{detail} is in the mission already")
NOT_ADDED = refusal("mission.not_added", case="14.2f-A", text="{detail} is not in the mission")
NOBODY = refusal(
    "mission.empty",
    case="14.2f-A",
    text="no aircraft flies to {hexes} yet",
    remedy="add an aircraft, or take the mission back",
)

NOT_BETWEEN = refusal(
    "mission.not_between_legs",
    case="21.12a-A",
    text="{detail} is not one of the aircraft that can fly on from {hexes}",
    remedy="only those that have come through and do not stay fly on",
)
NO_WAY = refusal(
    "mission.trip",
    case="14.9e",
    text="{detail} cannot fly to {hexes} that way ({have}); it may fly: {need}",
    remedy="say for each aircraft whether it stays, returns, or carries double its capacity on half its range",
)

NO_GLIDERS = refusal(
    "mission.gliders",
    case="14.10e-C",
    text="{have} Glider Points are left at {hexes} besides those that are towed already; this takes {need}",
    remedy="let it fly without gliders",
)
NO_ESCORT = refusal(
    "mission.escort",
    case="HR-9",
    text="{need} aircraft barrage, and a fourth one is their escort; {detail} is not a Fighter",
    remedy="add a Fighter, or take one of the others out first",
)

KINDS: dict[str, MissionKind] = {
    "base_transfer": TRANSFER,
    "fighter_sweep": SWEEP,
    **STRIKES,
    "trainbusting": TRAINBUSTING,
    "air_transport": TRANSPORT,
    "onward": FLOWN_ON,
    "supply_drop": SUPPLY_DROP,
    "air_drop": AIR_DROP,
}


# --- who may fly what --------------------------------------------------------------------------------------------


def missions_now(look: Look) -> tuple[str, ...]:
    """14.1g, 14.2e-D: in these phases, each kind in its segment."""
    clock = look.state.clock
    kinds = look.policies[MISSION_KINDS]()
    found = (name for name, kind in kinds.items() if clock.phase in kind.phases and kind.crew is None)
    return tuple([name for name in found if kinds[name].segment == clock.segment])


def refuse_kind(look: Look, side: str, kind: str) -> Refusal | None:
    """Whether a mission of the kind can be planned: somebody can fly it somewhere."""
    if kind not in look.policies[MISSIONS_NOW](look):
        return NO_MISSION(detail=MISSIONS.get(kind, repr(kind)), have=phase_name(look.state.clock.phase))
    if _too_offensive(look, kind):
        return OFFENSIVE(detail=MISSIONS[kind])
    if _flown_somewhere(look, kind, side):
        return None
    grounded = (look.policies[REFUSE_FLIGHT](look, kind, plane, "") for plane in _able(look, kind, side))
    return next(filter(None, grounded), None) or NOBODY_FLIES(detail=MISSIONS[kind])


def _too_offensive(look: Look, kind: str) -> bool:
    return look.state.clock.simulcast and not kind_of(look, kind).peaceful


def _flown_somewhere(look: Look, kind: str, side: str) -> bool:
    return next(_reached(look, kind, side), NO_HEX) != NO_HEX


def plannable(look: Look, side: str) -> tuple[str, ...]:
    """The kinds that a side can plan now; none without aircraft."""
    if not force_in(look.state).planes:
        return ()
    now = (kind for kind in look.policies[MISSIONS_NOW](look) if not _too_offensive(look, kind))
    return tuple([kind for kind in now if _flown_somewhere(look, kind, side)])


def _able(look: Look, kind: str, side: str) -> list[Plane]:
    """Aircraft that could lead such a mission now but for the weather."""
    if (crew := kind_of(look, kind).crew) is not None:
        return [*crew(look)]
    own = (p for p in force_in(look.state).planes if p.side == side and p.parked and p.active and not p.flown)
    ready = [p for p in own if look.policies[REFUSE_TAKE_OFF](look, p) is None]
    known = kind_of(look, kind)
    return [p for p in ready if known.refuse_plane(look, p) is None and known.lead(look, p)]


def _reached(look: Look, kind: str, side: str) -> Iterator[int]:
    """Hexes of the kind that some aircraft can fly to now, by hex."""
    known = kind_of(look, kind)
    ready = _able(look, kind, side)  # the weather has let a second leg begin its first
    fit = [p for p in ready if known.crew or look.policies[REFUSE_FLIGHT](look, kind, p, "") is None]
    flights = {(p.hex, known.reach(face(look.world, p))) for p in fit}
    within = reduce(or_, (in_range(look.world, start, reach) for start, reach in flights), 0)
    if within:
        near = within.to_bytes(look.board.size, "little")
        found = (hex_ for hex_ in known.hexes(look, side) if near[hex_])
        yield from (hex_ for hex_ in found if _refuse_box(look, kind, hex_) is None)


@of_world
def in_range(world: World, start: int, reach: int) -> int:
    """The hexes that an aircraft flies to from `start`: a byte each, 1 for those in range, as one number."""
    distance = world.board.distance
    near = bytes(hex_ != start and distance(start, hex_) <= reach for hex_ in range(world.board.size))
    return int.from_bytes(near, "little")


def aims(look: Look, data: Mission) -> Iterator[int]:
    """What `refuse_aim` accepts."""
    return _reached(look, data.kind, data.side) if data.hex == NO_HEX else iter(())


def refuse_aim(look: Look, data: Mission, hex_: int) -> Refusal | None:
    """One hex, of the kind, within the range of some aircraft."""
    if data.hex != NO_HEX:
        return ONE_AIM(hexes=(data.hex,))
    refused = _refuse_box(look, data.kind, hex_) or kind_of(look, data.kind).refuse_hex(look, data.side, hex_)
    if refused is None and hex_ not in _reached(look, data.kind, data.side):
        return OUT_OF_REACH(hexes=(hex_,))
    return refused


def _refuse_box(look: Look, kind: str, hex_: int) -> Refusal | None:
    """SETUP-I-F-B: no combat in an off-map box; aircraft may be based there."""
    return IN_A_BOX(hexes=(hex_,)) if look.board.is_box(hex_) and not kind_of(look, kind).peaceful else None


def joiners(look: Look, data: Mission) -> Iterator[AddPlane]:
    """Aircraft that `refuse_joiner` accepts, in the order of their ids, each in every way in which it may fly."""
    crew = kind_of(look, data.kind).crew
    planes = force_in(look.state).planes
    own = crew(look) if crew is not None else (p for p in planes if p.side == data.side and p.parked)
    for plane in own if data.hex != NO_HEX else ():
        if _refuse_plane(look, data, plane) is None:
            ways = ways_of(look, data, plane)
            yield from (AddPlane(plane.id, way) for way in ways if _refuse_way(look, data, plane, way, ways) is None)


def ways_of(look: Look, data: Mission, plane: Plane) -> tuple[str, ...]:
    """The ways in which an aircraft may fly to the hex of a mission."""
    trips = kind_of(look, data.kind).trips
    return trips(look, plane, data.hex) if trips is not None else ("",)


def refuse_joiner(look: Look, data: Mission, pid: str, trip: str = "") -> Refusal | None:
    """Every reason why an aircraft cannot join the mission, or not on that `trip`."""
    if data.hex == NO_HEX:
        return NO_AIM()
    plane = plane_in(look.state, pid)
    if plane is None:
        return UNKNOWN_PLANE(detail=repr(pid))
    refused = _refuse_plane(look, data, plane)
    return refused or _refuse_way(look, data, plane, trip, ways_of(look, data, plane))


def _refuse_plane(look: Look, data: Mission, plane: Plane) -> Refusal | None:
    """Why it cannot join the mission, however it flies."""
    name = printed(look.world, plane).name
    if plane.side != data.side or plane.hex < 0:
        return NOT_YOURS(detail=name)
    if plane.id in data.planes:
        return ADDED(detail=name)
    crew = kind_of(look, data.kind).crew
    if crew is not None:
        return _refuse_range(look, data, plane) if plane in crew(look) else NOT_BETWEEN(hexes=(data.via,), detail=name)
    if not plane.active:
        return INACTIVE(detail=name)
    if plane.flown:
        return FLOWN(detail=name)
    if refused := look.policies[REFUSE_TAKE_OFF](look, plane):
        return refused
    if not plane.parked:  # it stays in the air from an earlier phase
        return FLOWN(detail=name)
    if plane.hex == data.hex:
        return HERE(detail=name, hexes=(data.hex,))
    return (
        _refuse_range(look, data, plane)
        or kind_of(look, data.kind).refuse_plane(look, plane)
        or _refuse_landing(look, data, plane)
    )


def _refuse_landing(look: Look, data: Mission, plane: Plane) -> Refusal | None:
    """18.2a: whether it finds room where the mission lands, after those that are in it already."""
    if not kind_of(look, data.kind).lands:
        return None
    return refuse_landing(look, plane, data.hex, tuple([p for pid in data.planes if (p := plane_in(look.state, pid))]))


def _refuse_range(look: Look, data: Mission, plane: Plane) -> Refusal | None:
    have, need = look.board.distance(plane.hex, data.hex), kind_of(look, data.kind).reach(face(look.world, plane))
    name = printed(look.world, plane).name
    return FAR(hexes=(data.hex,), have=have, need=need, detail=name) if have > need else None


def _refuse_way(look: Look, data: Mission, plane: Plane, trip: str, ways: tuple[str, ...]) -> Refusal | None:
    """Why it cannot join on that trip; `ways` are those that its kind of mission has."""
    name = printed(look.world, plane).name
    crew = kind_of(look, data.kind).crew
    refused = look.policies[REFUSE_FLIGHT](look, data.kind, plane, trip) if crew is None else None
    if refused is not None:
        return refused
    if trip not in ways:
        known = " or ".join(filter(None, ways)) or "as the mission does"
        return NO_WAY(hexes=(data.hex,), detail=name, have=trip or "not said", need=known)
    refused = refuse_tow(look, data, plane, trip)
    if refused is not None:
        return refused
    full = len(data.planes) == BOMBERS and kind_of(look, data.kind).escorted and look.option(THREE_BOMBERS.name)
    if full and not is_fighter(look.world, plane):
        return NO_ESCORT(need=BOMBERS, detail=name)
    most = kind_of(look, data.kind).most or look.world.charts.air_transport_limits.aircraft_per_mission
    return MOST(need=most) if len(data.planes) >= most else None


def refuse_tow(look: Look, data: Mission, plane: Plane, trip: str) -> Refusal | None:
    """14.10e-C: whether the Glider Points of its base are enough, besides those that others of the mission tow."""
    need = TRIPS[trip].gliders if trip in TRIPS else 0
    base = base_in(look.state, plane.hex)
    if not need or base is None:
        return None
    left = base.gliders - gliders_from(look, data).get(plane.hex, 0)
    return NO_GLIDERS(hexes=(plane.hex,), have=left, need=need) if need > left else None


def refuse_ready(look: Look, data: Mission) -> Refusal | None:
    """Whether the mission can fly."""
    if data.hex == NO_HEX:
        return NO_AIM()
    if not data.planes:
        return NOBODY(hexes=(data.hex,))
    return kind_of(look, data.kind).refuse_ready(look, data)


POLICIES = {"missions_now": missions_now}
