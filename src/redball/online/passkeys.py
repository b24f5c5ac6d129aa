"""Passkeys: registering one, and signing in with it. What is signed is a challenge of ours, which is good once."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.orm import Session as Transaction
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, parse_client_data_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
)

from redball.online.accounts import Asker, NotThatWay, WrongPassword, add_way, audit, digest
from redball.online.tables import Account, Challenge, Credential, now

GOOD_FOR = timedelta(minutes=5)
REGISTER, SIGN_IN, PROVE = "register", "sign in", "prove"


class Site(msgspec.Struct, frozen=True):
    """The address that passkeys belong to."""

    origin: str

    @property
    def name(self) -> str:
        """Its host, which browsers bind a passkey to."""
        return urlsplit(self.origin).hostname or "localhost"


def _new_challenge(tx: Transaction, what: str, account: UUID | None) -> bytes:
    tx.execute(delete(Challenge).where(Challenge.ends < now()))
    challenge = secrets.token_bytes(32)
    tx.add(Challenge(digest=digest(challenge.hex()), what=what, account_id=account, ends=now() + GOOD_FOR))
    return challenge


def _answered(tx: Transaction, answer: dict[str, Any], what: str, account: UUID | None) -> bytes:
    """The challenge that an answer of a browser signs, which is used up.

    Raises WrongPassword.
    """
    try:
        signed = parse_client_data_json(base64url_to_bytes(answer["response"]["clientDataJSON"])).challenge
    except (WebAuthnException, LookupError, TypeError, ValueError) as error:
        raise NotThatWay("the answer of the passkey cannot be read") from error
    known = Challenge.digest == digest(signed.hex()), Challenge.what == what, Challenge.account_id == account
    used = tx.execute(delete(Challenge).where(*known, Challenge.ends > now()))
    if used.rowcount != 1:  # type: ignore[attr-defined]
        raise WrongPassword("the passkey answered too late, or to somebody else: try again")
    return signed


def registration(tx: Transaction, site: Site, asker: Asker) -> Any:
    """What the browser needs to make a passkey, as plain data."""
    options = generate_registration_options(
        rp_id=site.name,
        rp_name="Redball",
        user_name=asker.name,
        user_id=asker.id.bytes,
        challenge=_new_challenge(tx, REGISTER, asker.id),
        exclude_credentials=_named(tx, asker),
        authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
    )
    return msgspec.json.decode(options_to_json(options))


def _named(tx: Transaction, asker: Asker) -> list[PublicKeyCredentialDescriptor]:
    """Somebody's passkeys, as they are named to a browser."""
    return [PublicKeyCredentialDescriptor(id=key.handle) for key in passkeys_of(tx, asker.id) if key.handle]


def register(tx: Transaction, site: Site, asker: Asker, answer: dict[str, Any], label: str, address: str = "") -> None:
    """Keep a new passkey; a guest becomes an ordinary account with it.

    Raises NotThatWay for an answer that does not fit.
    """
    challenge = _answered(tx, answer, REGISTER, asker.id)
    try:
        made = verify_registration_response(
            credential=answer, expected_challenge=challenge, expected_rp_id=site.name, expected_origin=site.origin
        )
    except (WebAuthnException, LookupError, TypeError, ValueError) as error:
        raise NotThatWay("the passkey does not fit this site") from error
    add_way(
        tx,
        Credential(
            account_id=asker.id,
            kind="passkey",
            secret=made.credential_public_key,
            handle=made.credential_id,
            uses=made.sign_count,
            label=label[:40],
        ),
    )
    audit(tx, "passkey", asker.id, address)


def authentication(tx: Transaction, site: Site) -> Any:
    """What the browser needs to sign in with a passkey of this site, as plain data: whichever account it is of."""
    options = generate_authentication_options(rp_id=site.name, challenge=_new_challenge(tx, SIGN_IN, None))
    return msgspec.json.decode(options_to_json(options))


def sign_in(tx: Transaction, site: Site, answer: dict[str, Any], address: str = "") -> Account:
    """The account whose passkey has answered.

    Raises WrongPassword.
    """
    account = _owner(tx, site, answer, _answered(tx, answer, SIGN_IN, None))
    audit(tx, "sign in", account.id, address, by="passkey")
    return account


def proving(tx: Transaction, site: Site, asker: Asker) -> Any:
    """What the browser needs to show by one of their passkeys that it is them who ask, as plain data.

    Raises NotThatWay if they have none.
    """
    named = _named(tx, asker)
    if not named:
        raise NotThatWay("you have no passkey")
    challenge = _new_challenge(tx, PROVE, asker.id)
    options = generate_authentication_options(rp_id=site.name, challenge=challenge, allow_credentials=named)
    return msgspec.json.decode(options_to_json(options))


def prove(tx: Transaction, site: Site, asker: Asker, answer: dict[str, Any], address: str = "") -> None:
    """Check that one of their passkeys has just answered.

    Raises NotThatWay, WrongPassword.
    """
    owner = _owner(tx, site, answer, _answered(tx, answer, PROVE, asker.id))
    if owner.id != asker.id:
        raise WrongPassword("this is the passkey of another account")
    audit(tx, "proof", asker.id, address, by="passkey")


def _owner(tx: Transaction, site: Site, answer: dict[str, Any], challenge: bytes) -> Account:
    """The account whose passkey has signed the challenge.

    Raises WrongPassword.
    """
    try:
        handle = base64url_to_bytes(answer["id"])
        found = tx.execute(
            select(Account, Credential)
            .join(Credential, Credential.account_id == Account.id)
            .where(Credential.handle == handle, Account.blocked.is_(None))
        ).first()
        if found is None:
            raise WrongPassword("nobody here has this passkey")
        account, credential = found
        proved = verify_authentication_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=credential.secret,
            credential_current_sign_count=credential.uses,
        )
    except (WebAuthnException, LookupError, TypeError, ValueError) as error:
        if isinstance(error, NotThatWay):
            raise
        raise WrongPassword("the passkey's answer does not fit") from error
    credential.uses = proved.new_sign_count
    return account


def passkeys_of(tx: Transaction, account: UUID) -> list[Credential]:
    """The passkeys of an account, the oldest first."""
    own = select(Credential).where(Credential.account_id == account, Credential.kind == "passkey")
    return list(tx.scalars(own.order_by(Credential.created)).all())


def forget(tx: Transaction, asker: Asker, credential: UUID, address: str = "") -> None:
    """Delete a passkey; the last way to sign in stays.

    Raises NotThatWay.
    """
    own = tx.scalars(select(Credential).where(Credential.account_id == asker.id)).all()
    wanted = next((one for one in own if one.id == credential and one.kind == "passkey"), None)
    if wanted is None:
        raise NotThatWay("you have no such passkey")
    if len(own) == 1:
        raise NotThatWay("it is your only way to sign in: set a password first")
    tx.delete(wanted)
    audit(tx, "passkey deleted", asker.id, address)
