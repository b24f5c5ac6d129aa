"""The people at a game: who has which seat, what is offered, which links are open; and what a link leads to."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import msgspec
from litestar import delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta
from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction

from redball.online import consent, links
from redball.online.access import Need, Place, place_of
from redball.online.games import UMPIRE
from redball.online.handlers.asking import Asked, means_of, who
from redball.online.handlers.games import Listed, OfferShown, listed, shown
from redball.online.links import invitation
from redball.online.tables import Account, GameRow, Seat
from redball.online.teams import MEMBER
from redball.server.store import NoGame


class LinkShown(msgspec.Struct, frozen=True):
    """A link that can be used once: who made it, for what, until when. `mine`: the asker made it. The link itself is
    shown to nobody again."""

    id: str
    role: str
    side: str
    by: str
    mine: bool
    ends: datetime


class TableShown(msgspec.Struct, frozen=True):
    """The people at a game. `eyes`: the views that the asker may see ("" is open play). `links`: the open invitations,
    for whoever may make some (`invites`). `exports`: they may have the save."""

    game: Listed
    offers: list[OfferShown]
    eyes: list[str]
    umpire: bool
    invites: bool
    exports: bool
    links: list[LinkShown]


class Invited(msgspec.Struct, frozen=True):
    """What a link leads to: a game, and what whoever takes it will be there; a member's `army`, in words. `by`: who
    made the link, which is good until it `ends`."""

    game: Listed
    role: str
    side: str
    by: str
    ends: datetime
    army: str


class Shown(msgspec.Struct, forbid_unknown_fields=True):
    """A link's token."""

    invitation: Annotated[str, Meta(max_length=80)]


def seated(found: Transaction, row: GameRow, account: Any) -> Listed:
    """A game as somebody may read of it."""
    taken = (
        select(Seat, Account.name)
        .outerjoin(Account, Account.id == Seat.account_id)
        .where(Seat.game_id == row.id)
        .order_by(Seat.number)
    )
    return listed(row, [(one[0], one[1] or "") for one in found.execute(taken)], account)


def eyes_of(place: Place) -> list[str]:
    """The views of a game that somebody may see. Open play under fog is shown once the game is over."""
    sides = [one["id"] for one in place.row.sides]
    return [side for side in ("", *sides) if place.looks(side) and (side or place.over or not place.row.fog)]


@get("/api/games/{gid:str}/table", sync_to_thread=True)
def table(request: Asked, gid: FromPath[str]) -> TableShown:
    """Who is at a game, and what they want of each other."""
    asker = request.scope.get("who")
    with means_of(request).database.reading() as found:
        place = place_of(found, gid, asker)  # type: ignore[arg-type]
        invites = place.account is not None and place.meets(Need.MANAGE, "")
        open_links = links.open_links(found, gid) if invites else []
        return TableShown(
            seated(found, place.row, place.account),
            [] if place.late else [shown(one) for one in consent.offers(found, gid)],
            eyes_of(place),
            place.has(UMPIRE),
            invites,
            place.meets(Need.EXPORT, ""),
            [
                LinkShown(one.digest, one.role, one.side, by, one.maker_id == place.account, one.ends)
                for one, by in open_links
            ],
        )


@delete("/api/games/{gid:str}/invitations/{link:str}", sync_to_thread=True)
def withdraw_link(request: Asked, gid: FromPath[str], link: FromPath[str]) -> None:
    """Take a link back."""
    with means_of(request).database.writing() as tx:
        umpire = place_of(tx, gid, who(request)).has(UMPIRE)
        links.withdraw_link(tx, who(request), gid, link, umpire=umpire)


@post("/api/invitations", sync_to_thread=True, status_code=200)
def invited(request: Asked, data: JSONBody[Shown]) -> Invited:
    """What a link leads to, for whoever has it."""
    asker = request.scope.get("who")
    with means_of(request).database.reading() as found:
        one = invitation(found, data.invitation)
        row = found.get(GameRow, one.game_id)
        if row is None:
            raise NoGame(one.game_id)
        maker = found.get(Account, one.maker_id) if one.maker_id is not None else None
        game = seated(found, row, getattr(asker, "id", None))
        army = next((seat.army for seat in game.seats if one.role == MEMBER and seat.number == one.seat), "")
        return Invited(game, one.role, one.side, maker.name if maker is not None else "", one.ends, army)


HANDLERS = [table, withdraw_link, invited]
