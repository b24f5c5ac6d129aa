"""Who may do what: each address has a need, and the door holds it before the handler runs.

An address that has no need here is refused. Game addresses name a `side`, in the query or the body: it must be one that
the asker's seat may look through, or play.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from enum import Enum, auto
from typing import Any, NamedTuple
from uuid import UUID

from litestar.concurrency import sync_to_thread
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import (
    HTTPException,
    NotAuthorizedException,
    PermissionDeniedException,
    WebSocketException,
)
from litestar.handlers import BaseRouteHandler
from sqlalchemy import ColumnElement, Connection, Select, bindparam, select
from sqlalchemy.orm import Session as Transaction

from redball.online.accounts import SEEN, Asker, TooOften, asker_of, digest, note_use
from redball.online.book import Seen
from redball.online.database import Database
from redball.online.games import NOTHING, OVER, PLAYING, SPECTATOR, UMPIRE
from redball.online.late import SUFFIX, is_late
from redball.online.limits import Window
from redball.online.settings import Settings
from redball.online.statements import Statement
from redball.online.tables import Account, GameRow, Login, Seat, now, table_of
from redball.online.teams import MEMBER, PLAYER
from redball.server.store import NoGame

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
UNCOUNTED = ("/assets", "/api/health")
"""What may be asked for as often as one likes."""
REFUSED_BY_SOCKET = 4000
"""A socket is closed with this and the status that a call would be answered with."""


class Need(Enum):
    """What an address needs of whoever asks."""

    ANYONE = auto()
    ACCOUNT = auto()
    KNOWN = auto()
    """May know that the game is there: it is public, or they have a seat in it or an invitation to it."""
    LOOK = auto()
    """May see the view of the side that is named; "" is open play."""
    ACT = auto()
    """Plays the side that is named, or part of it, in a game that is being played."""
    LEAD = auto()
    """Is the player of the side that is named, not only a member, in a game that is being played."""
    CHIEF = auto()
    """The same in a game that is not over."""
    PLAYER = auto()
    """Plays a side, whichever."""
    UMPIRE = auto()
    """Is the game's umpire."""
    MANAGE = auto()
    """Made the game, plays in it or is its umpire."""
    SEAT = auto()
    """Has any seat in it."""
    EXPORT = auto()
    """May have the save, with everybody's secrets: the umpire, or whoever plays once the game is over."""


