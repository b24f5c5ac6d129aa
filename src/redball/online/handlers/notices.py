"""Notices: which ones a person wants, their e-mail address, and the links of letters."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec
from litestar import delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from redball.online import notices, push
from redball.online.accounts import Asker, NotThatWay, digest
from redball.online.handlers.asking import Asked, Means, address_of, agent_of, means_of, token_of, who
from redball.online.handlers.proving import Proof, proved
from redball.online.hooks import LONGEST_URL
from redball.online.sending import hook_secret
from redball.online.tables import Account

Token = Annotated[str, Meta(max_length=100)]
Short = Annotated[str, Meta(max_length=200)]


class NoticesShown(msgspec.Struct, frozen=True):
    """Which notices a person gets. `email`: their confirmed address, "" none. `mail`: by e-mail; `hook`: by a POST to
    that address, signed with `secret`, "" not so. `minutes`: how long a decision waits before. `mails`: this server
    sends mail."""

    email: str
    mail: bool
    hook: str
    secret: str
    minutes: int
    mails: bool


class NoticesWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Which notices a person wants. Another `hook` than before needs proof: it would go on after a thief's session."""

    mail: bool
    hook: Annotated[str, Meta(max_length=LONGEST_URL)] = ""
    minutes: Annotated[int, Meta(ge=1, le=1440)] = notices.QUIET
    proof: Proof = msgspec.field(default_factory=Proof)


class NewMail(msgspec.Struct, forbid_unknown_fields=True):
    """An e-mail address, which gets a link; "" takes the present one away."""

    email: Annotated[str, Meta(max_length=notices.LONGEST_ADDRESS)]
    proof: Proof = msgspec.field(default_factory=Proof)


class ByLink(msgspec.Struct, forbid_unknown_fields=True):
    """The token of a letter's link."""

    token: Token


class Forgotten(msgspec.Struct, forbid_unknown_fields=True):
    """Whose password is forgotten."""

    name: Short


class ResetByLink(msgspec.Struct, forbid_unknown_fields=True):
    """The token of a letter's link, and a new password."""

    token: Token
    password: Short


class BrowserShown(msgspec.Struct, frozen=True):
    """A browser that shows an account's notices: what it calls itself, and since when. `here`: it is the one that
    asks."""

    browser: str
    agent: str
    created: datetime
    here: bool


class Browsers(msgspec.Struct, frozen=True):
    """The browsers that show an account's notices, and the server's key for web push, as the browser wants it."""

    key: str
    browsers: list[BrowserShown]


class NewBrowser(msgspec.Struct, forbid_unknown_fields=True):
    """What a browser has for web push: the address of its push service, its public key and its secret, both in
    base64url."""

    endpoint: Annotated[str, Meta(max_length=push.LONGEST_ENDPOINT)]
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=30)]


def must_mail(means: Means) -> None:
    """Check that this server sends mail.

    Raises NotThatWay.
    """
    if not means.settings.mail.host:
        raise NotThatWay("this server sends no mail: ask its operator")


def shown(means: Means, asker: Asker) -> NoticesShown:
    """What notices somebody gets."""
    with means.database.reading() as found:
        wish, account = notices.wish_of(found, asker.id), found.get_one(Account, asker.id)
        secret = hook_secret(means.house.key, asker.id, wish.hook) if wish.hook else ""
        can = bool(means.settings.mail.host)
        return NoticesShown(account.email or "", wish.mail, wish.hook, secret, wish.minutes, can)


@get("/api/me/notices", sync_to_thread=True)
def own(request: Asked) -> NoticesShown:
    """What notices the one who asks gets."""
    return shown(means_of(request), who(request))


