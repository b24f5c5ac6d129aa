"""Reserves: who will not fight in the Combat Segment waits for the Exploitation Phase.

There a released unit has its full MA and may attack (5.7b-A). So it goes where it would have gone anyway, knowing how
the attacks ended, and can use what they opened. While it waits it defends at half (5.7-B), which only the enemy's
Reaction could use. Who has no trace does not wait: the Supply Phase comes before the Exploitation Phase, and would find
it where it is. Where modes change in a phase of their own, nobody waits.
"""

from __future__ import annotations

from redball.bots.steady.places import nearest_enemy
from redball.bots.steady.positions import Wish
from redball.bots.steady.scene import Scene
from redball.core.look import Look
from redball.core.state import AnyFacing, Unit
from redball.rules.modes.change import reserve_hexes, reserve_limit
from redball.rules.trace.tracing import can_trace_from
from redball.rules.units.abilities import attack_capable
from redball.rules.units.points import MODE_PHASE
from redball.rules.units.zoc import enemy_zoc

FAR = 12
"""Who is farther from the enemy than this has nothing to wait for."""


def waits(scene: Scene, unit: Unit, wish: Wish | None) -> AnyFacing:
    """The side that a unit with this wish turns up as it goes into Reserve; "" if it does not."""
    look = scene.look
    if not scene.guide.hands.reserves or look.state.clock.phase != "movement":
        return ""
    if look.policies[MODE_PHASE]() != "movement" or not able(look, unit) or not has_marker(look, unit):
        return ""
    if not can_trace_from(look, unit, unit.hex):
        return ""
    fights = wish is not None and (wish.overrun >= 0 or nearest_enemy(look, scene.side, wish.path[-1]) <= 1)
    return "" if fights else (wish.facing if wish is not None else "") or unit.facing


def able(look: Look, unit: Unit) -> bool:
    """The unit could attack in the Exploitation Phase, and nothing keeps it out of Reserve where it is."""
    if look.counter(unit).kind not in ("combat", "engineer") or unit.marker or unit.activity.changed:
        return False
    if look.board.is_box(unit.hex) or unit.hex in look.state.hedgehogs or enemy_zoc(look, unit.side, unit.hex):
        return False
    return attack_capable(look, unit) and nearest_enemy(look, unit.side, unit.hex) <= FAR


def has_marker(look: Look, unit: Unit) -> bool:
    """There is a Reserve marker in its hex, or one is left for it (5.4a)."""
    used = reserve_hexes(look, unit.side)
    return unit.hex in used or len(used) < reserve_limit(look, unit.side)


def comes_out(scene: Scene, unit: Unit) -> bool:
    """Who has waited in vain comes out of Reserve before the enemy's turn."""
    return scene.guide.hands.reserves and unit.marker == "reserve" and scene.look.state.clock.phase == "exploitation"
