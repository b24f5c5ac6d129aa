"""Drop Plans, and the units that were dropped in this turn: one record of the state.

A plan says where one unit is to be dropped, and in which turn. It is its side's secret until it is flown. Who was
dropped needs no trace supply in that turn (`trace_check`).
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from redball.core.look import Look
from redball.core.own import drop, find, put
from redball.core.state import State, StateOwn, Unit
from redball.core.world import World
from redball.forces.counter import Counter

PARA_SYMBOLS = ("parachute", "para_engineer")
"""What is printed on units that can be dropped by parachute (14.10a)."""


class DropPlan(Struct, frozen=True, omit_defaults=True):
    """A unit, the hex where it is to land, the turn; `delayed`: the turn in which it was last delayed, else 0."""

    unit: str
    hex: int
    turn: int
    delayed: int = 0


class Drops(StateOwn, frozen=True):
    """The plans of both sides in the order of their units, and the units that were dropped in `turn`."""

    plans: tuple[DropPlan, ...] = ()
    landed: tuple[str, ...] = ()
    turn: int = 0

    def in_new_phase(self, state: State) -> Drops | None:
        turn = state.clock.turn
        plans = tuple([replace(plan, delayed=0) if plan.delayed not in (0, turn) else plan for plan in self.plans])
        landed = self.landed if self.turn == turn else ()
        return Drops(plans, landed, turn if landed else 0) if plans or landed else None

    def as_seen(self, look: Any, viewer: str) -> Drops | None:
        """One's own; nothing of the enemy's."""
        own = {unit.id for unit in look.state.units.values() if unit.side == viewer}
        plans = tuple([plan for plan in self.plans if plan.unit in own])
        landed = tuple([uid for uid in self.landed if uid in own])
        return Drops(plans, landed, self.turn if landed else 0) if plans or landed else None


RECORDS = (Drops,)
NO_DROPS = Drops()


def drops_in(state: State) -> Drops:
    """The record of a state; an empty one if it has none."""
    return find(state.own, Drops) or NO_DROPS


def with_drops(state: State, drops: Drops) -> State:
    """The state with this record."""
    return state.change(own=drop(state.own, Drops) if drops == NO_DROPS else put(state.own, drops))


def drops_at_start(world: World) -> Drops:
    """Plans that the scenario made before the game (14.10b-A)."""
    listed = (DropPlan(uid, plan.hex, plan.turn) for plan in world.scenario.drop_plans for uid in plan.units)
    return Drops(tuple(sorted(listed, key=attrgetter("unit"))))


def plan_in(state: State, uid: str) -> DropPlan | None:
    """The plan of a unit."""
    return next((plan for plan in drops_in(state).plans if plan.unit == uid), None)


def with_plan(state: State, plan: DropPlan) -> State:
    """The state with this plan in place of one of the same unit."""
    others = without_plans(state, (plan.unit,))
    drops = drops_in(others)
    return with_drops(others, replace(drops, plans=tuple(sorted((*drops.plans, plan), key=attrgetter("unit")))))


def without_plans(state: State, uids: Iterable[str]) -> State:
    """The state without the plans of these units."""
    drops, gone = drops_in(state), {*uids}
    return with_drops(state, replace(drops, plans=tuple([plan for plan in drops.plans if plan.unit not in gone])))


def with_landed(state: State, uid: str) -> State:
    """The state in which a unit has been dropped in this turn."""
    drops, turn = drops_in(state), state.clock.turn
    before = drops.landed if drops.turn == turn else ()
    return with_drops(state, Drops(drops.plans, tuple(sorted({*before, uid})), turn))


def dropped_now(look: Look, unit: Unit) -> bool:
    """12.6h: it was dropped in this turn, so it needs no trace supply in it."""
    drops = drops_in(look.state) if look.state.own else NO_DROPS
    return unit.id in drops.landed and drops.turn == look.state.clock.turn


def is_para(counter: Counter) -> bool:
    """Whether it has the Para symbol (14.10a)."""
    return counter.is_combat_unit and counter.symbol in PARA_SYMBOLS
