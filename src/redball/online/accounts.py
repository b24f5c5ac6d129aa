"""Accounts: signing up and in, sessions, guests, what people may do with their own data."""

from __future__ import annotations

import re
import secrets
import unicodedata
from datetime import timedelta
from functools import cache
from hashlib import blake2b
from typing import Any
from uuid import UUID

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session as Transaction

from redball.online.tables import (
    Account,
    Attempt,
    Audit,
    Challenge,
    Credential,
    GameRow,
    Line,
    Login,
    NoticeWish,
    Post,
    PushBrowser,
    Seat,
    Ticket,
    now,
)

NAME = re.compile(r"\w(?:[\w .'-]{0,38}\w)?")
SHORTEST, LONGEST = 8, 200
"""Characters of a password."""
WINDOW = timedelta(minutes=15)
"""The time in which failed sign-ins are counted."""
SEEN = timedelta(minutes=5)
"""How exactly it is noted when a session was used: not with every request."""


class NotThatWay(ValueError):
    """What somebody wants with an account is not possible; the text says why."""


class WrongPassword(NotThatWay):
    """Name and password do not go together. It does not say which of them is wrong."""


class TooOften(NotThatWay):
    """Too many failed sign-ins."""


class Asker(msgspec.Struct, frozen=True):
    """Whoever is signed in."""

    id: UUID
    name: str
    guest: bool


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher()


@cache
def _nobodys() -> str:
    """The hash that a password is compared with where there is no account: it takes as long as where there is one."""
    return _hasher().hash(secrets.token_hex(16))


def digest(token: str) -> str:
    """What the database keeps of a token."""
    return blake2b(token.encode("utf-8", "replace"), digest_size=16).hexdigest()


def new_token() -> str:
    """A token for a cookie or a link."""
    return secrets.token_urlsafe(24)


def key_of(name: str) -> str:
    """A name as it is compared: names that differ only in case and form are the same.

    >>> key_of("  Jörg "), key_of("JÖRG")
    ('jörg', 'jörg')
    """
    return unicodedata.normalize("NFKC", name).strip().casefold()


def checked_name(name: str) -> str:
    """A name that an account can have.

    Raises NotThatWay.
    """
    plain = " ".join(unicodedata.normalize("NFKC", name).split())
    if not NAME.fullmatch(plain):
        raise NotThatWay(
            "a name has 1 to 40 letters, digits, blanks, dots, apostrophes and hyphens, and no blank at an end"
        )
    return plain


def checked_password(password: str) -> str:
    """A password that can be set.

    Raises NotThatWay.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise NotThatWay(f"a password has {SHORTEST} to {LONGEST} characters")
    return password


def audit(tx: Transaction, what: str, account: UUID | None, address: str = "", **about: Any) -> None:
    """Note who did what."""
    tx.add(Audit(what=what, account_id=account, address=address[:60], about=about))


# --- signing up and in -------------------------------------------------------------------------------------------


def sign_up(tx: Transaction, name: str, password: str, address: str = "") -> Account:
    """A new account.

    Raises NotThatWay for a name that is taken, or for a name or password that none can have.
    """
    plain, secret = checked_name(name), _hasher().hash(checked_password(password))
    account = _new_account(tx, plain)
    tx.add(Credential(account_id=account.id, kind="password", secret=secret.encode()))
    audit(tx, "sign up", account.id, address)
    return account


def guest(tx: Transaction, name: str, address: str = "") -> Account:
    """An account for somebody who plays by a link. It has no way to sign in but the cookie, until it gets a password.

    Raises NotThatWay, as `sign_up`.
    """
    account = _new_account(tx, checked_name(name), guest=True)
    audit(tx, "guest", account.id, address)
    return account


def _new_account(tx: Transaction, name: str, guest: bool = False) -> Account:
    account = Account(name=name, key=key_of(name), guest=guest)
    try:
        with tx.begin_nested():
            tx.add(account)
    except IntegrityError as error:
        raise NotThatWay(f"the name {name} is taken") from error
    return account


def settle_down(tx: Transaction, asker: Asker, password: str, address: str = "") -> None:
    """Give an account a password: a guest becomes an ordinary account and keeps the games.

    Raises NotThatWay.
    """
    secret = _hasher().hash(checked_password(password)).encode()
    tx.execute(delete(Credential).where(Credential.account_id == asker.id, Credential.kind == "password"))
    add_way(tx, Credential(account_id=asker.id, kind="password", secret=secret))
    audit(tx, "password", asker.id, address)


def add_way(tx: Transaction, credential: Credential) -> None:
    """Give an account one more way to sign in; a guest becomes an ordinary account. Challenges given out before are
    void: anybody with a guest's session could have asked for one, to add a passkey of their own later."""
    tx.add(credential)
    tx.get_one(Account, credential.account_id).guest = False
    tx.execute(delete(Challenge).where(Challenge.account_id == credential.account_id))


