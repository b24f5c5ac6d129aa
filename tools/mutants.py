"""Do the tests notice broken rules? Breaks them one small change at a time and runs the tests that pass that line.

    python tools/mutants.py [MODULE ...] [--budget SECONDS] [--results FILE] [--resume | --again] [--sample N]

A module is a path below src/redball (default: rules). First the tests run once under a tracer, which records the lines
of those modules that each test executes; the trace is kept, and updated when only tests change. Then each mutant runs,
in a process of its own, tests that execute its line: first those that name a case of the changed function, then those
of its module and its cases, then the fastest, up to `--budget` seconds under the tracer. So a mutant may be called
alive although the whole suite would kill it, but never the other way round. Tests marked `slow` and browser tests are
left out.

Every verdict is a line of `--results`; the last one about a mutant counts. `--resume` continues an interrupted run;
`--again` does too, and judges living mutants once more. The exit status is 1 if fewer than `--least` percent of the
mutants are killed. Needs a system with fork.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any

from mutant_choice import Chooser
from mutant_judges import KILLED, OUTCOMES, Task, Verdict, judge_plainly, judge_swiftly
from mutant_trace import ROOT, WHOLE_SUITE, Trace, current_trace
from mutations import Mutant, mutants, unchanged

PACKAGE = ROOT / "src" / "redball"
BUILD = ROOT / "build" / "mutants"
# The number of the unchanged module among its mutants: it must survive, otherwise every mutant would seem killed.
UNCHANGED = -1
# The plain way spends most of its time collecting, so it gets the tests of only a few files.
ALL_FILES, FEW_FILES = 1000, 6
SECONDS_BETWEEN_NEWS = 20


class Results:
    """Verdicts, each a line of a file, and progress reports."""

    def __init__(self, file: Path, tasks: int) -> None:
        self.file, self.tasks = file, tasks
        self.records: dict[tuple[str, int], dict[str, Any]] = {}
        self.start = self.last_news = time.monotonic()
        self.before = 0

    def keep(self, outcomes: Container[str], wanted: set[tuple[str, int, str]]) -> None:
        """Rewrite the file without half lines, and without verdicts on wanted mutants unless their outcome is in
        `outcomes`."""
        kept = [r for r in read_records(self.file) if r["outcome"] in outcomes or key_of(r) not in wanted]
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text("".join(json.dumps(record) + "\n" for record in kept), encoding="utf-8")

    def read(self, wanted: set[tuple[str, int, str]]) -> None:
        """Read the verdicts of the file that are about today's sources."""
        for record in read_records(self.file):
            if key_of(record) in wanted:
                self.records[record["path"], record["number"]] = record

    def add(self, task: Task, verdict: Verdict) -> None:
        """Record a verdict. Stop if tests fail on an unchanged module."""
        path = task.path.relative_to(ROOT).as_posix()
        record = {
            "path": path,
            "number": task.number,
            "source": digest(task.mutant),
            "line": task.mutant.line,
            "what": task.mutant.what,
            "outcome": verdict.outcome,
            "by": verdict.by,
            "tests": len(task.tests),
            "seconds": round(verdict.seconds, 3),
        }
        if verdict.outcome != "not_found":
            self.records[path, task.number] = record
            with self.file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(record) + "\n")
        if task.number == UNCHANGED and verdict.outcome not in {"survived", "not_found"}:
            stop(f"the tests fail on unchanged code in a child process: {path} ({verdict.by})")
        if time.monotonic() - self.last_news > SECONDS_BETWEEN_NEWS:
            self.last_news = time.monotonic()
            self.news()

    def news(self) -> None:
        """Report progress."""
        done, seconds = len(self.records), time.monotonic() - self.start
        left = seconds / max(done - self.before, 1) * (self.tasks - done)
        print(f"{done} of {self.tasks}, {self.percent():.1f} % killed, about {left / 60:.0f} min left", flush=True)

    def real(self) -> list[dict[str, Any]]:
        """The records of mutants, without unchanged modules, in source order."""
        return [record for _, record in sorted(self.records.items()) if record["number"] != UNCHANGED]

    def percent(self) -> float:
        """Percentage of mutants killed."""
        real = self.real()
        return 100 * sum(record["outcome"] in KILLED for record in real) / max(len(real), 1)

    def report(self) -> None:
        """Print the survivors, each module's score, and the total."""
        real = self.real()
        for record in real:
            if record["outcome"] not in KILLED:
                place = f"{record['path']}:{record['line']}"
                print(f"{record['outcome']:9} {place}  {record['what']}  ({record['tests']} tests)")
        modules: dict[str, Counter[str]] = defaultdict(Counter)
        for record in real:
            modules[record["path"]][record["outcome"]] += 1
        for path, counts in modules.items():
            killed = sum(counts[outcome] for outcome in KILLED)
            print(f"{100 * killed / counts.total():5.1f} %  {killed:4} of {counts.total():4}  {path}")
        outcomes = Counter(record["outcome"] for record in real)
        told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
        seconds = sum(record["seconds"] for record in self.records.values())
        print(f"{self.percent():.1f} % of {len(real)} mutants killed ({told}); {seconds:.0f} s of CPU")


