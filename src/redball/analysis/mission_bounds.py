"""The worst and the best case of an air mission under fog: what may lie under the top unit of the target changes the
column of a barrage, and an HQ there adds to Flak.

The mission is foreseen for the stacks at the ends: the top unit alone, and as much as stacking allows; with and without
a hidden HQ, a unit in Strat Mode, Flak units. Nobody intercepts in any of them. More aircraft at a base change nothing
here: the one on top says whether its fighters patrol.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from operator import attrgetter

from msgspec import Struct

from redball.analysis.bounds import Span, span
from redball.analysis.mission import Ended
from redball.analysis.mission_ends import Effect
from redball.analysis.phased_mission import unopposed
from redball.core.chances import Spread
from redball.core.look import Look
from redball.core.state import Unit
from redball.game.sight.beneath import Doubt
from redball.rules.air.flak_fire import FLAK_SYMBOL, is_late
from redball.rules.air.kind import Mission

TOLD = (
    "under the unit that you see lies nothing, or as much as stacking allows of the enemy's combat units that you see"
    " nowhere: more of them are hit more easily, an HQ adds to Flak"
)


class MissionBounds(Struct, frozen=True):
    """The least and the most of a mission that nobody intercepts: the chances of DG and of any effect, the expected
    steps of the enemy, Levels of a base, and own steps."""

    dg: Span
    some: Span
    steps: Span
    levels: Span
    own_steps: Span
    told: str = TOLD

    @property
    def open(self) -> bool:
        """Whether anything depends on what fog hides."""
        return any(one.least < one.most for one in (self.dg, self.some, self.steps, self.levels, self.own_steps))


def mission_bounds(doubt: Doubt, data: Mission) -> MissionBounds:
    """The bounds of a mission against a stack whose top unit alone is seen.

    Raises Unforeseen where dice cannot be foreseen.
    """
    return bounds_of([unopposed(look, data) for look in looks(doubt)], TOLD)


def bounds_of(found: list[Spread[Ended]], told: str) -> MissionBounds:
    """The bounds of what may happen, of all the cases that count."""
    return MissionBounds(
        dg=_chances(found, "dg"),
        some=span(one.chance(lambda end: end.effect != Effect()) for one in found),
        steps=span(one.expect(lambda end: end.effect.steps) for one in found),
        levels=span(one.expect(lambda end: end.effect.levels) for one in found),
        own_steps=span(one.expect(lambda end: end.arrival.lost) for one in found),
        told=told,
    )


def _chances(found: list[Spread[Ended]], field: str) -> Span:
    return span(one.chance(lambda end: getattr(end.effect, field)) for one in found)


def looks(doubt: Doubt) -> Iterator[Look]:
    """What the side believes with each of the stacks at the ends. Density counts one way everywhere, so that those
    between them lie between."""
    look = doubt.look
    hidden = sorted((unit for unit in doubt.each() if unit.id != doubt.top.id), key=attrgetter("id", "steps_lost"))
    hqs = [unit for unit in hidden if look.counter(unit).kind == "hq"]
    others = [unit for unit in hidden if look.counter(unit).kind != "hq"]

    def size(unit: Unit) -> Fraction:
        return Fraction(0 if look.counter(unit).kind == "hq" else look.regimental_equivalents(unit))

    def guns(unit: Unit) -> Fraction:
        return Fraction(look.counter(unit).symbol == FLAK_SYMBOL)

    stacks = [doubt.least(), doubt.most(size)] + ([doubt.most(guns)] if is_late(look) else [])
    for stack in stacks:
        column = [unit.change(marker="strat", facing="move") for unit in (*stack.under, *others)][:1]
        for hq, strat in product(([], hqs[:1]), ([], column)):
            yield doubt.seen_as(stack, *hq, *strat)
