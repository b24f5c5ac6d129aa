"""Procedures are tables of named steps; an open one is a `Frame` on the state's stack.

Three kinds of step. `Choose`: who decides, which options there are; it is repeated until `decides` answers None.
`Chance`: which dice and what they mean; the only place where dice fall. `Do`: automatic. A step that changes the
game does so through the `Run` it is given: `emit` an event, `set` the frame's record, `go` to a named step, `push`
another procedure, `finish`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from redball.core.actions import Action
from redball.core.chances import Courses
from redball.core.edition import EditionError
from redball.core.look import Look
from redball.core.refusals import Refusal

if TYPE_CHECKING:
    from redball.core.engine import Run


@dataclass(frozen=True)
class Option:
    """One kind of action at a decision. `refuse` is the only place that says no to it.

    `exact`: the candidates are none but legal actions, so that the list of legal actions need not ask `refuse` again.
    """

    action: type[Action]
    candidates: Callable[[Look, Any], Iterable[Action]]
    refuse: Callable[[Look, Any, Any], Refusal | None]
    take: Callable[[Run, Any, Any], None]
    exact: bool = False


def only(*actions: Action) -> Callable[[Look, Any], tuple[Action, ...]]:
    """Candidates of an option that has the same few actions everywhere."""
    return lambda look, data: actions


def always_legal(look: Look, data: Any, action: Any) -> Refusal | None:
    """For an option that nothing forbids."""
    return None


@dataclass(frozen=True)
class Choose:
    """A decision. `decides(look, data)` names the side, or None: nothing more to decide, go on to the next step.

    `words` is what the edition calls values that its actions have, for whoever shows them.
    """

    name: str
    prompt: str
    decides: Callable[[Look, Any], str | None]
    options: tuple[Option, ...]
    case: str = ""
    words: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Chance:
    """Dice. `dice(look, data)` is how many six-sided dice are thrown, 0 none at all; `then` gets them.

    `courses(look, data)`: an example throw of each thing that they can come to, with its chance. Exact forecasts follow
    all of them; without, the dice change nothing that a forecast tells.
    """

    name: str
    reason: Callable[[Look, Any], str] | str
    case: str
    dice: Callable[[Look, Any], int]
    then: Callable[[Run, Any, tuple[int, ...]], None]
    side: Callable[[Look, Any], str] | None = None
    courses: Callable[[Look, Any], Courses] | None = None


@dataclass(frozen=True)
class Do:
    """An automatic step."""

    name: str
    run: Callable[[Run, Any], None]


Step = Choose | Chance | Do


@dataclass(frozen=True)
class Procedure:
    """A table of steps. `data` is the type of its frames' record; `receive` takes the result of a procedure it
    pushed.
    """

    name: str
    data: type
    steps: tuple[Step, ...]
    receive: Callable[[Any, Any], Any] | None = None

    def index(self, step: str) -> int:
        """Where a step stands in the table.

        Raises EditionError for an unknown name.
        """
        found = self._indexes.get(step)
        if found is None:
            raise EditionError(f"procedure {self.name!r} has no step {step!r}")
        return found

    @cached_property
    def _indexes(self) -> dict[str, int]:
        return {step.name: i for i, step in reversed([*enumerate(self.steps)])}

    def edited(self, verb: str, name: str, step: Step | Callable[[Step], Step] | None) -> Procedure:
        """The table with one step replaced, removed, or another put before or after it; to `wrap` one is to make the
        new step from it."""
        i = self.index(name)
        if verb == "wrap":
            assert callable(step)
            return self.edited("replace", name, step(self.steps[i]))
        assert not callable(step)
        new = () if step is None else (step,)
        bounds = {"replace": (i, i + 1), "remove": (i, i + 1), "before": (i, i), "after": (i + 1, i + 1)}
        if verb not in bounds:
            raise EditionError(f"procedure {self.name!r}: unknown edit {verb!r}")
        start, end = bounds[verb]
        return replace(self, steps=self.steps[:start] + new + self.steps[end:])