QUESTIONS = (
    "view", "replay", "log", "standing", "reach", "rail", "shipping", "range", "why", "cost", "mission", "construction",
    "supply", "cuts", "bills", "entries", "fuel", "odds", "plan", "strokes", "barrage", "theatre", "supply-net",
    "rail-net", "ground", "formation", "way", "march", "orders", "dice", "sea", "rewind", "team",
    "warnings", "approaches", "cut-map", "budget", "modes",
)  # fmt: skip
ORDERS = ("act", "macro", "undo", "redo", "trial", "ready", "lend", "prepared", "send")
OF_CHIEFS = ("standing", "rewind", "agree")
GAME = "/api/games/{gid}"
NEEDS: dict[tuple[str, str], Need] = {
    ("GET", "/api/health"): Need.ANYONE,
    ("GET", "/metrics"): Need.ANYONE,
    ("GET", "/api/editions"): Need.ANYONE,
    ("GET", "/api/scenarios"): Need.ANYONE,
    ("GET", "/api/scenarios/{name}"): Need.ANYONE,
    ("GET", "/schema/openapi.json"): Need.ANYONE,
    ("GET", "/schema"): Need.ANYONE,
    ("GET", "/schema/{path}"): Need.ANYONE,
    ("GET", "/"): Need.ANYONE,
    ("GET", "/{file_path}"): Need.ANYONE,
    ("GET", "/g/{gid}"): Need.ANYONE,
    ("POST", "/api/accounts"): Need.ANYONE,
    ("POST", "/api/guests"): Need.ANYONE,
    ("POST", "/api/invitations"): Need.ANYONE,
    ("POST", "/api/session"): Need.ANYONE,
    ("POST", "/api/session/passkey/begin"): Need.ANYONE,
    ("POST", "/api/session/passkey"): Need.ANYONE,
    ("POST", "/api/me/passkeys/begin"): Need.ACCOUNT,
    ("POST", "/api/me/passkeys"): Need.ACCOUNT,
    ("POST", "/api/me/passkeys/{credential}/remove"): Need.ACCOUNT,
    ("POST", "/api/me/proof/begin"): Need.ACCOUNT,
    ("DELETE", "/api/session"): Need.ANYONE,
    ("GET", "/api/me"): Need.ACCOUNT,
    ("POST", "/api/me/erase"): Need.ACCOUNT,
    ("GET", "/api/me/export"): Need.ACCOUNT,
    ("POST", "/api/me/password"): Need.ACCOUNT,
    ("POST", "/api/me/name"): Need.ACCOUNT,
    ("GET", "/api/me/ways"): Need.ACCOUNT,
    ("DELETE", "/api/me/sessions"): Need.ACCOUNT,
    ("GET", "/api/me/notices"): Need.ACCOUNT,
    ("POST", "/api/me/notices"): Need.ACCOUNT,
    ("GET", "/api/me/browsers"): Need.ACCOUNT,
    ("POST", "/api/me/browsers"): Need.ACCOUNT,
    ("DELETE", "/api/me/browsers/{browser}"): Need.ACCOUNT,
    ("POST", "/api/me/email"): Need.ACCOUNT,
    ("POST", "/api/email"): Need.ANYONE,
    ("POST", "/api/reset"): Need.ANYONE,
    ("POST", "/api/reset/finish"): Need.ANYONE,
    ("POST", "/api/unsubscribe"): Need.ANYONE,
    ("GET", "/api/lobby"): Need.ACCOUNT,
    ("POST", "/api/games"): Need.ACCOUNT,
    ("POST", "/api/games/import"): Need.ACCOUNT,
    ("POST", f"{GAME}/join"): Need.ACCOUNT,
    ("GET", f"{GAME}/table"): Need.KNOWN,
    ("GET", f"{GAME}/offers"): Need.KNOWN,
    ("POST", f"{GAME}/offers"): Need.PLAYER,
    ("POST", f"{GAME}/claim"): Need.PLAYER,
    ("POST", GAME + "/offers/{number}"): Need.PLAYER,
    ("POST", f"{GAME}/settle"): Need.UMPIRE,
    ("POST", f"{GAME}/players"): Need.UMPIRE,
    ("GET", GAME): Need.KNOWN,
    ("GET", f"{GAME}/at"): Need.KNOWN,
    ("GET", f"{GAME}/bot-plans"): Need.KNOWN,
    ("GET", f"{GAME}/live"): Need.LOOK,
    ("GET", f"{GAME}/posts"): Need.SEAT,
    ("POST", f"{GAME}/posts"): Need.SEAT,
    ("DELETE", GAME + "/posts/{post}"): Need.SEAT,
    ("DELETE", GAME): Need.MANAGE,
    ("POST", f"{GAME}/invitations"): Need.MANAGE,
    ("DELETE", GAME + "/invitations/{link}"): Need.MANAGE,
    ("POST", f"{GAME}/resign"): Need.PLAYER,
    ("GET", f"{GAME}/save"): Need.EXPORT,
    ("GET", f"{GAME}/prepared"): Need.ACT,
    **{("GET", f"{GAME}/{what}"): Need.LOOK for what in QUESTIONS},
    **{("POST", f"{GAME}/{what}"): Need.ACT for what in ORDERS},
    **{("POST", f"{GAME}/{what}"): Need.LEAD for what in OF_CHIEFS},
    ("POST", f"{GAME}/team"): Need.CHIEF,
}
OF_SIDES = frozenset({Need.LOOK, Need.ACT, Need.LEAD, Need.CHIEF})
ABOUT_GAMES = frozenset(Need) - {Need.ANYONE, Need.ACCOUNT}


