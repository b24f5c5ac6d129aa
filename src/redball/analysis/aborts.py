"""What voluntary aborts before an Air Combat could make of it (14.3d-A): nobody can foresee whom a side sends home, so
of every number the least and the most is told, whatever one side aborts while the other one keeps all of its aircraft.

Each choice is reckoned to its end. Aircraft that are alike count as a number of their sort, so that seven of two sorts
are 11 choices and not 127.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import product

from msgspec import Struct

from redball.analysis.bounds import Span
from redball.core.look import Look
from redball.rules.air.combat import Aircraft, Standing
from redball.rules.air.outcomes import Outcomes, Planes
from redball.rules.air.points import AIR_COMBAT


class Contest(Struct, frozen=True):
    """An Air Combat as it begins: which of its sides is that of the mission, and whether it is a sweep."""

    start: Standing
    mission: int
    sweep: bool


class AbortSpans(Struct, frozen=True):
    """What the aborts of one side could make of an Air Combat: the chances that some of the mission get past and that
    all of the enemy are driven off, and the steps that both lose in it."""

    past: Span
    driven_off: Span
    own_steps: Span
    their_steps: Span


def abort_spans(look: Look, contest: Contest) -> tuple[AbortSpans | None, AbortSpans | None]:
    """Those of the mission and those of the enemy; None for a side that has nobody to spare."""
    outcomes, mission = Outcomes(look.world.charts, look.policies[AIR_COMBAT](contest.sweep)), contest.mission
    return _spans(outcomes, contest, mission), _spans(outcomes, contest, 1 - mission)


def _spans(outcomes: Outcomes, contest: Contest, side: int) -> AbortSpans | None:
    sides, mission = contest.start.sides, contest.mission
    if len(sides[side]) < 2:
        return None
    one, other = (tuple([Aircraft(p.rating, p.parenthesized, home=p.home) for p in planes]) for planes in sides)
    found = outcomes.expected([*choices((one, other), side)], partial(_told, mission), (mission, 1 - mission))
    return AbortSpans(*(Span(min(values), max(values)) for values in zip(*found, strict=True)))


def _told(mission: int, end: Standing) -> tuple[int, int]:
    return bool(end.sides[mission]), not end.sides[1 - mission]


def choices(sides: tuple[Planes, Planes], side: int) -> Iterator[Standing]:
    """The combat after every way to abort aircraft of one side, which may be none: at least one stays and fights."""
    sorts = Counter(sides[side])
    one, other = (_of(Counter(planes)) for planes in sides)
    for numbers in product(*(range(many + 1) for many in sorts.values())):
        if any(numbers):
            left = _of(dict(zip(sorts, numbers, strict=True)))
            yield Standing((left, other) if side == 0 else (one, left))


def _of(sorts: Mapping[Aircraft, int]) -> Planes:
    """So many of each sort, in an order that does not depend on how they were told."""
    key = sorted(sorts, key=lambda plane: (-plane.rating, plane.parenthesized, plane.home))
    return tuple([plane for plane in key for _ in range(sorts[plane])])