def has_password(tx: Transaction, account: UUID) -> bool:
    """Whether an account can sign in with a password."""
    own = select(Credential.id).where(Credential.account_id == account, Credential.kind == "password")
    return tx.scalar(own) is not None


def rename_guest(tx: Transaction, asker: Asker, name: str, address: str = "") -> None:
    """Give a guest another name, before it becomes an account that others know.

    Raises NotThatWay for a name that is taken or that none can have, or for an account that is no guest's.
    """
    plain = checked_name(name)
    if not asker.guest:
        raise NotThatWay("others know you by this name: only a guest can change it")
    account = tx.get_one(Account, asker.id)
    try:
        with tx.begin_nested():
            account.name, account.key = plain, key_of(plain)
    except IntegrityError as error:
        raise NotThatWay(f"the name {plain} is taken") from error
    audit(tx, "guest renamed", asker.id, address)


def sign_in(
    tx: Transaction, name: str, password: str, address: str, most: int, what: str = "sign in"
) -> Account | None:
    """The account with that name and password. None, and the failure is noted, if there is none: the caller commits
    that before it says so. `most`: failures in a quarter of an hour, of a name or from an address. `what`: how the
    audit log calls it.

    Raises TooOften.
    """
    counted = [digest(f"name {key_of(name)}"), digest(f"address {address}")]
    must_not_be_too_often(tx, counted, most)
    found = tx.execute(
        select(Account, Credential)
        .join(Credential, Credential.account_id == Account.id)
        .where(Account.key == key_of(name), Credential.kind == "password", Account.blocked.is_(None))
    ).first()
    try:
        _hasher().verify(found[1].secret.decode() if found else _nobodys(), password[: LONGEST + 1])
    except VerificationError:
        found = None
    if found is None:
        tx.add_all(Attempt(of=one) for one in counted)
        audit(tx, f"{what} failed", None, address, name=name[:40])
        return None
    account, credential = found
    if _hasher().check_needs_rehash(credential.secret.decode()):
        credential.secret = _hasher().hash(password).encode()
    tx.execute(delete(Attempt).where(Attempt.of == counted[0]))
    audit(tx, what, account.id, address)
    return account


def must_not_be_too_often(tx: Transaction, counted: list[str], most: int) -> None:
    """Check that none of these has failed too often lately; what is older is forgotten.

    Raises TooOften.
    """
    tx.execute(delete(Attempt).where(Attempt.at < now() - WINDOW))
    most_of_one = (
        select(func.count()).select_from(Attempt).where(Attempt.of.in_(counted)).group_by(Attempt.of).subquery()
    )
    if (tx.scalar(select(func.max(most_of_one.c[0]))) or 0) >= most:
        raise TooOften("too many sign-ins have failed: wait a quarter of an hour")


# --- sessions ----------------------------------------------------------------------------------------------------


def log_in(tx: Transaction, account: Account, days: int, agent: str = "") -> str:
    """Begin a session; the token for the cookie."""
    token = new_token()
    ends = now() + timedelta(days=days)
    tx.add(Login(digest=digest(token), account_id=account.id, ends=ends, agent=agent[:120]))
    return token


def asker_of(tx: Transaction, token: str) -> tuple[Asker | None, bool]:
    """Who has a session by that token, and whether it should be noted that it was used."""
    if not token:
        return None, False
    found = tx.execute(
        select(Account, Login.seen)
        .join(Login, Login.account_id == Account.id)
        .where(Login.digest == digest(token), Login.ends > now(), Account.blocked.is_(None))
    ).first()
    if found is None:
        return None, False
    return Asker(found[0].id, found[0].name, found[0].guest), found[1] < now() - SEEN


def note_use(tx: Transaction, token: str, days: int) -> None:
    """Note that a session was used: it lasts so many days from now."""
    login = tx.get(Login, digest(token))
    if login is not None:
        login.seen, login.ends = now(), now() + timedelta(days=days)


def log_out(tx: Transaction, token: str) -> None:
    """End a session."""
    tx.execute(delete(Login).where(Login.digest == digest(token)))


def logins_of(tx: Transaction, account: UUID) -> list[Login]:
    """The sessions of an account, the one that was used last first."""
    own = select(Login).where(Login.account_id == account, Login.ends > now())
    return list(tx.scalars(own.order_by(Login.seen.desc(), Login.created.desc())).all())


def log_out_everywhere(tx: Transaction, account: UUID) -> None:
    """End all sessions of an account."""
    tx.execute(delete(Login).where(Login.account_id == account))


def log_out_elsewhere(tx: Transaction, token: str, days: int) -> str:
    """End all sessions of an account but the one with that token, which gets a new token, so that copies of its cookie
    end too. The new token, for the cookie.

    Raises WrongPassword if the session has just ended.
    """
    here = tx.get(Login, digest(token), with_for_update=True)
    if here is None:
        raise WrongPassword("this session has ended: sign in again")
    account, fresh = here.account_id, new_token()
    tx.add(
        Login(
            digest=digest(fresh),
            account_id=account,
            created=here.created,
            ends=now() + timedelta(days=days),
            agent=here.agent,
        )
    )
    tx.flush()
    shown_here = update(PushBrowser).where(PushBrowser.login_digest == here.digest)
    tx.execute(shown_here.values(login_digest=digest(fresh)))
    tx.execute(delete(Login).where(Login.account_id == account, Login.digest != digest(fresh)))
    return fresh


