"""Options on Combat Strength: step losses and Anti-Tank Effects."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from redball.core.ledger import Tally
from redball.editions import edition
from redball.rules.combat.strength import attack_strength, defence_strength
from support import position

MAP = """
[terrain]
. . .
. . .
. . .
[units]
"""
FOUR = "Div infantry other 10-3-3L/6-3-8L re=4"
THREE = "Div infantry other 11-3-3L/7-3-8L re=3"
TANKS = "Bn tank armor 9-5-12K/3-5-15K"


def attacker(line: str, terrain: str = "woods", at_level: str = "none", **switches: Any) -> Tally[Fraction]:
    """The strength of one attacking unit; woods leave every class as it is."""
    look = position(f"{MAP}axis 01.01 u {line}\nsoviet 03.03 x Bn infantry other 1-1-1L/1-1-1L", **switches)
    return attack_strength(look, look.unit("u"), terrain, at_level)


def defender(line: str, **switches: Any) -> Tally[Fraction]:
    """The strength of one defending unit in combat supply."""
    look = position(f"{MAP}soviet 01.01 u {line}\naxis 03.03 x Bn infantry other 1-1-1L/1-1-1L", **switches)
    return defence_strength(look, look.unit("u"), "woods", True)


def cases(strength: Tally[Fraction]) -> list[str]:
    """The cases of the terms, without the first one, the printed value."""
    return [line.case for line in strength.lines[1:]]


@pytest.mark.case("21.2")
def test_two_of_three_steps_of_an_eleven_are_a_seven() -> None:
    """The worked example."""
    strong = attacker(f"{THREE} lost=1", proportional_strength=True)
    assert (strong.value, cases(strong), strong.lines[1].amount) == (Fraction(7), ["21.2"], "-4")
    assert attacker(f"{THREE} lost=1").value == Fraction(11, 2), "by 9.11d half of it"


@pytest.mark.case("21.2")
@pytest.mark.parametrize(
    ("line", "attack", "defence"),
    [
        (THREE, 11, 11),
        (f"{THREE} lost=2", 4, 4),
        (f"{FOUR} lost=1", 8, 8),
        (f"{FOUR} lost=2", 5, 5),
        (f"{FOUR} lost=3", 3, 3),
        (f"{THREE} lost=1 move", 5, 5),
        (f"{THREE} lost=1 dg", Fraction(7, 2), Fraction(7, 2)),
    ],
)
def test_proportional_strength_is_rounded_half_up_before_anything_else(line: str, attack: int, defence: int) -> None:
    assert attacker(line, proportional_strength=True).value == attack
    assert defender(line, proportional_strength=True).value == defence


@pytest.mark.case("HR-6")
@pytest.mark.parametrize(
    ("line", "attack", "defence", "usual"),
    [
        (f"{FOUR} lost=3", Fraction(5, 2), 5, (5, 5)),
        (f"{FOUR} lost=2", 5, 5, (5, 5)),
        (f"{FOUR} lost=1", 5, 10, (5, 10)),
        (f"{THREE} lost=2", Fraction(11, 2), Fraction(11, 2), (Fraction(11, 2), Fraction(11, 2))),
        (FOUR, 10, 10, (10, 10)),
    ],
)
def test_the_last_of_four_steps_attacks_with_a_quarter(
    line: str, attack: Fraction, defence: Fraction, usual: tuple[Fraction, Fraction]
) -> None:
    assert (attacker(line, last_step=True).value, defender(line, last_step=True).value) == (attack, defence)
    assert (attacker(line).value, defender(line).value) == usual


@pytest.mark.case("21.2", "HR-6")
def test_two_rules_for_step_losses_exclude_each_other() -> None:
    """Reading 1.143."""
    with pytest.raises(ValueError, match=r"exclude each other: 21\.2 and HR-6 are alternatives"):
        edition("v4.2").switch_values({"proportional_strength": True, "last_step": True})


@pytest.mark.case("HR-5")
@pytest.mark.parametrize(("at_level", "usual", "simple"), [("heavy", Fraction(27, 2), 9), ("none", 18, 18)])
def test_anti_tank_effects_take_the_whole_doubling(at_level: str, usual: Fraction, simple: int) -> None:
    """Tanks in the open: x1 with the house rule where the defender has Anti-Tank Effects, x2 where he has none."""
    assert attacker(TANKS, "open", at_level).value == usual
    strong = attacker(TANKS, "open", at_level, simple_anti_tank=True)
    assert strong.value == simple
