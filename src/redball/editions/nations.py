"""The side that a game-specific rule on one nation applies to."""

from __future__ import annotations

from redball.core.look import Look
from redball.core.world import World, of_world


def has_nation(look: Look, side: str, nation: str) -> bool:
    """Whether the side has counters of that nation; if so, the nation's rules apply to the whole side."""
    return _has_nation(look.world, side, nation)


@of_world
def _has_nation(world: World, side: str, nation: str) -> bool:
    return any(counter.side == side and counter.nation == nation for counter in world.counters.values())
