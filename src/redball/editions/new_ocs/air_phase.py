"""The Air Operations Phase ("air_operations"): refit, then all missions of the side whose turn it is, stage by stage.

The side assigns its missions one by one; each is a draft ("air_mission"), and its aircraft take off when it is
committed. Then the sweeps are fought; the other side assigns interceptors to all missions, and they fight; all day
strikes are resolved, then all night strikes, then Flak fires at each of them; Interdiction is tried; transports land;
all others go home.
Patrols, and other kinds that stay, remain over their hexes (`rules.air.tasks`) until the enemy's Clean Up.

Cases: N2.2-air-operations, N2.2-cleanup-air, N14-strike-order, N14-strike-flak, N14.2e-flak,
N14-end-of-phase-return, N14-end-of-phase-stay, N14-end-of-phase-ready, N14.4-roll, N14.4-roll-airbase
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import Done
from redball.core.engine import Run
from redball.core.ledger import Tally
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure, Step, always_legal, only
from redball.editions.new_ocs import air as dice
from redball.editions.new_ocs.air_interception import Scramble, may_be_intercepted
from redball.editions.new_ocs.air_kinds import AirTask, task_kind
from redball.editions.new_ocs.air_rounds import Rounds, fly_home
from redball.rules.air import mission as series
from redball.rules.air.air import MissionFlown
from redball.rules.air.flak_fire import FLAK_STEPS, flying, target_of
from redball.rules.air.kind import Mission, MissionKind, kind_of
from redball.rules.air.missions import plannable
from redball.rules.air.refit_phase import AircraftRefit
from redball.rules.air.tasks import MissionAssigned, MissionOver, Task, tasks_of
from redball.rules.air.transport import CARGO_LOSS
from redball.rules.ground.air_force import Plane, force_in, plane_in
from redball.rules.sequence.turn import PlayerTurn


class AirOperations(Struct, frozen=True, tag=True):
    """The phase of a side; `passed` are the missions that the stage has been through. `begun`: the side has planned a
    mission, so it says itself when they are all assigned."""

    side: str
    passed: tuple[str, ...] = ()
    begun: bool = False


# --- assignment --------------------------------------------------------------------------------------------------


def refit(run: Run, data: AirOperations) -> None:
    """N14-refit-cost: first of all."""
    if force_in(run.state).planes:
        run.push("aircraft_refit", AircraftRefit(data.side))


def take_off(run: Run, data: Mission) -> None:
    """The mission is committed: its aircraft are over its hex, and wait."""
    once = kind_of(run.look, data.kind).once
    if data.cargo:
        planes = (plane_in(run.state, pid) for pid in data.planes)
        data = replace(data, starts=tuple([plane.hex for plane in planes if plane is not None]))
    series.tow(run, data)
    run.emit(
        MissionFlown(
            case="N2.2-air-operations", side=data.side, kind=data.kind, hex=data.hex, planes=data.planes, once=once
        )
    )
    run.emit(MissionAssigned(case="N2.2-air-operations", side=data.side, mission=data))


MISSION = Procedure("air_mission", Mission, (series.DRAFT, Do("take_off", take_off)))


# --- stages ------------------------------------------------------------------------------------------------------

Work = Callable[[Run, AirOperations, Task], None]
"""What a stage does with one mission; it may open a procedure."""


def stage(name: str, due: Callable[[Look, Task, AirTask], bool], work: Work) -> Iterator[Step]:
    """Steps that do the same with each mission of the side that is due, in the order of their assignment."""

    def next_one(run: Run, data: AirOperations) -> None:
        for task in tasks_of(run.state, data.side):
            if task.name not in data.passed and due(run.look, task, task_kind(run.look, task.mission)):
                run.set(replace(data, passed=(*data.passed, task.name)))
                work(run, data, task)
                return
        run.go(f"{name}_over")

    yield Do(name, next_one)
    yield Do(f"{name}_again", lambda run, data: run.go(name))
    yield Do(f"{name}_over", lambda run, data: run.set(replace(data, passed=())))


def _sweep(run: Run, data: AirOperations, task: Task) -> None:
    planes = tuple([plane.id for plane in flying(run.look, task.mission)])
    run.push("air_rounds", Rounds(data.side, task.mission.hex, planes))


def _scramble(run: Run, data: AirOperations, task: Task) -> None:
    run.push("air_scramble", Scramble(run.look.enemy(data.side), task.name))


def _intercept(run: Run, data: AirOperations, task: Task) -> None:
    run.push("air_rounds", Rounds(run.look.enemy(data.side), task.mission.hex, task.interceptors, task.name))


def _resolve(run: Run, data: AirOperations, task: Task) -> None:
    run.push("air_sortie", task.mission)


def _flak(run: Run, data: AirOperations, task: Task) -> None:
    run.push("air_flak", task.mission)


def _home(run: Run, data: AirOperations, task: Task) -> None:
    """N14-end-of-phase-return."""
    planes = flying(run.look, task.mission)
    run.emit(MissionOver(case="N14-end-of-phase-return", side=data.side, task=task.name))
    fly_home(run, planes, "N14-end-of-phase-return")


def _brings(look: Look, task: Task, kind: AirTask) -> bool:
    """Also without anybody on the mission: what was loaded has landed with who aborted over its base, or is lost."""
    return kind.stage == "transport" and bool(flying(look, task.mission) or task.mission.cargo)


def _of(stage_: str) -> Callable[[Look, Task, AirTask], bool]:
    return lambda look, task, kind: kind.stage == stage_ and bool(flying(look, task.mission))


def _goes_home(look: Look, task: Task, kind: AirTask) -> bool:
    """All but those that stay, while somebody is left to stay."""
    return not kind.stays or not flying(look, task.mission)


PHASE = Procedure(
    "air_operations",
    AirOperations,
    (
        Do("refit", refit),
        Choose(
            "assign",
            "Assign missions: plan one, or end the assignment and fly them",
            lambda look, data: data.side if data.begun or plannable(look, data.side) else None,
            (
                series.OPTION,
                Option(Done, only(Done()), always_legal, lambda run, data, action: run.go_on()),
            ),
            case="N14-assign-fighters",
        ),
        *stage("sweeps", _of("sweep"), _sweep),
        *stage("scramble", lambda look, task, kind: may_be_intercepted(look, task), _scramble),
        *stage("interceptions", lambda look, task, kind: bool(task.interceptors), _intercept),
        *stage("day_missions", _of("day"), _resolve),
        *stage("night_missions", _of("night"), _resolve),
        *stage("flak", lambda look, task, kind: kind.strike and bool(flying(look, task.mission)), _flak),
        *stage("interdictions", _of("interdiction"), _resolve),
        *stage("transports", _brings, _resolve),
        *stage("home", _goes_home, _home),
    ),
)


# --- one mission -------------------------------------------------------------------------------------------------


def resolve(run: Run, data: Mission) -> None:
    """What the mission is for."""
    planes = flying(run.look, data)
    if planes:
        kind_of(run.look, data.kind).resolve(run, data, planes)


SORTIE = Procedure(
    "air_sortie",
    Mission,
    (
        Do("take_home", series.take_home),
        *CARGO_LOSS,
        Do("unload", series.unload),
        Do("resolve", resolve),
    ),
)
FLAK = Procedure("air_flak", Mission, FLAK_STEPS)


def flak_points(look: Look, side: str, hex_: int, kind: MissionKind, planes: tuple[Plane, ...]) -> Tally[int]:
    """Strong bases count against strikes on them only (N14.4-roll-airbase); Patrol Zones never (N14.4-exempt)."""
    target = target_of(look, side, hex_, kind, planes)
    raids = isinstance(kind, AirTask) and kind.raids
    return dice.flak_tally(look.world.charts, target if raids else replace(target, air_base=0))


def patrolling(look: Look, side: str) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """N14-interception-patrol: the hexes of patrols."""
    found: dict[int, tuple[str, ...]] = {}
    for task in tasks_of(look.state, side):
        if task.mission.kind == "patrol":
            planes = tuple([plane.id for plane in flying(look, task.mission)])
            found[task.mission.hex] = (*found.get(task.mission.hex, ()), *planes)
    return tuple(sorted((hex_, planes) for hex_, planes in found.items() if planes))


# --- Clean Up ----------------------------------------------------------------------------------------------------


def come_home(run: Run, turn: PlayerTurn) -> None:
    """N2.2-cleanup-air: what the other side has in the air lands."""
    enemy = run.look.enemy(turn.side)
    for task in tasks_of(run.state, enemy):
        planes = flying(run.look, task.mission)
        run.emit(MissionOver(case="N2.2-cleanup-air", side=enemy, task=task.name))
        fly_home(run, planes, "N2.2-cleanup-air")


PROCEDURES = (MISSION, PHASE, SORTIE, FLAK)
EDITS = (("player_turn", "after", "clean_up", Do("air_home", come_home)),)
POLICIES = {"flak_points": flak_points, "patrolling": patrolling}
