"""How long something may take on a machine that runs other tests, too."""

from __future__ import annotations

import time

SLACK = 2
"""How many times the limit it may take, after what the machine does beside it has been taken off."""


def crowding() -> float:
    """How many times longer everything takes, because the machine does other things, too: at least 1."""
    work, wall = time.thread_time(), time.monotonic()
    while time.thread_time() < work + 0.25:
        pass
    return max(1.0, (time.monotonic() - wall) / (time.thread_time() - work))
