"""Combat Strength of one unit, term by term."""

from __future__ import annotations

from fractions import Fraction

import pytest

from redball.core.ledger import Tally
from redball.core.look import Look
from redball.rules.combat.strength import attack_strength, defence_strength, defending_at_level
from support import position

MAP = """
[terrain]
. . .
. . .
. . .
[units]
"""


def attacker(line: str, terrain: str = "woods", at_level: str = "none") -> Tally[Fraction]:
    """The strength of one attacking unit; woods leave every class as it is."""
    look = position(f"{MAP}axis 01.01 {line}\nsoviet 03.03 x Bn infantry other 1-1-1L/1-1-1L")
    return attack_strength(look, look.unit(line.split()[0]), terrain, at_level)


def defender(line: str, terrain: str = "woods", supplied: bool = True) -> Tally[Fraction]:
    """The strength of one defending unit."""
    look = position(f"{MAP}soviet 01.01 {line}\naxis 03.03 x Bn infantry other 1-1-1L/1-1-1L")
    return defence_strength(look, look.unit(line.split()[0]), terrain, supplied)


def cases(strength: Tally[Fraction]) -> list[str]:
    """The cases of the terms, without the first one, the printed value."""
    return [line.case for line in strength.lines[1:]]


@pytest.mark.case("3.2b", "4.2-A")
def test_a_strength_in_parentheses_defends_in_full() -> None:
    assert defender("u Rgt militia other (7)-3-3L/(4)-3-6L").value == 7


@pytest.mark.case("5.2-B")
def test_the_side_that_shows_counts() -> None:
    assert attacker("u Rgt infantry other 8-3-3L/4-3-6L").value == 8
    assert attacker("u Rgt infantry other 8-3-3L/4-3-6L move").value == 4


@pytest.mark.case("5.10b-A", "4.2-A")
def test_dg_halves_and_keeps_the_fraction() -> None:
    strong = attacker("u Rgt infantry other 7-3-3L/4-3-6L dg")
    assert (strong.value, cases(strong), strong.total) == (Fraction(7, 2), ["5.10b-A"], "3.5")
    assert defender("u Rgt infantry other 7-3-3L/4-3-6L dg").value == Fraction(7, 2)


@pytest.mark.case("5.7-B")
def test_reserve_halves_the_defence() -> None:
    strong = defender("u Rgt infantry other 7-3-3L/4-3-6L reserve")
    assert (strong.value, cases(strong)) == (Fraction(7, 2), ["5.7-B"])


@pytest.mark.case("5.8-C")
def test_strat_mode_leaves_nothing() -> None:
    strong = defender("u Rgt infantry other 7-3-3L/4-3-6L strat")
    assert (strong.value, cases(strong)) == (Fraction(0), ["5.8-C"])


@pytest.mark.case("5.7b-B", "5.7b-A")
def test_released_reserves_have_their_whole_strength() -> None:
    assert attacker("u Rgt infantry other 7-3-3L/4-3-6L released").value == 7
    assert defender("u Rgt infantry other 7-3-3L/4-3-6L released").value == 7


@pytest.mark.case("5.9-B")
def test_exploitation_mode_leaves_strength_as_it_is() -> None:
    assert attacker("u Rgt infantry other 7-3-3L/4-3-6L exploit").value == 7
    assert defender("u Rgt infantry other 7-3-3L/4-3-6L exploit").value == 7


@pytest.mark.case("13.1c-A", "13.1a-B")
def test_hq_defends_with_five_or_one() -> None:
    assert defender("u hq 15T-4T/10T-20T").value == 5
    assert defender("u hq 15T-4T/10T-20T move").value == 1
    assert defender("u hq 15T-4T/10T-20T dg").value == Fraction(5, 2)
    assert defender("u hq 15T-4T/10T-20T strat").value == 0


@pytest.mark.case("13.4b")
def test_artillery_defends_with_one() -> None:
    assert defender("u artillery b20-3-4-3L/b7-3-4-8T").value == 1
    assert defender("u artillery b20-3-4-3L/b7-3-4-8T move").value == 1
    assert defender("u artillery b20-3-4-3L/b7-3-4-8T reserve").value == Fraction(1, 2)


