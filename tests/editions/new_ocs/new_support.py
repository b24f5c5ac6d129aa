"""Play written positions by New OCS."""

from __future__ import annotations

from redball.core.look import Look
from redball.game import Game
from redball.game.position.parse import parse_position
from support import Sitting, text


def written(units: str, terrain: str = "", *, at: str = "movement", phasing: str = "axis", rest: str = "") -> str:
    """The text of a position of this edition."""
    return text(units, terrain, at=at, phasing=phasing, rest=rest).replace("\n", "\nedition new-ocs\nturns 9\n", 1)


def sit(
    units: str,
    terrain: str = "",
    *,
    at: str = "movement",
    phasing: str = "axis",
    dice: tuple[int, ...] = (),
    rest: str = "",
    **switches: object,
) -> Sitting:
    """A game of axis and soviet from a segment on."""
    position = written(units, terrain, at=at, phasing=phasing, rest=rest)
    return Sitting(Game.from_position(position, script=dice, seed=1, switches=switches))


def look(units: str, terrain: str = "", *, at: str = "movement", rest: str = "", **switches: object) -> Look:
    """A look at such a position."""
    return Look(*parse_position(written(units, terrain, at=at, rest=rest), switches))
