"""Sides that several people play: a chief, who is the side's player, and members, each with part of the side.

Whose an action is, `game/teams/whose.py` says; here are the seats.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple
from uuid import UUID

import msgspec
from msgspec import Meta
from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session as Transaction

from redball.core.actions import Action, Done
from redball.core.engine import Decision, decision_name
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.world import World
from redball.game.game import Game
from redball.game.teams.whose import NOT_YOUR_CHOICE, Member, Team, army_told, can_have
from redball.online.accounts import Asker, NotThatWay, audit
from redball.online.tables import Account, GameRow, Invitation, Seat

PLAYER, MEMBER = "player", "member"
MOST_MEMBERS = 12
MOST_THINGS = 300
LONGEST_LABEL = 200
Thing = Annotated[str, Meta(max_length=80)]
Seated = list[tuple[Seat, str]]
"""Seats, and the names of who has them."""


class Portion(msgspec.Struct, forbid_unknown_fields=True):
    """The seat of a member: its number (0: a new one) and what they have: ids of parts, `formation:NAME`, ids of
    counters, aircraft, ships and craft."""

    army: Annotated[list[Thing], Meta(max_length=MOST_THINGS)]
    seat: Annotated[int, Meta(ge=0)] = 0


def moment(game: Game, open_: Decision) -> str:
    """The segment with which somebody can be ready: it does not come again, nor in another branch of the dice."""
    clock = game.state.clock
    return f"{clock.turn}/{clock.phasing}/{decision_name(game.look, open_)}/{open_.side}/{game.state.dice.branch}"


SEATED = (
    select(Seat, Account.name)
    .outerjoin(Account, Account.id == Seat.account_id)
    .where(Seat.game_id == bindparam("gid"), Seat.role.in_((PLAYER, MEMBER)))
    .order_by(Seat.role != PLAYER, Seat.number)
)
"""What each click asks about a game in which several people share a side, so it is one question, and made once."""


def seated(tx: Transaction, gid: str) -> Seated:
    """The seats of all who play, chiefs first, and the names of who has them: "" nobody."""
    return [(seat, name or "") for seat, name in tx.execute(SEATED, {"gid": gid})]


def of_side(seats: Seated, side: str) -> Seated:
    """The seats of a side, the chief's first."""
    return [one for one in seats if one[0].side == side]


def team_of(seats: Seated, world: World, side: str, now: str) -> Team | None:
    """The team of a side at a moment, without seats that nobody has: what these have is the chief's until then. None
    if it has no members, or no chief."""
    if len(seats) < 2 or seats[0][0].role != PLAYER:
        return None
    told = [
        Member(seat.number, name or "nobody", tuple(seat.army), seat.lends, bool(now) and seat.ready == now)
        for seat, name in seats
    ]
    taken = {seat.number for seat, _ in seats if seat.account_id is not None}
    return Team(world, side, told[0], [member for member in told[1:] if member.number in taken])


def crews(seats: Seated, game: Game) -> dict[str, Team]:
    """The teams of a game as it stands, by side."""
    open_ = game.decision
    now = "" if open_ is None else moment(game, open_)
    found = ((side, team_of(of_side(seats, side), game.world, side, now)) for side in game.world.sides)
    return {side: team for side, team in found if team is not None}


def seat_numbers(seats: Seated, account: UUID) -> dict[str, int]:
    """The seats of somebody, by side."""
    return {seat.side: seat.number for seat, _ in seats if seat.account_id == account}


class SeatPermit(NamedTuple):
    """What somebody with these seats may do."""

    teams: dict[str, Team]
    seats: dict[str, int]

    def refuse(self, look: Look, side: str, action: Action) -> Refusal | None:
        """Why they may not take an action for a side; None if they may."""
        team = self.teams.get(side)
        if team is None:
            return None
        number = self.seats.get(side)
        if number not in team.everybody:  # the seat has been taken from them since they came in
            return NOT_YOUR_CHOICE(detail=team.called(team.chief))
        return team.refuse(look, number, action)

    def has(self, look: Look, side: str, unit: str) -> bool:
        """Whether a unit is theirs to order: the chief orders all."""
        team, number = self.teams.get(side), self.seats.get(side)
        return team is None or number in (team.chief.number, team.owner(look, unit))