ALWAYS = {
    403: "The page that asks is not the server's own, or the asker may not do this.",
    421: "The server is asked by a name that it does not answer to.",
    429: "The asker asks too often.",
    503: "The database does not answer: what was asked for may have been done.",
}
OF_BODIES = {413: "The body is too large.", 415: "The body is of a type that the server does not take."}
SIGN_IN = {401: "The asker is not signed in, or not with this name and password."}
OF_GAMES = {
    404: "There is no such game, or the asker may not know of it.",
    409: "The asker's game is behind: another action was taken first.",
    507: "The database takes nothing, so nothing was done.",
}


def refusals(method: str, path: str) -> dict[int, str]:
    """With which statuses the server may refuse a call, whatever its handler says, and why."""
    need = NEEDS[method, path]
    found = dict(ALWAYS)
    if need is not Need.ANYONE or method not in SAFE:
        found |= SIGN_IN
    if method == "POST":
        found |= OF_BODIES
    return found | OF_GAMES if need in ABOUT_GAMES else found


class Held(NamedTuple):
    """A seat that somebody has, as far as it says what they may do."""

    number: int
    role: str
    side: str


class Place(NamedTuple):
    """What somebody is in a game: the game's row, and their seats."""

    row: GameRow
    account: UUID | None
    seats: tuple[Seat | Held, ...]

    @property
    def sides(self) -> set[str]:
        """The sides that they play, alone or as chief."""
        return {seat.side for seat in self.seats if seat.role == PLAYER}

    @property
    def fights(self) -> set[str]:
        """The sides that they play, or play part of."""
        return {seat.side for seat in self.seats if seat.role in (PLAYER, MEMBER)}

    @property
    def over(self) -> bool:
        """The game is over."""
        return self.row.state == OVER

    def has(self, role: str) -> bool:
        """They have a seat with that role."""
        return any(seat.role == role for seat in self.seats)

    def knows(self) -> bool:
        """They may know that the game is there."""
        return not self.row.private or bool(self.seats) or self.made

    @property
    def late(self) -> bool:
        """They see the game late."""
        return is_late(self.row) and not self.fights and not self.has(UMPIRE)

    @property
    def made(self) -> bool:
        """They made the game."""
        return self.account is not None and self.row.maker_id == self.account

    def looks(self, side: str) -> bool:
        """They may see the view of a side; "" is open play."""
        if self.has(UMPIRE) or side in self.fights:
            return True
        if self.fights:
            return self.over or (not side and not self.row.fog)
        if self.row.private and not self.has(SPECTATOR):
            return False
        return self.row.spectators == side if self.row.spectators != NOTHING else self.over

    def meets(self, need: Need, side: str) -> bool:
        """The need is met."""
        match need:
            case Need.KNOWN:
                return self.knows()
            case Need.LOOK:
                return self.looks(side)
            case Need.ACT:
                return side in self.fights and self.row.state == PLAYING
            case Need.LEAD:
                return side in self.sides and self.row.state == PLAYING
            case Need.CHIEF:
                return side in self.sides and not self.over
            case Need.PLAYER:
                return bool(self.sides)
            case Need.UMPIRE:
                return self.has(UMPIRE)
            case Need.SEAT:
                return bool(self.seats)
            case Need.MANAGE:
                return self.made or bool(self.sides) or self.has(UMPIRE)
            case Need.EXPORT:
                return self.has(UMPIRE) or (self.over and bool(self.fights))
            case _:
                return True


