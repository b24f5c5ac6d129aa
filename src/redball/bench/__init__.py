"""Benchmarks: Redball's speed beside that of other libraries doing the same job in the same run.

A suite is a function that yields `redball.bench.results.Result`s; `SUITES` names them all. The libraries compared with
come with the extras `redball[bench]` (networkx, scipy, numpy), `redball[peers]` (chess), `redball[rl]` (PettingZoo),
`redball[web]` (Litestar) and `redball[online]` (SQLAlchemy, websockets).
They are imported only when a suite runs; where one is not installed, a row says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module

from redball.bench.results import Result, not_measured

SUITES = {
    "start": "redball.bench.start_bench:run",
    "board": "redball.bench.board_bench:run",
    "board-smolensk": "redball.bench.board_bench:run_on_smolensk",
    "engine": "redball.bench.engine_bench:run",
    "odds": "redball.bench.odds_bench:run",
    "research": "redball.bench.research_bench:run",
    "server": "redball.bench.server_bench:run",
    "online": "redball.bench.online_bench:run",
}
"""Suite to `module:function`. The function takes `quick` (a shorter run, for a first look) and yields results."""


PEERS = frozenset(
    {
        *("chess", "gymnasium", "litestar", "networkx", "numpy", "pettingzoo", "pygame", "scipy", "sqlalchemy"),
        *("uvicorn", "websockets"),
    }
)
"""The libraries of the extras `bench`, `peers`, `rl`, `web` and `online`."""


def run_suites(names: Iterable[str], *, quick: bool = False) -> Iterator[Result]:
    """Run suites one after the other. A missing library costs one row that says so. Raises KeyError for an unknown
    suite."""
    for name in names:
        module, _, function = SUITES[name].partition(":")
        suite: Callable[..., Iterable[Result]] = getattr(import_module(module), function)
        try:
            yield from suite(quick=quick)
        except ModuleNotFoundError as error:
            if error.name not in PEERS:
                raise
            yield not_measured("-", name, error.name)
