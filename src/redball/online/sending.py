"""The thread that sends what waits to be sent: by mail, to webhooks and to browsers.

A letter is claimed before it leaves and deleted after, so two workers never send it twice. One that was claimed by a
process that ended in between may have left or not: it is not sent again.
"""

from __future__ import annotations

import hmac
import smtplib
import ssl
import time
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from datetime import timedelta
from email.message import EmailMessage
from email.utils import formatdate, parseaddr
from hashlib import sha256
from threading import Event, Thread
from uuid import UUID

import msgspec
from sqlalchemy import delete, select, update

from redball.online import push
from redball.online.accounts import digest, new_token
from redball.online.database import AWAY, Database
from redball.online.hooks import NotReached, call
from redball.online.notices import (
    CONFIRM,
    DECISION,
    HOLDS,
    MAIL,
    PUSH,
    sign,
    still_wanted,
    unsubscribing,
    wish_of,
)
from redball.online.running import LOG
from redball.online.settings import Mail, Settings
from redball.online.tables import Account, GameRow, Letter, PushBrowser, Ticket, now

MOST_AT_ONCE = 50
AGAIN = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 25, 120, 600))
"""How long a letter that did not leave waits, after the first try, the second one, and so on; then it is given up."""
LOST = timedelta(minutes=10)
"""After which a letter that was claimed and is still there is one of a process that has ended."""
PATIENCE = 20.0
"""Seconds that a mail server has for each step."""
SAID = "X-Redball-Signature"


class Told(msgspec.Struct, frozen=True):
    """What a webhook is told. `about`: the decision, in the words that its side may read. `address`: of the page."""

    notice: str
    game: str
    title: str
    side: str
    about: str
    turn: int
    address: str


