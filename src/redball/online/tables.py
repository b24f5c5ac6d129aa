"""The tables of the database (`docs/online.md` says what each is for). Times are UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, cast
from uuid import UUID, uuid4

from advanced_alchemy.base import AdvancedDeclarativeBase, CommonTableAttributes, create_registry
from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, String, Table, Text, false
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

NAME, TOKEN, SIDE = String(40), String(32), String(40)
GAME = String(12)
LARGEST = 2**31 - 1
"""The largest number that a column of either database holds. Numbers that people send are checked against it."""
DATA = JSON().with_variant(JSONB(), "postgresql")


def now() -> datetime:
    """The present time."""
    return datetime.now(UTC)


class Base(CommonTableAttributes, AdvancedDeclarativeBase):
    """Of all tables."""

    __abstract__ = True
    registry = create_registry()


class Account(Base):
    """A person. `key` is the name as it is compared. Once `deleted`, it has neither name nor credentials. `challenges`
    counts the games that it has offered."""

    __tablename__ = "account"
    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    name: Mapped[str] = mapped_column(NAME)
    key: Mapped[str] = mapped_column(NAME, unique=True)
    email: Mapped[str | None] = mapped_column(String(254))
    guest: Mapped[bool] = mapped_column(default=False)
    created: Mapped[datetime] = mapped_column(default=now)
    blocked: Mapped[datetime | None]
    blocked_why: Mapped[str] = mapped_column(Text, default="")
    deleted: Mapped[datetime | None]
    challenges: Mapped[int] = mapped_column(default=0, server_default="0")


class Credential(Base):
    """A way to sign in: `kind` is password (`secret` an argon2 hash) or passkey (`secret` its public key, `handle` its
    id, `uses` its counter)."""

    __tablename__ = "credential"
    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(10))
    secret: Mapped[bytes] = mapped_column(LargeBinary)
    handle: Mapped[bytes | None] = mapped_column(LargeBinary, unique=True)
    uses: Mapped[int] = mapped_column(default=0)
    label: Mapped[str] = mapped_column(NAME, default="")
    created: Mapped[datetime] = mapped_column(default=now)


class Login(Base):
    """A session of a browser, by the digest of its cookie's token."""

    __tablename__ = "login"
    digest: Mapped[str] = mapped_column(TOKEN, primary_key=True)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), index=True)
    created: Mapped[datetime] = mapped_column(default=now)
    seen: Mapped[datetime] = mapped_column(default=now)
    ends: Mapped[datetime]
    agent: Mapped[str] = mapped_column(String(120), default="")


class Challenge(Base):
    """What a passkey has been asked to sign, once: `what` is register (by an account) or sign in."""

    __tablename__ = "challenge"
    digest: Mapped[str] = mapped_column(TOKEN, primary_key=True)
    what: Mapped[str] = mapped_column(String(10))
    account_id: Mapped[UUID | None] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"))
    ends: Mapped[datetime]


class GameRow(Base):
    """A game: what it is a game of (`wish`: scenario, edition, switches, charts), and where its journal stands.

    `state` is open (it waits for players), playing, adjourned or over. `lines` counts its journal, `told` its lines
    without those that a side has said for itself beforehand, `actions` its actions; `decides` is the side that must
    decide ("" none), `about` what, in the words that this side may read, and `moved` since when. `pledge`: how its dice
    were pledged (`game/fair.py`), without the secret; null if they were not. `posts` counts what has been said in it,
    `teams` the changes of seats where several people play a side (0: nowhere); `waits` are the seats that have the
    decision, none if it is a whole side's. `late`: how late spectators see it (`online/late.py`). `beforehand`: by
    side, how often it has changed what it says beforehand.
    """

    __tablename__ = "game"
    id: Mapped[str] = mapped_column(GAME, primary_key=True)
    state: Mapped[str] = mapped_column(String(10), default="open", index=True)
    name: Mapped[str] = mapped_column(String(80), default="")
    wish: Mapped[dict[str, Any]] = mapped_column(DATA)
    title: Mapped[str] = mapped_column(String(120))
    sides: Mapped[list[Any]] = mapped_column(DATA)
    fog: Mapped[bool]
    private: Mapped[bool] = mapped_column(default=False)
    spectators: Mapped[str] = mapped_column(SIDE, default="")
    pace: Mapped[dict[str, Any]] = mapped_column(DATA, default=dict)
    maker_id: Mapped[UUID | None] = mapped_column(ForeignKey("account.id", ondelete="SET NULL"))
    created: Mapped[datetime] = mapped_column(default=now)
    lines: Mapped[int] = mapped_column(default=0)
    told: Mapped[int] = mapped_column(default=0, server_default="0")
    actions: Mapped[int] = mapped_column(default=0)
    decides: Mapped[str] = mapped_column(SIDE, default="")
    about: Mapped[str] = mapped_column(Text, default="")
    turn: Mapped[int] = mapped_column(default=0)
    moved: Mapped[datetime] = mapped_column(default=now, index=True)
    outcome: Mapped[dict[str, Any] | None] = mapped_column(DATA)
    pledge: Mapped[dict[str, Any] | None] = mapped_column(DATA)
    posts: Mapped[int] = mapped_column(default=0, server_default="0")
    teams: Mapped[int] = mapped_column(default=0, server_default="0")
    waits: Mapped[list[Any]] = mapped_column(DATA, default=list, server_default="[]")
    late: Mapped[dict[str, Any]] = mapped_column(DATA, default=dict, server_default="{}")
    beforehand: Mapped[dict[str, int]] = mapped_column(DATA, default=dict, server_default="{}")


