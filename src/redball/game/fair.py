"""Provably fair dice: a seed that nobody could choose, and that everybody can check when the game is over.

Whoever keeps the game draws a secret and names its `commitment` first. Then each player adds a share: any words of
their own. The seed follows from the secret and all shares, so the keeper did not know it when they committed, and no
player knows it before the end. Then the secret is shown, and `redball replay --verify` throws every die again.

One thing this cannot rule out: the keeper and the player whose share comes last could try many words together until
they like the dice.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Iterable, Sequence
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from redball.core.dice import Dice
from redball.core.errors import in_short

LONGEST_SHARE = 100
"""Characters of a player's share."""
PLAIN = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
HEX = re.compile(r"[0-9a-f]{64}")


class Share(Struct, frozen=True):
    """What the player of a side added to the dice."""

    side: str
    text: str


class Fair(Struct, frozen=True):
    """What is known of a game's dice: the commitment, the shares in the order in which they count, and the `secret`
    once it has been shown, "" before."""

    commitment: str
    shares: tuple[Share, ...]
    secret: str = ""


class Pledge(Struct, frozen=True):
    """Fair dice as the keeper of the game has them. `nonce` names the secret for the keeper, who makes it again from
    their key; `secret` is "" where that key is not at hand: the game can be looked at, and not be played on."""

    commitment: str
    nonce: str
    shares: tuple[Share, ...] = ()
    secret: str = ""

    def with_share(self, side: str, text: str) -> Pledge:
        """The pledge with the share of one more side.

        Raises ValueError for words that cannot be a share, or if the side has given one.
        """
        if any(share.side == side for share in self.shares):
            raise ValueError(f"{side} has added to the dice already")
        return replace(self, shares=(*self.shares, Share(side, checked_share(text))))

    def dice(self, sides: Iterable[str]) -> Dice:
        """The dice of a game between these sides.

        Raises ValueError if the secret is not known or does not match the commitment, or if a side has added nothing.
        """
        missing = sorted({*sides} ^ {share.side for share in self.shares})
        if missing or not self.shares:
            raise ValueError(f"the dice need one share of each side, and of nobody else: {', '.join(missing)}")
        if not self.secret or commitment_of(self.secret) != self.commitment:
            raise ValueError("the secret of the dice does not match their commitment")
        return Dice(seed_of(self.secret, self.shares))

    def public(self, shown: bool) -> Fair:
        """What everybody may read; `shown`: the secret, too."""
        return Fair(self.commitment, self.shares, self.secret if shown else "")


def new_pledge(key: bytes) -> Pledge:
    """A commitment to a new secret, made from the keeper's key, before anybody has added a share."""
    nonce = secrets.token_hex(16)
    secret = secret_of(key, nonce)
    return Pledge(commitment_of(secret), nonce, (), secret)


def secret_of(key: bytes, nonce: str) -> str:
    """The secret of one game: 64 hexadecimal digits that tell nothing of the key.

    >>> len(secret_of(b"key", "a")), secret_of(b"key", "a") == secret_of(b"key", "b")
    (64, False)
    """
    return hmac.new(key, nonce.encode(), sha256).hexdigest()


def commitment_of(secret: str) -> str:
    """The commitment to a secret: SHA-256 of its 64 digits as text.

    >>> commitment_of("0" * 64)[:16]
    '60e05bd1b195af2f'
    """
    return sha256(secret.encode()).hexdigest()


def seed_of(secret: str, shares: Sequence[Share]) -> int:
    """The seed: HMAC-SHA-256, with the secret as key, of one line `side share` for each share, as a number.

    >>> hex(seed_of("0" * 64, (Share("axis", "a"), Share("soviet", "b"))))[:10]
    '0xb81b0186'
    """
    text = "\n".join(f"{share.side} {share.text}" for share in shares)
    return int(hmac.new(secret.encode(), text.encode(), sha256).hexdigest(), 16)


def checked_share(text: str) -> str:
    """A share without blanks around it.

    Raises ValueError for none, a long one, or signs that do not stand on one line.
    """
    words = text.strip()
    if not words or len(words) > LONGEST_SHARE or not PLAIN.fullmatch(words):
        raise ValueError(f"a share is 1 to {LONGEST_SHARE} letters, figures or signs on one line")
    return words


def checked_pledge(pledge: Pledge) -> Pledge:
    """A pledge as a file told it.

    Raises ValueError for one that nobody can have made.
    """
    for name in ("commitment", "secret"):
        told = getattr(pledge, name)
        if not HEX.fullmatch(told) and (name == "commitment" or told):
            raise ValueError(f"{in_short(told, 80)!r} is no {name} of dice")
    again = Pledge(pledge.commitment, pledge.nonce)
    for share in pledge.shares:
        again = again.with_share(share.side, share.text)
    return pledge
