"""The lines of a save: JSON objects, each with a check that covers it and every line before it.

A line ends with `"check": "..."`, a digest of the check before it and the line's own bytes. A changed, missing, doubled
or moved line breaks the chain there, and everything up to it is still good. Saves of formats 1 to 4 had no checks; what
is appended to them has, and covers the old lines too.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from redball.core.errors import in_short
from redball.scenarios.check import files_check
from redball.scenarios.load import is_installed

FORMAT = "redball-save 6"
CHECKED = (FORMAT, "redball-save 5")
READABLE = (*CHECKED, "redball-save 4", "redball-save 3", "redball-save 2", "redball-save 1")
"""Up to format 5, dice were never pledged, and nobody wrote down orders, plans or proposals to rewind. Up to format 4,
lines had no check. Up to format 3, some records of single editions were fields of the unit or the state, and a state
did not count the Levels that a hedgehog gained in a turn. Format 1 packed a unit as a list of its fields."""

RULES_VERSION = 1

MARK, CLOSE = b',"check":"', b'"}'
DIGITS = 16
LONGEST_NAME = 60
"""Of a file in a message."""


class SaveError(ValueError):
    """A save that cannot be read; the text names the line and the fault, in a short sentence."""

    def __init__(self, text: str) -> None:
        super().__init__(in_short(text))


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a save. `about` is for the server's own data; `opening` are the events before the first
    decision; `charts` is the text of the game's own chart file, if it has one. `folder` is where a scenario of the
    player's own lies, and `folder_check` what its files were when the game began; both "" for a shipped one."""

    format: str
    rules: int
    scenario: str
    position: str = ""
    edition: str
    switches: dict[str, Any]
    seed: int
    script: tuple[int, ...] = ()
    charts: str = ""
    folder: str = ""
    folder_check: str = ""
    about: dict[str, Any] = {}
    opening: list[dict[str, Any]] = []


Line = dict[str, msgspec.Raw]
"""A line of a save: its fields by name, still undecoded."""


def header_in(line: Line) -> Header:
    """The header in the first line of a save.

    Raises msgspec.DecodeError for a malformed one.
    """
    return msgspec.json.decode(msgspec.json.encode(line), type=Header)


def scenario_of(header: Header) -> str | Path:
    """Where the scenario of a save is: the name of a shipped one, or the folder of a player's own one.

    Raises SaveError, with a remedy, if it is not there or is no longer what the game began with.
    """
    if Path(header.scenario).name != header.scenario:
        raise SaveError(f"{header.scenario!r} is no name of a scenario")
    if not header.folder:
        if not is_installed(header.scenario):
            raise SaveError(
                f"the scenario {header.scenario!r} is not installed, and the save does not say in which folder of the"
                " player's own it was: begin a new game of it"
            )
        return header.scenario
    check = files_check(Path(header.folder))
    if not check:
        raise SaveError(f"its scenario is no longer in {header.folder}: put the folder back there, then load the game")
    if check != header.folder_check:
        raise SaveError(
            f"its scenario in {header.folder} has changed since the game began:"
            " put the files back as they were, or begin a new game"
        )
    return Path(header.folder)


class Chain(msgspec.Struct, frozen=True):
    """How far a save is good: the offset of that end in bytes, and the check of the last line before it."""

    end: int = 0
    check: bytes = b""

    def after(self, body: bytes) -> Chain:
        """The chain with one more line in the file that has no check of its own."""
        return Chain(self.end + len(body) + 1, digest(self.check, body))

    def seal(self, body: bytes) -> tuple[bytes, Chain]:
        """An object as a line with its check, and the chain with it."""
        check = digest(self.check, body)
        line = body[:-1] + MARK + check + CLOSE + b"\n"
        return line, Chain(self.end + len(line), check)


