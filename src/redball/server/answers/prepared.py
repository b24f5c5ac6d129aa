"""Moves that a side has prepared, and what they would come to."""

from __future__ import annotations

from hashlib import blake2b

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from redball.core.refusals import Refusal
from redball.game.plan.formations import Leg
from redball.game.standing.plans import Plan, foreseen, is_due, legs, plannable, segment_told
from redball.server.answers.asked import hex_named, own_units, told
from redball.server.answers.orders import MarchLeg
from redball.server.answers.standing import NamedInfo
from redball.server.permits import is_own, parted
from redball.server.requests import PreparedCall
from redball.server.session import Session


class PreparedMove(Struct, frozen=True):
    """Units and where they march; how far each would get: now if the plan is due, else as if its segment began now.
    `yours`: the asker may change and order it."""

    units: tuple[str, ...]
    hex: int
    legs: tuple[MarchLeg, ...]
    yours: bool


class PreparedMoves(Struct, frozen=True):
    """The plan of a side for the next such `segment`. `segments`: for which it could be. `due`: the segment is there,
    and the moves can be sent. `sends`: they go by themselves as it begins. `halted`: why they went no further when
    they were sent, "" if they were not. `mark`: what the list is known by."""

    side: str
    segment: str
    segments: list[NamedInfo]
    due: bool
    sends: bool
    halted: str
    moves: list[PreparedMove]
    mark: str


def mark_of(plan: Plan) -> str:
    """What a list is known by, to whoever changes it."""
    return blake2b(msgspec.json.encode(plan), digest_size=6).hexdigest()


def prepared(session: Session, side: str) -> PreparedMoves:
    """What a side has prepared.

    Raises ValueError for a side that no person plays.
    """
    session.must_be_played(side)
    plan, game = session.standing_of(side).plan, session.game
    segments = [NamedInfo(name, segment_told(game.world, name)) for name in plannable(game.world)]
    return PreparedMoves(
        side,
        plan.segment,
        segments,
        is_due(game, side, plan),
        plan.sends,
        plan.halted,
        _moves(session, side, plan),
        mark_of(plan),
    )


def _moves(session: Session, side: str, plan: Plan) -> list[PreparedMove]:
    if not plan.entries:
        return []
    then = foreseen(session.game, side, plan)

    def leg(uid: str, found: Leg | Refusal) -> MarchLeg:
        if isinstance(found, Refusal):
            return MarchLeg(uid, (), told(session, side, found))
        return MarchLeg(uid, found.path, None)

    return [
        PreparedMove(
            entry.units,
            entry.hex,
            tuple(leg(uid, found) for uid, found in legs(then, side, entry).items()),
            is_own(session.permit, session.game.look, side, entry),
        )
        for entry in plan.entries
    ]


def prepare(session: Session, call: PreparedCall) -> None:
    """Keep what a player prepares; of a side that several people play, the moves of others stay, and come first.

    Raises ValueError for units that are not theirs or not on the map, an unknown segment or hex, or too many; if others
    have moves for another segment, or the list is not what the player knew.
    """
    look, before = session.game.look, session.standing_of(call.side).plan
    known = {uid for entry in before.entries for uid in entry.units}
    for move in call.moves:
        hex_named(look, move.hex)
        if not move.units:
            raise ValueError("name at least one unit")
        if fresh := [uid for uid in move.units if uid not in known]:  # one that is gone since may stay in the list
            own_units(look, call.side, ",".join(fresh))
    plan, others = call.plan, parted(session.permit, look, call.side, before).others
    if call.mark and call.mark != mark_of(before):
        raise ValueError("the list has changed since you saw it: look at it again")
    if not all(is_own(session.permit, look, call.side, entry) for entry in plan.entries):
        raise ValueError("only their own player, or the chief, can prepare moves of these units")
    if others and not plan.entries:
        plan = replace(before, entries=())
    if others and (plan.segment, plan.sends) != (before.segment, before.sends):
        raise ValueError(
            "others of your side have moves in this list: only the chief can change its segment, or let it start on its"
            " own"
        )
    session.prepare(call.side, replace(plan, entries=others + plan.entries))
