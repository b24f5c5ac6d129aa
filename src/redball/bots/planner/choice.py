"""Which plan: tasks are tried in rounds, each in other imagined games, and the better ones of each group are kept.

One game tries a task of every group, since what happens is put down to the groups by place.
"""

from __future__ import annotations

from collections.abc import Generator
from statistics import fmean

from redball.bots.planner import propose
from redball.bots.planner.plans import NOTHING, Judged, Plan, Record, Task
from redball.bots.planner.rollout import Outcome, play_out
from redball.bots.planner.words import believed_words, feared_words, sure_words, words
from redball.game import Game
from redball.game.sight.belief import believed

NOISE = 3.0
"""Points by which the gain of a task spreads from one imagined game to another: assumed as long as few were played."""
HORIZON = 2
"""Player Turns of a rollout: the rest of this one, and the enemy's answer."""
WIDTHS = ((40, (8, 4, 2, 1)), (12, (5, 3, 1)), (4, (3,)))
"""How many tasks of each group are tried in each round, by the least number of rollouts."""
Thinking = Generator[None, None, Record]
"""Stops after every rollout; at last there is a plan."""


class Trials:
    """What was measured: in each imagined game the outcome without a plan and of each plan that was tried there."""

    def __init__(self, game: Game, side: str, base: Plan, first_lot: int) -> None:
        self.game, self.side, self.base, self.first_lot = game, side, base, first_lot
        self.outcomes: dict[int, dict[Plan, Outcome]] = {}

    def play(self, plan: Plan, number: int) -> None:
        """Play a plan in the imagined game of that number.

        Raises NotImaginable.
        """
        found = self.outcomes.setdefault(number, {})
        if plan not in found:
            found[plan] = play_out(self.game, self.side, plan, self.first_lot + number, HORIZON)

    def gains(self, group: int, task: Task) -> list[float]:
        """What a task brought to its group in each game more than playing as usual."""
        gains = []
        for found in self.outcomes.values():
            usual = found[self.base].shares[group]
            those = [outcome.shares[group] for plan, outcome in found.items() if plan.tasks[group] == task]
            if those:
                gains.append(fmean(those) - usual)
        return gains

    def ranked(self, group: int, tasks: list[Task]) -> list[Task]:
        """Tasks of one group, the best first."""
        return sorted(tasks, key=lambda task: -self.judged(group, task).gain)

    def judged(self, group: int, task: Task) -> Judged:
        """A task of one group by its games so far."""
        gains = self.gains(group, task)
        mean = fmean(gains)
        spread = (NOISE**2 + sum((gain - mean) ** 2 for gain in gains)) / len(gains)
        plan = propose.with_task(self.base, group, task)
        return Judged(plan, round(mean, 2), round((spread / len(gains)) ** 0.5, 2), len(gains))


def thinking(game: Game, side: str, rollouts: int, first_lot: int, present: Plan = NOTHING) -> Thinking:
    """Find the plan for the rest of this Player Turn, by at most so many rollouts (less than 4: without a plan).
    `present`: the plan so far, whose tasks are tried first and stay unless they turn out to be worse than none.

    Raises NotImaginable.
    """
    look = believed(game.look, side)
    base = propose.usual(look, side)
    trials = Trials(game, side, base, first_lot)
    before = tuple([present.task_of(group.name) for group in base.groups])
    kept = [
        list(dict.fromkeys((*([task] if task.kind != "usual" else []), *propose.options(look, side, group, first_lot))))
        for group, task in zip(base.groups, before, strict=True)
    ]
    widths = next((widths for least, widths in WIDTHS if rollouts >= least), ())
    games, number = rollouts // (sum(widths) + len(widths)) if widths else 0, 0
    tried: list[list[Task]] = [[] for _ in kept]
    for width in widths if kept else ():
        kept = [tasks[:width] for tasks in kept]
        for _ in range(games):
            for plan in (base, *crossed(base, kept)):
                trials.play(plan, number)
                yield
            number += 1
        tried = [list(dict.fromkeys((*tasks, *more))) for tasks, more in zip(tried, kept, strict=True)]
        kept = [trials.ranked(group, tasks) for group, tasks in enumerate(kept)]
    found = [[trials.judged(group, task) for task in tasks] for group, tasks in enumerate(tried)]
    return record_of(game, side, Plan(base.groups, before), found)


def best_of(tried: list[Judged], present: Plan, group: int) -> Judged | None:
    """The best task of a group, None if that is to play as usual."""

    def sure(one: Judged) -> float:
        return one.gain + (one.error if one.plan.tasks[group] == present.tasks[group] else -one.error)

    best = max(tried, key=sure, default=None)
    return best if best is not None and sure(best) > 0 else None


def crossed(base: Plan, kept: list[list[Task]]) -> list[Plan]:
    """Plans in which each task of each group is tried once; a group with fewer tasks begins again."""
    most = max(map(len, kept))
    rows = [[tasks[i % len(tasks)] if tasks else Task() for tasks in kept] for i in range(most)]
    return [Plan(base.groups, tuple(row)) for row in rows]


def record_of(game: Game, side: str, present: Plan, found: list[list[Judged]]) -> Record:
    """The plan in which each group has its best task, if that is ahead by more than its standard error; a task that it
    has at present, if it is not behind by more."""
    look, clock = believed(game.look, side), game.state.clock
    taken = [best_of(each, present, group) for group, each in enumerate(found)]
    tasks = [Task() if one is None else one.plan.tasks[group] for group, one in enumerate(taken)]
    plan = Plan(present.groups, tuple(tasks))
    sure = [one for one in taken if one is not None]
    chosen = Judged(
        plan,
        round(sum(one.gain for one in sure), 2),
        round(sum(one.error**2 for one in sure) ** 0.5, 2),
        min((one.games for one in sure), default=0),
    )
    tried = tuple(sorted((one for each in found for one in each), key=lambda one: -one.gain))
    return Record(
        clock.turn,
        side,
        clock.phase,
        chosen,
        tried,
        words(look, plan),
        feared_words(look, side),
        believed_words(game, side),
        sure_words(chosen, len(tried)),
    )
