"""Dice are a function of seed, branch and number."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redball.core.dice import Dice

SEEDS = st.integers(0, 2**53)


KNOWN = "221443161365153115635153"
KNOWN_BRANCH = "414253364621466424136246"


@given(SEEDS, st.integers(0, 9), st.integers(0, 10_000))
def test_a_die_depends_on_nothing_else(seed: int, branch: int, number: int) -> None:
    die = Dice(seed).die(branch, number)
    assert 1 <= die <= 6
    assert die == Dice(seed).die(branch, number)


def test_the_stream_of_a_seed_is_the_same_on_every_machine() -> None:
    assert "".join(str(Dice(2026).die(0, k)) for k in range(24)) == KNOWN
    assert "".join(str(Dice(2026).die(1, k)) for k in range(24)) == KNOWN_BRANCH


@pytest.mark.parametrize("branch", [0, 3])
def test_faces_come_up_alike(branch: int) -> None:
    """6,000 dice: every face within five standard deviations (29 each) of 1,000, and pairs do not hang together."""
    dice = [Dice(7).die(branch, k) for k in range(6_000)]
    assert all(abs(count - 1_000) < 145 for count in Counter(dice).values())
    pairs = Counter(zip(dice[::2], dice[1::2], strict=True))
    assert len(pairs) == 36
    assert max(pairs.values()) < 140


def test_other_seeds_and_branches_are_other_streams() -> None:
    streams = {tuple(Dice(seed).die(branch, k) for k in range(40)) for seed in range(20) for branch in range(5)}
    assert len(streams) == 100


@given(SEEDS, SEEDS, st.integers(0, 60))
def test_a_fork_keeps_the_past_and_has_another_future(seed: int, other: int, number: int) -> None:
    dice = Dice(seed)
    fork = dice.fork(number, other)
    assert [fork.die(0, k) for k in range(number)] == [dice.die(0, k) for k in range(number)]
    assert [fork.die(0, k) for k in range(number, number + 9)] == [
        Dice(other).die(0, k) for k in range(number, number + 9)
    ]


def test_a_script_gives_the_first_dice_of_the_first_branch() -> None:
    dice = Dice(5, script=(6, 1, 1))
    assert [dice.die(0, k) for k in range(3)] == [6, 1, 1]
    assert [dice.die(0, k) for k in range(3, 9)] == [Dice(5).die(0, k) for k in range(3, 9)]
    assert [dice.die(1, k) for k in range(9)] == [Dice(5).die(1, k) for k in range(9)]


def test_a_fork_keeps_only_the_script_of_its_past() -> None:
    fork = Dice(5, script=(6, 6, 6)).fork(1, 8)
    assert fork.die(0, 0) == 6
    assert [fork.die(0, k) for k in range(1, 9)] == [Dice(8).die(0, k) for k in range(1, 9)]
