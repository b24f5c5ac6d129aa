"""Whose counters a rule of one nation is for, where a game-specific rule names a nation."""

from __future__ import annotations

from redball.core.look import Look


def has_nation(look: Look, side: str, nation: str) -> bool:
    """The side has counters of that nation: what the rules say of it holds for the side."""
    known = look.world.caches.setdefault("editions.nations", {})
    if (side, nation) not in known:
        counters = look.world.counters.values()
        known[side, nation] = any(counter.side == side and counter.nation == nation for counter in counters)
    found: bool = known[side, nation]
    return found
