"""Amphibious landings as a procedure without a board: one roll for a group of up to 3 RE.

`rules.naval.invasion` calls it on the board.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from redball.charts import Charts
from redball.core.chances import Throw
from redball.core.ledger import Tally, Term, signed

NAMED = ("non_dg_adjacent", "dg_adjacent", "enemy_zoc", "naval_support", "elite")


class Landing(Struct, frozen=True):
    """A landing: the most difficult terrain of the hex as the chart names it (18.5f-A), the modifiers that hold, and
    how much coastal artillery bears on the hex."""

    terrain: str
    holds: tuple[str, ...] = ()
    coastal_artillery: int = 0


class LandingRead(Struct, frozen=True):
    """What the dice gave: the modified roll and the chart's result."""

    roll: int
    result: str


def landing_tally(charts: Charts, landing: Landing) -> Tally[int]:
    """Every modifier with its chart line. Raises KeyError for one that the chart does not know."""
    terms = (Term(by, name.replace("_", " "), "18.5f", f"alt.{name}") for name, by in _modifiers(charts, landing))
    return Tally("Amphibious Landing Table", terms, total=signed)


def _modifiers(charts: Charts, landing: Landing) -> Iterator[tuple[str, int]]:
    for name in landing.holds:
        yield name, charts.alt.modifier(name)
    if landing.coastal_artillery:
        yield "coastal_artillery", -landing.coastal_artillery


def throw_landing(charts: Charts, landing: Landing, throw: Throw) -> LandingRead:
    """18.5f: the result of two dice. Raises KeyError for a terrain that the chart does not know."""
    roll = throw.two("dice") + landing_tally(charts, landing).value
    return LandingRead(roll, str(charts.alt.read(landing.terrain, roll)))
