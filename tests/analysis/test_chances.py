"""Exact distributions: enumeration, arithmetic, and dice that are told."""

from fractions import Fraction
from random import Random

import pytest

from redball.core.chances import Rolled, Spread, Told, from_chances, spread_of


def test_two_dice_are_weighed_by_their_ways() -> None:
    found = spread_of(lambda throw: throw.two())
    assert found.total == 36
    assert found.ways == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}


def test_paths_with_fewer_dice_weigh_as_much_more() -> None:
    """A second die only after a six: the five other faces stand for six throws each."""
    found = spread_of(lambda throw: (first, throw.one() if first == 6 else 0) if (first := throw.one()) else (0, 0))
    assert found.total == 36
    assert found.ways[(1, 0)] == 6
    assert found.ways[(6, 3)] == 1


def test_a_procedure_without_dice_is_sure() -> None:
    assert spread_of(lambda throw: "so").ways == {"so": 1}


def test_spreads_of_one_distribution_are_equal_whatever_their_totals() -> None:
    assert Spread({"a": 1, "b": 2}) == Spread({"a": 2, "b": 4})
    assert Spread({"a": 1, "b": 2}) != Spread({"a": 2, "b": 1})


def test_map_counts_together_and_then_multiplies() -> None:
    die = spread_of(lambda throw: throw.one())
    assert die.map(lambda pip: pip > 4).ways == {False: 4, True: 2}
    twice = die.then(lambda first: die.map(lambda second: first + second))
    assert twice == spread_of(lambda throw: throw.two())
    assert twice.expect(lambda total: total) == 7


def test_chances_must_sum_to_one() -> None:
    assert from_chances({"a": Fraction(1, 3), "b": Fraction(2, 3)}).ways == {"a": 1, "b": 2}
    with pytest.raises(ValueError, match="sum to 1/3"):
        from_chances({"a": Fraction(1, 3)})


def test_told_dice_come_first_and_are_checked() -> None:
    throw = Told({"surprise": [9], "die": [4, 2]}, Rolled(Random(1)))
    assert throw.two("surprise") == 9
    assert 2 <= throw.two("surprise") <= 12
    assert (throw.one(), throw.unused) == (4, {"die": [2]})
    assert throw.one() == 2
    assert throw.unused == {}
    with pytest.raises(ValueError, match="surprise is the sum of two dice, from 2 to 12, not 13"):
        Told({"surprise": [13]}, Rolled(Random(1))).two("surprise")
    with pytest.raises(ValueError, match="die is one die, from 1 to 6, not 0"):
        Told({"die": [0]}, Rolled(Random(1))).one()


def test_rolled_dice_are_kept() -> None:
    throw = Rolled(Random(5))
    total = throw.two()
    assert sum(throw.dice) == total
    assert len(throw.dice) == 2
