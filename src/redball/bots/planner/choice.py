"""Which plan: tasks are tried in rounds, each in other imagined games, and the more promising ones of each group go on.

One game tries a task of every group, since what happens is put down to the groups by place. What was seen of a task is
weighed against what tasks gain in general (`beliefs`), because the best of many looks better than it is.
"""

from __future__ import annotations

from collections.abc import Generator
from statistics import fmean

from msgspec import Struct

from redball.bots.planner import propose
from redball.bots.planner.beliefs import Beliefs
from redball.bots.planner.ground_words import ground_words
from redball.bots.planner.mission_words import Deeds, mission_words
from redball.bots.planner.plans import NOTHING, Judged, Plan, Record, Task
from redball.bots.planner.rollout import Outcome, play_out
from redball.bots.planner.words import believed_words, feared_words, supply_words, sure_words, words
from redball.bots.steady.hands import STAUNCH, Hands
from redball.core.look import Look
from redball.game import Game
from redball.game.sight.belief import believed

HORIZON = 2
"""Player Turns of a rollout: the rest of this one, and the enemy's answer."""
FULL = 190
"""Counters of a scenario up to which a level imagines all of its games. By this number a Player Turn of Smolensk takes
less than a minute at the highest level."""
Thinking = Generator[None, None, Record]
"""Stops after every rollout; at last there is a plan."""


class Effort(Struct, frozen=True):
    """How much is tried: in each round so many tasks of each group, in so many games; and by which hands the side
    plays, in these games as in its own."""

    rounds: tuple[tuple[int, int], ...]
    hands: Hands = STAUNCH

    @property
    def rollouts(self) -> int:
        """The most rollouts that it takes: in each game one plays as usual."""
        return sum((width + 1) * games for width, games in self.rounds)

    def among(self, counters: int) -> Effort:
        """The same work in a scenario of so many counters: with more than `FULL` fewer games are imagined, since a
        rollout's time grows with their square, and second thoughts take theirs. A round keeps a game at least.

        >>> slow = Effort(((6, 6), (4, 6), (3, 6), (2, 8)))
        >>> slow.among(190) == slow
        True
        >>> slow.among(280).rounds
        ((6, 1), (4, 2), (3, 2), (2, 3))
        """
        share = min(1.0, (FULL / max(1, counters)) ** 3)
        so_far = [int(share * sum(games for _, games in self.rounds[:end])) for end in range(len(self.rounds) + 1)]
        return Effort(
            tuple(
                (width, max(1, end - begin))
                for (width, _), begin, end in zip(self.rounds, so_far, so_far[1:], strict=False)
            ),
            self.hands,
        )


class Trials:
    """What was measured: in each imagined game the outcome without a plan and of each plan that was tried there."""

    def __init__(self, game: Game, side: str, base: Plan, first_lot: int, hands: Hands) -> None:
        self.game, self.side, self.base, self.first_lot, self.hands = game, side, base, first_lot, hands
        self.outcomes: dict[int, dict[Plan, Outcome]] = {}

    def play(self, plan: Plan, number: int) -> None:
        """Play a plan in the imagined game of that number.

        Raises NotImaginable.
        """
        found = self.outcomes.setdefault(number, {})
        if plan not in found:
            found[plan] = play_out(self.game, self.side, plan, self.first_lot + number, HORIZON, self.hands)

    def gains(self, number: int, group: int) -> dict[Task, float]:
        """What each task that was tried in a game brought to a group there, compared with play as usual."""
        played = self.outcomes[number]
        usual = played[self.base].shares[group]
        tasks: dict[Task, list[float]] = {}
        for plan, outcome in played.items():
            if plan.tasks[group].kind != "usual":
                tasks.setdefault(plan.tasks[group], []).append(outcome.shares[group] - usual)
        return {task: fmean(found) for task, found in tasks.items()}

    def ended(self, plan: Plan) -> list[Outcome]:
        """What came of each game in which the side played by the plan."""
        return [found[plan] for found in self.outcomes.values() if plan in found]

    def deeds(self, group: int, task: Task) -> list[Deeds]:
        """What a group did with a task in each game in which it had it."""
        return [
            outcome.deeds[group]
            for found in self.outcomes.values()
            for plan, outcome in found.items()
            if plan.tasks[group] == task
        ]


