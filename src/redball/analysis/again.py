"""Outcomes of a special attack that may roll again after its first result.

The first result is carried out up to the step of the combat procedure that rolls again; from there every
outcome of those dice (`Chance.courses`) is carried out in turn. The odds affect the rest only through these dice,
so one play serves every column. The plain version plays every roll of the dice; a test compares them.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from redball.analysis.policy import Played, Policy, play_each
from redball.core import engine
from redball.core.battle import AnnouncedOdds, CombatRead
from redball.core.dice import NO_DICE
from redball.core.look import Look
from redball.core.procedures import Chance
from redball.core.state import Frame
from redball.rules.combat.played import FIRST_STEP, after_roll
from redball.rules.combat.record import CombatData


def second_throw(look: Look) -> Chance | None:
    """The step of the combat procedure that rolls on the table again, or None."""
    procedure = look.world.edition.procedures["combat"]
    later = procedure.steps[procedure.index(FIRST_STEP) :]
    return next((step for step in later if isinstance(step, Chance) and step.courses is not None), None)


class Ended(NamedTuple):
    """A finished course, with the result of the second roll ("" if there was none)."""

    again: str
    course: Played


class Twice:
    """An announced attack and the outcomes of its results, each played once."""

    def __init__(self, look: Look, data: CombatData, policy: Policy) -> None:
        self.look, self.data, self.policy = look, data, policy
        self._halves: dict[str, list[Played]] = {}
        self._known: dict[Hashable, list[Played]] = {}

    def courses(self, read: CombatRead, odds: AnnouncedOdds) -> list[tuple[Ended, Fraction]]:
        """Every outcome of the first roll at these odds, with its chance."""
        step = second_throw(self.look)
        found: list[tuple[Ended, Fraction]] = []
        for number, half in enumerate(self._first(read.result, step)):
            left = [("", half.look, Fraction(1), ())] if step is None else thrown(half.look, step, read, odds)
            for again, there, chance, due in left:
                key = (read.result, number, *due)
                if key not in self._known:
                    self._known[key] = play_each(there, self.policy)
                for one in self._known[key]:
                    whole = Played(one.look, Fraction(1), half.evaded + one.evaded)
                    found.append((Ended(again, whole), half.chance * chance * one.chance))
        return found

    def _first(self, result: str, step: Chance | None) -> list[Played]:
        """The states before the second roll."""
        if result not in self._halves:
            until = () if step is None else (("combat", step.name),)
            self._halves[result] = play_each(after_roll(self.look, self.data, result), self.policy, until)
        return self._halves[result]


def thrown(
    look: Look, step: Chance, read: CombatRead, odds: AnnouncedOdds
) -> list[tuple[str, Look, Fraction, tuple[Hashable, ...]]]:
    """The looks after the second roll: its result, its chance, and what the result requires."""
    if not look.state.stack:
        return [("", look, Fraction(1), ())]
    *below, top = look.state.stack
    data = replace(top.data, odds=odds, shift=read.shift)
    there = look.at_stack(look.state.change(stack=(*below, Frame(top.procedure, top.step, data))))
    if not step.dice(there, data) or step.courses is None:
        return [("", there, Fraction(1), ())]
    found: list[tuple[str, Look, Fraction, tuple[Hashable, ...]]] = []
    for dice, chance in step.courses(there, data):
        run = engine.Run(there, NO_DICE)
        step.then(run, data, dice)
        rolled: CombatData = run.data
        found.append((rolled.result, run.look, chance, (rolled.attack, rolled.defence)))
    return found