class Door:
    """Lets in whoever may come in; notes in the request who asks (`asker`, an account's id, and `who`)."""

    def __init__(self, database: Database, settings: Settings, cookie: str) -> None:
        self._database, self._settings, self._cookie = database, settings, cookie
        self._changes = Window(settings.limits.changes)
        self._requests, self._sockets = Window(settings.limits.requests), Window(settings.limits.requests)

    async def __call__(self, connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
        """Refuse the request, or let it pass.

        Raises NotAuthorizedException (401), PermissionDeniedException (403), NoGame (404), TooOften (429); for a socket
        WebSocketException with the code that has the status in it.
        """
        if connection.scope["type"] != ScopeType.WEBSOCKET:
            if not str(connection.scope["path"]).startswith(UNCOUNTED):
                self._count(connection, self._requests)
            await self._check(connection)
            return
        try:
            self._count(connection, self._sockets)
            await self._check(connection)
        except (HTTPException, NoGame, TooOften, ValueError) as error:
            sentence = error.detail if isinstance(error, HTTPException) else str(error)
            raise WebSocketException(detail=sentence, code=REFUSED_BY_SOCKET + status_of(error)) from error

    @staticmethod
    def _count(connection: ASGIConnection[Any, Any, Any, Any], asked: Window) -> None:
        """Count one more for the address that asks.

        Raises TooOften.
        """
        if not asked.allows(connection.client.host if connection.client is not None else ""):
            raise TooOften("you ask for too much in a minute: wait a little")

    async def _check(self, connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        scope = connection.scope
        method = str(scope.get("method", "GET"))
        need = NEEDS.get(("GET" if method == "HEAD" else method, str(scope.get("path_template", ""))))
        if need is None:
            raise PermissionDeniedException("nobody may ask for this address")
        token = connection.cookies.get(self._cookie, "")
        risky = method not in SAFE or scope["type"] == ScopeType.WEBSOCKET
        if token and risky and not says_where_from(connection):
            raise PermissionDeniedException("the request does not say from which page it comes")
        gid = str(connection.path_params.get("gid", "")) if need in ABOUT_GAMES else ""
        side = await side_of(connection) if need in OF_SIDES else ""
        who = None
        if need is not Need.ANYONE or token:
            who, place, note = await self._database.read(self._let_in, token, need, gid, side)
            if note:
                await sync_to_thread(self._note_use, token)
            if place is not None and place.late:
                scope["game"] = gid + SUFFIX  # type: ignore[typeddict-unknown-key]
            elif place is not None:
                scope["seen"] = Seen(place.row.lines, place.row.teams)  # type: ignore[typeddict-unknown-key]
        if who is not None and method not in SAFE and not self._changes.allows(str(who.id)):
            raise TooOften("you ask for too much in a minute: wait a little")
        if who is not None:
            scope["asker"], scope["who"] = str(who.id), who  # type: ignore[typeddict-unknown-key]

    def _let_in(self, token: str, need: Need, gid: str, side: str) -> tuple[Asker | None, Place | None, bool]:
        """Who asks, what they are in the game, and whether it should be noted that the session was used.

        Raises as the call.
        """
        if need in ABOUT_GAMES:
            with self._database.asking() as found:
                place, who, note = places_by(found, gid, (token,))[token]
            self._hold(place, need, side)
            return who, place, note
        with self._database.reading() as tx:
            who, note = asker_of(tx, token)
        if need is not Need.ANYONE and who is None:
            raise NotAuthorizedException("sign in first")
        return who, None, note

    def _note_use(self, token: str) -> None:
        with self._database.writing() as tx:
            note_use(tx, token, self._settings.accounts.days)

    @staticmethod
    def _hold(place: Place, need: Need, side: str) -> None:
        if not place.knows():
            raise NoGame(place.row.id)
        if place.meets(need, side):
            return
        if place.account is None:
            raise NotAuthorizedException("sign in first")
        raise PermissionDeniedException(refused(place, need, side))


def refused(place: Place, need: Need, side: str) -> str:
    """Why not, in a sentence."""
    if need in (Need.ACT, Need.LEAD) and side in (place.fights if need is Need.ACT else place.sides):
        return "the game is not being played"
    if need in (Need.LEAD, Need.CHIEF) and side in place.fights:
        return "this is for the chief of your side"
    if need in OF_SIDES:
        return f"your seat in this game does not let you {'see' if need is Need.LOOK else 'play'} that side"
    return "your seat in this game does not let you do that"


def status_of(error: Exception) -> int:
    """The status of a call that is refused in this way."""
    if isinstance(error, HTTPException):
        return error.status_code
    return 404 if isinstance(error, NoGame) else 429 if isinstance(error, TooOften) else 400


def says_where_from(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """The request names the page it comes from, as browsers do; the guard has checked whether that is ours."""
    return "origin" in connection.headers or "sec-fetch-site" in connection.headers


async def side_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The side that a request names: in the query, or in the body of a POST. "" if none.

    Raises ValueError if the query names it twice: the handler might read the other one.
    """
    if connection.scope.get("method") != "POST":
        named = connection.query_params.getall("side", [])
        if len(named) > 1:
            raise ValueError("name one side")
        return str(named[0]) if named else ""
    body = await connection.json()  # type: ignore[attr-defined]
    side = body.get("side", "") if isinstance(body, dict) else ""
    return side if isinstance(side, str) else ""


GAMES, LOGIN, ACCOUNT, SEAT = table_of(GameRow), table_of(Login), table_of(Account), table_of(Seat)
OF_PLACES = (
    "id", "state", "fog", "private", "spectators", "maker_id", "created",
    "lines", "told", "actions", "decides", "posts", "teams", "late", "beforehand",
)  # fmt: skip
"""What a place, and a look at the game for sockets, reads of the game's row."""


def by_sessions(those: ColumnElement[bool]) -> Select[Any]:
    """A game, and the seats in it of those who have these sessions."""
    return (
        select(
            *(GAMES.c[name] for name in OF_PLACES),
            *(SEAT.c.number, SEAT.c.role, SEAT.c.side, LOGIN.c.digest, LOGIN.c.seen),
            *(ACCOUNT.c.id.label("account"), ACCOUNT.c.name.label("known_as"), ACCOUNT.c.guest),
        )
        .select_from(GAMES)
        .outerjoin(LOGIN, those & (LOGIN.c.ends > bindparam("present")))
        .outerjoin(ACCOUNT, (ACCOUNT.c.id == LOGIN.c.account_id) & ACCOUNT.c.blocked.is_(None))
        .outerjoin(SEAT, (SEAT.c.game_id == GAMES.c.id) & (SEAT.c.account_id == ACCOUNT.c.id))
        .where(GAMES.c.id == bindparam("gid"))
    )


BY_TOKEN = Statement(by_sessions(LOGIN.c.digest == bindparam("session")))
BY_TOKENS = by_sessions(LOGIN.c.digest.in_(bindparam("sessions", expanding=True)))
"""Each click asks this for one session, and a look at the game for those of all who listen. So it is one query, and
built once."""


class Known(NamedTuple):
    """What somebody is in a game, who they are, and whether it should be noted that their session was used."""

    place: Place
    who: Asker | None
    note: bool


def places_by(found: Connection | Transaction, gid: str, tokens: Collection[str]) -> dict[str, Known]:
    """What those who have sessions by these tokens are in a game, by token.

    Raises NoGame.
    """
    present = now()
    sessions = {token: digest(token) for token in tokens if token}
    rows: Sequence[Any] = []
    if len(gid) <= 12 and len(sessions) == 1:
        rows = BY_TOKEN.find(found, gid=gid, session=next(iter(sessions.values())), present=present)
    elif len(gid) <= 12:
        asked = {"gid": gid, "sessions": [*sessions.values()], "present": present}
        rows = found.execute(BY_TOKENS, asked).all()
    if not rows:
        raise NoGame(gid)
    row: GameRow = rows[0]  # it has those columns
    seats: dict[str, list[Held]] = defaultdict(list)
    askers: dict[str, tuple[Asker, bool]] = {}
    for one in rows:
        if one.account is None:
            continue
        askers[one.digest] = Asker(one.account, one.known_as, one.guest), one.seen < present - SEEN
        if one.number is not None:
            seats[one.digest].append(Held(one.number, one.role, one.side))

    def known(session: str) -> Known:
        who, note = askers.get(session, (None, False))
        return Known(Place(row, who.id if who is not None else None, tuple(seats[session])), who, note)

    return {token: known(sessions.get(token, "")) for token in tokens}


def place_of(found: Transaction, gid: str, who: Asker | None) -> Place:
    """What somebody is in a game.

    Raises NoGame.
    """
    row = found.get(GameRow, gid) if len(gid) <= 12 else None
    if row is None:
        raise NoGame(gid)
    seats = (
        found.scalars(select(Seat).where(Seat.game_id == gid, Seat.account_id == who.id)).all()
        if who is not None
        else ()
    )
    return Place(row, who.id if who is not None else None, tuple(seats))
