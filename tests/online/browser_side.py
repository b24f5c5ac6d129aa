"""The browser's side of web push: it gives an address and keys, and opens what is sent there (RFC 8291, 8188), written
from those papers and not from what seals; and the push service's: it holds that the server signed its call (RFC 8292).
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

import jwt
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from online.letterbox import Call


def raw(text: str) -> bytes:
    """The bytes of base64url without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def spelt(data: bytes) -> str:
    """Bytes as base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def drawn_out(salt: bytes, ikm: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256, for one block of output (RFC 5869)."""
    prk = hmac.new(salt, ikm, sha256).digest()
    return hmac.new(prk, info + b"\1", sha256).digest()[:length]


class Receiver:
    """A browser with a subscription at a push service. The keys follow from `seed`, or are given."""

    def __init__(self, endpoint: str, seed: int = 1, secret: bytes = b"0123456789abcdef") -> None:
        self.endpoint, self.secret = endpoint, secret
        self.key = ec.derive_private_key(seed, ec.SECP256R1())
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def given(self) -> dict[str, str]:
        """What the page sends to the server."""
        return {"endpoint": self.endpoint, "p256dh": spelt(self.point), "auth": spelt(self.secret)}

    def opened(self, body: bytes) -> bytes:
        """What was sealed in a body.

        Raises InvalidTag if it was not sealed for this browser.
        """
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        theirs, record = body[21 : 21 + length], body[21 + length :]
        assert length == 65
        assert len(record) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        ikm = drawn_out(self.secret, shared, b"WebPush: info\0" + self.point + theirs, 32)
        key = drawn_out(salt, ikm, b"Content-Encoding: aes128gcm\0", 16)
        nonce = drawn_out(salt, ikm, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0")
        assert padded[-1:] == b"\2", "one record, which is the last one"
        return padded[:-1]

    def read(self, call: Call) -> dict[str, Any]:
        """What a notice says."""
        assert call.headers["Content-Encoding"] == "aes128gcm"
        found: dict[str, Any] = msgspec.json.decode(self.opened(call.body))
        return found


def claims(call: Call, key: str, audience: str) -> dict[str, Any]:
    """What the server's signature says of a call, which must be by its key.

    Raises PyJWTError.
    """
    scheme, _, rest = call.headers["Authorization"].partition(" ")
    said = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, said["k"]) == ("vapid", key)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(key))
    found: dict[str, Any] = jwt.decode(said["t"], public, algorithms=["ES256"], audience=audience)
    return found