def thinking(game: Game, side: str, effort: Effort, first_lot: int, present: Plan = NOTHING) -> Thinking:
    """Find the plan for the rest of this Player Turn. `present`: the plan so far, whose tasks are tried first and are
    believed to be good until they turn out to be worse than none.

    Raises NotImaginable.
    """
    look = believed(game.look, side)
    base = propose.usual(look, side)
    trials = Trials(game, side, base, first_lot, effort.hands)
    before = Plan(base.groups, tuple([present.task_of(group.name) for group in base.groups]))
    beliefs = [
        Beliefs(first_of(look, side, before, number, first_lot), before.tasks[number])
        for number in range(len(base.groups))
    ]
    number, tried = 0, base
    for width, games in effort.rounds if beliefs else ():
        for _ in range(games):
            plans = crossed(base, [of_group.ranked()[:width] for of_group in beliefs])
            for plan in (base, *plans):
                trials.play(plan, number)
                yield
            for group, of_group in enumerate(beliefs):
                of_group.see(trials.gains(number, group))
            number, tried = number + 1, plans[0]
    plan = Plan(base.groups, tuple([of_group.best() for of_group in beliefs]))
    played = trials.ended(plan) or trials.ended(tried)
    deeds = [trials.deeds(group, task) for group, task in enumerate(plan.tasks)]
    return record_of(game, side, chosen_of(plan, beliefs, number), judged(base, beliefs), played, deeds)


def chosen_of(plan: Plan, beliefs: list[Beliefs], games: int) -> Judged:
    """The plan that is carried out, by what its tasks are believed to gain together."""
    pairs = [(of_group, task) for of_group, task in zip(beliefs, plan.tasks, strict=True) if task.kind != "usual"]
    gain = sum(of_group.gain(task) for of_group, task in pairs)
    error = sum(of_group.error(task) ** 2 for of_group, task in pairs) ** 0.5
    return Judged(plan, round(gain, 2), round(error, 2), games)


def judged(base: Plan, beliefs: list[Beliefs]) -> list[Judged]:
    """Each task that was tried, as a plan for its group alone."""
    return [
        Judged(propose.with_task(base, group, task), round(found.gain(task), 2), round(found.error(task), 2), games)
        for group, found in enumerate(beliefs)
        for task, games in found.seen.items()
        if games
    ]


def first_of(look: Look, side: str, present: Plan, group: int, lot: int) -> list[Task]:
    """The tasks to try for a group: first the one that it has."""
    found = propose.options(look, side, present.groups[group], lot)
    return found if present.tasks[group].kind == "usual" else list(dict.fromkeys((present.tasks[group], *found)))


def crossed(base: Plan, kept: list[list[Task]]) -> list[Plan]:
    """Plans in which each task of each group is tried once; a group with fewer tasks begins again."""
    most = max(map(len, kept))
    rows = [[tasks[i % len(tasks)] if tasks else Task() for tasks in kept] for i in range(most)]
    return [Plan(base.groups, tuple(row)) for row in rows]


def record_of(
    game: Game, side: str, chosen: Judged, tried: list[Judged], played: list[Outcome], deeds: list[list[Deeds]]
) -> Record:
    """What is kept of it. `played`: what came of each game by the plan, or by the one that was tried last in its
    stead; `deeds`: what each group did in those in which it had its task."""
    look, clock = believed(game.look, side), game.state.clock
    expected = tuple([ground_words(look, found) for found in deeds])
    return Record(
        clock.turn,
        side,
        clock.phase,
        chosen,
        tuple(sorted(tried, key=lambda one: -one.gain)),
        words(look, chosen.plan, expected),
        feared_words(look, side),
        believed_words(game, side),
        sure_words(chosen, len(tried)),
        supply_words(look, side, [outcome.spent for outcome in played], [outcome.brought for outcome in played]),
        mission_words(look, side, [outcome.missions for outcome in played]),
        expected,
    )