# --- the chief shares out ----------------------------------------------------------------------------------------


def share_out(tx: Transaction, asker: Asker, row: GameRow, world: World, side: str, shares: list[Portion]) -> None:
    """Say who has what of a side. Seats that are left out are gone, with whoever had them.

    Raises NotThatWay.
    """
    if len(shares) > MOST_MEMBERS:
        raise NotThatWay(f"a side has at most {MOST_MEMBERS} members beside its chief")
    given: set[str] = set()
    for one in shares:
        for what in one.army:
            if not can_have(world, side, what):
                raise NotThatWay(f"{what!r} is nothing that this side has")
            if what in given:
                raise NotThatWay(f"{army_told(world, side, (what,))} is given away twice")
            given.add(what)
    all_seats = tx.scalars(select(Seat).where(Seat.game_id == row.id)).all()
    chief = next((seat for seat in all_seats if (seat.role, seat.side) == (PLAYER, side)), None)
    if chief is None or chief.bot:
        raise NotThatWay(f"no person plays {side[:40]!r}")
    old = {seat.number: seat for seat in all_seats if (seat.role, seat.side) == (MEMBER, side)}
    kept = [one.seat for one in shares if one.seat]
    if len(kept) != len(set(kept)) or not old.keys() >= set(kept):
        raise NotThatWay("there is no such seat of a member, or it is named twice")
    for number in old.keys() - set(kept):
        tx.delete(old[number])
    # the number of a seat that is gone is not used again: an invitation may name it
    number = max([0, *(seat.number for seat in all_seats), *seats_invited_to(tx, row.id)])
    for one in shares:
        label = army_told(world, side, tuple(one.army))[:LONGEST_LABEL]
        if one.seat:
            old[one.seat].army, old[one.seat].label = one.army, label
        else:
            number += 1
            tx.add(Seat(game_id=row.id, number=number, role=MEMBER, side=side, army=one.army, label=label))
    row.teams += 1
    audit(tx, "side shared out", asker.id, game=row.id, side=side)


def seats_invited_to(tx: Transaction, gid: str) -> list[int]:
    """The seats that invitations of a game name."""
    return list(tx.scalars(select(Invitation.seat).where(Invitation.game_id == gid)).all())


def take_seat(tx: Transaction, asker: Asker, row: GameRow, number: int) -> Seat:
    """Take the seat of a member, for which somebody has an invitation.

    Raises NotThatWay.
    """
    seat = tx.get(Seat, (row.id, number))
    if seat is None or seat.role != MEMBER or seat.account_id is not None:
        raise NotThatWay("this seat is taken, or is not there any more")
    seat.account_id = asker.id
    row.teams += 1
    return seat


def vacant(tx: Transaction, gid: str, side: str, number: int) -> bool:
    """Whether a member's seat of a side waits for somebody."""
    seat = tx.get(Seat, (gid, number))
    return seat is not None and (seat.role, seat.side, seat.account_id) == (MEMBER, side, None)


# --- what members say --------------------------------------------------------------------------------------------


def own_seat(tx: Transaction, row: GameRow, asker: Asker, side: str) -> Seat:
    """The seat of somebody at a side that several play.

    Raises NotThatWay.
    """
    number = seat_numbers(seated(tx, row.id), asker.id).get(side)
    if number is None:
        raise NotThatWay("you have no seat at this side")
    return tx.get_one(Seat, (row.id, number))


def lend(tx: Transaction, row: GameRow, asker: Asker, side: str, lends: bool) -> None:
    """Let others take the member's units into attacks and barrages that they lead, or not.

    Raises NotThatWay.
    """
    own_seat(tx, row, asker, side).lends = lends
    row.teams += 1


def segment(game: Game, team: Team | None, side: str) -> Decision:
    """The open segment with which a member can be ready.

    Raises NotThatWay.
    """
    open_ = game.decision
    if team is None:
        raise NotThatWay("you play this side alone")
    if open_ is None or open_.side != side or not team.ends_segment(game.look, open_):
        raise NotThatWay("no segment of your side is open that could end now")
    return open_


def ends_it(team: Team, look: Look, number: int) -> bool:
    """With this seat ready, the segment can end: the other members are ready, or have nothing left to do."""
    return team.refuse(look, number, Done()) is None
