"""Which tests execute which lines: traced once in separate processes, kept in a file, updated when tests change."""

from __future__ import annotations

import hashlib
import json
import os
import resource
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
WHOLE_SUITE = ["src", "tests"]
# Plain asserts: pytest's rewriting would load the modules named on its command line itself, unchanged.
PYTEST = ["--assert=plain", "-q", "--no-header", "--tb=native", "-p", "no:cacheprovider", "-m", "not slow"]
COLLECT = ["--ignore=tests/e2e", "--doctest-modules"]
CALLS_TRACED = 60
# Tests that take longer, in CPU seconds under the tracer, are cut short and left out: they would slow every mutant.
LONGEST = 2.0


@dataclass
class Executed:
    """One test: CPU seconds under the tracer, the cases of its marks, and the lines by file as bits."""

    seconds: float
    cases: list[str]
    lines: dict[str, int]


@dataclass
class Trace:
    """The result of one traced run. Files are named by their paths below the root.

    `imported` are the functions (file, first line, name) that ran during collection, before any test.
    """

    tests: dict[str, Executed] = field(default_factory=dict)
    imported: set[tuple[str, int, str]] = field(default_factory=set)
    failed: list[str] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    digests: dict[str, str] = field(default_factory=dict)

    def executing(self, file: str, lines: Iterable[int]) -> list[str]:
        """The tests that execute any of these lines."""
        wanted = sum(1 << line for line in set(lines))
        return [name for name, test in self.tests.items() if test.lines.get(file, 0) & wanted]

    def entering(self, file: str) -> list[str]:
        """The tests that execute anything in a file."""
        return [name for name, test in self.tests.items() if test.lines.get(file)]

    def add(self, other: Trace) -> None:
        """Add what another process found."""
        self.tests |= other.tests
        self.imported |= other.imported
        self.failed += other.failed

    def write(self, path: Path) -> None:
        """Write the trace as JSON, with the bits in hexadecimal."""
        path.parent.mkdir(parents=True, exist_ok=True)
        tests = {
            name: [round(test.seconds, 4), test.cases, {file: f"{bits:x}" for file, bits in test.lines.items()}]
            for name, test in self.tests.items()
        }
        imported = sorted(self.imported)
        run = {"paths": self.paths, "asked": self.asked, "digests": self.digests}
        found = {**run, "imported": imported, "failed": self.failed, "tests": tests}
        path.write_text(json.dumps(found) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> Trace:
        """Read what `write` wrote."""
        raw = json.loads(path.read_text(encoding="utf-8"))
        tests = {
            name: Executed(seconds, cases, {file: int(bits, 16) for file, bits in lines.items()})
            for name, (seconds, cases, lines) in raw["tests"].items()
        }
        imported = {(file, line, name) for file, line, name in raw["imported"]}
        return cls(tests, imported, raw["failed"], raw["paths"], raw["asked"], raw["digests"])


class Tracer:
    """A pytest plugin that records which lines of some files each test executes, and how long it takes.

    In each test, a function's calls are traced until all its lines were met or it was called CALLS_TRACED times. A long
    test may thus know fewer lines than it executes, which can only make a mutant seem more alive than it is.
    """

    def __init__(self, paths: Sequence[Path], part: int, parts: int) -> None:
        self.files = {str(path): path.relative_to(ROOT).as_posix() for path in paths}
        self.part, self.parts = part, parts
        self.trace = Trace()
        self.skipped: set[str] = set()
        self.lines: dict[str, set[int]] = defaultdict(set)
        self.calls: Counter[int] = Counter()
        self.unmet: dict[int, set[int]] = {}
        self.codes: dict[int, CodeType] = {}

    def at_import(self, frame: FrameType, _: str, __: Any) -> None:
        """Record a function that runs during collection."""
        code = frame.f_code
        if code.co_filename in self.files:
            self.trace.imported.add((self.files[code.co_filename], code.co_firstlineno, code.co_qualname))

    def at_call(self, frame: FrameType, _: str, __: Any) -> Any:
        """Trace the lines of a call as long as they may be new."""
        code = frame.f_code
        if code.co_filename not in self.files:
            return None
        key = id(code)
        if key not in self.codes:
            self.codes[key] = code  # kept, so that its id is not reused
        if key not in self.unmet:
            self.unmet[key] = {line for _, _, line in code.co_lines() if line} - {code.co_firstlineno}
        unmet, met = self.unmet[key], self.lines[code.co_filename]
        met.add(code.co_firstlineno)
        self.calls[key] += 1
        if self.calls[key] > CALLS_TRACED or not unmet:
            return None

        def in_function(frame: FrameType, event: str, _: Any) -> Any:
            if event == "line":
                met.add(frame.f_lineno)
                unmet.discard(frame.f_lineno)
            return in_function

        return in_function

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the test files of this part."""
        sys.settrace(None)
        files = {file: number for number, file in enumerate(dict.fromkeys(item.path for item in items))}
        items[:] = [item for item in items if files[item.path] % self.parts == self.part]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        """Trace one test with its fixtures."""
        self.lines.clear()
        self.calls.clear()
        self.unmet.clear()
        start = cpu_seconds()
        signal.setitimer(signal.ITIMER_PROF, LONGEST)
        sys.settrace(self.at_call)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            signal.setitimer(signal.ITIMER_PROF, 0)
            lines = {self.files[file]: sum(1 << line for line in met) for file, met in self.lines.items() if met}
            cases = [str(case) for mark in item.iter_markers("case") for case in mark.args]
            if item.nodeid not in self.skipped:
                self.trace.tests[item.nodeid] = Executed(cpu_seconds() - start, cases, lines)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record a test that fails without any mutant, or that was cut short."""
        if report.failed:
            self.trace.failed.append(report.nodeid)
        elif report.skipped:
            self.skipped.add(report.nodeid)


def too_long(_: int, __: Any) -> None:
    """End a test that takes too long."""
    pytest.skip("too long for a mutation run")


def cpu_seconds() -> float:
    """CPU seconds of this process and its finished children."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def run_traced(paths: Sequence[Path], tests: Sequence[str], part: int, parts: int, file: Path) -> None:
    """In a child: run a part of the tests and write what they executed; pytest's output goes to a log beside it."""
    tracer = Tracer(paths, part, parts)
    log = os.open(file.with_suffix(".log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(log, stream)
    signal.signal(signal.SIGPROF, too_long)
    sys.settrace(tracer.at_import)
    status = pytest.main([*PYTEST, *COLLECT, *tests], plugins=[tracer])
    sys.settrace(None)
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED):
        os._exit(1)
    tracer.trace.write(file)
    os._exit(0)


def traced(paths: Sequence[Path], tests: Sequence[str], file: Path, jobs: int) -> Trace:
    """Run tests in `jobs` processes and merge their traces. Failing tests are left out."""
    file.parent.mkdir(parents=True, exist_ok=True)
    parts = [file.with_suffix(f".{part}.json") for part in range(jobs)]
    children = []
    for part, written in enumerate(parts):
        child = os.fork()
        if child == 0:
            try:
                run_traced(paths, tests, part, jobs, written)
            finally:
                os._exit(99)
        children.append(child)
    ended = [os.waitpid(child, 0)[1] for child in children]
    if any(ended):
        sys.exit(f"mutants: the tests could not be run; see {parts[0].with_suffix('.log')}")
    found = Trace()
    for written in parts:
        found.add(Trace.read(written))
        written.unlink()
    for name in found.failed:
        found.tests.pop(name, None)
    return found


def digests() -> dict[str, str]:
    """Digests of the sources and tests, by file."""
    files = (p for top in WHOLE_SUITE for p in sorted((ROOT / top).rglob("*")) if p.is_file())
    kept = (p for p in files if "__pycache__" not in p.parts and "static" not in p.parts and p.suffix != ".so")
    return {p.relative_to(ROOT).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest()[:16] for p in kept}


def current_trace(paths: Sequence[Path], tests: Sequence[str], file: Path, jobs: int) -> Trace:
    """The trace from a file as far as it is still valid: if only test files changed, only these run again."""
    now, names = digests(), [path.relative_to(ROOT).as_posix() for path in paths]
    old = Trace.read(file) if file.exists() else Trace()
    changed = {name for name in now.keys() | old.digests.keys() if now.get(name) != old.digests.get(name)}
    mendable = all(name.startswith("tests/") and Path(name).name.startswith("test_") for name in changed)
    if not (mendable and old.asked == list(tests) and set(names) <= set(old.paths)):
        print(f"tracing {' '.join(tests)}", flush=True)
        found = traced(paths, tests, file, jobs)
        found.paths, found.asked, found.digests = names, list(tests), now
    elif changed:
        again = [
            name for name in sorted(changed) if name in now and f"{name}/".startswith(tuple(f"{t}/" for t in tests))
        ]
        print(f"tracing what changed: {' '.join(again)}", flush=True)
        found = old
        found.tests = {name: test for name, test in old.tests.items() if name.partition("::")[0] not in changed}
        found.failed = [name for name in old.failed if name.partition("::")[0] not in changed]
        if again:
            found.add(traced(paths, again, file, jobs))
        found.digests = now
    else:
        return old
    for name in found.failed:
        print(f"left out, fails without any mutant: {name}", flush=True)
    found.write(file)
    return found
