"""Voluntary mode changes as a unit begins to move, and the limits of Reserve and Strat Mode.

Cases: 5.4-A, 5.4-B, 5.4-C, 5.4-D, 5.4-E, 5.4a, 5.5c, 5.6b, 5.7a-A, 5.7c, 5.7f, 5.8-A, 5.8a-A, 5.8c, 4.5a-I, 4.5a-J,
13.2d, 13.2g-D
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from redball.core.actions import SetMode
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import Facing, Mode, PhaseName, Unit
from redball.core.telling import MODES, phase_name
from redball.rules.modes.points import REFUSE_MODE_AT
from redball.rules.units.abilities import LIMITED_MODES, VOLUNTARY_MODES, is_organic, is_transport, marked
from redball.rules.units.points import MODE_PHASE
from redball.rules.units.zoc import enemy_zoc

WRONG_PHASE = refusal(
    "mode.wrong_phase", case="5.4-B", text="modes change only in the owner's {need}; this is the {have}"
)
TOO_LATE = refusal(
    "mode.too_late",
    case="5.4-A",
    text="{units} may change mode only as it begins to move, and it has begun",
    remedy="undo the move if nothing seals it, change the mode, move again",
)
ONCE = refusal("mode.once", case="5.4-A", text="{units} has already changed its mode in this segment")
SAME = refusal("mode.same", case="5.4-A", text="{units} is already in that mode")
UNKNOWN = refusal("mode.unknown", case="5.3", text="{detail} is not a mode that a player may choose")
INVOLUNTARY = refusal(
    "mode.involuntary", case="5.4-D", text="{units} keeps its {have} marker until its own Clean Up Phase"
)
TRANSPORT = refusal("mode.transport", case="13.2d", text="Transport Points are always in Move Mode: {units}")
NO_COMBAT_SIDE = refusal("mode.no_combat_side", case="5.5c", text="{units} has no Combat side")
STRAT_FACING = refusal("mode.strat_facing", case="5.8-A", text="{units} needs its Move side up for Strat Mode")
IN_ZOC = refusal(
    "mode.in_zoc",
    case="5.7c",
    text="{units} cannot enter {detail} Mode in an enemy ZOC ({hexes})",
    remedy="move out of the ZOC first, and change next turn",
)
NO_MARKER = refusal(
    "mode.no_reserve_marker",
    case="5.4a",
    text="all Reserve markers are in use: {have} of {need}",
    remedy="bring Reserve units together in fewer hexes, or take some out of Reserve as they begin to move",
)


def reserve_hexes(look: Look, side: str) -> frozenset[int]:
    """Hexes with Reserve units of a side: one marker serves each (5.4a)."""
    return frozenset([u.hex for u in marked(look, side, "reserve")])


def reserve_limit(look: Look, side: str) -> int:
    """Reserve markers of a side in this scenario."""
    return next(info.reserve_markers for info in look.world.scenario.sides if info.id == side)


def refuse_reserve_markers(look: Look, side: str, hexes: frozenset[int]) -> Refusal | None:
    """5.4a: Reserve units may not be in more hexes than there are markers."""
    limit = reserve_limit(look, side)
    if len(hexes) > limit:
        return NO_MARKER(have=len(hexes), need=limit)
    return None


def refuse_voluntary_mode(look: Look, unit: Unit, mode: Mode, facing: Facing, hex_: int) -> Refusal | None:
    """Whether this unit may be in that voluntary mode in that hex; for changes, arrivals and set-up alike."""
    return _refuse_by_counter(look, unit, mode, facing) or _refuse_at(look, unit, mode, hex_)


def _refuse_by_counter(look: Look, unit: Unit, mode: Mode, facing: Facing) -> Refusal | None:
    """What its counter has no such mode for, wherever it is."""
    counter = look.counter(unit)
    if mode not in VOLUNTARY_MODES or facing not in ("combat", "move"):
        return UNKNOWN(detail=mode if mode not in VOLUNTARY_MODES else facing)
    if is_transport(counter):
        allowed = mode == "move" or (mode == "reserve" and is_organic(look, unit))
        if not allowed:
            case = {"strat": "5.8c", "reserve": "5.7f", "combat": "5.5c"}[mode]
            return TRANSPORT(units=(unit.id,), case=case)
    wanted = mode if mode in ("combat", "move") else facing
    if wanted == "combat" and counter.combat is None:
        return NO_COMBAT_SIDE(units=(unit.id,))
    if mode == "strat" and facing != "move":
        return STRAT_FACING(units=(unit.id,))
    if mode in ("combat", "move") and facing != mode:
        return UNKNOWN(detail=f"{mode} with its {facing} side up")
    return None


def _refuse_at(look: Look, unit: Unit, mode: Mode, hex_: int) -> Refusal | None:
    """What keeps a unit from entering a mode in a hex."""
    enters = mode in LIMITED_MODES and unit.marker != mode
    return look.policies[REFUSE_MODE_AT](look, unit, mode, hex_) if enters else None


def refuse_mode_at(look: Look, unit: Unit, mode: Mode, hex_: int) -> Refusal | None:
    """No unit enters Reserve or Strat Mode in an enemy ZOC (5.7c, 5.8a-A)."""
    if not enemy_zoc(look, unit.side, hex_):
        return None
    case = "5.7c" if mode == "reserve" else "5.8a-A"
    return IN_ZOC(units=(unit.id,), hexes=(hex_,), detail=MODES[mode], case=case)


def refuse_reserve_at(look: Look, unit: Unit, hex_: int) -> Refusal | None:
    """Reserve units may end next to the enemy."""
    return None


def entered(run: Any, side: str, hex_: int) -> None:
    """Reserve units stay in Reserve when an enemy moves next to them (5.7d)."""


def refuse_mode_change(look: Look, unit: Unit, action: SetMode, begun: bool) -> Refusal | None:
    """5.4: in the owner's Movement Phase, as the unit begins to move, once (reading 1.23).

    `redball.rules.moving_stack.move_ends` decides where a unit in Reserve or Strat Mode may end its move.
    """
    clock, wanted = look.state.clock, look.policies[MODE_PHASE]()
    if clock.phase != wanted:
        return WRONG_PHASE(have=phase_name(clock.phase), need=phase_name(wanted))
    if begun:
        return TOO_LATE(units=(unit.id,))
    if unit.activity.changed:
        return ONCE(units=(unit.id,))
    return _refuse_by_record(look, unit, action) or _refuse_at(look, unit, action.mode, unit.hex)


def _refuse_by_record(look: Look, unit: Unit, action: SetMode) -> Refusal | None:
    """What counter, marker and facing of a unit forbid, wherever it is."""
    if unit.marker == "dg":
        if action.mode != "dg":
            return INVOLUNTARY(units=(unit.id,), have=MODES[unit.marker])
        if action.facing not in ("combat", "move") or (action.facing == "combat" and look.counter(unit).combat is None):
            return NO_COMBAT_SIDE(units=(unit.id,))
        return SAME(units=(unit.id,)) if action.facing == unit.facing else None
    if unit.marker == "exploit":
        return INVOLUNTARY(units=(unit.id,), have=MODES[unit.marker])
    refused = _refuse_by_counter(look, unit, action.mode, action.facing)
    same = (action.mode, action.facing) == (unit.mode, unit.facing)
    return refused or (SAME(units=(unit.id,)) if same else None)


def mode_phase() -> PhaseName:
    """5.4-B: in the Movement Phase of their owner."""
    return "movement"


def mode_candidates(look: Look, unit: Unit) -> Iterator[SetMode]:
    """Every mode and side that the counter has; `refuse_mode_change` filters them."""
    if unit.marker == "dg":
        yield SetMode(unit.id, "dg", "move" if unit.facing == "combat" else "combat")
        return
    facings: tuple[Facing, ...] = ("combat", "move") if look.counter(unit).combat is not None else ("move",)
    for facing in facings:
        yield SetMode(unit.id, facing, facing)
        yield SetMode(unit.id, "reserve", facing)
    yield SetMode(unit.id, "strat", "move")


def mode_changes(look: Look, unit: Unit) -> Iterator[SetMode]:
    """The `mode_candidates` that `refuse_mode_change` accepts for a unit that begins to move in the right
    phase."""
    if unit.activity.changed:
        return
    for way in mode_candidates(look, unit):
        if _refuse_by_record(look, unit, way) is None and _refuse_at(look, unit, way.mode, unit.hex) is None:
            yield way


POLICIES = {
    "refuse_mode_at": refuse_mode_at,
    "refuse_reserve_at": refuse_reserve_at,
    "entered": entered,
    "mode_phase": mode_phase,
}
