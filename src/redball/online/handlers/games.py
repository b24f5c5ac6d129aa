"""The lobby, and what is done with a game as a whole."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from zlib import crc32

import msgspec
from litestar import Response, delete, get, post
from litestar.concurrency import sync_to_thread
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta
from sqlalchemy import Connection, bindparam, or_, select
from sqlalchemy.orm import Session as Transaction

from redball.online import consent, games
from redball.online.access import Place, place_of
from redball.online.accounts import NotThatWay
from redball.online.clocks import DAY, Pace, left, pace_of
from redball.online.games import OPEN, Wish, players_for, seats_of
from redball.online.handlers.asking import Asked, asker_or_none, means_of, who
from redball.online.handlers.thinks import Thinks, thinks_for
from redball.online.late import Delay, cut_of, delay_of
from redball.online.tables import Account, GameRow, Offer, Seat, now, table_of
from redball.online.teams import MEMBER, PLAYER
from redball.server.answers.games import GameInfo, GameMade, SideName, SwitchValue, game_info
from redball.server.answers.playing import Taken
from redball.server.guard import SAVE_TYPE
from redball.server.handlers.asking import actor, session_of
from redball.server.handlers.games import LARGEST_SAVE
from redball.server.handlers.playing import REFUSED, answer
from redball.server.requests import UndoCall

MOST_LISTED = 200
SEAT, OFFER = table_of(Seat), table_of(Offer)


class Joining(msgspec.Struct, forbid_unknown_fields=True):
    """Taking a seat: a side, or what an invitation is for. `share`: what a player adds to the dice; "" something by
    lot."""

    side: Annotated[str, Meta(max_length=40)] = ""
    invitation: Annotated[str, Meta(max_length=80)] = ""
    share: games.Words = ""


class Inviting(msgspec.Struct, forbid_unknown_fields=True):
    """What the one who gets the link will be; a member's `seat`."""

    role: Annotated[str, Meta(max_length=40)] = PLAYER
    side: Annotated[str, Meta(max_length=40)] = ""
    seat: Annotated[int, Meta(ge=0, le=100_000)] = 0


class Link(msgspec.Struct, frozen=True):
    """An invitation: the token, and the address of the page that takes it."""

    token: str
    address: str


