"""Views as the page gets them: the records of the game, as plain data."""

from __future__ import annotations

from typing import Any

import msgspec

from redball.core.look import Look
from redball.core.state import Unit
from redball.game import Game
from redball.game.past import Past
from redball.game.view import units, whole


def plain(record: Any) -> Any:
    """A record as its JSON is read."""
    return msgspec.json.decode(msgspec.json.encode(record))


def view(game: Game, side: str) -> Any:
    """The view of a side."""
    return plain(whole.view(game, side))


def past_view(past: Past, game: Game, side: str, number: int) -> Any:
    """The view of a side after an earlier action."""
    return plain(whole.past_view(past, game, side, number))


def unit_view(look: Look, unit: Unit, side: str) -> Any:
    """What a side sees of a unit."""
    (found,) = (view for view in units.unit_views(look, side) if view.id == unit.id)
    return plain(found)
