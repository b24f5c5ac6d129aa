"""The list of what could be rebuilt, in the terminal."""

from __future__ import annotations

from redball.cli.renewal_text import renewal_lines
from redball.cli.wording import Words
from rules.renewal_table import COMPANY, DIVISION, EQ, PAX, renewal
from support import LEG, MILITIA


def lines(units: str, rest: str = "") -> list[str]:
    """The list of the axis."""
    look = renewal(units, rest).look
    return list(renewal_lines(look, "axis", Words(look, "axis").namer))


def test_costs_places_and_reasons_are_told() -> None:
    units = f"axis 03.02 p1 {PAX}\naxis 06.01 p2 {PAX}\naxis dead c {COMPANY}\naxis dead m {MILITIA}"
    few = "A step of div Div costs 1 Pax, in Move Mode and in one hex; 05.01 has no Repls."
    assert lines(f"{units}\naxis 05.01 div {DIVISION} lost=2") == [
        "03.02: 1 Pax in Move Mode",
        "06.01: 1 Pax in Move Mode. No HQ in Combat Mode, or DG on its Combat side, is within 2 hexes of 06.01.",
        "c Co (dead), 1 to rebuild, 1 Pax a step, two for one: possible at 03.02",
        f"div Div (at 05.01), 2 to rebuild, 1 Pax a step: not now. {few}",
        "m Rgt (dead), 1 to rebuild, no price: not now. The Rebuild Table has no cost for m Rgt.",
    ]


def test_lost_trucks_are_told() -> None:
    units = f"axis removed tr truck 2 45T\naxis 03.02 e1 {EQ}"
    told = lines(units, "[trucks_lost]\ntr 2\n")
    assert told == ["03.02: 1 Eq in Move Mode", "tr, 2 points lost, 1 Eq each: possible at 03.02"]


def test_nothing_is_told_as_such() -> None:
    assert lines(f"axis 01.01 a {LEG}") == ["no Repls, and nothing to rebuild"]
