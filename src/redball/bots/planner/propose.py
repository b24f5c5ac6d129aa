"""Which tasks are worth a trial for a group."""

from __future__ import annotations

from random import Random

from redball.bots.planner.groups import groups_of
from redball.bots.planner.plans import Group, Plan, Task
from redball.bots.steady.odds import ground_worth
from redball.bots.steady.places import enemy_power, strengths
from redball.core.look import Look

AIMS = 2
"""Places that a group may be sent to, and enemy stacks at which it may strike."""
SLOTS = ("usual", "press", "hold", *(f"{kind} {n}" for kind in ("take", "strike") for n in range(1, AIMS + 1)))
"""Where tasks stand in `menu`."""
FAR = 12
"""Hexes from its centre beyond which a place is not for a group."""
AT_HAND = 3
"""Hexes from which units may take part in a strike."""
ENOUGH = 3
"""Odds beyond which a strike is not any better."""


def usual(look: Look, side: str) -> Plan:
    """Everybody as usual."""
    groups = groups_of(look, side)
    return Plan(groups, (Task(),) * len(groups))


def menu(look: Look, side: str, group: Group) -> dict[str, Task]:
    """All tasks for a group, each in its slot (one of SLOTS); the best places and stacks first."""
    found = {"usual": Task(), "press": Task("press"), "hold": Task("hold")}
    found |= {f"take {n}": Task("take", hex_) for n, hex_ in enumerate(aims(look, side, group), 1)}
    return found | {f"strike {n}": Task("strike", hex_) for n, hex_ in enumerate(targets(look, side, group), 1)}


def options(look: Look, side: str, group: Group, lot: int) -> list[Task]:
    """The tasks to try for a group, in an order that depends on the lot."""
    found = [task for task in menu(look, side, group).values() if task.kind != "usual"]
    Random(f"{lot}/{group.name}").shuffle(found)
    return found


def with_task(plan: Plan, number: int, task: Task) -> Plan:
    """The plan with another task for one group."""
    return Plan(plan.groups, (*plan.tasks[:number], task, *plan.tasks[number + 1 :]))


def aims(look: Look, side: str, group: Group) -> list[int]:
    """Victory hexes for a group: those that count most and are nearest, the enemy's before the own."""

    def fitness(hex_: int, points: int) -> tuple[int, int]:
        own = look.state.control.get(hex_) == side
        return look.board.distance(group.hex, hex_) + (6 if own else 0) - points, hex_

    places = {entry.hex: entry.points for entry in look.world.scenario.victory.hexes}
    near = [h for h in places if look.board.distance(group.hex, h) <= FAR]
    return sorted(near, key=lambda h: fitness(h, places[h]))[:AIMS]


def targets(look: Look, side: str, group: Group) -> list[int]:
    """Enemy stacks for a strike: by the strength of the group at hand against theirs, and what the ground is worth."""
    units = [look.unit(uid) for uid in group.units if look.unit(uid).on_map]
    mine = {unit.hex for unit in units}
    own = {hex_: strength for hex_, strength in strengths(look, side).items() if hex_ in mine}
    found = []
    for hex_, held in enemy_power(look, side).items():
        at_hand = sum(strength for h, strength in own.items() if look.board.distance(h, hex_) <= AT_HAND)
        odds = min(ENOUGH, at_hand / max(12, held))
        if odds >= 1:
            found.append((odds * ground_worth(look, side, hex_), -hex_))
    return [-hex_ for _, hex_ in sorted(found, reverse=True)[:AIMS]]
