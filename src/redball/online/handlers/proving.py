"""Proof that whoever asks is the account's owner: their password, or a passkey that answers now.

A session alone is not enough for what would let a thief keep the account, or what cannot be taken back: a password, a
passkey, an e-mail address, a webhook, the end of the account. A session may be somebody else's, by a copied cookie or a
browser left open.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import msgspec
from litestar import post
from litestar.exceptions import NotAuthorizedException
from msgspec import Meta
from sqlalchemy.orm import Session as Transaction

from redball.online import accounts, passkeys
from redball.online.accounts import WrongPassword
from redball.online.handlers.asking import Asked, address_of, means_of, site_of, who
from redball.online.tables import Account


class Proof(msgspec.Struct, forbid_unknown_fields=True):
    """The asker's password, or the answer of one of their passkeys to a challenge of `/api/me/proof/begin`. A guest has
    neither and gives none."""

    password: Annotated[str, Meta(max_length=200)] = ""
    answer: dict[str, Any] = {}


@contextmanager
def proved(request: Asked, proof: Proof) -> Iterator[Transaction]:
    """A transaction of somebody who has proved who they are. A wrong password is counted as a failed sign-in. The
    account is locked, so nobody can pass as a guest while the guest gets a password.

    Raises NotThatWay, WrongPassword, TooOften.
    """
    with means_of(request).database.writing() as tx:
        if tx.get(Account, who(request).id, with_for_update=True) is None:
            raise NotAuthorizedException("sign in first")
        known = _is_known(tx, request, proof)
        if known:
            yield tx
    if not known:
        raise WrongPassword("that is not your password")


def _is_known(tx: Transaction, request: Asked, proof: Proof) -> bool:
    """Whether they are who they say; False for a wrong password.

    Raises NotThatWay, WrongPassword, TooOften.
    """
    asker, address = who(request), address_of(request)
    if proof.answer:
        passkeys.prove(tx, site_of(request), asker, proof.answer, address)
        return True
    has_password, has_passkey = accounts.has_password(tx, asker.id), bool(passkeys.passkeys_of(tx, asker.id))
    if has_password and proof.password:
        most = means_of(request).settings.limits.sign_ins
        return accounts.sign_in(tx, asker.name, proof.password, address, most, "proof") is not None
    if has_password:
        raise WrongPassword(f"confirm this with your password{' or a passkey' if has_passkey else ''}")
    if has_passkey:
        raise WrongPassword("confirm this with a passkey: you have no password")
    return True


@post("/api/me/proof/begin", sync_to_thread=True, status_code=200)
def begin_proof(request: Asked) -> dict[str, Any]:
    """What the browser needs to answer with one of the asker's passkeys."""
    with means_of(request).database.writing() as tx:
        return dict(passkeys.proving(tx, site_of(request), who(request)))


HANDLERS = [begin_proof]
