"""Mode Determination: a phase of its own before movement, in which the phasing side sets the modes of its units.

A unit that takes Reserve or Strat Mode must be able to stay in its hex, since no player has to move it afterwards.

Cases: E92-sequence-player-turn-mode
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import Done, SetMode
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Choose, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal
from redball.core.state import Unit
from redball.rules.modes.change import mode_candidates, refuse_mode_change
from redball.rules.movement.move import take_set_mode
from redball.rules.movement.segment import NOT_OWN, OFF_MAP
from redball.rules.moving_stack.move_ends import MoveData, refuse_end_at
from redball.rules.units.abilities import LIMITED_MODES

PHASE = "mode_determination"


class ModeDetermination(Struct, frozen=True, tag=True):
    """The phase of a side; `begun` once it has changed a mode."""

    side: str
    begun: bool = False


def mode_phase() -> str:
    """1992: in a phase of its own."""
    return PHASE


def decides(look: Look, data: ModeDetermination) -> str | None:
    """The phasing side, while some unit could change."""
    return data.side if any(not unit.activity.changed for unit in look.own(data.side)) else None


def changed(unit: Unit, action: SetMode) -> Unit:
    """The unit in the mode that it would take."""
    marker = action.mode if action.mode in ("reserve", "strat", "dg") else ""
    return unit.change(facing=action.facing, marker=marker)


def refuse(look: Look, data: ModeDetermination, action: SetMode) -> Refusal | None:
    """Refuse what the series refuses (5.4), and Reserve or Strat Mode where the unit could not stay in it."""
    unit = look.unit(action.unit)
    if unit.side != data.side:
        return NOT_OWN(units=(unit.id,))
    if not unit.on_map:
        return OFF_MAP(units=(unit.id,))
    refused = refuse_mode_change(look, unit, action, begun=False)
    if refused is not None or action.mode not in LIMITED_MODES:
        return refused
    alone = frozenset({unit.id})
    return refuse_end_at(look, changed(unit, action), unit.hex, alone, alone)


def candidates(look: Look, data: ModeDetermination) -> Iterator[SetMode]:
    """Every mode of every unit that has not changed yet."""
    for unit in look.own(data.side):
        if not unit.activity.changed and not unit.extender:
            yield from mode_candidates(look, unit)


def take(run: Run, data: ModeDetermination, action: SetMode) -> None:
    run.set(replace(data, begun=True))
    take_set_mode(run, MoveData(data.side, run.look.unit(action.unit).hex, (action.unit,), (0,)), action)


def leave(run: Run, data: ModeDetermination, action: Done) -> None:
    """The player may end the phase at any time."""
    run.go_on()


MODE_DETERMINATION = Procedure(
    PHASE,
    ModeDetermination,
    (
        Choose(
            "set",
            "Set the modes of your units, or end the phase",
            decides,
            (Option(SetMode, candidates, refuse, take), Option(Done, only(Done()), always_legal, leave)),
            case="5.4",
        ),
    ),
)

PROCEDURES = (MODE_DETERMINATION,)
POLICIES = {"mode_phase": mode_phase}
