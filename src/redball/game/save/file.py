"""A save that is being written: what it cannot write does not happen in its game.

The file is open only while lines are appended, each under a lock. Before that its size is compared with what this
program has read and written: if another program has added to the save meanwhile, nothing is written. A line that could
not be written whole is taken back. Nobody is told of an action before it is on the disk; actions that are told of
together wait for the disk once (`SaveFile.together`), which can begin while their answer is made (`SaveFile.hurry`).
"""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import msgspec

from redball.game.game import Game
from redball.game.save.lines import Chain, SaveError, looks_in, looks_of, name_of, read_bytes
from redball.game.save.load import Loaded
from redball.game.save.lock import locked
from redball.game.save.scribe import Scribe, first_lines

HALF_MADE = ".new"
"""The end of the name of a save that has not got its header yet."""
DAMAGED = ".damaged-"
"""Lines set aside from `x.redball` go to `x.redball.damaged-1`, and so on."""
BEGINS = sys.platform == "linux"
NEVER = (-2, 0)
"""What no file looks like."""


class SaveMoved(SaveError):
    """Another program has changed or deleted the save since this one read it."""


class Unwritable(OSError):
    """The save cannot be written; nothing of it has changed. The text is a sentence."""


class SaveFile(Scribe):
    """Writes down a game, as its keeper. `about` is for the server's own data (players, title)."""

    _file: IO[bytes] | None
    """The file while it is open."""

    def __init__(self, path: Path, game: Game, about: dict[str, Any] | None = None, durable: bool = True) -> None:
        """Start a new file for a game that has just begun. It appears with its header and the state, or not at all.

        Raises FileExistsError, Unwritable. `durable`: each line is on the disk before the game goes on.
        """
        self.path = path
        self.durable = durable
        self.chain, self.size = Chain(), 0
        """How far the file is good, and its whole size: it may have a damaged end until it is first written to."""
        self._begin(self._lines(*first_lines(game, about or {})))
        self.looks = looks_of(path)
        """Size and time of the file when this program last read or wrote it."""
        self._waits, self._file = False, None
        self.serve(game)

    @classmethod
    def reopen(cls, path: Path, loaded: Loaded, durable: bool = True) -> SaveFile:
        """Go on with a save that was loaded. The file is not touched before something happens in the game."""
        save = cls.__new__(cls)
        save.path, save.durable, save._waits, save._file = path, durable, False, None
        save.chain, save.size, save.looks = loaded.chain, loaded.size, loaded.looks
        save.serve(loaded.game)
        return save

    @property
    def damaged(self) -> bool:
        """The file has an end that is not good, and has not been set aside yet."""
        return self.size > self.chain.end

    @property
    def unchanged(self) -> bool:
        """No other program has written to the save or deleted it since this one read or wrote it."""
        return self.looks == looks_of(self.path)

    # --- writing -----------------------------------------------------------------------------------------------

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is written inside is on the disk at the end, not line by line: a disk takes longer than an action.

        Raises SaveMoved, Unwritable if the disk does not take it. Then the file is as it was, and the game in memory
        must be read again: it is not `unchanged`, and nothing more can be written.
        """
        if self._waits or not self.durable:
            yield
            return
        before, self._waits = self.chain, True
        try:
            yield
        finally:
            self._waits = False
            if self.chain.end != before.end:
                self._settle(before)
            self._close()

    def text(self) -> bytes:
        """The whole file.

        Raises SaveError.
        """
        return read_bytes(self.path)

    def hurry(self) -> None:
        """Let the disk begin with what has been written together so far, where the system can be told to; the end of
        `together` waits for it, and hears of what goes wrong."""
        if self._file is not None and BEGINS:
            # Linux starts to write what it is told to forget. As advice it fails only where there is nothing to gain.
            with suppress(OSError):
                os.posix_fadvise(self._file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)

    def _settle(self, before: Chain) -> None:
        """Wait until what was written after `before` is on the disk, or take it back."""
        try:
            with self._opened() as file, whole_or_nothing(file, before.end):
                os.fsync(file.fileno())
        except (SaveMoved, Unwritable):
            self.looks = NEVER
            raise

    @contextmanager
    def _opened(self) -> Iterator[IO[bytes]]:
        """The file, locked, if nobody else has written to it. While lines are written together, it is opened once.

        Raises SaveMoved; and Unwritable for what goes wrong with it inside.
        """
        try:
            if self._file is None:
                self._file = self.path.open("r+b", buffering=0)
            with locked(self._file):
                seen = os.fstat(self._file.fileno())
                if not seen.st_nlink:
                    raise FileNotFoundError
                if seen.st_size != self.size:
                    raise SaveMoved(f"{name_of(self.path)}: another program has written to this game")
                yield self._file
        except FileNotFoundError as error:
            raise SaveMoved(f"{name_of(self.path)}: this game has been deleted") from error
        except OSError as error:
            raise Unwritable(f"the game cannot be saved ({error.strerror or error}), so nothing was done") from error
        finally:
            if not self._waits:
                self._close()

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def note(self, actions: int, *lines: Any) -> None:
        """Append lines, all or none."""
        self.write(*lines)

    def write(self, *lines: Any) -> None:
        """Append lines, all or none.

        Raises SaveMoved, Unwritable.
        """
        with self._opened() as file:
            if self.damaged:
                self._set_aside(file)
            before = self.chain
            text = self._lines(*lines)
            with whole_or_nothing(file, before.end):
                put(file, before.end, text, self.durable and not self._waits)
            self.looks = looks_in(os.fstat(file.fileno()))
        self.chain = self._chain
        self.size = self.chain.end

    def _lines(self, *lines: Any) -> bytes:
        """Lines as text; `_chain` is the chain with them."""
        written, self._chain = [], self.chain
        for line in lines:
            text, self._chain = self._chain.seal(msgspec.json.encode(line, order="deterministic"))
            written.append(text)
        return b"".join(written)

    def _set_aside(self, file: IO[bytes]) -> None:
        """Copy what is not good to a file of its own, unless it is only an unfinished last line, and cut it off."""
        file.seek(self.chain.end)
        rest = file.read()
        if b"\n" in rest:
            number = 1
            while (aside := self.path.with_name(f"{self.path.name}{DAMAGED}{number}")).exists():
                number += 1
            with aside.open("xb") as kept:
                kept.write(rest)
                kept.flush()
                os.fsync(kept.fileno())
        file.truncate(self.chain.end)
        self.size = self.chain.end

    def _begin(self, text: bytes) -> None:
        if self.path.exists():
            raise FileExistsError(f"{name_of(self.path)} exists")
        with made_whole(self.path) as half, half.open("xb", buffering=0) as file:
            put(file, 0, text, self.durable)
        self.chain = self._chain
        self.size = self.chain.end


@contextmanager
def made_whole(path: Path) -> Iterator[Path]:
    """Another name for a file while it is made: it gets its own when that is done, or vanishes.

    Raises Unwritable.
    """
    half = path.with_name(f".{secrets.token_hex(6)}{HALF_MADE}")
    try:
        try:
            yield half
            half.rename(path)
        except BaseException:
            half.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise Unwritable(f"the game cannot be saved ({error.strerror or error})") from error


@contextmanager
def whole_or_nothing(file: IO[bytes], end: int) -> Iterator[None]:
    """Cut the file off at its old end if writing fails."""
    try:
        yield
    except BaseException:
        file.truncate(end)
        raise


def put(file: IO[bytes], at: int, text: bytes, durable: bool) -> None:
    """Write all of the text at an offset of an unbuffered file; `durable`: and wait until it is on the disk."""
    file.seek(at)
    rest = memoryview(text)
    while rest:
        rest = rest[file.write(rest) :]
    if durable:
        os.fsync(file.fileno())
