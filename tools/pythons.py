"""Tries the other Pythons that Redball supports: imports every module, and runs the tests that need little.

Says what became of each, and which are not on this machine. `make test` has tried the one that runs this. Each gets an
environment in `build/pythons`, from a lock with hashes. It uses only the standard library.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / "build" / "pythons"
LOCK = ROOT / "requirements-pythons.lock"
VERSIONS = ("3.11", "3.12", "3.13")
TESTS = [
    *("tests/board", "tests/charts", "tests/core", "tests/forces", "tests/scenarios"),
    *("tests/server/test_guard.py", "tests/server/test_bodies.py", "tests/cli/test_listening.py"),
]
TOGETHER: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
"""Versions run side by side: what each prints is shown in one piece."""
WHICH = "import sys, venv; print('%d.%d' % sys.version_info[:2])"
IMPORT_ALL = """
import importlib, pkgutil, redball
names = [found.name for found in pkgutil.walk_packages(redball.__path__, "redball.")]
for name in names:
    if not name.startswith(("redball.bench.", "redball.online.", "redball.research.")):  # their libraries are not here
        importlib.import_module(name)
"""


def find(version: str) -> str:
    """A Python of that version, on the path or among pyenv's; "" if there is none that runs."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    found = [shutil.which(f"python{version}"), *sorted(pyenv.glob(f"versions/{version}.*/bin/python"), reverse=True)]
    for candidate in map(str, filter(None, found)):
        answer = subprocess.run([candidate, "-c", WHICH], capture_output=True, text=True, check=False)
        if answer.stdout.strip() == version:
            return candidate
    return ""


def environment(version: str, python: str) -> Path:
    """The Python of an environment with what the tests need.

    Raises CalledProcessError if it cannot be made.
    """
    folder = HOME / version
    inner, stamp = folder / "bin" / "python", folder / "installed.lock"
    if not stamp.exists() or stamp.read_bytes() != LOCK.read_bytes():
        subprocess.run([python, "-m", "venv", "--clear", str(folder)], check=True)
        pip = [str(inner), "-m", "pip", "install", "-q", "--disable-pip-version-check", "--require-hashes", "--no-deps"]
        subprocess.run([*pip, "-r", str(LOCK)], check=True)
        stamp.write_bytes(LOCK.read_bytes())
    return inner


def attempt(version: str) -> str:
    """What became of a version, in a line; it begins with FAILED if that is so."""
    if version == f"{sys.version_info[0]}.{sys.version_info[1]}":
        return "the one of make test"
    python = find(version)
    if not python:
        return "not on this machine"
    settings = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        inner = environment(version, python)
        tests = [str(inner), "-m", "pytest", "-p", "no:cacheprovider", *TESTS]
        for command in ([str(inner), "-W", "error", "-c", IMPORT_ALL], tests):
            told = subprocess.run(
                command,
                cwd=ROOT,
                env=settings,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            print(f"\n== Python {version}: {' '.join(command[1:3])}\n{told.stdout}", end="", flush=True)
            told.check_returncode()
    except subprocess.CalledProcessError as error:
        return f"FAILED (status {error.returncode}, see above)"
    return "passed"


def main() -> int:
    """Try all side by side; the status is 1 if one failed."""
    with ThreadPoolExecutor(len(VERSIONS)) as pool:
        outcomes = dict(zip(VERSIONS, pool.map(attempt, VERSIONS), strict=True))
    for version, outcome in outcomes.items():
        print(f"Python {version}: {outcome}")
    return 1 if any(outcome.startswith("FAILED") for outcome in outcomes.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
