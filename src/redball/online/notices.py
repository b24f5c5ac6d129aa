"""Notices to people who must decide and are not there: who wants which, and what waits to be sent.

A letter is written in the transaction of the action with which a side begins to have to decide, and goes with the next
one that changes whose decision it is. `sending.py` sends what is due.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from typing import Any, Literal
from uuid import UUID

from sqlalchemy import ColumnElement, bindparam, delete, insert, or_, select, update
from sqlalchemy.orm import Session as Transaction

from redball.online.accounts import (
    Asker,
    NotThatWay,
    audit,
    checked_password,
    digest,
    key_of,
    log_out_everywhere,
    must_not_be_too_often,
    settle_down,
)
from redball.online.database import Writing
from redball.online.hooks import checked_address
from redball.online.statements import Statement
from redball.online.tables import (
    Account,
    Attempt,
    GameRow,
    Letter,
    NoticeWish,
    PushBrowser,
    Seat,
    Ticket,
    now,
    table_of,
)

DECISION, CONFIRM, RESET = "decision", "confirm", "reset"
MAIL, HOOK, PUSH = "mail", "hook", "push"
QUIET = 10
"""Minutes that a decision waits before a notice is sent, unless the account wants otherwise."""
HOLDS = {CONFIRM: timedelta(days=2), RESET: timedelta(hours=2)}
"""How long the link of a letter can be used."""
LONGEST_ADDRESS = 254


def wish_of(tx: Transaction, account: UUID) -> NoticeWish:
    """What notices an account wants: none, if it has not said."""
    return tx.get(NoticeWish, account) or NoticeWish(account_id=account, mail=False, hook="", minutes=QUIET)


def channels(tx: Writing, wish: Any, address: str | None) -> Iterator[tuple[str, str]]:
    """The ways in which an account with that address gets notices, and to which of its browsers. `wish`: a
    `NoticeWish`, or a row with its columns."""
    if wish.mail and address:
        yield MAIL, ""
    if wish.hook:
        yield HOOK, ""
    for browser in tx.scalars(select(PushBrowser.id).where(PushBrowser.account_id == wish.account_id)).all():
        yield PUSH, str(browser)


def change_wish(tx: Transaction, asker: Asker, *, mail: bool, hook: str, minutes: int, private: bool) -> None:
    """Change what notices an account wants. `private`: webhooks may lead into this machine's own network.

    Raises NotThatWay.
    """
    if mail and not tx.get_one(Account, asker.id).email:
        raise NotThatWay("give an e-mail address first, and confirm it by the link that you get")
    if hook:
        checked_address(hook, private=private)
    wish = tx.merge(wish_of(tx, asker.id))
    wish.mail, wish.hook, wish.minutes = mail, hook, minutes
    audit(tx, "notices", asker.id, mail=mail, hook=bool(hook))


DECIDES = ("player", "member", "substitute")
"""Roles of those who decide for a side."""
LETTER = table_of(Letter)
WAITING = select(LETTER.c.id).where(LETTER.c.game_id == bindparam("gid"), LETTER.c.claimed.is_(None))
OUTDATED = delete(LETTER).where(LETTER.c.game_id == bindparam("gid"), LETTER.c.claimed.is_(None))
WISH, SEAT, ACCOUNT = table_of(NoticeWish), table_of(Seat), table_of(Account)
WANTED = (
    select(WISH, ACCOUNT.c.email)
    .join(SEAT, SEAT.c.account_id == WISH.c.account_id)
    .join(ACCOUNT, ACCOUNT.c.id == WISH.c.account_id)
    .where(
        SEAT.c.game_id == bindparam("gid"),
        SEAT.c.side == bindparam("side"),
        or_(*(SEAT.c.role == role for role in DECIDES)),
    )
)
CONCERNED = Statement(select(WAITING.exists().label("waits"), WANTED.exists().label("wished")))
"""Letters that wait, wishes of those who must decide, and whether there are any: each sixth click asks this."""


def note_decision(tx: Writing, row: GameRow) -> None:
    """Whose decision it is has changed: letters about the one before are not sent any more, and whoever plays the side
    that must decide gets one when it is due. In the transaction that changes the row."""
    ((waits, wished),) = CONCERNED.find(tx, gid=row.id, side=row.decides)
    if waits:
        tx.execute(OUTDATED, {"gid": row.id})
    if not wished or row.state != "playing" or not row.decides:
        return
    wanted = tx.execute(WANTED, {"gid": row.id, "side": row.decides}).all()
    on_way = select(Letter.account_id, Letter.channel, Letter.address).where(*_about(row))
    leaving = {tuple(one) for one in tx.execute(on_way)}
    for wish in wanted:
        for channel, address in channels(tx, wish, wish.email):
            if (wish.account_id, channel, address) in leaving:
                continue
            due = now() + timedelta(minutes=wish.minutes)
            about = {"game_id": row.id, "line": row.lines, "side": row.decides}
            to = {"channel": channel, "address": address, "account_id": wish.account_id}
            tx.execute(insert(LETTER), {"kind": DECISION, "due": due, **to, **about})


def _about(row: GameRow) -> tuple[ColumnElement[bool], ...]:
    """The conditions that a letter is about the decision of a game that is open now."""
    return Letter.game_id == row.id, Letter.line == row.lines, Letter.side == row.decides


def still_wanted(tx: Transaction, letter: Letter) -> tuple[Account, GameRow | None] | None:
    """For whom a letter is, and about which game; None if it is about nothing any more, or not wanted."""
    account = tx.get(Account, letter.account_id)
    if account is None or account.blocked is not None:
        return None
    if letter.kind != DECISION:
        return (account, None) if letter.address or account.email else None
    row = tx.get(GameRow, letter.game_id)
    if row is None or row.state != "playing" or row.decides != letter.side:
        return None
    seated = select(Seat.number).where(
        Seat.game_id == row.id, Seat.account_id == account.id, Seat.side == letter.side, Seat.role.in_(DECIDES)
    )
    ways = channels(tx, wish_of(tx, account.id), account.email)
    if tx.scalar(seated) is None or (letter.channel, letter.address) not in ways:
        return None
    return account, row


# --- addresses and passwords -------------------------------------------------------------------------------------


def checked_mail(address: str) -> str:
    """An e-mail address that can be written to.

    Raises NotThatWay.
    """
    name, at, host = address.rpartition("@")
    fine = (
        address.isascii()
        and at
        and name
        and "." in host
        and address.isprintable()
        and not any(c in ' ,;:<>()[]"\\' for c in address)
    )
    if not fine or len(address) > LONGEST_ADDRESS or "@" in name:
        raise NotThatWay("that is no e-mail address")
    return address


def ask_for_mail(tx: Transaction, asker: Asker, address: str, most: int) -> None:
    """Send a link to an address, with which it becomes the account's; "" takes the address away.

    Raises NotThatWay, TooOften.
    """
    if not address:
        tx.get_one(Account, asker.id).email = None
        tx.execute(update(NoticeWish).where(NoticeWish.account_id == asker.id).values(mail=False))
        audit(tx, "e-mail removed", asker.id)
        return
    checked_mail(address)
    _count(tx, most, f"mail of {asker.id}", f"mail to {address.casefold()}")
    tx.execute(delete(Letter).where(Letter.account_id == asker.id, Letter.kind == CONFIRM))
    tx.add(Letter(kind=CONFIRM, channel=MAIL, account_id=asker.id, address=address, due=now()))


def ask_for_reset(tx: Transaction, name: str, most: int, address: str) -> None:
    """Send a link for a new password to the account with that name, if it has a confirmed address. Whether it has, the
    one who asks is not told. `address`: where the request comes from.

    Raises TooOften.
    """
    _count(tx, most, f"reset of {key_of(name)}", f"reset from {address}")
    wanted = select(Account).where(Account.key == key_of(name), Account.email.is_not(None), Account.blocked.is_(None))
    account = tx.scalar(wanted)
    if account is not None:
        tx.execute(delete(Letter).where(Letter.account_id == account.id, Letter.kind == RESET))
        tx.add(Letter(kind=RESET, channel=MAIL, account_id=account.id, due=now()))


def _count(tx: Transaction, most: int, *what: str) -> None:
    """Count something that may be asked for so often in a quarter of an hour only.

    Raises TooOften.
    """
    counted = [digest(one) for one in what]
    must_not_be_too_often(tx, counted, most)
    tx.add_all(Attempt(of=one) for one in counted)


def confirm(tx: Transaction, token: str) -> None:
    """Make the address to which the token was sent that of its account.

    Raises NotThatWay.
    """
    ticket = _used(tx, token, CONFIRM)
    tx.get_one(Account, ticket.account_id).email = ticket.address
    audit(tx, "e-mail confirmed", ticket.account_id)


def reset(tx: Transaction, token: str, password: str, address: str = "") -> None:
    """Set a new password by the token of a letter; all sessions of the account end.

    Raises NotThatWay.
    """
    checked_password(password)
    ticket = _used(tx, token, RESET)
    account = tx.get_one(Account, ticket.account_id)
    settle_down(tx, Asker(account.id, account.name, account.guest), password, address)
    log_out_everywhere(tx, account.id)
    tx.execute(delete(Ticket).where(Ticket.account_id == account.id))
    audit(tx, "password reset by mail", account.id, address)


def _used(tx: Transaction, token: str, what: str) -> Ticket:
    """A ticket, which is used up.

    Raises NotThatWay.
    """
    found = tx.get(Ticket, digest(token))
    if found is None or found.what != what or found.ends <= now():
        raise NotThatWay("this link has been used, or has ended: ask for a new one")
    if tx.execute(delete(Ticket).where(Ticket.digest == found.digest)).rowcount != 1:  # type: ignore[attr-defined]
        raise NotThatWay("this link has been used")
    tx.expunge(found)
    return found


# --- signs that need no table ------------------------------------------------------------------------------------


def sign(key: bytes, what: Literal["hook", "unsubscribe", "topic"], *about: str) -> str:
    """A word that only the keeper of the key can make: with it webhooks are signed, a link stops the mail, and
    notices of a game take each other's place at a push service."""
    return hmac.new(key, "\0".join(("redball notices", what, *about)).encode(), sha256).hexdigest()


def unsubscribing(key: bytes, account: UUID) -> str:
    """The token of the link that stops an account's mail about decisions."""
    return f"{account.hex}-{sign(key, 'unsubscribe', account.hex)[:40]}"


def unsubscribe(tx: Transaction, key: bytes, token: str) -> None:
    """Send an account no more mail about decisions.

    Raises NotThatWay.
    """
    name, _, _ = token.partition("-")
    try:
        account = UUID(hex=name)
    except ValueError as error:
        raise NotThatWay("this link is not complete") from error
    if not hmac.compare_digest(unsubscribing(key, account).encode(), token.encode("utf-8", "replace")):
        raise NotThatWay("this link is not complete")
    tx.execute(update(NoticeWish).where(NoticeWish.account_id == account).values(mail=False))
    audit(tx, "unsubscribed", account)
