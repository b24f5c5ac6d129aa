"""Ledgers: every number that several terms make is kept with its terms.

>>> ledger = Ledger("roll", (Line("+2", "Action Rating 5 against 3", case="9.6-A"),), total="+2")
>>> ledger.lines[0].case
'9.6-A'
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from msgspec import Struct


class Line(Struct, frozen=True):
    """One term: amount as the player reads it, the reason, the rule case or the chart cell behind it."""

    amount: str
    reason: str
    case: str = ""
    chart: str = ""
    unit: str = ""


class Ledger(Struct, frozen=True):
    """The terms of one number, in the order in which they count, and the total."""

    title: str
    lines: tuple[Line, ...]
    total: str


class Price(Struct, frozen=True):
    """What something costs in supply: its name, quarter tokens, what they are for, rule case and chart cell."""

    name: str
    quarters: int
    unit: str
    case: str
    chart: str

    def tokens(self, times: int = 1) -> int:
        """Whole tokens for so many of them.

        >>> Price("small barrage", 1, "each", "N10-table-2-4", "").tokens(3)
        1
        """
        return -(-self.quarters * times // 4)


def show(value: Fraction | int) -> str:
    """A number as players write it: 4, 2.5, 1/3.

    >>> show(Fraction(5, 2)), show(Fraction(1, 3)), show(4)
    ('2.5', '1/3', '4')
    """
    value = Fraction(value)
    if value.denominator == 1:
        return str(value.numerator)
    if value.denominator in (2, 4, 8, 5, 10):
        return f"{float(value):g}"
    return f"{value.numerator}/{value.denominator}"


def signed(value: int) -> str:
    """+2, -1, 0 as a modifier is written."""
    return f"{value:+d}" if value else "0"


@lru_cache(4096)
def show_mp(units: int) -> str:
    """Movement points from units of 1/12 MP.

    >>> show_mp(18), show_mp(12)
    ('1.5', '1')
    """
    return show(Fraction(units, 12))


def show_tokens(tokens: int) -> str:
    """Supply as players write it (12.1a): 4T are 1 SP.

    >>> show_tokens(9), show_tokens(3), show_tokens(8)
    ('2 SP 1T', '3T', '2 SP')
    """
    sp, t = divmod(tokens, 4)
    return " ".join(filter(None, (f"{sp} SP" if sp else "", f"{t}T" if t or not sp else "")))


def show_quarters(quarters: int) -> str:
    """Supply that may be less than a token.

    >>> show_quarters(1), show_quarters(2), show_quarters(0), show_quarters(36)
    ('1/4T', '1/2T', '0T', '2 SP 1T')
    """
    return show_tokens(quarters // 4) if quarters % 4 == 0 else f"{Fraction(quarters, 4)}T"
