"""What the tasks of a group are believed to gain, after some imagined games.

A gain is measured against play as usual in the same game. It is noisy: from one game to another it spreads by more than
tasks differ. So a task that did well once is believed to be good only as far as that is likely, given how good tasks
are in general. The luck of play as usual is the same in all gains of a game, and is counted so. The numbers come from
`tools/planner_tasks.py` (`docs/planner.md`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from redball.bots.planner.plans import Task

PRIOR = -0.7
"""Points that a task gains its group on the average, before any game: most are worse than play as usual."""
PRESENT = 0.7
"""The same of a task by which the group has played: it was chosen because it did well. From a simulation with these
numbers."""
COMMON, OWN = 2.0, 1.1
"""By how much tasks differ from that, in points squared: all of a group together, and each on its own."""
LUCK = 7.0
"""How much the outcome of one play spreads in one game, in points squared: of a task, and of play as usual."""


class Beliefs:
    """The tasks of one group: the mean of what each is believed to gain, and how these beliefs spread together."""

    def __init__(self, tasks: Iterable[Task], present: Task) -> None:
        self.tasks = list(tasks)
        self.seen = dict.fromkeys(self.tasks, 0)
        self._at = {task: number for number, task in enumerate(self.tasks)}
        self._means = [PRESENT if task == present else PRIOR for task in self.tasks]
        self._spread = [[COMMON + OWN * (one == other) for other in self.tasks] for one in self.tasks]

    def see(self, gains: Mapping[Task, float]) -> None:
        """Take in what tasks gained in one more game."""
        luck = len(self._means)  # of the play as usual in this game: it lowers all gains alike
        means = [*self._means, 0.0]
        spread = [*([*row, 0.0] for row in self._spread), [*([0.0] * luck), LUCK]]
        for task, gain in gains.items():
            self.seen[task] += 1
            at = self._at[task]
            moves = [row[at] - row[luck] for row in spread]
            total = moves[at] - moves[luck] + LUCK
            surprise = gain - (means[at] - means[luck])
            means = [mean + move * surprise / total for mean, move in zip(means, moves, strict=True)]
            spread = [
                [value - move * other / total for value, other in zip(row, moves, strict=True)]
                for row, move in zip(spread, moves, strict=True)
            ]
        self._means, self._spread = means[:luck], [row[:luck] for row in spread[:luck]]

    def gain(self, task: Task) -> float:
        """The points that the task is believed to gain."""
        return self._means[self._at[task]]

    def error(self, task: Task) -> float:
        """How far off that may be, by its standard deviation."""
        at = self._at[task]
        return float(max(0.0, self._spread[at][at]) ** 0.5)

    def ranked(self) -> list[Task]:
        """The tasks, the most promising first; those that promise the same in the order in which they came."""
        return sorted(self.tasks, key=lambda task: -self.gain(task))

    def best(self) -> Task:
        """The most promising task; play as usual if none is believed to gain anything."""
        first = next(iter(self.ranked()), None)
        return first if first is not None and self.gain(first) > 0 else Task()
