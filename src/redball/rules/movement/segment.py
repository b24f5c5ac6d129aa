"""The segment of movement ("movement_segment"): which unit begins its move, and whose turn it is.

The stack's own move is `movement.move`.

Cases: 6.0, 6.1b-B, 6.3a, 6.3b, 4.5b-D, 7.0a, 11.0a, 2.3-E
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import BeginMove, Done
from redball.core.derived import of_each
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Choose, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.core.telling import phase_name
from redball.rules.air import merging, mission
from redball.rules.air.missions import plannable
from redball.rules.combat.points import CASE_OF, SUPPLY_FORBIDS
from redball.rules.modes import release
from redball.rules.movement.points import BEGINS_MOVE, REFUSE_TURN
from redball.rules.movement.step import NO_MA
from redball.rules.moving_stack.move_ends import BOUND, MoveData
from redball.rules.naval import invasion, sailing, shipment
from redball.rules.rail import train as rail_supply
from redball.rules.supply import dump_blowing
from redball.rules.transport import extenders
from redball.rules.transport.extenders import already_spent
from redball.rules.units.abilities import (
    CAN_ACT,
    can_have_ma,
    usable_in_phase,
    weakened,
)
from redball.rules.works import candidates as works_offered
from redball.rules.works import construction

NOT_OWN = refusal("move.not_own", case="6.3a", text="{units} does not belong to the moving side")
OFF_MAP = refusal("move.off_map", case="6.1b-B", text="{units} is not on the map")
MOVED = refusal("move.moved", case="6.1f", text="{units} has finished its move in this phase")
FIXED = refusal(
    "move.extender",
    case="12.7-B",
    text="{units} is an Extender and cannot move",
    remedy="collapse it into Transport Points first",
)
NOT_USABLE = refusal(
    "move.not_usable",
    case="7.0a",
    text="in the {have} only {need} may move; {units} is not one",
    remedy="put units into Reserve Mode in your Movement Phase to use them here next time",
    remedies={"reserve": "release it from Reserve first; then it may move"},
)


class MovementSegment(Struct, frozen=True, tag=True):
    """A side's Movement Segment; `begun`: something was done in it, so it ends only when the side says so."""

    side: str
    begun: bool = False


# --- the segment -----------------------------------------------------------------------------------------------


def refuse_begin(look: Look, data: MovementSegment, action: BeginMove) -> Refusal | None:
    """Which units may begin a move (6.3a, 6.1b-B, 6.1f, 7.0a, 11.0a, 4.5b-A)."""
    return _refuse_unit(look, data.side, look.unit(action.unit))


def _refuse_unit(look: Look, side: str, unit: Unit) -> Refusal | None:
    if unit.side != side:
        return NOT_OWN(units=(unit.id,))
    if not unit.on_map:
        return OFF_MAP(units=(unit.id,))
    if unit.activity.worked:
        return construction.WORKED(units=(unit.id,))
    if unit.activity.moved:
        return MOVED(units=(unit.id,))
    if unit.extender:
        return FIXED(units=(unit.id,))
    phase = look.state.clock.phase
    if unit.activity.negates and (phase != "movement" or unit.activity.changed):
        return BOUND(units=(unit.id,))  # it could still change its mode, which takes no MP (5.4-C)
    if not usable_in_phase(look, unit):
        case = look.policies[CASE_OF](look, "7.0a" if phase == "reaction" else "11.0a")
        return NOT_USABLE(units=(unit.id,), have=phase_name(phase), need=CAN_ACT[phase], case=case, so=unit.marker)
    if weakened(unit) and (refused := look.policies[SUPPLY_FORBIDS](look, unit, "movement")) is not None:
        return refused
    return None if can_have_ma(look, unit) else NO_MA(units=(unit.id,))


def refuse_in_order(look: Look, data: MovementSegment, action: BeginMove) -> Refusal | None:
    """As `refuse_begin`, and whether it is this unit's turn: in any order (6.1f) unless an edition has one."""
    return refuse_begin(look, data, action) or look.policies[REFUSE_TURN](look, look.unit(action.unit))


def any_order(look: Look, unit: Unit) -> Refusal | None:
    """6.1: units move in any order."""
    return None


def nothing_begins(run: Run, unit: Unit) -> None:
    """Beginning a move has no other effect."""


def no_command(look: Look, sides: tuple[str, ...]) -> None:
    """No command rules."""


def nothing_entered(run: Run, units: Collection[str], hex_: int) -> None:
    """Entering a hex of one's own side has no other effect."""


def begin_candidates(look: Look, data: MovementSegment) -> list[BeginMove]:
    """All units that `refuse_in_order` accepts."""
    return [*filter(None, _begins(look, data.side))]


@of_each
def _begins(look: Look, unit: Unit) -> BeginMove | None:
    refused = _refuse_unit(look, unit.side, unit) or look.policies[REFUSE_TURN](look, unit)
    return BeginMove(unit.id) if refused is None else None


def take_begin(run: Run, data: MovementSegment, action: BeginMove) -> None:
    unit = run.look.unit(action.unit)
    run.set(replace(data, begun=True))
    run.look.policies[BEGINS_MOVE](run, unit)
    spent = already_spent(run.look, unit)
    run.push("move", MoveData(side=data.side, hex=unit.hex, units=(unit.id,), spent=(spent,)))


def leave(run: Run, data: object, action: object) -> None:
    """The segment can always be ended (6.0)."""
    run.go_on()


def segment_decides(look: Look, data: MovementSegment) -> str | None:
    """The moving side; a Reaction or Exploitation Phase with nothing to use is skipped."""
    phase = look.state.clock.phase
    if phase == "movement" or data.begun:
        return data.side
    able = any(usable_in_phase(look, u) and not u.activity.moved for u in look.own(data.side))
    able = able or bool(release.reserves(look, data.side) or dump_blowing.dumps_to_blow(look, data.side))
    able = able or bool(plannable(look, data.side)) or sailing.can_sail(look, data.side)
    return data.side if able else None


SEGMENT = Procedure(
    "movement_segment",
    MovementSegment,
    (
        Choose(
            "choose_unit",
            "Pick a unit to move, or end the segment",
            segment_decides,
            (
                Option(BeginMove, begin_candidates, refuse_in_order, take_begin, exact=True),
                release.OPTION,
                dump_blowing.OPTION,
                *extenders.SEGMENT_OPTIONS,
                rail_supply.OPTION,
                shipment.OPTION,
                works_offered.OPTION,
                mission.OPTION,
                merging.OPTION,
                sailing.OPTION,
                invasion.OPTION,
                Option(Done, only(Done()), always_legal, leave),
            ),
            case="6.0",
        ),
    ),
)

PROCEDURES = (SEGMENT,)
POLICIES = {
    "refuse_turn": any_order,
    "refuse_outside": any_order,
    "begins_move": nothing_begins,
    "strays": lambda look, unit, hex_: False,
    "entered_hex": nothing_entered,
    "command_shown": no_command,
}
