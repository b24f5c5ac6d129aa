"""What must hold of aircraft, bases and Drop Plans after every action."""

from __future__ import annotations

from redball.board.hexes import NO_HEX
from redball.core.look import Look
from redball.core.state import DEAD_PILE, State
from redball.core.world import World
from redball.editions.v1992.stations import STATION
from redball.forces.aircraft import STEPS
from redball.game.watch.broken import InvariantBroken
from redball.rules.air.bases import active_count, active_limit, own_base
from redball.rules.air.decks import capacity, held
from redball.rules.air.homing import Homing
from redball.rules.air.points import MISSION_KINDS
from redball.rules.air.tasks import tasks_in
from redball.rules.ground.air_force import Plane, force_in
from redball.rules.ground.airfields import Crowded
from redball.rules.ground.drops import drops_in

HIGHEST_LEVEL = 3


def check_air(world: World, number: int, state: State) -> None:
    """Raises InvariantBroken: two bases in a hex or a wrong Level; too many Active aircraft at a base while nobody
    chooses who stands down; an aircraft that is neither at an own base or carrier, nor on a mission, nor off the map;
    more aircraft on a carrier than it holds; wrong steps; an unknown or doubled aircraft."""
    force = force_in(state)
    look = Look(world, state)
    hexes = [base.hex for base in force.bases]
    if hexes != sorted(set(hexes)):
        raise InvariantBroken("air", number, "a hex has two air bases, or they are out of order")
    crowded = {frame.data.hex for frame in state.stack if isinstance(frame.data, Crowded)}
    for base in force.bases:
        if not 0 <= base.level <= HIGHEST_LEVEL:
            raise InvariantBroken("air", number, f"an air base of Level {base.level} at {look.hex_name(base.hex)}")
        if base.hex not in crowded and active_count(look, base) > active_limit(world, base):
            raise InvariantBroken("air", number, f"too many Active aircraft at {look.hex_name(base.hex)}")
    if [plane.id for plane in force.planes] != sorted(world.scenario.aircraft):
        raise InvariantBroken("air", number, "aircraft came or went, or are out of order")
    _check_plans(look, number)
    stations = STATION in world.edition.policies[MISSION_KINDS]()
    on_mission = stations or any(
        frame.procedure in ("air_mission", "air_onward", "air_return", "air_deck") for frame in state.stack
    )
    tasked = {pid for task in tasks_in(state) for pid in (*task.mission.planes, *task.interceptors)}
    for plane in force.planes:
        if fault := _fault(look, plane, on_mission or plane.id in tasked):
            raise InvariantBroken("air", number, f"{plane.id} {fault}")


def _check_plans(look: Look, number: int) -> None:
    """14.10b-A: a unit is on one plan at most; plans are in order, for hexes of the map."""
    drops = drops_in(look.state)
    units = [plan.unit for plan in drops.plans]
    if units != sorted(set(units)):
        raise InvariantBroken("air", number, "a unit is on two Drop Plans, or they are out of order")
    for plan in drops.plans:
        if plan.unit not in look.state.units or not 0 <= plan.hex < look.board.size:
            raise InvariantBroken("air", number, f"{plan} is for no unit, or for no hex")
    clock = look.state.clock  # as a turn begins, the record of the last one is still there, and says nothing
    if drops.landed and drops.turn != clock.turn and (drops.turn > clock.turn or clock.phase != "pre_turn"):
        raise InvariantBroken("air", number, f"{drops.landed} were dropped in turn {drops.turn}")


def fleeing(look: Look) -> frozenset[str]:
    """Aircraft that are about to leave a captured base (9.14f-B)."""
    return frozenset(pid for frame in look.state.stack if isinstance(frame.data, Homing) for pid in frame.data.planes)


def _fault(look: Look, plane: Plane, on_mission: bool) -> str:
    """What is wrong with an aircraft, "" if nothing."""
    if not 0 <= plane.steps_lost <= STEPS or (plane.steps_lost == STEPS) != (plane.hex == DEAD_PILE):
        return f"has lost {plane.steps_lost} steps at hex {plane.hex}"
    if plane.base != NO_HEX and not on_mission:
        return "is still on a mission that is over"
    base = own_base(look, plane.side, plane.hex) if plane.parked else None
    if plane.parked and base is None and plane.id not in fleeing(look):
        return f"is at {look.hex_name(plane.hex)}, where its side has no base"
    if base is not None and plane.ship not in (base.ships or ("",)):
        return f"is on {plane.ship or 'no carrier'} at {look.hex_name(plane.hex)}"
    if plane.ship and len(held(look, plane.ship)) > capacity(look.world, plane.ship):
        return f"is one too many on {plane.ship}"
    return ""
