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
from redball.rules.combat.record import CombatData
from redball.rules.combat.retreat import RetreatData

REACTION = "reaction"
SEGMENTS = ("movement_segment", "barrage_segment")

T = TypeVar("T", bound=Action)


def at_of(look: Look, open_: Decision) -> str:
    """The name by which questions know a decision: `combat.terrain`; in a Reaction Phase `reaction/barrage_segment...`,
    for there it is another question what a segment is for."""
    name = f"{open_.procedure.name}.{open_.step.name}"
    return f"{REACTION}/{name}" if look.state.clock.phase == REACTION and open_.procedure.name in SEGMENTS else name


class Asked:
    """The decision with its legal actions. Policies read only `look`, what the side may believe, and change nothing."""

    def __init__(self, truth: Look, open_: Decision, offered: Offered) -> None:
        self._truth = truth
        self._stack = truth.state.stack
        self.side = open_.side
        self.data: Any = open_.data
        self.at = at_of(truth, open_)
        self.offered = offered

    @cached_property
    def look(self) -> Look:
        """What the side may believe."""
        return believed(self._truth, self.side)

    @property
    def enemy(self) -> str:
        """The other side."""
        return self.look.enemy(self.side)

    @cached_property
    def fight(self) -> CombatData | None:
        """The combat in which the decision comes up."""
        fights = (frame.data for frame in reversed(self._stack) if isinstance(frame.data, CombatData))
        return next(fights, None)

    @cached_property
    def where(self) -> int:
        """The hex that the decision is about, -1 if it is about none: of a retreat the one it began in."""
        if isinstance(self.data, RetreatData):
            return self.data.groups[0].origin
        found = (hex_ for frame in reversed(self._stack) if isinstance(hex_ := getattr(frame.data, "hex", None), int))
        return next(found, -1)

    @cached_property
    def concerned(self) -> tuple[str, ...]:
        """Own units that the decision concerns: those that retreat or attack, otherwise those in its hex."""
        if isinstance(self.data, RetreatData):
            return self.data.groups[0].units
        if self.fight is not None and self.fight.side == self.side:
            return self.fight.attackers
        return tuple([unit.id for unit in self.look.units_at(self.where, self.side)]) if self.where >= 0 else ()

    def of(self, kind: type[T]) -> Sequence[T]:
        """The legal actions of one kind."""
        return cast(Sequence[T], self.offered.get(kind, ()))

    def knows(self, uid: str) -> bool:
        """The side can see the unit."""
        return uid in self.look.state.units

    def unit(self, uid: str) -> Unit:
        """A unit that the side knows."""
        return self.look.unit(uid)