# --- a person's own data, and the operator -----------------------------------------------------------------------


def named(tx: Transaction, name: str) -> Account:
    """The account with a name.

    Raises NotThatWay if there is none.
    """
    account = tx.scalar(select(Account).where(Account.key == key_of(name)))
    if account is None:
        raise NotThatWay(f"there is no account {name[:40]!r}")
    return account


def export(tx: Transaction, account: UUID) -> dict[str, Any]:
    """Everything that is kept of a person, as plain data; no secrets."""
    own = tx.get_one(Account, account)
    seats = tx.scalars(select(Seat).where(Seat.account_id == account)).all()
    logins = tx.scalars(select(Login).where(Login.account_id == account)).all()
    credentials = tx.scalars(select(Credential).where(Credential.account_id == account)).all()
    noted = tx.scalars(select(Audit).where(Audit.account_id == account).order_by(Audit.id)).all()
    played = tx.execute(
        select(Line.game_id, func.count()).where(Line.account_id == account).group_by(Line.game_id)
    ).all()
    said = tx.scalars(select(Post).where(Post.account_id == account).order_by(Post.said, Post.number)).all()
    wish = tx.get(NoticeWish, account)
    browsers = tx.scalars(select(PushBrowser).where(PushBrowser.account_id == account)).all()
    return {
        "name": own.name,
        "email": own.email,
        "guest": own.guest,
        "notices": None if wish is None else {"mail": wish.mail, "hook": wish.hook, "minutes": wish.minutes},
        "browsers": [{"endpoint": one.endpoint, "agent": one.agent, "created": one.created} for one in browsers],
        "created": own.created,
        "seats": [{"game": s.game_id, "role": s.role, "side": s.side, "since": s.since} for s in seats],
        "actions": {one[0]: one[1] for one in played},
        "posts": [
            {"game": one.game_id, "to": one.audience, "text": one.text, "hex": one.hex, "said": one.said}
            for one in said
            if one.takes_back is None
        ],
        "sessions": [{"created": one.created, "seen": one.seen, "agent": one.agent} for one in logins],
        "credentials": [{"kind": one.kind, "label": one.label, "created": one.created} for one in credentials],
        "audit": [{"at": one.at, "what": one.what, "address": one.address, "about": one.about} for one in noted],
    }


def erase(tx: Transaction, account: UUID) -> list[tuple[str, int]]:
    """Delete an account; the games that it sat in, with their lines. They stay for those who play them, with a seat
    that nobody has; what was noted about the person loses its name and address, and what they said its words. Their own
    notes go."""
    tx.execute(delete(Post).where(Post.account_id == account, Post.audience == "own"))
    tx.execute(update(Post).where(Post.account_id == account).values(text="", hex=-1))
    tx.execute(
        Audit.__table__.update().where(Audit.account_id == account).values(account_id=None, address="", about={})  # type: ignore[attr-defined]
    )
    sat_in = select(GameRow.id, GameRow.lines).join(Seat, Seat.game_id == GameRow.id).where(Seat.account_id == account)
    games = [(gid, lines) for gid, lines in tx.execute(sat_in.distinct())]
    tx.delete(tx.get_one(Account, account))
    audit(tx, "account deleted", None)
    return games


def block(tx: Transaction, account: Account, why: str) -> None:
    """Block an account: it is signed out, and cannot sign in."""
    account.blocked, account.blocked_why = now(), why
    log_out_everywhere(tx, account.id)
    audit(tx, "blocked", account.id, why=why)


def unblock(tx: Transaction, account: Account) -> None:
    """Let a blocked account in again."""
    account.blocked, account.blocked_why = None, ""
    audit(tx, "unblocked", account.id)


def reset_password(tx: Transaction, account: Account) -> str:
    """Give an account a new password, which the operator passes on, and sign it out everywhere."""
    password = secrets.token_urlsafe(12)
    settle_down(tx, Asker(account.id, account.name, account.guest), password)
    log_out_everywhere(tx, account.id)
    return password


def forget_old(tx: Transaction) -> None:
    """Delete sessions and links that have ended, and guests that have neither a session nor a seat."""
    tx.execute(delete(Login).where(Login.ends < now()))
    tx.execute(delete(Ticket).where(Ticket.ends < now()))
    living = or_(
        select(Login.digest).where(Login.account_id == Account.id).exists(),
        select(Seat.number).where(Seat.account_id == Account.id).exists(),
    )
    tx.execute(delete(Account).where(Account.guest.is_(True), ~living))