@pytest.mark.case("9.11d-A", "9.11d-B", "3.2d")
@pytest.mark.parametrize(
    ("printed", "lost", "attack", "defence"),
    [
        (3, 0, 14, 14),
        (3, 1, 7, 14),  # the book's 14-4-3 division
        (3, 2, 7, 7),
        (2, 1, 7, 7),
        (4, 1, 7, 14),
        (4, 2, 7, 7),  # half of the printed steps (reading 1.66)
    ],
)
def test_reduced_multi_step_units(printed: int, lost: int, attack: int, defence: int) -> None:
    line = f"u Div infantry other 14-4-3L/7-4-6L re={printed} lost={lost}"
    assert attacker(line).value == attack
    assert defender(line).value == defence


@pytest.mark.case("9.11d-A", "4.3")
def test_steps_lost_and_dg_multiply() -> None:
    strong = attacker("u Div infantry other 14-4-3L/7-4-6L re=3 lost=1 dg")
    assert (strong.value, cases(strong)) == (Fraction(7, 2), ["9.11d-A", "5.10b-A"])


@pytest.mark.case("9.5", "9.5a", "9.5-B", "12.10f", "K12.8-levels-supplied-oos", "K12.8-levels-unsupplied-oos")
@pytest.mark.parametrize(
    ("marks", "supplied", "value", "case"),
    [
        ("", True, Fraction(8), []),
        ("", False, Fraction(4), ["9.5-B"]),
        ("oos", True, Fraction(4), ["9.5a"]),
        ("oos", False, Fraction(2), ["9.5a"]),
        ("exhausted", True, Fraction(8), []),
    ],
)
def test_supply_of_the_defender(marks: str, supplied: bool, value: Fraction, case: list[str]) -> None:
    strong = defender(f"u Rgt infantry other 8-3-3L/4-3-6L {marks}", supplied=supplied)
    assert (strong.value, cases(strong)) == (value, case)


@pytest.mark.case("9.5a", "4.3", "K12.8-levels-supplied-oos")
def test_out_of_supply_halves_the_attack_besides_dg() -> None:
    assert attacker("u Rgt infantry other 8-3-3L/4-3-6L oos").value == 4
    assert attacker("u Rgt infantry other 8-3-3L/4-3-6L oos dg").value == 2


@pytest.mark.case("4.3", "9.4")
def test_terrain_and_supply_multiply() -> None:
    strong = defender("u Bn tank armor 8-3-3K/4-3-6K", terrain="forest", supplied=False)
    assert (strong.value, cases(strong)) == (Fraction(2), ["9.5-B", "9.4c"])


@pytest.mark.case("9.4", "9.4a", "3.2a")
@pytest.mark.parametrize(
    ("kind", "terrain", "value"),
    [
        ("tank armor", "open", Fraction(12)),
        ("infantry mech", "open", Fraction(12)),
        ("infantry other", "open", Fraction(6)),
        ("tank armor", "mountain", Fraction(2)),
        ("infantry mech", "mountain", Fraction(3)),
        ("infantry other", "mountain", Fraction(6)),
        ("infantry other", "minor_river", Fraction(3)),
    ],
)
def test_terrain_by_class_in_attack(kind: str, terrain: str, value: Fraction) -> None:
    assert attacker(f"u Rgt {kind} 6-3-3L/4-3-6L", terrain).value == value


@pytest.mark.case("9.4d", "9.4e-E")
def test_the_doubling_is_for_attackers_only() -> None:
    assert defender("u Bn tank armor 6-3-3K/4-3-6K", "open").value == 6


AT_KINDS = [
    ("tank armor", "heavy"),
    ("infantry armor", "heavy"),
    ("tank mech", "heavy"),
    ("anti_tank other", "heavy"),
    ("anti_aircraft other", "heavy"),
    ("anti_tank mech", "heavy"),
    ("recon mech", "light"),
    ("mech_infantry mech", "light"),
    ("infantry other", "none"),
    ("tank other", "none"),
]


