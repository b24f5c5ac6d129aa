"""Many games on several processes: each is a function of its seed, so it does not matter which process plays it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import TypeVar

T = TypeVar("T")


def run_all(play: Callable[[int], T], seeds: Sequence[int], jobs: int) -> Iterator[T]:
    """What `play` returns for every seed, as it arrives. With one job everything runs in this process.

    `play` is sent to the other processes: it must be a module-level function, or a `partial` of one.
    """
    if jobs <= 1 or len(seeds) <= 1:
        yield from map(play, seeds)
        return
    with ProcessPoolExecutor(max_workers=min(jobs, len(seeds)), mp_context=get_context("spawn")) as pool:
        for future in as_completed([pool.submit(play, seed) for seed in seeds]):
            yield future.result()
