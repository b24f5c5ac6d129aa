"""A passkey in software: makes a key for a site, and signs challenges with it, as a browser would send them."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from online.people import HERE, PROOF, Person, Site

HOST = "127.0.0.1"
PRESENT, NEW_KEY = 0x01, 0x40


def text(raw: bytes) -> str:
    """Bytes as WebAuthn writes them."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def raw(said: str) -> bytes:
    """What `text` has written."""
    return urlsafe_b64decode(said + "=" * (-len(said) % 4))


class Authenticator:
    """One passkey, which belongs to `origin`."""

    def __init__(self, origin: str, host: str) -> None:
        self.origin, self.host = origin, host
        self.id = secrets.token_bytes(16)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.count = 0

    def _data(self, flags: int) -> bytes:
        self.count += 1
        return sha256(self.host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        said = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def made(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to a registration."""
        point = self.key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")})
        data = self._data(PRESENT | NEW_KEY) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options)
        return self._answer({"clientDataJSON": text(client), "attestationObject": text(attested)})

    def signed(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to a sign-in."""
        data, client = self._data(PRESENT), self._client("webauthn.get", options)
        signature = self.key.sign(data + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(
            {"clientDataJSON": text(client), "authenticatorData": text(data), "signature": text(signature)}
        )

    def _answer(self, response: dict[str, str]) -> dict[str, Any]:
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response}


def with_passkey(site: Site, name: str) -> tuple[Person, Authenticator]:
    """Somebody with an account and a passkey."""
    person, key = site.person(name), Authenticator(HERE, HOST)
    made = key.made(asked(person, "/api/me/passkeys/begin", proof=PROOF))
    answer = person.post("/api/me/passkeys", answer=made, label="key")
    assert answer.status_code == 204, answer.text
    return person, key


def asked(person: Person, path: str, **body: Any) -> dict[str, Any]:
    """What the server wants signed."""
    answer = person.post(path, **body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def challenged(person: Person) -> dict[str, Any]:
    """What the server wants signed for a sign-in."""
    return asked(person, "/api/session/passkey/begin")


def proof_by(person: Person, key: Authenticator) -> dict[str, Any]:
    """The proof that a passkey gives now."""
    return {"answer": key.signed(asked(person, "/api/me/proof/begin"))}
