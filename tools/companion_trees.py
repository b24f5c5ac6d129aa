"""What the dice of the table companion lead to, as trees: the name of the dice, and for each value of theirs a tree or
the place of an outcome. Dice that are thrown for each of so many are followed by the name of the field that counts
these; what each of them brings of that field is added up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from redball.analysis.companion.kinds import Dice, as_plain
from redball.core.chances import PIPS, SUMS, Spread, Throw

Tree = Any
"""The place of an outcome, or a list: dice, trees, and perhaps a field."""
SIX = 6


class Trees:
    """Trees of one form of a kind, with the outcomes that they share."""

    def __init__(self, dice: Mapping[str, Dice], each: Mapping[str, str]) -> None:
        self._dice, self._each = dice, each
        self._outcomes: dict[Any, int] = {}

    def tree(self, procedure: Callable[[Throw], Any], fallen: tuple[int, ...] = ()) -> Tree:
        """What the dice lead to that are thrown after those that have fallen."""
        try:
            outcome = procedure(Script(fallen))
        except Next as wanted:
            values = SUMS if self._dice[wanted.name] == "two" else PIPS
            node = [wanted.name, [self.tree(procedure, (*fallen, value)) for value in values]]
            return [*node, self._each[wanted.name]] if wanted.name in self._each else node
        return self._outcomes.setdefault(outcome, len(self._outcomes))

    def spread(self, tree: Tree, question: Mapping[str, Any]) -> Spread[Any]:
        """Every fall of the dice, counted as the page does it."""
        if isinstance(tree, int):
            return Spread.sure([*self._outcomes][tree])
        _, leads, *each = tree
        least, values = (1, PIPS) if len(leads) == SIX else (2, SUMS)
        found = Spread(values).then(lambda value: self.spread(leads[value - least], question))
        return several(found, each[0], question[each[0]]) if each else found

    def outcomes(self) -> list[Any]:
        """Outcomes in the order of their places, as plain data."""
        return [as_plain(outcome) for outcome in self._outcomes]


def several(one: Spread[Any], field: str, times: int) -> Spread[Any]:
    """The same dice for each of so many: what they bring of a field is added up."""
    total = one.map(lambda outcome: replace(outcome, **{field: 0}))
    for _ in range(times):
        total = total.then(lambda before: one.map(lambda more: added(before, more, field)))
    return total


def added(before: Any, more: Any, field: str) -> Any:
    """An outcome with what another one has of a field."""
    return replace(before, **{field: getattr(before, field) + getattr(more, field)})


class Next(Exception):
    """The procedure throws dice that have not fallen yet."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Script:
    """Dice that have fallen; the first one after them is asked for. Raises Next."""

    def __init__(self, fallen: tuple[int, ...]) -> None:
        self._left = list(fallen)

    def one(self, name: str = "die") -> int:
        """One die."""
        if not self._left:
            raise Next(name)
        return self._left.pop(0)

    def two(self, name: str = "dice") -> int:
        """The sum of two dice."""
        return self.one(name)