class Sender:
    """Sends letters. `present`: who has a page of a game open, by name, at any worker."""

    def __init__(
        self, database: Database, settings: Settings, key: bytes, present: Callable[[str], Collection[str]]
    ) -> None:
        self._database, self._settings, self._key, self._present = database, settings, key, present
        self._ended = Event()
        self._thread: Thread | None = None
        server = settings.server
        self.site = server.public.rstrip("/") or f"http://{server.host}:{server.port}"

    def start(self) -> None:
        """Begin to send."""
        self._thread = Thread(target=self._go, name="notices", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Send no more; what is on its way leaves first."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def _go(self) -> None:
        while not self._ended.wait(self._settings.notices.every):
            try:
                self.round()
            except AWAY as error:
                LOG.warning("cannot send notices: the database does not answer", extra={"fields": {"why": str(error)}})
            except Exception:  # whatever it is, the next round may do better, and the operator reads of it
                LOG.exception("sending notices failed")

    def round(self) -> int:
        """Send what is due; how many letters left."""
        with self._database.reading() as found:
            lost = found.scalars(select(Letter.id).where(Letter.claimed < now() - LOST)).all()
            waiting = select(Letter.id).where(Letter.due <= now(), Letter.claimed.is_(None))
            due = found.scalars(waiting.order_by(Letter.due).limit(MOST_AT_ONCE)).all()
        for one in lost:
            self._log("lost", one)
            self._delete(one)
        return sum(self._deal_with(one) for one in due if not self._ended.is_set())

    def _deal_with(self, one: UUID) -> bool:
        """Send a letter, put it off, or throw it away; whether it left."""
        with self._database.reading() as found:
            letter = found.get(Letter, one)
            if letter is None:
                return False
            wanted = still_wanted(found, letter)
            minutes = wish_of(found, letter.account_id).minutes
        if wanted is None or (letter.channel == MAIL and not self._settings.mail.host):
            self._delete(one)
            return False
        account, row = wanted
        if row is not None and account.name in self._present(row.id):
            self._put_off(one, timedelta(minutes=minutes))
            return False
        try:
            with self._connected(letter) as server:
                token = self._claim(one)
                if token is None:
                    return False
                self._send(letter, account, row, token, server)
                self._delete(one)  # at once: what goes wrong with the connection now is no matter
                self._log("sent", one, channel=letter.channel, kind=letter.kind)
                return True
        except (NotReached, OSError, smtplib.SMTPException) as error:
            self._failed(letter, error)
        return False

    def _connected(self, letter: Letter) -> AbstractContextManager[smtplib.SMTP | None]:
        return mail_server(self._settings.mail) if letter.channel == MAIL else nullcontext()

    def _claim(self, one: UUID) -> str | None:
        """Make a letter this process's, and the token of its link if it has one; None if another one was quicker, or it
        is about nothing any more."""
        with self._database.writing() as tx:
            free = update(Letter).where(Letter.id == one, Letter.claimed.is_(None))
            if tx.execute(free.values(claimed=now(), tries=Letter.tries + 1)).rowcount != 1:  # type: ignore[attr-defined]
                return None
            letter = tx.get_one(Letter, one)
            if still_wanted(tx, letter) is None:
                tx.delete(letter)
                return None
            if letter.kind == DECISION:
                return ""
            token = new_token()
            ends = now() + HOLDS[letter.kind]
            about = {"what": letter.kind, "account_id": letter.account_id, "address": letter.address}
            tx.add(Ticket(digest=digest(token), ends=ends, **about))
            return token

    def _send(
        self, letter: Letter, account: Account, row: GameRow | None, token: str, server: smtplib.SMTP | None
    ) -> None:
        """Let a letter leave.

        Raises NotReached, OSError, SMTPException.
        """
        if server is not None:
            server.send_message(self.mail(letter, account, row, token))
        elif row is not None and letter.channel == PUSH:
            self._push(letter, row)
        elif row is not None:
            with self._database.reading() as found:
                url = wish_of(found, account.id).hook
            body = msgspec.json.encode(self.told(letter, row))
            private = self._settings.notices.private
            call(url, body, signed(hook_secret(self._key, account.id, url), body, str(letter.id)), private=private)

    def _push(self, letter: Letter, row: GameRow) -> None:
        """Send a notice to a browser; one that its push service does not know any more is deleted.

        Raises NotReached.
        """
        with self._database.reading() as found:
            browser = found.get(PushBrowser, UUID(letter.address))
        if browser is None:
            return  # it was taken off this moment
        body = push.sealed(msgspec.json.encode(self.shown(letter, row)), push.Keys(browser.point, browser.secret))
        topic = sign(self._key, "topic", browser.account_id.hex, row.id)[:32]
        headers = push.headers(self._key, browser.endpoint, self._settings, topic)
        private = self._settings.notices.private
        try:
            call(browser.endpoint, body, headers, private=private, longest=push.LONGEST_ENDPOINT)
        except NotReached as error:
            if error.status not in push.GONE_WITH:
                raise
            with self._database.writing() as tx:
                push.forget(tx, browser.id)
            raise push.Gone(str(error)) from error

    def told(self, letter: Letter, row: GameRow) -> Told:
        """What a notice says."""
        side = next((one["name"] for one in row.sides if one["id"] == letter.side), letter.side)
        return Told(str(letter.id), row.id, row.name or row.title, side, row.about, row.turn, self.page(row.id))

    def shown(self, letter: Letter, row: GameRow) -> push.Shown:
        """What a browser shows of a notice."""
        told = self.told(letter, row)
        text = told.about[: push.LONGEST_WORDS]
        return push.Shown(told.notice, told.game, f"{told.title}: {told.side} decides", text)

    def page(self, gid: str) -> str:
        """The address of a game, at its decision and with what happened since."""
        return f"{self.site}/g/{gid}#since"

    def mail(self, letter: Letter, account: Account, row: GameRow | None, token: str) -> EmailMessage:
        """A letter as mail: plain text."""
        message = EmailMessage()
        message["From"] = self._settings.mail.sender
        message["Date"] = formatdate()
        # the same in every try: whoever gets it twice can tell
        message["Message-ID"] = f"<{letter.id}@{parseaddr(self._settings.mail.sender)[1].rpartition('@')[2]}>"
        message["To"] = letter.address or account.email
        if row is not None:
            told = self.told(letter, row)
            stop = f"{self.site}/#/unsubscribe/{unsubscribing(self._key, account.id)}"
            message["Subject"] = f"{told.title}: {told.side} decides"
            message["List-Unsubscribe"] = f"<{stop}>"
            message.set_content(DECIDE.format(told=told, stop=stop))
        elif letter.kind == CONFIRM:
            message["Subject"] = "Redball: is this your address?"
            message.set_content(CONFIRMS.format(name=account.name, link=f"{self.site}/#/email/{token}"))
        else:
            message["Subject"] = "Redball: a new password"
            message.set_content(RESETS.format(name=account.name, link=f"{self.site}/#/reset/{token}"))
        return message

    # --- what becomes of a letter --------------------------------------------------------------------------------

    def _delete(self, one: UUID) -> None:
        with self._database.writing() as tx:
            tx.execute(delete(Letter).where(Letter.id == one))

    def _put_off(self, one: UUID, by: timedelta) -> None:
        with self._database.writing() as tx:
            tx.execute(update(Letter).where(Letter.id == one).values(due=now() + by, claimed=None))

    def _failed(self, letter: Letter, error: Exception) -> None:
        """Try a letter again later, or give it up."""
        with self._database.writing() as tx:
            found = tx.get(Letter, letter.id)
            if found is None:
                return
            if found.claimed is None:
                found.tries += 1  # it was not even claimed: the mail server does not answer
            found.claimed = None
            given_up = found.tries > len(AGAIN) or is_final(error)
            if given_up:
                tx.delete(found)
            else:
                found.due = now() + AGAIN[found.tries - 1]
        why = str(error) if isinstance(error, NotReached) else error.__class__.__name__
        self._log("given up" if given_up else "not sent", letter.id, channel=letter.channel, why=why)

    def _log(self, what: str, one: UUID, **fields: str) -> None:
        LOG.info("notice", extra={"fields": {"result": what, "notice": str(one), **fields}})


def is_final(error: Exception) -> bool:
    """It will never be taken: nobody has that address, or no such browser is left."""
    if isinstance(error, push.Gone):
        return True
    refused = isinstance(error, smtplib.SMTPRecipientsRefused)
    return refused and all(500 <= code < 600 for code, _ in error.recipients.values())  # type: ignore[attr-defined]


def mail_server(mail: Mail) -> smtplib.SMTP:
    """A connection to the mail server, ready to send.

    Raises OSError, SMTPException.
    """
    if mail.security == "tls":
        tls = ssl.create_default_context()
        server: smtplib.SMTP = smtplib.SMTP_SSL(mail.host, mail.port, timeout=PATIENCE, context=tls)
    else:
        server = smtplib.SMTP(mail.host, mail.port, timeout=PATIENCE)
    try:
        if mail.security == "starttls":
            server.starttls(context=ssl.create_default_context())
        if mail.user:
            server.login(mail.user, mail.password)
    except BaseException:
        server.close()
        raise
    return server


def hook_secret(key: bytes, account: UUID, url: str) -> str:
    """With what the calls of an account's webhook are signed; another address has another one."""
    return sign(key, "hook", account.hex, url)


def signed(secret: str, body: bytes, notice: str) -> dict[str, str]:
    """The headers of a webhook's call: when it was made, and a code over that and the body."""
    at = str(int(time.time()))
    code = hmac.new(secret.encode(), at.encode() + b"." + body, sha256).hexdigest()
    kind = {"Content-Type": "application/json", "User-Agent": "redball"}
    return kind | {SAID: f"t={at},v1={code}", "X-Redball-Notice": notice}


DECIDE = """\
{told.side}: {told.about}

{told.title}, turn {told.turn}: {told.address}

You get one such message for a decision, and none while you have the page open.
To get no more of them: {stop}
"""
CONFIRMS = """\
{name} has given this address on a Redball server. If that is you, open

{link}

within two days. If not, do nothing: nobody will write to you again.
"""
RESETS = """\
Somebody, perhaps you, wants a new password for {name}. To choose one, open

{link}

within two hours. If it was not you, do nothing: your password stays.
"""
