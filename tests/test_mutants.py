"""How `make mutants` judges: both ways of putting a mutant in place, what a child's end means, a whole run."""

import ast
import gc
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

import mutant_choice
import mutant_judges
from mutant_choice import Chooser
from mutant_judges import Task, Verdict, judged, live_functions, put_in_place
from mutant_trace import Executed, Trace
from mutations import Mutant, mutants, unchanged

TOOLS = Path(__file__).resolve().parents[1] / "tools"
THINGS = '''"""A module of rules."""

from functools import cache

LIMIT = 3


def twice(rule):
    def both(number):
        return rule(number) * 2

    return both


@twice
def more(number):
    """One more, twice. Cases: 1.1"""
    return number + 1


@cache
def less(number):
    return number - 1


class Stack:
    def high(self, number):
        return number > LIMIT


def half(number):
    return [part // 2 for part in (number,)][0]


ways = (lambda a: a + 7), (lambda a: a + 7)


def unread(number):
    return number + 5
'''
TESTS = """import pytest

from redball.rules import things


@pytest.mark.case("1.1")
def test_more():
    assert things.more(3) == 8


def test_less():
    assert things.less(3) == 2


def test_high():
    assert not things.Stack().high(3)
    assert things.Stack().high(4)


def test_half():
    assert things.half(6) == 3


def test_ways():
    assert [way(1) for way in things.ways] == [8, 8]


def test_unread():
    things.unread(3)
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of one module of rules, with the tools."""
    (tmp_path / "src/redball/rules").mkdir(parents=True)
    (tmp_path / "src/redball/__init__.py").write_text("")
    (tmp_path / "src/redball/rules/things.py").write_text(THINGS)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_things.py").write_text(TESTS)
    (tmp_path / "pyproject.toml").write_text(
        "[tool.pytest.ini_options]\npythonpath = ['src']\nmarkers = ['case(*ids)', 'slow']\n"
    )
    shutil.copytree(TOOLS, tmp_path / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(mutant_judges, "ROOT", tmp_path)
    monkeypatch.setattr(mutant_judges, "SOURCES", tmp_path / "src")
    return tmp_path


# --- the swift way ---------------------------------------------------------------------------------------------


def loaded(project: Path) -> tuple[ModuleType, Path]:
    """The module of rules, in memory."""
    path = project / "src/redball/rules/things.py"
    spec = importlib.util.spec_from_file_location("things", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module, path


def mutant(what: str, line: str) -> Mutant:
    """The mutant that changes a line in a certain way."""
    return next(m for m in mutants(THINGS) if m.what == what and THINGS.splitlines()[m.line - 1].strip() == line)


@pytest.mark.parametrize(
    ("what", "line", "call", "before", "after"),
    [
        ("+ -> -", "return number + 1", lambda m: m.more(3), 8, 4),
        ("1 -> 2", "return number - 1", lambda m: m.less(3), 2, 1),
        ("> -> >=", "return number > LIMIT", lambda m: m.Stack().high(3), False, True),
        ("// -> *", "return [part // 2 for part in (number,)][0]", lambda m: m.half(6), 3, 12),
    ],
)
def test_changed_code_is_put_into_live_functions(
    project: Path, what: str, line: str, call: Callable[[ModuleType], object], before: object, after: object
) -> None:
    module, path = loaded(project)
    assert put_in_place(Task(path, 0, mutant(what, line), ()), live_functions(set()))
    assert call(module) == after != before


def test_recompiled_code_does_what_it_did(project: Path) -> None:
    module, path = loaded(project)
    old = module.half.__code__
    assert put_in_place(Task(path, 0, unchanged(THINGS), ()), live_functions(set()))
    assert module.half.__code__ is not old
    assert (module.more(3), module.less(3), module.Stack().high(3), module.half(6)) == (8, 2, False, 3)


def test_what_is_frozen_is_live(project: Path) -> None:
    """Our `conftest` freezes what has been collected; all mutants would go the plain way."""
    module, path = loaded(project)
    gc.freeze()
    assert put_in_place(Task(path, 0, mutant("+ -> -", "return number + 1"), ()), live_functions(set()))
    assert module.more(3) == 4


def test_what_runs_at_import_is_left_to_the_plain_way(project: Path) -> None:
    _, path = loaded(project)
    assert not put_in_place(Task(path, 0, mutant("3 -> 4", "LIMIT = 3"), ()), live_functions(set()))


def test_a_function_that_ran_at_import_is_left_to_the_plain_way(project: Path) -> None:
    module, path = loaded(project)
    twice: FunctionType = module.twice
    ran = {("src/redball/rules/things.py", twice.__code__.co_firstlineno, "twice")}
    change = mutant("* -> //", "return rule(number) * 2")
    assert not put_in_place(Task(path, 0, change, ()), live_functions(ran))


# --- how a child ends ------------------------------------------------------------------------------------------


def run_on() -> None:
    """Use CPU time without end."""
    signal.setitimer(signal.ITIMER_PROF, 0.05)
    while True:
        pass


@pytest.mark.parametrize(
    ("does", "outcome", "by"),
    [
        (lambda: os._exit(mutant_judges.PASSED), "survived", ""),
        (lambda: os._exit(mutant_judges.FAILED), "killed", "a test"),
        (lambda: [][0], "killed", "a test"),
        (run_on, "endless", "a test"),
        (lambda: os.kill(os.getpid(), signal.SIGALRM), "stalled", ""),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "crashed", "a test"),
        (lambda: os._exit(mutant_judges.NOT_FOUND), "not_found", ""),
    ],
)
def test_what_the_end_of_a_child_means(does: Callable[[], object], outcome: str, by: str) -> None:
    def meet(_: Task, telling: Callable[[str], object]) -> None:
        telling("a test")
        does()

    task = Task(Path("things.py"), 0, unchanged(""), ())
    [(judged_task, verdict)] = judged([task], meet, 1)
    assert judged_task == task
    assert verdict == Verdict(outcome, by, verdict.seconds)


# --- which tests -----------------------------------------------------------------------------------------------


def test_the_most_promising_tests_come_first_within_the_budget(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutant_choice, "ROOT", project)
    path, change = project / "src/redball/rules/things.py", mutant("+ -> -", "return number + 1")
    lines = {"src/redball/rules/things.py": 1 << change.line}
    tests = {
        "tests/test_other.py::quick": Executed(0.1, ["2.2"], lines),
        "tests/test_other.py::long": Executed(3.0, ["1.1"], lines),
        "tests/test_other.py::same_case": Executed(0.5, ["1.1"], lines),
        "tests/test_things.py::same_module": Executed(0.4, [], lines),
        "tests/test_things.py::elsewhere": Executed(0.1, ["1.1"], {}),
    }
    chooser = Chooser(Trace(tests), 4.0)
    order = ["other.py::same_case", "things.py::same_module", "other.py::quick", "other.py::long"]
    assert {name for name, _ in chooser.task(path, 0, change, 1).tests} == {
        f"tests/test_other.py::{name}" for name in ("same_case", "quick", "long")
    }
    task = chooser.task(path, 0, change)
    assert [name for name, _ in task.tests] == [f"tests/test_{name}" for name in order]
    chooser.learn(task, Verdict("killed", "tests/test_other.py::quick", 0.1))
    assert chooser.task(path, 0, change).tests[0][0] == "tests/test_other.py::quick"
    assert [name for name, _ in Chooser(Trace(tests), 0.05).task(path, 0, change).tests] == [
        "tests/test_other.py::quick"
    ]


# --- a whole run -----------------------------------------------------------------------------------------------


def run(project: Path, *arguments: str) -> tuple[str, dict[int, tuple[str, str]]]:
    """Run the tool on the project; what it says, and what it found of each mutant."""
    command = [sys.executable, "tools/mutants.py", "--jobs", "1", "--least", "80", *arguments]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "PYTHONPATH"))}
    kept["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    done = subprocess.run(command, cwd=project, env=kept, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = (project / "build/mutants/results.jsonl").read_text().splitlines()
    return done.stdout, {r["number"]: (r["what"], r["outcome"]) for r in map(json.loads, lines)}


@pytest.mark.long
def test_both_ways_judge_alike_and_a_run_can_be_resumed(project: Path) -> None:
    _, swift = run(project)
    assert swift.pop(-1) == ("unchanged", "survived")
    assert len(swift) == len(list(mutants(THINGS)))
    unread = THINGS.splitlines().index("def unread(number):") + 2
    alive = {number for number, m in enumerate(mutants(THINGS)) if m.line == unread}
    assert {number for number, (_, outcome) in swift.items() if outcome == "survived"} == alive != set()

    results = project / "build/mutants/results.jsonl"
    results.write_text("\n".join(results.read_text().splitlines()[:4]) + '\n{"half": "wri')
    _, resumed = run(project, "--resume")
    assert resumed.pop(-1) == ("unchanged", "survived")
    assert resumed == swift

    tests = project / "tests/test_things.py"
    tests.write_text(tests.read_text().replace("    things.unread(3)", "    assert things.unread(3) == 8"))
    told, again = run(project, "--again")
    assert "tracing what changed: tests/test_things.py" in told
    assert "100.0 %" in told
    assert {outcome for number, (_, outcome) in again.items() if number >= 0} == {"killed"}

    _, plain = run(project, "--plainly")
    assert plain == again


def test_the_changed_source_is_the_text_of_the_changed_tree() -> None:
    assert all(ast.unparse(m.tree) == m.source != ast.unparse(ast.parse(THINGS)) for m in mutants(THINGS))
