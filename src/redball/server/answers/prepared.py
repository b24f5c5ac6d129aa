"""Moves that a side has prepared, and what they would come to."""

from __future__ import annotations

from msgspec import Struct

from redball.core.refusals import Refusal
from redball.game.plan.formations import Leg
from redball.game.standing.plans import Plan, foreseen, is_due, legs, plannable, segment_told
from redball.server.answers.asked import hex_named, own_units, told
from redball.server.answers.orders import MarchLeg
from redball.server.answers.standing import NamedInfo
from redball.server.requests import PreparedCall
from redball.server.session import Session


class PreparedMove(Struct, frozen=True):
    """Units and where they march; how far each would get: now if the plan is due, else as if its segment began now."""

    units: tuple[str, ...]
    hex: int
    legs: tuple[MarchLeg, ...]


class PreparedMoves(Struct, frozen=True):
    """The plan of a side for the next such `segment`. `segments`: for which it could be. `due`: the segment is there,
    and the moves can be sent. `sends`: they go by themselves as it begins. `halted`: why they went no further when
    they were sent, "" if they were not."""

    side: str
    segment: str
    segments: list[NamedInfo]
    due: bool
    sends: bool
    halted: str
    moves: list[PreparedMove]


def prepared(session: Session, side: str) -> PreparedMoves:
    """What a side has prepared.

    Raises ValueError for a side that no person plays.
    """
    session.must_be_played(side)
    plan, game = session.standing_of(side).plan, session.game
    segments = [NamedInfo(name, segment_told(game.world, name)) for name in plannable(game.world)]
    return PreparedMoves(
        side, plan.segment, segments, is_due(game, side, plan), plan.sends, plan.halted, _moves(session, side, plan)
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
        PreparedMove(entry.units, entry.hex, tuple(leg(uid, found) for uid, found in legs(then, side, entry).items()))
        for entry in plan.entries
    ]


def prepare(session: Session, call: PreparedCall) -> None:
    """Keep what a player prepares.

    Raises ValueError for units that are not theirs or not on the map, an unknown segment or hex, or too many.
    """
    look, before = session.game.look, session.standing_of(call.side).plan
    known = {uid for entry in before.entries for uid in entry.units}
    for move in call.moves:
        hex_named(look, move.hex)
        if not move.units:
            raise ValueError("name at least one unit")
        if fresh := [uid for uid in move.units if uid not in known]:  # one that is gone since may stay in the list
            own_units(look, call.side, ",".join(fresh))
    session.prepare(call.side, call.plan)
