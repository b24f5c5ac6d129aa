"""Games of people: open challenges, taking a seat, the beginning, resignation."""

from __future__ import annotations

import secrets
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import Meta
from sqlalchemy import func, select
from sqlalchemy.orm import Session as Transaction

from redball.bots import BOTS, thinks
from redball.bots.planner import LEVELS
from redball.core.errors import in_short
from redball.game.fair import LONGEST_SHARE, Pledge
from redball.game.game import Game
from redball.game.save import lines_in, load_found
from redball.online.accounts import Asker, NotThatWay, audit, digest, new_token
from redball.online.clocks import Pace, time_is_up
from redball.online.house import House, new_id
from redball.online.late import Delay
from redball.online.links import (
    SUBSTITUTE,
    UMPIRES_COME_FIRST,
    all_played,
    invitation,
    must_play,
    seat_passed_on,
    use_up,
)
from redball.online.notices import note_decision
from redball.online.pledges import a_share, kept, next_pledge, pledge_from
from redball.online.settings import Bots
from redball.online.tables import Account, GameRow, Invitation, Seat, now
from redball.online.teams import MEMBER, PLAYER, seats_invited_to, take_seat, vacant
from redball.scenarios.load import is_installed, shipped_names
from redball.server.answers.games import SwitchValue
from redball.server.listing import plain
from redball.server.session import HUMAN
from redball.server.store import NoGame

UMPIRE, SPECTATOR = "umpire", "spectator"
ROLES = (PLAYER, MEMBER, UMPIRE, SPECTATOR)
NOTHING, OPEN_PLAY = "nothing", ""
"""What spectators see: nothing until the end, or open play. Otherwise it is the view of a side."""
OPEN, PLAYING, ADJOURNED, OVER = "open", "playing", "adjourned", "over"
INVITED_FOR = timedelta(days=30)
Words = Annotated[str, Meta(max_length=LONGEST_SHARE)]


