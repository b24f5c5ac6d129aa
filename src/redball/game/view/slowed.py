"""Zones in which aircraft slow a side down, as both sides see them: their markers lie on the map."""

from __future__ import annotations

from msgspec import Struct

from redball.core.look import Look
from redball.rules.ground.trainbusting import markers_in
from redball.rules.moving_stack.points import SLOWED_WORDS


class MarkerView(Struct, frozen=True):
    """A marker on a hex that slows a `side`, and the hexes of its zone, the marker's own first."""

    side: str
    hex: int
    hexes: tuple[int, ...]


class SlowedView(Struct, frozen=True):
    """What such a zone is called and does in the edition, and the markers by hex."""

    name: str
    effects: tuple[str, ...]
    markers: tuple[MarkerView, ...]


def slowed_view(look: Look) -> SlowedView | None:
    """None without markers."""
    markers = markers_in(look.state)
    if not markers:
        return None
    name, effects = look.policies[SLOWED_WORDS](look.world.charts)
    found = (MarkerView(side, hex_, look.board.around(hex_)) for hex_, side in sorted(markers.items()))
    return SlowedView(name, effects, tuple(found))
