"""A server or a database that is killed loses nothing that was acknowledged, and nothing is played twice; `make soak`
kills each 200 times (`kills.py`)."""

from __future__ import annotations

import pytest

from online.killing import run
from support import long


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "moments"), [("sqlite", 1), ("database", 1), long("sqlite", 10), long("workers", 10), long("database", 10)]
)
def test_nothing_is_lost_and_nothing_played_twice(what: str, moments: int) -> None:
    acknowledged, again, was_in = run(what, moments, seed=moments)
    assert acknowledged > 0
    assert again > 0, "somebody was cut off"
    assert was_in <= again
