"""Numbers as players write them, and their terms."""

from __future__ import annotations

from fractions import Fraction

import pytest

from redball.core.ledger import (
    Ledger,
    Less,
    Line,
    Part,
    Tally,
    Term,
    Times,
    show,
    show_mp,
    show_quarters,
    show_tokens,
    signed,
    worth,
)
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


# --- tallies ---------------------------------------------------------------------------------------------------

ROLL = (Part(7, "two dice", "9.9"), Term(3, "Action Rating DRM", "9.6-B"), Term(-2, "hedgehog", "16.0d"))


def test_a_number_and_its_ledger_come_from_the_same_terms() -> None:
    tally = Tally("roll", ROLL)
    assert tally.value == worth(ROLL, 0) == 8
    assert tally.ledger() == Ledger(
        "roll",
        (Line("7", "two dice", "9.9"), Line("+3", "Action Rating DRM", "9.6-B"), Line("-2", "hedgehog", "16.0d")),
        "8",
    )


def test_terms_multiply_and_take_away_in_their_order() -> None:
    terms = (Part(Fraction(6), "printed"), Less(Fraction(4), "a step lost"), Times(Fraction(1, 2), "Disorganized"))
    tally = Tally("attack", terms, "u")
    assert (tally.value, tally.total) == (Fraction(1), "1")
    assert [(line.amount, line.unit) for line in tally.lines] == [("6", "u"), ("-4", "u"), ("x0.5", "u")]
    assert worth((Less(Fraction(9), "more than there is"), Times(Fraction(2), "twice")), Fraction(6)) == 0


def test_a_line_among_the_terms_counts_nothing() -> None:
    shifts = (Line("8-11", "9 Barrage Points"), Term(-2, "terrain"), Term(0, "nothing"))
    tally = Tally("column", shifts, total=lambda by: f"{by} columns")
    assert (tally.value, tally.total) == (-2, "-2 columns")
    assert [line.amount for line in tally.lines] == ["8-11", "-2", "0"]


def test_numbers_are_written_as_their_tally_says() -> None:
    price = Tally("price", (Part(2, "a small barrage"), Term(2, "rounded up")), written=show_quarters)
    assert (price.lines[0].amount, price.lines[1].amount, price.total) == ("1/2T", "+1/2T", "1T")
    drm = Tally("DRM", (Term(1, "one"), Term(2, "two", unit="other")), "u", total=signed)
    assert ([line.unit for line in drm.lines], drm.total) == (["u", "other"], "+3")


def test_tallies_of_the_same_terms_are_equal() -> None:
    assert Tally("roll", ROLL) == Tally("roll", ROLL)
    assert hash(Tally("roll", ROLL)) == hash(Tally("roll", ROLL))
    assert Tally("roll", ROLL) != Tally("roll", ROLL[:2])
    assert Tally("roll", ROLL) != Tally("roll", ROLL).ledger()
