"""How long something may take on another machine, or on one that does other things beside it."""

from __future__ import annotations

import time
from statistics import median

SLACK = 2
"""How many times its limit something may take, after what this machine is slower has been taken off."""
ROUNDS = 400_000
THERE = 0.022
"""Seconds for a piece of work on the machine for which the limits were set: `docs/performance.md`."""


def crowding() -> float:
    """How many times longer everything takes here and now than there: at least 1."""
    return max(1.0, median(piece() for _ in range(5)) / THERE)


def piece() -> float:
    """Seconds that a piece of work takes."""
    began, number = time.monotonic(), 0
    for i in range(ROUNDS):
        number = (number * 31 + i) % 1_000_003
    return time.monotonic() - began
