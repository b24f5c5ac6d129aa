"""`tools/planner_tasks.py`: what tasks gain, and where differences come from."""

from __future__ import annotations

import doctest
from itertools import islice
from random import Random

import pytest

import planner_tasks
from planner_tasks import Fit, Row, fit, play
from redball.bots.planner.propose import SLOTS


def test_its_example_holds() -> None:
    assert doctest.testmod(planner_tasks).failed == 0


def test_where_differences_come_from_is_found_again() -> None:
    """Gains made with spreads of 4, 9, 1 and 16 around 2: within some of them, in 3,000 groups."""
    rng, rows = Random(3), []
    for group in range(3000):
        common, own = rng.gauss(0, 2), {slot: rng.gauss(0, 3) for slot in SLOTS[1:4]}
        for lot in range(2):
            unlucky = rng.gauss(0, 1)
            for slot, worth in own.items():
                rows.append(Row(str(group), lot, slot, 2 + common + worth - unlucky + rng.gauss(0, 4)))
    assert fit(rows) == pytest.approx(Fit(2, 4, 9, 1, 16), abs=0.8)


def test_rows_name_the_group_the_game_and_the_slot() -> None:
    rows = list(islice(play("crossing", 2, 2), 40))
    assert rows == list(islice(play("crossing", 2, 2), 40)), "the same by seed"
    assert {row.lot for row in rows} == {0, 1}
    assert {row.slot for row in rows} <= set(SLOTS[1:])
    assert {row.group.rsplit("/", 1)[0] for row in rows} <= {"crossing/2/axis", "crossing/2/soviet"}
