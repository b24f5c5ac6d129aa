"""Which plan: tasks are tried in rounds, each in other imagined games, and the better ones of each group are kept.

One game tries a task of every group, since what happens is put down to the groups by place. What was chosen as the best
of many looks better than it is: so the plan is checked in other games before it is believed.
"""

from __future__ import annotations

from collections.abc import Generator
from statistics import fmean

from msgspec import Struct

from redball.bots.planner import propose
from redball.bots.planner.plans import NOTHING, Judged, Plan, Record, Task
from redball.bots.planner.rollout import Outcome, play_out
from redball.bots.planner.words import believed_words, feared_words, supply_words, sure_words, words
from redball.core.look import Look
from redball.game import Game
from redball.game.sight.belief import believed

NOISE = 2.0
"""Points by which the gain of a task spreads from one imagined game to another: assumed as long as few were played."""
HORIZON = 2
"""Player Turns of a rollout: the rest of this one, and the enemy's answer."""
Thinking = Generator[None, None, Record]
"""Stops after every rollout; at last there is a plan."""


class Effort(Struct, frozen=True):
    """How much is tried: so many tasks of each group in each round (`widths`), over so many `games`; and `checks` games
    for the plan that comes of it."""

    widths: tuple[int, ...]
    games: int
    checks: int

    @property
    def rollouts(self) -> int:
        """The most rollouts that it takes."""
        return (sum(self.widths) + len(self.widths)) * self.games + 2 * self.checks


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

    def spent(self, plan: Plan) -> list[dict[str, int]]:
        """What the side spent in each game in which it played by the plan."""
        return [found[plan].spent for found in self.outcomes.values() if plan in found]

    def ranked(self, group: int, tasks: list[Task]) -> list[Task]:
        """Tasks of one group, the best first."""
        return sorted(tasks, key=lambda task: -self.judged(group, task).gain)

    def judged(self, group: int, task: Task) -> Judged:
        """A task of one group by its games so far."""
        return judged(propose.with_task(self.base, group, task), self.gains(group, task))


def judged(plan: Plan, gains: list[float]) -> Judged:
    """A plan by what it gained in each game."""
    return Judged(plan, *measured(gains), len(gains))


def measured(gains: list[float]) -> tuple[float, float]:
    """The mean of what was gained in each game, and its standard error, as if one more game had spread by `NOISE`."""
    mean = fmean(gains)
    spread = (NOISE**2 + sum((gain - mean) ** 2 for gain in gains)) / len(gains)
    return round(mean, 2), round((spread / len(gains)) ** 0.5, 2)


def thinking(game: Game, side: str, effort: Effort, first_lot: int, present: Plan = NOTHING) -> Thinking:
    """Find the plan for the rest of this Player Turn. `present`: the plan so far, whose tasks are tried first and stay
    unless they turn out to be worse than none.

    Raises NotImaginable.
    """
    look = believed(game.look, side)
    base = propose.usual(look, side)
    trials = Trials(game, side, base, first_lot)
    before = Plan(base.groups, tuple([present.task_of(group.name) for group in base.groups]))
    kept = [first_of(look, side, before, number, first_lot) for number in range(len(base.groups))]
    tried: list[list[Task]] = [[] for _ in kept]
    number = 0
    for width in effort.widths if kept else ():
        kept = [tasks[:width] for tasks in kept]
        for _ in range(effort.games):
            for plan in (base, *crossed(base, kept)):
                trials.play(plan, number)
                yield
            number += 1
        tried = [list(dict.fromkeys((*tasks, *more))) for tasks, more in zip(tried, kept, strict=True)]
        kept = [trials.ranked(group, tasks) for group, tasks in enumerate(kept)]
    found = [[trials.judged(group, task) for task in tasks] for group, tasks in enumerate(tried)]
    taken = [best_of(each, before, group) for group, each in enumerate(found)]
    plan = Plan(base.groups, tuple([Task() if one is None else one.plan.tasks[g] for g, one in enumerate(taken)]))
    check = Trials(game, side, base, first_lot)
    for each in range(number, number + effort.checks) if plan.changes else ():
        for one in (base, plan):
            check.play(one, each)
            yield
    chosen = checked(check, plan)
    spent = check.spent(plan) if chosen.plan.changes else trials.spent(base)
    return record_of(game, side, chosen, [one for each in found for one in each], spent)


def first_of(look: Look, side: str, present: Plan, group: int, lot: int) -> list[Task]:
    """The tasks to try for a group: first the one that it has."""
    found = propose.options(look, side, present.groups[group], lot)
    return found if present.tasks[group].kind == "usual" else list(dict.fromkeys((present.tasks[group], *found)))


def crossed(base: Plan, kept: list[list[Task]]) -> list[Plan]:
    """Plans in which each task of each group is tried once; a group with fewer tasks begins again."""
    most = max(map(len, kept))
    rows = [[tasks[i % len(tasks)] if tasks else Task() for tasks in kept] for i in range(most)]
    return [Plan(base.groups, tuple(row)) for row in rows]


def checked(check: Trials, plan: Plan) -> Judged:
    """What is left of a plan after other games: tasks that lost there are dropped, and all of them if the side as a
    whole lost."""
    games = check.outcomes.values()
    if not games:
        return Judged(plan, 0.0, 0.0, 0)
    gains = [found[plan].value - found[check.base].value for found in games]
    lost = [
        sum(found[plan].shares[group] - found[check.base].shares[group] for found in games) < 0
        for group in range(len(plan.groups))
    ]
    tasks = [Task() if lost[group] else task for group, task in enumerate(plan.tasks)]
    left = Plan(plan.groups, tuple(tasks))
    return judged(left, gains) if left.changes and sum(gains) > 0 else Judged(check.base, 0.0, 0.0, len(games))


def best_of(tried: list[Judged], present: Plan, group: int) -> Judged | None:
    """The best task of a group, None if that is to play as usual."""

    def sure(one: Judged) -> float:
        return one.gain + (one.error if one.plan.tasks[group] == present.tasks[group] else -one.error / 2)

    best = max(tried, key=sure, default=None)
    return best if best is not None and sure(best) > 0 else None


def record_of(game: Game, side: str, chosen: Judged, tried: list[Judged], spent: list[dict[str, int]]) -> Record:
    """What is kept of it. `spent`: what was spent in each game by the plan, or by one with more tasks if some were
    dropped."""
    look, clock = believed(game.look, side), game.state.clock
    return Record(
        clock.turn,
        side,
        clock.phase,
        chosen,
        tuple(sorted(tried, key=lambda one: -one.gain)),
        words(look, chosen.plan),
        feared_words(look, side),
        believed_words(game, side),
        sure_words(chosen, len(tried)),
        supply_words(look, side, spent),
    )
