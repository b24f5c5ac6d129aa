"""Two ways to run tests on a mutant, each in a forked child.

The swift way: one pytest session collects everything once and runs nothing; each child puts the changed code into the
live functions that were compiled from the old code (`swaps`). It works for changes inside functions that did not run
during collection. The plain way, for all others, imports the changed module afresh. Both judge alike;
`tests/test_mutants.py` compares them.
"""

from __future__ import annotations

import ast
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import NamedTuple

import pytest

from mutant_trace import COLLECT, PYTEST, ROOT, Trace
from mutations import Mutant

SOURCES = ROOT / "src"
# A test counts as endless after this many CPU seconds plus this many times what it took under the tracer.
SLACK_SECONDS, SLACK = 1.5, 10.0
COLLECTING_SECONDS = 60.0
# A child that runs this long without using its CPU time is waiting for something.
STALLED_SECONDS = 600
MOST_MEMORY = 6 * 2**30
PASSED, FAILED, NOT_FOUND = 0, 1, 3
ENDS = {PASSED: "survived", FAILED: "killed", -signal.SIGPROF: "endless", -signal.SIGALRM: "stalled"}
OUTCOMES = {*ENDS.values(), "crashed"}
KILLED = {"killed", "endless", "crashed"}


class Task(NamedTuple):
    """A mutant of a module, and its tests in order, with their seconds under the tracer."""

    path: Path
    number: int
    mutant: Mutant
    tests: tuple[tuple[str, float], ...]


class Verdict(NamedTuple):
    """A mutant's fate; `by` is the test that killed it.

    `endless` (a test took far longer than usual) and `crashed` count as killed; `stalled` (waited for something, which
    also happens on a busy machine) does not. `not_found`: the swift way does not work for it.
    """

    outcome: str
    by: str
    seconds: float


Hearing = Callable[[Task, Verdict], None]


# --- the changed code ------------------------------------------------------------------------------------------


Imported = set[tuple[str, int, str]]
Telling = Callable[[str], object]


class NotSwift(Exception):
    """The mutant changes what runs when the module is imported, or code that cannot be put into a live function."""


def compiled(tree: ast.Module | str, path: Path) -> CodeType:
    """The code of a module."""
    return compile(tree, str(path), "exec", dont_inherit=True)


def swaps(old: CodeType, new: CodeType, *, all_functions: bool = False) -> list[tuple[CodeType, CodeType]]:
    """Pairs (old, new) of the outermost functions whose code differs between two versions of a module, or all of them.

    Raises NotSwift if anything else differs.
    """
    if old.co_flags & inspect.CO_OPTIMIZED:
        if old == new and not all_functions:
            return []
        if len(old.co_freevars) != len(new.co_freevars):
            raise NotSwift
        return [(old, new)]
    if shell(old) != shell(new):
        raise NotSwift
    inner = zip(inner_code(old), inner_code(new), strict=True)
    return [pair for two in inner for pair in swaps(*two, all_functions=all_functions)]


def inner_code(code: CodeType) -> list[CodeType]:
    """The functions and class bodies directly inside some code."""
    return [const for const in code.co_consts if isinstance(const, CodeType)]


def shell(code: CodeType) -> CodeType:
    """Code without the functions in it."""
    return code.replace(co_consts=tuple(None if isinstance(c, CodeType) else c for c in code.co_consts))


def live_functions(imported: Imported) -> dict[CodeType, list[FunctionType]]:
    """Every live function of our sources, by its code, without those that ran at import."""
    gc.unfreeze()  # what `conftest` has frozen would not be found
    found: dict[CodeType, list[FunctionType]] = {}
    for thing in gc.get_objects():
        if type(thing) is not FunctionType or not thing.__code__.co_filename.startswith(f"{SOURCES}/"):
            continue
        code = thing.__code__
        file = Path(code.co_filename).relative_to(ROOT).as_posix()
        if (file, code.co_firstlineno, code.co_qualname) not in imported:
            found.setdefault(code, []).append(thing)
    return found


