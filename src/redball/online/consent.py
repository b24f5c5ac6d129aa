"""What needs consent: an agreed end, an adjournment, going on after one. One side offers, the others agree or not."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session as Transaction

from redball.game.rewinds import checked_name
from redball.online.accounts import Asker, NotThatWay, audit, named
from redball.online.clocks import charge
from redball.online.games import ADJOURNED, OPEN, OVER, PLAYING, row_of, seats_of
from redball.online.house import House
from redball.online.links import all_played
from redball.online.notices import note_decision
from redball.online.tables import LARGEST, GameRow, Offer, Seat, now
from redball.online.teams import PLAYER

END, ADJOURN, RESUME = "end", "adjourn", "resume"
POSSIBLE_IN = {END: (PLAYING, ADJOURNED), ADJOURN: (PLAYING,), RESUME: (ADJOURNED,)}
"""The states of a game in which each kind can be offered."""
BY_ALL, SETTLED = "agreed", "settled"
"""Who has ended a game: those who play it, or the umpire. The outcome says so."""
WAITING, AGREED, REFUSED, WITHDRAWN = "open", "agreed", "refused", "withdrawn"


def offers(tx: Transaction, gid: str) -> list[Offer]:
    """The offers of a game that wait for an answer; none once it is over."""
    waiting = (
        select(Offer)
        .join(GameRow, GameRow.id == Offer.game_id)
        .where(Offer.game_id == gid, Offer.state == WAITING, GameRow.state != OVER)
        .order_by(Offer.number)
    )
    return list(tx.scalars(waiting).all())


def own_side(seats: list[Seat], asker: Asker) -> str:
    """The side that somebody plays; of several the first.

    Raises NotThatWay.
    """
    found = [seat.side for seat in seats if seat.account_id == asker.id and seat.role == PLAYER]
    if not found:
        raise NotThatWay("you play no side in this game")
    return found[0]


def people(seats: list[Seat]) -> set[str]:
    """The sides that people play, whose consent counts; bots agree to everything."""
    return {seat.side for seat in seats if seat.role == PLAYER and not seat.bot and seat.account_id is not None}


def offer(house: House, asker: Asker, gid: str, kind: str, about: dict[str, Any] | None = None) -> Offer:
    """Offer something to the other sides. Where nobody else is asked, it is done at once.

    Raises NoGame, NotThatWay.
    """
    with house.database.writing() as tx:
        row = row_of(tx, gid, lock=True)
        seats = seats_of(tx, gid)
        side = own_side(seats, asker)
        if kind not in POSSIBLE_IN:
            raise NotThatWay(f"there is no offer {kind[:20]!r}; there are: {', '.join(POSSIBLE_IN)}")
        if row.state not in POSSIBLE_IN[kind]:
            raise NotThatWay(f"{kind} cannot be offered while the game is {row.state}")
        if any(one.kind == kind for one in offers(tx, gid)):
            raise NotThatWay("this is offered already")
        number = (tx.scalar(select(func.max(Offer.number)).where(Offer.game_id == gid)) or 0) + 1
        made = Offer(game_id=gid, number=number, kind=kind, side=side, agreed=[side], about=about or {}, state=WAITING)
        tx.add(made)
        audit(tx, f"offer: {kind}", asker.id, game=gid)
        if people(seats) <= {side}:
            carry_out(tx, row, made)
        over = row.state == OVER
        house.database.announce(tx, gid, row.lines)
    _changed(house, gid, over)
    return made


def answer(house: House, asker: Asker, gid: str, number: int, agree: bool) -> Offer:
    """Agree to an offer, refuse it, or take it back as its maker. The last agreement carries it out.

    Raises NoGame, NotThatWay.
    """
    with house.database.writing() as tx:
        row = row_of(tx, gid, lock=True)
        seats = seats_of(tx, gid)
        side = own_side(seats, asker)
        found = tx.get(Offer, (gid, number)) if number <= LARGEST else None
        if found is None or found.state != WAITING:
            raise NotThatWay("this offer does not wait for an answer")
        if row.state not in POSSIBLE_IN[found.kind]:
            found.state = WITHDRAWN
        elif not agree:
            found.state = WITHDRAWN if side == found.side else REFUSED
        else:
            found.agreed = sorted({*found.agreed, side})
            if people(seats) <= set(found.agreed):
                carry_out(tx, row, found)
        audit(tx, f"answer: {found.kind}", asker.id, game=gid, agree=agree)
        over = row.state == OVER
        house.database.announce(tx, gid, row.lines)
    _changed(house, gid, over)
    return found


def settle(house: House, asker: Asker, gid: str, kind: str) -> None:
    """The umpire ends or adjourns a game, or lets it go on, without asking.

    Raises NoGame, NotThatWay.
    """
    with house.database.writing() as tx:
        row = row_of(tx, gid, lock=True)
        if kind not in POSSIBLE_IN or row.state not in POSSIBLE_IN[kind]:
            raise NotThatWay(f"a game that is {row.state} cannot {kind[:20]}")
        change(tx, row, kind, SETTLED)
        audit(tx, f"settled: {kind}", asker.id, game=gid)
        over = row.state == OVER
        house.database.announce(tx, gid, row.lines)
    _changed(house, gid, over)


def _changed(house: House, gid: str, over: bool) -> None:
    """Let what is in memory follow the database. Where the game goes on, a bot may have to decide."""
    if over:
        house.ended(gid)
    else:
        house.forget(gid)
        house.wake_bots()


def carry_out(tx: Transaction, row: GameRow, made: Offer) -> None:
    """Do what all have agreed to."""
    made.state = AGREED
    change(tx, row, made.kind, BY_ALL)


def change(tx: Transaction, row: GameRow, kind: str, by: str) -> None:
    """Put a game into its new state, in which what was offered before lapses; no clock runs while it rests.

    Raises NotThatWay if it would go on without a player for each side.
    """
    if kind == RESUME and not all_played(seats_of(tx, row.id), {one["id"] for one in row.sides}):
        raise NotThatWay("the game goes on once every side has its player: invite somebody")
    for lapsed in offers(tx, row.id):
        lapsed.state = WITHDRAWN
    charge(tx, row, now(), passes=False)
    row.moved = now()
    row.state = {END: OVER, ADJOURN: ADJOURNED, RESUME: PLAYING}[kind]
    if kind == END:
        row.outcome = {by: True}
        row.decides = row.about = ""
    note_decision(tx, row)


def settle_rewind(house: House, asker: Asker, gid: str, to: int, name: str) -> None:
    """The umpire goes back to after action `to`, a point with a name, without asking; the dice will be different.

    Raises NoGame, NotThatWay, ValueError for a number outside the history.
    """
    with house.using(gid, str(asker.id)) as session:
        with house.database.reading() as found:
            if row_of(found, gid).state not in (PLAYING, ADJOURNED):
                raise NotThatWay("the game is over, and the secret of its dice has been shown")
        if not 0 <= to < len(session.game.records):
            raise NotThatWay(f"name an action to go back to, from 0 to {len(session.game.records) - 1}")
        session.rewind(to, checked_name(name))
    with house.database.writing() as tx:
        audit(tx, "settled: rewind", asker.id, game=gid, to=to)


def replace_player(house: House, asker: Asker, gid: str, side: str, by: str) -> None:
    """The umpire gives a side to another account, such as a substitute's.

    Raises NoGame, NotThatWay.
    """
    with house.database.writing() as tx:
        row = row_of(tx, gid, lock=True)
        seats = seats_of(tx, gid)
        new = named(tx, by)
        seat = next((one for one in seats if one.role == PLAYER and one.side == side), None)
        if seat is None or row.state == OPEN:
            raise NotThatWay(f"nobody plays {side[:40]!r}")
        if any(one.account_id == new.id for one in seats):
            raise NotThatWay(f"{new.name} has a seat in this game already")
        seat.account_id, seat.bot = new.id, ""
        tx.flush()
        note_decision(tx, row)
        audit(tx, "player replaced", asker.id, game=gid, side=side, by=new.name)
        house.database.announce(tx, gid, row.lines)
    house.forget(gid)
