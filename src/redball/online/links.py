"""Links that invite: which are open, taking one back, and a seat that goes from one person to another."""

from __future__ import annotations

from sqlalchemy import delete, select
from sqlalchemy.orm import Session as Transaction

from redball.online.accounts import Asker, NotThatWay, audit, digest
from redball.online.tables import Account, Invitation, Seat, now

PLAYER, UMPIRE = "player", "umpire"
SUBSTITUTE = "substitute"
"""What a player invites to who cannot go on: whoever comes has the player's own seat."""
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
        raise NotThatWay("this invitation has been taken back, or the address is not complete: ask for another one")
    if found.left <= 0:
        raise NotThatWay("this invitation has been used, and it is good once: ask for another one")
    if found.ends <= now():
        raise NotThatWay("this invitation is too old: ask for another one")
    return found


def withdraw_link(tx: Transaction, asker: Asker, gid: str, link: str, *, umpire: bool) -> None:
    """Take a link back: one of one's own, or as the game's umpire any.

    Raises NotThatWay.
    """
    own = [] if umpire else [Invitation.maker_id == asker.id]
    gone = tx.execute(delete(Invitation).where(Invitation.digest == link, Invitation.game_id == gid, *own))
    if gone.rowcount != 1:  # type: ignore[attr-defined]
        raise NotThatWay("you have made no such invitation, or it has been used")
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