class Wish(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A challenge. `side`: the maker's ("" the maker plays none, but is the umpire); `bots` play the sides named.
    `spectators`: nothing, or the side whose view they get, or "" for open play. `private`: only by invitation.
    `late`: how late they see it. `share`: what the maker adds to the dice, if they play; "" something by lot.
    `commitment`: what the dice must have been committed to, as the lobby showed it; "" whatever it is."""

    scenario: str
    edition: str = ""
    switches: dict[str, SwitchValue] = {}
    charts: str = ""
    name: Annotated[str, Meta(max_length=80)] = ""
    side: str = ""
    bots: dict[str, str] = {}
    private: bool = False
    spectators: str = NOTHING
    late: Delay = Delay()
    pace: Pace = Pace()
    share: Words = ""
    commitment: Annotated[str, Meta(max_length=64)] = ""


def new_game(wish: dict[str, Any], pledge: Pledge | None = None) -> Game:
    """The game of a challenge: with pledged dice, or with a seed that no player chooses or sees.

    Raises ValueError (and its kinds) for a scenario, edition, switch or chart file that is none.
    """
    return Game.new(
        wish["scenario"],
        seed=secrets.randbelow(2**53),
        switches=wish["switches"],
        edition=wish["edition"],
        charts=wish["charts"],
        alone=True,
        pledge=pledge,
    )


def challenge(house: House, asker: Asker, wish: Wish) -> str:
    """A new challenge; its id. It begins at once if bots play all sides but the maker's.

    Raises ValueError (and its kinds) for a wish that cannot be met.
    """
    if not is_installed(wish.scenario):
        raise NotThatWay(
            f"there is no scenario {in_short(wish.scenario, 60)!r}; there are: {', '.join(shipped_names())}"
        )
    kept_wish = msgspec.to_builtins(wish)
    game = new_game(kept_wish)
    scenario, world = game.world.scenario, game.world
    kept_wish["edition"] = world.edition.name  # who reads of the challenge is told, also where it was not chosen
    _check_sides(wish, world.sides, house.bots)
    row = GameRow(
        id=new_id(),
        name=plain(wish.name),
        wish={name: kept_wish[name] for name in ("scenario", "edition", "switches", "charts")},
        title=scenario.title,
        sides=[{"id": side.id, "name": side.name} for side in scenario.sides],
        fog=bool(world.switches["fog"]),
        private=wish.private,
        spectators=wish.spectators,
        late=kept_wish["late"],
        pace=kept_wish["pace"],
        maker_id=asker.id,
    )
    with house.database.writing() as tx:
        pledge = _pledged(tx, house, asker, wish)
        row.pledge = kept(pledge)
        tx.add(row)
        tx.flush()
        number = 0
        for side in world.sides:
            if side == wish.side or side in wish.bots:
                number += 1
                person = asker.id if side == wish.side else None
                tx.add(Seat(game_id=row.id, number=number, account_id=person, side=side, bot=wish.bots.get(side, "")))
        if not wish.side:
            tx.add(Seat(game_id=row.id, number=number + 1, account_id=asker.id, role=UMPIRE))
        audit(tx, "challenge", asker.id, game=row.id)
        begun = number == len(world.sides)
        if begun:
            _begin(house, tx, row, new_game(kept_wish, pledge))
    if begun:
        house.wake_bots()
    return row.id


def _pledged(tx: Transaction, house: House, asker: Asker, wish: Wish) -> Pledge:
    """The dice of a challenge, with the shares of its maker and of the bots; the next challenge has others.

    Raises NotThatWay for words that are no share, or if the dice were committed to otherwise than the maker noted.
    """
    account = tx.get_one(Account, asker.id, with_for_update=True)
    pledge = next_pledge(house.key, account.id, account.challenges)
    if wish.commitment not in ("", pledge.commitment):
        raise NotThatWay("the commitment to your next game's dice is another one by now: note it again")
    account.challenges += 1
    for side in filter(None, (wish.side, *wish.bots)):
        pledge = with_share(pledge, side, wish.share if side == wish.side else "")
    return pledge


def with_share(pledge: Pledge, side: str, words: str) -> Pledge:
    """The pledge with what a player adds; "" adds something by lot.

    Raises NotThatWay for words that are no share.
    """
    try:
        return pledge.with_share(side, words or a_share())
    except ValueError as error:
        raise NotThatWay(str(error)) from error


def next_commitment(tx: Transaction, house: House, account: UUID) -> str:
    """What the dice of the next game that an account offers are committed to."""
    return next_pledge(house.key, account, tx.get_one(Account, account).challenges).commitment


def _check_sides(wish: Wish, sides: tuple[str, ...], bots: Bots) -> None:
    """Check who plays.

    Raises NotThatWay.
    """
    for side in filter(None, (wish.side, *wish.bots)):
        if side not in sides:
            raise NotThatWay(f"there is no side {side[:40]!r}; there are: {', '.join(sides)}")
    for bot in wish.bots.values():
        _check_bot(bot, bots)
    if wish.side in wish.bots:
        raise NotThatWay(f"a bot and you cannot both play {wish.side}")
    if wish.spectators not in (NOTHING, OPEN_PLAY, *sides):
        raise NotThatWay(f"spectators see {NOTHING!r}, the view of a side, or open play ('')")
    if sum(map(bool, msgspec.structs.astuple(wish.late))) > 1:
        raise NotThatWay("spectators see the game some actions, hours or Game Turns late: choose one of these")


def offered_bots(bots: Bots) -> tuple[str, ...]:
    """The bots that may play here: those that think only if the operator lets so many games be imagined."""
    most = LEVELS[bots.level].rollouts if bots.thinking else 0
    return tuple(name for name in BOTS if not thinks(name) or (name in LEVELS and LEVELS[name].rollouts <= most))


def _check_bot(name: str, bots: Bots) -> None:
    """Check that a bot may play here.

    Raises NotThatWay.
    """
    offered = offered_bots(bots)
    if name not in offered:
        why = f"{name!r} thinks too long to play here" if name in BOTS else f"there is no bot {name[:40]!r}"
        raise NotThatWay(f"{why}; there are: {', '.join(sorted(offered))}")


def _begin(house: House, tx: Transaction, row: GameRow, game: Game) -> None:
    row.state = PLAYING
    house.begin(tx, row, game)


def row_of(tx: Transaction, gid: str, *, lock: bool = False) -> GameRow:
    """The row of a game.

    Raises NoGame.
    """
    row = tx.get(GameRow, gid, with_for_update=lock or None) if len(gid) <= 12 else None
    if row is None:
        raise NoGame(gid)
    return row


def seats_of(tx: Transaction, gid: str) -> list[Seat]:
    """The seats of a game, in order."""
    return list(tx.scalars(select(Seat).where(Seat.game_id == gid).order_by(Seat.number)).all())


def join(house: House, asker: Asker, gid: str, side: str, token: str = "", share: str = "") -> tuple[str, str]:
    """Take a seat: of a side that nobody has, what the invitation is for, or that of a player whom one stands in for
    or who is gone. The last player begins the game. A player adds `share` to the dice. Returns the role and the side.

    Raises NoGame, NotThatWay.
    """
    with house.database.reading() as found:
        if row_of(found, gid).state == OPEN:
            new_game(row_of(found, gid).wish)  # what it reads is in memory then, so that the transaction is a short one
    with house.database.writing() as tx:
        row = row_of(tx, gid, lock=True)
        invited = invitation(tx, token) if token else None
        role, side, number = _used(tx, row, token) if token else (PLAYER, side, 0)
        if not token and row.private and row.maker_id != asker.id:
            raise NoGame(gid)
        seats = seats_of(tx, gid)
        passed_on = seat_passed_on(seats, role, side, invited)
        role = PLAYER if role == SUBSTITUTE else role
        _check_free(row, [seat for seat in seats if seat is not passed_on], asker, role, side)
        if passed_on is not None:
            passed_on.account_id = asker.id
        elif role == MEMBER:
            take_seat(tx, asker, row, number)
        else:
            number = max([0, *(seat.number for seat in seats), *seats_invited_to(tx, gid)]) + 1
            tx.add(Seat(game_id=gid, number=number, account_id=asker.id, role=role, side=side))
        audit(tx, "seat", asker.id, game=gid, role=role, side=side)
        taken = {seat.side for seat in seats if seat.role == PLAYER} | ({side} if role == PLAYER else set())
        complete = taken == {one["id"] for one in row.sides}
        resumed = row.state == ADJOURNED and complete and role == PLAYER and passed_on is None
        if resumed:
            row.state = PLAYING
        if resumed or passed_on is not None:
            tx.flush()
            note_decision(tx, row)
        pledge = pledge_from(row.pledge, house.key) if row.pledge is not None else None
        if pledge is not None and row.state == OPEN and role == PLAYER and passed_on is None:
            pledge = with_share(pledge, side, share)
            row.pledge = kept(pledge)
        begun = row.state == OPEN and complete
        if begun:
            tx.flush()
            _begin(house, tx, row, new_game(row.wish, pledge))
        house.database.announce(tx, gid, row.lines)
    if resumed or passed_on is not None:
        house.forget(gid)
    else:
        house.stir(gid)
    if begun or resumed:
        house.wake_bots()
    return role, side


def _check_free(row: GameRow, seats: list[Seat], asker: Asker, role: str, side: str) -> None:
    """Check that somebody may take a place.

    Raises NotThatWay.
    """
    own = [seat for seat in seats if seat.account_id == asker.id]
    if own:
        raise NotThatWay("you have a seat in this game already")
    if role == UMPIRE and all_played(seats, {one["id"] for one in row.sides}):
        raise NotThatWay(UMPIRES_COME_FIRST)
    if role != PLAYER:
        return
    if side not in {one["id"] for one in row.sides}:
        raise NotThatWay(f"there is no side {side[:40]!r}")
    if any(seat.role == PLAYER and seat.side == side for seat in seats):
        raise NotThatWay(f"somebody plays {side} already")


# --- invitations -------------------------------------------------------------------------------------------------


def invite(tx: Transaction, asker: Asker, gid: str, role: str, side: str, seat: int = 0) -> str:
    """A link's token for one more seat; only the chief of a side invites to the seats of its members.

    Raises NoGame, NotThatWay.
    """
    row, seats = row_of(tx, gid), seats_of(tx, gid)
    if role not in (*ROLES, SUBSTITUTE):
        raise NotThatWay(f"there is no role {role[:40]!r}; there are: {', '.join((*ROLES, SUBSTITUTE))}")
    if role == SUBSTITUTE:
        must_play(seats, asker, side)
    if role == UMPIRE and all_played(seats, {one["id"] for one in row.sides}):
        raise NotThatWay(UMPIRES_COME_FIRST)
    if role == PLAYER and side not in {one["id"] for one in row.sides}:
        raise NotThatWay(f"there is no side {side[:40]!r}")
    if role == MEMBER:
        leads = any((one.account_id, one.role, one.side) == (asker.id, PLAYER, side) for one in seats)
        if not leads or not vacant(tx, gid, side, seat):
            raise NotThatWay("you are not the chief of that side, or no seat with that number waits for somebody")
    token = new_token()
    kept = side if role in (PLAYER, MEMBER, SUBSTITUTE) else ""
    made = Invitation(
        digest=digest(token), game_id=gid, role=role, side=kept, maker_id=asker.id, ends=now() + INVITED_FOR
    )
    made.seat = seat if role == MEMBER else 0
    tx.add(made)
    audit(tx, "invitation", asker.id, game=gid, role=role, side=kept)
    return token


def _used(tx: Transaction, row: GameRow, token: str) -> tuple[str, str, int]:
    """Role, side and seat of an invitation, which is used up.

    Raises NotThatWay.
    """
    found = invitation(tx, token)
    if found.game_id != row.id:
        raise NotThatWay("this invitation is for another game")
    use_up(tx, found)
    return found.role, found.side, found.seat


# --- ends --------------------------------------------------------------------------------------------------------


def resign(house: House, asker: Asker, gid: str) -> None:
    """Give up: the game is over, and the other side has won.

    Raises NoGame, NotThatWay.
    """
    with house.database.writing() as tx:
        row = row_of(tx, gid, lock=True)
        if row.state not in (PLAYING, ADJOURNED):
            raise NotThatWay("the game is not being played")
        side = next(s.side for s in seats_of(tx, gid) if s.account_id == asker.id and s.role == PLAYER)
        row.state, row.decides, row.about = OVER, "", ""
        row.outcome = {"resigned": side}
        audit(tx, "resigned", asker.id, game=gid, side=side)
        house.database.announce(tx, gid, row.lines)
    house.ended(gid)


def claim(house: House, asker: Asker, gid: str) -> None:
    """Say that the time of the side that must decide is up: then it has lost.

    Raises NoGame, NotThatWay.
    """
    with house.database.writing() as tx:
        row = row_of(tx, gid, lock=True)
        own = {seat.side for seat in seats_of(tx, gid) if seat.account_id == asker.id and seat.role == PLAYER}
        if row.decides in own or not time_is_up(tx, row, now()):
            raise NotThatWay("no time of another side is up")
        row.outcome, row.state = {"time_up": row.decides}, OVER
        audit(tx, "time up", asker.id, game=gid, side=row.decides)
        row.decides = row.about = ""
        house.database.announce(tx, gid, row.lines)
    house.ended(gid)


def withdraw(house: House, asker: Asker, gid: str) -> None:
    """Delete a challenge that has not begun.

    Raises NoGame, NotThatWay.
    """
    with house.database.writing() as tx:
        row = row_of(tx, gid, lock=True)
        if row.state != OPEN:
            raise NotThatWay("the game has begun: it can be resigned, not deleted")
        audit(tx, "challenge withdrawn", asker.id, game=gid)
        house.database.announce(tx, gid, row.lines)
        tx.delete(row)
    house.forget(gid)


def take_in(house: House, asker: Asker, raw: bytes, side: str) -> str:
    """A private game from a save; its id. Whoever imports it plays one side, and invites others for the rest; till then
    the game is adjourned. They know all that the save holds, so nobody should join who minds that.

    Raises SaveError for a save that cannot go on, NotThatWay.
    """
    name = Path("the save")
    world = load_found(lines_in(raw, name), name, alone=True).game.world
    if side not in world.sides:
        raise NotThatWay(f"say which side you play: {', '.join(world.sides)}")
    row = GameRow(
        id=new_id(),
        state=ADJOURNED,
        name="imported",
        wish={"scenario": world.scenario.id, "edition": world.edition.name, "switches": world.switches, "charts": ""},
        title=world.scenario.title,
        sides=[{"id": one.id, "name": one.name} for one in world.scenario.sides],
        fog=bool(world.switches["fog"]),
        private=True,
        spectators=NOTHING,
        maker_id=asker.id,
    )
    with house.database.writing() as tx:
        tx.add(row)
        tx.flush()
        tx.add(Seat(game_id=row.id, number=1, account_id=asker.id, side=side))
        if house.adopt(tx, row, raw).over:
            row.state = OVER
        audit(tx, "import", asker.id, game=row.id)
    return row.id


def count(tx: Transaction, *conditions: Any) -> int:
    """How many games there are, under conditions."""
    return tx.scalar(select(func.count()).select_from(GameRow).where(*conditions)) or 0


def players_for(seats: list[Seat], account: UUID | None) -> dict[str, str]:
    """Who plays each side, for the page of somebody: `human` for their own, `away` for everybody else's."""
    own = {s.side for s in seats if s.account_id == account and account and s.role in (PLAYER, MEMBER)}
    return {s.side: HUMAN if s.side in own else "away" for s in seats if s.role == PLAYER}
