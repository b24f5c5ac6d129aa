"""Chooses which tests a mutant meets, and in which order."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

from mutant_judges import Task, Verdict
from mutant_trace import ROOT, Trace
from mutations import Mutant

CASE = re.compile(r"\b\d+\.\d+\w*(?:-\w+)*")
KILLERS_FIRST = 8


class Chooser:
    """Chooses the tests that a mutant meets. Tests that killed the last mutants of the same function come first."""

    def __init__(self, trace: Trace, budget: float) -> None:
        self.trace, self.budget = trace, budget
        self.noticed: dict[tuple[Path, str], list[str]] = defaultdict(list)
        self.statements: dict[Path, list[ast.stmt]] = {}
        self.cases: dict[Path, set[str]] = {}

    def task(self, path: Path, number: int, mutant: Mutant, most_files: int = 1000) -> Task:
        """The mutant with its tests, most promising first, within the time budget and from at most `most_files` files;
        at least the quickest test."""
        function = self.function(path, mutant)
        module_cases, cases = self.cases[path], cases_of(function) if function else set()
        killers = self.noticed[path, function.name if function else ""]
        own = f"/test_{path.stem}.py"

        def rank(name: str) -> tuple[int, float, str]:
            test = self.trace.tests[name]
            named = cases.intersection(test.cases)
            of_module = name.partition("::")[0].endswith(own) or module_cases.intersection(test.cases)
            first = 0 if name in killers else 1 if named else 2 if of_module else 3
            return first + 4 * (test.seconds > self.budget / 4), test.seconds, name

        found = self.tests_of(path, mutant)
        chosen: dict[str, float] = {}
        left = self.budget
        files: set[str] = set()
        for name in sorted(found, key=rank):
            seconds, of_file = self.trace.tests[name].seconds, name.partition("::")[0]
            if seconds <= left and (of_file in files or len(files) < most_files):
                chosen[name] = seconds
                left -= seconds
                files.add(of_file)
        if found and not chosen:
            fastest = min(found, key=lambda name: self.trace.tests[name].seconds)
            chosen[fastest] = self.trace.tests[fastest].seconds
        return Task(path, number, mutant, tuple(chosen.items()))

    def tests_of(self, path: Path, mutant: Mutant) -> list[str]:
        """The tests that execute the mutant's line, or its statement; for code that runs at import, those that execute
        the file."""
        file = path.relative_to(ROOT).as_posix()
        around = self.around(path, mutant)
        lines = range(around[-1].lineno, (around[-1].end_lineno or 0) + 1) if around else ()
        found = self.trace.executing(file, [mutant.line]) or self.trace.executing(file, lines)
        return found or ([] if self.function(path, mutant) else self.trace.entering(file))

    def learn(self, task: Task, verdict: Verdict) -> None:
        """Remember which test killed a mutant."""
        function = self.function(task.path, task.mutant)
        killers = self.noticed[task.path, function.name if function else ""]
        if verdict.by and verdict.by not in killers:
            killers.insert(0, verdict.by)
            del killers[KILLERS_FIRST:]

    def function(self, path: Path, mutant: Mutant) -> ast.FunctionDef | None:
        """The innermost function around a mutant."""
        return next((n for n in reversed(self.around(path, mutant)) if isinstance(n, ast.FunctionDef)), None)

    def around(self, path: Path, mutant: Mutant) -> list[ast.stmt]:
        """The statements around a mutant, outermost first."""
        if path not in self.statements:
            module = ast.parse(mutant.original)
            self.statements[path] = [node for node in ast.walk(module) if isinstance(node, ast.stmt)]
            self.cases[path] = cases_of(module)
        return [n for n in self.statements[path] if n.lineno <= mutant.line <= (n.end_lineno or n.lineno)]


def cases_of(thing: ast.FunctionDef | ast.Module) -> set[str]:
    """The cases that a docstring names."""
    return set(CASE.findall(ast.get_docstring(thing) or ""))
