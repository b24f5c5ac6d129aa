"""Reads a scenario's Breakdowns: the pools of the nations (20.0g)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from redball.forces.counter import Counter
from redball.scenarios.errors import ScenarioError
from redball.scenarios.files import BreakdownsFile
from redball.scenarios.records import BreakdownPool

Fail = Callable[[str, str], ScenarioError]


def breakdown_pools(
    raw: Iterable[BreakdownsFile], counters: Mapping[str, Counter], placed: Collection[str], fail: Fail
) -> Iterator[BreakdownPool]:
    """The pools, with every Breakdown counter in one of them.

    Raises ScenarioError for a counter that is not a Breakdown of that nation, is placed, or is in two pools; for a
    unit in `without` that is not a multi-step unit of the nation; for a second pool of a nation.
    """
    seen: set[str] = set()
    nations: set[tuple[str, str]] = set()
    for number, pool in enumerate(raw, start=1):
        where = f"breakdowns[{number}]"
        if (pool.side, pool.nation) in nations:
            raise fail(where, f"{pool.side} has a pool of {pool.nation!r} already")
        nations.add((pool.side, pool.nation))
        for uid in pool.counters:
            counter = counters.get(uid)
            if counter is None or (counter.kind, counter.side, counter.nation) != ("breakdown", pool.side, pool.nation):
                raise fail(f"{where}.counters", f"{uid!r} is no Breakdown of {pool.nation!r} of {pool.side}")
            if uid in placed or uid in seen:
                raise fail(f"{where}.counters", f"{uid} is {'placed' if uid in placed else 'in two pools'}")
            seen.add(uid)
        for uid in pool.without:
            counter = counters.get(uid)
            if (
                counter is None
                or not counter.is_multi_step
                or (counter.side, counter.nation)
                != (
                    pool.side,
                    pool.nation,
                )
            ):
                raise fail(f"{where}.without", f"{uid!r} is no multi-step unit of {pool.nation!r} of {pool.side}")
        yield BreakdownPool(pool.side, pool.nation, pool.counters, pool.without, pool.limit)
