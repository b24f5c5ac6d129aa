"""Where an edition has armies and HQs play one after the other: whom the bot takes next.

It plays the armies in their order, of each first the HQs with most units around them, then ends what is left.
"""

from __future__ import annotations

from redball.bots.steady.scene import Scene
from redball.core.actions import Action, BeginMove, Done, TakeArmy, TakeHq
from redball.core.state import Unit
from redball.rules.trace import ways

AROUND = 4
"""Hexes within which units count for an HQ."""


def may_begin(scene: Scene, unit: Unit) -> bool:
    """It is the unit's turn; no unit moves without command if that would leave it Out of Supply."""
    look = scene.look
    if look.policies.refuse_turn(look, unit) is not None:
        return False
    command = look.state.command
    unled = (command.spare or command.forgotten) and look.counter(unit).is_combat_unit
    return not unled or unit.out_of_supply or any(not way.via for way in ways(look, unit))


def last(scene: Scene, unit: Unit) -> bool:
    """The HQ that leads moves behind its units."""
    return unit.id == scene.look.state.command.hq


def go_on(scene: Scene) -> Action:
    """The next HQ, else the next army, else the end of what is being played; of units that an HQ must lead at least,
    one that has nowhere to go."""
    hqs = scene.of(TakeHq)
    if hqs:
        return max(hqs, key=lambda take: (around(scene, take.unit), take.unit))
    armies = scene.of(TakeArmy)
    if armies:
        return armies[0]
    if not scene.allows(Done()):
        for begin in scene.of(BeginMove):
            if begin.unit in scene.memory.passed:
                return begin
    return Done()


def around(scene: Scene, hq: str) -> int:
    """Units near an HQ that may still move."""
    look = scene.look
    here = look.unit(hq).hex
    near = (u for u in look.own(scene.side) if look.counter(u).is_combat_unit and not u.activity.moved)
    return sum(not look.board.is_box(u.hex) and look.board.distance(here, u.hex) <= AROUND for u in near)
