"""How a plan is carried out: what each task adds to the worth of hexes and of attacks, in thousandths of a point.

`steady`'s own values stay: a task leans on them.
"""

from __future__ import annotations

from collections.abc import Callable

from redball.bots.planner.plans import Group, Plan, Task
from redball.bots.steady.fighters import pressure
from redball.bots.steady.hands import STAUNCH, STEADY, Hands
from redball.bots.steady.places import distances, held_off, strengths, threats, to_enemies, to_goals
from redball.bots.steady.scene import NO_PLAN, Guide
from redball.bots.steady.worth import power
from redball.core.look import Look
from redball.core.state import Unit
from redball.core.world import World, of_world
from redball.rules.units.abilities import attack_capable

GOAL = 30
"""What `steady` gives for a hex nearer to a goal."""
AXIS = 60
"""What a hex nearer to the place that is to be taken is worth."""
BESIDE = 250
"""What a hex beside the enemy who is to be attacked is worth."""
PRESSED, SHY, MEANT = 120, -120, 400
"""What an attack is worth more to those who press, less to those who hold, and more at the place of a
strike."""
Lean = Callable[[int], int]


class Plain(Guide):
    """Hands without a plan."""

    def __init__(self, hands: Hands = STAUNCH) -> None:
        self.hands = hands


class Tasks(Guide):
    """The tasks of a plan, by unit and by hex. `always`: what groups do besides, unless they hold; its hands are the
    plan's."""

    def __init__(self, plan: Plan, always: Guide = NO_PLAN) -> None:
        self.plan, self.always, self.hands = plan, always, always.hands
        self.task_of = {
            uid: task
            for group, task in zip(plan.groups, plan.tasks, strict=True)
            if task.kind != "usual"
            for uid in group.units
        }
        self.targets = {task.hex for task in plan.tasks if task.kind == "strike"}

    def lean(self, look: Look, unit: Unit) -> Lean | None:
        task = self.task_of.get(unit.id)
        if task is None:
            return self.always.lean(look, unit)
        own = LEANS[task.kind](look, unit, task, self.hands)
        other = self.always.lean(look, unit) if task.kind != "hold" else None
        return own if other is None else lambda hex_: own(hex_) + other(hex_)

    def strike(self, look: Look, hex_: int) -> int:
        """By the group that is nearest to the hex."""
        if not self.task_of:
            return 0
        if hex_ in self.targets:
            return MEANT
        near = min(range(len(self.plan.groups)), key=lambda i: (_near(look, self.plan.groups[i], hex_), i))
        return STRIKES.get(self.plan.tasks[near].kind, 0)


def _near(look: Look, group: Group, hex_: int) -> int:
    """Hexes from the nearest unit of a group."""
    known = look.state.units
    return min(
        (look.board.distance(known[u].hex, hex_) for u in group.units if u in known and known[u].on_map), default=99
    )


STRIKES = {"press": PRESSED, "hold": SHY}


def take(look: Look, unit: Unit, task: Task, hands: Hands = STEADY) -> Lean:
    """The way to one place counts, not to the nearest goal."""
    goal, way = to_goals(look, unit.side), to_hex(look.world, task.hex)
    return lambda hex_: GOAL * goal[hex_] - AXIS * way[hex_]


def hold(look: Look, unit: Unit, task: Task, hands: Hands = STEADY) -> Lean:
    """No goal draws; each hex from where it stands costs; half of the danger counts besides what the hands fear."""
    goal, way, risk = to_goals(look, unit.side), to_hex(look.world, unit.hex), danger_to(look, unit)
    return lambda hex_: GOAL * goal[hex_] - GOAL // 2 * way[hex_] - risk(hex_) // 2


def press(look: Look, unit: Unit, task: Task, hands: Hands = STEADY) -> Lean:
    """Attacks that may follow count double, danger half."""
    near, risk = to_enemies(look, unit.side), danger_to(look, unit, hands)
    follow = pressure(look, unit, unit) if attack_capable(look, unit) else None
    return lambda hex_: risk(hex_) // 2 + (follow(hex_) if follow is not None and near[hex_] == 1 else 0)


def strike(look: Look, unit: Unit, task: Task, hands: Hands = STEADY) -> Lean:
    """To the hexes beside the one that is to be attacked; what stands there in strength risks little."""
    goal, way, risk = to_goals(look, unit.side), to_hex(look.world, task.hex), danger_to(look, unit, hands)
    near = set(look.board.neighbours(task.hex)) if attack_capable(look, unit) else frozenset[int]()

    def lean(hex_: int) -> int:
        value = GOAL * goal[hex_] - AXIS * max(1, way[hex_])
        return value + BESIDE + risk(hex_) // 2 if hex_ in near else value

    return lean


LEANS: dict[str, Callable[[Look, Unit, Task, Hands], Lean]] = {
    "take": take,
    "strike": strike,
    "hold": hold,
    "press": press,
}


def danger_to(look: Look, unit: Unit, hands: Hands = STEADY) -> Lean:
    """The danger to the unit in a hex, with those who stand there, as far as these hands fear it."""
    side, strength = unit.side, power(look, unit)
    fought, threatened = strengths(look, side), threats(look, side)

    def risk(hex_: int) -> int:
        if hex_ not in threatened:
            return 0
        others = fought.get(hex_, 0) - (strength if hex_ == unit.hex else 0)
        return held_off(look, side, hex_, threatened[hex_], others + strength, hands)

    return risk


@of_world
def _ways(world: World) -> dict[int, list[int]]:
    return {}


def to_hex(world: World, hex_: int) -> list[int]:
    """Hexes from each hex to one."""
    known = _ways(world)
    if hex_ not in known:
        known[hex_] = distances(world, [(hex_, 0)])
    return known[hex_]
