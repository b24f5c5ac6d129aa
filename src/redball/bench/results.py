"""Benchmark results, and how they are measured: medians of interleaved runs, so that noise hits all sides alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import process_time
from typing import Any, Literal

import msgspec


class Goal(msgspec.Struct, frozen=True):
    """A goal: a `ratio` (theirs / ours) of at least `value`, at most `value` `times` what the peer takes, or `ours` of
    at most `value`."""

    kind: Literal["ratio", "times", "ours"]
    value: float

    def met(self, ours: float, ratio: float | None, slack: float) -> bool:
        """Whether the goal is met. `slack` allows for a noisy machine: 1.5 is half as much again."""
        if self.kind == "ours":
            return ours <= self.value * slack
        least = self.value if self.kind == "ratio" else 1 / self.value
        return ratio is not None and ratio * slack >= least


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One measurement. `ours` and `theirs` are in `unit` ("s" or "bytes"), medians of whole jobs.

    `ratio` is `theirs / ours`, or a mean over several jobs if `what` says so; None without a peer. `goal` is None if
    the figure is only for comparison. `ours` is None if nothing was measured because the peer is not installed; `what`
    says so.
    """

    id: str
    what: str
    unit: Literal["s", "bytes"]
    ours: float | None
    peer: str | None = None
    theirs: float | None = None
    ratio: float | None = None
    goal: Goal | None = None

    def ok(self, slack: float = 1.0) -> bool:
        """Whether the goal is met; True without a goal."""
        return self.goal is None or self.ours is None or self.goal.met(self.ours, self.ratio, slack)

    def to_json(self, slack: float = 1.0) -> dict[str, Any]:
        """The result as JSON-ready data, with `ok`."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain | {"ok": self.ok(slack)}


def at_least(ratio: float) -> Goal:
    """A goal: this many times faster, or smaller, than the peer."""
    return Goal("ratio", ratio)


def at_most_times(times: float) -> Goal:
    """A goal: at most this many times what the peer takes."""
    return Goal("times", times)


def at_most(ours: float) -> Goal:
    """A goal: at most this many bytes. (Times are compared with a peer in the same run.)"""
    return Goal("ours", ours)


def not_measured(id: str, what: str, peer: str) -> Result:  # noqa: A002 - the field's name
    """A row that says why there is no measurement."""
    return Result(id=id, what=f"{what}: not measured, {peer} is not installed", unit="s", ours=None)


def compare(
    id: str,  # noqa: A002 - the field's name
    what: str,
    ours: float,
    *,
    peer: str | None = None,
    theirs: float | None = None,
    ratio: float | None = None,
    goal: Goal | None = None,
    unit: Literal["s", "bytes"] = "s",
) -> Result:
    """A result; computes the ratio if none is given."""
    if ratio is None and theirs is not None:
        ratio = theirs / ours
    return Result(id=id, what=what, unit=unit, ours=ours, peer=peer, theirs=theirs, ratio=ratio, goal=goal)


def seconds(job: Callable[[], object], clock: Callable[[], float] = process_time, calls: int = 1) -> float:
    """Seconds for one call, as a mean over `calls` in a row. Processor time by default, so that other programs matter
    less."""
    again = range(calls)
    start = clock()
    for _ in again:
        job()
    return (clock() - start) / calls


def clock_itself(clock: Callable[[], float] = process_time) -> float:
    """Seconds that reading the clock takes: what `seconds` returns for an empty job."""
    start = clock()
    return clock() - start


def side_by_side(
    jobs: Mapping[str, Callable[[], object]],
    rounds: int,
    clock: Callable[[], float] = process_time,
    calls: int = 1,
) -> dict[str, float]:
    """Median seconds of each job. The jobs take turns for `rounds` rounds, after one warm-up round. A turn is `calls`
    calls in a row and counts as their mean: in short jobs, the first call after the others would otherwise be the whole
    measurement."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for turn in range(rounds + 1):
        for name, job in jobs.items():
            took = seconds(job, clock, calls)
            if turn:
                times[name].append(took)
    return {name: median(taken) for name, taken in times.items()}
