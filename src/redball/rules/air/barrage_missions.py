"""Missions in the Barrage Segment: its decision as that of artillery, with the missions that are flown there.

Cases: 10.0e-F, 10.2a
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from redball.board.hexes import NO_HEX
from redball.core.actions import PlanMission
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Choose, Option, Step
from redball.core.refusals import Refusal
from redball.rules.air.mission import open_plan
from redball.rules.air.missions import plannable, refuse_kind
from redball.rules.barrage.segment import ONE_HEX, BarrageSegment
from redball.rules.ground.air_force import has_aircraft


def _plans(look: Look, data: BarrageSegment) -> Iterator[PlanMission]:
    if data.target == NO_HEX:
        yield from (PlanMission(kind) for kind in plannable(look, data.side))


def _refuse_plan(look: Look, data: BarrageSegment, action: PlanMission) -> Refusal | None:
    """No artillery is being drafted: the two do not mix (10.0e-F)."""
    if data.target != NO_HEX:
        return ONE_HEX(hexes=(data.target,))
    return refuse_kind(look, data.side, action.kind)


def _plan(run: Run, data: BarrageSegment, action: PlanMission) -> None:
    open_plan(run, data.side, action.kind)


OPTION = Option(PlanMission, _plans, _refuse_plan, _plan, exact=True, held=has_aircraft)


def with_missions(usual: Step) -> Step:
    """The side decides, too, while somebody can fly."""
    assert isinstance(usual, Choose)
    by_guns = usual.decides

    def decides(look: Look, data: BarrageSegment) -> str | None:
        return by_guns(look, data) or (data.side if plannable(look, data.side) else None)

    return replace(usual, decides=decides, options=(*usual.options, OPTION))


EDITS = (("barrage_segment", "wrap", "declare", with_missions),)