class MutantLoader(importlib.machinery.SourceFileLoader):
    """Loads changed code in place of the file's."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self.code = code

    def get_code(self, fullname: str) -> CodeType:
        return self.code


class MutantFinder(importlib.abc.MetaPathFinder):
    """Finds the one module that is changed."""

    def __init__(self, path: Path, code: CodeType) -> None:
        self.name = ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")
        self.loader = MutantLoader(self.name, str(path), code)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.loader.path, loader=self.loader)


# --- children --------------------------------------------------------------------------------------------------


def judged(tasks: Iterable[Task], meet: Callable[[Task, Telling], None], jobs: int) -> Iterator[tuple[Task, Verdict]]:
    """Run each mutant's tests in a child of its own, and yield the verdicts as they come.

    `meet` must end the child with PASSED, FAILED or NOT_FOUND; it may report the running test through the function it
    gets.
    """
    children: dict[int, tuple[Task, str]] = {}
    waiting = iter(tasks)
    try:
        while True:
            while len(children) < jobs and (task := next(waiting, None)) is not None:
                folder = tempfile.mkdtemp(prefix="mutant-")
                child = os.fork()
                if child == 0:
                    try:
                        enter(folder)
                        meet(task, Path(folder, "now").write_text)
                    finally:
                        os._exit(FAILED)
                children[child] = task, folder
            if not children:
                return
            child, status, usage = os.wait4(-1, 0)
            task, folder = children.pop(child)
            now = Path(folder, "now")
            by = now.read_text() if now.exists() else ""
            end_group(child)
            shutil.rmtree(folder, ignore_errors=True)
            code = os.waitstatus_to_exitcode(status)
            outcome = ENDS.get(code, "not_found" if code == NOT_FOUND else "crashed")
            yield task, Verdict(outcome, by if outcome in KILLED else "", usage.ru_utime + usage.ru_stime)
    finally:
        for child in children:
            end_group(child)


def enter(folder: str) -> None:
    """In a child: silence output, form a process group, set limits, and get a folder for files."""
    os.setpgid(0, 0)
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for sign in (signal.SIGPROF, signal.SIGALRM, signal.SIGINT):
        signal.signal(sign, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, COLLECTING_SECONDS)
    signal.alarm(STALLED_SECONDS)


def end_group(child: int) -> None:
    """End any processes that a child has left."""
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        return


def run_tests(session: pytest.Session, task: Task, telling: Telling) -> None:
    """In a child: run a task's tests until one fails. Tests that no longer exist are skipped."""
    items = {item.nodeid: item for item in session.items}
    chosen = [(items[name], seconds) for name, seconds in task.tests if name in items]
    for (item, seconds), following in zip(chosen, [*(item for item, _ in chosen), None][1:], strict=True):
        telling(item.nodeid)
        signal.setitimer(signal.ITIMER_PROF, SLACK_SECONDS + SLACK * seconds)
        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            os._exit(FAILED)
    os._exit(PASSED)


class Swift:
    """A pytest plugin that judges mutants instead of running tests. `imported` is what ran before any test (see
    Trace)."""

    def __init__(self, tasks: Iterable[Task], verdict: Hearing, jobs: int, imported: Imported) -> None:
        self.tasks, self.verdict, self.jobs, self.imported = tasks, verdict, jobs, imported

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Judge every task. Memory is frozen, so that children do not copy it when they collect garbage."""
        if session.testsfailed:
            return False
        gc.collect()
        known = live_functions(self.imported)
        gc.freeze()

        def meet(task: Task, telling: Telling) -> None:
            if not put_in_place(task, known):
                os._exit(NOT_FOUND)
            run_tests(session, task, telling)

        for task, verdict in judged(self.tasks, meet, self.jobs):
            self.verdict(task, verdict)
        return True


def put_in_place(task: Task, known: dict[CodeType, list[FunctionType]]) -> bool:
    """In a child: give the changed code to the live functions; False if that is impossible.

    For an unchanged module, all its functions get freshly compiled code.
    """
    old = compiled(task.mutant.original, task.path)
    whole = task.mutant.change is None
    try:
        pairs = swaps(old, compiled(task.mutant.tree, task.path), all_functions=whole)
    except NotSwift:
        return False
    if not whole and not all(known.get(before) for before, _ in pairs):
        return False
    for before, after in pairs:
        for function in known.get(before, ()):
            function.__code__ = after
    return True


class Plain:
    """A pytest plugin for one child: runs the tests of one task. A failure to collect them kills the mutant."""

    def __init__(self, task: Task, telling: Telling) -> None:
        self.task, self.telling = task, telling

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests."""
        if session.testsfailed:
            os._exit(FAILED)
        run_tests(session, self.task, self.telling)
        return True


def meet_plainly(task: Task, telling: Telling) -> None:
    """In a child that has not imported `redball`: import the changed module, collect its tests and run them."""
    telling("(collecting)")
    files = list(dict.fromkeys(name.partition("::")[0] for name, _ in task.tests))
    if not files:
        os._exit(PASSED)
    sys.meta_path.insert(0, MutantFinder(task.path, compiled(task.mutant.tree, task.path)))
    pytest.main([*PYTEST, *COLLECT, *files], plugins=[Plain(task, telling)])
    os._exit(FAILED)


def judge_plainly(tasks: Iterable[Task], verdict: Hearing, jobs: int) -> None:
    """Judge mutants the plain way; this process must not have imported `redball`."""
    assert "redball" not in sys.modules
    for task, found in judged(tasks, meet_plainly, jobs):
        verdict(task, found)


def judge_swiftly(tasks: Iterable[Task], verdict: Hearing, jobs: int, trace: Trace) -> None:
    """Judge mutants the swift way, in a child, so that this process never imports `redball`."""
    child = os.fork()
    if child == 0:
        status = 99
        try:
            plugin = Swift(tasks, verdict, jobs, trace.imported)
            status = int(pytest.main([*PYTEST, *COLLECT, "-s", "--no-summary", *trace.asked], plugins=[plugin]))
        finally:
            sys.stdout.flush()
            os._exit(status)
    if os.waitpid(child, 0)[1]:
        sys.exit("mutants: the tests could not be collected, or a child ended the run")
