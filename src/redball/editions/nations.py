"""Whose counters a rule of one nation is for, where a game-specific rule names a nation."""

from __future__ import annotations

from redball.core.look import Look
from redball.core.world import World, of_world


def has_nation(look: Look, side: str, nation: str) -> bool:
    """The side has counters of that nation: what the rules say of it holds for the side."""
    return _has_nation(look.world, side, nation)


@of_world
def _has_nation(world: World, side: str, nation: str) -> bool:
    return any(counter.side == side and counter.nation == nation for counter in world.counters.values())
