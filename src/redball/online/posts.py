"""What people say in a game and note for themselves: who may say it, who may read it.

| audience | said by | read by |
| --- | --- | --- |
| all | players, the umpire | players, the umpire, spectators once the game is shown to them |
| side | players of the side; the umpire, who names it | players of the side, the umpire |
| own | anybody with a seat | whoever wrote it |

Nobody without a seat reads or says anything. A reader's posts are numbered by themselves, so that no gap tells of what
others say among each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Literal, NamedTuple
from uuid import UUID

from litestar.exceptions import PermissionDeniedException
from sqlalchemy import ColumnElement, Connection, func, or_, select
from sqlalchemy.orm import Session as Transaction

from redball.online.access import Place, place_of
from redball.online.accounts import Asker, NotThatWay, TooOften, audit
from redball.online.games import NOTHING, OPEN, SPECTATOR, UMPIRE
from redball.online.house import House
from redball.online.late import cut_of
from redball.online.tables import LARGEST, Account, GameRow, Post, now

Audience = Literal["all", "side", "own"]
ALL: Audience = "all"
SIDE: Audience = "side"
OWN: Audience = "own"
LONGEST = 1000
"""Characters of a post."""
MOST_AT_ONCE = 500
"""Posts in an answer."""
MOST_IN_A_MINUTE = 20
"""Posts of an account, in all games and at all workers."""
MOST_IN_A_GAME = 10_000
NOTHING_AT = -1
"""The hex of a post that points at nothing."""


class Said(NamedTuple):
    """A post, its number among those that the reader may read, and its author's name ("" somebody who is gone)."""

    number: int
    post: Post
    name: str


def team(place: Place) -> set[str]:
    """The sides on which somebody plays, in whichever part."""
    return {seat.side for seat in place.seats if seat.side and seat.role not in (SPECTATOR, UMPIRE)}


def audiences(place: Place) -> Iterator[tuple[Audience, str]]:
    """To whom somebody may speak: the audience, and for a side which one."""
    sides = team(place)
    if sides or place.has(UMPIRE):
        yield ALL, ""
    for side in (one["id"] for one in place.row.sides):
        if side in sides or place.has(UMPIRE):
            yield SIDE, side
    if place.seats:
        yield OWN, ""


def readable(found: Connection | Transaction, place: Place) -> ColumnElement[bool]:
    """The condition that somebody may read a post of the game. Late spectators read what was said up to where they see
    it, and their own notes."""
    umpire, sides = place.has(UMPIRE), team(place)
    allowed: list[ColumnElement[bool]] = []
    if place.account is not None:
        allowed.append((Post.audience == OWN) & (Post.account_id == place.account))
    shown = place.row.spectators != NOTHING or place.over
    if umpire or sides or (place.has(SPECTATOR) and shown):
        heard = Post.audience == ALL
        allowed.append(heard & (Post.said < cut_of(found, place.row).until) if place.late else heard)
    if umpire:
        allowed.append(Post.audience == SIDE)
    elif sides:
        allowed.append((Post.audience == SIDE) & Post.side.in_(sides))
    return (Post.game_id == place.row.id) & (or_(*allowed) if allowed else Post.number < 0)


def last_for(found: Connection | Transaction, place: Place) -> int | None:
    """The number of the last post that somebody may read; null for who has no seat."""
    if not place.seats:
        return None
    if not place.row.posts:
        return 0
    return found.scalar(select(func.count()).select_from(Post).where(readable(found, place))) or 0


def since(found: Transaction, place: Place, number: int) -> list[Said]:
    """The posts after a reader's number, in their order, as many as go into one answer. Any number will do."""
    number = min(max(0, number), LARGEST)
    wanted = (
        select(Post, Account.name)
        .outerjoin(Account, Account.id == Post.account_id)
        .where(readable(found, place))
        .order_by(Post.number)
        .offset(number)
        .limit(MOST_AT_ONCE)
    )
    return [Said(number + i, post, name or "") for i, (post, name) in enumerate(found.execute(wanted), 1)]


