"""Previews of air missions: what gets there, what it does, what is lost on the way, and who could not join."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.analysis.aborts import abort_spans
from redball.analysis.mission_bounds import mission_bounds
from redball.analysis.mission_report import MissionReport, assumptions_of, mission_report
from redball.analysis.phased_mission import foreseen
from redball.analysis.policy import Unforeseen
from redball.board.hexes import NO_HEX
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.game.sentences import ToldRefusal
from redball.game.sight.belief import believed, fogged
from redball.game.sight.beneath import doubt
from redball.rules.air.kind import Mission, kind_of
from redball.rules.air.mission import DRAFT, MISSION
from redball.rules.air.missions import refuse_aim, refuse_joiner, refuse_kind, refuse_ready, ways_of
from redball.rules.air.transfer import TRANSFER, inactive_then
from redball.rules.ground.air_force import force_in
from redball.server.answers.asked import called, hex_named, namer, told, told_or_none
from redball.server.answers.combat import must_not_be
from redball.server.session import Session


class GroundedPlane(Struct, frozen=True):
    """An aircraft of the side on the map that could not join the mission, and why."""

    plane: str
    refusal: ToldRefusal


class MissionOdds(Struct, frozen=True, kw_only=True):
    """A mission foreseen from what its side may know: `refused` says why it could not fly as it is; `odds` is None
    without aircraft, or where its dice cannot be foreseen. `grounded` are those who could not join it,
    `inactive` those who would be Inactive after a Base Transfer at which nothing happens, with the reasons."""

    kind: str
    hex: int
    planes: tuple[str, ...]
    refused: ToldRefusal | None
    odds: MissionReport | None
    grounded: list[GroundedPlane]
    inactive: list[GroundedPlane]


def mission_odds(session: Session, side: str, kind: str, hex_: int, planes: str) -> MissionOdds:
    """The mission that the side plans now or, with a `kind`, one that it could plan: `planes` are ids, each with its
    way to fly after a colon where there are several.

    Raises ValueError with the rule's refusal in words, or if the side plans none.
    """
    look = believed(session.game.look, side)
    data = supposed(session, look, side, kind, hex_, planes) if kind else drafted(session.game.look, side)
    return MissionOdds(
        kind=data.kind,
        hex=data.hex,
        planes=data.planes,
        refused=told_or_none(session, side, refuse_ready(look, data)),
        odds=report(session, look, data) if data.hex != NO_HEX and data.planes else None,
        grounded=[GroundedPlane(pid, told(session, side, no)) for pid, no in grounded(look, data)],
        inactive=[GroundedPlane(pid, told(session, side, no)) for pid, no in landing_inactive(look, data)],
    )


def report(session: Session, look: Look, data: Mission) -> MissionReport | None:
    """The distribution; None where it cannot be foreseen."""
    true = session.game.look
    hidden = doubt(true, data.side, data.hex) if fogged(true, data.side) else None
    try:
        found = foreseen(look, data)
        bounds = mission_bounds(hidden, data) if hidden is not None else None
    except Unforeseen:
        return None
    assumed = assumptions_of(found, fog=fogged(true, data.side))
    contest = found.meeting.contest if found.meeting is not None else None
    aborts = abort_spans(look, contest) if contest is not None else (None, None)
    return mission_report(found, called(namer(session, data.side)), assumed, bounds, aborts)


def drafted(look: Look, side: str) -> Mission:
    """The mission that a side plans now. Raises ValueError if it plans none."""
    for frame in reversed(look.state.stack):
        data = frame.data
        if (
            isinstance(data, Mission)
            and (frame.procedure, frame.step) == (MISSION.name, DRAFT.name)
            and data.side == side
        ):
            return data
    raise ValueError("no mission is planned; say which: a kind, its hex and aircraft")


def supposed(session: Session, look: Look, side: str, kind: str, hex_: int, planes: str) -> Mission:
    """A mission that could be planned now. Raises ValueError with the refusal of what cannot."""
    must_not_be(session, side, refuse_kind(look, side, kind))
    data = Mission(kind, side)
    must_not_be(session, side, refuse_aim(look, data, hex_named(look, hex_)))
    data = replace(data, hex=hex_)
    for named in filter(None, planes.split(",")):
        pid, _, trip = named.partition(":")
        must_not_be(session, side, refuse_joiner(look, data, pid, trip))
        data = replace(data, planes=(*data.planes, pid), trips=(*data.trips, trip))
    return data


def landing_inactive(look: Look, data: Mission) -> Iterator[tuple[str, Refusal]]:
    """Who would be Inactive after a Base Transfer, and why; nobody of another mission."""
    return inactive_then(look, data) if data.hex != NO_HEX and kind_of(look, data.kind) is TRANSFER else iter(())


def grounded(look: Look, data: Mission) -> Iterator[tuple[str, Refusal]]:
    """Aircraft of the side on the map that could not join in any way; of a second leg, those of the first."""
    crew, planes = kind_of(look, data.kind).crew, force_in(look.state).planes
    own = crew(look) if crew is not None else (p for p in planes if p.side == data.side and p.hex >= 0)
    for plane in own if data.hex != NO_HEX else ():
        if plane.id not in data.planes:
            ways = ways_of(look, data, plane) or ("",)
            refusals = [refuse_joiner(look, data, plane.id, trip) for trip in ways]
            if refusals[0] is not None and all(refusals):
                yield plane.id, refusals[0]
