"""Benchmarks: Redball's speed next to that of other libraries doing the same job in the same run.

A suite is a function that yields `redball.bench.results.Result`s; `SUITES` names them all. What they compare with
(networkx, scipy, numpy) comes with the extra `redball[bench]` and is imported only when a suite runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module

from redball.bench.results import Result

SUITES = {
    "board": "redball.bench.board_bench:run",
    "board-smolensk": "redball.bench.board_bench:run_on_smolensk",
    "engine": "redball.bench.engine_bench:run",
    "odds": "redball.bench.odds_bench:run",
}
"""Suite to `module:function`; the function takes `quick` (a shorter run, for a look) and yields results."""


PEERS = frozenset({"networkx", "numpy", "scipy"})
"""Libraries that the suites compare with: the extra `bench`."""


class BenchUnavailable(RuntimeError):
    """A library that a suite compares with is not installed; the message is one sentence."""


def run_suites(names: Iterable[str], *, quick: bool = False) -> Iterator[Result]:
    """Run suites one after the other. KeyError: no such suite. BenchUnavailable: a peer library is missing."""
    for name in names:
        module, _, function = SUITES[name].partition(":")
        suite: Callable[..., Iterable[Result]] = getattr(import_module(module), function)
        try:
            yield from suite(quick=quick)
        except ModuleNotFoundError as error:
            if error.name not in PEERS:
                raise
            raise BenchUnavailable(
                f"the {name} benchmark compares with {error.name}, which is not installed: pip install redball[bench]"
            ) from error
