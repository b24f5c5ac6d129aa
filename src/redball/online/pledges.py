"""Pledged dice of games between people: the keeper's key, and what is committed to before anybody has added a share.

The next game that an account offers has its commitment already, so that the lobby shows it before even the maker gives
their share. A game's row keeps commitment, nonce and shares; key, secret and seed are in no database.
"""

from __future__ import annotations

import hmac
import os
import secrets
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import make_url

from redball.game.fair import Pledge, commitment_of, secret_of
from redball.online.settings import SHORTEST_KEY, Settings, SettingsError


def key_of(settings: Settings) -> bytes:
    """The key from which this server makes the secrets of dice: that of the settings, or the one in a file beside the
    SQLite database, which is made at the first start.

    Raises SettingsError if there is none and none can be made.
    """
    if settings.dice.key:
        return settings.dice.key.encode()
    url = make_url(settings.database.url)
    if url.get_backend_name() != "sqlite" or not url.database:
        raise SettingsError(
            "[dice] key is missing. With PostgreSQL give all workers the same one (`openssl rand -hex 32` makes one)"
        )
    path = Path(f"{url.database}.dice-key")
    try:
        if not path.exists():
            _make(path)
        key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeError) as error:
        raise SettingsError(f"{path}: the key of the dice cannot be read or made ({error})") from error
    if len(key) < SHORTEST_KEY:
        raise SettingsError(f"{path}: the key of the dice has fewer than {SHORTEST_KEY} characters")
    return key.encode()


def _make(path: Path) -> None:
    """Write a new key, for the owner only. Of two processes that begin together the first one's counts."""
    half = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with open(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(secrets.token_hex(32) + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        path.hardlink_to(half)
    except FileExistsError:
        return
    finally:
        half.unlink()


def next_pledge(key: bytes, account: UUID, challenges: int) -> Pledge:
    """The pledge of the next game that an account offers, after so many challenges. Nobody can name another nonce, so a
    secret that was shown never serves again."""
    if not key:
        raise ValueError("without a key no dice can be pledged")
    nonce = hmac.new(key, f"nonce {account} {challenges}".encode(), sha256).hexdigest()[:32]
    secret = secret_of(key, nonce)
    return Pledge(commitment_of(secret), nonce, (), secret)


def a_share() -> str:
    """A share for a bot, or for somebody who has given none."""
    return secrets.token_hex(8)


def kept(pledge: Pledge) -> dict[str, Any]:
    """A pledge as the database keeps it: without its secret."""
    found: dict[str, Any] = msgspec.to_builtins(pledge)
    del found["secret"]
    return found


def pledge_from(found: dict[str, Any], key: bytes) -> Pledge:
    """The pledge that the database keeps, with its secret."""
    pledge = msgspec.convert(found, Pledge)
    return msgspec.structs.replace(pledge, secret=secret_of(key, pledge.nonce))
