"""Plans: what the groups of a side are to do in a Player Turn, and how sure the bot was of that.

They are records: a bot keeps those that it made (`PlannerBot.plans`), and whoever shows a game may read them.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

TaskKind = Literal["usual", "take", "strike", "press", "hold"]
"""`usual`: as `steady` plays. `take` a place: go for it, rather than for whatever is nearest. `hold`: stay in the line
and seek cover. `press`: attack wherever it pays, even at some risk. `strike`: all
together at the enemy in one hex."""


class Group(Struct, frozen=True):
    """Units that act together in a plan: the ids of combat units of one side, the name under which the plan speaks of
    them, and the hex about which they stand."""

    name: str
    units: tuple[str, ...]
    hex: int


class Task(Struct, frozen=True):
    """What a group is to do: a kind, and the hex that it is about (-1: none)."""

    kind: TaskKind = "usual"
    hex: int = -1


class Plan(Struct, frozen=True):
    """A task for each group of a side, in the order of the groups."""

    groups: tuple[Group, ...]
    tasks: tuple[Task, ...]

    @property
    def changes(self) -> int:
        """How many groups do not act as usual."""
        return sum(task.kind != "usual" for task in self.tasks)

    def task_of(self, name: str) -> Task:
        """The task of the group of that name."""
        return next((task for group, task in zip(self.groups, self.tasks, strict=True) if group.name == name), Task())


NOTHING = Plan((), ())
"""A plan for nobody."""


class Judged(Struct, frozen=True):
    """A plan that was tried: by how many points (`gain`) its groups are believed to end better than without a plan,
    after so many imagined `games`, and how far off that may be (`error`, a standard deviation)."""

    plan: Plan
    gain: float
    error: float
    games: int


class Record(Struct, frozen=True):
    """What the bot decided and why. `turn`, `side`, `phase`: when. `chosen` is carried out; `tried` are all, the best
    first. `words` say the plan, a sentence for each group; `feared` what threatened, `believed` what it took for
    granted of what it does not see, `sure` how sure it was, `supply` what it expects to spend in this Player Turn,
    `missions` what its aircraft and ships are expected to do in it ("": it has none, or no game was imagined),
    `expected` what each group is ("": nothing; empty: no game was imagined)."""

    turn: int
    side: str
    phase: str
    chosen: Judged
    tried: tuple[Judged, ...]
    words: tuple[str, ...]
    feared: str
    believed: str
    sure: str
    supply: str = ""
    missions: str = ""
    expected: tuple[str, ...] = ()