def at_level(*lines: str, hedgehog: str = "") -> str:
    units = "\n".join(f"soviet 02.02 {line}" for line in lines)
    units += "\nsoviet 01.01 y Bn infantry other 1-1-1L/1-1-1L"
    look = position(f"{MAP}{units}\naxis 03.03 x Bn infantry other 1-1-1L/1-1-1L\n[hedgehogs]\n{hedgehog}")
    hex_ = look.board.index("02.02")
    return defending_at_level(look, "soviet", hex_, look.combat_units_at(hex_, "soviet"))


@pytest.mark.case("9.4e-B", "9.4e-C", "9.4e-D", "K9.4e-heavy", "K9.4e-light", "K9.4e-none")
@pytest.mark.parametrize(("kind", "level"), AT_KINDS)
def test_what_gives_anti_tank_effects(kind: str, level: str) -> None:
    assert at_level(f"u Bn {kind} 2-3-3L/1-3-6L") == level


@pytest.mark.case("9.4e-B")
def test_the_highest_level_in_the_hex_counts_whatever_the_mode() -> None:
    assert at_level("a Bn infantry other 2-3-3L/1-3-6L", "b Bn recon mech 2-3-3L/1-3-6L") == "light"
    assert at_level("a Bn tank armor 2-3-3K/1-3-6K strat", "b Bn recon mech 2-3-3L/1-3-6L") == "heavy"


@pytest.mark.case("9.4e-D")
def test_an_empty_hex_gives_nothing() -> None:
    assert at_level() == "none"


@pytest.mark.case("16.0e", "9.4e-B", "K9.4e-heavy")
def test_a_hedgehog_of_the_defender_gives_heavy_effects() -> None:
    plain = "u Bn infantry other 2-3-3L/1-3-6L"
    assert at_level(plain, hedgehog="soviet 02.02 1") == "heavy"
    assert at_level(plain, hedgehog="axis 02.02 1") == "none"
    assert at_level(plain, hedgehog="soviet 02.01 1") == "none"


@pytest.mark.case("9.4e-A", "9.4a", "K9.4e-at")
@pytest.mark.parametrize(
    ("kind", "level", "value"),
    [
        ("tank armor", "none", 12),
        ("tank armor", "light", 12),  # the book's panzers against a light level
        ("tank armor", "heavy", 9),
        ("mech_infantry mech", "none", 12),
        ("mech_infantry mech", "light", 9),
        ("mech_infantry mech", "heavy", 9),
        ("tank mech", "light", 12),
        ("tank mech", "heavy", 9),
    ],
)
def test_anti_tank_effects_lower_the_doubling(kind: str, level: str, value: int) -> None:
    strong = attacker(f"u Bn {kind} 6-3-3K/4-3-6K", "open", level)
    assert strong.value == value
    assert cases(strong) == (["9.4e-A"] if value == 9 else ["9.4"])


@pytest.mark.case("9.4e-E")
def test_anti_tank_effects_lower_nothing_else() -> None:
    assert attacker("u Bn tank armor 6-3-3K/4-3-6K", "woods", "heavy").value == 6
    assert attacker("u Bn anti_tank other 6-3-3K/4-3-6K", "open", "heavy").value == 6
    look: Look = position(
        MAP + "soviet 01.01 u Bn tank armor 6-3-3K/4-3-6K\naxis 03.03 x Bn infantry other 1-1-1L/1-1-1L"
    )
    assert defence_strength(look, look.unit("u"), "moscow_defense", True).value == 12


@pytest.mark.case("9.4")
def test_every_term_names_its_unit_and_reason() -> None:
    ledger = attacker("u Bn tank armor 6-3-3K/4-3-6K dg", "open", "heavy").ledger()
    assert [line.amount for line in ledger.lines] == ["6", "x0.5", "x1.5"]
    assert {line.unit for line in ledger.lines} == {"u"}
    assert "lowered" in ledger.lines[2].reason
    assert ledger.total == "4.5"
