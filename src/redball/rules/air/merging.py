"""Two reduced aircraft become one at full strength: wherever their side acts, not only in the Reinforcement Phase.

Cases: 13.9-4
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from redball.core.actions import MergePlanes
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Option
from redball.core.refusals import Refusal, refusal
from redball.rules.air.air import AircraftMerged
from redball.rules.air.bases import NOT_YOURS, UNKNOWN_PLANE
from redball.rules.ground.air_force import Plane, force_in, has_aircraft, plane_in, printed

WHOLE = refusal("merge.whole", case="13.9-4", text="{detail} has lost no step, so there is nothing to make up")
APART = refusal("merge.apart", case="13.9-4", text="{detail} are not at the same base")
DIFFERENT = refusal("merge.different", case="13.9-4", text="{detail} are not of the same type with the same values")
STATUS = refusal(
    "merge.status",
    case="13.9-4",
    text="of {detail}, one is Active and the other Inactive",
    remedy="merge them when both are Active, or both Inactive",
)


def refuse_merge(look: Look, side: str, action: MergePlanes) -> Refusal | None:
    """Both reduced, alike, and at one base."""
    found = []
    for pid in (action.plane, action.other):
        plane = plane_in(look.state, pid)
        if plane is None:
            return UNKNOWN_PLANE(detail=repr(pid))
        if plane.side != side or not plane.parked:
            return NOT_YOURS(detail=printed(look.world, plane).name if plane.side == side else repr(pid))
        if not plane.steps_lost:
            return WHOLE(detail=printed(look.world, plane).name)
        found.append(plane)
    one, other = found
    both = f"{printed(look.world, one).name} and {printed(look.world, other).name}"
    if one is other or one.hex != other.hex:
        return APART(detail=both)
    if not alike(look, one, other):
        return DIFFERENT(detail=both)
    return STATUS(detail=both) if one.active != other.active else None


def alike(look: Look, one: Plane, other: Plane) -> bool:
    """The same type and the same values on both sides."""
    first, second = printed(look.world, one), printed(look.world, other)
    return (first.types, first.front, first.back) == (second.types, second.front, second.back)


def merges(look: Look, side: str) -> Iterator[MergePlanes]:
    """Every pair that can be merged; the one whose id comes first stays."""
    reduced = [p for p in force_in(look.state).planes if p.side == side and p.parked and p.steps_lost]
    found = (MergePlanes(one.id, other.id) for one, other in combinations(reduced, 2) if one.hex == other.hex)
    return (merge for merge in found if refuse_merge(look, side, merge) is None)


def take_merge(run: Run, data: Any, action: MergePlanes) -> None:
    plane = plane_in(run.state, action.plane)
    assert plane is not None  # refuse_merge
    run.emit(AircraftMerged(case="13.9-4", side=plane.side, plane=action.plane, other=action.other, hex=plane.hex))


OPTION = Option(
    MergePlanes,
    lambda look, data: merges(look, data.side),
    lambda look, data, action: refuse_merge(look, data.side, action),
    take_merge,
    exact=True,
    held=has_aircraft,
)