def plain(text: str) -> str:
    """Words as they are kept: without what cannot be shown, and without blanks at the ends.

    >>> plain(" So\\u202e be it.\\n\\nA\\x00 ")
    'So  be it.\\n\\nA'
    """
    return "".join(c if c.isprintable() or c == "\n" else " " for c in text.replace("\r\n", "\n")).strip()


def say(house: House, asker: Asker, gid: str, to: Audience, side: str, text: str, hex_: int) -> None:
    """Say something, point at a hex, or both.

    Raises NoGame; PermissionDeniedException for an audience that is not theirs; TooOften; NotThatWay for nothing, or a
    hex that is none.
    """
    text = plain(text)
    if hex_ != NOTHING_AT:
        _must_be_a_hex(house, gid, hex_)
    elif not text:
        raise NotThatWay("there is nothing in this post")
    with house.database.writing() as tx:
        row, place = _locked(tx, gid, asker)
        sides = [one for to_, one in audiences(place) if to_ == to]
        if not sides or (side and side not in sides):
            raise PermissionDeniedException("your seat in this game does not let you speak to them")
        if to == SIDE and not side and len(sides) > 1:
            raise NotThatWay("say to which side")
        _must_not_be_too_many(tx, row, asker)
        _add(tx, row, place, audience=to, side=(side or sides[0]) if to == SIDE else "", text=text, hex=hex_)
        house.database.announce(tx, gid, row.lines)
    house.stir(gid)


def take_back(house: House, asker: Asker, gid: str, wanted: UUID) -> None:
    """Take the words of a post away: its author may, and the umpire those that they may read. It stays, without them.

    Raises NoGame, NotThatWay.
    """
    with house.database.writing() as tx:
        row, place = _locked(tx, gid, asker)
        found = tx.scalar(select(Post).where(Post.id == wanted, readable(tx, place)))
        if found is None or found.takes_back is not None or not (found.account_id == asker.id or place.has(UMPIRE)):
            raise NotThatWay("you have no such post")
        if found.text or found.hex != NOTHING_AT:
            found.text, found.hex = "", NOTHING_AT
            _add(tx, row, place, audience=found.audience, side=found.side, takes_back=found.id)
            if found.account_id != asker.id:
                audit(tx, "post taken back", asker.id, game=gid)
            house.database.announce(tx, gid, row.lines)
    house.stir(gid)


def _locked(tx: Transaction, gid: str, asker: Asker) -> tuple[GameRow, Place]:
    """The row of a game, for this transaction only, and what somebody is in the game."""
    tx.get(GameRow, gid, with_for_update=True)
    place = place_of(tx, gid, asker)
    return place.row, place


def _add(tx: Transaction, row: GameRow, place: Place, **post: Any) -> None:
    row.posts += 1
    seat = next((one for one in place.seats if one.side), place.seats[0])
    said = {"account_id": place.account, "role": seat.role, "of_side": seat.side}
    actions = cut_of(tx, row).actions if place.late else row.actions
    tx.add(Post(game_id=row.id, number=row.posts, actions=actions, **said, **post))


def _must_not_be_too_many(tx: Transaction, row: GameRow, asker: Asker) -> None:
    """Check the limits.

    Raises TooOften, NotThatWay.
    """
    lately = select(func.count()).where(Post.account_id == asker.id, Post.said > now() - timedelta(minutes=1))
    if (tx.scalar(lately) or 0) >= MOST_IN_A_MINUTE:
        raise TooOften(f"you may say {MOST_IN_A_MINUTE} things in a minute: wait a little")
    if row.posts >= MOST_IN_A_GAME:
        raise NotThatWay(f"{MOST_IN_A_GAME} things have been said in this game, and that is the most")


def _must_be_a_hex(house: House, gid: str, hex_: int) -> None:
    """Check that the map of a game has a hex.

    Raises NoGame, NotThatWay.
    """
    with house.database.reading() as found:
        row = found.get(GameRow, gid)
        begun = row is not None and row.state != OPEN
    if not begun:
        raise NotThatWay("the game has not begun: there is no map to point at yet")
    with house.using(gid) as session:
        board = session.game.world.board
        if not 0 <= hex_ < board.columns * board.rows:
            raise NotThatWay(f"there is no hex {hex_}")
