"""Errors of commands: bad input, output that cannot be written, and a stand-in that must never be called."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import typer

from redball.core.errors import in_short

CHECK_FAILED = 1
BAD_INPUT = 2
BROKEN_PIPE = 141
"""As a shell counts a program that a closed pipe has ended (128 and the signal's number)."""


def say(message: str) -> None:
    """One line on standard error."""
    print(in_short(f"redball: {message}"), file=sys.stderr)


def fail(message: str) -> NoReturn:
    """Exit with status 2 and one line on standard error."""
    say(message)
    raise typer.Exit(BAD_INPUT)


def sentence_of(error: OSError) -> str:
    """What the system refused, with the file if there is one."""
    return f"{error.filename or 'the output'}: {error.strerror or error}"


def open_missing() -> None:
    """Open standard streams that the caller has closed, so that no file that is opened later takes their place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open until the end


def drop_output() -> None:
    """Forget what is still to be written to standard output: nobody reads it, or there is no room for it."""
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def listed_only() -> None:
    """Stands in the list of commands for one that is not loaded, because another is called."""
    raise AssertionError("called a command that was only listed")