@post("/api/me/notices", sync_to_thread=True, status_code=200)
def want(request: Asked, data: JSONBody[NoticesWanted]) -> NoticesShown:
    """Change that."""
    means = means_of(request)
    if data.mail:
        must_mail(means)
    private = means.settings.notices.private
    with means.database.reading() as found:
        leads_elsewhere = data.hook not in ("", notices.wish_of(found, who(request).id).hook)
    with proved(request, data.proof) if leads_elsewhere else means.database.writing() as tx:
        wish = {"mail": data.mail, "hook": data.hook, "minutes": data.minutes}
        notices.change_wish(tx, who(request), **wish, private=private)  # type: ignore[arg-type]
    return shown(means, who(request))


@post("/api/me/email", sync_to_thread=True, status_code=204)
def set_mail(request: Asked, data: JSONBody[NewMail]) -> None:
    """Send a link to an address, which makes it the account's; or take the account's address away. Whoever has the
    address can set a new password."""
    means, asker = means_of(request), who(request)
    if data.email:
        must_mail(means)
    if asker.guest:
        raise NotThatWay("choose a password first: until then nobody could sign in with a new one")
    with proved(request, data.proof) as tx:
        notices.ask_for_mail(tx, asker, data.email, means.settings.limits.sign_ins)


@post("/api/email", sync_to_thread=True, status_code=204)
def confirm(request: Asked, data: JSONBody[ByLink]) -> None:
    """Confirm an address by the link that was sent to it."""
    with means_of(request).database.writing() as tx:
        notices.confirm(tx, data.token)


@post("/api/reset", sync_to_thread=True, status_code=204)
def forgotten(request: Asked, data: JSONBody[Forgotten]) -> None:
    """Send a link for a new password. The answer is the same whether there is such an account or not."""
    means = means_of(request)
    must_mail(means)
    with means.database.writing() as tx:
        notices.ask_for_reset(tx, data.name, means.settings.limits.sign_ins, address_of(request))


@post("/api/reset/finish", sync_to_thread=True, status_code=204)
def reset(request: Asked, data: JSONBody[ResetByLink]) -> None:
    """Set a new password by the link that was sent."""
    with means_of(request).database.writing() as tx:
        notices.reset(tx, data.token, data.password, address_of(request))


@post("/api/unsubscribe", sync_to_thread=True, status_code=204)
def unsubscribe(request: Asked, data: JSONBody[ByLink]) -> None:
    """Get no more mail about decisions, by the link of one."""
    means = means_of(request)
    with means.database.writing() as tx:
        notices.unsubscribe(tx, means.house.key, data.token)


def browsers_shown(request: Asked) -> Browsers:
    """The browsers in which the one who asks gets notices."""
    means, here = means_of(request), digest(token_of(request))
    with means.database.reading() as found:
        shown = [
            BrowserShown(str(one.id), one.agent, one.created, one.login_digest == here)
            for one in push.browsers_of(found, who(request).id)
        ]
    return Browsers(push.public_key(means.house.key), shown)


@get("/api/me/browsers", sync_to_thread=True)
def browsers(request: Asked) -> Browsers:
    """Which browsers show the account's notices, and the key with which this one can."""
    return browsers_shown(request)


@post("/api/me/browsers", sync_to_thread=True, status_code=200)
def add_browser(request: Asked, data: JSONBody[NewBrowser]) -> Browsers:
    """Get notices in this browser, until its session ends."""
    means, asker = means_of(request), who(request)
    keys = push.checked_keys(data.p256dh, data.auth)
    private = means.settings.notices.private
    with means.database.writing() as tx:
        wish = notices.wish_of(tx, asker.id)
        push.let_in(tx, asker, token_of(request), data.endpoint, keys, wish, agent_of(request), private)
    return browsers_shown(request)


@delete("/api/me/browsers/{browser:uuid}", sync_to_thread=True)
def drop_browser(request: Asked, browser: FromPath[UUID]) -> None:
    """Get no more notices in a browser of the account."""
    with means_of(request).database.writing() as tx:
        push.take_off(tx, who(request), browser)


HANDLERS = [own, want, browsers, add_browser, drop_browser, set_mail, confirm, forgotten, reset, unsubscribe]
