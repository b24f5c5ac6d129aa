"""Signing up, in and out, and one's own data."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get, post
from litestar.params import JSONBody
from msgspec import Meta

from redball.online import accounts
from redball.online.accounts import NotThatWay, WrongPassword
from redball.online.handlers.asking import Asked, address_of, means_of, session_cookie, token_of, who
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


class Me(msgspec.Struct, frozen=True):
    """Who is signed in. `guest`: they have no way to sign in again but this browser's cookie."""

    id: str
    name: str
    guest: bool


def me_of(account: Account | accounts.Asker) -> Me:
    """An account, as it is told to itself."""
    return Me(str(account.id), account.name, account.guest)


def agent_of(request: Asked) -> str:
    """What the browser calls itself."""
    return request.headers.get("user-agent", "")


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
    """Set a password: a guest keeps their games with it. Other sessions of the account end."""
    means, asker = means_of(request), who(request)
    with means.database.writing() as tx:
        known = asker.guest or accounts.sign_in(
            tx, asker.name, data.old, address_of(request), means.settings.limits.sign_ins
        )
        if known:
            accounts.settle_down(tx, asker, data.password, address_of(request))
            accounts.log_out_everywhere(tx, asker.id, but=token_of(request))
    if not known:
        raise WrongPassword("that is not your password")


@delete("/api/me", sync_to_thread=True)
def erase(request: Asked) -> Response[None]:
    """Delete the account of the one who asks."""
    means = means_of(request)
    with means.database.writing() as tx:
        accounts.erase(tx, who(request).id)
    return Response(None, status_code=204, cookies=[session_cookie(means, "")])


HANDLERS = [sign_up, sign_in, sign_out, me, export, set_password, erase]
