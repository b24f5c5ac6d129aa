"""Runs every check of `make test`, or with the word `long` the tests that it leaves out. Ends with a line for each.

A failure does not stop the rest. Short independent steps run in two rows side by side; each shows its output when it is
done. The browser tests come last and in a pytest run of their own, because Playwright's event loop does not work beside
others.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
PYTEST = str(BIN / "pytest")
PLAIN = ("--assert=plain",)
"""To rewrite every assert takes a worker longer than to import all tests. What failed runs again, with its values."""
PARALLEL = (PYTEST, "-n", "2", "--dist", "worksteal")
EVERYTHING = ("--ignore=tests/e2e", "--ignore=src/redball/online/migrations", "--doctest-modules", "src", "tests")
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SHELL_NAME = "chromium-headless-shell"
GET_CHROMIUM = (
    "The browser tests need Chromium, and there is none here. Install it (on Debian or Ubuntu: "
    "apt-get install chromium fonts-dejavu-core) or set CHROMIUM to its path, then run make test again."
)


class Step(NamedTuple):
    """One check: a command, and settings added to its environment."""

    name: str
    command: list[str]
    settings: tuple[tuple[str, str], ...] = ()


class Outcome(NamedTuple):
    """How a step ended. `last` is its last line, which for pytest is the summary."""

    step: Step
    passed: bool
    seconds: float
    last: str


def run(step: Step) -> Outcome:
    """Run one step and show its output as it comes."""
    print(heading(step), flush=True)
    start = time.monotonic()
    last = ""
    with subprocess.Popen(
        step.command,
        cwd=ROOT,
        env=environment(step),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            last = line.strip() or last
    return Outcome(step, process.returncode == 0, time.monotonic() - start, last)


def run_quietly(step: Step) -> Outcome:
    """Run one step beside others and show its output in one piece at the end."""
    start = time.monotonic()
    done = subprocess.run(
        step.command,
        cwd=ROOT,
        env=environment(step),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    print(f"{heading(step)}\n{done.stdout}", end="", flush=True)
    lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
    return Outcome(step, done.returncode == 0, time.monotonic() - start, lines[-1] if lines else "")


def side_by_side(rows: list[list[Step]]) -> list[Outcome]:
    """Run rows of steps in parallel, the steps of a row in sequence."""
    with ThreadPoolExecutor(len(rows)) as pool:
        return [outcome for row in pool.map(lambda row: [run_quietly(step) for step in row], rows) for outcome in row]


def heading(step: Step) -> str:
    """The line above a step's output."""
    return f"\n== {step.name}: {' '.join(map(shorten, step.command))}"


def environment(step: Step) -> dict[str, str]:
    """The environment of a step's command."""
    return {**os.environ, **dict(step.settings), "PYTHONUNBUFFERED": "1", "NO_COLOR": "1"}


def shorten(word: str) -> str:
    """A word of a command, without the folder of a program in the virtual environment."""
    return Path(word).name if word.startswith(str(BIN)) else word


def find_chromium() -> str | None:
    """The browser's path: CHROMIUM, or a known name. As root with apt-get, installs it if necessary."""
    if os.environ.get("CHROMIUM"):
        return os.environ["CHROMIUM"]
    found = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if found is None and install("Chromium for the browser tests", "chromium", "fonts-dejavu-core"):
        found = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    return found


def find_shell(chromium: str) -> str:
    """Chromium without the parts for windows, which takes a third less time. As root with apt-get, installs it beside
    Debian's Chromium if necessary; where there is none, the browser itself does."""
    if os.environ.get("CHROMIUM_SHELL"):
        return os.environ["CHROMIUM_SHELL"]
    if shutil.which(SHELL_NAME) is None and shutil.which("chromium") == chromium:
        install("Chromium without windows for the browser tests", SHELL_NAME)
    return shutil.which(SHELL_NAME) or chromium


def get_postgres() -> None:
    """As root with apt-get, installs PostgreSQL if necessary. Without it the tests that need it fail, and say how to
    get it."""
    if shutil.which("initdb") is None and not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        install("PostgreSQL for the tests of the online server", "postgresql")


def install(what: str, *packages: str) -> bool:
    """Install packages of Debian or Ubuntu; whether that could be tried."""
    if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    print(f"\n== installing {what}", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        subprocess.run(
            ["apt-get", "-qq", *command],
            env=quiet,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
    return True


def rows() -> list[list[Step]]:
    """The short steps, in rows that run side by side and take about the same time."""
    python = [
        Step("lint", [str(BIN / "ruff"), "check", "."]),
        Step("format", [str(BIN / "ruff"), "format", "--check", "."]),
        Step("types", [str(BIN / "mypy")]),
        Step("layers", [str(BIN / "lint-imports"), "--no-logo"]),
        Step("cases", [str(BIN / "redball"), "cases", "--missing"]),
        Step("pure-Python kernel", [PYTEST, "tests/board"], (("REDBALL_KERNEL", "python"),)),
    ]
    if not (ROOT / "web" / "package.json").exists():
        return [python]
    client = [sys.executable, "tools/web_client.py"]
    build, *rest = [Step(f"client {task}", [*client, task]) for task in ("build", "check", "test")]
    types = Step("client types", [sys.executable, "tools/api_types.py", "--check"])
    return [python, [build, types, *rest]]


def python_tests(which: tuple[str, ...]) -> list[Outcome]:
    """Every test outside the browser; what failed runs again. Idle workers take over tests, so that nothing waits for
    random games."""
    outcome = run(Step("tests", [*PARALLEL, *PLAIN, *which, *EVERYTHING]))
    if outcome.passed:
        return [outcome]
    failed = [PYTEST, *which, "--last-failed", "--last-failed-no-failures=none", *EVERYTHING]
    return [outcome, run(Step("what failed, again", failed))]


def browser_tests(which: tuple[str, ...]) -> list[Outcome]:
    """The tests in two real browsers, each with its own server; then by itself what the clock judges, in the browser
    that people have. Without a browser, this step fails with a sentence that says how to get it."""
    if not (ROOT / "tests" / "e2e").exists():
        return []
    step = Step("browser tests", [*PARALLEL, *which, "tests/e2e"])
    chromium = find_chromium()
    if chromium is None:
        return [Outcome(step, False, 0.0, GET_CHROMIUM)]
    alone = Step("browser by the clock", [PYTEST, *which, "-m", "timed", "tests/e2e"])
    shells = ((step, find_shell(chromium)), (alone, chromium))
    return [run(each._replace(settings=(("CHROMIUM", chromium), ("CHROMIUM_SHELL", shell)))) for each, shell in shells]


def main(words: list[str]) -> int:
    """Run everything; the status is 1 if anything failed."""
    start = time.monotonic()
    long = words == ["long"]
    which = ("--long",) if long else ()
    get_postgres()
    outcomes = [*([] if long else side_by_side(rows())), *python_tests(which), *browser_tests(which)]
    print()
    for outcome in outcomes:
        word = "passed" if outcome.passed else "FAILED"
        summary = "" if outcome.passed and PYTEST not in outcome.step.command else outcome.last
        print(f"{word} {outcome.seconds:6.1f} s  {outcome.step.name:<20} {summary}")
    failed = sum(not outcome.passed for outcome in outcomes)
    print(f"{len(outcomes) - failed} checks passed, {failed} failed in {time.monotonic() - start:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