class SeatShown(msgspec.Struct, frozen=True):
    """A seat: who has it ("" somebody who is gone), or which bot. `left`: seconds on the clock of a player, less than 0
    when their time is up; null if none runs. `holidays`: seconds in it that are holidays not yet used up, before the
    present decision. `army`: what a member has, in words; their seat may wait for somebody, and then has neither
    account nor bot."""

    role: str
    side: str
    name: str
    bot: str
    you: bool
    left: float | None = None
    holidays: float | None = None
    number: int = 0
    army: str = ""


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A game in the lobby. `decides`: the side that must decide. `about`: what, for whoever plays that side; "" for
    others. `waits`: whose units it is about, by name, where several play that side; nobody's if all may act. `moved`:
    since when. `commitment`: what its dice are committed to, "" if they are not pledged. `switches`: what was chosen
    otherwise than the edition has it. `spectators`: what others may watch: nothing until the end, the view of a side,
    or "" for open play; `late`: how late. Whoever sees it late reads neither how far it is nor whose turn it
    is."""

    id: str
    name: str
    state: str
    scenario: str
    edition: str
    title: str
    sides: list[SideName]
    fog: bool
    private: bool
    turn: int
    actions: int
    decides: str
    about: str
    waits: list[str]
    moved: datetime
    seats: list[SeatShown]
    outcome: dict[str, Any] | None
    commitment: str
    switches: dict[str, SwitchValue]
    pace: Pace
    spectators: str
    late: Delay


class Lobby(msgspec.Struct, frozen=True):
    """`yours`: games in which the asker has a seat, those first in which they must decide. `open`: challenges of others
    that they can take up. `watched`: games of others that can be watched now, also when they are over.
    `commitment`: to the dice of the next game that the asker offers. `bots`: those that may play here."""

    yours: list[Listed]
    open: list[Listed]
    watched: list[Listed]
    commitment: str
    bots: tuple[str, ...]


class Offering(msgspec.Struct, forbid_unknown_fields=True):
    """What is offered to the other sides: end, adjourn, resume."""

    kind: Annotated[str, Meta(max_length=20)]


class Settling(msgspec.Struct, forbid_unknown_fields=True):
    """What the umpire settles: end, adjourn, resume; or rewind, to after action `to`, a point with a name."""

    kind: Annotated[str, Meta(max_length=20)]
    to: Annotated[int, Meta(ge=0, le=10_000_000)] = 0
    name: Annotated[str, Meta(max_length=80)] = ""


class Answering(msgspec.Struct, forbid_unknown_fields=True):
    """Whether the player agrees to an offer."""

    agree: bool


class Replacing(msgspec.Struct, forbid_unknown_fields=True):
    """Who plays a side from now on."""

    side: Annotated[str, Meta(max_length=40)]
    name: Annotated[str, Meta(max_length=40)]


class OfferShown(msgspec.Struct, frozen=True):
    """An offer: who made it, which sides have agreed, and whether it waits (open), is agreed, refused or withdrawn."""

    number: int
    kind: str
    side: str
    agreed: list[str]
    state: str


class At(msgspec.Struct, frozen=True):
    """How far a game is: its lines and its actions. Lines only grow; what a side has said for itself beforehand is
    not among them. `table`: another number when somebody has taken a seat, or something is offered or answered. Whoever
    sees the game late gets how far they see it, with the moment of the last action (`as_of`); lines are steps then.
    `thinks`: a bot that thinks, where a page without a socket asks."""

    type: str
    lines: int
    actions: int
    decides: str
    state: str
    table: int
    as_of: datetime | None = None
    thinks: Thinks | msgspec.UnsetType = msgspec.UNSET


SEATS = (
    select(SEAT.c.number, SEAT.c.account_id, SEAT.c.bot)
    .where(SEAT.c.game_id == bindparam("gid"))
    .order_by(SEAT.c.number)
)
OFFERS = (
    select(OFFER.c.number, OFFER.c.agreed)
    .where(OFFER.c.game_id == bindparam("gid"), OFFER.c.state == consent.WAITING)
    .order_by(OFFER.c.number)
)
"""Who is at a game, and what is offered: what each look at a game asks, made once."""


def at_of(found: Connection | Transaction, place: Place) -> At:
    """How far a game is, for somebody."""
    row = place.row
    if place.late:
        cut = cut_of(found, row)
        return At("at", cut.steps, cut.actions, "", row.state, table_number(found, row.id, late=True), cut.at)
    return At("at", row.told, row.actions, row.decides, row.state, table_number(found, row.id))


def table_number(found: Connection | Transaction, gid: str, *, late: bool = False) -> int:
    """A number that differs when other people are at a game, or other offers wait, of which late spectators do not
    read."""
    asked = (SEATS,) if late else (SEATS, OFFERS)
    there = [tuple(one) for of in asked for one in found.execute(of, {"gid": gid})]
    return crc32(repr(there).encode())


@get("/api/lobby", sync_to_thread=True)
def lobby(request: Asked) -> Lobby:
    """Own games and open challenges."""
    asker = who(request)
    with means_of(request).database.reading() as found:
        mine = select(Seat.game_id).where(Seat.account_id == asker.id)
        theirs = (GameRow.private.is_(False)) & GameRow.id.not_in(mine)
        shows = or_(GameRow.spectators != games.NOTHING, GameRow.state == games.OVER)
        parts = [
            rows_of(found, GameRow.id.in_(mine)),
            rows_of(found, theirs, GameRow.state == OPEN),
            rows_of(found, theirs, GameRow.state != OPEN, shows),
        ]
        seats: dict[str, list[tuple[Seat, str]]] = {row.id: [] for rows in parts for row in rows}
        taken = (
            select(Seat, Account.name)
            .outerjoin(Account, Account.id == Seat.account_id)
            .where(Seat.game_id.in_(seats))
            .order_by(Seat.number)
        )
        for seat, name in found.execute(taken):
            seats[seat.game_id].append((seat, name or ""))
        commitment = games.next_commitment(found, means_of(request).house, asker.id)
        yours, waiting, watched = ([listed(row, seats[row.id], asker.id) for row in rows] for rows in parts)
    yours.sort(key=lambda one: one.moved, reverse=True)
    watched.sort(key=lambda one: one.moved, reverse=True)
    yours.sort(key=lambda one: (one.state == games.OVER, not your_turn(one)))
    return Lobby(yours, waiting, watched, commitment, games.offered_bots(means_of(request).house.bots))


def rows_of(found: Transaction, *conditions: Any) -> list[GameRow]:
    """The games for which conditions hold, those that changed last first."""
    wanted = select(GameRow).where(*conditions).order_by(GameRow.moved.desc()).limit(MOST_LISTED)
    return list(found.scalars(wanted).all())


def your_turn(game: Listed) -> bool:
    """The asker must decide."""
    yours = [seat for seat in game.seats if seat.you and seat.role in (PLAYER, MEMBER) and seat.side == game.decides]
    return any(not game.waits or seat.name in game.waits for seat in yours)


def clock_of(row: GameRow, seat: Seat) -> float | None:
    """Seconds on the clock of a seat, null if it has none."""
    if seat.role != PLAYER or seat.bot or row.state not in (games.PLAYING, games.ADJOURNED):
        return None
    running = row.state == games.PLAYING and row.decides == seat.side
    return left(row, seat.spent, now(), running=running)


def holidays_of(row: GameRow, seat: Seat) -> float | None:
    """Seconds of holidays that a seat has, null without a clock in days."""
    if clock_of(row, seat) is None or pace_of(row).kind != "days":
        return None
    return max(0.0, pace_of(row).holidays * DAY - seat.spent)


def listed(row: GameRow, seats: list[tuple[Seat, str]], account: Any) -> Listed:
    """A game as somebody may read of it."""
    late = Place(row, account, tuple(seat for seat, _ in seats if account and seat.account_id == account)).late
    shown = [
        SeatShown(
            seat.role,
            seat.side,
            name,
            seat.bot,
            seat.account_id is not None and seat.account_id == account,
            None if late else clock_of(row, seat),
            None if late else holidays_of(row, seat),
            seat.number,
            seat.label,
        )
        for seat, name in seats
    ]
    decides = {seat.side for seat in shown if seat.you and seat.role in (PLAYER, MEMBER)}
    return Listed(
        id=row.id,
        name=row.name,
        state=row.state,
        scenario=row.wish["scenario"],
        edition=row.wish["edition"],
        title=row.title,
        sides=[SideName(side["id"], side["name"]) for side in row.sides],
        fog=row.fog,
        private=row.private,
        turn=0 if late else row.turn,
        actions=0 if late else row.actions,
        decides="" if late else row.decides,
        about=row.about if row.decides in decides else "",
        waits=[seat.name for seat in shown if seat.number in row.waits] if row.decides in decides else [],
        moved=row.created if late else row.moved,
        seats=shown,
        outcome=row.outcome,
        commitment=row.pledge["commitment"] if row.pledge is not None else "",
        switches=row.wish["switches"],
        pace=pace_of(row),
        spectators=row.spectators,
        late=delay_of(row),
    )


@post("/api/games", sync_to_thread=True)
def challenge(request: Asked, data: JSONBody[Wish]) -> GameMade:
    """Offer a game, which begins when all sides have players."""
    return GameMade(games.challenge(means_of(request).house, who(request), data))


@post("/api/games/{gid:str}/join", sync_to_thread=True, status_code=200)
def join(request: Asked, gid: FromPath[str], data: JSONBody[Joining]) -> SeatShown:
    """Take a seat."""
    asker = who(request)
    role, side = games.join(means_of(request).house, asker, gid, data.side, data.invitation, data.share)
    return SeatShown(role, side, asker.name, "", True)


@post("/api/games/{gid:str}/invitations", sync_to_thread=True)
def invite(request: Asked, gid: FromPath[str], data: JSONBody[Inviting]) -> Link:
    """Make a link that lets whoever has it take a seat, once."""
    means = means_of(request)
    with means.database.writing() as tx:
        token = games.invite(tx, who(request), gid, data.role, data.side, data.seat)
    return Link(token, f"{means.settings.server.public}/#/join/{gid}/{token}")


@post("/api/games/{gid:str}/resign", sync_to_thread=True, status_code=204)
def resign(request: Asked, gid: FromPath[str]) -> None:
    """Give up."""
    games.resign(means_of(request).house, who(request), gid)


def shown(offer: Offer) -> OfferShown:
    """An offer, as it is told."""
    return OfferShown(offer.number, offer.kind, offer.side, list(offer.agreed), offer.state)


@get("/api/games/{gid:str}/offers", sync_to_thread=True)
def offers(request: Asked, gid: FromPath[str]) -> list[OfferShown]:
    """What waits for an answer."""
    with means_of(request).database.reading() as found:
        late = place_of(found, gid, asker_or_none(request)).late
        return [] if late else [shown(one) for one in consent.offers(found, gid)]


@post("/api/games/{gid:str}/offers", sync_to_thread=True)
def offer(request: Asked, gid: FromPath[str], data: JSONBody[Offering]) -> OfferShown:
    """Offer an end, an adjournment, or to go on."""
    return shown(consent.offer(means_of(request).house, who(request), gid, data.kind))


@post("/api/games/{gid:str}/offers/{number:int}", sync_to_thread=True, status_code=200)
def answer_offer(request: Asked, gid: FromPath[str], number: FromPath[int], data: JSONBody[Answering]) -> OfferShown:
    """Agree to an offer, refuse it, or take it back as its maker."""
    return shown(consent.answer(means_of(request).house, who(request), gid, number, data.agree))


@post("/api/games/{gid:str}/settle", sync_to_thread=True, status_code=204)
def settle(request: Asked, gid: FromPath[str], data: JSONBody[Settling]) -> None:
    """The umpire ends or adjourns the game, lets it go on, or goes back."""
    if data.kind == "rewind":
        consent.settle_rewind(means_of(request).house, who(request), gid, data.to, data.name)
        return
    consent.settle(means_of(request).house, who(request), gid, data.kind)


@post("/api/games/{gid:str}/players", sync_to_thread=True, status_code=204)
def replace_player(request: Asked, gid: FromPath[str], data: JSONBody[Replacing]) -> None:
    """The umpire gives a side to another account."""
    consent.replace_player(means_of(request).house, who(request), gid, data.side, data.name)


@post("/api/games/import", request_max_body_size=LARGEST_SAVE)
async def take_in(request: Asked, side: FromQuery[str] = "") -> GameMade:
    """A private game from a save file: the one who imports it plays `side`, others are invited."""
    raw = await request.body()
    if len(raw) > means_of(request).settings.limits.save:
        raise NotThatWay(f"a save may have {means_of(request).settings.limits.save} bytes")
    return GameMade(await sync_to_thread(games.take_in, means_of(request).house, who(request), raw, side))


@post("/api/games/{gid:str}/claim", sync_to_thread=True, status_code=204)
def claim(request: Asked, gid: FromPath[str]) -> None:
    """Say that the other side's time is up."""
    games.claim(means_of(request).house, who(request), gid)