class Found(msgspec.Struct, frozen=True):
    """What a file holds: whether all its lines have checks, its good lines, the chain after each of them, why the next
    line is not good ("" if there is none), the whole size in bytes, with an unfinished last line, and how the file
    looked before it was read (`looks_of`)."""

    checked: bool
    lines: list[Line]
    chains: list[Chain]
    fault: str
    size: int
    looks: tuple[int, int]


def digest(before: bytes, body: bytes) -> bytes:
    """The check of a line (`body`: an object without its check), behind a line with the check `before`."""
    return blake2b(before + body, digest_size=DIGITS // 2).hexdigest().encode()


def chained(bodies: Iterable[bytes]) -> bytes:
    """A whole file of these objects."""
    chain, lines = Chain(), []
    for body in bodies:
        line, chain = chain.seal(body)
        lines.append(line)
    return b"".join(lines)


def split(line: bytes) -> tuple[bytes, bytes]:
    """A line without its end as an object without its check, and the check, b"" if it has none."""
    at = len(line) - len(MARK) - DIGITS - len(CLOSE)
    if at > 0 and line.endswith(CLOSE) and line.startswith(MARK, at):
        return line[:at] + b"}", line[at + len(MARK) : -len(CLOSE)]
    return line, b""


def name_of(path: Path) -> str:
    """The name of a file for a message; a long one is cut."""
    return path.name if len(path.name) <= LONGEST_NAME else path.name[: LONGEST_NAME - 3] + "..."


def looks_of(path: Path) -> tuple[int, int]:
    """Size and time of a file, (-1, 0) if there is none: while they are the same, nobody has written to it."""
    try:
        return looks_in(os.stat(path))
    except OSError:
        return -1, 0


def looks_in(seen: os.stat_result) -> tuple[int, int]:
    """Size and time of a file of which the system has told this."""
    return seen.st_size, seen.st_mtime_ns


def read_bytes(path: Path) -> bytes:
    """What a regular file holds.

    Raises SaveError.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise SaveError(f"{name_of(path)}: not a file")
        return path.read_bytes()
    except OSError as error:
        raise SaveError(f"{name_of(path)}: {error.strerror or error}") from error


def find_lines(path: Path) -> Found:
    """The lines of a save, as far as they are good. An unfinished last line is left out.

    Raises SaveError for a file without a good header.
    """
    looks = looks_of(path)
    return lines_in(read_bytes(path), path, looks)


def lines_in(raw: bytes, path: Path, looks: tuple[int, int] = (-1, 0)) -> Found:
    """The lines of a save that has been read; `path` names it in messages.

    Raises SaveError, as `find_lines`.
    """
    decoder = msgspec.json.Decoder(Line)
    found: list[Line] = []
    chains: list[Chain] = []
    chain, fault, checked = Chain(), "", False
    for number, whole in enumerate(raw.split(b"\n")[:-1], 1):
        body, check = split(whole)
        try:
            line = decoder.decode(whole.decode())
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            fault = f"line {number}: {error}"
            break
        if number == 1:
            checked = is_header(line, path) in CHECKED
        if (check or checked) and check != digest(chain.check, body):
            fault = f"line {number}: its check does not match" if check else f"line {number}: it has no check"
            break
        line.pop("check", None)
        chain = Chain(chain.end + len(whole) + 1, digest(chain.check, body))
        found.append(line)
        chains.append(chain)
    if not found:
        raise SaveError(f"{name_of(path)}, {fault or no_header()}")
    return Found(checked, found, chains, fault, len(raw), looks)


def is_header(line: Line, path: Path) -> str:
    """The format of a save by its first line.

    Raises SaveError if it is none.
    """
    try:
        format_ = msgspec.json.decode(line.get("format", b'""'), type=str)
    except msgspec.DecodeError:
        format_ = ""
    if format_ not in READABLE:
        raise SaveError(f"{name_of(path)}, {no_header()}")
    return format_


def no_header() -> str:
    """What is said of a file whose first line is no header."""
    return f"line 1: a save begins with a header of format {FORMAT!r}"
