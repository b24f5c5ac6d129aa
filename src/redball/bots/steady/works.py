"""Hedgehogs: where supply is plentiful, units holding an objective dig in. Air strips for units that are cut off."""

from __future__ import annotations

from redball.bots.steady import flights
from redball.bots.steady.places import nearest_enemy
from redball.bots.steady.scene import Scene
from redball.bots.steady.supply import stock_near
from redball.bots.steady.worth import victory_points
from redball.core.actions import Action, AddUnit, Construct
from redball.rules.air.transport import can_carry
from redball.rules.ground.air_force import force_in
from redball.rules.ground.airfields import open_for_strips

TASK, STRIP = "build_hedgehog", "build_air_strip"
PLENTY = 32
"""Tokens needed nearby before some are spent on works."""
NEAR = 6
"""How far away an enemy is a threat."""


def dig(scene: Scene) -> Action | None:
    """One more Level for a held objective, each hex once a segment."""
    look = scene.look
    if look.state.clock.phase != "movement":
        return None
    for hex_ in sorted({u.hex for u in look.own(scene.side) if u.mode == "combat"}):
        if hex_ in scene.memory.dug or not victory_points(look, hex_) or nearest_enemy(look, scene.side, hex_) > NEAR:
            continue
        scene.memory.dug.add(hex_)
        if stock_near(look, scene.side, hex_) >= PLENTY and scene.allows(Construct("", hex_, TASK)):
            return Construct("", hex_, TASK)
    return None


def strip(scene: Scene) -> Action | None:
    """An air strip for units without trace, where somebody can fly supply to them (15.2); each hex once a segment."""
    look, side = scene.look, scene.side
    if not scene.flies or look.state.clock.phase != "movement" or not open_for_strips(look, side):
        return None
    carried = [p for p in force_in(look.state).planes if p.side == side and p.hex >= 0 and can_carry(look, p)]
    hungry = flights.needs(scene) if carried else {}
    built = [c for c in scene.of(Construct) if c.task == STRIP and c.hex in hungry] if hungry else []
    built = [c for c in built if ("strip", c.hex) not in scene.memory.notes]
    best = max(built, key=lambda c: (hungry[c.hex], -c.hex, c.unit), default=None)
    if best is not None:
        scene.memory.notes["strip", best.hex] = True
    return best


def party(scene: Scene) -> Action | None:
    """The smallest units work."""
    return min(scene.of(AddUnit), key=lambda a: (scene.look.regimental_equivalents(scene.look.unit(a.unit)), a.unit))
