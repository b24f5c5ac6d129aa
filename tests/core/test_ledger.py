"""Numbers as players write them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from redball.core.ledger import show, show_mp, show_tokens, signed
from redball.core.look import re_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0"), (4, "4"), (Fraction(5, 2), "2.5"), (Fraction(1, 4), "0.25"), (Fraction(1, 3), "1/3"),
        (Fraction(-7, 2), "-3.5"), (Fraction(39, 8), "4.875"), (Fraction(22, 7), "22/7"), (Fraction(1, 12), "1/12"),
    ],
)  # fmt: skip
def test_fractions(value: Fraction | int, text: str) -> None:
    assert show(value) == text


@pytest.mark.case("4.2-B")
@pytest.mark.parametrize(("units", "text"), [(0, "0"), (12, "1"), (9, "0.75"), (10, "5/6"), (135, "11.25"), (6, "0.5")])
def test_movement_points_are_never_rounded(units: int, text: str) -> None:
    assert show_mp(units) == text


@pytest.mark.case("3.3a-A", "12.1a")
@pytest.mark.parametrize(("tokens", "text"), [(0, "0T"), (1, "1T"), (4, "1 SP"), (7, "1 SP 3T"), (40, "10 SP")])
def test_tokens(tokens: int, text: str) -> None:
    assert show_tokens(tokens) == text


def test_modifiers_and_sizes() -> None:
    assert [signed(value) for value in (2, 0, -1)] == ["+2", "0", "-1"]
    assert [re_text(quarters) for quarters in (1, 2, 4, 41)] == ["0.25 RE", "0.5 RE", "1 RE", "10.25 RE"]
