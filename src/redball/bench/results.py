"""What a benchmark finds, and how it is measured: medians of interleaved runs, so that noise hits all sides alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import process_time
from typing import Any, Literal

import msgspec


class Goal(msgspec.Struct, frozen=True):
    """What a result should reach: a `ratio` (theirs by ours) of at least `value`, at most so many `times` what the peer
    takes, or `ours` of at most `value`."""

    kind: Literal["ratio", "times", "ours"]
    value: float

    def met(self, ours: float, ratio: float | None, slack: float) -> bool:
        """Whether it is reached, with allowance for a noisy machine: a `slack` of 1.5 is half as much again."""
        if self.kind == "ours":
            return ours <= self.value * slack
        least = self.value if self.kind == "ratio" else 1 / self.value
        return ratio is not None and ratio * slack >= least


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One measurement. `ours` and `theirs` are in `unit` ("s" or "bytes"), medians of whole jobs.

    `ratio` is how many times less ours is: `theirs / ours`, unless a mean over several jobs is meant, as `what` then
    says; None without a peer. `goal` is None where the figure is only for comparison. `ours` is None where nothing was
    measured, since the peer is not installed: `what` says so.
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
        """Whether the goal is met; True where there is none."""
        return self.goal is None or self.ours is None or self.goal.met(self.ours, self.ratio, slack)

    def to_json(self, slack: float = 1.0) -> dict[str, Any]:
        """The result as JSON-ready data, with `ok`."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain | {"ok": self.ok(slack)}


def at_least(ratio: float) -> Goal:
    """A goal: so many times faster, or smaller, than the peer."""
    return Goal("ratio", ratio)


def at_most_times(times: float) -> Goal:
    """A goal: no more than so many times what the peer takes."""
    return Goal("times", times)


def at_most(ours: float) -> Goal:
    """A goal: no more than so many bytes. Times are held to a peer in the same run."""
    return Goal("ours", ours)


def not_measured(id: str, what: str, peer: str) -> Result:  # noqa: A002 - the field's name
    """A row that says why there is no figure."""
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
    """A result whose ratio, if not given, is worked out."""
    if ratio is None and theirs is not None:
        ratio = theirs / ours
    return Result(id=id, what=what, unit=unit, ours=ours, peer=peer, theirs=theirs, ratio=ratio, goal=goal)


def seconds(job: Callable[[], object], clock: Callable[[], float] = process_time, calls: int = 1) -> float:
    """How long one call takes, as a mean over so many in a row: of the processor's time, so that other programs on the
    machine count for less."""
    again = range(calls)
    start = clock()
    for _ in again:
        job()
    return (clock() - start) / calls


def clock_itself(clock: Callable[[], float] = process_time) -> float:
    """How long it takes to read the clock: what `seconds` says of no job at all."""
    start = clock()
    return clock() - start


def side_by_side(
    jobs: Mapping[str, Callable[[], object]],
    rounds: int,
    clock: Callable[[], float] = process_time,
    calls: int = 1,
) -> dict[str, float]:
    """Median seconds of each job, the jobs taking turns for so many rounds after one that is not counted. A turn is so
    many calls in a row, of which the mean counts: for short jobs, or the first call after the others would be all."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for turn in range(rounds + 1):
        for name, job in jobs.items():
            took = seconds(job, clock, calls)
            if turn:
                times[name].append(took)
    return {name: median(taken) for name, taken in times.items()}
