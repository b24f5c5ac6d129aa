"""What is installed: exact versions with hashes and no addresses, and for a player nothing that is never imported."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

import pytest

import pythons

ROOT = Path(__file__).resolve().parents[1]
LOCKS = sorted(ROOT.glob("requirements*.lock"))
PACKAGE = re.compile(r"[\w.-]+==[\w.]+( ; [\w.<>!=' ]+)? \\")
NAME = re.compile(r"[\w.-]+")
SERVE = """
import asyncio, importlib.abc, json, sys
from pathlib import Path

class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in LEFT_OUT:
            raise ModuleNotFoundError(name)

LEFT_OUT = sys.argv[2].split(",")
sys.meta_path.insert(0, Missing())
import redball.cli.serve, uvicorn
from redball.server.app import create_app

def ask(app, path):
    sent = []
    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}
    async def send(message):
        sent.append(message)
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": path, "raw_path": path.encode(), "root_path": "", "query_string": b"", "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 1), "headers": [(b"host", b"localhost")],
    }
    asyncio.run(app(scope, receive, send))
    return sent[0]["status"]

app = create_app(Path(sys.argv[1]))
print([ask(app, path) for path in ("/schema/openapi.json", "/api/editions", "/api/scenarios", "/api/games")])
"""


def named(lock: str) -> set[str]:
    """The packages in a lock."""
    return set(re.findall(r"^([\w.-]+)==", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE))


def left_out() -> set[str]:
    """What a player's lock leaves out of what its packages require."""
    found = re.search(r"^LEFT_OUT := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    return set(found[1].split())


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_lock_holds_exact_versions_with_hashes_and_no_address(lock: Path) -> None:
    lines = lock.read_text(encoding="utf-8").splitlines()
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith(" "):
            assert re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line)
        else:
            assert PACKAGE.fullmatch(line), line
            assert after.startswith("    --hash="), line


def test_the_build_backend_is_the_locked_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (required,) = project["build-system"]["requires"]
    assert project["dependency-groups"]["build"] == [required]
    assert f"{required} \\" in (ROOT / "requirements-build.lock").read_text(encoding="utf-8")


def test_a_players_lock_holds_all_that_its_packages_require_but_what_is_left_out() -> None:
    locked = named("requirements-play.lock")
    assert not locked & left_out()
    missing = set()
    for name in locked - {"colorama", "tzdata"}:  # of Windows
        for line in distribution(name).requires or ():
            required, marker = NAME.match(line), line.partition(";")[2]
            assert required is not None
            if not re.search(r"extra|python_|sys_platform|platform_system|platform_python", marker):
                missing |= {required[0].lower().replace("_", "-")} - locked
    assert missing <= left_out()


def test_a_server_starts_without_what_is_left_out(tmp_path: Path) -> None:
    absent = [module for module, owners in packages_distributions().items() if left_out() & {*map(str.lower, owners)}]
    assert {"faker", "httpx", "polyfactory"} <= set(absent)
    command = [sys.executable, "-c", SERVE, str(tmp_path), ",".join(absent)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.stdout == "[200, 200, 200, 200]\n", answer.stderr


def test_a_python_is_found_among_those_of_pyenv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    for number, status in (("3.12.1", "echo 3.12"), ("3.12.2", "exit 127"), ("3.13.0", "echo 3.12")):
        binary = tmp_path / "versions" / number / "bin" / "python"
        binary.parent.mkdir(parents=True)
        binary.write_text(f"#!/bin/sh\n{status}\n", encoding="utf-8")
        binary.chmod(0o755)
    assert pythons.find("3.12") == str(tmp_path / "versions" / "3.12.1" / "bin" / "python")
    assert pythons.find("3.13") == "", "one that says it is another is not taken"
    assert pythons.attempt("3.10") == "not on this machine"
