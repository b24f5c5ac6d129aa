"""Start-up time: G1 and G3 of the performance goals. Fresh interpreters take turns.

Their processor time counts, so that other programs matter less.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec

from redball.bench.results import Goal, Result, at_least, at_most_times, compare, not_measured, side_by_side

IMPORTS: dict[str, Goal | None] = {"redball": at_least(1), "redball.game": None}
ROLL = ["roll", "combat", "--terrain", "open", "--attack", "12", "--defend", "4", "--ar", "3", "3"]
COMMANDS: dict[str, tuple[list[str], Goal | None]] = {
    "redball --help": (["--help"], at_most_times(15)),
    "redball roll combat": (ROLL, at_most_times(25)),
    "redball cases 9.8-A": (["cases", "9.8-A"], None),
    "redball cases --json": (["cases", "--json"], None),
}
BARE = "python -c pass"


def run(quick: bool = False) -> Iterator[Result]:
    """All results. `quick` measures one round, which says little."""
    rounds = 1 if quick else 9
    yield from imports(rounds)
    yield from commands(rounds)


def imports(rounds: int) -> Iterator[Result]:
    """G1: importing the package, and the whole engine, against importing numpy; the bare interpreter's time is
    subtracted."""
    if find_spec("numpy") is None:
        yield not_measured("G1", "import redball", "numpy")
        return
    jobs = {name: _starter("-c", f"import {name}") for name in (*IMPORTS, "numpy")}
    jobs[BARE] = _starter("-c", "pass")
    times = side_by_side(jobs, rounds, of_children)
    own = {name: max(1e-6, taken - times[BARE]) for name, taken in times.items()}
    for name, goal in IMPORTS.items():
        yield compare("G1", f"import {name}", own[name], peer="numpy", theirs=own["numpy"], goal=goal)


def commands(rounds: int) -> Iterator[Result]:
    """G3: commands, against an interpreter that does nothing."""
    start = "from redball.cli import main; main()"
    jobs = {name: _starter("-c", start, *arguments) for name, (arguments, _) in COMMANDS.items()}
    jobs[BARE] = _starter("-c", "pass")
    times = side_by_side(jobs, rounds, of_children)
    for name, (_, goal) in COMMANDS.items():
        yield compare("G3", name, times[name], peer=BARE, theirs=times[BARE], goal=goal)


def of_children() -> float:
    """Processor seconds of all finished child processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _starter(*arguments: str) -> Callable[[], object]:
    command = [sys.executable, *arguments]
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
