"""The games of a server: a folder of save files, and the open sessions."""

from __future__ import annotations

import os
import secrets
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from redball.game import Game
from redball.game.fair import Pledge
from redball.game.position.parse import is_position
from redball.game.position.sections import PositionError
from redball.game.save import Unwritable
from redball.game.save.file import DAMAGED, HALF_MADE, made_whole
from redball.server.listing import BrokenGame, Known, SavedGame, beside, plain, saved_games
from redball.server.open_games import OpenGames
from redball.server.session import HUMAN, Session

SUFFIX = ".redball"
LONGEST_ID = 64
MOST_OPEN = 24
"""Games in memory; more only while requests are at work on them."""
IDLE = 900.0
"""Seconds after which a game that nobody asks for leaves memory, when another one is opened."""
AN_HOUR = 3600


def default_folder() -> Path:
    """The folder for saved games: $REDBALL_GAMES, or else `redball-games` under the user's data folder."""
    named = os.environ.get("REDBALL_GAMES")
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "redball-games"


class NoGame(LookupError):
    """There is no game with that id; the text says so."""

    def __init__(self, gid: str) -> None:
        super().__init__(f"there is no game {gid[:LONGEST_ID]}")


class Store(OpenGames):
    """The games of a folder, opened on demand. Other programs may use the same folder: a session whose save has changed
    is read again."""

    def __init__(self, folder: Path, key: bytes = b"") -> None:
        """`key`: what the secrets of pledged dice are made from; it is nowhere in the folder."""
        super().__init__(MOST_OPEN, IDLE)
        self.folder = folder
        self._key = key
        folder.mkdir(parents=True, exist_ok=True)
        self._known: Known = {}
        clear_half_made(folder)

    def create(
        self,
        scenario: str,
        players: dict[str, str],
        switches: dict[str, Any],
        seed: int | None,
        edition: str = "",
        charts: str = "",
        pledge: Pledge | None = None,
    ) -> Session:
        """A new game, with a random seed if neither seed nor `pledge` is given. `charts` is the text of a custom chart
        file.

        Raises ValueError with one sentence for anything that does not exist, Unwritable.
        """
        chosen = secrets.randbelow(2**53) if seed is None else seed
        session = Session.create(self.folder, scenario, players, switches, chosen, edition, charts, pledge)
        self._keep(session)
        return session

    def _must_be(self, gid: str) -> None:
        self.path(gid)

    def _wake(self, gid: str) -> Session:
        return Session.resume(self.path(gid), self._key)

    def path(self, gid: str) -> Path:
        """The save of a game.

        Raises NoGame if there is none.
        """
        path = self._path(gid)
        if not os.path.lexists(path):
            raise NoGame(gid)
        return path

    def _path(self, gid: str) -> Path:
        if not (gid.isascii() and gid.isalnum() and len(gid) <= LONGEST_ID):
            raise NoGame(gid)
        return self.folder / f"{gid}{SUFFIX}"

    def delete(self, gid: str) -> None:
        """Delete a game, its file, its name, and what was set aside from it.

        Raises NoGame for an unknown game, Unwritable.
        """
        path = self.path(gid)
        session = self._open.pop(gid, None)
        try:
            with session or nullcontext():
                path.unlink()
                beside(path).unlink(missing_ok=True)
                for aside in self.folder.glob(f"{path.name}{DAMAGED}*"):
                    aside.unlink()
        except FileNotFoundError:
            raise NoGame(gid) from None
        except OSError as error:
            raise Unwritable(f"the game cannot be deleted ({error.strerror})") from error

    def name(self, gid: str, name: str) -> None:
        """Give a game a name, or take it away (""). It stands in a file beside the save, which is not touched.

        Raises NoGame for an unknown game, Unwritable.
        """
        told, file = plain(name), beside(self.path(gid))
        if told:
            with made_whole(file) as half:
                half.write_text(told, encoding="utf-8")
            return
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise Unwritable(f"the name cannot be taken away ({error.strerror})") from error

    def adopt(self, raw: bytes) -> Session:
        """Import a save file, or begin a game at a written position: people play both sides then.

        Raises SaveError or PositionError naming what is wrong with it and in which line, Unwritable; nothing is kept
        then.
        """
        if is_position(raw):
            return self._begin_at(raw)
        gid = secrets.token_hex(6)
        with made_whole(self._path(gid)) as half:
            half.write_bytes(raw)
            Session.resume(half, self._key)
        return self.get(gid)

    def _begin_at(self, raw: bytes) -> Session:
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            number = raw.count(b"\n", 0, error.start) + 1
            raise PositionError(f"line {number}: not text in UTF-8") from error
        game = Game.from_position(text, seed=secrets.randbelow(2**53))
        session = Session.begin(self.folder, game, dict.fromkeys(game.world.sides, HUMAN))
        self._keep(session)
        return session

    def list(self) -> list[SavedGame | BrokenGame]:
        """Saved games, the last played first; a broken file is named with its error."""
        return saved_games(self.folder, SUFFIX, self._known)


def clear_half_made(folder: Path) -> None:
    """Delete what programs left behind that were killed while they began a save."""
    for half in folder.glob(f".*{HALF_MADE}"):
        try:
            if time.time() - half.stat().st_mtime > AN_HOUR:
                half.unlink()
        except OSError:
            continue  # another program has just done so, or the folder is read-only
