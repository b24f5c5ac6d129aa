"""Releasing Reserves: in every segment of the owner's Reaction and Exploitation Phases, one unit at a time.

The Movement Segment asks a side with any Reserves; the Barrage and Combat Segments ask only a side with Reserves that
could then act in it.

Cases: 5.7b, 11.0b-A
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from redball.core.actions import Release
from redball.core.engine import Run
from redball.core.events import ReserveReleased
from redball.core.look import Look
from redball.core.procedures import Option
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.core.telling import phase_name
from redball.rules.units.abilities import marked

PHASES = ("reaction", "exploitation")

NOT_OWN = refusal("reserve.not_own", case="5.7b", text="{units} does not belong to the acting side")
NOT_RESERVE = refusal("reserve.not_reserve", case="5.7b", text="{units} is not in Reserve Mode")
WRONG_PHASE = refusal(
    "reserve.wrong_phase",
    case="5.7b",
    text="Reserves are released in Reaction and Exploitation, not in the {have}",
)


class Acting(Protocol):
    """What this module needs from a segment."""

    @property
    def side(self) -> str: ...


def reserves(look: Look, side: str) -> tuple[Unit, ...]:
    """Units that the side could release now."""
    if look.state.clock.phase not in PHASES:
        return ()
    return marked(look, side, "reserve")


def released(unit: Unit) -> Unit:
    """A unit's record after its release."""
    return unit.change(marker="").act(released=True)


def refuse(look: Look, data: Acting, action: Release) -> Refusal | None:
    """5.7b: own Reserve units, in the owner's Reaction or Exploitation Phase."""
    unit = look.unit(action.unit)
    if unit.side != data.side:
        return NOT_OWN(units=(unit.id,))
    if look.state.clock.phase not in PHASES:
        return WRONG_PHASE(have=phase_name(look.state.clock.phase))
    return None if unit.marker == "reserve" and unit.on_map else NOT_RESERVE(units=(unit.id,))


def candidates(look: Look, data: Acting) -> Iterator[Release]:
    """Every Reserve unit of the side."""
    return (Release(unit.id) for unit in reserves(look, data.side))


def take(run: Run, data: Acting, action: Release) -> None:
    run.emit(ReserveReleased(case="5.7b", side=data.side, unit=action.unit))


OPTION = Option(Release, candidates, refuse, take, exact=True)