def read_records(file: Path) -> list[dict[str, Any]]:
    """The verdicts in a file; the last line may be half written."""
    lines = file.read_text(encoding="utf-8").split("\n")[:-1] if file.exists() else []
    return [json.loads(line) for line in lines]


def key_of(record: dict[str, Any]) -> tuple[str, int, str]:
    """The identity of the mutant that a verdict is about; see `identity`."""
    return record["path"], record["number"], record["source"]


def digest(mutant: Mutant) -> str:
    """A digest of the mutant's original source."""
    return hashlib.sha256(mutant.original.encode()).hexdigest()[:16]


def identity(path: Path, number: int, mutant: Mutant) -> tuple[str, int, str]:
    """How records identify a mutant: path, number, source digest."""
    return path.relative_to(ROOT).as_posix(), number, digest(mutant)


def stop(why: str) -> None:
    """End the run from within pytest, which would catch an exception."""
    print(f"mutants: {why}", flush=True)
    os._exit(2)


def check_killers(results: Results, trace: Trace) -> None:
    """Stop if a test that killed a mutant fails on unchanged code, with all such tests in one process."""
    killers = sorted({record["by"] for record in results.real()} & trace.tests.keys())
    path = PACKAGE / "__init__.py"
    mutant = unchanged(path.read_text(encoding="utf-8"))
    task = Task(path, UNCHANGED, mutant, tuple((name, trace.tests[name].seconds) for name in killers))

    def hear(_: Task, verdict: Verdict) -> None:
        if verdict.outcome != "survived":
            stop(f"a test killed a mutant, but fails on unchanged code: {verdict.by}")

    judge_swiftly([task], hear, 1, trace)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", default=["rules"], help="paths below src/redball")
    parser.add_argument("--tests", nargs="+", default=WHOLE_SUITE, help="only the tests of these paths")
    parser.add_argument("--sample", type=int, help="only this many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=float, default=85.0, help="percent that must be killed")
    parser.add_argument("--budget", type=float, default=8.0, help="seconds of tests, as traced, for each mutant")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes side by side")
    parser.add_argument("--trace", type=Path, default=BUILD / "trace.json", help="where the trace is kept")
    parser.add_argument("--results", type=Path, default=BUILD / "results.jsonl", help="where the verdicts go")
    parser.add_argument("--resume", action="store_true", help="keep the verdicts that are in the file already")
    parser.add_argument("--again", action="store_true", help="as --resume, and judge living mutants once more")
    parser.add_argument("--plainly", action="store_true", help="import every mutant afresh (slow; to compare)")
    return parser.parse_args()


def chosen_modules(options: argparse.Namespace) -> list[Path]:
    """The requested files, in that order."""
    modules = [PACKAGE / module for module in options.modules]
    paths = list(dict.fromkeys(p for m in modules for p in (sorted(m.rglob("*.py")) if m.is_dir() else [m])))
    if not all(path.is_file() for path in [*paths, *(m for m in modules if not m.is_dir())]):
        sys.exit(f"mutants: no such module below {PACKAGE.relative_to(ROOT)}")
    return paths


def chosen_mutants(paths: list[Path], options: argparse.Namespace) -> list[tuple[Path, int, Mutant]]:
    """The requested mutants, each with its number in its module."""
    found = [
        (path, number, mutant)
        for path in paths
        for number, mutant in enumerate(mutants(path.read_text(encoding="utf-8")))
    ]
    if options.sample is not None and options.sample < len(found):
        drawn = sorted(random.Random(options.seed).sample(range(len(found)), options.sample))
        found = [found[number] for number in drawn]
    return found


def main() -> int:
    """Run everything and print what survived."""
    options = arguments()
    os.chdir(ROOT)
    paths = chosen_modules(options)
    trace = current_trace(paths, options.tests, options.trace, options.jobs)
    every = chosen_mutants(paths, options)
    paths = list(dict.fromkeys(path for path, _, _ in every))
    chooser = Chooser(trace, options.budget)
    whole = [(path, UNCHANGED, unchanged(path.read_text(encoding="utf-8"))) for path in paths]
    wanted = {identity(*mutant) for mutant in [*whole, *every]}
    results = Results(options.results, len(wanted))
    results.keep(KILLED if options.again else OUTCOMES if options.resume else (), wanted)
    results.read(wanted)
    results.before = len(results.records)

    def hear(task: Task, verdict: Verdict) -> None:
        chooser.learn(task, verdict)
        results.add(task, verdict)

    def left(most_files: int) -> Iterator[Task]:
        """Mutants not judged yet. Tests are chosen as late as possible, when it is known which killed earlier
        mutants."""
        for path, number, mutant in [*whole, *every]:
            if (path.relative_to(ROOT).as_posix(), number) not in results.records:
                yield chooser.task(path, number, mutant, most_files)

    if results.before < len(wanted):
        if not options.plainly:
            judge_swiftly(left(ALL_FILES), hear, options.jobs, trace)
            results.read(wanted)
        judge_plainly(left(FEW_FILES), hear, options.jobs)
        check_killers(results, trace)
    results.report()
    return 0 if results.percent() >= options.least else 1


if __name__ == "__main__":
    sys.exit(main())
