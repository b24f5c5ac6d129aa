"""The reconstructed combat table against everything that the source says of it (its constraints T, D and Q).

Expected losses are in steps over the 36 throws, before a side runs out of steps. "Alone" is the table without surprise.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product

import pytest

from redball.core.battle import AnnouncedOdds, AttackersOdds, CombatResult
from redball.core.chances import SUMS
from redball.editions import charts_from
from redball.editions.new_ocs.combat_charts import (
    ArmorAdvantage,
    AttackersTable,
    CombatLimits,
    CoverShift,
    DefendersTable,
    DensityEffect,
    RatingEffect,
)
from redball.editions.new_ocs.combat_table import effect_of, read, spread, understood

CHARTS = charts_from("v4", "new_ocs", "new_ocs_combat")
LEFT = CHARTS.table(AttackersTable)
RIGHT = CHARTS.table(DefendersTable)
ROWS = range(-4, 17)
FIELD = ("8-11", "12-16", "17-24")
"""Strengths of one division or a few regiments: what the examples of the source have."""


def odds(right: str, left: str = "17-24", difference: int = 0, drm: int = 0, left_drm: int = 0) -> AnnouncedOdds:
    """Odds on two columns, with the effects of a difference of Action Ratings."""
    effect = effect_of(CHARTS, difference)
    column = LEFT.columns.index(left)
    against = AttackersOdds(column, left, effect.left + left_drm, effect.ambush, effect.surprise)
    return AnnouncedOdds("", "", right, "open", RIGHT.columns.index(right), effect.right + drm, 0, against)


def alone(value: Callable[[int], int]) -> Fraction:
    """An expected value over the sums of two dice."""
    return Fraction(sum(value(dice) * ways for dice, ways in SUMS.items()), 36)


def attackers_alone(left: str, drm: int = 0) -> Fraction:
    """Steps that the attacker may expect to lose against a defence of that strength."""
    column = LEFT.columns.index(left)
    return alone(lambda dice: LEFT.losses(column, dice + drm))


def defenders_alone(right: str, drm: int = 0) -> Fraction:
    """Steps that the defender may expect to lose at those odds."""
    column = RIGHT.columns.index(right)
    return alone(lambda dice: RIGHT.cell(column, dice + drm).loss)


def expected(on: AnnouncedOdds, value: Callable[[CombatResult], int]) -> float:
    """An expected value with surprise."""
    return float(spread(CHARTS, "regular", on).expect(lambda one: value(understood(one.result))))


def attackers(on: AnnouncedOdds) -> float:
    return expected(on, lambda result: result.a_loss)


def defenders(on: AnnouncedOdds) -> float:
    return expected(on, lambda result: result.d_loss)


def chance(on: AnnouncedOdds, least: int) -> float:
    """That the defender must retreat at least so far."""
    return expected(on, lambda result: int(result.d_retreat >= least))


# --- structure ----------------------------------------------------------------------------------------------------


@pytest.mark.case("N9.0-two-sided")
def test_the_table_is_marked_as_a_reconstruction() -> None:
    for name in ("combat_attackers", "combat_defenders"):
        assert CHARTS.provenance[name].confidence == "reconstruction"


@pytest.mark.case("N9-base-columns-lhs", "N9.0-two-sided")
@pytest.mark.parametrize(
    ("defence", "column"),
    [("0", "0-1"), ("3/2", "2-4"), ("4", "2-4"), ("9/2", "5-7"), ("16", "12-16"), ("49/3", "12-16"), ("33/2", "17-24"),
     ("68", "41-68"), ("69", "69+"), ("500", "69+")],
)  # fmt: skip
def test_t1_the_left_column_is_of_the_defence_alone(defence: str, column: str) -> None:
    assert LEFT.columns[LEFT.column(Fraction(defence))] == column


@pytest.mark.case("N9-base-columns-rhs")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(1, 9, "1:3"), (1, 3, "1:3"), (2, 5, "1:3"), (10, 19, "1:2"), (10, 14, "1:1"), (14, 10, "1:1"), (15, 10, "2:1"),
     (24, 10, "2:1"), (25, 10, "3:1"), (60, 10, "5:1"), (65, 10, "7:1"), (99, 10, "9:1"), (7, 0, "9:1"), (0, 7, "1:3")],
)  # fmt: skip
def test_t2_the_right_column_is_of_the_odds(attack: int, defence: int, column: str) -> None:
    assert RIGHT.columns[RIGHT.column(attack, defence)] == column


@pytest.mark.case("N9-surprise-roll")
def test_t3_one_roll_of_two_dice_settles_everything() -> None:
    assert spread(CHARTS, "regular", odds("3:1")).total == 36


@pytest.mark.case("N9-base-columns-mods")
def test_t4_each_side_has_its_own_column_and_drm() -> None:
    on, other = odds("3:1"), odds("3:1", "69+", left_drm=-2)
    assert defenders(on) == pytest.approx(defenders(other), abs=0.2), "the left side does not bear on the right"
    assert attackers(other) > attackers(on)


def test_t5_one_odds_line_serves_all_terrain() -> None:
    assert not hasattr(RIGHT, "lines")


def test_t6_columns_to_the_left_help_the_defender_on_both_sides() -> None:
    for roll, (one, two) in product(ROWS, pairwise(range(len(LEFT.columns)))):
        assert LEFT.losses(one, roll) >= LEFT.losses(two, roll)
    for roll, (one, two) in product(ROWS, pairwise(range(len(RIGHT.columns)))):
        here, there = RIGHT.cell(one, roll), RIGHT.cell(two, roll)
        assert here.loss <= there.loss
        assert here.retreat <= there.retreat


def test_t7_higher_rolls_help_the_attacker_on_both_sides() -> None:
    for column, roll in product(range(len(LEFT.columns)), ROWS):
        assert LEFT.losses(column, roll) >= LEFT.losses(column, roll + 1)
    for column, roll in product(range(len(RIGHT.columns)), ROWS):
        here, there = RIGHT.cell(column, roll), RIGHT.cell(column, roll + 1)
        assert here.loss <= there.loss
        assert here.retreat <= there.retreat


@pytest.mark.case("N9-ignore-r1-options")
def test_t8_t9_no_options_and_no_retreat_of_attackers() -> None:
    results = {one.result for right in RIGHT.columns for one in spread(CHARTS, "regular", odds(right)).ways}
    assert all(understood(text).a_option == understood(text).d_option == 0 for text in results)


def test_t10_to_t15_kinds_of_results() -> None:
    retreats = {cell.retreat for cell in RIGHT.codes.values()}
    assert retreats == {0, 1, 2, 3}, "T10: none, one, two and something larger"
    assert {cell.loss for cell in LEFT.codes.values()} == {0, 1, 2, 3}, "T13, T14: none, one, two and more"
    assert {cell.loss for cell in RIGHT.codes.values()} >= {0, 1, 2}
    assert {cell.exploit for cell in RIGHT.codes.values()} == {0, 2, 3, 4}, "T15: exploitation as in the series"


@pytest.mark.case("N8-surprise", "N9-surprise-effects-no-shift")
def test_t16_t17_surprise_leaves_the_column_and_overruns_read_the_same() -> None:
    on = odds("2:1")
    assert {one.column for one in spread(CHARTS, "regular", on).ways} == {on.column}
    assert all(one.shift == 0 for one in spread(CHARTS, "regular", on).ways)
    assert spread(CHARTS, "overrun", on) == spread(CHARTS, "regular", on)


# --- ranges of the modifiers ----------------------------------------------------------------------------------------


def test_d1_to_d5_drms_stay_in_their_range() -> None:
    ratings = CHARTS.rows(RatingEffect).values()
    armor, fire = CHARTS.table(ArmorAdvantage).drm.values(), CHARTS.table(CombatLimits).fire_drm
    density = CHARTS.rows(DensityEffect)
    assert {row.left for row in ratings} == {row.right for row in ratings} == {-2, -1, 0, 1, 2}
    assert (min(armor), max(armor), fire) == (-1, 1, -1)
    assert [density[name].left for name in ("attackers_soft", "attackers")] == [-2, -1]
    assert density["defenders"].right == 1
    lowest = min(row.left for row in ratings) + min(armor) + fire + density["attackers_soft"].left
    assert (lowest, 2 + 1) == (-6, 3), "left: -6 to +3, so that rolls go from -4 to 15"


def test_d6_to_d8_shifts_stay_in_their_range() -> None:
    rows, most = CHARTS.rows(CoverShift), CHARTS.table(CombatLimits).most_shift
    assert (rows["close"].left, rows["close"].right) == (0, 1)
    assert all((rows[name].left, rows[name].right) == (1, 1) for name in ("very_close", "extremely_close"))
    assert [rows[f"hedgehog_{n}"].right for n in range(5)] == [0, 0, 1, 1, 2]
    assert most == 2


def test_the_left_side_over_the_range_of_drms() -> None:
    found = [float(attackers_alone("17-24", drm)) for drm in range(-6, 4)]
    assert found == pytest.approx([2.5, 2.25, 2, 1.722, 1.417, 1.139, 0.889, 0.667, 0.444, 0.278], abs=0.001)


def test_the_right_side_over_the_range_of_drms() -> None:
    found = [float(defenders_alone("2:1", drm)) for drm in range(-4, 5)]
    assert found == pytest.approx([0.167, 0.278, 0.417, 0.611, 0.806, 1, 1.194, 1.389, 1.583], abs=0.001)


# --- quantities -----------------------------------------------------------------------------------------------------


@pytest.mark.case("N9-crt-three-changes-even")
def test_q1_losses_are_even_at_two_to_one() -> None:
    mine = sum(attackers_alone(left) for left in FIELD) / 3
    assert float(mine) == pytest.approx(0.787, abs=0.001)
    assert float(defenders_alone("2:1")) == pytest.approx(0.806, abs=0.001)
    with_surprise = [(attackers(odds("2:1", left)), defenders(odds("2:1", left))) for left in FIELD]
    assert sum(a for a, _ in with_surprise) == pytest.approx(sum(d for _, d in with_surprise), rel=0.02)


@pytest.mark.parametrize(("left", "factor"), [("8-11", 1.6), ("12-16", 2.0), ("17-24", 2.4)])
def test_q2_losses_break_even_near_the_window(left: str, factor: float) -> None:
    """Between 1:1 and 3:1, read straight between the columns."""
    steps = {"1:1": 1.0, "2:1": 2.0, "3:1": 3.0}
    mine = attackers_alone(left)
    for (low, x), (high, y) in pairwise(steps.items()):
        a, b = defenders_alone(low), defenders_alone(high)
        if a <= mine <= b:
            assert x + float((mine - a) / (b - a)) * (y - x) == pytest.approx(factor, abs=0.06)
            return
    pytest.fail(f"{left} does not break even between 1:1 and 3:1")


def retreats_at(column: int) -> Callable[[int], int]:
    """Whether a throw in a column of the defender makes it retreat, as 1 or 0."""
    return lambda dice: int(RIGHT.cell(column, dice).retreat > 0)


@pytest.mark.case("N9-crt-three-changes-odds")
def test_q3_higher_odds_cost_the_defender_more() -> None:
    losses = [defenders_alone(right) for right in RIGHT.columns]
    assert all(two > one for one, two in pairwise(losses))
    assert (float(losses[0]), float(losses[-1])) == pytest.approx((0.167, 1.889), abs=0.001)
    retreats = [alone(retreats_at(c)) for c in range(len(RIGHT.columns))]
    assert all(two > one for one, two in pairwise(retreats))
    assert (float(retreats[0]), float(retreats[-1])) == pytest.approx((0.083, 1), abs=0.001)


@pytest.mark.case("N9-crt-three-changes-odds")
def test_q4_higher_odds_do_not_spare_the_attacker() -> None:
    found = [attackers(odds(right)) for right in RIGHT.columns]
    assert max(found) - min(found) <= 1 / 6 + 1e-9, "the table alone has one value; Ambush drifts by a sixth of a step"
    assert (found[0], found[-1]) == pytest.approx((1.028, 0.861), abs=0.001)


def test_q5_a_stronger_defence_costs_the_attacker_more() -> None:
    found = [attackers_alone(left) for left in LEFT.columns]
    assert all(one > two for one, two in pairwise(found))
    assert (float(found[0]), float(found[-1])) == pytest.approx((1.583, 0.167), abs=0.001)


@pytest.mark.case("N9-crt-three-changes-ar")
def test_q6_four_points_do_not_make_one_to_one_a_five_to_one() -> None:
    better, stronger = odds("1:1", difference=4), odds("5:1")
    assert (defenders(better), defenders(stronger)) == pytest.approx((1.111, 1.389), abs=0.001)
    assert (chance(better, 1), chance(stronger, 1)) == pytest.approx((0.611, 0.833), abs=0.001)
    assert (chance(better, 2), chance(stronger, 2)) == pytest.approx((0.333, 0.556), abs=0.001)


@pytest.mark.case("N9-ar-effects-p1", "N9-ar-effects-m1")
def test_q7_one_point_raises_the_losses_of_the_enemy_only() -> None:
    even, up, down = odds("2:1"), odds("2:1", difference=1), odds("2:1", difference=-1)
    assert (defenders(even), defenders(up), defenders(down)) == pytest.approx((0.861, 1.028, 0.833), abs=0.001)
    assert (attackers(even), attackers(up), attackers(down)) == pytest.approx((0.972, 0.944, 1.194), abs=0.001)


def test_q8_more_points_raise_theirs_and_lower_ones_own() -> None:
    found = [
        (defenders(odds("2:1", difference=n)), attackers(odds("2:1", difference=n))) for n in (2, 3, 4, -2, -3, -4)
    ]
    assert [d for d, _ in found] == pytest.approx([1.25, 1.444, 1.5, 0.528, 0.528, 0.389], abs=0.001)
    assert [a for _, a in found] == pytest.approx([0.583, 0.583, 0.417, 1.389, 1.667, 1.722], abs=0.001)


def test_q9_ratings_do_not_outweigh_great_strength() -> None:
    strong, even = odds("9:1", difference=-4), odds("2:1")
    assert (defenders(strong), defenders(even)) == pytest.approx((1.111, 0.861), abs=0.001)
    assert (chance(strong, 1), chance(even, 1)) == pytest.approx((0.75, 0.556), abs=0.001)


def test_q10_no_long_tails() -> None:
    losses = [*(left.loss for left in LEFT.codes.values()), *(right.loss for right in RIGHT.codes.values())]
    assert max(losses) == 3
    assert all(ways >= 1 for ways in spread(CHARTS, "regular", odds("2:1")).ways.values())


@pytest.mark.parametrize(
    ("strength", "column"),
    [(1, "0-1"), (2, "2-4"), (3, "2-4"), (5, "5-7"), (9, "8-11"), (18, "17-24"), (20, "17-24"), (16, "12-16"),
     (10, "8-11"), (6, "5-7"), (8, "8-11"), (50, "41-68")],
)  # fmt: skip
def test_q11_strengths_that_occur_have_columns_of_their_own(strength: int, column: str) -> None:
    assert LEFT.columns[LEFT.column(strength)] == column


def test_q12_a_column_is_worth_about_a_seventh_to_a_fifth() -> None:
    found = [float(defenders_alone(right)) for right in RIGHT.columns[3:]]
    factors = [two / one for one, two in pairwise(found)]
    assert all(1.1 <= factor <= 1.25 for factor in factors), "for scale: the original has 7/6"


def test_rolls_beyond_the_table_read_its_ends() -> None:
    assert LEFT.losses(0, -4) == LEFT.losses(0, 0)
    assert RIGHT.cell(0, 16) == RIGHT.cell(0, 14)
    assert read(CHARTS, odds("9:1", difference=4, drm=2), 6, 6).result == "Ae2 DL4R4"
