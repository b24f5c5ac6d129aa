"""Replacements: where they come in, and what they are used for."""

from __future__ import annotations

from redball.bots.steady.places import risk
from redball.bots.steady.scene import Scene
from redball.bots.steady.supply import hqs, place_unit
from redball.core.actions import Action, PlaceRepl


def place(scene: Scene) -> Action | None:
    """Repls in Move Mode at the safe entry that is nearest to an HQ, where they can be used; units as arrivals."""
    look, side = scene.look, scene.side
    places = hqs(look, side)

    def fitness(choice: PlaceRepl) -> tuple[int, int]:
        way = min((look.board.distance(choice.hex, h) for h in places), default=0)
        return -risk(look, side, choice.hex) - 20 * way, -choice.hex

    repls = [c for c in scene.of(PlaceRepl) if c.mode == "move"]
    return max(repls, key=fitness, default=None) or place_unit(scene)