@delete("/api/games/{gid:str}", sync_to_thread=True)
def withdraw(request: Asked, gid: FromPath[str]) -> None:
    """Take back a challenge that has not begun."""
    games.withdraw(means_of(request).house, who(request), gid)


@get("/api/games/{gid:str}", sync_to_thread=True)
def game(request: Asked, gid: FromPath[str]) -> GameInfo:
    """The fixed facts of a game. `players`: `human` for the sides of the one who asks, `away` for all others."""
    asker = request.scope.get("who")
    with means_of(request).database.reading() as found:
        players = players_for(seats_of(found, gid), getattr(asker, "id", None))
    with session_of(request, gid) as session:
        return msgspec.structs.replace(game_info(session), id=gid, players=players)


@get("/api/games/{gid:str}/at", sync_to_thread=True)
def at(request: Asked, gid: FromPath[str]) -> At:
    """How far a game is, for a page that has no socket."""
    means = means_of(request)
    with means.database.reading() as found:
        place = place_of(found, gid, asker_or_none(request))
        told, thinks = at_of(found, place), thinks_for(means.live.far(gid), place)
    return msgspec.structs.replace(told, thinks=thinks) if thinks.side else told


@get("/api/games/{gid:str}/save", sync_to_thread=True, media_type=SAVE_TYPE)
def save(request: Asked, gid: FromPath[str]) -> Response[bytes]:
    """The save file, with both sides' secrets."""
    return Response(
        means_of(request).house.export(gid),
        media_type=SAVE_TYPE,
        headers={"Content-Disposition": f'attachment; filename="{gid}.redball"'},
    )


@post("/api/games/{gid:str}/undo", sync_to_thread=True, status_code=200, responses=REFUSED)
def undo(request: Asked, gid: FromPath[str], data: JSONBody[UndoCall]) -> Response[Taken]:
    """Undo what nothing seals. Further back needs the consent of all, which one player cannot give for the others."""
    if data.to is not None or data.consent:
        raise NotThatWay("going back this far needs the consent of all who play")
    with session_of(request, gid) as session:
        session.check_seq(data.seq)
        refused = session.undo(actor(session, data.side), data.steps)
        return answer(session, data, len(session.game.records), refused)


HANDLERS = [
    lobby,
    challenge,
    take_in,
    join,
    invite,
    resign,
    claim,
    offers,
    offer,
    answer_offer,
    settle,
    replace_player,
    withdraw,
    game,
    at,
    undo,
    save,
]
