"""A lock on an open file, which other processes respect and which ends with the process that holds it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

if sys.platform == "win32":
    import msvcrt

    FAR = 2**62
    """An offset that no file reaches: Windows would forbid others to read what is locked."""

    def lock(file: IO[bytes], *, wait: bool) -> bool:
        """Lock the file; False if another process holds it. `wait`: up to ten seconds."""
        file.seek(FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def unlock(file: IO[bytes]) -> None:
        """Let others lock the file."""
        file.seek(FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def lock(file: IO[bytes], *, wait: bool) -> bool:
        """Lock the file; False if another process holds it. `wait`: until it lets go."""
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def unlock(file: IO[bytes]) -> None:
        """Let others lock the file."""
        fcntl.flock(file.fileno(), fcntl.LOCK_UN)


@contextmanager
def locked(file: IO[bytes]) -> Iterator[None]:
    """Hold the lock of a file for a moment.

    Raises OSError if another process does not let go.
    """
    if not lock(file, wait=True):
        raise OSError(f"another program holds {file.name}")
    try:
        yield
    finally:
        unlock(file)
