"""The games of a server: a folder of save files, and the open sessions."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from threading import RLock
from typing import Any

from redball.game.save import SaveError
from redball.server.session import BrokenGame, SavedGame, Session, summary

SUFFIX = ".redball"


def default_folder() -> Path:
    """The folder for saved games: $REDBALL_GAMES, or else `redball-games` under the user's data folder."""
    named = os.environ.get("REDBALL_GAMES")
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "redball-games"


class Store:
    """Sessions by id, opened on demand. Requests may come in on several threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._open: dict[str, Session] = {}
        self._lock = RLock()

    def create(
        self,
        scenario: str,
        players: dict[str, str],
        switches: dict[str, Any],
        seed: int | None,
        edition: str = "",
        charts: str = "",
    ) -> Session:
        """A new game, with a random seed if none is given. `charts` is the text of a custom chart file.

        Raises ValueError with one sentence for anything that does not exist.
        """
        chosen = secrets.randbelow(2**53) if seed is None else seed
        session = Session.create(self.folder, scenario, players, switches, chosen, edition, charts)
        with self._lock:
            self._open[session.id] = session
        return session

    def get(self, gid: str) -> Session:
        """An open or saved game.

        Raises KeyError for an unknown one, SaveError for a file that cannot be read.
        """
        with self._lock:
            if gid not in self._open:
                path = self._path(gid)
                if not path.is_file():
                    raise KeyError(gid)
                self._open[gid] = Session.resume(path)
            return self._open[gid]

    def close(self) -> None:
        """Close all files."""
        with self._lock:
            for session in self._open.values():
                session.close()
            self._open.clear()

    def _path(self, gid: str) -> Path:
        if not (gid.isascii() and gid.isalnum()):
            raise KeyError(gid)
        return self.folder / f"{gid}{SUFFIX}"

    def save_text(self, gid: str) -> bytes:
        """The save file of a game."""
        return self._path(self.get(gid).id).read_bytes()

    def delete(self, gid: str) -> None:
        """Delete a game and its file.

        Raises KeyError for an unknown game.
        """
        with self._lock:
            path = self._path(gid)
            if not path.is_file():
                raise KeyError(gid)
            session = self._open.pop(gid, None)
            if session is not None:
                with session:
                    session.close()
            path.unlink()

    def adopt(self, raw: bytes) -> Session:
        """Import a save file.

        Raises SaveError naming what is wrong with it; nothing is kept then.
        """
        gid = secrets.token_hex(6)
        path = self._path(gid)
        path.write_bytes(raw)
        try:
            return self.get(gid)
        except BaseException:
            path.unlink()
            raise

    def list(self) -> list[SavedGame | BrokenGame]:
        """Saved games, the last played first; a broken file is named with its error."""
        found: list[SavedGame | BrokenGame] = []
        for path in self.folder.glob(f"*{SUFFIX}"):
            try:
                found.append(summary(path))
            except SaveError as error:
                found.append(BrokenGame(path.stem, str(error), int(path.stat().st_mtime)))
        return sorted(found, key=lambda g: -g.updated)
