"""The kinds of mission of the Air Operations Phase: who flies them, to which hexes, and when they are resolved.

To add a kind: an `AirTask` in `KINDS`, or in a module that wraps "mission_kinds" (its name and words in
`core.actions.air.MISSIONS`, its line in the chart `flak_applies`). Its `stage` says when the phase resolves it:
"sweep", "day", "night", "interdiction" or "transport"; "" is never.
`stays`: its aircraft stay over the hex until the enemy's Clean Up. `strike`: Flak fires at it after all strikes. Its
`resolve` gets the aircraft that are still on it, and neither sends them home nor ends it: the phase does.

A Fighter is an aircraft of type F whose rating has no parentheses; the series has it so, too, but asks only for the
type. It escorts a strike if it is added so; with transports and transfers every Fighter is an escort.

Cases: N14-assign-fighters, N14-assign-bombers, N14-sweep-targets, N14-strike-tables, N14-strike-range,
N14-strike-parked, N14.2e-one-strike, N14.2e-size, N10-night-table, N10-night-half, N10-facilities, N10-phasing-air,
N10-phasing-no-mix, N14-transport-phase, N6-air-transport-phase
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from redball.core.engine import Run
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.editions.new_ocs.dump_barrage import DumpFire
from redball.forces.aircraft import STRATEGIC, TACTICAL
from redball.rules.air import strikes
from redball.rules.air.air import AircraftLanded, StrikeMade
from redball.rules.air.air_drop import AIR_DROP
from redball.rules.air.base_raid import BaseRaid
from redball.rules.air.bases import own_bases
from redball.rules.air.deck_choice import ask_decks
from redball.rules.air.homing import come_down
from redball.rules.air.kind import Mission, MissionKind, escort_of, kind_of
from redball.rules.air.points import MISSION_KINDS
from redball.rules.air.strikes import once, points_of
from redball.rules.air.supply_drop import SUPPLY_DROP
from redball.rules.air.sweep import NO_TARGET, SWEEP
from redball.rules.air.tasks import tasks_of
from redball.rules.air.transfer import TRANSFER
from redball.rules.air.transport import TRANSPORT, can_carry
from redball.rules.air.trips import TRIPS
from redball.rules.barrage.chart import Flown
from redball.rules.barrage.port_raid import PortRaid
from redball.rules.barrage.procedure import Barrage
from redball.rules.ground.air_force import Plane, active_at, face, is_fighter, plane_in, printed
from redball.rules.naval import ship_missions
from redball.rules.naval.ship_strike import ShipStrike, Wing

ESCORT = "escort"
PHASE = "air_operations"
TABLES = "N14-strike-tables"

NOT_A_FIGHTER = refusal(
    "mission.not_a_fighter",
    case="N14-assign-fighters",
    text="{detail} is not a Fighter that can attack, and only such Fighters fly a {need}",
)
NOTHING_ABOARD = refusal(
    "mission.nothing_aboard",
    case="N14-assign-bombers",
    text="{detail} carries nothing, and only Fighters that can attack escort those that do",
)
UNARMED = refusal(
    "mission.unarmed",
    case="N14-assign-bombers",
    text="{detail} has no Barrage Strength, and only Fighters that can attack escort those that do",
)
NOT_AT_NIGHT = refusal(
    "mission.not_at_night",
    case="N14-assign-bombers",
    text="{detail} cannot strike at night; bombers with two or more engines can",
)
TOO_WEAK = refusal(
    "mission.too_weak",
    case="N10-table-minimum",
    text="without escorts these aircraft have {have} Barrage Points{detail}; this barrage needs at least {need}",
    remedy="add an aircraft with a Barrage Strength",
)
STRUCK = refusal(
    "mission.struck",
    case="N14.2e-one-strike",
    text="a strike at {hexes} is assigned in this phase already",
    remedy="choose another hex",
)
NO_SUPPLY = refusal("mission.no_dump", case=TABLES, text="{hexes} has no enemy supply to strike")


@dataclass(frozen=True)
class AirTask(MissionKind):
    """A kind of mission of this phase. `covered`: its Fighters are its escorts; `raids`: it strikes an air base;
    `night`: at half strength."""

    stage: str = ""
    stays: bool = False
    strike: bool = False
    covered: bool = False
    raids: bool = False
    night: bool = False


def task_of(kind: MissionKind, **changes: Any) -> AirTask:
    """The kind of the series as it is flown in this phase."""
    return AirTask(**(vars(kind) | {"segment": PHASE} | changes))


def task_kind(look: Look, mission: Mission) -> AirTask:
    """The kind of an assigned mission."""
    found = kind_of(look, mission.kind)
    assert isinstance(found, AirTask)  # all kinds of this edition are
    return found


def is_strike(look: Look, kind: str) -> bool:
    """Whether missions of that name are strikes; interception is no mission."""
    found = look.policies[MISSION_KINDS]().get(kind)
    return isinstance(found, AirTask) and found.strike


# --- who is who --------------------------------------------------------------------------------------------------


def attacks(look: Look, plane: Plane) -> bool:
    """Whether it is a Fighter that can attack others."""
    return is_fighter(look.world, plane) and not face(look.world, plane).parenthesized


def is_escort(look: Look, mission: Mission, pid: str) -> bool:
    """Whether an aircraft of a mission is one of its escorts: added as one, or the fourth where HR-9 holds."""
    kind = task_kind(look, mission)
    if kind.covered:
        plane = plane_in(look.state, pid)
        return plane is not None and attacks(look, plane)
    if mission.trips and mission.trips[mission.planes.index(pid)] == ESCORT:
        return True
    return pid == escort_of(look, kind, mission.planes)


def guards_at(look: Look, hex_: int, side: str) -> tuple[Plane, ...]:
    """Fighters that a sweep can fight there: ready ones at a base, and those on patrol (N14-sweep-targets)."""
    patrols = [task.mission.planes for task in tasks_of(look.state, side) if task.mission.kind == "patrol"]
    found = (plane for plane in active_at(look, hex_, side) if attacks(look, plane))
    return tuple([plane for plane in found if plane.parked or any(plane.id in flight for flight in patrols)])


def _only_fighters(name: str) -> Any:
    def refused(look: Look, plane: Plane) -> Refusal | None:
        if attacks(look, plane):
            return None
        return NOT_A_FIGHTER(detail=printed(look.world, plane).name, need=name)

    return refused


def refuse_unarmed(look: Look, plane: Plane) -> Refusal | None:
    """Bombers and Fighters strike; Transports do not."""
    fit = face(look.world, plane).barrage > 0 or attacks(look, plane)
    return None if fit else UNARMED(detail=printed(look.world, plane).name)


def _carrying(kind: MissionKind) -> Callable[[Look, Plane], Refusal | None]:
    """Who flies this kind of the series to carry something, or to escort those that do."""

    def refused(look: Look, plane: Plane) -> Refusal | None:
        if can_carry(look, plane) or attacks(look, plane):
            return kind.refuse_plane(look, plane)
        return NOTHING_ABOARD(detail=printed(look.world, plane).name)

    return refused


def _flies_by_night(look: Look, plane: Plane) -> Refusal | None:
    """N14-assign-bombers."""
    aircraft = printed(look.world, plane)
    bomber = aircraft.is_a(TACTICAL) or aircraft.is_a(STRATEGIC)
    return None if bomber and aircraft.engined > 1 else NOT_AT_NIGHT(detail=aircraft.name)


def _anybody_ready(look: Look, mission: Mission) -> Refusal | None:
    return None


# --- sweeps and patrols ------------------------------------------------------------------------------------------


def _guarded(look: Look, side: str) -> Iterator[int]:
    enemy = look.enemy(side)
    hexes = {base.hex for base in own_bases(look, enemy)}
    hexes.update(task.mission.hex for task in tasks_of(look.state, enemy))
    return (hex_ for hex_ in sorted(hexes) if guards_at(look, hex_, enemy))


def _refuse_sweep(look: Look, side: str, hex_: int) -> Refusal | None:
    return None if guards_at(look, hex_, look.enemy(side)) else NO_TARGET(hexes=(hex_,), case="N14-sweep-targets")


def _anywhere(look: Look, side: str) -> Iterator[int]:
    return iter(range(look.board.map_size))


def _stays(run: Run, mission: Mission, planes: tuple[Plane, ...]) -> None:
    """It is resolved elsewhere, or does nothing now."""


# --- strikes -----------------------------------------------------------------------------------------------------


def ways(look: Look, plane: Plane, hex_: int) -> tuple[str, ...]:
    """A Fighter strikes or escorts, every other aircraft strikes."""
    if not attacks(look, plane):
        return ("",)
    return ("", ESCORT) if face(look.world, plane).barrage else (ESCORT,)


def striking(look: Look, mission: Mission, planes: tuple[Plane, ...]) -> tuple[Plane, ...]:
    """The aircraft that are not escorts."""
    return tuple([plane for plane in planes if not is_escort(look, mission, plane.id)])


def strike_points(look: Look, mission: Mission, planes: tuple[Plane, ...]) -> int:
    """Barrage Points without escorts. At night half of them; a half more or less never changes a column."""
    kind = task_kind(look, mission)
    points = points_of(look, striking(look, mission, planes), kind.bombs)
    return points // 2 if kind.night else points


def _least(look: Look, mission: Mission) -> int:
    charts = look.world.charts
    if task_kind(look, mission).at_ships:
        return 1  # what counts is what is left after x2 and Protection (18.3c)
    table = charts.barrage if mission.kind == "barrage" else charts.facility
    return int(table.minimum_strength)


def brought_points(look: Look, mission: Mission, planes: tuple[Plane, ...]) -> int:
    """Barrage Points with which these strike; 0 if they are too few for the table."""
    points = strike_points(look, mission, planes)
    return points if points >= _least(look, mission) else 0


def _enough(look: Look, mission: Mission) -> Refusal | None:
    """As many points as the table needs (N10-table-minimum)."""
    have, need = strike_points(look, mission, strikes.members(look, mission)), _least(look, mission)
    if have >= need:
        return None
    return TOO_WEAK(have=have, need=need, detail=" at night" if task_kind(look, mission).night else "")


def _strike(run: Run, mission: Mission, planes: tuple[Plane, ...]) -> int:
    """Say with how many points they strike."""
    who = striking(run.look, mission, planes)
    points = brought_points(run.look, mission, planes)
    ids = tuple([plane.id for plane in who])
    side, hex_ = mission.side, mission.hex
    run.emit(StrikeMade(case=TABLES, side=side, kind=mission.kind, hex=hex_, planes=ids, points=points))
    return points


def _by_night(run: Run, mission: Mission) -> bool:
    return task_kind(run.look, mission).night


def _on_units(run: Run, mission: Mission, planes: tuple[Plane, ...]) -> None:
    """The Barrage Table, without a shift for a short range (N14-strike-range)."""
    flown = strikes.flown_by(run.look, mission.hex, striking(run.look, mission, planes))
    points = _strike(run, mission, planes)
    if points and run.look.has_combat_units(mission.hex, run.look.enemy(mission.side)):
        flown = Flown(points, False, flown.high)
        run.push("barrage", Barrage(side=mission.side, hex=mission.hex, units=(), flown=flown))


def _on_base(run: Run, mission: Mission, planes: tuple[Plane, ...]) -> None:
    if points := _strike(run, mission, planes):
        run.push("base_raid", BaseRaid(mission.side, mission.hex, points, night=_by_night(run, mission)))


def _on_port(run: Run, mission: Mission, planes: tuple[Plane, ...]) -> None:
    if points := _strike(run, mission, planes):
        run.push("port_raid", PortRaid(mission.side, mission.hex, points, night=_by_night(run, mission)))


def _refuse_at_ships(look: Look, plane: Plane) -> Refusal | None:
    """14.1e-B; Torpedo Bombers strike here, too (18.3e)."""
    return ship_missions.refuse_plane(look, plane) or (
        None if ship_missions.has_sea_points(look, plane) else refuse_unarmed(look, plane)
    )


def _on_ships(run: Run, mission: Mission, planes: tuple[Plane, ...]) -> None:
    """18.3c, without a shift for a short range (N14-strike-range)."""
    who = striking(run.look, mission, planes)
    if _strike(run, mission, planes):
        found = (ship_missions.wing_of(run.look, plane, mission.hex) for plane in who)
        wings = tuple([Wing(wing.plane, wing.points) for wing in found])
        run.push("ship_strike", ShipStrike(mission.side, mission.hex, wings, meant=mission.meant))


def _dump_hexes(look: Look, side: str) -> Iterator[int]:
    """Hexes with a dump in the open, or with units under which there may be one."""
    enemy = look.enemy(side)
    hexes = {hex_ for hex_, count in enumerate(look.facts.combat_units[enemy]) if count}
    return iter(sorted(hexes | look.state.dumps[enemy].keys()))


def _refuse_dump(look: Look, side: str, hex_: int) -> Refusal | None:
    enemy = look.enemy(side)
    there = look.has_combat_units(hex_, enemy) or hex_ in look.state.dumps[enemy]
    return None if there else NO_SUPPLY(hexes=(hex_,))


def _on_dump(run: Run, mission: Mission, planes: tuple[Plane, ...]) -> None:
    if points := _strike(run, mission, planes):
        run.push("dump_barrage", DumpFire(mission.side, mission.hex, (), flown=points, night=_by_night(run, mission)))


def _strike_of(kind: MissionKind, **changes: Any) -> AirTask:
    """A strike: one to a hex, whatever it is at (N14.2e-one-strike)."""
    found = task_of(kind, strike=True, once=True, refuse_ready=_enough, **changes)

    def refuse_hex(look: Look, side: str, hex_: int) -> Refusal | None:
        return STRUCK(hexes=(hex_,)) if hex_ in look.state.barraged else found.refuse_hex(look, side, hex_)

    return replace(found, hexes=once(found.hexes), refuse_hex=refuse_hex)


DAY = {"trips": ways, "refuse_plane": refuse_unarmed, "stage": "day"}
NIGHT = {"refuse_plane": _flies_by_night, "stage": "night", "night": True, "row": "night_barrage"}
DUMP = {"hexes": _dump_hexes, "refuse_hex": _refuse_dump, "resolve": _on_dump}


# --- transport ---------------------------------------------------------------------------------------------------


def _land(run: Run, mission: Mission, planes: tuple[Plane, ...]) -> None:
    """Whoever stays at the hex is Inactive there; all others go home as the phase ends."""
    stays = dict(zip(mission.planes, mission.trips, strict=True))
    for plane in planes:
        if TRIPS[stays[plane.id]].stays:
            run.emit(AircraftLanded(case="14.9e-A", side=mission.side, plane=plane.id, hex=mission.hex))


def _carrier(kind: MissionKind) -> AirTask:
    """A kind of the series that carries something, as it is flown in this phase."""
    return task_of(kind, resolve=_land, refuse_plane=_carrying(kind), stage="transport", covered=True)


def _transfer(run: Run, mission: Mission, planes: tuple[Plane, ...]) -> None:
    """They have flown, so they are Inactive at their new base (N14-end-of-phase-return)."""
    for plane in planes:
        come_down(run, plane, mission.hex, "N14-end-of-phase-return")
    ask_decks(run, mission.side, [plane.id for plane in planes])


KINDS: dict[str, AirTask] = {
    "fighter_sweep": task_of(
        SWEEP,
        hexes=_guarded,
        refuse_hex=_refuse_sweep,
        refuse_plane=_only_fighters("Fighter Sweep"),
        refuse_ready=_anybody_ready,
        resolve=_stays,
        stage="sweep",
    ),
    "patrol": AirTask(
        row="patrol",
        segment="air_operations",
        hexes=_anywhere,
        refuse_hex=lambda look, side, hex_: None,
        reach=lambda shown: shown.range,
        refuse_plane=_only_fighters("Patrol"),
        refuse_ready=_anybody_ready,
        resolve=_stays,
        stays=True,
    ),
    "barrage": _strike_of(strikes.BARRAGE, resolve=_on_units, **DAY),
    "base_barrage": _strike_of(strikes.BASE_BARRAGE, resolve=_on_base, raids=True, **DAY),
    "port_barrage": _strike_of(strikes.PORT_BARRAGE, resolve=_on_port, **DAY),
    "ship_barrage": _strike_of(
        ship_missions.SHIP_BARRAGE, **(DAY | {"resolve": _on_ships, "refuse_plane": _refuse_at_ships})
    ),
    "dump_barrage": _strike_of(strikes.BARRAGE, **(DUMP | DAY)),
    "night_base_barrage": _strike_of(strikes.BASE_BARRAGE, resolve=_on_base, raids=True, **NIGHT),
    "night_port_barrage": _strike_of(strikes.PORT_BARRAGE, resolve=_on_port, **NIGHT),
    "night_dump_barrage": _strike_of(strikes.BARRAGE, **(DUMP | NIGHT)),
    "air_transport": _carrier(TRANSPORT),
    "air_drop": _carrier(AIR_DROP),
    "supply_drop": _carrier(SUPPLY_DROP),
    "base_transfer": task_of(TRANSFER, resolve=_transfer, stage="transport", covered=True),
}


def mission_kinds() -> dict[str, AirTask]:
    """The kinds of this edition; there are no Hip Shoots (N14.2e-one-strike)."""
    return KINDS


def missions_now(look: Look) -> tuple[str, ...]:
    """Every mission is flown in the Air Operations Phase (N2.2-air-operations)."""
    return tuple(look.policies[MISSION_KINDS]()) if look.state.clock.phase == PHASE else ()


def exposed(look: Look, plane: Plane) -> bool:
    """Parked aircraft but for ready Fighters (N14-strike-parked)."""
    return plane.parked and not (plane.active and attacks(look, plane))


POLICIES = {"mission_kinds": mission_kinds, "missions_now": missions_now, "exposed": exposed}
