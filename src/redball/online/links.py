"""Links that invite: which are open, taking one back, and a seat that goes from one person to another."""

from __future__ import annotations

from sqlalchemy import select, update
from sqlalchemy.orm import Session as Transaction

from redball.online.accounts import Asker, NotThatWay, audit, digest
from redball.online.tables import Account, Invitation, Seat, now

PLAYER, UMPIRE = "player", "umpire"
SUBSTITUTE = "substitute"
"""What a player invites to who cannot go on: whoever comes has the player's own seat."""
TAKEN_BACK = -1
"""What is `left` of an invitation that was taken back. It stays, so that whoever follows the link is told so."""
UMPIRES_COME_FIRST = (
    "an umpire sees everything, so nobody can become one once every side has its player: offer a game with an umpire"
)


def open_links(tx: Transaction, gid: str) -> list[tuple[Invitation, str]]:
    """The links of a game that can be used, each with the name of whoever made it, the one that ends first first."""
    found = (
        select(Invitation, Account.name)
        .outerjoin(Account, Account.id == Invitation.maker_id)
        .where(Invitation.game_id == gid, Invitation.left > 0, Invitation.ends > now())
        .order_by(Invitation.ends, Invitation.digest)
    )
    return [(one[0], one[1] or "") for one in tx.execute(found)]


def invitation(tx: Transaction, token: str) -> Invitation:
    """An invitation that can be used.

    Raises NotThatWay, which says what is wrong with it.
    """
    found = tx.get(Invitation, digest(token))
    if found is None:
        raise NotThatWay("this server knows no such invitation: is the address complete? Its game may also be gone")
    must_be_open(found)
    return found


def must_be_open(one: Invitation) -> None:
    """Check that an invitation can be used. What is wrong may be said to whoever has the link, which is secret.

    Raises NotThatWay.
    """
    if one.left == TAKEN_BACK:
        raise NotThatWay("this invitation has been taken back: ask for another one")
    if one.left <= 0:
        raise NotThatWay("this invitation has been used, and it is good once: ask for another one")
    if one.ends <= now():
        raise NotThatWay(f"this invitation was good until {one.ends.day} {one.ends:%B %Y}: ask for another one")


def use_up(tx: Transaction, one: Invitation) -> None:
    """Use an invitation, unless somebody has just used it or taken it back.

    Raises NotThatWay.
    """
    once = update(Invitation).where(Invitation.digest == one.digest, Invitation.left > 0)
    if tx.execute(once.values(left=Invitation.left - 1)).rowcount != 1:  # type: ignore[attr-defined]
        tx.refresh(one)
        must_be_open(one)


def withdraw_link(tx: Transaction, asker: Asker, gid: str, link: str, *, umpire: bool) -> None:
    """Take a link back: its maker may, and the game's umpire any.

    Raises NotThatWay.
    """
    own = [] if umpire else [Invitation.maker_id == asker.id]
    open_ = update(Invitation).where(
        Invitation.digest == link, Invitation.game_id == gid, Invitation.left > 0, Invitation.ends > now(), *own
    )
    if tx.execute(open_.values(left=TAKEN_BACK)).rowcount != 1:  # type: ignore[attr-defined]
        raise NotThatWay("you have made no such invitation, or it cannot be used any more")
    audit(tx, "invitation withdrawn", asker.id, game=gid)


def all_played(seats: list[Seat], sides: set[str]) -> bool:
    """Every side has its player."""
    return sides <= {seat.side for seat in seats if seat.role == PLAYER}


def must_play(seats: list[Seat], asker: Asker, side: str) -> None:
    """Check that somebody has the seat that they want a substitute for.

    Raises NotThatWay.
    """
    if not any((seat.account_id, seat.role, seat.side) == (asker.id, PLAYER, side) for seat in seats):
        raise NotThatWay("you can let somebody take your own seat only")


def seat_passed_on(seats: list[Seat], role: str, side: str, invitation: Invitation | None) -> Seat | None:
    """The seat that whoever comes takes over: that of the player who asked for a substitute, or one whose player has
    deleted the account, by invitation only. None: they take a new one.

    Raises NotThatWay if whoever asked for a substitute has that seat no more.
    """
    seat = next((one for one in seats if one.role == PLAYER and one.side == side and not one.bot), None)
    if role == SUBSTITUTE:
        if seat is None or invitation is None or seat.account_id != invitation.maker_id:
            raise NotThatWay("whoever made this invitation does not play any more")
        return seat
    gone = role == PLAYER and seat is not None and seat.account_id is None
    return seat if gone and invitation is not None else None
