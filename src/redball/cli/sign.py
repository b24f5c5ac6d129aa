"""A sign in a folder of saved games that says which server has it, and at which address."""

from __future__ import annotations

from pathlib import Path
from typing import IO

from redball.game.save.lock import lock

NAME = ".server"
"""The file that holds the address. A server locks it as long as it runs, so the sign of one that was killed counts for
nothing. Its address may end with a key, so nobody else may read it."""


class Sign:
    """The sign of a folder: `other` is the address of the server that has it, "" if none had."""

    def __init__(self, folder: Path) -> None:
        self.other = ""
        self._file: IO[bytes] | None = None
        try:
            path = folder / NAME
            path.touch(0o600)
            file = path.open("r+b", buffering=0)
        except OSError:
            return  # a folder that cannot be written to is there to be looked at
        if lock(file, wait=False):
            self._file = file
        else:
            self.other = file.read().decode(errors="replace")
            file.close()

    def put_up(self, address: str) -> None:
        """Say that the server is at this address, unless another server has the folder."""
        if self._file is not None:
            self._file.truncate(0)
            self._file.seek(0)
            self._file.write(address.encode())

    def take_down(self) -> None:
        """Let another server have the folder."""
        if self._file is not None:
            self._file.close()
            self._file = None
