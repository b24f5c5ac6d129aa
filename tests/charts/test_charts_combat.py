"""Rounding, odds, columns, surprise, results: the rulebook's examples and both sides of every boundary."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redball.charts import CombatTable, load_charts, percent_of, round_half_up

CHARTS = load_charts("v4")
TABLE = CHARTS.combat
LINES = list(TABLE.lines)
STRENGTHS = st.fractions(min_value=0, max_value=200, max_denominator=48)


def column(label: str, line: str = "open") -> int:
    return TABLE.lines[line].index(label)


def started(line: str, attack: Fraction | int, defend: Fraction | int) -> str:
    return TABLE.column_label(line, TABLE.initial_column(line, attack, defend))


@pytest.mark.case("4.1")
@pytest.mark.parametrize(
    ("value", "rounded"),
    [(Fraction(249, 100), 2), (Fraction(5, 2), 3), (Fraction(1, 2), 1), (Fraction(49, 100), 0), (7, 7), (0, 0)],
)
def test_rounding_takes_halves_up(value: Fraction | int, rounded: int) -> None:
    assert round_half_up(value) == rounded


@pytest.mark.case("4.1")
@given(st.fractions(max_denominator=1000))
def test_rounding_stays_within_half(value: Fraction) -> None:
    assert -Fraction(1, 2) < round_half_up(value) - value <= Fraction(1, 2)


@pytest.mark.case("4.1", "9.14b", "12.11a-B")
@pytest.mark.parametrize(
    ("amount", "percent", "rounded"), [(12, 25, 3), (36, 50, 18), (12, 75, 9), (1, 50, 1), (1, 25, 0), (9, 0, 0)]
)
def test_percentages_round_by_the_same_rule(amount: int, percent: int, rounded: int) -> None:
    assert percent_of(amount, percent) == rounded


# 4.2 and 9.7: odds


@pytest.mark.case("4.2-A", "9.7")
@pytest.mark.parametrize(
    ("attack", "defend", "text"),
    [
        (15, 6, "3:1"),  # 4.2
        (Fraction(39, 4), 2, "5:1"),  # 4.2: 2.5, 3.25 and 4
        (17, 20, "1:1"),  # 9.5, 9.7
        (Fraction(149, 60), 1, "2:1"),  # a hair below 2.5
        (5, 2, "3:1"),
        (10, 24, "1:2"),  # 1.55
        (10, 25, "1:3"),  # 1.55: half up, here against the attacker
        (1, 12, "1:12"),
        (21, Fraction(7, 2), "6:1"),  # 9.13b
    ],
)
def test_odds(attack: Fraction | int, defend: Fraction | int, text: str) -> None:
    assert TABLE.odds_text(attack, defend) == text


@pytest.mark.case("4.2-A")
def test_strengths_are_not_rounded_before_the_odds() -> None:
    assert TABLE.odds(Fraction(9, 2), Fraction(9, 5)) == (3, 1)
    assert TABLE.odds(round_half_up(Fraction(9, 2)), round_half_up(Fraction(9, 5))) == (3, 1)
    assert TABLE.odds(Fraction(12, 5), Fraction(3, 2)) == (2, 1)
    assert TABLE.odds(round_half_up(Fraction(12, 5)), round_half_up(Fraction(3, 2))) == (1, 1)


@pytest.mark.case("9.7")
def test_a_negative_strength_has_no_odds() -> None:
    with pytest.raises(ValueError, match="cannot be negative"):
        TABLE.odds(-1, 3)
    with pytest.raises(ValueError, match="cannot be negative"):
        TABLE.odds(3, Fraction(-1, 2))


@pytest.mark.case("9.7")
@given(STRENGTHS.filter(bool), STRENGTHS.filter(bool))
def test_one_side_of_the_odds_is_one_and_sides_exchange(attack: Fraction, defend: Fraction) -> None:
    odds = CombatTable.odds(attack, defend)
    assert min(odds) == 1
    assert CombatTable.odds(defend, attack) == odds[::-1]


# 9.7a: columns


@pytest.mark.case("9.7a")
@pytest.mark.parametrize("line", LINES)
def test_both_sides_of_every_column_boundary(line: str) -> None:
    """At its printed odds a column begins; the next lower whole odds still take the column before."""
    labels = TABLE.lines[line]
    for index, label in enumerate(labels):
        a, d = map(int, label.split(":"))
        assert started(line, a, d) == label
        below = (a - 1, d) if a > 1 else (a, d + 1)
        if index:
            assert started(line, *below) == labels[index - 1]


@pytest.mark.case("9.7a")
@pytest.mark.parametrize(
    ("line", "attack", "defend", "label"),
    [
        ("open", 6, 1, "5:1"),  # 1.56
        ("open", 7, 1, "7:1"),
        ("open", Fraction(649, 100), 1, "5:1"),
        ("open", Fraction(13, 2), 1, "7:1"),  # rounds to 7:1 before the column is sought
        ("close", 5, 1, "4:1"),
        ("very_close", 5, 1, "4:1"),
        ("extremely_close", 7, 1, "4:1"),
        ("open", 3, 2, "2:1"),
        ("open", 2, 3, "1:2"),
        ("close", 17, 20, "1:1"),
    ],
)
def test_the_highest_column_not_above_the_rounded_odds(
    line: str, attack: Fraction | int, defend: Fraction | int, label: str
) -> None:
    assert started(line, attack, defend) == label


@pytest.mark.case("9.7b", "9.1g")
@pytest.mark.parametrize(
    ("line", "least", "most"),
    [("open", 5, 13), ("close", 4, 18), ("very_close", 3, 24), ("extremely_close", 2, 52)],
)
def test_odds_off_the_table_take_its_end_columns(line: str, least: int, most: int) -> None:
    for attack, defend in ((1, least), (1, least + 1), (1, 500)):
        assert TABLE.initial_column(line, attack, defend) == TABLE.first_column
    assert TABLE.initial_column(line, 1, least - 1) == TABLE.first_column + 1
    for attack in (most, most + 1, 5000):
        assert TABLE.initial_column(line, attack, 1) == TABLE.last_column
    assert TABLE.initial_column(line, most - 1, 1) == TABLE.last_column - 1


@pytest.mark.case("9.7a")
@given(STRENGTHS.filter(bool), STRENGTHS.filter(bool), st.sampled_from(LINES))
def test_the_column_is_the_last_one_not_above_the_odds(attack: Fraction, defend: Fraction, line: str) -> None:
    odds = Fraction(*TABLE.odds(attack, defend))
    labels = [Fraction(*map(int, label.split(":"))) for label in TABLE.lines[line]]
    expected = max((i for i, label in enumerate(labels) if label <= odds), default=0)
    assert TABLE.initial_column(line, attack, defend) == expected


@pytest.mark.case("9.3")
def test_an_unknown_line_of_terrain_is_refused() -> None:
    with pytest.raises(KeyError):
        TABLE.initial_column("water", 1, 1)


# 9.1g: shifts


@pytest.mark.case("9.1g")
def test_shifts_count_from_the_end_column() -> None:
    start = TABLE.initial_column("open", 1, 12)
    assert TABLE.column_label("open", start) == "1:5"
    assert TABLE.column_label("open", TABLE.shift(start, 6)) == "3:1"
    assert TABLE.column_label("open", TABLE.shift(TABLE.initial_column("open", 40, 1), -1)) == "11:1"


@pytest.mark.case("9.1g")
def test_shifts_past_the_table_take_its_end_columns() -> None:
    """1.58: clipped before and after."""
    assert TABLE.shift(TABLE.last_column - 1, 1) == TABLE.last_column
    assert TABLE.shift(TABLE.last_column - 1, 2) == TABLE.last_column
    assert TABLE.shift(1, -1) == TABLE.first_column
    assert TABLE.shift(1, -6) == TABLE.first_column


@pytest.mark.case("9.1g")
@given(st.integers(0, 12), st.integers(-40, 40))
def test_a_shift_stays_on_the_table_and_moves_as_far_as_it_can(start: int, by: int) -> None:
    end = TABLE.shift(start, by)
    assert TABLE.first_column <= end <= TABLE.last_column
    assert end - start == by or end in (TABLE.first_column, TABLE.last_column)
    assert (end - start) * by >= 0


# 9.14a: zero strength


@pytest.mark.case("9.14a-A")
@pytest.mark.parametrize("line", LINES)
def test_against_zero_strength_the_last_column(line: str) -> None:
    assert TABLE.initial_column(line, Fraction(1, 4), 0) == TABLE.last_column
    assert TABLE.initial_column(line, Fraction(1, 4), Fraction(1, 4)) < TABLE.last_column
    assert TABLE.odds_text(3, 0) == "1:0"


@pytest.mark.case("9.14a-B")
@pytest.mark.parametrize("line", LINES)
def test_an_attack_with_zero_strength_the_first_column(line: str) -> None:
    assert TABLE.initial_column(line, 0, Fraction(1, 4)) == TABLE.first_column
    assert TABLE.initial_column(line, Fraction(1, 4), Fraction(1, 4)) > TABLE.first_column
    assert TABLE.odds_text(0, 3) == "0:1"


@pytest.mark.case("9.14a-C")
@pytest.mark.parametrize("line", LINES)
def test_zero_against_zero_is_one_to_one(line: str) -> None:
    assert started(line, 0, 0) == "1:1"
    assert TABLE.odds_text(0, 0) == "1:1"


# 9.8, 9.9: the examples of play


@pytest.mark.case("9.8-A", "9.8-B", "9.9")
def test_example_of_an_overrun_with_surprise() -> None:
    assert CHARTS.surprise.who("overrun", 8 + 5) == "attacker"
    start = TABLE.initial_column("open", 4, 1)
    shifted = TABLE.shift(start, 3)
    assert TABLE.column_label("open", shifted) == "9:1"
    assert TABLE.lookup(shifted, 7 + 5).text == "Ae3 DL2o2DG"
    assert TABLE.lookup(start, 7 + 5).text == "Ae4 DL1o2"


@pytest.mark.case("9.8-A", "9.8-B", "9.9")
def test_example_of_the_same_reversed() -> None:
    assert CHARTS.surprise.who("overrun", 10 - 5) == "defender"
    start = TABLE.initial_column("open", 4, 1)
    shifted = TABLE.shift(start, -6)
    assert TABLE.column_label("open", shifted) == "1:4"
    assert TABLE.lookup(shifted, 7 - 5).text == "AL2"
    assert TABLE.lookup(start, 7 - 5).text == "AL1o1 Do1"


@pytest.mark.case("9.7", "9.8-A", "9.9")
def test_example_of_comprehensive_combat() -> None:
    assert CHARTS.surprise.who("regular", 9 + 2) == "attacker"
    shifted = TABLE.shift(TABLE.initial_column("open", 17, 20), 2)
    assert TABLE.column_label("open", shifted) == "3:1"
    assert TABLE.lookup(shifted, 5 + 2).text == "Ao1 Do1"


@pytest.mark.case("9.7a", "9.8-A", "9.9")
def test_example_of_the_overrun_after_a_hip_shoot() -> None:
    assert CHARTS.surprise.who("overrun", 6 + 3) == "attacker"
    assert CHARTS.surprise.who("overrun", 5 + 3) == "none"
    start = TABLE.initial_column("open", 21, Fraction(7, 2))
    assert TABLE.column_label("open", start) == "5:1"
    shifted = TABLE.shift(start, 2)
    assert TABLE.column_label("open", shifted) == "9:1"
    assert TABLE.lookup(shifted, 4 + 3).text == "Ao1e4 DL1o2"


@pytest.mark.case("9.8-A")
@pytest.mark.parametrize(
    ("kind", "roll", "who"),
    [
        ("regular", 5, "defender"),
        ("regular", 6, "none"),
        ("regular", 9, "none"),
        ("regular", 10, "attacker"),
        ("overrun", 6, "defender"),
        ("overrun", 7, "none"),
        ("overrun", 8, "none"),
        ("overrun", 9, "attacker"),
    ],
)
def test_surprise_on_both_sides_of_each_boundary(kind: str, roll: int, who: str) -> None:
    assert CHARTS.surprise.who(kind, roll) == who  # type: ignore[arg-type]


@pytest.mark.case("9.8-A")
def test_the_hedgehog_counts_once_in_surprise() -> None:
    assert CHARTS.surprise.hedgehog_modifier == -1
    with pytest.raises(KeyError):
        CHARTS.surprise.modifier("action_rating_difference")  # its number is the difference itself


@pytest.mark.case("9.10")
def test_results_are_numbers_and_not_words() -> None:
    cell = TABLE.lookup(column("9:1"), 12)
    assert (cell.a_loss, cell.a_option, cell.exploit) == (0, 0, 3)
    assert (cell.d_loss, cell.d_option, cell.d_dg) == (2, 2, True)
    cell = TABLE.lookup(column("9:1"), 7)
    assert (cell.a_loss, cell.a_option, cell.exploit) == (0, 1, 4)
    assert (cell.d_loss, cell.d_option, cell.d_dg) == (1, 2, False)


@pytest.mark.case("9.9")
@given(st.integers(0, 12), st.integers(-50, 70))
def test_every_roll_has_a_result(start: int, roll: int) -> None:
    assert TABLE.lookup(start, roll) == TABLE.lookup(start, min(max(roll, 1), 15))


@pytest.mark.case("9.9")
@pytest.mark.parametrize("off", [-1, 13])
def test_a_column_off_the_table_is_an_error_and_not_another_column(off: int) -> None:
    with pytest.raises(IndexError):
        TABLE.lookup(off, 7)
    with pytest.raises(IndexError):
        TABLE.column_label("open", off)


# 9.4e and states


@pytest.mark.case("9.4e-A", "9.4e-E")
def test_anti_tank_effects_lower_the_full_multiplier_only() -> None:
    effects = CHARTS.at_effects
    assert effects.multiplier(Fraction(2), "heavy", "light") == 2  # example: Panzers against light
    assert effects.multiplier(Fraction(2), "light", "light") == Fraction(3, 2)  # Panzergrenadiers
    assert {effects.multiplier(Fraction(2), own, "heavy") for own in ("heavy", "light")} == {Fraction(3, 2)}
    assert effects.multiplier(Fraction(1), "light", "heavy") == 1
    assert effects.multiplier(Fraction(1, 2), "heavy", "heavy") == Fraction(1, 2)
    with pytest.raises(ValueError, match="not in tuple"):
        effects.multiplier(Fraction(2), "medium", "heavy")


@pytest.mark.case("4.3", "9.5a", "9.11d-A")
def test_states_multiply_to_the_printed_quarter() -> None:
    states = CHARTS.strength_states
    both = states.out_of_supply_defence_with_combat_supply * states.no_combat_supply_defence
    assert both == states.out_of_supply_defence_without_combat_supply == Fraction(1, 4)
    assert 14 * states.any_step_lost_attack == 7
    assert 7 * states.dg_combat == Fraction(7, 2)
