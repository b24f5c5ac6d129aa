"""Missions that are assigned and in the air, where an edition flies them later than they are planned, or lets aircraft
stay over a hex: one record of the state, so that a game without them has nothing of it.

A task is named by the first of its aircraft, which flies nothing else meanwhile. The kind and the hex are open to
both sides; the aircraft are seen as fog allows (4.8b-E), cargo and escorts are the owner's own knowledge.
"""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions.air import MISSIONS
from redball.core.events import Event
from redball.core.own import drop, find, put
from redball.core.state import State, StateOwn
from redball.core.telling import Names
from redball.rules.air.air import aloft
from redball.rules.air.kind import Mission
from redball.rules.ground.air_force import force_in


class Task(Struct, frozen=True, omit_defaults=True):
    """A mission in the air, and the enemy fighters that are to intercept it. As a side sees it, `called` has the name,
    since fog may hide the aircraft."""

    mission: Mission
    interceptors: tuple[str, ...] = ()
    called: str = ""

    @property
    def name(self) -> str:
        """The first of its aircraft."""
        return self.called or self.mission.planes[0]

    def known(self, seen: frozenset[str], *, own: bool) -> Task:
        """What a side that sees these aircraft knows of it."""
        fighters = tuple([pid for pid in self.interceptors if pid in seen])
        mission = self.mission
        if not own:
            planes = tuple([pid for pid in mission.planes if pid in seen])
            mission = Mission(mission.kind, mission.side, mission.hex, planes)
        return Task(mission, fighters, self.name)


class Tasks(StateOwn, frozen=True):
    """All tasks of both sides, in the order in which they were assigned."""

    tasks: tuple[Task, ...] = ()

    def as_seen(self, look: Any, viewer: str) -> Tasks:
        seen = frozenset(plane.id for plane in force_in(look.state).as_seen(look, viewer).planes)
        return Tasks(tuple([task.known(seen, own=task.mission.side == viewer) for task in self.tasks]))


RECORDS = (Tasks,)


def tasks_in(state: State) -> tuple[Task, ...]:
    """All tasks."""
    found = find(state.own, Tasks) if state.own else None
    return found.tasks if found is not None else ()


def tasks_of(state: State, side: str) -> tuple[Task, ...]:
    """Those of a side."""
    return tuple([task for task in tasks_in(state) if task.mission.side == side])


def task_named(state: State, name: str) -> Task | None:
    """The task of that name."""
    return next((task for task in tasks_in(state) if task.name == name), None)


def task_with(state: State, pid: str) -> Task | None:
    """The task that an aircraft flies."""
    return next((task for task in tasks_in(state) if pid in task.mission.planes), None)


def with_tasks(state: State, tasks: tuple[Task, ...]) -> State:
    """The state with these tasks."""
    return state.change(own=put(state.own, Tasks(tasks)) if tasks else drop(state.own, Tasks))


class MissionAssigned(Event, frozen=True, kw_only=True):
    """A mission that has taken off waits until it is resolved, or stays over its hex."""

    audience: ClassVar[str] = "own"
    mission: Mission

    def apply(self, state: State) -> State:
        return with_tasks(state, (*tasks_in(state), Task(self.mission)))

    def told(self, n: Names) -> str:
        mission = self.mission
        return f"{MISSIONS[mission.kind]} to {n.hex(mission.hex)} is assigned to {n.planes(mission.planes)}"


class InterceptorSent(Event, frozen=True, kw_only=True):
    """A fighter flies to the hex of an enemy mission, the `task`, to intercept it."""

    plane: str
    hex: int
    task: str

    def apply(self, state: State) -> State:
        tasks = [
            replace(task, interceptors=(*task.interceptors, self.plane)) if task.name == self.task else task
            for task in tasks_in(state)
        ]
        return aloft(with_tasks(state, tuple(tasks)), (self.plane,), self.hex)

    def told(self, n: Names) -> str:
        return f"{n.plane(self.plane)} goes to intercept at {n.hex(self.hex)}"


class MissionOver(Event, frozen=True, kw_only=True):
    """The task is done: its aircraft have gone home, or nobody is left of it."""

    audience: ClassVar[str] = "own"
    task: str

    def apply(self, state: State) -> State:
        return with_tasks(state, tuple([task for task in tasks_in(state) if task.name != self.task]))

    def told(self, n: Names) -> str:
        return f"the mission of {n.plane(self.task)} is over"


EVENTS = (MissionAssigned, InterceptorSent, MissionOver)
