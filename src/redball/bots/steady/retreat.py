"""Where to retreat: out of enemy ZOCs, towards own supply, into cover."""

from __future__ import annotations

from redball.bots.steady.places import nearest_enemy, served, threat
from redball.bots.steady.scene import Scene
from redball.bots.steady.worth import POINT, stack_power, victory_points
from redball.bots.steady.zones import trespass
from redball.core.actions import Action, RetreatTo, SplitOff, TagAlong
from redball.rules.units.abilities import is_organic
from redball.rules.units.stacking import re_in_hex, stacking_limit


def go(scene: Scene) -> Action | None:
    """Organic Trucks go with a defeated stack; then the best hex."""
    look = scene.look
    going = scene.data.groups[0]
    trucks = [t for t in scene.of(TagAlong) if is_organic(look, look.unit(t.unit))]
    if trucks:
        return trucks[0]
    hexes = scene.of(RetreatTo)
    if not hexes:
        return next(iter(scene.of(SplitOff)), None)
    size = sum(look.regimental_equivalents(look.unit(uid)) for uid in going.units)
    return max(hexes, key=lambda choice: (refuge(scene, choice.hex, size), -choice.hex))


def refuge(scene: Scene, hex_: int, size: int) -> int:
    """How good a hex is for a retreat."""
    look, side = scene.look, scene.side
    disordered = any(look.unit(uid).marker == "dg" for uid in scene.data.groups[0].units)
    value = 0
    if look.in_zoc_of(scene.enemy, hex_):
        value -= 600 if disordered else 300
    if re_in_hex(look, side, hex_) + size > stacking_limit(look.world):
        value -= 2000
    value += 150 if hex_ in served(look, side) else 0
    value += min(150, stack_power(look, hex_, side) // 2)
    value += POINT * victory_points(look, hex_) // 4
    works = look.state.hedgehogs.get(hex_)
    value += 100 if works is not None and works.side == side else 0
    value -= max((trespass(look, look.unit(uid), hex_) for uid in scene.data.groups[0].units), default=0)
    return value + 20 * min(4, nearest_enemy(look, side, hex_)) - min(200, threat(look, side, hex_) // 3)
