"""Web push: notices that a browser shows although it has no page of ours open (RFC 8030).

The browser names an address of its maker's push service, and keys. What is sent is sealed with them (RFC 8291), so the
push service reads nothing of it; it is called by `hooks.call`, and told who calls by a signature (VAPID, RFC 8292). The
key of that follows from the key of the dice. What a browser has given is kept with its session, and goes with it.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import secrets
import time
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

import jwt
import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import delete, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session as Transaction

from redball.online.accounts import Asker, NotThatWay, audit, digest
from redball.online.hooks import NotReached, checked_address
from redball.online.settings import Settings
from redball.online.tables import NoticeWish, PushBrowser

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256: private keys are below it."""
LONGEST_ENDPOINT = 1000
RECORD = 4096
"""Bytes of the one record that a message is: no push service need take more."""
LONGEST_WORDS = 600
"""Characters of what must be decided; the rest is on the page."""
POINT, SECRET = 65, 16
"""Bytes of a browser's public key, and of its secret."""
MOST = 20
"""Browsers of one account."""
HELD = 2 * 86_400
"""Seconds for which the push service keeps a notice for a browser that is off."""
SIGNED = 12 * 3600
"""Seconds for which the signature of a call holds: at most a day."""
GONE_WITH = (404, 410)
"""With these a push service answers that nobody has this address any more."""


class Gone(NotReached):
    """There is no such browser any more."""


class Shown(msgspec.Struct, frozen=True):
    """What a browser gets, and its service worker shows."""

    notice: str
    game: str
    title: str
    text: str


class Keys(NamedTuple):
    """What a browser has given to seal with."""

    point: bytes
    secret: bytes


def in_base64(raw: bytes) -> str:
    """Bytes in the spelling that addresses and headers take, without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def out_of_base64(text: str) -> bytes:
    """The bytes of that spelling.

    Raises NotThatWay.
    """
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise NotThatWay("these are no keys of a browser") from error


def point_of(key: EllipticCurvePublicKey) -> bytes:
    """A public key as the 65 bytes of its point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def signing_key(key: bytes) -> EllipticCurvePrivateKey:
    """The key with which this server signs its calls: it follows from the key of the dice."""
    drawn = b"".join(hmac.new(key, b"redball push %d" % part, sha256).digest() for part in (0, 1))
    return derive_private_key(int.from_bytes(drawn) % (ORDER - 1) + 1, SECP256R1())


def public_key(key: bytes) -> str:
    """What browsers are told of it: only who has it can send to them."""
    return in_base64(point_of(signing_key(key).public_key()))


def checked_keys(point: str, secret: str) -> Keys:
    """The keys that a browser gives.

    Raises NotThatWay.
    """
    keys = Keys(out_of_base64(point), out_of_base64(secret))
    if len(keys.point) != POINT or len(keys.secret) != SECRET:
        raise NotThatWay("these are no keys of a browser")
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), keys.point)
    except ValueError as error:
        raise NotThatWay("these are no keys of a browser") from error
    return keys


def sealed(text: bytes, keys: Keys, *, own: EllipticCurvePrivateKey | None = None, salt: bytes | None = None) -> bytes:
    """A message that only the browser with these keys can read (RFC 8291), as one record of RFC 8188. `own` and `salt`
    are drawn anew for each; at most 3,993 bytes go in."""
    own, salt = own or generate_private_key(SECP256R1()), salt or secrets.token_bytes(SECRET)
    theirs, ours = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), keys.point), point_of(own.public_key())
    about = b"WebPush: info\0" + keys.point + ours
    shared = HKDF(SHA256(), 32, keys.secret, about).derive(own.exchange(ECDH(), theirs))
    key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(shared)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(shared)
    head = salt + RECORD.to_bytes(4) + len(ours).to_bytes(1) + ours
    return head + AESGCM(key).encrypt(nonce, text + b"\2", None)  # 2: the last record


def headers(key: bytes, endpoint: str, settings: Settings, topic: str) -> dict[str, str]:
    """The headers of a call. `topic`: a later notice with the same one takes the place of one that the push service
    still has; it tells that service nothing."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + SIGNED, "sub": contact(settings)}
    own = {"Content-Type": "application/octet-stream", "Content-Encoding": "aes128gcm", "User-Agent": "redball"}
    token = jwt.encode(claims, signing_key(key), algorithm="ES256")
    return own | {
        "Authorization": f"vapid t={token}, k={public_key(key)}",
        "TTL": str(HELD),
        "Urgency": "normal",
        "Topic": topic,
    }


def contact(settings: Settings) -> str:
    """Whom a push service can turn to: the address of the site, or the sender of its mail."""
    if settings.secure:
        return settings.server.public.rstrip("/")
    return f"mailto:{settings.mail.address or 'redball@localhost.invalid'}"


# --- the browsers of an account ----------------------------------------------------------------------------------


def browsers_of(tx: Transaction, account: UUID) -> list[PushBrowser]:
    """The browsers in which an account gets notices, in the order in which they came."""
    own = select(PushBrowser).where(PushBrowser.account_id == account)
    return list(tx.scalars(own.order_by(PushBrowser.created, PushBrowser.id)).all())


def let_in(
    tx: Transaction, asker: Asker, token: str, endpoint: str, keys: Keys, wish: NoticeWish, agent: str, private: bool
) -> None:
    """Send notices to the browser that asks, as long as its session with that token lasts. What the session had given
    before goes, and so does what another account had given from the same browser. `wish`: what notices the account
    wants. `private`: the push service may be in this machine's own network.

    Raises NotThatWay.
    """
    checked_address(endpoint, private=private, what="a push service", longest=LONGEST_ENDPOINT)
    session = digest(token)
    before = or_(PushBrowser.login_digest == session, PushBrowser.endpoint == endpoint)
    tx.execute(delete(PushBrowser).where(before))
    if len(browsers_of(tx, asker.id)) >= MOST:
        raise NotThatWay(f"you get notices in {MOST} browsers already: take one off first")
    tx.merge(wish)
    own = {"account_id": asker.id, "login_digest": session, "endpoint": endpoint, "agent": agent[:120]}
    try:
        with tx.begin_nested():
            tx.add(PushBrowser(point=keys.point, secret=keys.secret, **own))
    except IntegrityError as error:  # a second call of the same browser was quicker
        raise NotThatWay("this browser has just asked for that already") from error
    audit(tx, "notices in a browser", asker.id, agent=agent[:120])


def take_off(tx: Transaction, asker: Asker, browser: UUID) -> None:
    """Send no more notices to a browser of the account.

    Raises NotThatWay.
    """
    own = delete(PushBrowser).where(PushBrowser.id == browser, PushBrowser.account_id == asker.id)
    if tx.execute(own).rowcount != 1:  # type: ignore[attr-defined]
        raise NotThatWay("you get no notices in such a browser")
    audit(tx, "no more notices in a browser", asker.id)


def forget(tx: Transaction, browser: UUID) -> None:
    """Delete a browser that its push service does not know any more."""
    tx.execute(delete(PushBrowser).where(PushBrowser.id == browser))
