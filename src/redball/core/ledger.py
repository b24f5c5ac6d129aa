"""Ledgers: every number made of several terms keeps its terms.

A `Tally` holds the terms with exact numbers; they yield both the number that a rule uses and the `Ledger` that explains
it. Text is made only when somebody asks for the ledger; `worth` gives the number alone.

>>> roll = Tally("roll", (Part(7, "two dice", "9.9"), Term(-2, "hedgehog", "16.0d")))
>>> roll.value, [line.amount for line in roll.lines], roll.ledger().total
(5, ['7', '-2'], '5')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any, Generic, TypeVar

from msgspec import Struct

Number = TypeVar("Number", int, Fraction)
Written = Callable[[Any], str]
"""How a number is written."""


class Line(Struct, frozen=True):
    """One term: amount as the player reads it, the reason, the rule case or the chart cell behind it."""

    amount: str
    reason: str
    case: str = ""
    chart: str = ""
    unit: str = ""

    def onto(self, value: Number) -> Number:
        """The number unchanged: among the terms of a tally a line only explains."""
        return value

    def line(self, written: Written, unit: str) -> Line:
        """Itself."""
        return self


class Ledger(Struct, frozen=True):
    """The terms of one number, in the order in which they count, and the total."""

    title: str
    lines: tuple[Line, ...]
    total: str


class Term(Struct, Generic[Number], frozen=True):
    """One term of a number: it adds `by`, and is written with its sign. Its other fields are those of its `Line`."""

    by: Number
    reason: str
    case: str = ""
    chart: str = ""
    unit: str = ""

    def onto(self, value: Number) -> Number:
        """The number with this term, from the number without."""
        return value + self.by

    def amount(self, written: Written) -> str:
        """The effect of the term, as the player reads it."""
        if not self.by:
            return written(self.by)
        return f"+{written(self.by)}" if self.by > 0 else f"-{written(-self.by)}"

    def line(self, written: Written, unit: str) -> Line:
        """The term in words; `unit` owns the number, unless the term names a unit itself."""
        return Line(self.amount(written), self.reason, self.case, self.chart, self.unit or unit)


class Part(Term[Number], frozen=True):
    """A starting value or a summand: it adds `by`, and is written without a sign."""

    def amount(self, written: Written) -> str:
        return written(self.by)


class Times(Term[Fraction], frozen=True):
    """A factor: it multiplies the number by `by`."""

    def onto(self, value: Fraction) -> Fraction:
        return value * self.by

    def amount(self, written: Written) -> str:
        return f"x{written(self.by)}"


class Less(Term[Fraction], frozen=True):
    """It subtracts `by`, but not below zero."""

    def onto(self, value: Fraction) -> Fraction:
        return max(value - self.by, Fraction(0))

    def amount(self, written: Written) -> str:
        return f"-{written(self.by)}"


def worth(terms: Iterable[Term[Number] | Line], start: Number) -> Number:
    """The number after all terms have been applied to it in order.

    >>> worth((Times(Fraction(1, 2), "Disorganized"), Less(Fraction(1), "one step lost")), Fraction(7))
    Fraction(5, 2)
    """
    value = start
    for term in terms:
        value = term.onto(value)
    return value


class Tally(Generic[Number]):
    """A number and its terms; a `Line` among them only explains. `unit` owns the number; `written` says how terms are
    written, `total` how their sum is, if that differs. Only a tally makes a `Ledger`."""

    __slots__ = ("_of_terms", "_of_total", "terms", "title", "unit", "value")

    def __init__(
        self,
        title: str,
        terms: Iterable[Term[Number] | Line],
        unit: str = "",
        written: Written | None = None,
        total: Written | None = None,
    ) -> None:
        self.title = title
        self.terms: tuple[Term[Number] | Line, ...] = tuple(terms)
        self.unit = unit
        self._of_terms = written or show
        self._of_total = total or self._of_terms
        nothing: Any = 0
        self.value: Number = worth(self.terms, nothing)

    def __eq__(self, other: object) -> bool:
        """The same terms of the same number."""
        return isinstance(other, Tally) and self.ledger() == other.ledger()

    def __hash__(self) -> int:
        return hash((self.title, self.value))

    @property
    def lines(self) -> tuple[Line, ...]:
        """The terms in words."""
        return tuple([term.line(self._of_terms, self.unit) for term in self.terms])

    @property
    def total(self) -> str:
        """Their total, in words."""
        return self._of_total(self.value)

    def ledger(self) -> Ledger:
        """The number in words."""
        return Ledger(self.title, self.lines, self.total)


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
    if isinstance(value, int):
        return str(value)
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
