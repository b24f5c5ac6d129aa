"""The same games on Ray, on as many machines as it has: `pip install redball[ray]`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

S = TypeVar("S")
T = TypeVar("T")


class RayMissing(RuntimeError):
    """Ray is not installed. The text is a sentence."""


def run_on_ray(play: Callable[[S], T], games: Sequence[S], jobs: int) -> Iterator[T]:
    """As `redball.bots.workers.run_all`, with which a test compares it; `jobs` tasks at a time.

    Joins the cluster that RAY_ADDRESS names, else begins one on this machine and ends it. Raises RayMissing.
    """
    try:
        import ray
    except ImportError as error:
        raise RayMissing("to play on Ray, install redball[ray]") from error
    own = not ray.is_initialized()
    if own:
        ray.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    try:
        task: Any = ray.remote(max_retries=0)(play_one)
        waiting = list(games)
        running = [task.remote(play, waiting.pop(0)) for _ in range(min(max(1, jobs), len(waiting)))]
        while running:
            done, running = ray.wait(running, num_returns=1)
            if waiting:
                running.append(task.remote(play, waiting.pop(0)))
            yield ray.get(done[0])
    finally:
        if own:
            ray.shutdown()


def play_one(play: Callable[[S], T], game: S) -> T:
    """One game, in a process of Ray's."""
    return play(game)
