"""Written positions of New OCS."""

from __future__ import annotations

from typing import Any

import support
from redball.core.look import Look
from redball.game.position.parse import parse_position
from support import Sitting

HEAD = "edition new-ocs\nturns 9\n"


def written(units: str, terrain: str = "", *, at: str = "movement", phasing: str = "axis", rest: str = "") -> str:
    """The text of a position of this edition."""
    return support.text(units, terrain, at=at, phasing=phasing, rest=rest, head=HEAD)


def sit(
    units: str,
    terrain: str = "",
    *,
    dice: tuple[int, ...] = (),
    at: str = "movement",
    phasing: str = "axis",
    rest: str = "",
    **switches: Any,
) -> Sitting:
    """A game of axis and soviet from a segment on."""
    return support.sitting(written(units, terrain, at=at, phasing=phasing, rest=rest), dice=dice, switches=switches)


def look(units: str, terrain: str = "", *, at: str = "movement", rest: str = "", **switches: Any) -> Look:
    """A look at such a position."""
    return Look(*parse_position(written(units, terrain, at=at, rest=rest), switches))
