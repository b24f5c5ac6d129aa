"""Do the tests notice broken rules? Breaks them one small change at a time and runs the tests that pass that line.

    python tools/mutants.py [MODULE ...] [--tests PATH ...] [--sample N] [--seed S] [--least 85] [--json FILE]

A module is a path below src/redball (default: rules). First the tests run once under a tracer, which notes the lines of
those modules that each test executes; then each mutant meets, in a process of its own, the tests that execute its line,
the fastest first. Tests marked `slow` and browser tests are left out. Survivors are listed; the status is 1 if fewer
mutants than `--least` percent are killed. Needs a system with fork.
"""

from __future__ import annotations

import argparse
import ast
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import random
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any, NamedTuple

import pytest

from mutations import Mutant, mutants

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "redball"
QUICK_TESTS = 40
TIMEOUT = 120
# Plain asserts: pytest's rewriting would load the modules named on its command line itself, unchanged.
PYTEST = ["--assert=plain", "-q", "-x", "--no-header", "-p", "no:cacheprovider", "-m", "not slow"]
WHOLE_SUITE = ["src", "tests"]


class Task(NamedTuple):
    """A mutant of a module, and the tests to meet, fastest first."""

    path: Path
    mutant: Mutant
    tests: tuple[str, ...]


class Tracer:
    """A pytest plugin that notes which lines of some files each test executes, and how long it takes."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = {str(path) for path in paths}
        self.lines: dict[tuple[str, int], set[str]] = defaultdict(set)
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        """Trace one test with its fixtures."""

        def in_function(frame: FrameType, event: str, _: Any) -> Any:
            if event == "line":
                self.lines[frame.f_code.co_filename, frame.f_lineno].add(item.nodeid)
            return in_function

        def at_call(frame: FrameType, _: str, __: Any) -> Any:
            if frame.f_code.co_filename not in self.paths:
                return None
            self.lines[frame.f_code.co_filename, 0].add(item.nodeid)
            return in_function

        start = time.perf_counter()
        sys.settrace(at_call)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            self.seconds[item.nodeid] = time.perf_counter() - start

    def tests_of(self, path: Path, line: int) -> tuple[str, ...]:
        """The tests that execute a line; for a line that runs at import, those that execute anything of the file."""
        found = self.lines.get((str(path), line)) or self.lines.get((str(path), 0)) or set()
        return tuple(sorted(found, key=lambda test: (self.seconds[test], test)))


class MutantLoader(importlib.machinery.SourceFileLoader):
    """Loads a changed source in place of the file's."""

    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self.source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.source, self.path, "exec", dont_inherit=True)


class MutantFinder(importlib.abc.MetaPathFinder):
    """Finds the one module that is changed."""

    def __init__(self, name: str, path: Path, source: str) -> None:
        self.name = name
        self.loader = MutantLoader(name, str(path), source)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.loader.path, loader=self.loader)


def meet(task: Task) -> int:
    """In a child: run the tests of the mutant's line on it, the quick ones first; 0 if all of them pass."""
    signal.alarm(TIMEOUT)
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    name = ".".join(task.path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    sys.meta_path.insert(0, MutantFinder(name, task.path, task.mutant.source))
    for tests in (task.tests[:QUICK_TESTS], task.tests[QUICK_TESTS:]):
        doctests = ["--doctest-modules"] if any(test.startswith("src") for test in tests) else []
        if tests and (status := pytest.main([*PYTEST, *doctests, *tests])):
            return int(status)
    return 0


def survivors(tasks: Sequence[Task]) -> list[Task]:
    """The mutants that pass all their tests; a test that hangs or crashes has noticed. One child for each core."""
    children: dict[int, Task] = {}
    alive: list[Task] = []
    for task in [*tasks, *[None] * (os.cpu_count() or 1)]:
        if children and (task is None or len(children) >= (os.cpu_count() or 1)):
            child, status = os.wait()
            ended = children.pop(child)
            if status == 0:
                alive.append(ended)
        if task is None:
            continue
        child = os.fork()
        if child == 0:
            try:
                os._exit(meet(task))
            finally:
                os._exit(99)
        children[child] = task
    return sorted(alive, key=lambda task: (task.path, task.mutant.line, task.mutant.what))


def trace(paths: Sequence[Path], tests: Sequence[str]) -> Tracer:
    """Run the tests once, unchanged. They must pass, or nothing could be learnt from a failure.

    The run is in this process, which therefore knows `redball` already; every child forgets it again.
    """
    tracer = Tracer(paths)
    if pytest.main([*PYTEST, "--ignore=tests/e2e", "--doctest-modules", *tests], plugins=[tracer]) != 0:
        sys.exit("mutants: the tests fail without any mutant")
    for name in list(sys.modules):
        file = getattr(sys.modules[name], "__file__", None) or ""
        if name.partition(".")[0] in {"redball", "conftest"} or file.startswith(str(ROOT / "tests")):
            del sys.modules[name]
    return tracer


def check_unchanged(paths: Sequence[Path], tracer: Tracer) -> None:
    """A module that is only rewritten, not changed, must pass; else every mutant of it would seem to be killed."""
    rewritten = [
        Task(path, Mutant(0, "", ast.unparse(ast.parse(path.read_text(encoding="utf-8")))), tracer.tests_of(path, 0))
        for path in paths
    ]
    alive = survivors(rewritten)
    if broken := [str(task.path.relative_to(ROOT)) for task in rewritten if task not in alive]:
        sys.exit(f"mutants: the tests fail on unchanged code in a child process: {', '.join(broken)}")


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", default=["rules"], help="paths below src/redball")
    parser.add_argument("--tests", nargs="+", default=WHOLE_SUITE, help="only the tests of these paths")
    parser.add_argument("--sample", type=int, help="only so many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=float, default=85.0, help="percent to be killed")
    parser.add_argument("--json", type=Path, help="write the survivors to this file")
    return parser.parse_args()


def main() -> int:
    """Run everything and print what survived."""
    options = arguments()
    os.chdir(ROOT)
    chosen = [PACKAGE / module for module in options.modules]
    paths = sorted(p for module in chosen for p in (module.rglob("*.py") if module.is_dir() else [module]))
    if not all(path.is_file() for path in [*paths, *(m for m in chosen if not m.is_dir())]):
        sys.exit(f"mutants: no such module below {PACKAGE.relative_to(ROOT)}")
    tracer = trace(paths, options.tests)
    check_unchanged(paths, tracer)
    tasks = [
        Task(path, mutant, tracer.tests_of(path, mutant.line))
        for path in paths
        for mutant in mutants(path.read_text(encoding="utf-8"))
    ]
    if options.sample is not None and options.sample < len(tasks):
        tasks = random.Random(options.seed).sample(tasks, options.sample)
    start = time.monotonic()
    alive = survivors(tasks)
    for task in alive:
        place = f"{task.path.relative_to(ROOT)}:{task.mutant.line}"
        print(f"survived  {place}  {task.mutant.what}  ({len(task.tests)} tests)")
    percent = 100 * (1 - len(alive) / max(len(tasks), 1))
    print(
        f"{len(tasks) - len(alive)} of {len(tasks)} mutants killed: {percent:.1f} % in {time.monotonic() - start:.0f} s"
    )
    if options.json is not None:
        listed = [[str(t.path.relative_to(ROOT)), t.mutant.line, t.mutant.what] for t in alive]
        options.json.write_text(json.dumps({"mutants": len(tasks), "survivors": listed}, indent=1) + "\n")
    return 0 if percent >= options.least else 1


if __name__ == "__main__":
    sys.exit(main())
