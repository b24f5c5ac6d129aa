"""What was rolled beside what chance says: exact, by side and kind of roll."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from game.saves import play
from redball.core.events import DiceRolled
from redball.game import Game
from redball.game.view.rolls import ALL, FACES, SUMS, count_p, dice_sheet, pips_p, purpose, rolled_kinds


def rolled(*dice: int, side: str = "axis", reason: str = "combat", case: str = "9.9") -> DiceRolled:
    """Dice that fell."""
    return DiceRolled(case=case, side=side, dice=dice, reason=reason, first=0)


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_the_chance_of_a_sum_is_counted_throw_by_throw(dice: int) -> None:
    throws = [sum(throw) for throw in product(range(1, 7), repeat=dice)]
    for pips in range(dice, 6 * dice + 1):
        as_far = sum(abs(2 * one - 7 * dice) >= abs(2 * pips - 7 * dice) for one in throws)
        assert pips_p(dice, pips) == Fraction(as_far, len(throws))


@pytest.mark.parametrize("chance", [Fraction(1, 6), Fraction(5, 36), Fraction(1, 2)])
@pytest.mark.parametrize("rolls", [1, 2, 5])
def test_the_chance_of_a_number_of_times_is_counted_roll_by_roll(chance: Fraction, rolls: int) -> None:
    by_times: defaultdict[int, Fraction] = defaultdict(Fraction)
    for row in product((0, 1), repeat=rolls):
        by_times[sum(row)] += Fraction(chance) ** sum(row) * (1 - chance) ** (rolls - sum(row))
    for times in range(rolls + 1):
        away = abs(times - rolls * chance)
        as_far = sum((p for k, p in by_times.items() if abs(k - rolls * chance) >= away), Fraction(0))
        assert count_p(rolls, chance, times) == as_far


def test_chances_of_one_roll_add_up() -> None:
    assert sum(FACES.values()) == sum(SUMS.values()) == 1
    sums = Counter(a + b for a, b in product(range(1, 7), repeat=2))
    assert {value: Fraction(ways, 36) for value, ways in sums.items()} == SUMS


def test_many_dice_are_exact_too() -> None:
    assert pips_p(3_000, 10_500) == 1
    assert Fraction(1, 25) < pips_p(3_000, 10_500 + 183) < Fraction(6, 100), "183 is 1.96 standard deviations"
    assert count_p(3_000, Fraction(1, 6), 500) == 1


def test_a_side_has_its_kinds_and_all_its_dice() -> None:
    happened = [
        rolled(6, 5), rolled(1, 1), rolled(4, case="9.8-B", reason="surprise shift"),
        rolled(3, 3, side="soviet"), rolled(2, side="soviet", case="12.8b-A", reason="attrition at 12.10"),
        rolled(5, side="soviet", case="12.8b-A", reason="attrition at 9.03"),
    ]  # fmt: skip
    kinds = {(kind.side, kind.name): kind for kind in rolled_kinds(happened)}
    assert [*kinds] == [
        ("axis", ALL), ("axis", "surprise shift"), ("axis", "combat"),
        ("soviet", ALL), ("soviet", "attrition"), ("soviet", "combat"),
    ]  # fmt: skip
    every = kinds["axis", ALL]
    assert (every.rolls, every.dice, every.pips, every.expected, every.sums) == (3, 5, 17, 17.5, False)
    combat = kinds["axis", "combat"]
    assert combat.sums
    assert (combat.rolls, combat.pips, combat.expected) == (2, 13, 14.0)
    assert {value.value: value.rolled for value in combat.values if value.rolled} == {11: 1, 2: 1}
    assert next((v.chance, v.expected) for v in combat.values if v.value == 7) == ("1/6", 0.33)
    both = kinds["soviet", "attrition"]
    assert (both.rolls, both.sums, both.case) == (2, False, "12.8b-A")


def test_rolls_of_one_purpose_with_other_numbers_of_dice_are_counted_die_by_die() -> None:
    (_, kind) = rolled_kinds([rolled(6, 5), rolled(1)])
    assert not kind.sums
    assert [value.value for value in kind.values] == [1, 2, 3, 4, 5, 6]


def test_where_a_roll_was_is_no_kind_of_its_own() -> None:
    assert purpose("attrition of 5 Pz") == "attrition"
    assert purpose("first player: two dice a side") == "first player: two dice a side"


def test_a_game_is_counted_as_it_stands() -> None:
    game = Game.new("crossing", seed=5)
    play(game, 200, Random(5))
    sheet = dice_sheet(game)
    fell = [event for event in game.events() if isinstance(event, DiceRolled)]
    assert fell
    assert sheet.fair is None
    for side in {event.side for event in fell}:
        kinds = [kind for kind in sheet.kinds if kind.side == side]
        assert kinds[0].name == ALL
        assert kinds[0].pips == sum(kind.pips for kind in kinds[1:]) == sum(sum(e.dice) for e in fell if e.side == side)
        for kind in kinds:
            assert sum(value.rolled for value in kind.values) == (kind.rolls if kind.sums else kind.dice)
    game.rewind(0)
    opening = [event for event in game.opening if isinstance(event, DiceRolled)]
    assert sum(kind.dice for kind in dice_sheet(game).kinds if kind.name == ALL) == sum(len(e.dice) for e in opening)
