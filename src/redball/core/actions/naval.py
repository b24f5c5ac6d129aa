"""Ships: their voyages and their fire."""

from __future__ import annotations

from redball.core.actions.base import Action
from redball.core.shown import Shown


class OnShip(Action, frozen=True):
    """The base of actions that name a ship and nothing else."""

    ship: str


class BeginSail(OnShip, frozen=True, tag="begin_sail"):
    """Start moving with this ship (18.1e); then it enters hexes one by one until it halts."""

    shown = Shown("Ships", 5, "Sail {ship}")
