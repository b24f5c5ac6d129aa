"""How a command says that its input is bad, and what may never be called."""

from __future__ import annotations

import sys
from typing import NoReturn

import typer

CHECK_FAILED = 1
BAD_INPUT = 2


def fail(message: str) -> NoReturn:
    """End the command with one line on standard error and exit status 2."""
    print(f"redball: {' '.join(message.split())}", file=sys.stderr)
    raise typer.Exit(BAD_INPUT)


def listed_only() -> None:
    """Stands in a list of commands for one that is not loaded, since another one is called."""
    raise AssertionError("a command is called that was only listed")
