"""One open decision as its own side knows it: what every policy of a standing answer reads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, TypeVar, cast

from redball.core.actions import Action
from redball.core.engine import Decision, Offered
from redball.core.look import Look
from redball.core.state import Unit
from redball.game.sight.belief import believed

T = TypeVar("T", bound=Action)


class Asked:
    """The decision with its legal actions. Policies read only `look`, what the side may believe, and change nothing."""

    def __init__(self, truth: Look, open_: Decision, offered: Offered) -> None:
        self._truth = truth
        self.side = open_.side
        self.data: Any = open_.data
        self.at = f"{open_.procedure.name}.{open_.step.name}"
        self.offered = offered

    @cached_property
    def look(self) -> Look:
        """What the side may believe."""
        return believed(self._truth, self.side)

    @property
    def enemy(self) -> str:
        """The other side."""
        return self.look.enemy(self.side)

    def of(self, kind: type[T]) -> Sequence[T]:
        """The legal actions of one kind."""
        return cast(Sequence[T], self.offered.get(kind, ()))

    def knows(self, uid: str) -> bool:
        """The side can see the unit."""
        return uid in self.look.state.units

    def unit(self, uid: str) -> Unit:
        """A unit that the side knows."""
        return self.look.unit(uid)
