"""What probably lies under the tops of enemy stacks.

A side knows which counters it cannot see anywhere. They are under some top, because losses and units still to arrive
are public. Most stacks hide nothing, and a few hide a lot.
"""

from __future__ import annotations

from redball.bots.steady.scene import Scene
from redball.game.sight.belief import visible

DEEP = 4
"""One stack in so many hides something."""
GUNS = 3
"""Guns on top hide so many times as much as others, since they hardly ever stand alone."""
QUIET = 3
"""An HQ on top hides this part of what others do."""


def beneath(scene: Scene, hex_: int) -> int:
    """The power, in twelfths of a point, to expect under the top of an enemy stack, from the counters that are not seen
    and the number of stacks; 0 where nothing is hidden."""
    if not scene.fogged:
        return 0
    look = scene.look
    mean: int = scene.note("beneath", lambda: mean_beneath(scene))
    top = next(iter(look.combat_units_at(hex_, scene.enemy)), None)
    kind = look.counter(top).kind if top is not None else ""
    return mean * GUNS if kind == "artillery" else mean // QUIET if kind == "hq" else mean


def mean_beneath(scene: Scene) -> int:
    """The mean over all stacks of the printed strengths of counters that are not seen anywhere."""
    game, enemy = scene.game, scene.enemy
    seen = visible(game.look, scene.side)
    counters = [game.look.counter(unit) for unit in game.state.units.values() if unit.side == enemy]
    unseen = [counter for counter in counters if counter.id not in seen and counter.is_combat_unit]
    hidden = sum(12 * (counter.combat.strength or 0) for counter in unseen if counter.combat is not None)
    stacks = {unit.hex for unit in scene.look.own(enemy) if scene.look.counter(unit).is_combat_unit}
    return hidden // max(1, len(stacks))
