"""Writes the lock files anew: exact versions with hashes, no addresses. Needs uv, which is not a dependency."""

from __future__ import annotations

import shutil
import subprocess
import sys

COMMON = ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-annotate", "--no-header", "--upgrade"]
LOCKS = {
    "requirements-play.lock": ["pyproject.toml", "--extra", "web"],
    "requirements.lock": [
        *("pyproject.toml", "--extra", "web", "--extra", "bench", "--extra", "study"),
        *("--group", "dev", "--group", "e2e"),
    ],
    "requirements-node.lock": ["--group", "node"],
}


def main() -> None:
    """The command line."""
    uv = shutil.which("uv")
    if uv is None:
        sys.exit("This needs uv: pip install uv")
    for name, inputs in LOCKS.items():
        subprocess.run([uv, "pip", "compile", "-q", *inputs, *COMMON, "-o", name], check=True)


if __name__ == "__main__":
    main()
