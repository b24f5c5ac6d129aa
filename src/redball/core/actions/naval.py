"""Ships: their voyages and their fire."""

from __future__ import annotations

from redball.core.actions.base import Action, OnHex, OnUnit
from redball.core.shown import Mark, Shown

GUN_TARGETS = {
    "units": "Gunfire at units in",
    "base": "Gunfire at the air base in",
    "port": "Gunfire at the port in",
    "ships": "Gunfire at ships in",
    "battery": "Gunfire at coastal artillery in",
}
"""What ships fire at, in words."""


class OnShip(Action, frozen=True):
    """The base of actions that name a ship and nothing else."""

    ship: str


class BeginSail(OnShip, frozen=True, tag="begin_sail"):
    """Start moving with this ship (18.1e); then it enters hexes one by one until it halts."""

    shown = Shown("Ships", 5, "Sail {ship}")


class AimGuns(OnHex, frozen=True, tag="aim_guns"):
    """Begin to draft gunfire at something in a hex: `units`, `base`, `port`, `ships` or `battery`, coastal artillery
    by itself (18.3). Against a stack of ships it is announced by this (18.3c)."""

    at: str
    shown = Shown("Gunfire", 4, "{at} {hex}", by={"at": GUN_TARGETS}, place="map", mark=Mark("G", "barrage"))


class AimAtShip(OnShip, frozen=True, tag="aim_at_ship"):
    """The ship of the stack that is fired at (18.3c)."""

    shown = Shown("Target", 3, "Fire at {ship}")


class AimAtBattery(OnUnit, frozen=True, tag="aim_at_battery"):
    """The coastal artillery that ships fire at, apart from other units of its hex (18.3g-C)."""

    shown = Shown("Target", 3, "Fire at {unit}")


class AddShip(OnShip, frozen=True, tag="add_ship"):
    """Let a ship fire in the barrage that is drafted."""

    shown = Shown("Gunfire", 4, "{ship} fires")


class RemoveShip(OnShip, frozen=True, tag="remove_ship"):
    """Take a ship out of the barrage that is drafted."""

    shown = Shown("Gunfire", 5, "{ship} does not fire")
