"""The chances of a landing that is drafted: for each group every result of the table, and what it costs.

What is lost by lot is lost with equal chances: each point of the craft and each step of the units alike (18.5f-C).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from msgspec import Struct

from redball.charts import Charts
from redball.core.chances import SUMS
from redball.core.ledger import Ledger
from redball.core.look import Look
from redball.core.telling import counted
from redball.rules.naval.beach import Stakes, due, landing_at, stakes_of
from redball.rules.naval.invasion import Invasion
from redball.rules.naval.landing import Landing, landing_tally


class GroupOutcome(Struct, frozen=True):
    """A result of the table, its probability, and how many points of craft and steps of units it costs."""

    result: str
    p: Fraction
    points: int
    steps: int

    @property
    def text(self) -> str:
        """`mixed: 1 point of Landing Craft is lost`."""
        lost = [counted(self.points, "point") + " of Landing Craft"] if self.points else []
        lost += [counted(self.steps, "step") + " of the units"] if self.steps else []
        return f"{self.result}: {' and '.join(lost) or 'nothing'} lost"


class GroupOdds(Struct, frozen=True):
    """A group of a landing: who is in it, the terrain and modifiers of its roll, the outcomes from failure to success,
    and for each unit the chance that it is destroyed."""

    members: tuple[str, ...]
    terrain: str
    ledger: Ledger
    outcomes: tuple[GroupOutcome, ...]
    destroyed: tuple[tuple[str, Fraction], ...]


def group_outcomes(charts: Charts, landing: Landing, stakes: Stakes) -> tuple[GroupOutcome, ...]:
    """The results of a roll for a group, failure first."""
    by, found = landing_tally(charts, landing).value, dict[str, int]()
    for total, ways in SUMS.items():
        result = str(charts.alt.read(landing.terrain, total + by))
        found[result] = found.get(result, 0) + ways
    codes = charts.alt.codes
    return tuple(
        GroupOutcome(
            result,
            Fraction(found[result], 36),
            due(len(stakes.points), codes[result].landing_craft_lost),
            due(len(stakes.steps), codes[result].units_lost),
        )
        for result in charts.alt.results
        if result in found
    )


def drawn_whole(steps: int, of: int, lost: int) -> Fraction:
    """The chance that a unit of so many `steps` loses all of them when so many of all are lost by lot.

    >>> drawn_whole(1, 3, 2), drawn_whole(2, 3, 2), drawn_whole(3, 3, 2)
    (Fraction(2, 3), Fraction(1, 3), Fraction(0, 1))
    """
    return Fraction(comb(of - steps, lost - steps), comb(of, lost)) if lost >= steps else Fraction(0)


def landing_odds(look: Look, data: Invasion) -> tuple[GroupOdds, ...]:
    """Look ahead from what `look` knows: pass one that the player may believe."""
    return tuple(_odds(look, data, group) for group in data.groups)


def _odds(look: Look, data: Invasion, group: tuple[str, ...]) -> GroupOdds:
    units = [name for name in group if name in look.state.units]
    landing, stakes = landing_at(look, data.side, data.hex, units), stakes_of(look, group)
    outcomes = group_outcomes(look.world.charts, landing, stakes)
    tally = landing_tally(look.world.charts, landing)
    return GroupOdds(group, landing.terrain, tally.ledger(), outcomes, tuple(_destroyed(stakes, outcomes)))


def _destroyed(stakes: Stakes, outcomes: tuple[GroupOutcome, ...]) -> Iterator[tuple[str, Fraction]]:
    for uid in dict.fromkeys(stakes.steps):
        steps, of = stakes.steps.count(uid), len(stakes.steps)
        yield uid, sum((one.p * drawn_whole(steps, of, one.steps) for one in outcomes), Fraction(0))
