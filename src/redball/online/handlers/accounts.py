"""Signing up, in and out, and a person's own data."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from redball.online import accounts, passkeys
from redball.online.accounts import NotThatWay, WrongPassword
from redball.online.handlers.asking import (
    Asked,
    Means,
    address_of,
    agent_of,
    means_of,
    session_cookie,
    site_of,
    token_of,
    who,
)
from redball.online.handlers.proving import Proof, proved
from redball.online.links import invitation
from redball.online.tables import Account

Short = Annotated[str, Meta(max_length=200)]


class SignIn(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a password."""

    name: Short
    password: Short


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """A new password. A guest needs no proof for the first one."""

    password: Short
    proof: Proof = msgspec.field(default_factory=Proof)


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    """Another name for a guest."""

    name: Short


class PasskeyShown(msgspec.Struct, frozen=True):
    """A passkey of the account: the label that it was given, and when it was made."""

    id: str
    label: str
    created: datetime


class SessionShown(msgspec.Struct, frozen=True):
    """A browser that is signed in: what it calls itself, since when, and when it was last seen. `here`: it is the one
    that asks."""

    agent: str
    created: datetime
    seen: datetime
    here: bool


class Ways(msgspec.Struct, frozen=True):
    """How the account signs in, and where it is signed in."""

    password: bool
    passkeys: list[PasskeyShown]
    sessions: list[SessionShown]


class Proved(msgspec.Struct, forbid_unknown_fields=True):
    """Proof of who asks, and nothing else."""

    proof: Proof = msgspec.field(default_factory=Proof)


class Erasing(msgspec.Struct, forbid_unknown_fields=True):
    """Proof of who wants their account deleted; a guest types their name."""

    proof: Proof = msgspec.field(default_factory=Proof)
    name: Short = ""


class Me(msgspec.Struct, frozen=True):
    """Who is signed in. `guest`: they have no way to sign in again but this browser's cookie."""

    id: str
    name: str
    guest: bool


def me_of(account: Account | accounts.Asker) -> Me:
    """An account, as it is told to itself."""
    return Me(str(account.id), account.name, account.guest)


def moved_on(means: Means, token: str) -> Response[None]:
    """204, with the session's token from now on, "" if it has ended."""
    return Response(None, status_code=204, cookies=[session_cookie(means, token)])


@post("/api/accounts", sync_to_thread=True)
def sign_up(request: Asked, data: JSONBody[SignIn]) -> Response[Me]:
    """Make an account, and sign in."""
    means = means_of(request)
    if means.settings.accounts.sign_up == "closed":
        raise NotThatWay("nobody can sign up here by themselves: ask the operator for an account")
    with means.database.writing() as tx:
        account = accounts.sign_up(tx, data.name, data.password, address_of(request))
        token = accounts.log_in(tx, account, means.settings.accounts.days, agent_of(request))
        made = me_of(account)
    return Response(made, status_code=201, cookies=[session_cookie(means, token)])


@post("/api/session", sync_to_thread=True, status_code=200)
def sign_in(request: Asked, data: JSONBody[SignIn]) -> Response[Me]:
    """Sign in with a password."""
    means = means_of(request)
    token = ""
    with means.database.writing() as tx:
        account = accounts.sign_in(tx, data.name, data.password, address_of(request), means.settings.limits.sign_ins)
        if account is not None:
            token = accounts.log_in(tx, account, means.settings.accounts.days, agent_of(request))
    if account is None:
        raise WrongPassword("there is no account with this name and this password")
    return Response(me_of(account), cookies=[session_cookie(means, token)])


@delete("/api/session", sync_to_thread=True)
def sign_out(request: Asked) -> Response[None]:
    """End this browser's session."""
    means = means_of(request)
    with means.database.writing() as tx:
        accounts.log_out(tx, token_of(request))
    return moved_on(means, "")


@get("/api/me", sync_to_thread=True)
def me(request: Asked) -> Me:
    """Who is signed in."""
    return me_of(who(request))


@get("/api/me/export", sync_to_thread=True)
def export(request: Asked) -> dict[str, Any]:
    """Everything that is kept of the one who asks."""
    with means_of(request).database.reading() as found:
        return accounts.export(found, who(request).id)


@post("/api/me/password", sync_to_thread=True, status_code=204)
def set_password(request: Asked, data: JSONBody[NewPassword]) -> Response[None]:
    """Set a password: a guest keeps their games with it. Other sessions of the account end, copies of this one too."""
    means = means_of(request)
    with proved(request, data.proof) as tx:
        accounts.settle_down(tx, who(request), data.password, address_of(request))
        token = accounts.log_out_elsewhere(tx, token_of(request), means.settings.accounts.days)
    return moved_on(means, token)


@post("/api/me/name", sync_to_thread=True, status_code=200)
def rename(request: Asked, data: JSONBody[NewName]) -> Me:
    """Give a guest another name."""
    with means_of(request).database.writing() as tx:
        accounts.rename_guest(tx, who(request), data.name, address_of(request))
        return me_of(tx.get_one(Account, who(request).id))


