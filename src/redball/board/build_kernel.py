"""Compile the search kernel in place: `python -m redball.board.build_kernel`.

For a plain checkout; installing the package with a compiler available builds it too. Without a compiler you lose only
speed.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
SOURCE = HERE / "_kernel.c"
TARGET = HERE / "_kernel.abi3.so"


def compiler() -> list[str] | None:
    """The C compiler's command: $CC, the one Python was built with, or cc; None if there is none."""
    for command in (os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc"):
        words = shlex.split(command or "")
        if words and shutil.which(words[0]):
            return words
    return None


def build(target: Path = TARGET) -> str | None:
    """Compile the kernel to `target`; returns None, or what went wrong."""
    if sys.platform == "win32":
        return "on Windows install the package with a compiler available instead: pip install ."
    command = compiler()
    if command is None:
        return "there is no C compiler here (cc); Redball runs without one, with its slower pure-Python kernel"
    include = sysconfig.get_path("include")
    flags = ["-O3", "-std=c11", "-fPIC", "-fvisibility=hidden", f"-I{include}"]
    flags += ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / target.name
        run = subprocess.run([*command, *flags, str(SOURCE), "-o", str(made)], capture_output=True, text=True)
        if run.returncode != 0:
            return f"the compiler refused:\n{run.stderr.strip()}"
        new = target.with_suffix(".new")
        shutil.copyfile(made, new)
        new.replace(target)
    return None


def main() -> int:
    """Build, report, and return the exit status."""
    problem = build()
    print(problem or f"built {TARGET.name}")
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main())