class Seat(Base):
    """A place in a game: an account's or a bot's, with a role, and for a player or member the side. A member has an
    `army`, `label` in words; without an account the seat waits for somebody. `lends`: others may take their units
    into attacks; `ready`: the moment with which they are (`online/teams.py`)."""

    __tablename__ = "seat"
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[UUID | None] = mapped_column(ForeignKey("account.id", ondelete="SET NULL"), index=True)
    bot: Mapped[str] = mapped_column(String(20), default="")
    role: Mapped[str] = mapped_column(String(12), default="player")
    side: Mapped[str] = mapped_column(SIDE, default="")
    army: Mapped[list[Any]] = mapped_column(DATA, default=list)
    label: Mapped[str] = mapped_column(String(200), default="", server_default="")
    lends: Mapped[bool] = mapped_column(default=False, server_default=false())
    ready: Mapped[str] = mapped_column(String(80), default="", server_default="")
    spent: Mapped[float] = mapped_column(default=0.0)
    since: Mapped[datetime] = mapped_column(default=now)


class Invitation(Base):
    """A link that lets whoever has it take a seat; a member's `seat` is named. `left`: how often it can be used, or
    `links.TAKEN_BACK`."""

    __tablename__ = "invitation"
    digest: Mapped[str] = mapped_column(TOKEN, primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), index=True)
    role: Mapped[str] = mapped_column(String(12))
    side: Mapped[str] = mapped_column(SIDE, default="")
    maker_id: Mapped[UUID | None] = mapped_column(ForeignKey("account.id", ondelete="SET NULL"))
    seat: Mapped[int] = mapped_column(default=0, server_default="0")
    left: Mapped[int] = mapped_column(default=1)
    ends: Mapped[datetime]


class Line(Base):
    """One line of a game's journal, as a save has it, with its check and without its end. `actions`: how many the game
    has after it. `account_id`: who did it, if somebody did."""

    __tablename__ = "line"
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str] = mapped_column(Text)
    actions: Mapped[int]
    account_id: Mapped[UUID | None] = mapped_column(ForeignKey("account.id", ondelete="SET NULL"))
    at: Mapped[datetime] = mapped_column(default=now)


class TurnBegun(Base):
    """The line of a journal with which a game first came to a Game Turn; none of the turn that it began in."""

    __tablename__ = "turn_begun"
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    turn: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    line: Mapped[int]


class WakingPoint(Base):
    """What spares a game that wakes most of the work: the log up to an action at which a Player Turn began (and its
    state is in the journal), packed, from the point before."""

    __tablename__ = "waking_point"
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    actions: Mapped[int] = mapped_column(primary_key=True)
    log: Mapped[bytes] = mapped_column(LargeBinary)


class MadePlan(Base):
    """A plan that a bot made for its side, in words (`online/plans.py`), before the journal's `line` was written, when
    the game had so many `actions`. `again`: a second thought about the same Player Turn."""

    __tablename__ = "plan"
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    line: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    actions: Mapped[int]
    turn: Mapped[int]
    side: Mapped[str] = mapped_column(SIDE)
    bot: Mapped[str] = mapped_column(String(20))
    again: Mapped[bool]
    shown: Mapped[dict[str, Any]] = mapped_column(DATA)


