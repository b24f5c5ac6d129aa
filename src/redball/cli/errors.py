"""Errors of commands: bad input, and a stand-in that must never be called."""

from __future__ import annotations

import sys
from typing import NoReturn

import typer

CHECK_FAILED = 1
BAD_INPUT = 2


def fail(message: str) -> NoReturn:
    """Exit with status 2 and one line on standard error."""
    print(f"redball: {' '.join(message.split())}", file=sys.stderr)
    raise typer.Exit(BAD_INPUT)


def listed_only() -> None:
    """Stands in the list of commands for one that is not loaded, because another is called."""
    raise AssertionError("called a command that was only listed")
