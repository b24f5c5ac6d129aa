"""Signing up, in and out, and one's own data."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta
from sqlalchemy.orm import Session as Transaction

from redball.online import accounts, passkeys
from redball.online.accounts import Asker, NotThatWay, WrongPassword
from redball.online.handlers.asking import Asked, address_of, agent_of, means_of, session_cookie, token_of, who
from redball.online.links import invitation
from redball.online.passkeys import Site
from redball.online.tables import Account

Short = Annotated[str, Meta(max_length=200)]


class SignIn(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a password."""

    name: Short
    password: Short


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """A new password; `old` is needed where there is one already."""

    password: Short
    old: Short = ""


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    """Another name for a guest."""

    name: Short


class PasskeyShown(msgspec.Struct, frozen=True):
    """A passkey of one's own: the label that it was given, and when it was made."""

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
    """How one signs in, and where one is signed in."""

    password: bool
    passkeys: list[PasskeyShown]
    sessions: list[SessionShown]


class Erasing(msgspec.Struct, forbid_unknown_fields=True):
    """Who wants their account deleted proves who they are: by the password, or by the answer of a passkey as it is
    given for signing in; a guest, who has neither, types their name."""

    password: Short = ""
    answer: dict[str, Any] = {}
    name: Short = ""


class Me(msgspec.Struct, frozen=True):
    """Who is signed in. `guest`: they have no way to sign in again but this browser's cookie."""

    id: str
    name: str
    guest: bool


def me_of(account: Account | accounts.Asker) -> Me:
    """An account, as it is told to itself."""
    return Me(str(account.id), account.name, account.guest)


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
    return Response(None, status_code=204, cookies=[session_cookie(means, "")])


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
def set_password(request: Asked, data: JSONBody[NewPassword]) -> None:
    """Set a password: a guest keeps their games with it. Other sessions of the account end.

    Whoever has only passkeys needs no `old` one: with the session alone they could make another passkey, too."""
    means, asker = means_of(request), who(request)
    with means.database.writing() as tx:
        known = not accounts.has_password(tx, asker.id) or accounts.sign_in(
            tx, asker.name, data.old, address_of(request), means.settings.limits.sign_ins
        )
        if known:
            accounts.settle_down(tx, asker, data.password, address_of(request))
            accounts.log_out_everywhere(tx, asker.id, but=token_of(request))
    if not known:
        raise WrongPassword("that is not your password")


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
def end_other_sessions(request: Asked) -> None:
    """Sign the one who asks out everywhere but here."""
    with means_of(request).database.writing() as tx:
        accounts.log_out_everywhere(tx, who(request).id, but=token_of(request))
        accounts.audit(tx, "other sessions ended", who(request).id, address_of(request))


class Guest(msgspec.Struct, forbid_unknown_fields=True):
    """A name for somebody who comes by an invitation."""

    name: Short
    invitation: Short


class Passkey(msgspec.Struct, forbid_unknown_fields=True):
    """A browser's answer about a passkey, as WebAuthn has it, and a label to know it by."""

    answer: dict[str, Any]
    label: Annotated[str, Meta(max_length=40)] = ""


def site_of(request: Asked) -> Site:
    """The address that passkeys belong to."""
    return Site(means_of(request).settings.server.public or str(request.base_url).rstrip("/"))


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
def begin_passkey(request: Asked) -> dict[str, Any]:
    """What the browser needs to make a passkey."""
    with means_of(request).database.writing() as tx:
        return dict(passkeys.registration(tx, site_of(request), who(request)))


@post("/api/me/passkeys", sync_to_thread=True, status_code=204)
def add_passkey(request: Asked, data: JSONBody[Passkey]) -> None:
    """Keep the passkey that the browser has made."""
    with means_of(request).database.writing() as tx:
        passkeys.register(tx, site_of(request), who(request), data.answer, data.label, address_of(request))


@delete("/api/me/passkeys/{credential:uuid}", sync_to_thread=True)
def forget_passkey(request: Asked, credential: FromPath[UUID]) -> None:
    """Delete one of one's passkeys."""
    with means_of(request).database.writing() as tx:
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
    """Delete the account of the one who asks. Their session alone is not enough: others may have the browser."""
    means, asker = means_of(request), who(request)
    with means.database.writing() as tx:
        proved = _proved(tx, request, asker, data)
        if proved:
            sat_in = accounts.erase(tx, asker.id)
            for gid, lines in sat_in:
                means.database.announce(tx, gid, lines)
    if not proved:
        raise WrongPassword("that is not your password")
    for gid, _ in sat_in:
        means.house.forget(gid)  # its players have changed; open pages hear of it
    return Response(None, status_code=204, cookies=[session_cookie(means, "")])


def _proved(tx: Transaction, request: Asked, asker: Asker, data: Erasing) -> bool:
    """Whether they are who they say; False for a password that is not theirs, which is noted as a failure to sign in.

    Raises NotThatWay, TooOften.
    """
    if data.answer:
        if passkeys.sign_in(tx, site_of(request), data.answer, address_of(request)).id != asker.id:
            raise WrongPassword("this is the passkey of another account")
        return True
    if accounts.has_password(tx, asker.id):
        most = means_of(request).settings.limits.sign_ins
        return accounts.sign_in(tx, asker.name, data.password, address_of(request), most) is not None
    if not asker.guest:
        raise NotThatWay("you have no password: confirm it with a passkey")
    if accounts.key_of(data.name) != accounts.key_of(asker.name):
        raise NotThatWay("that is not your name")
    return True


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
