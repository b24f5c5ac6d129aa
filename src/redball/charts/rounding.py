"""Rounding: the only place where a number of a chart is rounded.

Cases: 4.1
"""

from __future__ import annotations

from fractions import Fraction


def round_half_up(value: Fraction | int) -> int:
    """4.1: to the nearest whole number, a fraction of one half or more goes up.

    >>> round_half_up(Fraction(5, 2)), round_half_up(Fraction(249, 100)), round_half_up(3)
    (3, 2, 3)
    """
    numerator, denominator = value.numerator, value.denominator
    return (2 * numerator + denominator) // (2 * denominator)


def percent_of(amount: int, percent: int) -> int:
    """A percentage of a whole amount, rounded by 4.1 (captured tokens, blown tokens, captured Transport Points).

    >>> percent_of(12, 25), percent_of(3, 25), percent_of(36, 50)
    (3, 1, 18)
    """
    return round_half_up(Fraction(amount * percent, 100))
