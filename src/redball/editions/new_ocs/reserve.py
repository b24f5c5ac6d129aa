"""Reserve Mode: lost when the enemy comes adjacent, at full strength in defence, entered only away from the enemy.

Enemy combat units that come into an adjacent hex remove it, whether they move, detrain, advance, retreat or arrive
there. A unit may enter it next to the enemy as it begins to move, if it ends that move away from the enemy.

Cases: N5.7-contact, N5.7-break-contact, N7-reserve-contact
"""

from __future__ import annotations

from redball.core.engine import Run
from redball.core.events import MarkerRemoved
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import Mode, Unit
from redball.editions.new_ocs import by_air
from redball.rules.units.zoc import enemy_zoc

NEXT_TO_ENEMY = refusal(
    "mode.reserve_contact",
    case="N5.7-break-contact",
    text="{units} cannot be in Reserve Mode at {hexes}, next to enemy units",
    remedy="move away from them with the quarter MA that Reserve Mode allows",
)
STRAT_IN_ZOC = refusal(
    "mode.strat_in_zoc", case="5.8a-A", text="{units} cannot enter Strat Mode in an enemy ZOC ({hexes})"
)


def next_to_enemy(look: Look, side: str, hex_: int) -> bool:
    """Whether enemy combat units are in an adjacent hex."""
    enemy = look.enemy(side)
    return any(look.has_combat_units(n, enemy) for n in look.board.neighbours(hex_))


def contact(run: Run, side: str, hex_: int) -> None:
    """Combat units of a side have come into a hex: Reserve units next to it lose their marker at once."""
    if not run.look.has_combat_units(hex_, side):
        return
    other = run.world.enemy(side)
    for near in run.look.board.neighbours(hex_):
        for unit in run.look.units_at(near, other):
            if unit.marker == "reserve":
                run.emit(MarkerRemoved(case="N5.7-contact", side=other, unit=unit.id, marker="reserve"))


def refuse_mode(look: Look, unit: Unit, mode: Mode, hex_: int) -> Refusal | None:
    """No Strat Mode in a ZOC; no Reserve Mode next to the enemy, except for a unit about to move away; neither after a
    flight."""
    if (refused := by_air.refuse_mode(unit, mode)) is not None:
        return refused
    if mode == "strat":
        return STRAT_IN_ZOC(units=(unit.id,), hexes=(hex_,)) if enemy_zoc(look, unit.side, hex_) else None
    begins = look.state.clock.phase == "movement" and unit.hex == hex_
    return None if begins else refuse_end(look, unit, hex_)


def refuse_end(look: Look, unit: Unit, hex_: int) -> Refusal | None:
    """A Reserve unit must end its move away from the enemy."""
    return NEXT_TO_ENEMY(units=(unit.id,), hexes=(hex_,)) if next_to_enemy(look, unit.side, hex_) else None


POLICIES = {"refuse_mode_at": refuse_mode, "refuse_reserve_at": refuse_end, "entered": contact}