@get("/api/me/ways", sync_to_thread=True)
def ways(request: Asked) -> Ways:
    """How the one who asks signs in, and where they are signed in."""
    own, here = who(request).id, accounts.digest(token_of(request))
    with means_of(request).database.reading() as found:
        keys = [PasskeyShown(str(key.id), key.label, key.created) for key in passkeys.passkeys_of(found, own)]
        logins = [
            SessionShown(one.agent, one.created, one.seen, one.digest == here) for one in accounts.logins_of(found, own)
        ]
        return Ways(accounts.has_password(found, own), keys, logins)


@delete("/api/me/sessions", sync_to_thread=True)
def end_other_sessions(request: Asked) -> Response[None]:
    """Sign the one who asks out everywhere but here, copies of this session too. It needs no proof: it is for whoever
    fears that somebody else is signed in, and all that it takes is sessions."""
    means = means_of(request)
    with means.database.writing() as tx:
        token = accounts.log_out_elsewhere(tx, token_of(request), means.settings.accounts.days)
        accounts.audit(tx, "other sessions ended", who(request).id, address_of(request))
    return moved_on(means, token)


class Guest(msgspec.Struct, forbid_unknown_fields=True):
    """A name for somebody who comes by an invitation."""

    name: Short
    invitation: Short


class Passkey(msgspec.Struct, forbid_unknown_fields=True):
    """A browser's answer about a passkey, as WebAuthn has it, and a label to know it by."""

    answer: dict[str, Any]
    label: Annotated[str, Meta(max_length=40)] = ""


@post("/api/guests", sync_to_thread=True)
def guest(request: Asked, data: JSONBody[Guest]) -> Response[Me]:
    """Come in by an invitation, without an account to sign in to again."""
    means = means_of(request)
    with means.database.writing() as tx:
        invitation(tx, data.invitation)
        account = accounts.guest(tx, data.name, address_of(request))
        token = accounts.log_in(tx, account, means.settings.accounts.days, agent_of(request))
        made = me_of(account)
    return Response(made, status_code=201, cookies=[session_cookie(means, token)])


@post("/api/me/passkeys/begin", sync_to_thread=True, status_code=200)
def begin_passkey(request: Asked, data: JSONBody[Proved]) -> dict[str, Any]:
    """What the browser needs to make a passkey. The proof is asked for here, before the device keeps a passkey that the
    server would not take; only whoever gets this challenge can add one. A guest needs none for the first."""
    with proved(request, data.proof) as tx:
        return dict(passkeys.registration(tx, site_of(request), who(request)))


@post("/api/me/passkeys", sync_to_thread=True, status_code=204)
def add_passkey(request: Asked, data: JSONBody[Passkey]) -> Response[None]:
    """Keep the passkey that the browser has made. If it was a guest's, other sessions end, copies of this
    one too."""
    means, asker, token = means_of(request), who(request), token_of(request)
    with means.database.writing() as tx:
        passkeys.register(tx, site_of(request), asker, data.answer, data.label, address_of(request))
        if asker.guest:
            token = accounts.log_out_elsewhere(tx, token, means.settings.accounts.days)
    return moved_on(means, token)


@post("/api/me/passkeys/{credential:uuid}/remove", sync_to_thread=True, status_code=204)
def forget_passkey(request: Asked, credential: FromPath[UUID], data: JSONBody[Proved]) -> None:
    """Delete a passkey of the account."""
    with proved(request, data.proof) as tx:
        passkeys.forget(tx, who(request), credential, address_of(request))


@post("/api/session/passkey/begin", sync_to_thread=True, status_code=200)
def ask_passkey(request: Asked) -> dict[str, Any]:
    """What the browser needs to sign in with a passkey."""
    with means_of(request).database.writing() as tx:
        return dict(passkeys.authentication(tx, site_of(request)))


@post("/api/session/passkey", sync_to_thread=True, status_code=200)
def sign_in_by_passkey(request: Asked, data: JSONBody[Passkey]) -> Response[Me]:
    """Sign in with a passkey."""
    means = means_of(request)
    with means.database.writing() as tx:
        account = passkeys.sign_in(tx, site_of(request), data.answer, address_of(request))
        token = accounts.log_in(tx, account, means.settings.accounts.days, agent_of(request))
        made = me_of(account)
    return Response(made, cookies=[session_cookie(means, token)])


@post("/api/me/erase", sync_to_thread=True, status_code=204)
def erase(request: Asked, data: JSONBody[Erasing]) -> Response[None]:
    """Delete the account of the one who asks."""
    means, asker = means_of(request), who(request)
    with proved(request, data.proof) as tx:
        if asker.guest and accounts.key_of(data.name) != accounts.key_of(asker.name):
            raise NotThatWay("that is not your name")
        sat_in = accounts.erase(tx, asker.id)
        for gid, lines in sat_in:
            means.database.announce(tx, gid, lines)
    for gid, _ in sat_in:
        means.house.forget(gid)  # its players have changed; open pages hear of it
    return moved_on(means, "")


HANDLERS = [
    sign_up,
    guest,
    sign_in,
    sign_out,
    ask_passkey,
    sign_in_by_passkey,
    me,
    export,
    set_password,
    rename,
    ways,
    end_other_sessions,
    begin_passkey,
    add_passkey,
    forget_passkey,
    erase,
]
