"""Expected values with their terms: for each outcome, its chance times its value.

>>> from redball.core.chances import Spread
>>> told = expectation("steps", Spread({2: 5, 0: 31}), lambda n: n, lambda n: f"loses {n}", Source("9.9", "combat"))
>>> told.value, told.lines[0].amount, told.lines[0].reason
(Fraction(5, 18), '5/18', '5/36 x 2: loses 2')
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple, TypeVar

from redball.core.chances import Spread
from redball.core.ledger import Part, Tally

T = TypeVar("T")


class Source(NamedTuple):
    """The source of an amount: rule case and chart."""

    case: str
    chart: str = ""


def expectation(
    title: str, spread: Spread[T], value: Callable[[T], Fraction | int], name: Callable[[T], str], source: Source
) -> Tally[Fraction]:
    """An expected value: a term for each outcome with a value, largest first.

    Outcomes with the same name and value are one term.
    """
    ways: dict[tuple[str, Fraction | int], int] = {}
    for outcome, count in spread.ways.items():
        worth = value(outcome)
        if worth:
            key = (name(outcome), worth)
            ways[key] = ways.get(key, 0) + count
    terms = sorted(ways.items(), key=lambda term: (-term[1] * term[0][1], term[0][0]))
    parts = (
        Part(
            Fraction(count * worth, spread.total),
            f"{Fraction(count, spread.total)} x {worth}" + (f": {label}" if label else ""),
            source.case,
            source.chart,
        )
        for (label, worth), count in terms
    )
    return Tally(title, parts, written=str)


def certain(title: str, amount: int, reason: str, source: Source) -> Tally[int]:
    """The same for a value that does not depend on the dice."""
    return Tally(title, (Part(amount, f"1 x {amount}: {reason}", source.case, source.chart),) if amount else ())