class Post(Base):
    """Something that was said in a game, or that somebody noted (`online/posts.py`). `audience` is all, side (`side`
    and the umpire) or own. `hex`: what it points at, -1 nothing. `actions`: how far the game was. `takes_back`: the
    post whose words its author or the umpire took away with this one."""

    __tablename__ = "post"
    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"))
    number: Mapped[int]
    account_id: Mapped[UUID | None] = mapped_column(ForeignKey("account.id", ondelete="SET NULL"))
    role: Mapped[str] = mapped_column(String(12))
    of_side: Mapped[str] = mapped_column(SIDE, default="")
    audience: Mapped[str] = mapped_column(String(4))
    side: Mapped[str] = mapped_column(SIDE, default="")
    text: Mapped[str] = mapped_column(Text, default="")
    hex: Mapped[int] = mapped_column(default=-1)
    actions: Mapped[int]
    takes_back: Mapped[UUID | None]
    said: Mapped[datetime] = mapped_column(default=now)
    __table_args__ = (
        Index("ix_post_game_id_number", "game_id", "number", unique=True),
        Index("ix_post_account_id_said", "account_id", "said"),
    )


class NoticeWish(Base):
    """What notices an account wants when a game waits for it: by `mail`, and by a webhook at the address `hook` ("" not
    so), `minutes` after the decision has come."""

    __tablename__ = "notice_wish"
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), primary_key=True)
    mail: Mapped[bool] = mapped_column(default=False)
    hook: Mapped[str] = mapped_column(String(500), default="")
    minutes: Mapped[int]


class PushBrowser(Base):
    """A browser that shows notices: where its push service takes them, and with what they are sealed
    (`online/push.py`). It goes with the session in it, and a session has one."""

    __tablename__ = "push_browser"
    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), index=True)
    login_digest: Mapped[str] = mapped_column(ForeignKey("login.digest", ondelete="CASCADE"), unique=True)
    endpoint: Mapped[str] = mapped_column(String(1000), unique=True)
    point: Mapped[bytes] = mapped_column(LargeBinary)
    secret: Mapped[bytes] = mapped_column(LargeBinary)
    agent: Mapped[str] = mapped_column(String(120), default="")
    created: Mapped[datetime] = mapped_column(default=now)


class Letter(Base):
    """Something that waits to be sent; it is deleted when it has left. `kind` is decision (of a `side` in a game, since
    the journal's `line`), confirm (to a new `address`) or reset; `channel` is mail, hook or push (`address` is the
    browser's id). `claimed`: when a process began to send it."""

    __tablename__ = "letter"
    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    kind: Mapped[str] = mapped_column(String(10))
    channel: Mapped[str] = mapped_column(String(10))
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), index=True)
    game_id: Mapped[str | None] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), index=True)
    line: Mapped[int] = mapped_column(default=0)
    side: Mapped[str] = mapped_column(SIDE, default="")
    address: Mapped[str] = mapped_column(String(254), default="")
    made: Mapped[datetime] = mapped_column(default=now)
    due: Mapped[datetime] = mapped_column(index=True)
    tries: Mapped[int] = mapped_column(default=0)
    claimed: Mapped[datetime | None]


class Ticket(Base):
    """The link of a letter, by the digest of its token: what it is for, and until when it can be used."""

    __tablename__ = "ticket"
    digest: Mapped[str] = mapped_column(TOKEN, primary_key=True)
    what: Mapped[str] = mapped_column(String(10))
    account_id: Mapped[UUID] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), index=True)
    address: Mapped[str] = mapped_column(String(254), default="")
    ends: Mapped[datetime]


class Offer(Base):
    """What needs consent. `kind` is end, adjourn, resume or rewind (`about` has the number to go back to); `agreed` are
    the sides that have agreed; `state` is open, agreed, refused or withdrawn."""

    __tablename__ = "offer"
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    about: Mapped[dict[str, Any]] = mapped_column(DATA, default=dict)
    side: Mapped[str] = mapped_column(SIDE)
    agreed: Mapped[list[Any]] = mapped_column(DATA)
    state: Mapped[str] = mapped_column(String(10), default="open")
    made: Mapped[datetime] = mapped_column(default=now)


class Audit(Base):
    """Who did what to accounts, seats and games, and from where."""

    __tablename__ = "audit"
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    at: Mapped[datetime] = mapped_column(default=now, index=True)
    account_id: Mapped[UUID | None] = mapped_column(index=True)
    address: Mapped[str] = mapped_column(String(60), default="")
    what: Mapped[str] = mapped_column(String(40))
    about: Mapped[dict[str, Any]] = mapped_column(DATA, default=dict)


class Attempt(Base):
    """A failed sign-in, by a digest of what it was tried on or where it came from; counted by all workers."""

    __tablename__ = "attempt"
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    of: Mapped[str] = mapped_column(TOKEN)
    at: Mapped[datetime] = mapped_column(default=now)
    __table_args__ = (Index("ix_attempt_of_at", "of", "at"),)


def table_of(of: type[Base]) -> Table:
    """A table itself: what each click asks goes past the ORM, which takes longer than the database."""
    return cast(Table, of.__table__)
