"""Hedgehogs: where supply is plentiful, units holding an objective dig in."""

from __future__ import annotations

from redball.bots.steady.places import nearest_enemy
from redball.bots.steady.scene import Scene
from redball.bots.steady.supply import stock_near
from redball.bots.steady.worth import victory_points
from redball.core.actions import Action, AddUnit, Construct

TASK = "build_hedgehog"
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


def party(scene: Scene) -> Action | None:
    """The smallest units work."""
    return min(scene.of(AddUnit), key=lambda a: (scene.look.regimental_equivalents(scene.look.unit(a.unit)), a.unit))
