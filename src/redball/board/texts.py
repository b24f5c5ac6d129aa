"""Text files that people write: boards, scenarios, positions, charts. What no reader could use is refused here, in one
sentence: a file that is none, bytes that are no text, numbers without bounds, TOML that is nested without bounds."""

from __future__ import annotations

import re
import stat
import tomllib
from pathlib import Path
from typing import Any

DEEPEST = 24
"""Levels of brackets and of dotted keys in TOML; our files have five."""
LONGEST = 18
"""Digits of a number: so many fit into 64 bits."""
CHAIN = re.compile(rf"(?:[\w-]{{1,60}}\.){{{DEEPEST + 1}}}")
"""A dotted key of too many levels: the TOML reader takes a time that grows with their square."""
TOO_LONG = re.compile(rf"\d{{{LONGEST + 1},}}")


class TextError(ValueError):
    """A text that cannot be read; the sentence does not name the file."""


def read_text(path: Path) -> str:
    """The text of a file.

    Raises TextError for anything but a readable file of UTF-8, and as `checked` does.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise TextError("it is not a file")  # reading a pipe would wait for ever
        return checked(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise TextError(fault.strerror or str(fault)) from fault
    except UnicodeDecodeError as fault:
        raise TextError(f"byte {fault.start + 1} is not UTF-8") from fault


def checked(text: str) -> str:
    """The same text.

    Raises TextError for a NUL, or for a number with more digits than 64 bits hold.
    """
    nul = text.find("\0")
    if nul >= 0:
        raise TextError(f"line {_line(text, nul)}: a NUL character")
    found = TOO_LONG.search(text)
    if found is not None:
        raise TextError(f"line {_line(text, found.start())}: a number of {len(found[0])} digits")
    return text


def read_toml(text: str) -> dict[str, Any]:
    """A text as TOML.

    Raises TextError for what is not TOML, or is nested too deep.
    """
    if CHAIN.search(text):
        raise TextError("it is nested too deep")
    try:
        found = tomllib.loads(checked(text))
    except tomllib.TOMLDecodeError as fault:
        raise TextError(str(fault)) from fault
    except RecursionError as fault:
        raise TextError("it is nested too deep") from fault
    level: list[Any] = [found]
    for _ in range(DEEPEST):
        level = [inner for one in level for inner in (one.values() if isinstance(one, dict) else one)]
        level = [inner for inner in level if isinstance(inner, dict | list)]
    if level:
        raise TextError("it is nested too deep")
    return found


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
