"""Overruns: in nearly any terrain, once against each hex, and a failure ends the move.

A unit that could never enter the hex cannot overrun it either (9.1f); a road into it is enough. A bridge does not help
across a major river. Any overrun against a hex uses it up for the phase: a failed overrun may not be tried again, and
units driven into a hex that was already overrun may not be overrun there.

Cases: N4.5-hard-overrun-target, N4.5-hard-after-overrun, N8-cost, N8-cost-move-mode, N8-failure-stops, N8-one-attempt,
N8-one-attempt-displaced, N8-ezoc-stop-move, N8-ezoc-stop-combat, N8-terrain, S-overrun-one-hex, S-overrun-terrain
"""

from __future__ import annotations

from redball.board.costs import PROHIBITED
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.editions.new_ocs.zoc import RIVER, hard, projectors
from redball.rules.ground.bridges import ground_for
from redball.rules.moving_stack.move_ends import MoveData, entered
from redball.rules.units.abilities import mobility
from redball.rules.units.zoc import enemy_zoc

MOUNTAIN = "mountain"

AGAIN = refusal(
    "overrun.again",
    case="N8-one-attempt",
    text="{hexes} was already overrun in this phase, or an overrun of it failed",
    remedy="attack it in the Combat Phase, or try another hex",
)
NOT_PROJECTING = refusal(
    "overrun.not_projecting",
    case="N4.5-hard-overrun-target",
    text="{units} must stop in the enemy ZOC; it may overrun only a hex whose ZOC reaches it, not {hexes}",
    remedy="overrun a hex whose ZOC reaches the stack, or halt",
)
RIVER_BETWEEN = refusal(
    "overrun.river", case="N8-terrain", text="{units} cannot overrun {hexes} across a major river, bridged or not"
)
IN_MOUNTAIN = refusal("overrun.mountain", case="N8-terrain", text="{units} cannot overrun the mountain at {hexes}")
NO_WAY = refusal(
    "overrun.no_way",
    case="9.1f-A",
    text="{units} could never enter {hexes} with {detail} MP, so it cannot overrun it",
    remedy="find a road that leads there",
)


def refuse_ground(look: Look, unit: Unit, start: int, direction: int) -> Refusal | None:
    """Refuse across a major river, into mountains (N8-terrain, S-overrun-terrain), or into a hex that the unit could
    never enter."""
    there = look.board.neighbour(start, direction)
    weather = look.state.weather
    if RIVER in look.world.terrain_in(weather, look.board.hexsides(start, direction)):
        return RIVER_BETWEEN(units=(unit.id,), hexes=(there,))
    if MOUNTAIN in look.world.terrain_in(weather, look.board.terrain[there]):
        return IN_MOUNTAIN(units=(unit.id,), hexes=(there,))
    if ground_for(look, unit).step_cost(start, direction) == PROHIBITED:
        return NO_WAY(units=(unit.id,), hexes=(there,), detail=mobility(look, unit).capitalize())
    return None


def refuse_target(look: Look, data: MoveData, hex_: int) -> Refusal | None:
    """Refuse a hex already tried in this phase (N8-one-attempt, S-overrun-one-hex), or, when a ZOC stops the stack, one
    that does not project that ZOC."""
    if hex_ in look.state.overrun:
        return AGAIN(hexes=(hex_,))
    stopped = [unit for unit in map(look.unit, data.units) if hard(unit) and entered(unit)]
    if (
        stopped
        and enemy_zoc(look, data.side, data.hex)
        and hex_ not in projectors(look, look.enemy(data.side), data.hex)
    ):
        return NOT_PROJECTING(units=(stopped[0].id,), hexes=(hex_,))
    return None


def halts(look: Look, data: MoveData) -> tuple[str, ...]:
    """All units if the target is not cleared; else those in Move Mode in an enemy ZOC."""
    if look.has_combat_units(data.overrun, look.enemy(data.side)):
        return data.units
    units = [look.unit(uid) for uid in data.units]
    return tuple(unit.id for unit in units if hard(unit) and enemy_zoc(look, data.side, unit.hex))


POLICIES = {
    "refuse_overrun_ground": refuse_ground,
    "refuse_overrun_target": refuse_target,
    "halts_after_overrun": halts,
}
