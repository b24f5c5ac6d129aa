"""A save's abandoned branches: they stay in its lines, and each is a save of its own."""

from __future__ import annotations

from collections.abc import Iterator

from redball.game.rewinds import Branch
from redball.game.save.lines import Found, SaveError
from redball.game.save.load import field_in


def branches(found: Found) -> tuple[Branch, ...]:
    """The abandoned branches in the lines of a save, the oldest first.

    Raises msgspec.DecodeError for a malformed line.
    """
    return tuple(_branches(found))


def _branches(found: Found) -> Iterator[Branch]:
    actions = 0
    for number, line in enumerate(found.lines, 1):
        if "action" in line:
            actions += 1
        elif "undo" in line:
            actions = field_in(line, "undo", int)
        elif "rewind" in line:
            to = field_in(line, "rewind", int)
            yield Branch(number, to, field_in(line, "name", str, b'""'), actions)
            actions = to


def branch_of(raw: bytes, found: Found, line: int) -> bytes:
    """The save of an abandoned branch, as it was when it was left; `raw` are the bytes of the whole save.

    Raises SaveError if no branch was left there.
    """
    if not any(branch.line == line for branch in branches(found)):
        raise SaveError(f"no branch was abandoned in line {line}")
    return raw[: found.chains[line - 2].end]
